"""Where the numbers of a derivation come from, a few first and more on request."""

import numpy as np
import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from explorer.app import edits
from explorer.model import Place, Scenario
from explorer.model.places import Axis
from explorer.model.scenario import default_names
from explorer.ui.walk.origins_list import OriginsList


@pytest.fixture
def origins(qtbot, session, look):
    rng = np.random.default_rng(1)
    names = default_names("Position", 20)
    arrays = {name: rng.normal(size=(20, 2)) for name in ("query", "key", "value")}
    session.load(Scenario(**arrays, queries=names, sources=names), None)
    window = QWidget()
    origins = OriginsList(session, look)
    QVBoxLayout(window).addWidget(origins)
    qtbot.addWidget(window)
    window.show()
    yield origins
    origins.setParent(None)


def show(origins, session, array, column=0):
    session.go_to(Place(array, 0, column))
    origins.show_origins(session.derivation)


def listed(origins):
    return [row for row in origins.rows if row.place is not None]


def test_the_button_counts_the_rest_and_lists_more_of_it(origins, session):
    show(origins, session, "output")
    assert origins.more.text() == "… 34 more"
    origins.more.click()
    assert origins.more.text() == "… 14 more"
    origins.more.click()
    assert origins.more.isHidden()
    assert Place("value", 19, 0) in [row.place for row in listed(origins)]


def test_another_number_is_listed_shortly_again(origins, session):
    show(origins, session, "output")
    origins.more.click()
    show(origins, session, "output", 1)
    assert origins.more.text() == "… 34 more"


def test_new_values_of_the_same_number_leave_the_list_as_long_as_it_was(origins, session):
    show(origins, session, "output")
    origins.more.click()
    origins.show_origins(session.derivation)
    assert origins.more.text() == "… 14 more"


def test_a_short_list_has_no_button(origins, session):
    show(origins, session, "scores")
    assert origins.more.isHidden()


def test_while_a_weight_is_to_be_predicted_its_division_is_not_listed(origins, session):
    show(origins, session, "weights")
    assert Place("row_sum", 0, 0) in [row.place for row in listed(origins)]
    origins.show_origins(session.derivation, hides_result=True)
    arrays = {row.place.array for row in listed(origins)}
    assert arrays == {"scores", "scaled_scores"}


def test_all_digits_are_shown_when_they_are_chosen(origins, session, look):
    show(origins, session, "scaled_scores")
    look.all_digits = True
    score = session.trace.number(Place("scores", 0, 0))
    assert repr(abs(score)) in origins.rows[0].accessibleName()


def test_a_name_with_an_ampersand_takes_no_key_from_the_menus(origins, session):
    assert session.edit(edits.rename, Axis.SOURCES, 0, "R&File")
    show(origins, session, "output")
    assert any("R&File" in row.accessibleName() for row in origins.rows)
    assert all(row.shortcut().isEmpty() for row in origins.rows)
