"""Dates and times in time zones, with the days on which clocks change."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bigslick.server.calendar.zones import BadMoment, moment


def _utc(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * 1000


@pytest.mark.parametrize(
    ("local", "zone", "utc"),
    [
        ("2026-11-20T20:00", "Europe/Berlin", "2026-11-20T19:00"),
        ("2026-07-10T20:00", "Europe/Berlin", "2026-07-10T18:00"),
        ("2026-11-20T20:00", "America/Sao_Paulo", "2026-11-20T23:00"),
        ("2026-10-25T02:30", "Europe/Berlin", "2026-10-25T00:30"),  # shown twice: the first time
        ("2026-11-20T20:00", "UTC", "2026-11-20T20:00"),
    ],
)
def test_a_local_time_is_one_instant(local: str, zone: str, utc: str) -> None:
    assert moment(local, zone) == _utc(utc)


@pytest.mark.parametrize(
    ("local", "zone", "why"),
    [
        ("2026-03-29T02:30", "Europe/Berlin", "The clocks in Europe/Berlin skip 2026-03-29 02:30"),
        ("2026-02-30T20:00", "UTC", "'2026-02-30T20:00' is not a date and time"),
        ("0001-01-01T00:00", "Asia/Tokyo", "is not a date and time"),
        ("2026-11-20T20:00", "Mars/Base", "Unknown time zone 'Mars/Base'"),
        ("2026-11-20T20:00", "Europe", "Unknown time zone 'Europe'"),
        ("2026-11-20T20:00", "../../etc/passwd", "Unknown time zone"),
        ("2026-11-20T20:00", "/etc/passwd", "Unknown time zone"),
        ("2026-11-20T20:00", "", "Unknown time zone ''"),
    ],
)
def test_what_is_no_moment_is_refused_with_a_sentence(local: str, zone: str, why: str) -> None:
    with pytest.raises(BadMoment, match=why):
        moment(local, zone)
