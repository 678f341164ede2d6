"""Moves of a document that take long: worked out off the main thread, in their order."""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from explorer.app.course import LONG, Course, worked_out
from explorer.app.edits import Edit
from explorer.app.gesture import Gesture
from explorer.app.latest import Latest
from explorer.app.moves import BoundOperation, Crossing, EditMove, Move, is_of, layout_of
from explorer.app.refusals import refusal
from explorer.app.scenario_command import ScenarioCommand, Show, Way, keep
from explorer.model import AttentionTrace, InputError, Scenario
from explorer.model.experiment import calculate, effort, steps
from explorer.model.stages import Stage

if TYPE_CHECKING:
    from explorer.app.session import Session


class Pending(QObject):
    """Takes a document from one state to the next: at once if that is quick, else in a while.

    Until a move lands the document is as it was, a scenario with its trace. Moves land in the
    order in which they were asked for. Of those of one gesture that wait, only the newest does. A
    move made while others are pending goes on from the state they lead to; if one of them is
    refused, those after it are made again without it.

    Signals
    -------
    changed()
        A move begins to be pending, has landed, or has come a stage further.
    """

    changed = Signal()

    def __init__(self, session: "Session", show: Show) -> None:
        super().__init__(session)
        self._session = session
        self._show = show
        self._moves: list[Move] = []
        self._taken_back: list[tuple[int, EditMove]] = []
        self._work: Latest | None = None
        self._course = Course()
        self._commands: list[ScenarioCommand] = []
        keep(self._commands, session.undo_stack)
        self.landing: Gesture | None = None

    @property
    def is_busy(self) -> bool:
        """Whether there are moves to come."""
        return bool(self._moves)

    @property
    def newest(self) -> Scenario:
        """The document as it will be."""
        return self._moves[-1].scenario if self._moves else self._session.scenario

    @property
    def text(self) -> str:
        """What is worked out; empty if nothing is."""
        return self._moves[0].text if self._moves else ""

    @property
    def undo_text(self) -> str | None:
        """What Undo would take back, landed or not; None: there is nothing."""
        return self._text_behind(is_undo=True)

    @property
    def redo_text(self) -> str | None:
        """What Redo would make again; None: there is nothing."""
        return self._text_behind(is_undo=False)

    @property
    def stage(self) -> Stage | None:
        """The stage that is worked out; None before the first."""
        return self._course.stage

    @property
    def progress(self) -> float:
        """How many of the stages are behind it, from 0 to 1."""
        return self._course.progress

    def edit(self, gesture: Gesture, operation: BoundOperation) -> bool:
        """Make an edit; False and `refused` if it cannot be, as far as that shows at once."""
        if self._refuses(gesture):
            return False
        before, is_made = self.newest, self._edit(gesture, operation)
        if self.newest is not before:
            self._taken_back.clear()
        return is_made

    def _edit(self, gesture: Gesture, operation: BoundOperation) -> bool:
        if self.newest is not gesture.latest:
            gesture.begin_at(self.newest)
        move = self._made(gesture, operation)
        if move is not None and move.scenario is self.newest:
            self._session.already_so.emit()
            return True
        return move is not None and self._take_up(move)

    def undo(self) -> None:
        """Take back what was asked for last: the newest move if it is pending, or what landed."""
        last = self._last
        self._cross(is_undo=True)
        if isinstance(last, EditMove):
            self._taken_back.append((self._position, last))

    def redo(self) -> None:
        """Make again what was taken back last."""
        if self._next_again is None:
            self._cross(is_undo=False)
        else:
            _, move = self._taken_back.pop()
            self._edit(move.gesture, move.operation)

    def take_back(self, gesture: Gesture) -> None:
        """Take a gesture back, pending or not, if nothing came after it."""
        while isinstance(self._last, EditMove) and self._last.gesture is gesture:
            self._drop_last()
        base = gesture.base
        if self.newest is gesture.landed and gesture.landed is not base:
            back = Edit("take the change back", base)
            self._take_up(EditMove(gesture, lambda _scenario: back, back))

    def forget(self) -> None:
        """Another document takes the place of this one, with its history."""
        self.cancel()
        self._taken_back.clear()
        self._session.undo_stack.clear()
        self._commands.clear()

    def cancel(self) -> None:
        """Leave the document as it is shown."""
        if self._moves:
            self._moves.clear()
            self._restart()

    def finish(self) -> None:
        """Let everything wait until nothing is pending."""
        while self._moves:
            self._go_on().wait()

    def refuses(self) -> bool:
        """Whether something is pending, which is said: what is asked for belongs to what shows."""
        if self._moves:
            self._session.refused.emit(f"Not yet: “{self.text}” is still being worked out.")
        return bool(self._moves)

    def _refuses(self, gesture: Gesture) -> bool:
        """Whether an edit, which names cells by where they are shown, must wait for what comes."""
        last = self._last
        if last is None or (isinstance(last, EditMove) and last.gesture is gesture):
            return False
        is_other = layout_of(self.newest) != layout_of(self._session.scenario)
        return (is_other or not gesture.may_lag) and self.refuses()

    @property
    def _last(self) -> Move | None:
        return self._moves[-1] if self._moves else None

    def _made(self, gesture: Gesture, operation: BoundOperation) -> EditMove | None:
        """The edit from where the gesture began; None, and it is said why, if it cannot be."""
        try:
            return EditMove(gesture, operation, operation(gesture.base))
        except InputError as error:
            self._session.refused.emit(refusal(error, gesture.base))
            return None

    def _take_up(self, move: Move) -> bool:
        """Land a move, or let it wait for its turn; False if it was refused."""
        session = self._session
        at_once = isinstance(move, EditMove) and not move.gesture.may_lag
        if not self._moves and (at_once or effort(move.scenario, session.trace) < LONG):
            try:
                trace = calculate(move.scenario, session.trace)
            except InputError as error:
                session.refused.emit(refusal(error, move.scenario))
                return False
            self._land(move, trace)
            return True
        waiting = self._moves[1:]
        if waiting and isinstance(move, EditMove) and is_of(waiting[-1], move.gesture):
            self._moves.pop()
        self._moves.append(move)
        if isinstance(move, EditMove):
            move.gesture.latest = move.scenario
        self._go_on()
        self.changed.emit()
        return True

    def _cross(self, is_undo: bool) -> None:
        if self._goes_on_with(is_undo):
            way = self._next(is_undo)
            if way is not None:
                text = f"{'undo' if is_undo else 'redo'} {way.text}"
                self._take_up(Crossing(is_undo, way.beyond(self.newest), text))
        elif is_undo or isinstance(self._last, Crossing):
            self._drop_last()

    def _goes_on_with(self, is_undo: bool) -> bool:
        """Whether nothing is pending but what goes the same way through the history."""
        return all(isinstance(one, Crossing) and one.is_undo is is_undo for one in self._moves)

    @property
    def _position(self) -> int:
        """Where the history will be once everything has landed."""
        ways = (-1 if isinstance(one, Crossing) and one.is_undo else 1 for one in self._moves)
        return self._session.undo_stack.index() + sum(ways)

    @property
    def _next_again(self) -> EditMove | None:
        """The edit that Redo makes again: one that was taken back here before it had landed."""
        at, move = self._taken_back[-1] if self._taken_back else (-1, None)
        return move if at == self._position else None

    def _next(self, is_undo: bool) -> Way | None:
        """The entry of the history to be crossed after those that are pending."""
        at = self._session.undo_stack.index()
        at += -1 - len(self._moves) if is_undo else len(self._moves)
        return self._commands[at].way if 0 <= at < len(self._commands) else None

    def _text_behind(self, is_undo: bool) -> str | None:
        stack, last = self._session.undo_stack, self._last
        if not is_undo and self._next_again is not None:
            return self._next_again.text
        if last is None:
            can_cross = stack.canUndo() if is_undo else stack.canRedo()
            return (stack.undoText() if is_undo else stack.redoText()) if can_cross else None
        if self._goes_on_with(is_undo):
            way = self._next(is_undo)
            return None if way is None else way.text
        if isinstance(last, EditMove):
            return last.text if is_undo else None
        return last.text.partition(" ")[2]

    def _drop_last(self) -> None:
        self._moves.pop()
        if self._moves:
            self.changed.emit()
        else:
            self._restart()

    def _restart(self) -> None:
        """What is being worked out is not wanted any more."""
        assert self._work is not None  # it was
        self._work.drop()
        self._course = Course()
        self._go_on()
        self.changed.emit()

    def _go_on(self) -> Latest:
        """Work on the first move, unless that is under way."""
        if self._work is None:
            self._work = Latest(self)
            self._work.came.connect(self._note)
            self._work.done.connect(self._take)
        if self._moves and not self._work.is_busy:
            scenario = self._moves[0].scenario
            self._course = Course(steps(scenario))
            trace, is_beside = self._session.trace, self._session.comparing.is_beside
            shown = trace.stages if is_beside else (self._session.stage,)
            names = [stage.name for stage in shown]
            self._work.start(worked_out(scenario, trace, names))
        return self._work

    def _note(self, item: object) -> None:
        if isinstance(item, Stage):
            self._course.begin(item)
            self.changed.emit()

    def _take(self, items: list[Any]) -> None:
        move, found = self._moves.pop(0), items[-1]
        self._course = Course()
        try:
            if isinstance(found, AttentionTrace):
                self._land(move, found)
            else:
                self._give_up(move, found)
        finally:
            self._go_on()
            self.changed.emit()

    def _land(self, move: Move, trace: AttentionTrace) -> None:
        stack = self._session.undo_stack
        if isinstance(move, Crossing):
            self._commands[stack.index() - move.is_undo].way.make_ready(move.scenario, trace)
            (stack.undo if move.is_undo else stack.redo)()
            return
        gesture, edit = move.gesture, move.edit
        if not self._moves:
            gesture.latest = edit.scenario
        gesture.landed = edit.scenario
        if edit.scenario is self._session.scenario:
            return
        self.landing = gesture
        try:
            self._push(ScenarioCommand(self._session, self._show, edit, trace, gesture.id))
        finally:
            self.landing = None

    def _push(self, command: ScenarioCommand) -> None:
        """Make an entry of the history, unless it becomes one with the last or both are void."""
        stack = self._session.undo_stack
        at = stack.index()
        stack.push(command)
        del self._commands[min(at, stack.index()) :]
        if stack.index() > at:
            self._commands.append(command)

    def _give_up(self, move: Move, error: Exception) -> None:
        """A move cannot be made: say so, and make what follows it again without it."""
        later, self._moves = self._moves, []
        is_superseded = bool(later) and isinstance(move, EditMove) and is_of(later[0], move.gesture)
        if isinstance(move, EditMove):
            move.gesture.latest = self._session.scenario
        for one in later:
            self._make_again(one, move)
        if not isinstance(error, InputError):
            raise error
        if not is_superseded:
            self._refuse(move, error)

    def _make_again(self, move: Move, refused: Move) -> None:
        if isinstance(move, Crossing):
            return  # it led on from what did not come about
        gesture = move.gesture
        if self._moves or not is_of(refused, gesture):
            gesture.begin_at(self.newest)
        try:
            made = EditMove(gesture, move.operation, move.operation(gesture.base))
        except InputError as error:
            self._refuse(move, error)
            return
        if made.scenario is not self.newest:
            self._moves.append(made)
            gesture.latest = made.scenario

    def _refuse(self, move: Move, error: InputError) -> None:
        """Say what was not made; views of its gesture know it for theirs."""
        self.landing = move.gesture if isinstance(move, EditMove) else None
        try:
            self._session.refused.emit(refusal(error, move.scenario))
        finally:
            self.landing = None
