"""The offer of what was not saved."""

from datetime import UTC, datetime

import numpy as np
import pytest

from explorer.app.recovery import RecoveryFolder
from explorer.files.recovery_format import Unsaved
from explorer.model import Scenario
from explorer.ui.documents.recovery_dialog import RecoveryDialog

CHANGED = datetime(2026, 3, 1, 12, 30, 15, tzinfo=UTC)


@pytest.fixture
def found(tmp_path, seed_scenario):
    folder = RecoveryFolder(tmp_path / "recovery")
    names = ("lecture.attn", "Untitled")
    paths = (tmp_path / "lecture.attn", None)
    return [
        (folder.claim(), Unsaved(name, seed_scenario, CHANGED, path))
        for name, path in zip(names, paths, strict=True)
    ]


@pytest.fixture
def dialog(qtbot, found, look, window):
    dialog = RecoveryDialog(found, look, window)
    qtbot.addWidget(dialog)
    return dialog


def uncheck(dialog, row):
    from PySide6.QtCore import Qt

    dialog.list.item(row).setCheckState(Qt.CheckState.Unchecked)


def test_each_document_is_listed_with_name_time_place_and_picture(dialog, tmp_path):
    first, second = (dialog.list.item(row) for row in range(2))
    local = f"{CHANGED.astimezone():%Y-%m-%d %H:%M:%S}"
    assert first.text() == f"lecture.attn\nchanged {local} · {tmp_path / 'lecture.attn'}"
    assert second.text() == f"Untitled\nchanged {local} · never saved"
    assert not first.icon().isNull()


def test_opening_takes_the_checked_ones_and_leaves_the_others_for_later(qtbot, dialog, found):
    uncheck(dialog, 0)
    with qtbot.waitSignal(dialog.opened) as opened:
        dialog.open_button.click()
    assert opened.args[0] == [found[1]]
    assert dialog.left == [found[0]]


def test_discarding_everything_closes_the_dialog(qtbot, dialog, found):
    with qtbot.waitSignals([dialog.discarded, dialog.accepted]):
        dialog.discard_button.click()
    assert dialog.left == []


def test_with_nothing_checked_there_is_nothing_to_open_or_discard(dialog):
    for row in range(2):
        uncheck(dialog, row)
    assert not dialog.open_button.isEnabled()
    assert not dialog.discard_button.isEnabled()


def test_later_leaves_everything(qtbot, dialog, found):
    with qtbot.waitSignal(dialog.finished):
        dialog.reject()
    assert dialog.left == found


def test_a_large_document_is_listed_without_computing_its_picture(qtbot, found, look, window):
    size = 1024
    large = Scenario(
        query=np.zeros((size, 1)),
        key=np.zeros((size, 1)),
        value=np.zeros((size, 1)),
        queries=("q",) * size,
        sources=("s",) * size,
    )
    dialog = RecoveryDialog([(found[0][0], Unsaved("x", large, CHANGED))], look, window)
    qtbot.addWidget(dialog)
    assert dialog.list.item(0).icon().isNull()
