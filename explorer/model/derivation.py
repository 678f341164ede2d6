"""Why a number is what it is, as data."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from explorer.model.convention import Convention
from explorer.model.expressions import (
    Exponential,
    Expression,
    Number,
    has_powers,
    numbers,
    with_powers_evaluated,
)
from explorer.model.number_format import equals_sign, format_number
from explorer.model.places import Place, Region
from explorer.model.rendering import latex_number, markdown_maths, to_latex, to_text


@dataclass(frozen=True, slots=True)
class Derivation:
    """How the number at `place` follows from others.

    `symbol` names it (q₁·k₃); each of `forms` is an expression whose value is `result`, from the
    definition to the numbers that were really added up; without forms the number was typed in.
    `reads` are the parts of other arrays it is computed from; `note` is a sentence for the cases
    that need one (a blocked cell, a row that may read nothing).
    """

    place: Place
    symbol: Expression
    forms: tuple[Expression, ...]
    result: float
    reads: tuple[Region, ...] = ()
    note: str = ""

    @property
    def terms(self) -> Iterator[Number]:
        """The numbers of the first form in reading order, each with the place it comes from."""
        return numbers(self.forms[0]) if self.forms else iter(())

    @property
    def lines(self) -> tuple[Expression, ...]:
        """The forms, each that contains powers of e followed by the same with their values.

        A form that is a power as a whole is not: its value is the result.
        """
        return tuple(line for form in self.forms for line in _worked_out(form))

    def text(
        self,
        digits: int | None = 3,
        most_terms: int | None = None,
        convention: Convention = Convention.ROWS,
    ) -> str:
        """The derivation on one line; `≈` before a result that is rounded as shown."""
        forms = self._forms(to_text, digits, most_terms, convention)
        sign = equals_sign(self.result, digits)
        return f"{' = '.join(forms)} {sign} {format_number(self.result, digits)}"

    def latex(
        self,
        digits: int | None = 3,
        most_terms: int | None = None,
        convention: Convention = Convention.ROWS,
    ) -> str:
        """The derivation as LaTeX source for maths mode."""
        forms = self._forms(to_latex, digits, most_terms, convention)
        sign = "=" if equals_sign(self.result, digits) == "=" else r"\approx"
        return f"{' = '.join(forms)} {sign} {latex_number(self.result, digits)}"

    def question(
        self,
        digits: int | None = 3,
        most_terms: int | None = None,
        convention: Convention = Convention.ROWS,
    ) -> str:
        """The derivation on one line with a question mark in place of its result."""
        forms = self._forms(to_text, digits, most_terms, convention)
        return f"{' = '.join(forms)} = ?"

    def markdown(
        self,
        digits: int | None = 3,
        most_terms: int | None = None,
        convention: Convention = Convention.ROWS,
    ) -> str:
        """The derivation as Markdown, readable where mathematics is typeset and where it is not."""
        return markdown_maths(self.latex(digits, most_terms, convention))

    def _forms(
        self,
        render: Callable[..., str],
        digits: int | None,
        most_terms: int | None,
        convention: Convention,
    ) -> list[str]:
        """The symbol and each form, written out."""
        parts = (self.symbol, *self.forms)
        return [render(part, digits, most_terms, convention) for part in parts]


def _worked_out(form: Expression) -> tuple[Expression, ...]:
    if isinstance(form, Exponential) or not has_powers(form):
        return (form,)
    return form, with_powers_evaluated(form)
