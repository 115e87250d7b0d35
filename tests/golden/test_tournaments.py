"""Two small events followed hand by hand in text files that a tournament director can check by reading.

BIGSLICK_GOLDEN=write rewrites them; read the diff as a director would before committing it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from bigslick.tournament.director.events import Entered, Seated
from bigslick.tournament.director.sentences import event_sentence
from bigslick.tournament.floor.played_hand import PlayedHand
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.levels import Break, Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.structure import HandPace, Structure

FOLDER = Path(__file__).parent
BOTS = ("tag", "lag", "rock", "caller", "shark", "maniac")
# fmt: off
NAMES = (
    "Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ivy", "Jon",
    "Kim", "Lou", "Max", "Nan", "Oli", "Pam", "Quin", "Ria", "Sam", "Tia",
)
# fmt: on


def nine_handed() -> Tournament:
    """Twenty entrants at tables of nine, with levels counted in hands; seats are redrawn at the final table."""
    blinds = (50, 100, 150, 200, 300, 400, 600, 800, 1000, 1500, 2000, 3000)
    plan = Structure(
        name="Nine-handed, twenty entrants",
        entries=NAMES,
        seats=9,
        starting_stack=5000,
        buy_in=100,
        levels=tuple(Level(small=big // 2, big=big, ante=big, hands=8) for big in blinds),
        payouts=Payouts(percent=(Decimal(50), Decimal(30), Decimal(20))),
    )
    return Tournament(plan, 20, bots=BOTS)


def six_handed() -> Tournament:
    """Fourteen at tables of six, by the clock, with two late entries, a break and hand-for-hand at two tables."""
    blinds = (100, 200, 400, 600, 1000, 1600, 2400, 4000, 6000, 10000, 16000, 24000)
    plan = Structure(
        name="Six-handed, fourteen entrants",
        entries=NAMES[:14],
        seats=6,
        starting_stack=10_000,
        buy_in=50,
        late_reg_levels=1,
        levels=tuple(Level(small=big // 2, big=big, ante=big, seconds=600) for big in blinds),
        breaks=(Break(after=4, seconds=300),),
        payouts=Payouts(
            percent=(Decimal(40), Decimal(25), Decimal(15), Decimal(8), Decimal(5), Decimal(4), Decimal(3))
        ),
        final_table_size=6,
        pace=HandPace(seconds_per_hand=30, seconds_per_action=5),
    )
    return Tournament(plan, 4, bots=BOTS, late=2)


def follow(event: Tournament) -> Iterator[str]:
    """Return every hand as a line, and every decision of the director as another."""
    lines: list[str] = []
    names = event.director.names
    read = 0

    def decisions() -> None:
        nonlocal read
        while read < len(event.events):
            happened = event.events[read]
            read += 1
            drawn = isinstance(happened, Seated) and happened.reason == "the seat draw"  # one line per table
            if not drawn and not isinstance(happened, Entered):
                lines.append(f"  {event_sentence(happened, names)}")

    def watch(played: PlayedHand) -> None:
        decisions()
        lines.append(hand_line(event, played))

    event.watch = watch
    yield event.structure.name
    yield from (f"  table {table}: {seats(event, table)}" for table in event.director.chairs)
    while not event.over:
        event.step()
        decisions()
        yield from lines
        lines.clear()
    yield "Standings"
    for standing in event.standings():
        out = f", out to {standing.busted_by}" if standing.busted_by else ""
        prize = f", wins {standing.prize:,}" if standing.prize else ""
        hands = "1 hand" if standing.hands == 1 else f"{standing.hands} hands"
        first, last = standing.places_shared[0], standing.places_shared[-1]
        yield f"  {first if first == last else f'{first} to {last}'}. {standing.player}{prize}{out}, {hands}"


def seats(event: Tournament, table: int) -> str:
    row = enumerate(event.director.chairs[table], 1)
    return ", ".join(f"{seat} {event.director.names[entry]}" for seat, entry in row if entry >= 0)


def hand_line(event: Tournament, played: PlayedHand) -> str:
    """Describe a hand in a line: where and when, button and blinds, who was not dealt in, and all stacks afterwards."""
    setup, hand = played.hand.setup, played.hand
    assert setup.big_blind_seat is not None
    dealt = [seat for seat, chips in enumerate(setup.stacks) if chips]
    row = event.tables.row_of[played.table]
    _, small_at, _ = event.floor.positions(row)
    button = f"button {setup.button + 1}" + ("" if setup.button in dealt else " dead")
    small = f"small {small_at + 1}" + ("" if setup.small_blind_seat is not None else " dead")
    when = ""
    if event.timed:
        start = event.floor.clock_of(row) - event.structure.pace.hand(len(hand.actions))
        when = f" at {start // 60:3}:{start % 60:02}"
    waiting = [
        seat for seat, entry in enumerate(event.director.chairs[played.table]) if entry >= 0 and seat not in dealt
    ]
    waits = "".join(f", seat {seat + 1} waits" for seat in waiting)
    stacks = " ".join(f"{seat + 1}:{played.players[seat]} {hand.stacks[seat]}" for seat in dealt)
    return (
        f"table {played.table} hand {played.number}{when}, {setup.small_blind}/{setup.big_blind}, {button}, {small}, "
        f"big {setup.big_blind_seat + 1}{waits} | {stacks}"
    )


@pytest.mark.parametrize("start", [nine_handed, six_handed], ids=lambda start: str(start.__name__))
def test_an_event_followed_hand_by_hand(start: Callable[[], Tournament]) -> None:
    path = FOLDER / f"tournament_{start.__name__}.txt"
    told = "\n".join(follow(start())) + "\n"
    if os.environ.get("BIGSLICK_GOLDEN") == "write":
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")
