"""What someone's own numbers come to, from where they stand to a diagnosis."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from explorer.files.errors import ScenarioFileError
from explorer.files.matrix_text import MatrixTextError
from explorer.files.own_numbers import (
    load_numbers,
    mark_of_copy,
    numbers_from_text,
    table_shape,
)
from explorer.model import AttentionInputs, Diagnosis, InputError, OwnNumbers, diagnose
from explorer.model.convention import Convention


@dataclass(frozen=True, slots=True)
class Source:
    """Where the numbers of a table stand: in text, or in a file if there is a path.

    `readers_in` says what readers are there.
    """

    text: str = ""
    path: Path | None = None
    readers_in: Convention = Convention.ROWS

    @property
    def is_empty(self) -> bool:
        """Whether there are no numbers."""
        return self.path is None and not self.text.strip()


@dataclass(frozen=True, slots=True)
class Answer:
    """A diagnosis; without one, `problem` says in a sentence why `table` cannot be read.

    `mark` is what numbers are marked with that were copied where they were wrong on purpose.
    """

    diagnosis: Diagnosis | None = None
    table: str = ""
    problem: str = ""
    mark: str = ""


def answers(inputs: AttentionInputs, sources: Mapping[str, Source]) -> Iterator[Answer]:
    """The one answer to the numbers of some tables, once it is worked out."""
    given: dict[str, OwnNumbers] = {}
    for table, source in sources.items():
        try:
            given[table] = _read(inputs, table, source)
        except (MatrixTextError, ScenarioFileError) as error:
            yield Answer(table=table, problem=_told(error, source.path))
            return
    try:
        marks = (mark_of_copy(source.text).strip() for source in sources.values())
        yield Answer(diagnose(inputs, **given), mark=next(filter(None, marks), ""))
    except InputError as error:
        problem = f"Expected {error.expected}, found {error.found}."
        yield Answer(table=error.place, problem=problem)


def _told(error: Exception, path: Path | None) -> str:
    """What is wrong as a sentence; of a file, after its name."""
    text = str(error) if path is None else f"{path.name}: {error}"
    first = text[:1].upper() if path is None else text[:1]
    return f"{first}{text[1:]}{'' if text.endswith('.') else '.'}"


def _read(inputs: AttentionInputs, table: str, source: Source) -> OwnNumbers:
    shape = table_shape(inputs, table)
    if source.path is not None:
        return load_numbers(source.path, table, shape, source.readers_in)
    return numbers_from_text(source.text, shape, source.readers_in)
