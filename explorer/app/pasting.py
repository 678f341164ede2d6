"""A large text on its way into a table: read off the main thread."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias, Union

from explorer.app.conversion import Conversion
from explorer.model.arrays import Matrix, frozen
from explorer.model.convention import Convention

if TYPE_CHECKING:
    from explorer.files.matrix_text import MatrixTextError

LONG_TEXT = 100_000
"""Characters from which on a text is read off the main thread: some 20 ms."""

Found: TypeAlias = Union[Matrix, "MatrixTextError"]
Taken: TypeAlias = Callable[[Found], object]


class Pasting(Conversion):
    """Reads one text at a time; a newer one takes its place."""

    def start(self, into: str, text: str, convention: Convention, take: Taken) -> None:
        """Read a table of numbers, on the spot if that is quick; `take` gets it, or the error.

        `into` is where they go, as it is called. The numbers stand in the text as `convention`
        shows them; they come with readers in rows, read-only.
        """
        steps = read(text, convention)
        if len(text) >= LONG_TEXT:
            self.begin(f"paste into {into}", steps, take)
            return
        self.cancel()
        *_, found = steps
        assert not isinstance(found, float)  # the last
        take(found)


def read(text: str, convention: Convention) -> Iterator[float | Found]:
    """How much is done after each part, then the numbers, or what is wrong with the text."""
    from explorer.files.matrix_text import MatrixTextError, parsing_matrix

    try:
        for step in parsing_matrix(text):
            yield step if isinstance(step, float) else _in_rows(step, convention)
    except MatrixTextError as error:
        yield error


def _in_rows(values: Matrix, convention: Convention) -> Matrix:
    turned = convention.matrix(values)
    return frozen(turned if turned.flags.c_contiguous else turned.copy(order="C"))
