"""What can be done with pins, as actions: the bar, the panel and the menu share them."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from explorer.app.session import Session
from explorer.app.stage_view import Showing
from explorer.model.pins import Pin
from explorer.ui.parts.actions import make_action, make_choice
from explorer.ui.window.dialogs import Dialogs

_SHOW_TEXTS = {
    Showing.THEN: ("&Then", "&Right"),
    Showing.NOW: ("&Now", "&Wrong"),
    Showing.DIFFERENCE: ("&Difference", "&Difference"),
}
"""Compared with a pin, and with the right calculation."""
_SHOW_KEYS = {Showing.THEN: "Alt+1", Showing.NOW: "Alt+2", Showing.DIFFERENCE: "Alt+3"}


class CompareActions(QObject):
    """Pins the state, chooses what is shown of it, and keeps texts and checks true.

    Signals
    -------
    pinned()
        The state was pinned: what compares may be shown.
    copy_asked()
        The person wants the sentences about what changed on the clipboard.
    """

    pinned = Signal()
    copy_asked = Signal()

    def __init__(self, session: Session, owner: QWidget, dialogs: Dialogs) -> None:
        super().__init__(owner)
        self._session, self._owner, self._dialogs = session, owner, dialogs
        self._comparing = session.comparing
        self.pin = make_action(owner, "pinAction", "&Pin this state", self._pin, "Ctrl+Shift+P")
        self.shown = {showing: self._show_action(showing) for showing in Showing}
        self.beside = make_choice(
            owner, "showBesideAction", "Side &by side", self._put_beside, "Alt+4"
        )
        group = QActionGroup(self)
        for action in (*self.shown.values(), self.beside):
            group.addAction(action)
        self.swap = make_action(
            owner,
            "swapAction",
            "&Swap then and now",
            self._swap,
            "Ctrl+Shift+X",
            help_text="Go back to the pinned state, and pin the one that is left in its place",
        )
        self.swap.setIconText("Swap")
        self.rename = make_action(owner, "renamePinAction", "&Rename the pin…", self._rename)
        self.rename.setIconText("Rename…")
        self.unpin = make_action(owner, "unpinAction", "&Unpin", self._unpin)
        self.copy = make_action(
            owner, "copyComparisonAction", "&Copy what changed", self.copy_asked.emit
        )
        self.stop = make_action(owner, "stopComparingAction", "Stop c&omparing", self._stop)
        session.changed.connect(self._follow)
        session.comparing.changed.connect(self._follow)
        self._follow()

    @property
    def for_baseline(self) -> tuple[QAction, ...]:
        """What can be done only while something is compared."""
        return self.swap, self.rename, self.unpin, self.copy, self.stop

    def fill(self, menu: QMenu) -> None:
        """Put everything into a menu, the pins to compare with included."""
        menu.addAction(self.pin)
        menu.addSeparator()
        menu.addActions([*self.shown.values(), self.beside])
        menu.addSeparator()
        self.pins_menu = menu.addMenu("Compare &with")
        self.pins_menu.aboutToShow.connect(self._fill_pins)
        menu.addActions(list(self.for_baseline))

    def _fill_pins(self) -> None:
        self.pins_menu.clear()
        for index, pin in enumerate(self._session.scenario.pins):
            self.pins_menu.addAction(self._pin_choice(index, pin))
        if self.pins_menu.isEmpty():
            self.pins_menu.addAction("Nothing is pinned yet").setEnabled(False)

    def _pin_choice(self, index: int, pin: Pin) -> QAction:
        text = pin.name.replace("&", "&&").replace("\t", " ")
        name = f"pin{index + 1}Action"
        choice = make_choice(self.pins_menu, name, text, lambda: self._comparing.choose(pin))
        choice.setChecked(pin is self._comparing.baseline)
        return choice

    def _show_action(self, showing: Showing) -> QAction:
        def show() -> None:
            if self._session.settle():
                self._comparing.put_beside(False)
                self._comparing.show(showing)
            self._follow()

        name = f"show{showing.capitalize()}Action"
        text, _in_laboratory = _SHOW_TEXTS[showing]
        return make_choice(self._owner, name, text, show, _SHOW_KEYS[showing])

    def _put_beside(self) -> None:
        if self._session.settle():
            self._comparing.put_beside(True)
        self._follow()

    def _pin(self) -> None:
        if self._session.settle() and self._comparing.pin():
            self.pinned.emit()

    def _swap(self) -> None:
        if self._session.settle():
            self._comparing.swap()

    def _rename(self) -> None:
        baseline = self._comparing.baseline
        if baseline is None or not self._session.settle():
            return
        name = self._dialogs.text("Rename the pin", "What the pin is called:", baseline.name)
        if name is not None:
            self._comparing.rename(baseline, name.strip())

    def _unpin(self) -> None:
        baseline = self._comparing.baseline
        if baseline is not None and self._session.settle():
            self._comparing.unpin(baseline)

    def _stop(self) -> None:
        self._comparing.choose(None)

    def _follow(self) -> None:
        comparing, is_on = self._comparing, self._session.laboratory.is_on
        chosen = self.beside if comparing.is_beside else self.shown[comparing.showing]
        chosen.setChecked(True)
        can_show = is_on or bool(self._session.scenario.pins)
        for showing, action in self.shown.items():
            action.setText(_SHOW_TEXTS[showing][is_on])
            action.setEnabled(can_show)
        self.beside.setEnabled(comparing.is_comparing)
        for action in self.for_baseline:
            action.setEnabled(self._comparing.baseline is not None)
        self.copy.setEnabled(comparing.is_comparing)
