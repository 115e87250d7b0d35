"""A night from the ledger: results, who owes whom, and files without spreadsheet formulas."""

from __future__ import annotations

import csv
import threading
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from bigslick.protocol.money import ChipValue
from bigslick.server.accounting.ledgers import night_of
from bigslick.server.store import nights
from bigslick.server.store.bank import FEES, MINT, player_account, table_account, tournament_account
from bigslick.server.store.names import Names, NamesTogether
from bigslick.server.store.nights import (
    HOUSE,
    ChipsMoved,
    NightPart,
    brought_chips,
    moves_of,
    night,
    night_csv,
    nights_of,
    rows_of,
)
from bigslick.server.store.records import Batch, ChipTransfer, Stream
from bigslick.server.store.schema import streams
from bigslick.server.store.settlement import Payment

from ..databases import opened

TABLE = table_account("t1")
POOL = tournament_account("sng1")


def transfers(stream: str, *moves: tuple[str, str, int, str]) -> list[ChipTransfer]:
    return [
        ChipTransfer(source=source, target=target, amount=amount, reason=reason, at=at, stream=stream, seq=at)
        for at, (source, target, amount, reason) in enumerate(moves, 2)
    ]


ANN, BOB, CAT = player_account("p1"), player_account("p2"), player_account("p3")
NAMES = NamesTogether(Names({"p1": "ann", "p2": "bob", "p3": "cat"}))
CASH = transfers(
    "t1",
    (MINT, TABLE, 400, "buy-in"),
    (ANN, TABLE, 1000, "buy-in"),
    (BOB, TABLE, 500, "buy-in"),
    (BOB, TABLE, 300, "top-up"),
    (TABLE, BOB, 100, "top-up lapsed"),
    (TABLE, BOB, 900, "cash-out"),
    (BOB, TABLE, 200, "buy-in"),
)
PLAYED = transfers(
    "sng1",
    (ANN, POOL, 100, "tournament entry"),
    (ANN, FEES, 10, "tournament fee"),
    (BOB, POOL, 100, "tournament entry"),
    (BOB, FEES, 10, "tournament fee"),
    (CAT, POOL, 100, "tournament entry"),
    (CAT, FEES, 10, "tournament fee"),
    (POOL, CAT, 100, "tournament entry returned"),
    (FEES, CAT, 10, "tournament fee returned"),
    (MINT, POOL, 50, "added prizes"),
    (POOL, BOB, 250, "tournament prize"),
)
CASH_STREAM = Stream(id="t1", kind="table", name="Main", opened_at=1)
EVENT_STREAM = Stream(id="sng1", kind="tournament", name="Friday", club="c1", opened_at=2, closed_at=99)


async def test_two_players_of_one_name_have_their_own_lines(url: str) -> None:
    async with opened(url) as store:
        await store.append(Batch(opened=[CASH_STREAM], transfers=CASH))
        toms = NamesTogether(Names({"p1": "Tom", "p2": "tom", "p3": "cat"}))
        found = night(CASH_STREAM, await rows_of(store, CASH_STREAM), {"p1": 700, "p2": 200, "": 500}, toms)
        assert [(line.player, line.net) for line in found.results] == [("tom 2", 200), ("Tom", -300), (HOUSE, 100)]


async def test_a_cash_night_from_the_rows_of_the_ledger(url: str) -> None:
    async with opened(url) as store:
        await store.append(Batch(opened=[CASH_STREAM], transfers=CASH))
        moves = moves_of(await rows_of(store, CASH_STREAM), NAMES.name_of)
        assert [(move.player, move.kind, move.chips) for move in moves[:2]] == [
            (HOUSE, "buy-in", 400),
            ("ann", "buy-in", 1000),
        ]
        found = night(CASH_STREAM, await rows_of(store, CASH_STREAM), {"p1": 700, "p2": 200, "": 500}, NAMES)
        assert found.moves == tuple(moves)
        lines = [
            (line.player, line.buy_ins, line.bought_in, line.topped_up, line.left_with, line.sits_with, line.net)
            for line in found.results
        ]
        assert lines == [
            ("bob", 2, 700, 200, 900, 200, 200),
            ("ann", 1, 1000, 0, 0, 700, -300),
            (HOUSE, 1, 400, 0, 0, 500, 100),
        ]
        assert found.settlement.payments == (Payment("ann", "bob", 200), Payment("ann", HOUSE, 100))
        assert [await brought_chips(store, "t1", player) for player in ("p1", "p3", "")] == [True, False, False]
        early = moves_of(await rows_of(store, CASH_STREAM, upto=4), NAMES.name_of)
        assert len(early) == 3


