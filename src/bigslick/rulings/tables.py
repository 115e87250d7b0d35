"""Cases of type `balance`, `table_plan` and `break_order`: who moves, which tables halt, break or become the final."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from bigslick.shuffle import Keystream
from bigslick.table.blinds import Places, next_lineup
from bigslick.tournament.director.seating import (
    MOST_SEATS,
    TableSeats,
    balance,
    break_list,
    final_size,
    halted,
    next_to_break,
    plan,
    taken_seats,
)

from .button import chairs, check_players, described
from .case import BadRulings, Ruling, check_size, compare, differ, listed

Tie = Literal["lowest_table_id", "highest_table_id"]


class TableRow(msgspec.Struct, forbid_unknown_fields=True):
    """A table after a completed hand."""

    id: int
    occupied: list[int]
    last_button: int
    last_sb_position: int
    last_bb: int
    note: str = ""


class BalanceOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far tables may differ, which of equal tables counts, and how short a table may be before it halts."""

    balance_max_diff: int = 1
    source_tie: Tie = "lowest_table_id"
    dest_tie: Tie = "lowest_table_id"
    halt_deficit: int = 3


class NextHand(msgspec.Struct, forbid_unknown_fields=True):
    """The next hand of the table that the player moved to."""

    button: int | UnsetType = UNSET
    sb_posts: int | Literal["dead"] | UnsetType | None = UNSET
    sb_position: int | UnsetType = UNSET
    bb: int | UnsetType = UNSET
    not_dealt_in: list[int] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.sb_posts == "dead":
            self.sb_posts = None


class MoveRow(msgspec.Struct, forbid_unknown_fields=True):
    """Who moves where."""

    from_table: int
    mover_seat: int
    to_table: int
    to_seat: int
    mover_is_bb_next_hand: bool | UnsetType = UNSET
    dest_next_hand: NextHand | UnsetType = UNSET


class BalanceExpected(msgspec.Struct, forbid_unknown_fields=True):
    """The next move, and the halted tables by either rule; `move` is "none" or null where no player moves."""

    move: MoveRow | Literal["none"] | UnsetType | None = UNSET
    halted_tables_seed002: list[int] | UnsetType = UNSET
    halted_tables_tda2024_blinds_impacted: list[int] | UnsetType = UNSET


class BalanceCase(Ruling, kw_only=True):
    """Tables after a completed hand: who moves where, and which tables halt."""

    seats_per_table: int
    tables: list[TableRow]
    expected: BalanceExpected
    options: BalanceOptions = BalanceOptions()


def check_balance(case: BalanceCase) -> Iterator[str]:
    """The next move, the hand that follows it, and the halted tables by both rules."""
    seats, options = case.seats_per_table, case.options
    check_size(seats)
    tables = {}
    for row in case.tables:
        if row.id in tables:
            raise BadRulings(f"table {row.id} appears twice in the case")
        last = [case.seat(number, seats) for number in (row.last_button, row.last_sb_position, row.last_bb)]
        tables[row.id] = TableSeats.of(row.id, [case.seat(number, seats) for number in row.occupied], *last)
    everyone = list(tables.values())
    move = balance(
        everyone,
        seats,
        options.balance_max_diff,
        highest_source=options.source_tie == "highest_table_id",
        highest_target=options.dest_tie == "highest_table_id",
    )
    wanted = None if case.expected.move == "none" else case.expected.move
    if move is None or wanted is None:
        if wanted is not UNSET and (move is None) != (wanted is None):
            yield f"move is {'none' if move is None else move}, expected {'none' if wanted is None else 'one'}"
    elif isinstance(wanted, MoveRow):
        found: dict[str, Any] = {
            "from_table": move.source,
            "mover_seat": case.number(move.seat),
            "to_table": move.target,
            "to_seat": case.number(move.to_seat),
        }
        after = _after(case, tables[move.target], move.to_seat, seats)
        found["mover_is_bb_next_hand"] = after["bb"] == found["to_seat"]
        yield from compare("move.", found, wanted)
        if wanted.dest_next_hand is not UNSET:
            yield from compare("dest_next_hand.", after, wanted.dest_next_hand)
    for name, stopped in (
        ("halted_tables_seed002", halted(everyone, seats, options.halt_deficit, "immediate")),
        ("halted_tables_tda2024_blinds_impacted", halted(everyone, seats, options.halt_deficit, "blinds_impacted")),
    ):
        wanted_tables = getattr(case.expected, name)
        if wanted_tables is not UNSET:
            yield from differ(name, stopped, sorted(wanted_tables))


def _after(case: BalanceCase, table: TableSeats, arrived: int, seats: int) -> dict[str, Any]:
    """Where the next hand of a table has button and blinds once the player has sat down."""
    taken = {*taken_seats(table.taken), arrived}
    check_players(taken)
    last = Places(table.button, table.small, table.big)
    lineup = next_lineup(chairs(taken, {arrived}, seats), last, "dead", "blind_off", (1, 2))
    return described(case, lineup, taken, seats)


