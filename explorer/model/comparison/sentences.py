"""A comparison in sentences: what was changed, then stage by stage what came of it and why."""

from explorer.model.comparison.compare import Comparison
from explorer.model.comparison.input_wording import input_sentences
from explorer.model.comparison.stage_wording import stage_sentences
from explorer.model.comparison.words import Sentence

NOTHING = "Nothing differs."


def sentences(comparison: Comparison, digits: int) -> tuple[Sentence, ...]:
    """The comparison in the order of the calculation; one sentence where nothing differs."""
    told = (*input_sentences(comparison, digits), *stage_sentences(comparison, digits))
    return told or (Sentence(NOTHING),)
