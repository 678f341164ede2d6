"""Choosing what a new scenario starts from, and its sizes."""

from enum import StrEnum
from typing import Any, Final

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from explorer.files.token_text import parse_tokens
from explorer.model import Scenario
from explorer.model.arrays import Matrix, frozen
from explorer.model.pins import LONGEST_NAME
from explorer.model.scenario import default_names

MOST_POSITIONS: Final = 4096
MOST_COMPONENTS: Final = 1024
_START_SEED: Final = 7
_TITLE: Final = "New scenario"
_TOKENS: Final = "the cat the"


class Kind(StrEnum):
    """What a new scenario starts from."""

    TYPED_IN = "Q, K and V, typed in"
    VECTORS = "vectors X and projections"
    TOKENS = "tokens, a vocabulary and projections"


class NewDialog(QDialog):
    """Asks what to start from, for positions and components, and what the tables start with.

    Signals
    -------
    chosen(Scenario)
        The new scenario.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("newDialog")
        self.setWindowTitle("New scenario")
        self.kind = QComboBox()
        self.kind.addItems(list(Kind))
        self.same = QCheckBox("the readers are the sources: one text reads itself")
        self.same.setChecked(True)
        self.queries = _size(3, MOST_POSITIONS)
        self.sources = _size(3, MOST_POSITIONS)
        self.positions = _size(3, MOST_POSITIONS)
        self.tokens = QLineEdit(_TOKENS)
        self.model_components = _size(3, MOST_COMPONENTS)
        self.components = _size(2, MOST_COMPONENTS)
        self.value_components = _size(2, MOST_COMPONENTS)
        self.start = QComboBox()
        self.start.addItems(["zeros", "small whole numbers"])
        self._form = QFormLayout(self)
        self._create = self._build()
        self.same.toggled.connect(self._tie)
        self.queries.valueChanged.connect(lambda _value: self._tie())
        self.kind.currentIndexChanged.connect(lambda _index: self._show_rows())
        self.tokens.textChanged.connect(lambda _text: self._show_rows())
        self._tie()
        self._show_rows()

    def scenario(self) -> Scenario:
        """The scenario as chosen."""
        match self._chosen_kind:
            case Kind.TYPED_IN:
                return self._typed_in()
            case Kind.VECTORS:
                n, d_model = self.positions.value(), self.model_components.value()
                names = default_names("Position", n)
                return self._text(names, embeddings=self._table(n, d_model, 3))
            case Kind.TOKENS:
                tokens = self._tokens
                entries = tuple(dict.fromkeys(tokens))
                vocabulary = self._table(len(entries), self.model_components.value(), 3)
                return self._text(tokens, vocabulary=vocabulary, entries=entries)

    def accept(self) -> None:
        super().accept()
        self.chosen.emit(self.scenario())

    def _typed_in(self) -> Scenario:
        n_query, n_key = self.queries.value(), self.sources.value()
        d, d_value = self.components.value(), self.value_components.value()
        word = "Position" if self.same.isChecked() else None
        return Scenario(
            title=_TITLE,
            query=self._table(n_query, d, 0),
            key=self._table(n_key, d, 1),
            value=self._table(n_key, d_value, 2),
            queries=default_names(word or "Query", n_query),
            sources=default_names(word or "Source", n_key),
        )

    def _text(self, names: tuple[str, ...], **start: Any) -> Scenario:
        d_model, d = self.model_components.value(), self.components.value()
        return Scenario(
            title=_TITLE,
            query_projection=self._table(d_model, d, 0),
            key_projection=self._table(d_model, d, 1),
            value_projection=self._table(d_model, self.value_components.value(), 2),
            queries=names,
            sources=names,
            **start,
        )

    def _build(self) -> QPushButton:
        form = self._form
        form.addRow("S&tart from", self.kind)
        form.addRow(self.same)
        form.addRow("&Queries (who reads)", self.queries)
        form.addRow("&Sources (who is read from)", self.sources)
        form.addRow("&Positions", self.positions)
        form.addRow("&Tokens, with blanks between them", self.tokens)
        form.addRow("Components of each vector, d_&model", self.model_components)
        form.addRow("&Components of each query and key, d", self.components)
        form.addRow("Components of each &value", self.value_components)
        form.addRow("Tables st&art with", self.start)
        form.addRow(QLabel("Positions and components can be added and removed later."))
        buttons = QDialogButtonBox()
        create = buttons.addButton("Create", QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form.addRow(buttons)
        return create

    @property
    def _chosen_kind(self) -> Kind:
        return list(Kind)[self.kind.currentIndex()]

    @property
    def _tokens(self) -> tuple[str, ...]:
        tokens = parse_tokens(self.tokens.text())[:MOST_POSITIONS]
        return tuple(token[:LONGEST_NAME] for token in tokens)

    def _show_rows(self) -> None:
        """Ask only for what the chosen start has."""
        kind = self._chosen_kind
        own = {
            self.same: Kind.TYPED_IN,
            self.queries: Kind.TYPED_IN,
            self.sources: Kind.TYPED_IN,
            self.positions: Kind.VECTORS,
            self.tokens: Kind.TOKENS,
        }
        for field, belongs_to in own.items():
            self._form.setRowVisible(field, kind is belongs_to)
        self._form.setRowVisible(self.model_components, kind is not Kind.TYPED_IN)
        self._create.setEnabled(kind is not Kind.TOKENS or bool(self._tokens))

    def _tie(self) -> None:
        tied = self.same.isChecked()
        self.sources.setEnabled(not tied)
        if tied:
            self.sources.setValue(self.queries.value())

    def _table(self, rows: int, columns: int, stream: int) -> Matrix:
        if self.start.currentIndex() == 0:
            return frozen(np.zeros((rows, columns)))
        generator = np.random.default_rng([_START_SEED, stream])
        return frozen(generator.integers(-3, 4, size=(rows, columns)).astype(np.float64))


def _size(value: int, largest: int) -> QSpinBox:
    box = QSpinBox()
    box.setRange(1, largest)
    box.setValue(value)
    return box
