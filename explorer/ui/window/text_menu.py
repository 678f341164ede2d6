"""The menu about where Q, K and V come from: positions, biases, and keeping what is made."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from explorer.app import text_edits
from explorer.app.session import Session
from explorer.app.text_edits import PositionVectors
from explorer.ui.parts.actions import make_action, make_choice

_POSITIONS = {
    PositionVectors.NONE: ("positionsNoneAction", "Position vectors: &none"),
    PositionVectors.SINUSOIDAL: ("positionsSinusoidalAction", "Position vectors: &sinusoidal"),
    PositionVectors.TYPED_IN: ("positionsTypedAction", "Position vectors: &typed in"),
}


class TextMenu(QObject):
    """Fills a menu with what a text that starts from tokens or vectors offers.

    A child of the menu: the session may live longer than the menu does.
    """

    def __init__(self, menu: QMenu, owner: QWidget, session: Session) -> None:
        super().__init__(menu)
        self._session = session
        self._owner = owner
        self._positions = {
            kind: self._choice(name, text, self._position_vectors(kind))
            for kind, (name, text) in _POSITIONS.items()
        }
        self._biases = self._choice(
            "projectionBiasAction", "&Bias vectors in the projections", self._toggle_biases
        )
        self._keep_vectors = make_action(
            owner,
            "keepVectorsAction",
            "Keep the &vectors, drop the vocabulary",
            self._settled(lambda: session.edit(text_edits.keep_vectors)),
        )
        self._keep_all = make_action(
            owner,
            "keepQueriesKeysValuesAction",
            "&Keep Q, K and V, drop what they come from",
            self._settled(lambda: session.edit(text_edits.keep_queries_keys_values)),
        )
        group = QActionGroup(menu)
        for action in self._positions.values():
            group.addAction(action)
        menu.addActions(list(self._positions.values()))
        menu.addSeparator()
        menu.addAction(self._biases)
        menu.addSeparator()
        menu.addActions([self._keep_vectors, self._keep_all])
        session.changed.connect(self._check)
        session.document_changed.connect(self._check)
        self._check()

    def _choice(self, name: str, text: str, chosen: Callable[[], object]) -> QAction:
        return make_choice(self._owner, name, text, self._settled(chosen))

    def _settled(self, do: Callable[[], object]) -> Callable[[], None]:
        """`do`, once the open editor is committed, and the checks made true."""

        def run() -> None:
            if self._session.settle():
                do()
            self._check()

        return run

    def _position_vectors(self, kind: PositionVectors) -> Callable[[], object]:
        return lambda: self._session.edit(text_edits.set_position_vectors, kind)

    def _toggle_biases(self) -> None:
        present = not text_edits.has_projection_biases(self._session.scenario)
        self._session.edit(text_edits.set_projection_biases, present)

    def _check(self) -> None:
        scenario = self._session.scenario
        is_text = scenario.inputs.is_projected
        self._positions[text_edits.position_vectors(scenario)].setChecked(True)
        self._biases.setChecked(text_edits.has_projection_biases(scenario))
        for action in (*self._positions.values(), self._biases, self._keep_all):
            action.setEnabled(is_text)
        self._keep_vectors.setEnabled(scenario.tokens is not None)
