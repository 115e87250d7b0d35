"""Cases of type `button` and `positions`: where button and blinds are from hand to hand, and the names of positions.

Hands can be written in lines:

    hand 1: button 1, small blind 2, big blind 3, seat 4 acts first
    seat 3 is out
    hand 2: button 2, dead small blind 3, big blind 4
    seat 3 sits down
    hand 3: button 3, small blind 4, big blind 5, seat 4 acts first after the flop
    hand 4: dead button 4, small blind 5, big blind 6, seat 1 waits

`dead` marks an empty seat; `waits` names a newcomer who is not dealt in, and all others are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from bigslick.rules import ButtonRule
from bigslick.table.blinds import Lineup, Places, first_lineup, next_lineup
from bigslick.table.positions import positions
from bigslick.table.seats import Seat

from .case import BadRulings, Ruling, check_size, compare, differ, listed
from .hands import HandCase, start


class Initial(msgspec.Struct, forbid_unknown_fields=True):
    """The first hand: the taken seats, and the button; the blinds follow from it unless they are given."""

    occupied: list[int]
    button: int
    sb_position: int | None = None
    bb: int | None = None


class Gap(msgspec.Struct, forbid_unknown_fields=True):
    """Players who leave or sit down between two hands."""

    out: list[int] = []
    in_: list[int] = msgspec.field(default_factory=list, name="in")
    note: str = ""


class HandRow(msgspec.Struct, forbid_unknown_fields=True):
    """One hand; only the fields given in the case are compared."""

    hand: int
    occupied: list[int] | UnsetType = UNSET
    button: int | UnsetType = UNSET
    button_seat_empty: bool | UnsetType = UNSET
    sb_position: int | UnsetType = UNSET
    sb_posts: int | Literal["dead"] | UnsetType | None = UNSET
    bb: int | UnsetType = UNSET
    not_dealt_in: list[int] | UnsetType = UNSET
    first_to_act_preflop: int | UnsetType = UNSET
    first_to_act_postflop: int | UnsetType = UNSET
    note: str = ""

    def __post_init__(self) -> None:
        if self.sb_posts == "dead":
            self.sb_posts = None


class ButtonOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    button_rule: Literal["dead", "moving", "moving_simple"] = "dead"


class ButtonCase(Ruling, kw_only=True):
    """A table over several hands: who leaves and joins between them, and where button and blinds are."""

    table_size: int
    initial: Initial
    events_between_hands: list[Gap] | UnsetType = UNSET
    expected_hands: list[HandRow] | UnsetType = UNSET
    script: str | UnsetType = UNSET
    """Both lists as lines of text."""
    options: ButtonOptions = ButtonOptions()

    def in_lines(self) -> tuple[list[Gap], list[HandRow]]:
        """Return the changes between hands and the expected hands, from the lists or from the script."""
        if self.script is not UNSET:
            if self.events_between_hands is not UNSET or self.expected_hands is not UNSET:
                raise BadRulings("the hands are given twice: expected a script, or the two lists")
            return _read_script(self.script)
        if self.events_between_hands is UNSET or self.expected_hands is UNSET:
            missing = "events_between_hands" if self.events_between_hands is UNSET else "expected_hands"
            raise BadRulings(f"field {missing!r} is missing")
        return self.events_between_hands, self.expected_hands


_HAND: Final = re.compile(r"hand (\d+): (.+)")
_OUT: Final = re.compile(r"seats? ([\d, and]+) (?:is|are) out")
_NEW: Final = re.compile(r"seats? ([\d, and]+) sits? down")
_CLAUSE: Final = re.compile(
    r"(dead )?(button|small blind|big blind) (\d+)|seat (\d+) (acts first|acts first after the flop|waits)"
)


def _read_script(text: str) -> tuple[list[Gap], list[HandRow]]:
    gaps: list[Gap] = [Gap()]
    rows: list[HandRow] = []
    for raw in text.splitlines():
        line = " ".join(raw.partition("#")[0].split())
        if found := _HAND.fullmatch(line):
            if int(found[1]) != len(rows) + 1:
                raise BadRulings(f"the line {line!r} is out of order: expected hand {len(rows) + 1}")
            rows.append(_read_row(len(rows) + 1, found[2], line))
            gaps.append(Gap())
        elif found := _OUT.fullmatch(line):
            gaps[-1].out += [int(number) for number in re.findall(r"\d+", found[1])]
        elif found := _NEW.fullmatch(line):
            gaps[-1].in_ += [int(number) for number in re.findall(r"\d+", found[1])]
        elif line:
            raise BadRulings(
                f"the line {line!r} cannot be read: expected 'hand 2: button 2, small blind 3, big blind 4', "
                "'seat 2 is out' or 'seat 2 sits down'"
            )
    if not rows:
        raise BadRulings("the script has no hands: expected 'hand 1: button 1, small blind 2, big blind 3'")
    if gaps[0].out or gaps[0].in_:
        raise BadRulings("players come or go before hand 1: say in 'initial' who sits there")
    return gaps[1:-1], rows


def _read_row(hand: int, text: str, line: str) -> HandRow:
    values: dict[str, Any] = {"hand": hand, "not_dealt_in": []}
    for part in text.split(", "):
        found = _CLAUSE.fullmatch(part)
        if found is None:
            raise BadRulings(
                f"the line {line!r} cannot be read: {part!r} is none of 'button 1', 'dead button 1', 'small blind 2', "
                "'dead small blind 2', 'big blind 3', 'seat 4 acts first', 'seat 4 acts first after the flop', "
                "'seat 4 waits'"
            )
        dead, what, number = found[1] is not None, found[2], int(found[3] or found[4])
        if what == "button":
            values |= {"button": number, "button_seat_empty": dead}
        elif what == "small blind":
            values |= {"sb_position": number, "sb_posts": None if dead else number}
        elif what == "big blind":
            values["bb"] = number
        elif found[5] == "waits":
            values["not_dealt_in"].append(number)
        else:
            after = found[5].endswith("flop")
            values["first_to_act_postflop" if after else "first_to_act_preflop"] = number
    return HandRow(**values)


def check_button(case: ButtonCase) -> Iterator[str]:
    """Check every hand that the case describes."""
    gaps, rows = case.in_lines()
    hands = list(_rotate(case, gaps))
    for row in rows:
        if not 0 < row.hand <= len(hands):
            yield f"hand {row.hand} is never played: the case has {len(hands)} hands"
        else:
            yield from compare(f"hand {row.hand}: ", hands[row.hand - 1], row)


def _rotate(case: ButtonCase, gaps: list[Gap]) -> Iterator[dict[str, Any]]:
    first, seats = case.initial, case.table_size
    check_size(seats)
    taken = {case.seat(number, seats) for number in first.occupied}
    button = case.seat(first.button, seats)
    if first.sb_position is None or first.bb is None:
        check_players(taken)
        places = first_lineup(chairs(taken, set(), seats), "blind_off", button).places
    else:
        places = Places(button, case.seat(first.sb_position, seats), case.seat(first.bb, seats))
    yield described(case, Lineup(places, tuple(sorted(taken))), taken, seats)
    rule: ButtonRule = "dead" if case.options.button_rule == "dead" else "moving"
    new: set[int] = set()
    for number, gap in enumerate(gaps, 2):
        leaving = {case.seat(seat, seats) for seat in gap.out}
        coming = {case.seat(seat, seats) for seat in gap.in_}
        if leaving - taken:
            gone = case.numbers(sorted(leaving - taken))
            raise BadRulings(f"before hand {number} seats {gone} leave, but no player sits there")
        taken, new = taken - leaving, new - leaving
        if coming & taken:
            both = case.numbers(sorted(coming & taken))
            raise BadRulings(f"before hand {number} a player takes seats {both}, which are taken")
        taken, new = taken | coming, new | coming
        check_players(taken)
        lineup = next_lineup(chairs(taken, new, seats), places, rule, "blind_off", (1, 2))
        yield described(case, lineup, taken, seats)
        places, new = lineup.places, new - set(lineup.dealt)


def check_players(taken: set[int]) -> None:
    """Refuse a hand with fewer than two players."""
    if len(taken) < 2:
        raise BadRulings("a hand needs two players: expected at least two taken seats")


def chairs(taken: set[int], new: set[int], seats: int) -> list[Seat | None]:
    """Return a tournament table's seats in the form that the rotation expects."""
    return [Seat(player=str(seat), stack=1, new=seat in new) if seat in taken else None for seat in range(seats)]


