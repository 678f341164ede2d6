"""The Calculation menu: scale, mask and soft-cap, each an undoable edit."""

import re
from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from explorer.app import edits
from explorer.app.mask_brush import MaskBrush
from explorer.app.session import Session
from explorer.files.number_text import NumberTextError, edit_text, parse_number
from explorer.model.masks import CausalMask, CellMask, Mask, WindowMask
from explorer.ui.parts.actions import make_choice
from explorer.ui.window.dialogs import Dialogs
from explorer.ui.window.mask_actions import MaskActions

WINDOW_LABEL = "How many positions before and after its own a query may read (empty: no limit):"
_WINDOW = re.compile(r"(\d{0,6})\s*,\s*(\d{0,6})", re.ASCII)


class CalculationMenu(QObject):
    """Fills a menu with the choices about the calculation and keeps its checks true.

    A child of the menu: the session may live longer than the menu does.
    """

    def __init__(
        self, menu: QMenu, owner: QWidget, session: Session, dialogs: Dialogs, brush: MaskBrush
    ) -> None:
        super().__init__(menu)
        self._session = session
        self._dialogs = dialogs
        self._owner = owner
        self._scales = {
            "sqrt_d": self._choice("scaleRootAction", "Scale: by √&d", self._scale("sqrt_d")),
            "none": self._choice("scaleNoneAction", "Scale: &none", self._scale("none")),
            "number": self._choice("scaleNumberAction", "Scale: × a n&umber…", self._ask_scale),
        }
        self._masks = {
            None: self._choice(
                "maskNoneAction", "Mask: every source may be &read", self._mask(None)
            ),
            CausalMask: self._choice(
                "maskCausalAction",
                "Mask: &causal, no later position",
                self._mask(CausalMask()),
            ),
            WindowMask: self._choice(
                "maskWindowAction",
                "Mask: &window around its own position…",
                self._ask_window,
            ),
            CellMask: self._choice("maskCellsAction", "Mask: cell by cell", self._keep),
        }
        self._cap = self._choice("softcapAction", "&Soft-cap…", self._ask_softcap)
        for group in (self._scales.values(), self._masks.values()):
            self._add_group(menu, list(group))
        MaskActions(menu, owner, session, brush)
        menu.addSeparator()
        menu.addAction(self._cap)
        session.changed.connect(self._check)
        session.document_changed.connect(self._check)
        self._check()

    def _choice(self, name: str, text: str, chosen: Callable[[], object]) -> QAction:
        def settled() -> None:
            if self._session.settle():
                chosen()
            self._check()

        return make_choice(self._owner, name, text, settled)

    def _add_group(self, menu: QMenu, actions: list[QAction]) -> None:
        group = QActionGroup(menu)
        for action in actions:
            group.addAction(action)
        menu.addActions(actions)
        menu.addSeparator()

    def _scale(self, scale: str) -> Callable[[], object]:
        return lambda: self._session.edit(edits.set_scale, scale)  # type: ignore[arg-type]

    def _mask(self, mask: Mask | None) -> Callable[[], object]:
        text = "remove the mask" if mask is None else "set a causal mask"
        return lambda: self._session.edit(edits.set_mask, mask, text)

    def _keep(self) -> None:
        """The mask typed in cell by cell is already there: nothing to do."""

    def _ask_scale(self) -> None:
        current = self._session.scenario.scale
        value = edit_text(current) if isinstance(current, float) else "1"
        number = self._ask("Scale", "Multiply every score by:", value)
        if number is not None:
            self._session.edit(edits.set_scale, number)

    def _ask_softcap(self) -> None:
        current = self._session.scenario.softcap
        label = "Bend scores back so that none leaves −c to c. c (empty: no soft-cap):"
        text = self._dialogs.number("Soft-cap", label, edit_text(current) if current else "")
        if text is not None and not text.strip():
            self._session.edit(edits.set_softcap, None)
        elif text is not None:
            number = self._parsed(text)
            if number is not None:
                self._session.edit(edits.set_softcap, number)

    def _ask_window(self) -> None:
        mask = self._session.scenario.mask
        current = mask if isinstance(mask, WindowMask) else WindowMask(left=1, right=0)
        text = self._dialogs.number("Window", WINDOW_LABEL, window_text(current))
        if text is None:
            return
        try:
            chosen = window_from_text(text)
        except ValueError as error:
            self._session.refused.emit(str(error))
        else:
            self._session.edit(edits.set_mask, chosen, "set a window mask")

    def _ask(self, title: str, label: str, value: str) -> float | None:
        text = self._dialogs.number(title, label, value)
        return None if text is None else self._parsed(text)

    def _parsed(self, text: str) -> float | None:
        try:
            return parse_number(text)
        except NumberTextError as error:
            self._session.refused.emit(str(error))
            return None

    def _check(self) -> None:
        scenario = self._session.scenario
        scale = scenario.scale if isinstance(scenario.scale, str) else "number"
        self._scales[scale].setChecked(True)
        self._masks[None if scenario.mask is None else type(scenario.mask)].setChecked(True)
        self._masks[CellMask].setEnabled(isinstance(scenario.mask, CellMask))
        self._cap.setChecked(scenario.softcap is not None)
        for action in (*self._scales.values(), *self._masks.values(), self._cap):
            action.setEnabled(scenario.inputs.has_scores)
        self._masks[CellMask].setEnabled(isinstance(scenario.mask, CellMask))


def window_text(mask: WindowMask) -> str:
    """A window as it is typed: positions before and after, nothing where there is no limit."""
    return ", ".join("" if side is None else str(side) for side in (mask.left, mask.right)).strip()


def window_from_text(text: str) -> WindowMask:
    """The window that `2, 0` or `, 1` asks for. Raises ValueError with a sentence."""
    sides = _WINDOW.fullmatch(text.strip())
    if sides is None:
        raise ValueError(
            f"expected two whole numbers such as 2, 0 (or nothing for no limit), found “{text}”"
        )
    left, right = (int(side) if side else None for side in sides.groups())
    return WindowMask(left, right)
