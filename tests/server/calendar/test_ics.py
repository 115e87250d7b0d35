"""Calendar files, read by a parser that is not ours."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import icalendar
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bigslick.protocol.money import ChipValue
from bigslick.protocol.opening import TableForm
from bigslick.server.calendar.ics import calendar_file
from bigslick.server.store.clubs import Club, ClubMember
from bigslick.server.store.evenings import Evening, GivenAnswer

ANN = ClubMember(player="p1", role="owner", joined_at=1)
CLUB = Club(id="c7", name="Friday; the, \\ best", invite="x", created_at=1, members={"p1": ANN})
EVENING = Evening(
    club="c7",
    number=1,
    uid="abc-1",
    planned_by="p1",
    form=TableForm(name="Jürgen's night", small_blind=500, big_blind=1_000),
    clock_time="2026-11-20T20:00",
    zone="Europe/Berlin",
    starts_at=1_795_201_200_000,
    changed_at=1_795_000_000_000,
    answers={"p1": GivenAnswer("yes", 1), "gone": GivenAnswer("yes", 2)},
)
WRITTEN = st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"])
HOME = "https://cards.example"


def _read(*evenings: Evening) -> Any:
    read = icalendar.Calendar.from_ical(calendar_file(CLUB, evenings, HOME))
    assert not read.errors
    return read


def _events(*evenings: Evening) -> list[Any]:
    return [part for part in _read(*evenings).walk() if part.name == "VEVENT"]


def test_a_calendar_reads_an_evening_as_it_was_planned() -> None:
    read = _read(EVENING)
    assert (read["VERSION"], read["METHOD"]) == ("2.0", "PUBLISH")
    assert read["NAME"] == read["X-WR-CALNAME"] == r"Friday\; the\, \\ best"  # not in RFC 5545, so read as it is
    assert read["REFRESH-INTERVAL"].dt == timedelta(hours=1)
    (event,) = _events(EVENING)
    assert event["UID"] == "abc-1@bigslick"
    assert event["DTSTART"].dt == datetime(2026, 11, 20, 19, tzinfo=UTC)
    assert event["DURATION"].dt == timedelta(hours=4)
    assert (event["SEQUENCE"], event["STATUS"]) == (0, "CONFIRMED")
    assert str(event["SUMMARY"]) == "Jürgen's night (Friday; the, \\ best)"
    assert event["URL"] == f"{HOME}/#/club/c7"
    lines = str(event["DESCRIPTION"]).split("\n")
    assert lines == ["Texas hold'em 500/1,000, 6 seats, 1 coming", f"{HOME}/#/club/c7"], "only members come"
    cents = replace(EVENING, form=replace(EVENING.form, chip_value=ChipValue(cents=1, currency="€")))
    assert str(_events(cents)[0]["DESCRIPTION"]).startswith("Texas hold'em €5.00/10.00, 6 seats")
    (alarm,) = event.subcomponents
    assert (alarm["ACTION"], alarm["TRIGGER"].dt) == ("DISPLAY", timedelta(hours=-1))


def test_an_evening_that_is_called_off_says_so_and_reminds_no_one() -> None:
    (event,) = _events(replace(EVENING, called_off="snow", sequence=3))
    assert (event["STATUS"], event["SEQUENCE"], event.subcomponents) == ("CANCELLED", 3, [])
    assert str(event["DESCRIPTION"]).startswith("snow\n")


@given(name=st.text(WRITTEN, min_size=1, max_size=40), note=st.text(WRITTEN, max_size=500))
def test_any_text_comes_back_from_lines_of_at_most_75_bytes(name: str, note: str) -> None:
    evening = replace(EVENING, form=TableForm(name=name), note=note)
    file = calendar_file(CLUB, [evening], HOME)
    assert file.endswith(b"END:VCALENDAR\r\n")
    lines = file.split(b"\r\n")
    assert all(len(line) <= 75 and b"\n" not in line and b"\r" not in line for line in lines)
    for line in lines:
        line.decode()  # no character is split
    (event,) = _events(evening)
    assert str(event["SUMMARY"]) == f"{name} ({CLUB.name})"
    assert str(event["DESCRIPTION"]).startswith(note)
