"""One number as typed: what is read, what is refused and with which words, what comes back."""

import math
import re
import struct

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from explorer.files.number_text import (
    LONGEST_NUMBER,
    NumberTextError,
    edit_text,
    literal_value,
    parse_number,
    plain_numbers,
)

AMBIGUOUS_COMMA = re.compile(r"[1-9]\d{0,2},\d{3}")

finite_doubles = st.floats(allow_nan=False, allow_infinity=False)


def bits(value: float) -> bytes:
    return struct.pack("<d", value)


def reason(text: str) -> str:
    with pytest.raises(NumberTextError) as caught:
        parse_number(text)
    assert str(caught.value) == caught.value.reason
    return caught.value.reason


def value_or_zero(text: str) -> float:
    try:
        return parse_number(text)
    except NumberTextError:
        return 0.0


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0.0),
        ("1", 1.0),
        ("007", 7.0),
        ("0.5", 0.5),
        (".5", 0.5),
        ("1.", 1.0),
        ("1.234", 1.234),
        ("+3", 3.0),
        (" 3 ", 3.0),
        ("\u00a03\u00a0", 3.0),
        ("2e-3", 0.002),
        ("2E+3", 2000.0),
        ("1e308", 1e308),
        ("5e-324", 5e-324),
        ("0e999", 0.0),
        ("12345678901234567890123", 12345678901234567890123.0),
    ],
)
def test_plain_numbers_are_read(text: str, value: float) -> None:
    assert bits(parse_number(text)) == bits(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0,5", 0.5),
        ("1,5", 1.5),
        (",5", 0.5),
        ("-3,25", -3.25),
        ("0,123", 0.123),
        ("1,2345", 1.2345),
        ("1234,567", 1234.567),
        ("2,5e-3", 0.0025),
        ("sqrt(2,25)", 1.5),
    ],
)
def test_a_decimal_comma_is_read_as_a_point(text: str, value: float) -> None:
    assert parse_number(text) == value


@pytest.mark.parametrize(
    ("text", "value"), [("−1.5", -1.5), ("4.2e−5", 4.2e-5), ("2^−1", 0.5), ("−0", -0.0)]
)
def test_a_true_minus_sign_is_read_as_a_hyphen(text: str, value: float) -> None:
    assert bits(parse_number(text)) == bits(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("¼", 0.25),
        ("½", 0.5),
        ("¾", 0.75),
        ("⅓", 1 / 3),
        ("⅔", 2 / 3),
        ("⅛", 0.125),
        ("⅒", 0.1),
        ("↉", 0.0),
        ("1½", 1.5),
        ("-1½", -1.5),
        ("1⅓", 4 / 3),
        ("1⁄3", 1 / 3),
        ("1½/3", 0.5),
    ],
)
def test_vulgar_fractions_are_read(text: str, value: float) -> None:
    assert parse_number(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1/3", 1 / 3),
        ("sqrt(2)/2", math.sqrt(2) / 2),
        ("SQRT(2)/2", math.sqrt(2) / 2),
        ("√2", math.sqrt(2)),
        ("√2/2", math.sqrt(2) / 2),
        ("3·√½", 3 * math.sqrt(0.5)),
        ("√(1+3)", 2.0),
        ("√π", math.sqrt(math.pi)),
        ("pi", math.pi),
        ("-π/2", -math.pi / 2),
        ("exp(1)", math.e),
        ("1 + 2*3 - 4/8", 6.5),
        ("1×2÷4·3", 1.5),
        ("(1+2)*3", 9.0),
        ("2**3", 8.0),
        ("2^0.5", math.sqrt(2)),
        ("2^-1", 0.5),
        ("--3", 3.0),
        ("0*5", 0.0),
        ("1-1", 0.0),
    ],
)
def test_formulas_are_calculated_in_doubles(text: str, value: float) -> None:
    assert parse_number(text) == value


@pytest.mark.parametrize(
    ("text", "value"), [("-2^2", -4.0), ("2^3^2", 512.0), ("8/4/2", 1.0), ("1/2*3", 1.5)]
)
def test_formulas_follow_the_rules_of_mathematics(text: str, value: float) -> None:
    assert parse_number(text) == value


@pytest.mark.parametrize("text", ["1,234", "-12,345", "123,456", "1,000", "1,234/2", "1,234e2"])
def test_a_comma_before_three_digits_is_refused_with_both_readings(text: str) -> None:
    assert " can mean " in reason(text)


def test_the_readings_of_an_ambiguous_comma_are_written_out() -> None:
    assert reason("1,234") == "“1,234” can mean 1.234 or 1234. Type one of these"


