"""What a person chose is kept, and nonsense in the settings file counts as nothing."""

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QSettings

from explorer.__main__ import THEMES as THEMES_OF_THE_COMMAND_LINE
from explorer.app.preferences import (
    AGGREGATIONS,
    DIGITS,
    MOTIONS,
    RECENT_FILES,
    THEMES,
    WEIGHT_COLOURS,
    ZOOM_LEVELS,
    Preferences,
    Settings,
    preferences_for,
)
from explorer.model.convention import Convention

posix = pytest.mark.skipif(os.name != "posix", reason="pipes and devices as files")

DEFAULTS = {
    "digits": 3,
    "zoom": 100,
    "theme": "system",
    "motion": "system",
    "lines": True,
    "aggregation": "strongest",
    "weight_colours": "automatic",
    "convention": Convention.ROWS,
}


@pytest.fixture
def file(tmp_path):
    return tmp_path / "settings.ini"


def opened(file):
    return Preferences(QSettings(str(file), QSettings.Format.IniFormat))


def reopened(preferences):
    """Another start of the program: what was chosen is read from the file again."""
    preferences._settings.sync()
    return opened(preferences.file)


def told(preferences, name):
    """A list that gets an entry at each signal for `name`."""
    heard = []
    getattr(preferences, f"{name}_changed").connect(lambda: heard.append(True))
    return heard


def test_the_first_start_has_the_defaults(preferences):
    assert {name: getattr(preferences, name) for name in DEFAULTS} == DEFAULTS
    assert preferences.recent_files == ()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[("digits", digits) for digits in DIGITS],
        *[("zoom", zoom) for zoom in ZOOM_LEVELS],
        *[("theme", theme) for theme in THEMES],
        *[("motion", motion) for motion in MOTIONS],
        *[("lines", lines) for lines in (False, True)],
        *[("aggregation", aggregation) for aggregation in AGGREGATIONS],
        *[("weight_colours", weight_colours) for weight_colours in WEIGHT_COLOURS],
        *[("convention", convention) for convention in Convention],
    ],
)
def test_every_choice_is_there_at_the_next_start(preferences, name, value):
    setattr(preferences, name, value)
    assert getattr(preferences, name) == value
    assert getattr(reopened(preferences), name) == value


@pytest.mark.parametrize(
    ("name", "stored"),
    [
        ("digits", "1"),
        ("digits", "9"),
        ("digits", "three"),
        ("digits", "3.5"),
        ("digits", ""),
        ("digits", "-3"),
        ("digits", "3, 4"),
        ("digits", "@Invalid()"),
        ("zoom", "101"),
        ("zoom", "0"),
        ("zoom", "1e2"),
        ("zoom", "9999999999999999999999"),
        ("theme", "pink"),
        ("theme", "Dark"),
        ("theme", ""),
        ("theme", "light, dark"),
        ("theme", "@Invalid()"),
        ("motion", "fast"),
        ("motion", ""),
        ("motion", "less, full"),
        ("motion", "@Invalid()"),
        ("lines", "no"),
        ("lines", ""),
        ("lines", "@Invalid()"),
        ("aggregation", "median"),
        ("aggregation", ""),
        ("weight_colours", "0.5"),
        ("convention", "diagonals"),
    ],
)
def test_a_stored_value_that_is_none_of_the_allowed_ones_counts_as_not_stored(file, name, stored):
    file.write_text(f"[General]\n{name}={stored}\n", encoding="utf-8")
    assert getattr(opened(file), name) == DEFAULTS[name]


@pytest.mark.parametrize(
    "content", [b"", b"\x00\xff\xfe", b"[General", b"= = =\n[", b"\xef\xbb\xbf"]
)
def test_a_broken_settings_file_gives_the_defaults(file, content):
    file.write_bytes(content)
    preferences = opened(file)
    assert {name: getattr(preferences, name) for name in DEFAULTS} == DEFAULTS
    assert preferences.recent_files == ()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("digits", 5),
        ("zoom", 125),
        ("theme", "dark"),
        ("motion", "less"),
        ("lines", False),
        ("aggregation", "mean"),
        ("weight_colours", "largest"),
        ("convention", Convention.COLUMNS),
    ],
    ids=lambda it: str(it),
)
def test_a_choice_is_told_when_it_changes_and_only_then(preferences, name, value):
    heard = told(preferences, name)
    setattr(preferences, name, DEFAULTS[name])
    assert heard == []
    setattr(preferences, name, value)
    setattr(preferences, name, value)
    assert heard == [True]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[("zoom", 101), ("zoom", 0), ("theme", "pink"), ("motion", "fast")],
        *[("aggregation", "median"), ("weight_colours", "two")],
    ],
)
def test_a_choice_that_is_not_offered_is_not_taken(preferences, name, value):
    heard = told(preferences, name)
    setattr(preferences, name, value)
    assert getattr(preferences, name) == DEFAULTS[name]
    assert heard == []


