"""Two states of a scenario side by side, and what that says in sentences."""

from explorer.model.comparison.changes import (
    Fate,
    NamesChange,
    Reason,
    SettingChange,
    StageChange,
    TableChange,
    rounding_limit,
)
from explorer.model.comparison.compare import (
    RIGHT_WRONG,
    THEN_NOW,
    Comparison,
    Pair,
    Sides,
    State,
    compare,
    comparing,
    effort,
    making_state,
    state_beside,
)
from explorer.model.comparison.input_wording import input_sentences
from explorer.model.comparison.mistake_wording import mistake_sentences, what_became
from explorer.model.comparison.sentences import not_compared, sentences, then_and_now
from explorer.model.comparison.stage_wording import stage_sentences
from explorer.model.comparison.words import Sentence

__all__ = [
    "RIGHT_WRONG",
    "THEN_NOW",
    "Comparison",
    "Fate",
    "NamesChange",
    "Pair",
    "Reason",
    "Sentence",
    "SettingChange",
    "Sides",
    "StageChange",
    "State",
    "TableChange",
    "compare",
    "comparing",
    "effort",
    "input_sentences",
    "making_state",
    "mistake_sentences",
    "not_compared",
    "rounding_limit",
    "sentences",
    "stage_sentences",
    "state_beside",
    "then_and_now",
    "what_became",
]
