"""A text of tokens on one line: what is typed, and how tokens with blanks in them are written."""

import json
import re
from collections.abc import Iterable

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"(?=\s|$)|\S+')
_PLAIN = re.compile(r'[^\s"]\S*')


def parse_tokens(text: str) -> tuple[str, ...]:
    """The tokens of a text, set apart by blanks.

    A token in double quotes is read as JSON does: it may have blanks in it, or be empty. Any
    other text is a token as it stands.
    """
    return tuple(map(_unquoted, _TOKEN.findall(text)))


def tokens_text(tokens: Iterable[str]) -> str:
    """The tokens on one line, so that parsing it gives them again."""
    return " ".join(
        token if _PLAIN.fullmatch(token) else json.dumps(token, ensure_ascii=False)
        for token in tokens
    )


def _unquoted(found: str) -> str:
    if not found.startswith('"'):
        return found
    try:
        return str(json.loads(found))
    except json.JSONDecodeError:
        return found