def described(case: Ruling, lineup: Lineup, taken: set[int], seats: int) -> dict[str, Any]:
    """Describe a hand's button, blinds and first to act in the case's seat numbers."""
    places, dealt = lineup.places, set(lineup.dealt)

    def following(start: int) -> int | None:
        clockwise = ((start + step) % seats for step in range(1, seats + 1))
        return next((seat for seat in clockwise if seat in dealt), None)

    return {
        "occupied": case.numbers(sorted(taken)),
        "button": case.number(places.button),
        "button_seat_empty": places.button not in taken,
        "sb_position": case.number(places.small),
        "sb_posts": case.number(places.small if places.small in dealt else None),
        "bb": case.number(places.big),
        "not_dealt_in": case.numbers(sorted(taken - dealt)),
        "first_to_act_preflop": case.number(following(places.big)),
        "first_to_act_postflop": case.number(following(places.button)),
    }


def tell_button(case: ButtonCase) -> Iterator[str]:
    """Tell, hand by hand, who came and went, and where button and blinds must be."""
    gaps, rows = case.in_lines()
    rule = "dead button" if case.options.button_rule == "dead" else "moving button"
    yield f"A table of {case.table_size} seats, {rule}; taken are {listed(case.initial.occupied, 'seat')}."
    by_hand = {row.hand: row for row in rows}
    for number, gap in enumerate([Gap(), *gaps], 1):
        if gap.out:
            yield f"  {listed(gap.out, 'seat')} {'is' if len(gap.out) == 1 else 'are'} out"
        if gap.in_:
            yield f"  {listed(gap.in_, 'seat')} {'sits' if len(gap.in_) == 1 else 'sit'} down"
        if number in by_hand:
            yield f"    -> hand {number}: {_tell_row(by_hand[number])}"


