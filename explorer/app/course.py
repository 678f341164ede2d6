"""How far a long computation has come."""

from explorer.model.stages import Stage


class Course:
    """The stages of a computation as they begin; `steps` is how many there will be."""

    def __init__(self, steps: int = 1) -> None:
        self._steps = steps
        self._begun = 0
        self.stage: Stage | None = None

    def begin(self, stage: Stage) -> None:
        """The next stage begins."""
        self.stage = stage
        self._begun += 1

    @property
    def progress(self) -> float:
        """How much is behind, from 0 to 1."""
        return min(max(self._begun - 1, 0) / self._steps, 1.0)
