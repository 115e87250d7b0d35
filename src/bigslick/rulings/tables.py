"""Cases of type `balance`, `table_plan` and `break_order`: who moves, and which tables halt or break."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from bigslick.shuffle import Keystream
from bigslick.table.blinds import Places, next_lineup
from bigslick.tournament.director.breaking import Breaking
from bigslick.tournament.director.director import Director
from bigslick.tournament.director.events import Moved, SeatsRedrawn, TableBroken
from bigslick.tournament.director.table_sizes import TableSizes
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.problems import BadStructure
from bigslick.tournament.structure.structure import Structure

from .button import chairs, check_players, described
from .case import MOST_SEATS, BadRulings, Ruling, check_size, compare, differ, listed

MOST_TABLES: Final = 1000
NO_HAND_YET: Final = (-1, -1, -1)


class TableRow(msgspec.Struct, forbid_unknown_fields=True):
    """A table after a completed hand."""

    id: int
    occupied: list[int]
    last_button: int
    last_sb_position: int
    last_bb: int
    note: str = ""


class BalanceOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The largest difference between tables and the shortest table that still plays; ties go to the lowest table."""

    balance_max_diff: int = 1
    source_tie: Literal["lowest_table_id"] = "lowest_table_id"
    dest_tie: Literal["lowest_table_id"] = "lowest_table_id"
    halt_deficit: int = 3


class NextHand(msgspec.Struct, forbid_unknown_fields=True):
    """The next hand at the table that the player moved to."""

    button: int | UnsetType = UNSET
    sb_posts: int | Literal["dead"] | UnsetType | None = UNSET
    sb_position: int | UnsetType = UNSET
    bb: int | UnsetType = UNSET
    not_dealt_in: list[int] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.sb_posts == "dead":
            self.sb_posts = None


class MoveRow(msgspec.Struct, forbid_unknown_fields=True):
    from_table: int
    mover_seat: int
    to_table: int
    to_seat: int
    mover_is_bb_next_hand: bool | UnsetType = UNSET
    dest_next_hand: NextHand | UnsetType = UNSET


class BalanceExpected(msgspec.Struct, forbid_unknown_fields=True):
    """The next move, and the halted tables by either rule; `move` is "none" or null if no player moves."""

    move: MoveRow | Literal["none"] | UnsetType | None = UNSET
    halted_tables_seed002: list[int] | UnsetType = UNSET
    halted_tables_tda2024_blinds_impacted: list[int] | UnsetType = UNSET


class BalanceCase(Ruling, kw_only=True):
    """Tables after a completed hand: who moves where, and which tables halt."""

    seats_per_table: int
    tables: list[TableRow]
    expected: BalanceExpected
    options: BalanceOptions = BalanceOptions()


def _directed(
    seats: int, tables: Mapping[int, Collection[int]], last: Mapping[int, tuple[int, int, int]], **options: Any
) -> Director:
    """Make a director for these tables from their taken seats and the last hand's button and blinds."""
    _check_numbers(tables)
    levels = (Level(small=1, big=2),)
    try:
        structure = Structure(seats=seats, starting_stack=1000, levels=levels, hand_for_hand=False, **options)
    except BadStructure as error:
        raise BadRulings(str(error)) from None
    director = Director(structure, Keystream(0), lambda table: last.get(table, NO_HAND_YET))
    director.take_over(tables)
    return director


def _check_numbers(tables: Iterable[int]) -> None:
    for table in tables:
        if not 0 < table <= MOST_TABLES:
            raise BadRulings(f"table {table} does not exist: expected 1 to {MOST_TABLES}")


def check_balance(case: BalanceCase) -> Iterator[str]:
    """Check the director's next move, the hand after it, and the halted tables under both rules."""
    seats, options = case.seats_per_table, case.options
    check_size(seats)
    tables: dict[int, set[int]] = {}
    last: dict[int, tuple[int, int, int]] = {}
    for row in case.tables:
        if row.id in tables:
            raise BadRulings(f"table {row.id} appears twice in the case")
        places = [case.seat(number, seats) for number in (row.last_button, row.last_sb_position, row.last_bb)]
        last[row.id] = places[0], places[1], places[2]
        tables[row.id] = {case.seat(number, seats) for number in row.occupied}
    if not tables:
        raise BadRulings("tables is empty: expected at least one table")
    choices: dict[str, Any] = {"balance_max_diff": options.balance_max_diff, "halt_deficit": options.halt_deficit}
    director = _directed(seats, tables, last, redraw_at_tables=(), **choices)
    director.hands_ended((), tables, 0)
    if any(isinstance(happened, TableBroken) for happened in director.events):
        raise BadRulings("the players fit fewer tables, so one breaks and none are balanced: expected more players")
    move = next((happened for happened in director.events if isinstance(happened, Moved)), None)
    wanted = None if case.expected.move == "none" else case.expected.move
    if move is None or wanted is None:
        if wanted is not UNSET and (move is None) != (wanted is None):
            yield f"move is {'none' if move is None else move.reason}, expected {'none' if wanted is None else 'one'}"
    elif isinstance(wanted, MoveRow):
        found: dict[str, Any] = {
            "from_table": move.from_table,
            "mover_seat": case.number(move.from_seat),
            "to_table": move.to_table,
            "to_seat": case.number(move.to_seat),
        }
        after = _after(case, tables[move.to_table], last[move.to_table], move.to_seat)
        found["mover_is_bb_next_hand"] = after["bb"] == found["to_seat"]
        yield from compare("move.", found, wanted)
        if wanted.dest_next_hand is not UNSET:
            yield from compare("dest_next_hand.", after, wanted.dest_next_hand)
    # Tables halt while the largest ones keep playing: a large table gives up players as soon as its hand ends.
    most = max(len(taken) for taken in tables.values())
    free = [table for table, taken in tables.items() if len(taken) < most]
    for name, trigger in (
        ("halted_tables_seed002", "immediate"),
        ("halted_tables_tda2024_blinds_impacted", "blinds_impacted"),
    ):
        wanted_tables = getattr(case.expected, name)
        if wanted_tables is not UNSET:
            director = _directed(seats, tables, last, redraw_at_tables=(), halt_trigger=trigger, **choices)
            director.hands_ended((), free, 0)
            yield from differ(name, sorted(director.halted), sorted(wanted_tables))


