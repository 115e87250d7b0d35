"""Heads-up brackets: winners of neighbouring matches meet, and byes fill up the field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from bigslick.shuffle import Keystream

from ..director.director import Director
from ..director.events import Bagged, MatchMade, StageStarted, Won
from ..structure.formats import bracket_size
from .shootouts import ShootoutDirector

BYE: Final = -1
MOST_SHOWN: Final = 32


class BracketMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match in a bracket; with one player it is a bye, and without a winner it has not been played."""

    round: int
    number: int
    """Counts the round's matches from 1, including byes."""
    players: tuple[str, ...]
    winner: str | None


class BracketDirector(ShootoutDirector):
    """Directs a heads-up bracket: a shootout at tables of two, drawn only once."""

    def winners(self, _: int) -> int:
        """Return 1: one player advances from each match."""
        return 1

    @property
    def _rounds(self) -> tuple[str, str, str]:
        bracket = self.structure.bracket
        assert bracket is not None
        return bracket.stacks, bracket.levels, "round"

    @property
    def final(self) -> bool:
        """Whether this round is the final: two players started it."""
        return len(self.stage.slots) == 2

    def _draw_round(self, players: Sequence[int]) -> None:
        slots = self.stage.slots
        if not slots:
            assert self.structure.bracket is not None
            draw = drawn_slots if self.structure.bracket.draw == "random" else seeded_slots
            slots = draw(len(players), self._stream)
        else:
            through = set(players)
            slots = tuple(
                next(entry for entry in slots[place : place + 2] if entry in through)
                for place in range(0, len(slots), 2)
            )
        self.stage = msgspec.structs.replace(self.stage, slots=slots)
        reason = f"the draw of {self.stage.name}" if self.stage.number == 1 else f"the bracket, {self.stage.name}"
        for number, place in enumerate(range(0, len(slots), 2), 1):
            pair = tuple(entry for entry in slots[place : place + 2] if entry != BYE)
            if len(pair) == 1:
                self.bags.setdefault(pair[0], self.structure.starting_stack)
                self._record(MatchMade, number, pair, 0)
                continue
            seats = self._stream.permutation(2)
            self._record(MatchMade, number, pair, self._next_table)
            self._fill_table(zip(pair, seats, strict=True), 2, reason)


def drawn_slots(entrants: int, stream: Keystream) -> tuple[int, ...]:
    """Draw a bracket at random: everyone is equally likely to have a bye, and to meet anyone."""
    matches = bracket_size(entrants) // 2
    byes = 2 * matches - entrants
    free = set(stream.permutation(matches)[:byes])
    order = iter(stream.permutation(entrants))
    return tuple(BYE if side and match in free else next(order) for match in range(matches) for side in (0, 1))


def seeded_slots(entrants: int, _: Keystream | None = None) -> tuple[int, ...]:
    """Seed a bracket by order of entry: the first two can meet only in the final, the first four only in a semi-final.

    The highest seeds get the byes.
    """
    order = [0]
    while len(order) < entrants:
        size = 2 * len(order)
        order = [seed for high in order for seed in (high, size - 1 - high)]
    return tuple(seed if seed < entrants else BYE for seed in order)


# --- the bracket for display -----------------------------------------------------------------------------------------


def matches_of(director: Director) -> list[BracketMatch]:
    """Return a bracket's matches so far, round by round; empty for any other event."""
    if director.structure.bracket is None:
        return []
    names, found, through = director.names, list[tuple[int, MatchMade]](), dict[int, int]()
    number = 0
    for happened in director.events:
        match happened:
            case StageStarted():
                number += 1
            case MatchMade():
                found.append((number, happened))
            case Bagged(entry, table):
                through[table] = entry
            case Won(entries):
                through[found[-1][1].table] = entries[0]
    return [
        BracketMatch(
            round=number,
            number=made.match,
            players=tuple(names[entry] for entry in made.entries),
            winner=names[won] if (won := _winner(made, through)) is not None else None,
        )
        for number, made in found
    ]


def _winner(made: MatchMade, through: dict[int, int]) -> int | None:
    return made.entries[0] if not made.table else through.get(made.table)


def bracket_lines(director: Director) -> list[str]:
    """Return the bracket as text: its last rounds, starting with the first that has at most `MOST_SHOWN` players."""
    lines: list[str] = []
    for number, matches in _rounds_of(matches_of(director)):
        if len(matches) > MOST_SHOWN // 2:
            continue
        lines.append(f"{round_name(number, len(matches))}:")
        wide = max(len(match.players[0]) for match in matches)
        for match in matches:
            first, *other = match.players
            if not other:
                lines.append(f"  {first:<{wide}}  has a bye")
            elif match.winner is None:
                lines.append(f"  {first:<{wide}}  plays  {other[0]}")
            else:
                verb = "beats" if match.winner == first else "loses to"
                lines.append(f"  {first:<{wide}}  {verb:<8}  {other[0]}")
    return lines


def _rounds_of(matches: Sequence[BracketMatch]) -> list[tuple[int, list[BracketMatch]]]:
    rounds: dict[int, list[BracketMatch]] = {}
    for match in matches:
        rounds.setdefault(match.round, []).append(match)
    return list(rounds.items())


def round_name(number: int, matches: int) -> str:
    """Name a round for display: the final, the semi-finals, the quarter-finals, or its number."""
    return {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}.get(matches, f"Round {number}")
