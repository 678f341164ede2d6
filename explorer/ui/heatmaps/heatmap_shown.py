"""What of the numbers of a stage a heatmap shows, and which way round."""

from explorer.app.preferences import Preferences
from explorer.app.session import Session
from explorer.app.stage_view import StageView
from explorer.model.arrays import Matrix
from explorer.model.convention import Convention
from explorer.model.tables import Table
from explorer.ui.heatmaps.heatmap_geometry import is_large
from explorer.ui.heatmaps.heatmap_picture import Picture, picture_of, picture_of_difference


def picture_shown(
    session: Session,
    preferences: Preferences,
    view: StageView,
    shows_mask: bool,
    convention: Convention,
) -> Picture:
    """The picture of a stage, or of a difference, as the convention has it.

    Colours do not run to the largest weight while numbers are hidden: it would be given away.
    """
    if view.compared is not None:
        picture = picture_of_difference(view.compared)
    else:
        to_largest = _run_to_largest(view, preferences) and not session.reveal.hides_anything
        picture = picture_of(view.trace, view.stage, shows_mask, view.other_trace, to_largest)
    return picture.transposed if convention.is_turned else picture


def _run_to_largest(view: StageView, preferences: Preferences) -> bool:
    """Whether colours of weights run to the largest one, in both of two that are compared."""
    if preferences.weight_colours != "automatic":
        return preferences.weight_colours == "largest"
    tables = [one.arrays for one in (view.trace, view.other_trace) if one is not None]
    name = view.stage.name
    return any(name in arrays and is_large(*arrays.shape(name)) for arrays in tables)


def table_shown(view: StageView, convention: Convention) -> Table:
    """The numbers of a stage; turned, they are put together to one array."""
    return convention.matrix(view.array) if convention.is_turned else view.table


def scores_before(view: StageView, convention: Convention) -> Matrix | None:
    """The scores that blocked cells had, where they show −∞ now."""
    if "allowed" not in view.stage.parameters:
        return None
    before = view.trace.before(view.stage)
    return None if before is None else convention.matrix(view.trace.arrays[before])


def first_hidden(session: Session, view: StageView) -> int:
    """The first cell of the array that shows no number: not come to yet, or no difference there.

    Cells are counted row by row of the array, whichever way round it is shown.
    """
    if view.missing:
        return 0
    if view.is_aligned:
        return session.reveal.first_hidden(view.stage.name)
    rows, columns = view.trace.shape_of(view.stage.name)
    return rows * columns
