"""Hand histories as tables: hands, players and actions, as Polars frames.

The columns and their types are fixed and listed in docs/reference/statistics.md. Amounts are floats in the file's
units; null if the record does not say. Frames are built in batches, so a folder of Parquet files takes no more memory
than one batch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from bigslick.cards import UNKNOWN, format_cards
from bigslick.errors import BigslickError
from bigslick.extras import needs_extra

from ..action_kinds import BOARD, CALL, FOLD, MUCK, SHOW, WAGER
from ..formats.registry import as_path
from ..history import VARIANTS
from .count_columns import (
    C_BET,
    ENTERED,
    FACED_C_BET,
    FACED_STEAL,
    FACED_THREE_BET,
    FLOPS,
    RAISED,
    SHOWDOWNS,
    STEAL,
    THREE_BET,
)
from .counted_hand import REACHED, CountedHand
from .statistics import Refusals, counted_hands

BATCH: Final = 20_000
"""Hands per batch."""
TABLES: Final = ("hands", "players", "actions")
STREETS: Final = REACHED[:4]
_FLAGS: Final = {
    "entered": ENTERED,
    "raised": RAISED,
    "could_three_bet": THREE_BET,
    "three_bet": THREE_BET + 1,
    "faced_three_bet": FACED_THREE_BET,
    "folded_to_three_bet": FACED_THREE_BET + 1,
    "could_steal": STEAL,
    "stole": STEAL + 1,
    "faced_steal": FACED_STEAL,
    "folded_to_steal": FACED_STEAL + 1,
    "could_c_bet": C_BET,
    "c_bet": C_BET + 1,
    "faced_c_bet": FACED_C_BET,
    "folded_to_c_bet": FACED_C_BET + 1,
    "saw_flop": FLOPS,
    "showdown": SHOWDOWNS,
}
"""Player columns that are yes or no; continuation bets are those on the flop."""
COLUMNS: Final[dict[str, dict[str, str]]] = {
    "hands": {
        "hand_id": "UInt64",
        "file": "String",
        "number": "String",
        "site": "String",
        "site_hand": "String",
        "table": "String",
        "time": "Datetime",
        "limit": "String",
        "stake": "String",
        "currency": "String",
        "small_blind": "Float64",
        "big_blind": "Float64",
        "ante": "Float64",
        "players": "UInt8",
        "board": "String",
        "street": "String",
        "pot": "Float64",
        "rake": "Float64",
        "winners_known": "Boolean",
    },
    "players": {
        "hand_id": "UInt64",
        "player": "String",
        "number": "UInt8",
        "seat": "UInt8",
        "position": "String",
        "stack": "Float64",
        "depth": "Float64",
        "hole": "String",
        "invested": "Float64",
        "won": "Float64",
        "net": "Float64",
        "net_bb": "Float64",
        "adjusted": "Float64",
        "adjusted_bb": "Float64",
        "all_in": "Boolean",
        **dict.fromkeys(_FLAGS, "Boolean"),
    },
    "actions": {
        "hand_id": "UInt64",
        "step": "UInt16",
        "street": "String",
        "player": "String",
        "number": "UInt8",
        "action": "String",
        "to": "Float64",
        "cards": "String",
    },
}
"""Each table's columns with their Polars types, in order."""
_ACTIONS: Final = {FOLD: "fold", CALL: "call", WAGER: "raise", BOARD: "deal", SHOW: "show", MUCK: "muck"}


_Batch = dict[str, dict[str, list[Any]]]


class FrameError(BigslickError, RuntimeError):
    """Frames cannot be made here: Polars is missing, or the folder is not empty."""

    __module__ = "bigslick.history"


class Frames(NamedTuple):
    """Hands, players and actions, joined by `hand_id`, plus the number of skipped hands and the reasons."""

    hands: Any
    players: Any
    actions: Any
    left_out: Refusals


def frame(
    paths: Iterable[str | Path],
    *,
    sink: str | Path | None = None,
    watch: Callable[[CountedHand], object] | None = None,
) -> Frames:
    """Load every hand in the files, whatever their formats, into three Polars frames.

    With `sink` they are lazy frames over Parquet files in that folder, which must be new or empty: each table has a
    folder and each batch a file, such as `hands/00001.parquet`, and memory use stays flat.
    """
    polars = _polars()
    folder = None if sink is None else as_path(sink)
    left_out = Refusals()
    batches = _batches(paths, left_out, watch)
    if folder is not None:
        hands, players, actions = _sink(polars, batches, folder)
        return Frames(hands, players, actions, left_out)
    parts: dict[str, list[Any]] = {name: [_table(polars, name, {})] for name in TABLES}
    for batch in batches:
        for name in TABLES:
            parts[name].append(_table(polars, name, batch[name]))
    hands, players, actions = (polars.concat(parts[name]) for name in TABLES)
    return Frames(hands, players, actions, left_out)


def _sink(polars: Any, batches: Iterator[_Batch], folder: Path) -> Iterator[Any]:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FrameError(f"{folder} is in use: expected a new or an empty folder")
    for name in TABLES:
        (folder / name).mkdir(parents=True)
        # A table has its columns even without hands.
        _table(polars, name, {}).write_parquet(folder / name / "00000.parquet")
    for number, batch in enumerate(batches, 1):
        for name in TABLES:
            _table(polars, name, batch[name]).write_parquet(folder / name / f"{number:05}.parquet")
    return (polars.scan_parquet(folder / name / "*.parquet") for name in TABLES)


