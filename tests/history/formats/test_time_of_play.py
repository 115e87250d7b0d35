"""A hand's time is the same on every clock."""

from __future__ import annotations

import datetime
import io
import zoneinfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.history import History
from bigslick.history.formats.registry import format_named
from bigslick.history.formats.time_of_play import eastern, moment


def at(when: datetime.datetime, zone: str | None = "UTC", short: str | None = None) -> History:
    return History(
        variant="NT",
        antes=[0, 0],
        blinds_or_straddles=[1, 2],
        min_bet=2,
        starting_stacks=[100, 100],
        players=["Ann", "Ben"],
        hand=7,
        actions=["d dh p1 ????", "d dh p2 ????", "p2 f"],
        year=when.year,
        month=when.month,
        day=when.day,
        time=when.time(),
        time_zone=zone,
        time_zone_abbreviation=short,
    )


def written(history: History) -> tuple[str, History, tuple[str, ...]]:
    form = format_named("pokerstars")
    assert form.write is not None
    assert form.read is not None
    text, lost = form.write(history, None)
    (again,) = form.read(io.BytesIO(text.encode()), "")
    assert isinstance(again, History)
    return text.splitlines()[0], again, lost


def test_a_zone_is_known_by_its_name_or_its_letters() -> None:
    noon = datetime.datetime(2026, 7, 1, 12)
    for zone, short, hour in (
        ("UTC", None, 12),
        (None, "GMT", 12),
        (None, None, 12),
        (None, "ET", 16),
        ("Europe/Rome", None, 10),
    ):
        found = moment(at(noon, zone, short))
        assert found is not None
        assert (found.hour, found.tzinfo) == (hour, datetime.UTC)
    assert moment(at(noon, "Nowhere/None")) is None
    assert moment(History(year=2026, month=2, day=30)) is None
    assert moment(History()) is None


def test_pokerstars_text_has_the_time_of_new_york() -> None:
    first, again, lost = written(at(datetime.datetime(2026, 7, 1, 2, 3, 4)))
    assert first.endswith(" - 2026/06/30 22:03:04 ET")
    assert again.time_zone_abbreviation == "ET"
    assert not [sentence for sentence in lost if "zone that" in sentence]


@given(
    st.datetimes(datetime.datetime(1971, 1, 1), datetime.datetime(2037, 1, 1)).map(lambda x: x.replace(microsecond=0))
)
def test_pokerstars_text_comes_back_at_the_same_moment(when: datetime.datetime) -> None:
    history = at(when)
    assert moment(written(history)[1]) == moment(history)


def test_the_hour_that_comes_twice_is_written_in_utc() -> None:
    history = at(datetime.datetime(2026, 11, 1, 6, 30))
    first, again, _ = written(history)
    assert first.endswith(" - 2026/11/01 06:30:00 UTC")
    assert moment(again) == moment(history)
    assert written(at(datetime.datetime(2026, 11, 1, 5, 30)))[0].endswith(" - 2026/11/01 01:30:00 ET")


def test_a_machine_without_zones_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> zoneinfo.ZoneInfo:
        raise zoneinfo.ZoneInfoNotFoundError(name)

    monkeypatch.setattr(zoneinfo, "ZoneInfo", missing)
    noon = datetime.datetime(2026, 7, 1, 12)
    assert moment(at(noon)) == noon.replace(tzinfo=datetime.UTC)
    assert eastern(noon.replace(tzinfo=datetime.UTC)) is None
    first, _, lost = written(at(noon))
    assert first.endswith(" - 2026/07/01 12:00:00 ET")
    assert "that the time has no zone that PokerStars writes: written as ET" in lost
