"""The stages at which playing the walk pauses."""

from PySide6.QtCore import QObject, Signal


class Breakpoints(QObject):
    """Names of stages; playing pauses at the first step of each.

    Signals
    -------
    changed()
        Other stages are marked now.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stages: frozenset[str] = frozenset()

    def __contains__(self, stage: object) -> bool:
        return stage in self._stages

    def toggle(self, stage: str) -> None:
        """Mark a stage, or take its mark away."""
        self._stages ^= {stage}
        self.changed.emit()