def _polars() -> Any:
    needs_extra("sim", "polars")
    import polars

    return polars


def _batches(
    paths: Iterable[str | Path], left_out: Refusals, watch: Callable[[CountedHand], object] | None
) -> Iterator[_Batch]:
    batch = _new_batch()
    for hand_id, hand in enumerate(counted_hands(paths, left_out.add), 1):
        _add_hand(batch["hands"], hand, hand_id)
        _add_players(batch["players"], hand, hand_id)
        _add_actions(batch["actions"], hand, hand_id)
        if watch is not None:
            watch(hand)
        if hand_id % BATCH == 0:
            yield batch
            batch = _new_batch()
    if batch["hands"]["hand_id"]:
        yield batch


def _new_batch() -> _Batch:
    return {name: {column: [] for column in COLUMNS[name]} for name in TABLES}


def _table(polars: Any, name: str, columns: dict[str, list[Any]]) -> Any:
    schema = {column: getattr(polars, kind) for column, kind in COLUMNS[name].items()}
    return polars.DataFrame(columns, schema=schema)


def _append(columns: dict[str, list[Any]], *values: object) -> None:
    for column, value in zip(columns.values(), values, strict=True):
        column.append(value)


def _add_hand(columns: dict[str, list[Any]], hand: CountedHand, hand_id: int) -> None:
    history, tally = hand.history, hand.tally
    details, stakes, unit = history.details, hand.played.start.stakes, 10.0**hand.places
    rake: float | None = None
    if hand.known:
        rake = (tally.pot - sum(tally.collected(seat) for seat in hand.seats)) / unit
    elif details and details.rake is not None:
        rake = float(details.rake)
    _append(
        columns,
        hand_id,
        history.file or None,
        str(history.number) if history.number else None,
        (details.site if details else None) or history.venue,
        None if history.hand is None else str(history.hand),
        None if history.table is None else str(history.table),
        _time(hand),
        VARIANTS[history.variant or "NT"],
        hand.stake,
        hand.currency or None,
        stakes.blinds[stakes.small] / unit if stakes.small >= 0 else 0.0,
        hand.big_blind / unit,
        stakes.ante / unit,
        len(hand.seats),
        format_cards([card for card in hand.played.playback.state.board_cards() if card != UNKNOWN]),
        REACHED[hand.reached],
        tally.pot / unit,
        rake,
        hand.known,
    )


def _time(hand: CountedHand) -> Any:
    """Return the hand's time in its own zone; None if the record does not say."""
    import datetime

    history = hand.history
    if history.year is None or history.month is None or history.day is None:
        return None
    try:
        day = datetime.date(history.year, history.month, history.day)
        return datetime.datetime.combine(day, (history.time or datetime.time()).replace(tzinfo=None))
    except ValueError:
        return None


def _add_players(columns: dict[str, list[Any]], hand: CountedHand, hand_id: int) -> None:
    tally, state, unit = hand.tally, hand.played.playback.state, 10.0**hand.places
    big = hand.big_blind
    for player, seat in enumerate(hand.seats):
        stack, net, fair = hand.stack(player), hand.net(player), hand.fair(player)
        seats = hand.history.seats
        _append(
            columns,
            hand_id,
            hand.names[player],
            player + 1,
            seats[player] if seats else seat + 1,
            hand.positions[player],
            None if stack is None else stack / unit,
            hand.depth(player),
            format_cards([card for card in state.holes(seat) if card != UNKNOWN]) or None,
            tally.put_in(seat) / unit,
            None if net is None else tally.collected(seat) / unit,
            None if net is None else net / unit,
            None if net is None else net / big,
            None if fair is None else fair / unit,
            None if fair is None else fair / big,
            bool(tally.all_in >> seat & 1),
            *[tally.did(column, seat) for column in _FLAGS.values()],
        )


def _add_actions(columns: dict[str, list[Any]], hand: CountedHand, hand_id: int) -> None:
    names, places, board, step = hand.names, hand.places, 0, 0
    bets = [min(abs(blind), hand.big_blind) if blind < 0 else blind for blind in hand.played.start.stakes.blinds]
    price = max(bets)
    for action in hand.played.actions:
        kind, player = action.kind, action.player
        if kind not in _ACTIONS:
            continue
        step += 1
        said, to = _ACTIONS[kind], None
        if kind == BOARD:
            board += len(action.cards)
            bets, price = [0] * len(bets), 0
        elif kind == CALL:
            said = "call" if bets[player] < price else "check"
            bets[player] = price
        elif kind == WAGER:
            said = "raise" if price else "bet"
            bets[player] = price = action.amount * 10 ** (places - action.places)
            to = price / 10.0**places
        _append(
            columns,
            hand_id,
            step,
            STREETS[0 if board < 3 else board - 2],
            None if kind == BOARD else names[player],
            None if kind == BOARD else player + 1,
            said,
            to,
            "".join("??" if card == UNKNOWN else format_cards([card]) for card in action.cards) or None,
        )
