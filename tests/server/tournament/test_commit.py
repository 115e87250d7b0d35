"""One tournament commit: its facts, its tables and the money reach the store together."""

from __future__ import annotations

from pathlib import Path

from bigslick import Fold
from bigslick.server.store.bank import FEES, MINT, tournament_account
from bigslick.server.store.records import Batch, ChipTransfer, FactRow
from bigslick.server.table import facts as table_facts
from bigslick.server.table.saves import replay
from bigslick.server.tournament import facts
from bigslick.server.tournament.commit import floor_report, joined

from .committing import committing
from .floor import structure

POOL = tournament_account("sng")


async def test_entries_are_paid_into_the_pool_and_only_people_pay_the_fee(tmp_path: Path) -> None:
    async with committing(tmp_path, structure(6, fee=10)) as event:
        await event.enter("ann", "bob", bots=1)
        assert await event.store.balances() == {
            "player:ann": -110,
            "player:bob": -110,
            MINT: -100,
            POOL: 300,
            FEES: 20,
        }
        await event.commit(facts.PlayerWithdrew(at=event.now, player="bob"))
        assert (await event.store.balances())[POOL] == event.live.owed == 200
        await event.commit(facts.TournamentCancelled(at=event.now, why="rain"))
        assert set((await event.store.balances()).values()) == {0}


async def test_the_start_puts_the_seats_of_every_table_into_the_same_commit(tmp_path: Path) -> None:
    async with committing(tmp_path, structure(4, 2), away=["bob"]) as event:
        await event.enter("ann", "bob", bots=2)
        started = await event.start()
        assert {task.id for task in started.opened} == {"sng.1", "sng.2"} == set(started.touched)
        assert {stream.id for stream in await event.store.streams("table")} == {"sng.1", "sng.2"}
        seated: dict[str, bool] = {}
        for task in event.tables.values():
            rows = await event.store.read(task.id)
            stored = replay([table_facts.read(row.payload) for row in rows])
            assert (stored.chips, stored.parked) == (2000, False)
            seated |= {one.player: one.connected for one in stored.occupants if one is not None}
        assert seated == {"ann": True, "bob": False, "tag 0": True, "tag 1": True}
        assert set(started.moves) == {"ann", "bob"}, "a house bot reads no messages"
        assert started.moves["ann"].table in ("sng.1", "sng.2")


async def test_a_new_level_reaches_the_tables_before_their_next_hand(tmp_path: Path) -> None:
    async with committing(tmp_path, structure(4, 2, timed=True)) as event:
        await event.enter(bots=4)
        await event.start()
        await event.clock.advance(60_000)
        for task in event.tables.values():
            task.live.parked = True
        commit = await event.commit(go_on=True)
        assert event.live.level == 2
        assert [facts.read(row.payload).__class__ for row in commit.rows] == [facts.LevelReached]
        for task in event.tables.values():
            level = task.live.table.level
            assert (level.small, level.big) == (25, 50)
            kinds = [type(table_facts.read(row.payload)) for row in await event.store.read(task.id)]
            assert kinds[-2:] == [table_facts.BlindsChanged, table_facts.Released]


async def test_a_late_entry_to_a_full_field_opens_a_table_whose_button_waits_for_a_second_player(
    tmp_path: Path,
) -> None:
    async with committing(tmp_path, structure(4, 4, late_reg_levels=2)) as event:
        await event.enter(bots=4)
        await event.start()
        for task in event.tables.values():
            task.live.parked = True
        late = facts.PlayerEntered(at=event.now, player="ann", floor=floor_report(event.live, event.tables))
        commit = await event.commit(late, go_on=True)
        [opened] = commit.opened
        stored = [table_facts.read(row.payload) for row in await event.store.read(opened.id)]
        kinds = [type(fact) for fact in stored]
        assert kinds.index(table_facts.ButtonAssigned) > kinds.index(table_facts.MovedIn)
        assert len(opened.live.table.ready) == 2