async def test_a_long_ledger_is_not_built_while_others_wait(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    threads, moves = list[int](), nights._moves

    def noted(*row: Any) -> Iterator[ChipsMoved]:
        threads.append(threading.get_ident())
        return moves(*row)

    monkeypatch.setattr(nights, "_moves", noted)

    async with opened(url) as store:
        await store.append(Batch(opened=[EVENT_STREAM], transfers=PLAYED))
        await night_of(store, NamesTogether(Names()), EVENT_STREAM, None)
        await nights_of(store, NAMES.name_of, sa.true())
        assert len(threads) == 2 * len(PLAYED)
        assert threading.get_ident() not in threads


async def test_a_tournament_counts_entries_fees_and_prizes(url: str) -> None:
    async with opened(url) as store:
        await store.append(Batch(opened=[CASH_STREAM, EVENT_STREAM], transfers=[*CASH, *PLAYED]))
        ((stream, results),) = await nights_of(store, NAMES.name_of, streams.c.club == "c1")
        assert stream == EVENT_STREAM
        assert [(line.player, line.buy_ins, line.bought_in, line.left_with, line.net) for line in results] == [
            ("bob", 1, 110, 250, 140),
            ("cat", 0, 0, 0, 0),
            ("ann", 1, 110, 0, -110),
            (HOUSE, 0, 30, 0, -30),
        ]
        assert sum(line.net for line in results) == 0
        assert await nights_of(store, NAMES.name_of, sa.true()) == [(stream, results)], "the cash table is still open"


@pytest.mark.parametrize("part", ["players", "payments", "moves"])
def test_no_name_becomes_a_formula(part: NightPart) -> None:
    rows = [(1, account, TABLE, 100, "buy-in", "") for account in (ANN, BOB)]
    text = night_csv(
        night(CASH_STREAM, rows, {"p1": 150, "p2": 50}, NamesTogether(Names({"p1": "-1-1", "p2": "bob"}))), part
    )
    lines = list(csv.reader(StringIO(text)))
    cells = [cell for line in lines[1:] for cell in line]
    assert "'-1-1" in cells
    assert "-1-1" not in cells
    assert all(len(line) == len(lines[0]) for line in lines)


def test_the_payments_of_a_night_are_in_chips_and_in_money() -> None:
    rows = [(1, who, TABLE, 500, "buy-in", "") for who in (ANN, BOB)]
    stream = replace(CASH_STREAM, chip_cents=5, currency="€")
    found = night(stream, rows, {"p1": 450, "p2": 550}, NAMES)
    assert found.chip_value == ChipValue(cents=5, currency="€")
    assert night_csv(found, "payments").splitlines() == ["payer,payee,chips,amount,currency", "ann,bob,50,2.50,€"]
    plain = night(CASH_STREAM, rows, {"p1": 450, "p2": 550}, NAMES)
    assert plain.chip_value is None
    assert night_csv(plain, "payments").splitlines()[1] == "ann,bob,50,,"


def test_a_7_2_bounty_is_a_line_for_each_player_and_leaves_the_results_as_the_stacks_are() -> None:
    rows = [
        *((1, who, TABLE, 500, "buy-in", "") for who in (ANN, BOB)),
        (2, TABLE, BOB, 20, "7-2 bounty", "t1-7"),
        (2, BOB, ANN, 20, "7-2 bounty", "t1-7"),
        (2, ANN, TABLE, 20, "7-2 bounty", "t1-7"),
        (3, TABLE, ANN, 530, "cash-out", ""),
    ]
    found = night(CASH_STREAM, rows, {"p2": 470}, NAMES)
    assert [(move.player, move.kind, move.chips, move.why) for move in found.moves[2:4]] == [
        ("bob", "7-2 bounty", -20, "t1-7"),
        ("ann", "7-2 bounty", 20, "t1-7"),
    ]
    assert [(one.player, one.bought_in, one.topped_up, one.left_with, one.net) for one in found.results] == [
        ("ann", 500, 0, 530, 30),
        ("bob", 500, 0, 0, -30),
    ]


def test_a_correction_counts_like_a_top_up_and_keeps_its_reason() -> None:
    rows = [(1, ANN, TABLE, 500, "buy-in", ""), (2, TABLE, ANN, 200, "correction", "=bought in for 300")]
    found = night(CASH_STREAM, rows, {"p1": 300}, NamesTogether(Names({"p1": "Ann"})))
    (result,) = found.results
    assert (result.bought_in, result.topped_up, result.net) == (500, -200, 0)
    assert [move.why for move in found.moves] == ["", "=bought in for 300"]
    assert "'=bought in for 300" in night_csv(found, "moves"), "no reason becomes a formula"
