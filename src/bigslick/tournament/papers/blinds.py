"""The blinds and payouts sheet: every level and break with its time, and each place's prize."""

from __future__ import annotations

import datetime
import html
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from bigslick.checks import counted

from ..structure.bounties import Bounty
from ..structure.explain import duration
from ..structure.structure import Structure
from .page import PAGE_END, html_rows, page_head

if TYPE_CHECKING:
    from ..floor.run import Tournament

WHO_PAYS = {
    "per_player": "each player pays the ante",
    "big_blind": "the big blind pays the ante for the table",
    "button": "the button pays the ante for the table",
}


def blinds_sheet(structure: Structure, entrants: int | None = None) -> Iterator[str]:
    """Yield a structure's sheet, with payouts for this many entrants, by default the structure's own field."""
    field = entrants or structure.field
    if field:
        structure = structure.with_entrants(field)
    prizes = structure.prizes(field) if field else []
    yield from _sheet(structure, prizes, f"{counted(field, 'entrant')}" if field else "")


def event_blinds_sheet(event: Tournament, started: datetime.datetime | None = None) -> Iterator[str]:
    """Yield an event's sheet, with prizes for all its entries."""
    entries = len(event.director.names)
    field = f"{entries:,} {'entry' if entries == 1 else 'entries'}"
    yield from _sheet(event.structure, event.director.prizes, field, started)


def _sheet(
    structure: Structure, prizes: Sequence[int], field: str, started: datetime.datetime | None = None
) -> Iterator[str]:
    yield from page_head(structure.name, "Blinds and payouts", " ".join(_notes(structure)), started)
    yield "<div class='sides'><section><h2>Levels</h2>\n"
    yield from _levels(structure)
    yield "</section><section><h2>Payouts</h2>\n"
    yield from _payouts(structure, prizes, field)
    yield f"</section></div>\n{PAGE_END}"


def _notes(structure: Structure) -> Iterator[str]:
    """Yield the answers to players' usual questions before the start."""
    yield f"starting stack {structure.starting_stack:,}, {structure.seats} seats a table."
    if structure.buy_in or structure.fee:
        parts = [f"{structure.buy_in:,}"]
        parts += [f"{structure.fee:,} fee"] if structure.fee else []
        parts += [f"{structure.bounty.amount:,} bounty"] if structure.bounty else []
        yield f"Buy-in {' + '.join(parts)}."
    if structure.bounty is not None:
        yield _bounty_note(structure.bounty)
    if structure.reentry_limit:
        yield f"{structure.reentry_limit} {'re-entry' if structure.reentry_limit == 1 else 're-entries'} allowed."
    if structure.rebuy is not None:
        yield f"Rebuy: {structure.rebuy.chips:,} chips for {structure.rebuy.cost:,}."
    if structure.addon is not None:
        yield f"Add-on: {structure.addon.chips:,} chips for {structure.addon.cost:,}."
    if any(level.ante for level in structure.levels):
        kinds = {level.ante_kind or structure.rules.ante for level in structure.levels if level.ante}
        if len(kinds) == 1:
            said = WHO_PAYS[kinds.pop()]
            yield f"{said[:1].upper()}{said[1:]}."
    for number, day in enumerate(structure.days, 1):
        if not day.until_level:
            share = day.until_percent
            left = counted(day.until_players, "player") if share is None else f"{share.normalize():f} % of its entries"
            yield f"Day {number} ends when {left} are left, and the next day continues at that level."


def _bounty_note(bounty: Bounty) -> str:
    if bounty.kind == "mystery":
        return "Once the bounties begin, every knockout draws an envelope."
    if bounty.kind == "knockout":
        return f"A knockout wins the bounty of {bounty.amount:,}."
    cashed, head = (f"{part.normalize():f} %" for part in (100 - bounty.head_percent, bounty.head_percent))
    return f"A knockout cashes {cashed} of the bounty, and {head} goes on the head of the player who wins it."


def _levels(structure: Structure) -> Iterator[str]:
    """Yield each level with its start, with the breaks and closings between them."""
    schedule, timed = structure.schedule(), structure.unit == "time"
    pauses = {pause.after: pause.seconds for pause in structure.breaks}
    antes = any(level.ante for level in structure.levels)
    columns = ("level", "starts" if timed else "from hand", "small", "big", *(("ante",) if antes else ()), "lasts")
    rows: list[tuple[object, ...]] = []
    marks: dict[int, list[str]] = {}
    ends = {day.until_level: number for number, day in enumerate(structure.days, 1) if day.until_level}
    began = 0  # each day has its own clock
    for number, level in enumerate(structure.levels, 1):
        if number - 1 in ends:
            began = schedule.start(number)
            over = ends[number - 1]
            marks.setdefault(number - 1, []).append(f"End of day {over}, start of day {over + 1}")
        start = _clock(schedule.start(number) - began) if timed else f"{schedule.first_hand(number):,}"
        if number == len(structure.levels):
            lasts = "to the end"
        else:
            lasts = duration(level.seconds) if timed else counted(level.hands, "hand")
        ante = (f"{level.ante:,}" if level.ante else "-",) if antes else ()
        rows.append((number, start, f"{level.small:,}", f"{level.big:,}", *ante, lasts))
        closing = _closing(structure, number)
        if closing:
            marks.setdefault(number, []).append(closing)
        if number in pauses:
            marks.setdefault(number, []).append(f"Break, {duration(pauses[number])}")
    numbers = set(range(len(columns)))
    for place, line in enumerate(html_rows(columns, rows, numbers)):
        yield line  # the first line is the header, then one for each level
        for said in marks.get(place, ()):
            yield f"<tr class='note'><td colspan='{len(columns)}'>{html.escape(said)}</td></tr>\n"


def _closing(structure: Structure, level: int) -> str:
    """List everything that ends with a level."""
    ends = []
    if structure.late_reg_levels == level:
        ends.append("late registration")
    if structure.rebuy is not None and structure.rebuy.until_level == level:
        ends.append("rebuys")
    said = f"End of {' and '.join(ends)}" if ends else ""
    if structure.addon is not None and structure.addon.until_level == level:
        said = f"{said}; add-on" if said else "Add-on"
    return said


def _payouts(structure: Structure, prizes: Sequence[int], field: str) -> Iterator[str]:
    if not field:
        yield "<p>The payouts depend on the number of entrants.</p>\n"
        return
    if not prizes:
        yield f"<p>{field}: no prize.</p>\n"
        return
    pool, paid = sum(prizes), len(prizes)
    yield f"<p>{field}, prize pool {pool:,}, {counted(paid, 'place')} paid.</p>\n"
    rows, place = [], 1
    for prize, same in groupby(prizes):
        count = len(list(same))
        rows.append(
            (f"{place:,}" if count == 1 else f"{place:,}-{place + count - 1:,}", f"{prize:,}", _share(prize, pool))
        )
        place += count
    if structure.payouts.seat_name:
        yield f"<p>Each seat is one for {html.escape(structure.payouts.seat_name)}.</p>\n"
    yield from html_rows(("place", "prize", "%"), rows, numbers={0, 1, 2})


def _share(prize: int, pool: int) -> str:
    return f"{100 * prize / pool:.1f}"


def _clock(seconds: int) -> str:
    minutes = seconds // 60
    return f"{minutes // 60}:{minutes % 60:02}"