@pytest.mark.parametrize(("asked", "taken"), [(0, 2), (1, 2), (9, 8), (100, 8)])
def test_digits_stay_within_what_is_offered(preferences, asked, taken):
    preferences.digits = asked
    assert preferences.digits == taken


def test_zoom_goes_level_by_level_and_stops_at_the_ends(preferences):
    preferences.zoom = ZOOM_LEVELS[0]
    seen = []
    for _ in range(len(ZOOM_LEVELS) + 2):
        seen.append(preferences.zoom)
        preferences.zoom_by(1)
    assert tuple(seen[: len(ZOOM_LEVELS)]) == ZOOM_LEVELS
    assert set(seen[len(ZOOM_LEVELS) :]) == {ZOOM_LEVELS[-1]}
    heard = told(preferences, "zoom")
    preferences.zoom_by(1)
    assert heard == []
    preferences.zoom_by(-100)
    assert preferences.zoom == ZOOM_LEVELS[0]


def test_recent_files_are_newest_first_each_once_and_at_most_ten(preferences, tmp_path):
    paths = [tmp_path / f"{number}.attn" for number in range(RECENT_FILES + 3)]
    for path in paths:
        preferences.add_recent(path)
    newest = tuple(reversed(paths))[:RECENT_FILES]
    assert preferences.recent_files == newest
    preferences.add_recent(newest[4])
    assert preferences.recent_files == (newest[4], *newest[:4], *newest[5:])
    assert reopened(preferences).recent_files == preferences.recent_files


def test_a_recent_file_that_is_missing_stays_in_the_list(preferences, tmp_path):
    preferences.add_recent(tmp_path / "on a stick.attn")
    assert not preferences.recent_files[0].exists()
    assert reopened(preferences).recent_files == (tmp_path / "on a stick.attn",)


@pytest.mark.parametrize(
    "name", ["a, b.attn", "ä 日本 😀.attn", '"quoted".attn', "semi;colon=equals.attn", "50%.attn"]
)
def test_a_recent_file_may_have_any_name(preferences, tmp_path, name):
    preferences.add_recent(tmp_path / name)
    assert reopened(preferences).recent_files == (tmp_path / name,)
    preferences.add_recent(tmp_path / "other.attn")
    assert reopened(preferences).recent_files == (tmp_path / "other.attn", tmp_path / name)


def test_a_relative_path_is_kept_as_where_it_is_now(preferences, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    preferences.add_recent(Path("lecture.attn"))
    preferences.add_recent(tmp_path / "lecture.attn")
    assert preferences.recent_files == (tmp_path / "lecture.attn",)


def test_recent_files_can_be_forgotten_and_every_change_of_them_is_told(preferences, tmp_path):
    heard = told(preferences, "recent")
    preferences.add_recent(tmp_path / "a.attn")
    preferences.clear_recent()
    assert preferences.recent_files == ()
    assert reopened(preferences).recent_files == ()
    assert heard == [True, True]


def test_a_dismissed_hint_stays_dismissed_and_others_do_not(preferences):
    preferences.dismiss("first edit")
    assert reopened(preferences).is_dismissed("first edit")
    assert not preferences.is_dismissed("another")


def test_a_layout_is_kept_and_nonsense_is_none(preferences):
    assert preferences.stored_layout("geometry") is None
    layout = QByteArray(bytes(range(256)))
    preferences.store_layout("geometry", layout)
    assert reopened(preferences).stored_layout("geometry") == layout
    preferences._settings.setValue("window/state", "text")
    assert preferences.stored_layout("state") is None


def test_preferences_are_kept_in_the_folder_for_settings_of_the_moment(qapp, tmp_path):
    assert Preferences().file.is_relative_to(tmp_path)


def test_the_command_line_offers_the_same_themes():
    assert THEMES_OF_THE_COMMAND_LINE == THEMES


# Damaged and foreign settings


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"[General\nzoom=150\n", "are damaged"),
        (b"nothing like settings\0\xff", "are damaged"),
        (b"[General]\nzoom=huge\ndigits=4\n", "hold unknown values (zoom)"),
        (b"[General]\ntheme=purple\ndigits=77\n", "hold unknown values (digits, theme)"),
    ],
)
def test_damaged_settings_are_kept_aside_and_the_rest_is_used(file, content, what):
    file.write_bytes(content)
    preferences = opened(file)
    aside = file.with_name("settings.ini.old")
    assert preferences.note == (
        f"The settings {what}: defaults are used instead. The old file is kept as {aside}."
    )
    assert aside.read_bytes() == content
    assert (preferences.zoom, preferences.theme) == (100, "system")
    assert preferences.digits == (4 if b"digits=4" in content else 3)
    assert reopened(preferences).note == ""


