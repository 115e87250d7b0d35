"""Rulings between hands: button and blinds, balancing, table plans, places and levels, as types of scripted cases.

Importing this module adds them to `bigslick.history.rulings`, which lies below and knows nothing of tournaments.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from bigslick.core.codes import DEAD_BUTTON, MOVING_BUTTON
from bigslick.core.rotation import Rotation
from bigslick.history.rulings import BadRulings, Ruling, differ, ruling
from bigslick.table.ranking import Bust, BustRule, rank

from .levels import Level, Schedule, level_at_hand, level_of_equal
from .seating import (
    FEWEST_SEATS,
    MOST_SEATS,
    TableSeats,
    balance,
    bits,
    final_size,
    halted,
    plan,
    taken_seats,
)

Tie = Literal["lowest_table_id", "highest_table_id"]


def _compare(name: str, found: dict[str, Any], expected: msgspec.Struct) -> Iterator[str]:
    """Each field that the case gives, against what was found."""
    for field in msgspec.structs.fields(expected):
        wanted = getattr(expected, field.name)
        if wanted is not UNSET and field.name in found:
            yield from differ(f"{name}{field.name}", found[field.name], wanted)


def _check_seats(seats: int, *places: int) -> None:
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise BadRulings(f"a table of {seats} seats: expected {FEWEST_SEATS} to {MOST_SEATS}")
    for place in places:
        if not 0 <= place < seats:
            raise BadRulings(f"seat {place} is not at a table of {seats}: expected 0 to {seats - 1}")


# --- button and blinds -----------------------------------------------------------------------------------------------


class _Initial(msgspec.Struct, forbid_unknown_fields=True):
    occupied: list[int]
    button: int
    sb_position: int | None = None
    bb: int | None = None


class _Gap(msgspec.Struct, forbid_unknown_fields=True):
    out: list[int] = []
    in_: list[int] = msgspec.field(default_factory=list, name="in")
    note: str = ""


class _HandRow(msgspec.Struct, forbid_unknown_fields=True):
    hand: int
    occupied: list[int] | UnsetType = UNSET
    button: int | UnsetType = UNSET
    button_seat_empty: bool | UnsetType = UNSET
    sb_position: int | UnsetType = UNSET
    sb_posts: int | UnsetType | None = UNSET
    bb: int | UnsetType = UNSET
    not_dealt_in: list[int] | UnsetType = UNSET
    first_to_act_preflop: int | UnsetType = UNSET
    first_to_act_postflop: int | UnsetType = UNSET
    note: str = ""


class _ButtonOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    button_rule: Literal["dead", "moving", "moving_simple"] = "dead"


class ButtonCase(Ruling, kw_only=True):
    """A table over some hands: who leaves and who comes between them, and where button and blinds are."""

    table_size: int
    initial: _Initial
    events_between_hands: list[_Gap]
    expected_hands: list[_HandRow]
    options: _ButtonOptions = _ButtonOptions()


@ruling("button", ButtonCase)
def check_button(case: ButtonCase) -> Iterator[str]:
    """Every hand that the case describes."""
    hands = list(_rotate(case))
    for row in case.expected_hands:
        if not 0 < row.hand <= len(hands):
            yield f"hand {row.hand} is never played: the case has {len(hands)} hands"
        else:
            yield from _compare(f"hand {row.hand}: ", hands[row.hand - 1], row)


def _rotate(case: ButtonCase) -> Iterator[dict[str, Any]]:
    first, seats = case.initial, case.table_size
    blinds = [place for place in (first.sb_position, first.bb) if place is not None]
    _check_seats(seats, *first.occupied, first.button, *blinds)
    taken, new = bits(first.occupied), 0
    rotation = Rotation()
    rotation.place(seats, first.button, first.button, first.button)
    if first.sb_position is None or first.bb is None:
        _check_players(taken)
        rotation.open(taken, first.button)
    else:
        rotation.place(seats, first.button, first.sb_position, first.bb)
    yield _positions(rotation, taken, taken)
    rule = DEAD_BUTTON if case.options.button_rule == "dead" else MOVING_BUTTON
    for number, gap in enumerate(case.events_between_hands, 2):
        _check_seats(seats, *gap.out, *gap.in_)
        leaving, coming = bits(gap.out), bits(gap.in_)
        if leaving & ~taken:
            raise BadRulings(f"before hand {number} seats {taken_seats(leaving & ~taken)} leave, but nobody sits there")
        taken, new = taken & ~leaving, new & ~leaving
        if coming & taken:
            raise BadRulings(
                f"before hand {number} somebody takes seats {taken_seats(coming & taken)}, which are taken"
            )
        taken, new = taken | coming, new | coming
        _check_players(taken)
        rotation.advance(taken, new, rule)
        yield _positions(rotation, taken, rotation.dealt)
        new &= ~rotation.dealt


def _check_players(taken: int) -> None:
    if taken.bit_count() < 2:
        raise BadRulings("a hand needs two players: expected at least two taken seats")


def _positions(rotation: Rotation, taken: int, dealt: int) -> dict[str, Any]:
    posts = rotation.small if dealt >> rotation.small & 1 else None
    return {
        "occupied": taken_seats(taken),
        "button": rotation.button,
        "button_seat_empty": not taken >> rotation.button & 1,
        "sb_position": rotation.small,
        "sb_posts": posts,
        "bb": rotation.big,
        "not_dealt_in": taken_seats(taken & ~dealt),
        "first_to_act_preflop": rotation.following(dealt, rotation.big),
        "first_to_act_postflop": rotation.following(dealt, rotation.button),
    }


# --- balancing -------------------------------------------------------------------------------------------------------


class _Table(msgspec.Struct, forbid_unknown_fields=True):
    id: int
    occupied: list[int]
    last_button: int
    last_sb_position: int
    last_bb: int
    note: str = ""


class _BalanceOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    balance_max_diff: int = 1
    source_tie: Tie = "lowest_table_id"
    dest_tie: Tie = "lowest_table_id"
    halt_deficit: int = 3


class _NextHand(msgspec.Struct, forbid_unknown_fields=True):
    button: int | UnsetType = UNSET
    sb_posts: int | UnsetType | None = UNSET
    sb_position: int | UnsetType = UNSET
    bb: int | UnsetType = UNSET
    not_dealt_in: list[int] | UnsetType = UNSET


class _MoveRow(msgspec.Struct, forbid_unknown_fields=True):
    from_table: int
    mover_seat: int
    to_table: int
    to_seat: int
    mover_is_bb_next_hand: bool | UnsetType = UNSET
    dest_next_hand: _NextHand | UnsetType = UNSET


class _BalanceExpected(msgspec.Struct, forbid_unknown_fields=True):
    move: _MoveRow | UnsetType | None = UNSET
    halted_tables_seed002: list[int] | UnsetType = UNSET
    halted_tables_tda2024_blinds_impacted: list[int] | UnsetType = UNSET


class BalanceCase(Ruling, kw_only=True):
    """Tables after a completed hand: who moves where, and which tables halt."""

    seats_per_table: int
    tables: list[_Table]
    expected: _BalanceExpected
    options: _BalanceOptions = _BalanceOptions()


@ruling("balance", BalanceCase)
def check_balance(case: BalanceCase) -> Iterator[str]:
    """The next move, the hand that follows it, and the halted tables by both rules."""
    seats, options = case.seats_per_table, case.options
    tables = {}
    for row in case.tables:
        _check_seats(seats, *row.occupied, row.last_button, row.last_sb_position, row.last_bb)
        if row.id in tables:
            raise BadRulings(f"table {row.id} stands twice in the case")
        tables[row.id] = TableSeats.of(row.id, row.occupied, row.last_button, row.last_sb_position, row.last_bb)
    everyone = list(tables.values())
    move = balance(
        everyone,
        seats,
        options.balance_max_diff,
        highest_source=options.source_tie == "highest_table_id",
        highest_target=options.dest_tie == "highest_table_id",
    )
    wanted = case.expected.move
    if move is None or wanted is None:
        if wanted is not UNSET and (move is None) != (wanted is None):
            yield f"move is {'none' if move is None else move}, expected {'none' if wanted is None else 'one'}"
    elif wanted is not UNSET:
        found: dict[str, Any] = {
            "from_table": move.source,
            "mover_seat": move.seat,
            "to_table": move.target,
            "to_seat": move.to_seat,
        }
        after = _after(tables[move.target], move.to_seat, seats)
        found["mover_is_bb_next_hand"] = after["bb"] == move.to_seat
        yield from _compare("move.", found, wanted)
        if wanted.dest_next_hand is not UNSET:
            yield from _compare("dest_next_hand.", after, wanted.dest_next_hand)
    for name, stopped in (
        ("halted_tables_seed002", halted(everyone, seats, options.halt_deficit, "immediate")),
        ("halted_tables_tda2024_blinds_impacted", halted(everyone, seats, options.halt_deficit, "blinds_impacted")),
    ):
        wanted_tables = getattr(case.expected, name)
        if wanted_tables is not UNSET:
            yield from differ(name, stopped, sorted(wanted_tables))


def _after(table: TableSeats, arrived: int, seats: int) -> dict[str, Any]:
    """Where the next hand of a table has button and blinds once somebody has sat down."""
    taken = table.taken | 1 << arrived
    _check_players(taken)
    rotation = Rotation()
    rotation.place(seats, table.button, table.small, table.big)
    rotation.advance(taken, 1 << arrived, DEAD_BUTTON)
    return _positions(rotation, taken, rotation.dealt)


# --- final tables and breaking ---------------------------------------------------------------------------------------


class _PlanOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    final_table_size: int | None = None


class _PlanExpected(msgspec.Struct, forbid_unknown_fields=True):
    players: int | UnsetType = UNSET
    form_final_table: bool | UnsetType = UNSET
    tables_to_break: int | UnsetType = UNSET
    balanced_sizes_after: list[int] | UnsetType = UNSET


class TablePlanCase(Ruling, kw_only=True):
    """Players at each table: whether the final table forms, and how many tables break."""

    seats_per_table: int
    table_player_counts: list[int]
    expected: _PlanExpected
    options: _PlanOptions = _PlanOptions()


@ruling("table_plan", TablePlanCase)
def check_table_plan(case: TablePlanCase) -> Iterator[str]:
    """The plan that the director follows."""
    seats, final = case.seats_per_table, case.options.final_table_size
    _check_seats(seats)
    if any(not 0 < count <= MOST_SEATS for count in case.table_player_counts):
        raise BadRulings(f"table_player_counts is {case.table_player_counts}: expected 1 to {MOST_SEATS} at each table")
    found = plan(case.table_player_counts, seats, final_size(seats) if final is None else final)
    yield from differ("players", found.players, _given(case.expected.players, found.players))
    yield from differ("form_final_table", found.form_final, _given(case.expected.form_final_table, found.form_final))
    yield from differ("tables_to_break", found.to_break, _given(case.expected.tables_to_break, found.to_break))
    if case.expected.balanced_sizes_after is not UNSET:
        wanted = sorted(case.expected.balanced_sizes_after, reverse=True)
        yield from differ("balanced_sizes_after", list(found.sizes), wanted)


def _given(wanted: object, found: object) -> object:
    return found if wanted is UNSET else wanted


# --- places ----------------------------------------------------------------------------------------------------------


class _BustRow(msgspec.Struct, forbid_unknown_fields=True):
    player: str
    table: int
    start_stack: int


class _RankingOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    simultaneous_bust_rule: BustRule = "h4h_tie"


class _FinishRow(msgspec.Struct, forbid_unknown_fields=True):
    place: int | UnsetType = UNSET
    places_shared: list[int] | UnsetType = UNSET
    prize: int | UnsetType = UNSET


class RankingCase(Ruling, kw_only=True):
    """Busts of one hand or one hand-for-hand round: the place and the prize of each."""

    players_before_hand: int
    busts: list[_BustRow]
    expected: dict[str, _FinishRow]
    payouts: dict[int, int] = msgspec.field(default_factory=dict)
    options: _RankingOptions = _RankingOptions()


@ruling("ranking", RankingCase)
def check_ranking(case: RankingCase) -> Iterator[str]:
    """Place, pooled places and prize of everyone who bust."""
    busts = [Bust(row.player, row.table, row.start_stack) for row in case.busts]
    finishes = rank(case.players_before_hand, busts, case.payouts, case.options.simultaneous_bust_rule)
    yield from differ("those who bust", sorted(finish.player for finish in finishes), sorted(case.expected))
    for finish in finishes:
        if finish.player in case.expected:
            found = {"place": finish.place, "places_shared": list(finish.places_shared), "prize": finish.prize}
            yield from _compare(f"{finish.player}: ", found, case.expected[finish.player])


# --- levels ----------------------------------------------------------------------------------------------------------


class _HandLevel(msgspec.Struct, forbid_unknown_fields=True):
    hand: int
    level: int


class LevelsByHandsCase(Ruling, kw_only=True):
    """The level of some hands when all levels last equally many, or by a list whose last level stays."""

    hands_per_level: int | list[int]
    expected: list[_HandLevel]


@ruling("levels_by_hands", LevelsByHandsCase)
def check_levels_by_hands(case: LevelsByHandsCase) -> Iterator[str]:
    """Every row of the truth table."""
    lengths = case.hands_per_level
    for row in case.expected:
        if isinstance(lengths, int):
            found = level_of_equal(row.hand, lengths)
        else:
            found = level_at_hand([Level(small=1, big=2, hands=length) for length in lengths], row.hand)
        yield from differ(f"level of hand {row.hand}", found, row.level)


class _ClockLevel(msgspec.Struct, forbid_unknown_fields=True):
    hand_start_clock_s: int
    level: int


class LevelsByTimeCase(Ruling, kw_only=True):
    """The level of hands that start at some times."""

    level_durations_s: list[int]
    expected: list[_ClockLevel]


@ruling("levels_by_time", LevelsByTimeCase)
def check_levels_by_time(case: LevelsByTimeCase) -> Iterator[str]:
    """Every row of the truth table."""
    schedule = Schedule([Level(small=1, big=2, seconds=length) for length in case.level_durations_s])
    for row in case.expected:
        found = schedule.at_time(row.hand_start_clock_s).level
        yield from differ(f"level of a hand that starts at {row.hand_start_clock_s} s", found, row.level)
