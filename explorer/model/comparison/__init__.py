"""Two states of a scenario side by side, and what that says in sentences."""

from explorer.model.comparison.changes import (
    Fate,
    NamesChange,
    Reason,
    SettingChange,
    StageChange,
    TableChange,
    difference,
    rounding_limit,
)
from explorer.model.comparison.compare import Comparison, State, compare, state_beside
from explorer.model.comparison.input_wording import input_sentences
from explorer.model.comparison.sentences import not_compared, sentences, then_and_now
from explorer.model.comparison.stage_wording import stage_sentences
from explorer.model.comparison.words import Sentence

__all__ = [
    "Comparison",
    "Fate",
    "NamesChange",
    "Reason",
    "Sentence",
    "SettingChange",
    "StageChange",
    "State",
    "TableChange",
    "compare",
    "difference",
    "input_sentences",
    "not_compared",
    "rounding_limit",
    "sentences",
    "stage_sentences",
    "state_beside",
    "then_and_now",
]
