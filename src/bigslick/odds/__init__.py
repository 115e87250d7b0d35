"""Odds: the equity of hands and ranges, and what stacks are worth in prize money (ICM)."""

from .equity import BadSpot, Equity, PlayerEquity, equity
from .icm import BadField, IcmResult, icm, icm_exact
from .ranges import BadRange, Range

__all__ = [
    "BadField",
    "BadRange",
    "BadSpot",
    "Equity",
    "IcmResult",
    "PlayerEquity",
    "Range",
    "equity",
    "icm",
    "icm_exact",
]
