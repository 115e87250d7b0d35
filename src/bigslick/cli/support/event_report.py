"""An event report: payouts, results by kind of bot, and the field over time; or current stacks if it was stopped."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bigslick.checks import counted

from .faults import fault_lines
from .field_chart import LABEL, Moment, draw_field_chart
from .output import line_width, print_table, say

if TYPE_CHECKING:
    from bigslick.table.ranking import Standing
    from bigslick.tournament.floor.run import Tournament

MOST_SHOWN = 20
CHART_WIDTH = 72


def reports(event: Tournament) -> list[dict[str, Any]]:
    """Return how an event's Python bots answered."""
    from msgspec.structs import asdict

    return [asdict(report) for report in event.bot_reports()]


def print_event(event: Tournament, field: Sequence[Moment], most: int = MOST_SHOWN) -> None:
    from bigslick.tournament.structure.explain import take_up_line

    director = event.director
    say(f"{event.structure.name}, seed {event.seed}", style="bold")
    say(
        f"{len(director.names):,} entries, {event.hands:,} hands, {length_text(event)}, {event.chips:,} chips in "
        f"play, prize pool {sum(director.prizes):,} for {counted(director.paid, 'place')}\n"
    )
    print_payouts(event, most)
    say()
    if event.structure.bracket is not None:
        print_bracket(event)
        say()
    print_kinds(event)
    say()
    print_chart(field)
    if taken := take_up_line(event.structure, event.reentries):
        say(taken)
    for line in fault_lines(reports(event)):
        say(line)
    say(f"\n{winner_text(event)} wins.", style="bold")


def print_stopped(event: Tournament, save: Path | None, option: str, most: int = MOST_SHOWN) -> None:
    """Print an event that was stopped: the remaining players' chips, the prizes to come, and how to resume."""
    from bigslick.tournament.papers import prizes_left, stacks_left

    stacks, prizes = stacks_left(event), prizes_left(event)
    say(f"{event.structure.name}, seed {event.seed}", style="bold")
    say(
        f"{len(stacks):,} left of {len(event.director.names):,} entries, level "
        f"{event.level} ({event.schedule.level(event.level)}), {event.hands:,} hands, {event.chips:,} chips in play\n"
    )
    rows = [
        (left.player, left.bot, left.stack, f"{left.big_blinds:,.1f}", left.table or "-", left.seat or "-")
        for left in stacks[:most]
    ]
    columns = ("player", "bot", "stack", "big blinds", "table", "seat")
    print_table(columns, rows, left=("player", "bot"), optional=("seat", "table", "bot"))
    if len(stacks) > most:
        say(f"... and {len(stacks) - most:,} more (--json has them all)")
    if event.director.final_draw_due:
        say("The final table begins once every table has ended its hand: all players draw new seats then.")
    shown = ", ".join(f"{place}. {prize:,}" for place, prize in enumerate(prizes[:most], 1))
    dots = f", ... {len(prizes):,}. {prizes[-1]:,}" if len(prizes) > most else ""
    say(f"\nStill to be won: {shown}{dots}." if prizes else "\nNo prize is left to be won.")
    if save is not None:
        say(f"`bigslick tournament --resume {save}{option}` goes on, `bigslick chop {save}` shows a deal.")
    else:
        say("Nothing was kept: `bigslick tournament --save FILE` keeps an event to go on with, or to make a deal in.")


def winner_text(event: Tournament) -> str:
    assert event.winner is not None
    return f"{event.winner} ({event.bot_of(event.director.names.index(event.winner))})"


def length_text(event: Tournament) -> str:
    """Return how long the event lasted: its levels and, if they run on a clock, its time."""
    from bigslick.tournament.structure.explain import duration

    levels = counted(event.levels_played, "level")
    return f"{levels}, {duration(event.now)}" if event.timed else levels


def print_payouts(event: Tournament, most: int) -> None:
    """Print the top of the standings: the paid places, or the first few if no one is paid."""
    standings = event.standings()
    shown = [s for s in standings if s.prize][:most] or standings[:most]
    bounties = any(s.bounties for s in standings)
    rows = [
        (s.places, s.player, s.bot, s.prize, *((s.bounties,) if bounties else ()), s.hands, s.busted_by or "")
        for s in shown
    ]
    columns = ("place", "player", "bot", "prize", *(("bounties",) if bounties else ()), "hands", "busted by")
    print_table(columns, rows, left=("player", "bot", "busted by"), optional=("busted by", "hands"))
    if len(standings) > len(shown):
        say(f"... and {len(standings) - len(shown):,} more (--json has them all)")


def print_bracket(event: Tournament) -> None:
    from bigslick.tournament.formats.brackets import bracket_lines

    for line in bracket_lines(event.director):
        say(line)


def print_kinds(event: Tournament) -> None:
    """Print how each kind of bot did: entries, paid places, best place and winnings."""
    kinds: dict[str, list[Standing]] = {}
    for standing in event.standings():
        kinds.setdefault(standing.bot, []).append(standing)
    with_bounties = event.structure.bounty is not None
    rows = []
    for kind, found in kinds.items():
        prizes, bounties = sum(s.prize for s in found), sum(s.bounties for s in found)
        paid, best = sum(s.prize > 0 for s in found), min(s.place for s in found)
        rows.append((kind, len(found), paid, best, prizes, *((bounties,) if with_bounties else ())))
    rows.sort(key=lambda row: (-sum(row[4:]), row[3]))
    columns = ("bot", "entries", "paid", "best place", "prizes", *(("bounties",) if with_bounties else ()))
    print_table(columns, rows, left=("bot",), optional=("entries",))


def print_chart(field: Sequence[Moment]) -> None:
    """Print the field over time, as wide as the terminal allows."""
    room = (line_width() or CHART_WIDTH + LABEL + 1) - LABEL - 1
    for line in draw_field_chart(field, max(24, min(CHART_WIDTH, room))):
        say(line)
