"""The plans of a presentation: made once for all steps of a stage, kept until something changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

from PySide6.QtCore import QSignalBlocker

from explorer.app.session import Session
from explorer.model import Granularity
from explorer.model.stages import Stage
from explorer.ui.heatmaps.heatmap_geometry import Grid
from explorer.ui.presentation.arithmetic import Brevity
from explorer.ui.presentation.presentation_plan import (
    HeightOf,
    Plan,
    Screen,
    part_plan,
    whole_plan,
)
from explorer.ui.presentation.presentation_words import Narration, Told
from explorer.ui.presentation.scaled_look import ScaledLook
from explorer.ui.presentation.step_text import StepText
from explorer.ui.presentation.table_fit import TableFit
from explorer.ui.presentation.typical_steps import Step, longest_reason, typical_steps


@dataclass(frozen=True, slots=True)
class StagePlan:
    """Where a stage and its text stand, its table turned to the beginning, its longest reason."""

    plan: Plan
    grid: Grid
    longest_reason: str


class StagePlans:
    """Plans the stages of a session; `probe` measures tables, `text` measures what is told."""

    def __init__(self, session: Session, probe: ScaledLook, text: StepText) -> None:
        self._session = session
        self._probe = probe
        self._text = text
        self._shared: dict[Granularity, Plan | None] = {}
        self._plans: dict[tuple[Stage, Granularity], StagePlan] = {}
        self._typical: dict[tuple[Stage, Granularity], list[Step]] = {}
        self._fits: dict[Stage, TableFit] = {}

    def forget(self) -> None:
        """Plan anew from now on: numbers, names, looks or sizes are others."""
        self._shared.clear()
        self._plans.clear()
        self._typical.clear()
        self._fits.clear()

    def plan(self, stage: Stage, narration: Narration, screen: Screen) -> StagePlan:
        """The plan that holds for all steps of a stage."""
        key = stage, narration.granularity
        if key not in self._plans:
            plan = self._plan_of_all(narration, screen) or self._plan_of(stage, narration, screen)
            grid = self._fit(stage).grid(plan.points, plan.table.size())
            reason = longest_reason(narration, stage, self._steps(stage, narration))
            self._plans[key] = StagePlan(plan, grid, reason)
        return self._plans[key]

    def _plan_of_all(self, narration: Narration, screen: Screen) -> Plan | None:
        """One plan for all stages if their tables fit as a whole: nothing moves between them."""
        granularity = narration.granularity
        if granularity not in self._shared:
            stages = self._session.trace.stages
            fits = [self._fit(stage) for stage in stages]
            height = self._height_of(stages, narration)
            grids = [fit.grid for fit in fits]
            self._shared[granularity] = whole_plan(screen, fits[0].shape[0], grids, height)
        return self._shared[granularity]

    def _plan_of(self, stage: Stage, narration: Narration, screen: Screen) -> Plan:
        fit, height = self._fit(stage), self._height_of((stage,), narration)
        rows = fit.shape[0]
        whole = whole_plan(screen, rows, (fit.grid,), height)
        return whole or part_plan(screen, rows, fit.grid, height)

    def _fit(self, stage: Stage) -> TableFit:
        if stage not in self._fits:
            self._fits[stage] = TableFit(self._session, self._probe, stage)
        return self._fits[stage]

    def _steps(self, stage: Stage, narration: Narration) -> list[Step]:
        """The typical steps of a stage."""
        key = stage, narration.granularity
        if key not in self._typical:
            self._typical[key] = typical_steps(narration, stage)
        return self._typical[key]

    def _height_of(self, stages: Sequence[Stage], narration: Narration) -> HeightOf:
        """How high the text of the steps of some stages can become."""
        look = self._text.look

        @cache  # nobody asks where the tables are too large anyway
        def told() -> list[Told]:
            steps = chain.from_iterable(self._steps(stage, narration) for stage in stages)
            return [narration.told(*step) for step in steps]

        def height(points: float, brevity: Brevity, width: int) -> int:
            with QSignalBlocker(look):  # nothing is drawn in the sizes tried
                look.points = points
                return max(self._text.needed(each, width, brevity) for each in told())

        return height