def _after(case: BalanceCase, table: set[int], last: tuple[int, int, int], arrived: int) -> dict[str, Any]:
    """Return the button and blinds of the next hand at a table after the player has sat down."""
    taken = {*table, arrived}
    check_players(taken)
    lineup = next_lineup(chairs(taken, {arrived}, case.seats_per_table), Places(*last), "dead", "blind_off", (1, 2))
    return described(case, lineup, taken, case.seats_per_table)


def tell_balance(case: BalanceCase) -> Iterator[str]:
    """Yield the tables, then the move and the halted tables."""
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
    """Players at the final table; by default the usual number for tables of this size."""

    final_table_size: int | None = None


class PlanExpected(msgspec.Struct, forbid_unknown_fields=True):
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
    """Compare the director's decisions once all tables are between hands."""
    counts = case.table_player_counts
    check_size(case.seats_per_table)
    _check_counts("table_player_counts", counts)
    tables = {number: range(count) for number, count in enumerate(counts, 1)}
    director = _directed(case.seats_per_table, tables, {}, final_table_size=case.options.final_table_size)
    director.hands_ended((), tables, 0)
    expected = case.expected
    if expected.balanced_sizes_after is not UNSET:
        expected = msgspec.structs.replace(
            expected, balanced_sizes_after=sorted(expected.balanced_sizes_after, reverse=True)
        )
    values = {
        "players": director.playing,
        "form_final_table": any(isinstance(happened, SeatsRedrawn) for happened in director.events),
        "tables_to_break": len(counts) - len(director.chairs),
        "balanced_sizes_after": sorted((_players(row) for row in director.chairs.values()), reverse=True),
    }
    yield from compare("", values, expected)


def _players(row: list[int]) -> int:
    return sum(entry >= 0 for entry in row)


def _check_counts(name: str, counts: list[int]) -> None:
    if not counts:
        raise BadRulings(f"{name} is empty: expected at least one table")
    if any(not 0 < count <= MOST_SEATS for count in counts):
        raise BadRulings(f"{name} is {counts}: expected 1 to {MOST_SEATS} at each table")


def tell_table_plan(case: TablePlanCase) -> Iterator[str]:
    """Tell the tables, and what happens to them."""
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
    """Tables with their players, and a rule: which tables break, in order."""

    table_players: dict[int, int]
    expected: list[int]
    """The tables in breaking order; with `fewest_players` only the next one."""
    order: Literal["fewest_players", "highest_id_first", "list"] = "fewest_players"
    given: list[int] = msgspec.field(default_factory=list)
    """With `list`: the published order; tables that are not on it break last, highest number first."""


def check_break_order(case: BreakOrderCase) -> Iterator[str]:
    """Check the next table by number of players, or the whole published order."""
    players = case.table_players
    _check_counts("table_players", list(players.values()))
    _check_numbers(players)
    sizes = TableSizes()
    for table, count in players.items():
        sizes.add(table, count)
    breaking = Breaking(case.order, case.given)
    breaking.publish(list(players), Keystream(0))
    found = breaking.next(1 if case.order == "fewest_players" else len(players), sizes)
    yield from differ("tables to break", found, case.expected)


def tell_break_order(case: BreakOrderCase) -> Iterator[str]:
    """Yield the tables, the rule, and which break."""
    rule = {
        "fewest_players": "The table with the fewest players breaks first.",
        "highest_id_first": "The highest number breaks first.",
        "list": f"The published order is {listed(case.given)}.",
    }
    yield "; ".join(f"table {table}: {count} players" for table, count in sorted(case.table_players.items())) + "."
    yield rule[case.order]
    yield f"To break: {listed(case.expected, 'table')}."
