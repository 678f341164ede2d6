"""Which tables the inputs show, on which cards, and under which headings."""

from dataclasses import dataclass

LEARNED = "learned, stays fixed for every text"
"""The badge of a table that training sets."""


@dataclass(frozen=True, slots=True)
class CardPlan:
    """The table of a card, its heading, and a table of one row that belongs below it."""

    array: str
    title: str
    below: str | None = None

    @property
    def arrays(self) -> tuple[str, ...]:
        """The tables of the card from top to bottom."""
        return (self.array,) if self.below is None else (self.array, self.below)


PLANS = (
    CardPlan("vocabulary", "E vocabulary"),
    CardPlan("embeddings", "X vectors of the text"),
    CardPlan("positions", "P position vectors"),
    CardPlan("query_projection", "W_Q makes queries", below="query_bias"),
    CardPlan("key_projection", "W_K makes keys", below="key_bias"),
    CardPlan("value_projection", "W_V makes values", below="value_bias"),
    CardPlan("query", "Q queries — who reads"),
    CardPlan("key", "K keys — compared with"),
    CardPlan("bias", "B bias — added to the scores"),
    CardPlan("weights", "A weights, typed in"),
    CardPlan("value", "V values — passed on"),
)
"""The cards from top to bottom; those whose table a scenario has are shown."""
