"""The panel of mistakes in a window, and someone who waits for its answers."""

from dataclasses import replace

import numpy as np
import pytest

from explorer.ui.diagnosis.coverage_card import CoverageCard


class Diagnosing:
    """The panel, opened with its key, and short words for what a test does with it."""

    def __init__(self, qtbot, driver):
        self._qtbot, self._driver = qtbot, driver
        self.session, self.window, self.dialogs = driver.session, driver.window, driver.dialogs
        driver.activate()
        driver.trigger("diagnosisPanelAction")
        self.panel = self.window.diagnosis.panel
        qtbot.waitUntil(self.panel.isVisible)
        self.card, self.coverage = self.panel.own_numbers, self.panel.coverage
        self.settle()

    def settle(self):
        """Wait until everything is worked out."""
        remarks = [card.remark for card in (self.card, *self.window.findChildren(CoverageCard))]
        looking = self.coverage.proposal
        self._qtbot.waitUntil(
            lambda: (
                not any("…" in remark.text() for remark in remarks) and "…" not in looking.text()
            ),
            timeout=20_000,
        )

    def load(self, scenario):
        self.session.load(scenario, None)
        self.settle()

    def give(self, text, table="output"):
        """Put text in place of the numbers of a table; what is answered."""
        self.card.given.choose(table)
        self.card.given.fields[table].edit.setPlainText(text)
        self.settle()
        return self.said

    def give_file(self, path, table="output"):
        self.card.given.choose(table)
        self.card.given.take_file(path)
        self.settle()
        return self.said

    @property
    def said(self):
        return self.card.answer.text

    def click(self, button):
        assert button.isVisible()
        button.click()
        self.settle()

    def choose_mistake(self, title):
        texts = self.coverage.list.texts
        self.coverage.list.setCurrentRow(texts.index(f"• {title}"))
        self.settle()


@pytest.fixture
def diagnosing(qtbot, driver):
    return Diagnosing(qtbot, driver)


@pytest.fixture
def three_queries(seed_scenario):
    """The seed's keys and values, read by three queries."""
    return replace(
        seed_scenario,
        query=np.array([[1.0, 0.0], [0.0, 2.0], [1.0, -1.0]]),
        queries=("Query 1", "Query 2", "Query 3"),
    )
