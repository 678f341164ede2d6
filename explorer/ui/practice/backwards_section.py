"""Tasks that run backwards: choose the numbers of one row so that a result becomes another."""

from PySide6.QtWidgets import QPushButton

from explorer.app import edits
from explorer.app.change import Change
from explorer.app.session import Session
from explorer.model import AttentionInputs
from explorer.model.backwards import BackwardsTask, Solution, backwards_task, goal_text, solve
from explorer.model.inputs import PROJECTIONS
from explorer.model.number_format import format_number
from explorer.model.readers import differs_elsewhere
from explorer.model.rendering import subscript
from explorer.model.scenario import ARRAY_AXES
from explorer.model.wording import place_name, spoken_name
from explorer.ui.looks.look import Look
from explorer.ui.parts.text import plain_label
from explorer.ui.practice.practice_section import PracticeSection

_ROWS = {"query": "{name}", "key": "the key of {name}", "value": "the value of {name}"}
_ROWS |= dict.fromkeys(PROJECTIONS, "the row of {name} of the vectors")


class BackwardsSection(PracticeSection):
    """Sets a task, follows the number while it is worked on, and says when it is reached."""

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__(session, look, "The other way round")
        self.setObjectName("backwardsTask")
        self._turn = 0
        self._task: BackwardsTask | None = None
        self._start: AttentionInputs = session.scenario.inputs
        self._solution: Solution | None = None
        self._shown: Solution | None = None
        self.live = plain_label()
        self.show_me = QPushButton("Show me")
        self.another = QPushButton("Another task")
        self.body.addWidget(self.live)
        self.add_buttons(self.show_me, self.another)
        self.body.addWidget(self.status)
        self.show_me.clicked.connect(lambda _checked=False: self._solve())
        self.another.clicked.connect(lambda _checked=False: self._set_another())

    def follow_change(self, change: Change) -> None:
        """With other sizes the task is about something that is gone."""
        self._shown = None
        if change.structure:
            self._task = None

    def follow_own(self) -> None:
        """One solution is there."""
        self._shown = self._solution

    def follow_document(self) -> None:
        self._task = None

    def refresh(self) -> None:
        """Show the task, where the number stands, and whether that is the goal."""
        if self._task is None:
            self._set_task()
        task = self._task
        self.question.setText(self._words())
        self.live.setVisible(task is not None)
        self.another.setEnabled(task is not None)
        can_solve = task is not None and not self._is_reached(task)
        self.show_me.setEnabled(can_solve and not self.is_waiting)
        if task is None:
            self.say("")
        else:
            self.live.setText(f"Goal: {goal_text(task)}\nNow: {self._now(task)}")
            self.say(self._verdict(task))

    def _set_task(self) -> None:
        session = self._session
        self._start = session.scenario.inputs
        self._shown = None
        self._task = backwards_task(session.scenario, self.trace, self._turn)

    def _set_another(self) -> None:
        if self._task is not None and self._session.settle():
            self._turn = self._task.turn + 1
            self._task = None
            self.refresh()

    def _solve(self) -> None:
        """Put one solution in, worked out from the numbers as they are now."""
        session, task = self._session, self._task
        if task is None or not session.settle() or task != self._task:
            return
        solution = solve(session.scenario.inputs, task)
        if solution is None:
            self.say(
                f"No single number of {self._label(task)} gives this any more. "
                "Undo your changes, or take another task."
            )
            return
        self._solution = solution
        self.put(solution.cell, solution.value)
        self.another.setFocus()

    def _words(self) -> str:
        session, task = self._session, self._task
        if task is None:
            return "There is no such task for these numbers."
        names = session.scenario.names(ARRAY_AXES[task.array][0])
        row = _ROWS[task.array].format(name=spoken_name(names, task.row))
        words = self._look.words
        row = words(row)
        target = words(place_name(session.scenario, self.trace, task.target))
        goal = format_number(task.goal)
        return (
            f"Choose {self._label(task)} ({row}) so that the {target} becomes {goal}. "
            "Change nothing else."
        )

    def _now(self, task: BackwardsTask) -> str:
        if self._session.reveal.hides(task.target):
            return "hidden for now"
        return self._look.number(self.trace.number(task.target))

    def _is_reached(self, task: BackwardsTask) -> bool:
        return task.is_reached(self.trace.number(task.target))

    def _verdict(self, task: BackwardsTask) -> str:
        session = self._session
        if not self._is_reached(task) or session.reveal.hides(task.target):
            return ""
        if self._shown is not None:
            cell = self._shown.cell
            label = edits.cell_label(cell.array, cell.row, cell.column)
            label = self._look.words(label)
            value = format_number(self._shown.value, None)
            return f"One solution: {label} = {value}. Undo takes it back."
        if differs_elsewhere(self._start, session.scenario.inputs, task.array, task.row):
            return f"The goal is reached, but not by {self._label(task)} alone."
        return "Reached."

    def _label(self, task: BackwardsTask) -> str:
        """The row as the formula names it: K₃."""
        return f"{edits.LETTERS[task.array]}{subscript((task.row + 1,))}"
