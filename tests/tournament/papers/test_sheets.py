"""The pages for the wall."""

from __future__ import annotations

import re

import msgspec

from bigslick.tournament.director.events import Moved, Seated, SeatsRedrawn, TableOpened
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.papers.sheets import seat_draw_sheet, table_plan
from bigslick.tournament.structure.files import load

from .events import rounds, turbo

ROW = re.compile(r"<tr><td>([^<]*)</td><td class='n'>(\d+)</td><td class='n'>(\d+)</td></tr>")


def test_the_first_draw_tells_each_player_their_seat_in_the_order_of_names() -> None:
    event = rounds()
    page = "".join(seat_draw_sheet(event))
    first = page.partition("</section>")[0]
    found = [(name, int(table), int(seat)) for name, table, seat in ROW.findall(first)]
    names = event.director.names
    drawn = {found.entry: (found.table, found.seat + 1) for found in event.events if isinstance(found, Seated)}
    assert found == [(names[entry], *drawn[entry]) for entry in range(14)]  # Player 9 before Player 10


def test_late_entries_and_every_new_draw_are_on_the_sheet() -> None:
    event = turbo()
    page = "".join(seat_draw_sheet(event))
    seated = [found for found in event.events if isinstance(found, Seated)]
    assert page.count("<td>late entry</td>") == 4
    assert page.count("<td>re-entry</td>") == len(seated) - 30 > 0
    redrawn = [found for found in event.events if isinstance(found, SeatsRedrawn)]
    assert page.count("new seats for ") == len(redrawn) == 1
    last = page.rpartition("<section")[2]
    moved = {found.entry: (found.to_table, found.to_seat + 1) for found in event.events if isinstance(found, Moved)}
    rows = ROW.findall(last)
    assert len(rows) == redrawn[0].players
    assert {(int(table), int(seat)) for _, table, seat in rows} <= set(moved.values())


def test_late_entries_stand_below_the_draw_of_their_flight() -> None:
    event = Tournament(load("flights").with_entrants(40), 7)
    event.finish()
    titles = re.findall(r"<h2>(.*?)</h2>", "".join(seat_draw_sheet(event)))
    assert titles[:4] == [
        "Day 1A",
        "Day 1A: late entries and re-entries",
        "Day 1B",
        "Day 1B: late entries and re-entries",
    ]


def test_the_plan_has_every_table_with_every_seat_and_one_button() -> None:
    event = turbo()
    page = "".join(table_plan(event))
    plan, _, final = page.partition("Final table")
    tables = plan.split("<h3>")[1:]
    opened = [found for found in event.events if isinstance(found, TableOpened)]
    assert len(tables) == 5
    for table, made in zip(tables, opened, strict=False):
        assert table.startswith(f"Table {made.table}<")
        assert table.count("<tr>") == made.chairs
        assert table.count(">D<") == 1
        assert f"<td class='n'>{made.button + 1}</td>" in table.partition(">D<")[0].rpartition("<tr>")[2]
    assert final.count("<tr>") == opened[-1].chairs


def test_names_are_text_and_not_markup() -> None:
    structure = msgspec.structs.replace(
        load("s0"), entrants=0, entries=("<script>x</script>", "O'Neil & Co"), name="<b>Sunday</b>"
    )
    for page in (seat_draw_sheet, table_plan):
        text = "".join(page(Tournament(structure, 1)))
        assert "<script" not in text
        assert "&lt;script&gt;x&lt;/script&gt;" in text
        assert "<b>" not in text
        assert "O&#x27;Neil &amp; Co" in text


def test_a_page_says_the_event_the_seed_and_is_cut_for_a4() -> None:
    page = "".join(seat_draw_sheet(rounds()))
    assert "<h1>S0: ten levels by hands</h1>" in page
    assert "Seed 7." in page
    assert "size: A4" in page


def test_every_round_of_a_shootout_is_a_draw_of_its_own() -> None:
    event = Tournament(load("shootout").with_entrants(27), 3)
    event.finish()
    for page in ("".join(seat_draw_sheet(event)), "".join(table_plan(event))):
        assert re.findall("<h2>(.*)</h2>", page) == ["Round 1", "Round 2"]
    assert len(ROW.findall("".join(seat_draw_sheet(event)))) == 27 + 3
    assert "".join(table_plan(event)).count("<h3>") == 3 + 1
