"""Facts on their way into the store, each with its number, its chips, its hand, and whatever else belongs to it."""

from __future__ import annotations

from bigslick import Fold
from bigslick.protocol import host, wire
from bigslick.protocol.settings import TableSettings
from bigslick.protocol.social import ChatLine
from bigslick.server.hosting.facts import PlayerMuted
from bigslick.server.hosting.state import Invitation
from bigslick.server.store.chat import KeptLine
from bigslick.server.store.records import Batch, Stream
from bigslick.server.table import facts
from bigslick.server.table.draft import SAVE_EVERY, Draft, opening
from bigslick.server.table.saves import load, save

from ..virtual import serving
from .desk import Desk


def test_a_closed_table_has_no_chips_and_its_night_goes_on_until_its_end_is_shown() -> None:
    with serving(None, "ann", "bob") as served:
        served.begin()
        assert isinstance(served.house(host.Close, why="the end"), wire.Done)
        while served.live.playing:
            served.act(Fold())
        assert served.live.closed
        assert not any(batch.closed for batch in served.memory.batches)
        assert served.bank.balance("table:t1") == 0
        served.advance(10_000)
        assert served.room.over


def test_chips_come_from_their_owner_and_go_back_there_by_the_fact_that_says_so() -> None:
    desk = Desk()
    draft = Draft(desk.live)
    draft.add(facts.SeatTaken(at=5, seat=0, player="ann", chips=1000))
    draft.add(facts.SeatTaken(at=6, seat=1, player="rock 1", chips=500, bot="rock"))
    draft.add(facts.Left(at=7, seat=0))
    batch = draft.batch()
    assert [(row.stream, row.seq, row.at) for row in batch.rows] == [("t", 2, 5), ("t", 3, 6), ("t", 4, 7)]
    assert [(move.source, move.target, move.amount, move.stream, move.seq) for move in batch.transfers] == [
        ("player:ann", "table:t", 1000, "t", 2),
        ("mint", "table:t", 500, "t", 3),
        ("table:t", "player:ann", 1000, "t", 4),
    ]
    assert (batch.hands, batch.snapshots, batch.closed, batch.statements) == ([], (), (), [])


def test_a_changed_table_is_renamed_in_the_store() -> None:
    draft = Draft(Desk().live)
    draft.add(facts.GameChanged(at=5, settings=TableSettings(name="Friday")))
    (statement,) = draft.batch().statements
    assert statement.compile().params == {"name": "Friday", "id_1": "t"}  # type: ignore[attr-defined]


def test_a_table_is_saved_after_so_many_hands_with_the_end_of_the_last() -> None:
    desk, saved = Desk("ann", "bob"), []
    for number in range(1, 2 * SAVE_EVERY + 1):
        desk.begin()
        assert desk.live.turn is not None
        draft = Draft(desk.live)
        draft.add(facts.Acted(at=desk.now, seat=desk.live.turn.seat, action=Fold()))
        batch = draft.batch()
        assert [hand.number for hand in batch.hands] == [number]
        saved += [number for _ in batch.snapshots]
        for kept in batch.snapshots:
            assert (kept.stream, kept.seq) == ("t", desk.live.count)
            assert save(load(kept.payload)) == save(desk.live)
    assert saved == [SAVE_EVERY, 2 * SAVE_EVERY]


def test_a_line_of_chat_is_kept_and_is_no_fact() -> None:
    draft = Draft(Desk("ann").live)
    line = ChatLine(number=1, at=5, player="ann", text="hello")
    draft.kept = KeptLine(line=line, player=line.player)
    batch = draft.batch()
    assert batch.rows == []
    assert [str(statement).split()[0] for statement in batch.statements] == ["INSERT", "DELETE"]


def test_only_what_the_host_decides_is_told_as_such() -> None:
    draft = Draft(Desk("ann").live)
    draft.add(facts.SeedPromised(at=5, seat=0, promise="ab" * 32))
    assert not draft.hosts
    draft.add(PlayerMuted(at=6, player="ann"))
    draft.add(facts.SeedPromised(at=7, seat=0, promise="cd" * 32))
    assert draft.hosts


def test_a_table_opens_with_its_stream_and_its_first_fact() -> None:
    settings = TableSettings(name="Elm", club="c1")
    opened = facts.Opened(at=5, by="ann", table="t7", settings=settings, invitation=Invitation(host="ann"))
    batch = opening(opened)
    assert batch == Batch(
        opened=(Stream(id="t7", kind="table", name="Elm", club="c1", opened_by="ann", opened_at=5),), rows=batch.rows
    )
    (row,) = batch.rows
    assert (row.stream, row.seq, row.at, facts.read(row.payload)) == ("t7", 1, 5, opened)
