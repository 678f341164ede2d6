"""What the File menu does: new, open, examples, save, revert; nothing is lost unasked."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from explorer.app.exporting import Exporting
from explorer.app.loading import Load, Loading
from explorer.app.preferences import Preferences
from explorer.app.saving import Saving
from explorer.app.session import Session
from explorer.app.view_state import with_view_state
from explorer.files import Example, ScenarioFileError, load_example, load_scenario
from explorer.files.fingerprint import Fingerprint, fingerprint, is_unchanged
from explorer.model import AttentionTrace, InputError, Scenario
from explorer.ui.window.dialogs import ConflictAnswer, Dialogs, MarkAnswer, UnsavedAnswer

if TYPE_CHECKING:
    from explorer.files.csv_text import Sheet


class DocumentActions(QObject):
    """Loads and saves the document of a session.

    Signals
    -------
    failed(str, object)
        Something could not be done; the text says what and why, the object is a remedy as
        (label, function), or None.
    succeeded()
        The document was saved, or another one opened: what failed before no longer matters.
    told(str)
        Something was done that is worth knowing.
    example_opened(Example)
        A bundled example became the document.
    """

    failed = Signal(str, object)
    succeeded = Signal()
    told = Signal(str)
    example_opened = Signal(object)

    def __init__(self, session: Session, preferences: Preferences, dialogs: Dialogs) -> None:
        super().__init__()
        self._session = session
        self._preferences = preferences
        self.dialogs = dialogs
        path = session.path
        self._base = None if path is None else fingerprint(path)
        self._marked = session.laboratory.slip
        self._told_of: tuple[Fingerprint | None] | None = None
        self.loading, self.saving = Loading(self), Saving(self)
        self.exporting = Exporting(self)
        self._next: Path | None = None
        self._then: Callable[[], object] | None = None

    @property
    def base(self) -> Fingerprint | None:
        """What the document's file looked like when it was opened or saved here."""
        return self._base

    def expect(self, base: Fingerprint | None) -> None:
        """The document was made from an earlier state of its file: saving asks if it changed.

        Whether that is marked with a mistake is not known: if the document is, saving asks.
        """
        self._base = base
        self._marked = None

    def new(self, scenario: Scenario) -> bool:
        """Start from `scenario`, without a file; False if the person would rather not."""
        shown = []

        def show(scenario: Scenario, trace: AttentionTrace | None) -> None:
            if self.may_discard(partial(show, scenario, trace)):
                shown.append(self._load(scenario, None, problem, trace))

        problem = "Could not open the scenario"
        name = scenario.title or "the scenario"
        self.loading.start(Load(name, lambda: scenario, show, self._failing(problem)))
        return self.loading.is_busy or any(shown)

    def open(self) -> None:
        """Ask for a file and open it."""
        if self._session.settle():
            path = self.dialogs.path_to_open()
            if path is not None:
                self.open_path(path)

    def open_path(
        self,
        path: Path,
        read: Callable[[], Scenario] | None = None,
        failed: Callable[[Exception], object] | None = None,
        shown: Callable[[], object] | None = None,
    ) -> None:
        """Open the scenario in `path`; whatever is wrong with it, the document stays.

        `read` takes the place of reading the file, `failed` of saying what is wrong with it;
        `shown` is called once it is the document.
        """
        problem, base = f"Could not open {path.name}", fingerprint(path)
        imported = path.suffix.lower() == ".npz"

        def show(scenario: Scenario, trace: AttentionTrace | None) -> None:
            own_path = None if imported else path
            again = partial(show, scenario, trace)
            if self.may_discard(again) and self._load(scenario, own_path, problem, trace):
                self._base = None if imported else base
                self._preferences.add_recent(path)
                if shown is not None:
                    shown()

        self._start(path, show, problem, read, failed)

    def open_example(self, example: Example) -> None:
        """Open a bundled example as an untitled copy."""
        try:
            scenario = load_example(example.name)
        except (ScenarioFileError, InputError) as error:
            self._failing("Could not open the example")(error)
            return
        if self.new(scenario):
            self.example_opened.emit(example)

    def save(self) -> bool:
        """Save to the document's file, or ask for one; False if it was not saved, or is not yet."""
        path = self._session.path
        if path is None:
            return self.save_as()
        if self.saving.is_busy:  # its file may be there already, and is not another program's
            return self._session.settle() and self._write(path)
        return self._session.settle() and self._save_over(path)

    def notice_changes(self) -> None:
        """Say so, once a change, if another program changed or removed the document's file."""
        path, base = self._session.path, self._base
        if path is None or base is None or self.saving.is_busy or is_unchanged(path, base):
            return
        now = (fingerprint(path),)
        if now == self._told_of:
            return
        self._told_of = now
        if now == (None,):
            text = f"{path.name} is no longer there. The document here is whole."
            self.failed.emit(text, ("Save…", self.save))
        else:
            text = f"{path.name} was changed by another program. The document here is as it was."
            self.failed.emit(text, ("Reload…", self.revert))

    def save_as(self) -> bool:
        """Ask for a file and save to it; False if it was not saved, or is not yet."""
        if not self._session.settle():
            return False
        path = self.dialogs.path_to_save(self._suggested_name())
        return path is not None and self._write(path)

    def export(self, sheet: "Sheet") -> None:
        """Ask for a file and write a sheet of numbers into it."""
        path = self.dialogs.path_to_export(f"{self._plain_name()}.csv")
        if path is not None:
            self.exporting.start(sheet, path, self._exported)

    def revert(self) -> None:
        """Go back to the state in the document's file."""
        path = self._session.path
        if path is None or self.saving.is_busy or not self._session.settle():
            return
        if not self._session.is_modified or self.dialogs.revert(self._session.name):
            self._reload(path)

    def may_discard(self, then: Callable[[], object]) -> bool:
        """Whether the document may be replaced: nothing to lose, saved now, or given up.

        While it is being saved it may not; `then` is called once it is, to ask again.
        """
        if not self._session.settle():
            return False
        if self.saving.is_busy:
            self._then = then
            return False
        if not self._session.is_modified:
            return True
        match self.dialogs.unsaved_changes(self._session.name):
            case UnsavedAnswer.SAVE:
                saved = self.save()
                self._then = then if self.saving.is_busy else None
                return saved
            case UnsavedAnswer.DISCARD:
                return True
            case UnsavedAnswer.CANCEL:
                return False

    def _suggested_name(self) -> str:
        path = self._session.path
        if path is not None:
            return str(path)
        return f"{self._plain_name()}.attn"

    def _plain_name(self) -> str:
        name = self._session.path.stem if self._session.path else self._session.name
        kept = "".join(c if c.isalnum() or c in " -_" else " " for c in name)
        return " ".join(kept.split()) or "scenario"

    def _failing(self, problem: str) -> Callable[[Exception], None]:
        return lambda error: self.failed.emit(f"{problem}: {error}", None)

    def _start(
        self,
        path: Path,
        show: Callable[[Scenario, AttentionTrace | None], object],
        problem: str,
        read: Callable[[], Scenario] | None = None,
        failed: Callable[[Exception], object] | None = None,
    ) -> None:
        """Read a file and show what is in it, in a while if it is large."""
        read, failed = read or partial(load_scenario, path), failed or self._failing(problem)
        self.loading.start(Load(path.name, read, show, failed, path))

    def _load(
        self, scenario: Scenario, path: Path | None, problem: str, trace: AttentionTrace | None
    ) -> bool:
        """Show a scenario, unless its calculation grows too large to store."""
        try:
            self._session.load(scenario, path, trace)
        except InputError as error:
            self._failing(problem)(error)
            return False
        self._base = None
        self._marked = self._session.laboratory.slip
        self.succeeded.emit()
        return True

    def _reload(self, path: Path) -> None:
        problem, base = f"Could not read {path.name}", fingerprint(path)

        def show(scenario: Scenario, trace: AttentionTrace | None) -> None:
            if self._load(scenario, path, problem, trace):
                self._base = base

        self._start(path, show, problem)

    def _save_over(self, path: Path) -> bool:
        """Write the document's own file, after asking if it is not as it was left."""
        if self._base is None or is_unchanged(path, self._base):
            return self._write(path)
        match self.dialogs.changed_on_disk(path.name, fingerprint(path) is None):
            case ConflictAnswer.KEEP_MINE:
                return self._write(path)
            case ConflictAnswer.SAVE_AS:
                return self.save_as()
            case ConflictAnswer.RELOAD:
                self._reload(path)
        return False

    def _settle_mark(self, path: Path) -> bool:
        """Before a mistake gets into a file that has none, or out of the document's own: ask.

        False if nothing is to be saved.
        """
        laboratory, marked = self._session.laboratory, self._marked
        slip = laboratory.slip
        is_own = path == self._session.path
        if (marked is None) == (slip is None) or (slip is None and not is_own):
            return True
        asked_of = slip or marked
        assert asked_of is not None  # one of them is there
        title = self._preferences.convention.words(asked_of.title)
        answer = self.dialogs.mark_of_mistake(title, path.name if slip is None else "")
        if answer is MarkAnswer.WITHOUT and slip is not None:
            laboratory.leave()
        if answer is MarkAnswer.MARKED and slip is None:
            return laboratory.choose(asked_of)
        return answer is not MarkAnswer.CANCEL

    def _write(self, path: Path) -> bool:
        """Write the document; False if that was not possible, or is not done yet."""
        if self.saving.is_busy:
            self._next = path
            return False
        if not self._settle_mark(path):
            return False
        self._session.pending.finish()
        scenario, written = self._session.scenario, []

        def told(error: ScenarioFileError | None) -> None:
            written.append(error is None)
            self._written(scenario, path, error)

        self.saving.start(with_view_state(self._session), path, told)
        return any(written)

    def _exported(self, error: ScenarioFileError | None) -> None:
        if error is not None:
            self.failed.emit(_sentence(str(error)), None)

    def _written(self, scenario: Scenario, path: Path, error: ScenarioFileError | None) -> None:
        following, self._next = self._next, None
        then, self._then = self._then, None
        if error is not None:
            remedy = ("Save elsewhere…", self.save_as)
            self.failed.emit(_sentence(str(error)), remedy)
            return
        self._base = fingerprint(path)
        self._session.mark_saved(path, scenario)
        self._preferences.add_recent(path)
        self.succeeded.emit()
        self._marked = None if scenario.experiment is None else scenario.experiment.slip
        if self._marked is not None:
            title = self._preferences.convention.words(self._marked.title)
            self.told.emit(f"Saved as an experiment: {path.name} is marked with “{title}”.")
        if following is not None:
            self._then = then
            self._write(following)
        elif then is not None:
            then()


def _sentence(text: str) -> str:
    """`text` with a capital letter, to stand on its own."""
    return text[:1].upper() + text[1:]