async def test_a_late_entry_to_a_table_in_a_hand_waits_beside_it(tmp_path: Path) -> None:
    """TDA 8-A: a player gets no cards in a hand that has begun."""

    async with committing(tmp_path, structure(2, 6, late_reg_levels=2)) as event:
        await event.enter(bots=2)
        await event.start()
        live = await event.deal(1)
        late = facts.PlayerEntered(at=event.now, player="ann", floor=floor_report(event.live, event.tables))
        await event.commit(late, go_on=True)
        (traveller,) = event.live.travelling.values()
        assert traveller.chips == 1000
        assert live.seat_of("ann") is None
        await event.act(1, Fold())
        commit = await event.commit(go_on=True)
        assert event.live.travelling == {}
        assert live.seat_of("ann") == commit.moves["ann"].seat
        assert live.chips == 3000


async def test_a_table_is_free_once_the_director_has_heard_of_its_last_hand(tmp_path: Path) -> None:
    async with committing(tmp_path, structure(4, 2)) as event:
        await event.enter(bots=4)
        await event.start()
        first = event.tables[1].live
        assert floor_report(event.live, event.tables) == facts.FloorReport(), "released, and no hand so far"
        first.parked = True
        assert floor_report(event.live, event.tables).free == (1,)
        first.parked = False
        await event.deal(1)
        assert first.hand is not None
        button = first.hand.setup.button
        await event.act(1, Fold())
        assert first.parked
        assert floor_report(event.live, event.tables).free == ()
        event.live.playing.reported[1] = 1
        report = floor_report(event.live, event.tables)
        assert (report.free, report.places[1][0]) == ((1,), button)


def test_batches_are_joined_in_their_order() -> None:
    def fact(stream: str) -> FactRow:
        return FactRow(stream, 1, 0, b"{}")

    paid = ChipTransfer(source=MINT, target=POOL, amount=1, reason="test", at=0)
    together = joined(
        [Batch(rows=[fact("t1")], closed=[("t1", 5)]), Batch(rows=[fact("t2")])], rows=[fact("sng")], transfers=[paid]
    )
    assert [row.stream for row in together.rows] == ["sng", "t1", "t2"]
    assert together.transfers == [paid]
    assert together.closed == [("t1", 5)]


async def test_orders_about_seats_wait_for_the_hand_and_reach_the_tables_in_one_commit(tmp_path: Path) -> None:
    async with committing(tmp_path, structure(10, 6, timed=True)) as event:
        await event.enter("ann", "bob", bots=8)
        await event.start()
        director = event.live.playing.director
        entry = director.names.index("bob")
        table, old = director.where[entry]
        seat = director.chairs[table].index(-1)
        await event.deal(table)
        await event.commit(facts.SeatOrdered(at=event.now, entry=entry, why="draught", table=table, seat=seat))
        commit = await event.commit(go_on=True)
        assert not commit.rows, "a hand is in progress"
        while event.tables[table].live.playing is not None:
            await event.act(table, Fold())
        event.tables[table].live.parked = True
        play, at = event.live.playing, event.tables[table].live  # as the report of the hand would
        play.reported[table] = 1
        play.stacks |= {one: at.taken(chair).stack for chair, one in enumerate(director.chairs[table]) if one >= 0}
        commit = await event.commit(go_on=True)
        assert [facts.read(row.payload).__class__ for row in commit.rows] == [facts.SeatOrderDone]
        assert (commit.moves["bob"].table, commit.moves["bob"].seat) == (f"sng.{table}", seat)
        assert commit.moves["bob"].reason == "draught"
        stack = event.tables[table].live.taken(seat).stack
        stored = replay([table_facts.read(row.payload) for row in await event.store.read(f"sng.{table}")])
        assert (stored.occupant(seat).player, stored.taken(seat).stack) == ("bob", stack)
        assert stored.now_at(old) is None
        event.tables[table].live.parked = True
        await event.commit(facts.SeatOrdered(at=event.now, entry=entry, why="rude"), go_on=True)
        stored = replay([table_facts.read(row.payload) for row in await event.store.read(f"sng.{table}")])
        assert stored.now_at(seat) is None
        assert sum(task.live.chips for task in event.tables.values()) == director.chips == 10_000 - director.removed
