"""The blinds and payouts sheet: every level, break and prize, as the structure says."""

from __future__ import annotations

import datetime
import re
from decimal import Decimal

import msgspec
import pytest

from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.papers.blinds import blinds_sheet, event_blinds_sheet
from bigslick.tournament.papers.sheets import seat_draw_sheet, table_plan
from bigslick.tournament.structure.bounties import Bounty
from bigslick.tournament.structure.files import load, presets
from bigslick.tournament.structure.formats import Day
from bigslick.tournament.structure.structure import AddOn, Rebuy

from .events import rounds, turbo

ROW = re.compile(r"<tr>(.*?)</tr>")
CELL = re.compile(r"<td[^>]*>(.*?)</td>")


def cells(page: str, after: str, before: str) -> list[list[str]]:
    """Return the rows in a section of a page."""
    part = page.partition(after)[2].partition(before)[0]
    return [CELL.findall(row) for row in ROW.findall(part) if "<td" in row]


@pytest.mark.parametrize("name", presets())
def test_every_level_break_and_prize_is_on_the_sheet(name: str) -> None:
    structure = load(name)
    page = "".join(blinds_sheet(structure, 60))
    rows = cells(page, "<h2>Levels", "<h2>Payouts")
    assert [(row[2], row[3]) for row in rows] == [(f"{level.small:,}", f"{level.big:,}") for level in structure.levels]
    assert rows[-1][-1] == "to the end"
    assert page.count(">Break, ") == len(structure.breaks)
    paid = 0
    for place, prize, _ in cells(page, "<h2>Payouts", "</body>"):
        first, _, last = place.replace(",", "").partition("-")
        paid += (int(last or first) - int(first) + 1) * int(prize.replace(",", ""))
    assert paid == sum(structure.with_entrants(60).prizes(60))


def test_levels_start_at_their_time_breaks_included() -> None:
    page = "".join(blinds_sheet(load("deep-9"), 60))
    assert [row[1] for row in cells(page, "<h2>Levels", "<h2>Payouts")][:4] == ["0:00", "1:00", "2:15", "3:15"]
    by_hands = "".join(blinds_sheet(load("s0"), 60))
    assert [row[1] for row in cells(by_hands, "<h2>Levels", "<h2>Payouts")][:3] == ["1", "11", "21"]


def test_what_closes_when_is_between_the_levels() -> None:
    rebuy, addon = Rebuy(until_level=4, cost=50, chips=5000), AddOn(until_level=4, cost=40, chips=8000)
    page = "".join(blinds_sheet(msgspec.structs.replace(load("turbo-6"), rebuy=rebuy, addon=addon), 60))
    assert "End of late registration and rebuys; add-on" in page
    assert "Rebuy: 5,000 chips for 50." in page
    assert page.index("End of late registration") > page.index(">4</td>")


@pytest.mark.parametrize(
    ("bounty", "sentence"),
    [
        (Bounty(amount=50), "A knockout wins the bounty of 50."),
        (
            Bounty(amount=50, kind="progressive", head_percent=Decimal(40)),
            "A knockout cashes 60 % of the bounty, and 40 % goes on the head of the player who wins it.",
        ),
        (Bounty(amount=50, kind="mystery"), "Once the bounties begin, every knockout draws an envelope."),
    ],
)
def test_the_sheet_says_what_a_knockout_wins(bounty: Bounty, sentence: str) -> None:
    assert sentence in "".join(blinds_sheet(msgspec.structs.replace(load("turbo-6"), bounty=bounty), 60))


def test_a_structure_without_a_field_has_no_payouts_yet() -> None:
    page = "".join(blinds_sheet(load("turbo-6")))
    assert "The payouts depend on the number of entrants." in page


def test_an_event_has_the_prizes_of_all_its_entries() -> None:
    event = turbo()
    page = "".join(event_blinds_sheet(event))
    assert f"{len(event.director.names)} entries, prize pool {sum(event.director.prizes):,}" in page
    assert len(event.director.names) > 30
    assert "14 entries" in "".join(event_blinds_sheet(rounds()))


def test_a_name_is_text_on_the_page() -> None:
    page = "".join(blinds_sheet(msgspec.structs.replace(load("turbo-6"), name="<b>Sunday</b>"), 60))
    assert "<b>" not in page
    assert "&lt;b&gt;Sunday" in page


def test_each_day_is_named_and_has_its_own_clock() -> None:
    plan = msgspec.structs.replace(load("deep-9"), days=(Day(until_level=10), Day(until_players=9)))
    page = "".join(blinds_sheet(plan))
    assert "End of day 1, start of day 2" in page
    assert "Day 2 ends when 9 players are left" in page
    assert [row[1] for row in cells(page, "<h2>Levels", "<h2>Payouts") if row[0] in ("1", "11")] == ["0:00", "0:00"]


def test_a_sheet_says_when_the_event_starts() -> None:
    event = Tournament(load("turbo-6").with_entrants(6), 1)
    started = datetime.datetime(2026, 11, 8, 20, 0, tzinfo=datetime.UTC)
    for sheet in (event_blinds_sheet, seat_draw_sheet, table_plan):
        assert "<p>Start: Sunday, 8 November 2026, 20:00</p>" in "".join(sheet(event, started))
        assert "Start:" not in "".join(sheet(event))
