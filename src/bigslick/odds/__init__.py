"""Odds: the equity of hands and ranges, and the value of stacks in prize money (ICM).

>>> from bigslick.odds import equity
>>> equity(["AhKh", "QdQs"])
<Equity: AhKh 46.21%, QdQs 53.79%; exact, 1,712,304 boards>
"""

from .equity import BadSpot, Equity, HandOrRange, PlayerEquity, equity
from .icm import BadField, IcmResult, icm, icm_exact
from .ranges import BadRange, Range, to_combo

__all__ = [
    "BadField",
    "BadRange",
    "BadSpot",
    "Equity",
    "HandOrRange",
    "IcmResult",
    "PlayerEquity",
    "Range",
    "equity",
    "icm",
    "icm_exact",
    "to_combo",
]
