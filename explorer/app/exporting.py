"""Numbers on their way into a CSV file: written off the main thread where that takes long."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from explorer.app.conversion import Conversion
from explorer.app.copying import written_sheet
from explorer.app.saving import MANY_NUMBERS
from explorer.files.atomic import write_atomically
from explorer.files.errors import ScenarioFileError

if TYPE_CHECKING:
    from explorer.files.csv_text import Sheet

Told: TypeAlias = Callable[[ScenarioFileError | None], object]


class Exporting(Conversion):
    """Writes one sheet at a time; a newer one takes its place."""

    def start(self, sheet: "Sheet", path: Path, told: Told) -> None:
        """Write a sheet, on the spot if that is quick; `told` gets the error, or None."""
        steps = _exported(sheet, path)
        if sheet.size >= MANY_NUMBERS:
            self.begin(f"save {path.name}", steps, told)
            return
        self.cancel()
        *_, found = steps
        assert not isinstance(found, float)  # the last
        told(found)


def _exported(sheet: "Sheet", path: Path) -> Iterator[float | ScenarioFileError | None]:
    for step in written_sheet(sheet):
        if isinstance(step, float):
            yield step
            continue
        try:
            write_atomically(path, bytes(step.data()))
        except ScenarioFileError as error:
            yield error
        else:
            yield None
