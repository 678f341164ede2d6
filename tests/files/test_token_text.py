"""Tokens on a line: set apart by blanks, in quotes where a token has blanks of its own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.files.token_text import parse_tokens, tokens_text


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("the cat sat", ("the", "cat", "sat")),
        ("  the\tcat \n sat ", ("the", "cat", "sat")),
        ("", ()),
        ("don't <s> 猫 …", ("don't", "<s>", "猫", "…")),
        ('"New York" "" end', ("New York", "", "end")),
        ('say "hi" twice', ("say", "hi", "twice")),
        ('a"b"c', ('a"b"c',)),
        ('"open to the end', ('"open', "to", "the", "end")),
        (r'"a\"b" "a\qb"', ('a"b', r'"a\qb"')),
    ],
)
def test_a_line_gives_these_tokens(text, tokens):
    assert parse_tokens(text) == tokens


def test_ordinary_tokens_are_written_as_they_are():
    assert tokens_text(("the", "cat's", "<s>", "New York", "")) == 'the cat\'s <s> "New York" ""'


@given(st.lists(st.text()))
def test_whatever_the_tokens_are_their_line_gives_them_again(tokens):
    assert parse_tokens(tokens_text(tokens)) == tuple(tokens)