def test_settings_that_are_a_folder_are_told_and_nothing_breaks(file):
    file.mkdir()
    preferences = opened(file)
    assert "cannot be opened" in preferences.note
    preferences.zoom = 150
    assert preferences.zoom == 150


def standard_settings():
    """Where a start without options looks for its settings; the folder is there."""
    with preferences_for(Settings.KEPT) as preferences:
        file = preferences.file
    file.parent.mkdir(parents=True, exist_ok=True)
    return file


def to_zeros(path):
    path.symlink_to("/dev/zero")


@posix
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, to_zeros])
@pytest.mark.parametrize("ending", ["", ".lock"])
def test_what_is_no_file_in_place_of_settings_is_left_alone_and_told(make, ending):
    file = standard_settings()
    odd = file.with_name(f"{file.name}{ending}")
    make(odd)
    with preferences_for(Settings.KEPT) as preferences:
        assert f"{odd} is a folder, a pipe or a device" in preferences.note
        assert preferences.zoom == 100
        preferences.zoom = 150
        preferences._settings.sync()
    assert os.path.lexists(odd)
    assert not odd.is_file()


@posix
def test_a_pipe_in_place_of_settings_is_put_aside_where_they_are_reset():
    file = standard_settings()
    os.mkfifo(file)
    with preferences_for(Settings.RESET) as preferences:
        assert "are kept as" in preferences.note
        preferences.zoom = 150
        preferences._settings.sync()
    assert "zoom=150" in file.read_text(encoding="utf-8")


def test_good_settings_and_a_first_start_say_nothing(file):
    assert opened(file).note == ""
    preferences = opened(file)
    preferences.zoom = 150
    assert reopened(preferences).note == ""
    assert list(file.parent.glob("*.old")) == []


def test_reset_settings_start_from_the_defaults_and_keep_the_old_ones_aside():
    with preferences_for(Settings.KEPT) as preferences:
        preferences.zoom = 150
        preferences._settings.sync()
    with preferences_for(Settings.RESET) as preferences:
        assert preferences.zoom == 100
        aside = preferences.file.with_name("attention-explorer.ini.old")
        assert str(aside) in preferences.note
        assert "zoom=150" in aside.read_text(encoding="utf-8")
    with preferences_for(Settings.KEPT) as preferences:
        assert preferences.zoom == 100


def test_settings_that_cannot_be_put_aside_are_left_and_defaults_are_used_this_once():
    with preferences_for(Settings.KEPT) as preferences:
        preferences.zoom = 150
        preferences._settings.sync()
        preferences.file.with_name("attention-explorer.ini.old").mkdir()
    with preferences_for(Settings.RESET) as preferences:
        assert preferences.zoom == 100
        assert preferences.note.startswith("The settings cannot be put aside: ")
    with preferences_for(Settings.KEPT) as preferences:
        assert preferences.zoom == 150


def test_damaged_settings_that_cannot_be_kept_aside_are_not_said_to_be(file):
    file.write_bytes(b"zoom=9999")
    file.with_name("settings.ini.old").symlink_to("/nowhere/at/all")
    preferences = opened(file)
    assert preferences.zoom == 100
    assert "The old file cannot be kept: " in preferences.note


def test_the_safe_mode_neither_reads_nor_changes_the_settings():
    with preferences_for(Settings.KEPT) as preferences:
        preferences.zoom = 150
        preferences._settings.sync()
    with preferences_for(Settings.SAFE) as preferences:
        assert preferences.zoom == 100
        preferences.zoom = 200
        passing = preferences.file
    assert not passing.exists()
    with preferences_for(Settings.KEPT) as preferences:
        assert preferences.zoom == 150