def _tell_row(row: HandRow) -> str:
    parts: list[str] = []
    if row.button is not UNSET:
        parts.append(f"{'dead ' if row.button_seat_empty is True else ''}button {row.button}")
    if row.sb_position is not UNSET:
        parts.append(f"{'dead ' if row.sb_posts is None else ''}small blind {row.sb_position}")
    if row.bb is not UNSET:
        parts.append(f"big blind {row.bb}")
    if row.not_dealt_in is not UNSET:
        parts += [f"seat {seat} waits" for seat in row.not_dealt_in]
    for words, seat in (("", row.first_to_act_preflop), (" after the flop", row.first_to_act_postflop)):
        if seat is not UNSET:
            parts.append(f"seat {seat} acts first{words}")
    return ", ".join(parts)


# --- positions -------------------------------------------------------------------------------------------------------


class PositionsCase(Ruling, kw_only=True):
    """Taken seats and a button: each seat's position name."""

    table_size: int
    occupied: list[int]
    button: int
    expected: dict[int, str]
    sb_seat: int | Literal["dead"] | UnsetType | None = UNSET
    bb_seat: int | UnsetType | None = UNSET


def check_positions(case: PositionsCase) -> Iterator[str]:
    """Check the name of every seat that is dealt in."""
    hand = HandCase(
        id=case.id,
        type="hand",
        first_seat=case.first_seat,
        table_size=case.table_size,
        stacks=dict.fromkeys(case.occupied, 100),
        blinds="1/2",
        button=case.button,
        script=[],
        sb_seat=case.sb_seat,
        bb_seat=case.bb_seat,
    )
    found = {seat + case.first_seat: name for seat, name in positions(start(hand).setup).items()}
    yield from differ("positions", found, case.expected)


def tell_positions(case: PositionsCase) -> Iterator[str]:
    """Yield the names, starting from the button."""
    yield f"A table of {case.table_size} seats; taken are {listed(case.occupied, 'seat')}; button {case.button}."
    yield f"Names: {', '.join(f'seat {seat} {name}' for seat, name in sorted(case.expected.items()))}."
