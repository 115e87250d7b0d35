"""Moments as people name them: a date and a time in a time zone."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from bigslick.errors import BigslickError
from bigslick.sentence import say


class BadMoment(BigslickError, ValueError):
    """A date and time that does not exist; the sentence says why."""


def moment(clock_time: str, zone: str) -> int:
    """Return the milliseconds since 1970 of a time such as `2026-11-20T20:00` in a zone such as `Europe/Berlin`.

    A time that an autumn clock shows twice is the first one; one that a spring clock skips is refused.
    """
    try:
        rules = ZoneInfo(zone)
    except (OSError, ValueError, KeyError):  # unknown, a folder of zones, or not a name of one
        raise BadMoment(say("Unknown time zone '{zone}': expected a name such as Europe/Berlin.", zone=zone)) from None
    try:
        local = datetime.strptime(clock_time, "%Y-%m-%dT%H:%M")
        found = local.replace(tzinfo=rules).astimezone(UTC)
    except (ValueError, OverflowError):
        raise BadMoment(say("'{time}' is not a date and time such as 2026-11-20T20:00.", time=clock_time)) from None
    if found.astimezone(rules).replace(tzinfo=None) != local:
        raise BadMoment(
            say("The clocks in {zone} skip {time}: choose another time.", zone=zone, time=clock_time.replace("T", " "))
        )
    return int(found.timestamp()) * 1000