@pytest.mark.parametrize("text", ["1,234.5", "1.234,5", "-1,234.5", "1.000,00"])
def test_mixed_marks_are_refused(text: str) -> None:
    assert "both a comma and a point" in reason(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Nothing was typed. Type a number"),
        (" \t\n", "Nothing was typed. Type a number"),
        ("abc", "“abc” is not a number. Type a number such as 0.5, 1/3 or sqrt(2)/2"),
        ("1/0", "“1/0” divides by zero"),
        ("0^-1", "“0^-1” divides by zero"),
        ("1e999", "“1e999” is larger than the largest number that can be stored"),
        ("-1e999", "“1e999” is larger than"),
        ("9^9^9", "larger than the largest"),
        ("exp(1000)", "larger than the largest"),
        ("1e308*10/10", "larger than the largest"),
        ("1e-999", "“1e-999” is closer to zero than the smallest number that can be stored"),
        ("1e-300*1e-300", "closer to zero"),
        ("1e-300/1e300", "closer to zero"),
        ("0.5^2000", "closer to zero"),
        ("exp(-1000)", "closer to zero"),
        ("1_000", "contains _"),
        ("٣", "not one of the digits 0 to 9"),
        ("１２", "not one of the digits 0 to 9"),
        ("3²", "“²” is not one of the digits 0 to 9"),
        ("nan", "not a finite number"),
        ("NaN", "not a finite number"),
        ("-inf", "not a finite number"),
        ("Infinity", "not a finite number"),
        ("−∞", "not a finite number"),
        ("e", "Type exp(1)"),
        ("2e", "Type exp(1)"),
        ("1,234,567", "more than one comma"),
        ("1.2.3", "more than one point"),
        ("5,", "ends with a comma"),
        ("sqrt(-1)", "no square root"),
        ("(-8)^(1/3)", "no such power"),
        ("1 234", "no operator between 1 and 234"),
        ("1\u00a0234", "no operator between 1 and 234"),
        ("1\u202f234", "no operator between 1 and 234"),
        ("2√3", "no operator between 2 and √"),
        ("2pi", "no operator between 2 and pi"),
        ("(1)(2)", "no operator between ) and ("),
        ("½½", "no operator between ½ and ½"),
        ("1 ½", "no operator between 1 and ½"),
        ("1\u200e", "invisible character U+200E"),
        ("1" * (LONGEST_NUMBER + 1), "longer than 200 characters"),
    ],
)
def test_a_refusal_says_what_was_found(text: str, words: str) -> None:
    assert words in reason(text)


@pytest.mark.parametrize(
    "text",
    [
        *("True", "False", "None", "x", "0x10", "1j", "1 if 1 else 2", "lambda: 1", "[1]", "'1'"),
        *("()", "(1, 2)", "*2", "2*", "1//2", "1%2", "50%", "1:2", "=1", "1'234", "$1", "."),
        *(
            "sqrt",
            "sqrt()",
            "sqrt 2",
            "sqrt(1)(2)",
            "√",
            "√-2",
            "√√16",
            "log(2)",
            "1..2",
            "1e",
            "–5",
        ),
        *("__import__('os')", "pi.real", "exp(x=1)", "sqrt(*(1))", "1\n2", "1\x002", "#", "1#2"),
        *("(" * 100 + "1", "(" * LONGEST_NUMBER, "^" * LONGEST_NUMBER, "1<2", "1@2", "1;2"),
    ],
)
def test_everything_else_is_refused(text: str) -> None:
    assert reason(text)


def test_long_text_is_shortened_in_the_message() -> None:
    assert len(reason("a" * LONGEST_NUMBER)) < 120


def test_the_deepest_formulas_that_fit_are_read() -> None:
    assert parse_number("-" * (LONGEST_NUMBER - 2) + "1") == 1
    assert parse_number("(" * 99 + "1" + ")" * 99) == 1


@given(st.text(max_size=30) | st.text("0123456789.,+-*/^()eE ½√π_sqrtexpinaf−", max_size=30))
def test_any_text_gives_a_finite_number_or_a_reason(text: str) -> None:
    assert math.isfinite(value_or_zero(text))


@given(st.text("0123456789.eE+-", min_size=1, max_size=30) | finite_doubles.map(repr))
@example("1" * (LONGEST_NUMBER + 1))
@example("1e999")
@example("1e-999")
@example("-0")
def test_what_is_told_at_a_glance_is_what_a_closer_look_finds(text: str) -> None:
    for number in plain_numbers((text,)):
        sign = -1 if text.startswith("-") else 1
        assert number == sign * literal_value(text.lstrip("+-"))
        assert bits(parse_number(text)) == bits(number)
        assert math.isfinite(number)
        assert len(text) <= LONGEST_NUMBER


def test_one_text_that_needs_a_closer_look_keeps_the_others_from_being_told() -> None:
    assert plain_numbers(("1", "-2.5", "3e2")) == [1, -2.5, 300]
    for other in ("", "1,5", "1/2", "1e999", "1e-999", "nan", "1_0", " 1", "1" * 250):
        assert plain_numbers(("1", other)) == []


@given(finite_doubles)
@example(-0.0)
@example(5e-324)
@example(1.7976931348623157e308)
@example(1e16)
def test_the_edit_text_reads_back_to_the_same_bits(value: float) -> None:
    assert bits(parse_number(edit_text(value))) == bits(value)


@given(finite_doubles)
@example(1.234)
@example(-12.345)
def test_a_comma_in_the_edit_text_is_never_read_as_another_number(value: float) -> None:
    text = edit_text(value).replace(".", ",")
    if AMBIGUOUS_COMMA.fullmatch(text.removeprefix("-").split("e")[0]):
        assert "can mean" in reason(text)
    else:
        assert bits(parse_number(text)) == bits(value)


@pytest.mark.parametrize(
    ("value", "text"),
    [(1.0, "1"), (0.0, "0"), (-0.0, "-0.0"), (0.1, "0.1"), (-2.0, "-2"), (1e16, "1e+16")],
)
def test_the_edit_text_is_the_shortest_one(value: float, text: str) -> None:
    assert edit_text(value) == text


@given(st.integers(-999, 999), st.integers(1, 999))
def test_a_fraction_is_the_double_nearest_to_it(numerator: int, denominator: int) -> None:
    assert parse_number(f"{numerator}/{denominator}") == numerator / denominator


@pytest.mark.parametrize("text", ["0", "-0", "+0.00", "0e5", "0.0E-400", "00"])
def test_a_plain_zero_is_told_at_a_glance(text):
    (number,) = plain_numbers([text])
    assert number == 0
    assert math.copysign(1, number) == (-1 if text.startswith("-") else 1)


@pytest.mark.parametrize("text", ["1e-400", "0.1e-400", "-5e-999"])
def test_a_number_too_small_to_store_is_no_plain_zero(text):
    assert plain_numbers(["1", text]) == []
