"""What the scaling laboratory says of its measurements."""

import math

from explorer.model.scaling_law import Measurement, Population
from explorer.ui.looks.look import Look

ASSUMPTION = (
    "The theory: if every component of a query and of a key has mean 0 and variance 1, and no two "
    "components go with each other, a dot product of d products has variance d, so its spread is "
    "√d. Divided by √d it is 1, whatever d is."
)


def finding(population: Population, measured: Measurement, look: Look) -> str:
    """The measurement at the chosen d, in words."""
    number = look.number
    most = math.log2(population.n_key)
    return (
        f"At d = {measured.d} the scores spread by {number(measured.spread)}; the theory says "
        f"{number(measured.theory)}. Not scaled, the largest of {population.n_key} weights is "
        f"{number(measured.unscaled.largest)} on average and the entropy of a reader "
        f"{number(measured.unscaled.entropy)} bits; divided by √d they are "
        f"{number(measured.scaled.largest)} and {number(measured.scaled.entropy)} bits. "
        f"(Equal weights: {number(1 / population.n_key)} and {number(most)} bits.)"
    )


def breach(population: Population, measured: Measurement, look: Look) -> str:
    """What follows where the assumption does not hold; empty where it does."""
    if population.is_as_assumed:
        return ""
    reasons = []
    if population.spread != 1:
        variance = look.number(population.spread**2)
        reasons.append(f"a component has the variance {variance} instead of 1")
    if population.correlation != 0:
        reasons.append(f"components go with each other (ρ = {look.number(population.correlation)})")
    left = look.number(measured.theory / math.sqrt(measured.d))
    return (
        f"The assumption is broken here: {' and '.join(reasons)}. A score then has the variance "
        f"σ⁴·(d + d·(d − 1)·ρ²), and divided by √d it still spreads by {left} instead of 1."
    )