def tell_balance(case: BalanceCase) -> Iterator[str]:
    """The tables, then the move and the halted tables."""
    changed = {
        field.name: getattr(case.options, field.name)
        for field in msgspec.structs.fields(BalanceOptions)
        if getattr(case.options, field.name) != field.default
    }
    more = "".join(f"; {name} = {value}" for name, value in changed.items())
    yield f"Tables of {case.seats_per_table} seats{more}."
    for row in case.tables:
        yield (
            f"- table {row.id}: {listed(row.occupied, 'seat')} taken ({len(row.occupied)} players); last hand button "
            f"{row.last_button}, small blind {row.last_sb_position}, big blind {row.last_bb}"
        )
    move = case.expected.move
    if isinstance(move, MoveRow):
        now = {True: ", and has the big blind at once", False: ", and waits for the big blind"}
        yield (
            f"Seat {move.mover_seat} of table {move.from_table} moves to seat {move.to_seat} of table {move.to_table}"
            f"{now[move.mover_is_bb_next_hand] if isinstance(move.mover_is_bb_next_hand, bool) else ''}."
        )
    elif move is not UNSET:
        yield "No player moves."
    for words, halts in (
        ("", case.expected.halted_tables_seed002),
        (" once the blinds are affected (TDA 2024)", case.expected.halted_tables_tda2024_blinds_impacted),
    ):
        if halts is not UNSET:
            yield f"Halted{words}: {listed(halts, 'table')}."


# --- final tables and breaking ---------------------------------------------------------------------------------------


class PlanOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many players make the final table; by default what the seats of a table suggest."""

    final_table_size: int | None = None


class PlanExpected(msgspec.Struct, forbid_unknown_fields=True):
    """What becomes of the tables."""

    players: int | UnsetType = UNSET
    form_final_table: bool | UnsetType = UNSET
    tables_to_break: int | UnsetType = UNSET
    balanced_sizes_after: list[int] | UnsetType = UNSET


class TablePlanCase(Ruling, kw_only=True):
    """Players at each table: whether the final table forms, and how many tables break."""

    seats_per_table: int
    table_player_counts: list[int]
    expected: PlanExpected
    options: PlanOptions = PlanOptions()


def check_table_plan(case: TablePlanCase) -> Iterator[str]:
    """The plan that the director follows."""
    seats, final = case.seats_per_table, case.options.final_table_size
    check_size(seats)
    _check_counts("table_player_counts", case.table_player_counts)
    found = plan(case.table_player_counts, seats, final_size(seats) if final is None else final)
    expected = case.expected
    if expected.balanced_sizes_after is not UNSET:
        expected = msgspec.structs.replace(
            expected, balanced_sizes_after=sorted(expected.balanced_sizes_after, reverse=True)
        )
    values = {
        "players": found.players,
        "form_final_table": found.form_final,
        "tables_to_break": found.to_break,
        "balanced_sizes_after": list(found.sizes),
    }
    yield from compare("", values, expected)


def _check_counts(name: str, counts: list[int]) -> None:
    if any(not 0 < count <= MOST_SEATS for count in counts):
        raise BadRulings(f"{name} is {counts}: expected 1 to {MOST_SEATS} at each table")


def tell_table_plan(case: TablePlanCase) -> Iterator[str]:
    """The tables, and what becomes of them."""
    expected, final = case.expected, case.options.final_table_size
    size = f", final table of {final}" if final is not None else ""
    yield f"{case.seats_per_table} seats a table{size}; players: {' + '.join(map(str, case.table_player_counts))}."
    if expected.form_final_table is not UNSET:
        yield "The final table forms now." if expected.form_final_table else "No final table yet."
    if expected.tables_to_break is not UNSET:
        yield f"Tables to break: {expected.tables_to_break}."
    if expected.balanced_sizes_after is not UNSET:
        yield f"Players at each table afterwards: {listed(expected.balanced_sizes_after)}."


class BreakOrderCase(Ruling, kw_only=True):
    """Tables with their players, and a rule: which tables break, first to break first."""

    table_players: dict[int, int]
    expected: list[int]
    """The tables in the order in which they break; with `fewest_players` only the next one."""
    order: Literal["fewest_players", "highest_id_first", "list"] = "fewest_players"
    given: list[int] = msgspec.field(default_factory=list)
    """With `list`: the published order; tables that are not on it break last, highest number first."""


def check_break_order(case: BreakOrderCase) -> Iterator[str]:
    """The next table by players, or the whole published order."""
    if not case.table_players:
        raise BadRulings("table_players is empty: expected at least one table")
    _check_counts("table_players", list(case.table_players.values()))
    if case.order == "fewest_players":
        found = [next_to_break(case.table_players.items())]
    else:
        found = break_list(list(case.table_players), case.order, Keystream(0), case.given)
    yield from differ("tables to break", found, case.expected)


def tell_break_order(case: BreakOrderCase) -> Iterator[str]:
    """The tables, the rule, and which break."""
    rule = {
        "fewest_players": "The table with the fewest players breaks first.",
        "highest_id_first": "The highest number breaks first.",
        "list": f"The published order is {listed(case.given)}.",
    }
    yield "; ".join(f"table {table}: {count} players" for table, count in sorted(case.table_players.items())) + "."
    yield rule[case.order]
    yield f"To break: {listed(case.expected, 'table')}."
