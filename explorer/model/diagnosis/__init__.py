"""Own numbers held against a calculation, and what the numbers of one cannot show."""

from explorer.model.diagnosis.coverage import Coverage, coverage
from explorer.model.diagnosis.diagnose import TABLES, diagnose
from explorer.model.diagnosis.number_change import NumberChange, smallest_change
from explorer.model.diagnosis.own_numbers import OwnNumbers, own_numbers
from explorer.model.diagnosis.verdict import Diagnosis, Verdict

__all__ = [
    "TABLES",
    "Coverage",
    "Diagnosis",
    "NumberChange",
    "OwnNumbers",
    "Verdict",
    "coverage",
    "diagnose",
    "own_numbers",
    "smallest_change",
]
