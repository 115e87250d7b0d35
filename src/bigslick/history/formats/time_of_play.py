"""Works out when a hand was played, from its date, time and time zone."""

from __future__ import annotations

import datetime
import zoneinfo
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ..history import History

_EASTERN: Final = "America/New_York"
_ZONES: Final = {"ET": _EASTERN, "EST": _EASTERN, "EDT": _EASTERN, "GMT": "UTC"}


def moment(history: History) -> datetime.datetime | None:
    """Return the time in UTC, midnight if there is only a date; None for an invalid date, time or zone.

    A time without a known zone counts as UTC.
    """
    if history.year is None or history.month is None or history.day is None:
        return None
    zone = history.time_zone or _ZONES.get(history.time_zone_abbreviation or "", "UTC")
    try:
        day = datetime.date(history.year, history.month, history.day)
        at = datetime.datetime.combine(day, history.time or datetime.time())
        return at.replace(tzinfo=at.tzinfo or _zone(zone)).astimezone(datetime.UTC)
    except (ValueError, OverflowError, OSError, zoneinfo.ZoneInfoNotFoundError):
        return None


def eastern(at: datetime.datetime) -> datetime.datetime | None:
    """Convert a time to New York's clock, which PokerStars uses; None on a machine without time zone data."""
    try:
        return at.astimezone(_zone(_EASTERN))
    except (OverflowError, OSError, zoneinfo.ZoneInfoNotFoundError):
        return None


def _zone(name: str) -> datetime.tzinfo:
    """Look up a time zone; UTC needs no data, which a machine may lack."""
    return datetime.UTC if name == "UTC" else zoneinfo.ZoneInfo(name)
