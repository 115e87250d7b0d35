"""Formats other than the freezeout, as parts of a structure: shootouts and brackets."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, get_args

import msgspec

from .problems import BadStructure, one_of, whole
from .seating import even_sizes

if TYPE_CHECKING:
    from .structure import Structure

MOST_WINNERS: Final = 9

RoundStacks = Literal["fresh", "carried"]
RoundLevels = Literal["restart", "continue"]
RoundPlaces = Literal["round", "table", "time"]
BracketDraw = Literal["random", "seeded"]

ROUND_STACKS: tuple[RoundStacks, ...] = get_args(RoundStacks)
ROUND_LEVELS: tuple[RoundLevels, ...] = get_args(RoundLevels)
ROUND_PLACES: tuple[RoundPlaces, ...] = get_args(RoundPlaces)
BRACKET_DRAWS: tuple[BracketDraw, ...] = get_args(BracketDraw)


class Shootout(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every table plays down to its winners, who draw seats for the next round; the last round is one table."""

    winners: int = 1
    """Players who go through from each table."""
    stacks: RoundStacks = "fresh"
    """Whether a round starts with the starting stack, or with the chips of the round before."""
    levels: RoundLevels = "restart"
    """Whether a round starts at level 1, or at the level the last one ended with."""
    places: RoundPlaces = "round"
    """How players who go out in one round finish: all tied, by their place at the table, or in the order of going."""

    def __post_init__(self) -> None:
        whole("winners", self.winners, "how many players go through from each table", 1, MOST_WINNERS)
        one_of("stacks", self.stacks, ROUND_STACKS)
        one_of("levels", self.levels, ROUND_LEVELS)
        one_of("places", self.places, ROUND_PLACES)


class Bracket(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Heads-up matches: the winner of a match plays the winner of the next one, until two are left for the final."""

    draw: BracketDraw = "random"
    """Whether the bracket and its byes are drawn, or follow the order of entry: the first entrants are the seeds."""
    stacks: RoundStacks = "fresh"
    levels: RoundLevels = "restart"

    def __post_init__(self) -> None:
        one_of("draw", self.draw, BRACKET_DRAWS)
        one_of("stacks", self.stacks, ROUND_STACKS)
        one_of("levels", self.levels, ROUND_LEVELS)


def round_sizes(entrants: int, seats: int, winners: int) -> list[tuple[int, ...]]:
    """The tables of each round of a shootout, largest first; the last round is one table."""
    rounds, left = [], entrants
    while True:
        sizes = round_tables(left, seats)
        rounds.append(sizes)
        if len(sizes) == 1:
            return rounds
        left = sum(min(winners, size - 1) for size in sizes)


@lru_cache(maxsize=64)
def round_tables(players: int, seats: int) -> tuple[int, ...]:
    """The tables of one round of a shootout: as few as seat everyone, as even as can be, the larger first."""
    return even_sizes(players, -(-players // seats))


def bracket_size(entrants: int) -> int:
    """The places of a bracket: the least power of two that holds the field."""
    return 1 << (entrants - 1).bit_length()


def tables_by_round(structure: Structure, entrants: int) -> list[tuple[int, ...]]:
    """How many play at each table of each round of a shootout or bracket, byes left out."""
    if structure.shootout is not None:
        return round_sizes(entrants, structure.seats, structure.shootout.winners)
    half = bracket_size(entrants) // 2
    rounds = [(2,) * (entrants - half)]
    while half > 1:
        half //= 2
        rounds.append((2,) * half)
    return rounds


# --- what fits together ----------------------------------------------------------------------------------------------

_NOT_IN_ROUNDS: Final = {
    "late_reg_levels": 0,
    "reentry_limit": 0,
    "rebuy": None,
    "addon": None,
    "final_table_size": None,
    "break_order": "highest_id_first",
    "redraw_at_tables": (1,),
}


def check_format(structure: Structure) -> None:
    """Refuse formats that exclude each other, and keys that have no meaning in the chosen one."""
    if structure.shootout is not None and structure.bracket is not None:
        raise BadStructure("an event is a shootout or a bracket: expected one of the two", field="bracket")
    if structure.in_rounds:
        _check_rounds(structure, "shootout" if structure.shootout is not None else "bracket")


def _check_rounds(structure: Structure, name: str) -> None:
    for key, usual in _NOT_IN_ROUNDS.items():
        if getattr(structure, key) != usual:
            raise BadStructure(f"{key} has no meaning in a {name}: expected a structure without it", field=key)
    if structure.payouts.kind == "satellite":
        raise BadStructure(
            f"a {name} has one winner, and a satellite ends with several: expected other payouts", field="payouts"
        )
    if structure.bracket is not None:
        if structure.seats != 2:
            raise BadStructure(
                f"seats is {structure.seats}: expected 2, since a bracket is played heads-up", field="seats"
            )
        return
    assert structure.shootout is not None
    winners = structure.shootout.winners
    if winners >= structure.seats:
        raise BadStructure(
            f"shootout: winners is {winners} at tables of {structure.seats}: expected fewer winners than seats",
            field="shootout.winners",
        )
