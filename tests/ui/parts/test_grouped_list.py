"""Keys in a list with headings lead from entry to entry."""

import pytest
from PySide6.QtCore import Qt

from explorer.ui.parts.grouped_list import GroupedList

Key = Qt.Key
GROUPS = {"First": 1, "Second": 8, "Third": 1, "Fourth": 20}


@pytest.fixture
def groups(qtbot, look):
    groups = GroupedList(look)
    for heading, count in GROUPS.items():
        groups.add_heading(heading)
        groups.addItems([f"{heading} {number}" for number in range(1, count + 1)])
    qtbot.addWidget(groups)
    groups.setCurrentRow(1)
    return groups


def press(qtbot, groups, key):
    qtbot.keyClick(groups, key)
    return groups.currentItem().text()


def test_home_and_end_go_to_the_first_and_to_the_last_entry(qtbot, groups):
    assert press(qtbot, groups, Key.Key_End) == "Fourth 20"
    assert press(qtbot, groups, Key.Key_Home) == "First 1"


@pytest.mark.parametrize("rows", range(2, 12))
def test_pages_of_any_height_lead_to_both_ends(qtbot, groups, rows):
    groups.resize(200, rows * groups.sizeHintForRow(0) + 2 * groups.frameWidth())
    groups.show()
    seen = [press(qtbot, groups, Key.Key_PageDown) for _ in range(groups.count())]
    assert seen[-1] == "Fourth 20"
    moves = [*seen[: seen.index("Fourth 20") + 1]]
    assert len(set(moves)) == len(moves)
    back = [press(qtbot, groups, Key.Key_PageUp) for _ in range(groups.count())]
    assert back[-1] == "First 1"


def test_arrows_step_over_headings(qtbot, groups):
    assert press(qtbot, groups, Key.Key_Down) == "Second 1"
    assert press(qtbot, groups, Key.Key_Up) == "First 1"
    assert press(qtbot, groups, Key.Key_Up) == "First 1"


def test_hidden_entries_are_passed_over(qtbot, groups):
    for row in range(groups.count() - 5, groups.count()):
        groups.item(row).setHidden(True)
    groups.item(1).setHidden(True)
    groups.setCurrentRow(4)
    assert press(qtbot, groups, Key.Key_End) == "Fourth 15"
    assert press(qtbot, groups, Key.Key_Home) == "Second 1"
