"""A served table, one task with one inbox: facts are committed before they are shown, and a restart shows the same."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bigslick import AllIn, Call, Check, Fold, Hand, Raise
from bigslick.hand.events import HandEnded
from bigslick.protocol import room_events, wire
from bigslick.protocol.fairness import promise_of
from bigslick.protocol.money import ChipValue
from bigslick.protocol.settings import TablePace, TableSettings
from bigslick.protocol.wording import Wording
from bigslick.server.operations.clock import SystemClock
from bigslick.server.serving.served import Services
from bigslick.server.store.bank import Bank
from bigslick.server.store.database import StoreFailed
from bigslick.server.store.records import Batch
from bigslick.server.store.store import Store
from bigslick.server.table import facts
from bigslick.server.table.audience import RECENT
from bigslick.server.table.draft import SAVE_EVERY
from bigslick.server.table.script import for_viewer
from bigslick.server.table.task import TableTask
from tests.waiting import until

from ..virtual import NAMES, PURSE, QUICK, Seen, Served, counted, serving
from .desk import seed_of


def passively(served: Served) -> None:
    served.act(Call() if served.turn().options.call else Check())


def test_every_viewer_is_sent_the_update_as_they_may_see_it() -> None:
    with serving(None, "ann", "bob", "cat") as served:
        viewers = [served.watch(player) for player in ("ann", "bob", "cat", "eve", None)]
        before = len(served.shown)
        served.begin()
        while len(served.memory.hands) < 2:
            if served.live.shown.turn is None:
                served.advance(50)
            else:
                passively(served)
        served.advance(100)
        for viewer in viewers:
            expected = {scripted.seq: for_viewer(scripted, "t1", viewer.player) for scripted in served.shown[before:]}
            sent = [message for message in viewer.updates if message.seq in expected]
            assert len(sent) == len(expected)
            assert all(message == expected[message.seq] for message in sent)
        streets = {
            len(made.five) for made in viewers[0].events(room_events.Made) if made.seat == served.live.seat_of("ann")
        }
        assert streets == {0, 5}, "a player sees what their cards make at the deal and on every street"


# -- answers ----------------------------------------------------------------------------------------------------------


def test_a_command_that_is_sent_again_is_answered_again_and_not_done_again() -> None:
    with serving(None, "ann", "bob") as served:
        turn = served.begin()
        player = served.player(turn.seat)
        act = wire.Act(cmd_id="once", table="t1", hand=turn.hand, number=turn.number, action=Call())
        first = served.send(player, act)
        assert isinstance(first, wire.Done)
        assert served.send(player, act) == first
        assert len(served.facts(facts.Acted)) == 1
        served.restart()
        assert served.send(player, act) == first, "after a restart too"
        assert len(served.facts(facts.Acted)) == 1


def test_the_commands_of_another_player_do_not_make_a_command_new() -> None:
    """wire.md: a resent command is not repeated, whatever others send; otherwise a top-up would be paid for twice."""
    with serving(None, "ann", "bob", chips=500) as served:
        top_up = wire.TopUp(cmd_id="once", table="t1", chips=100)
        first = served.send("ann", top_up)
        assert isinstance(first, wire.Done)
        for number in range(150):
            served.do("bob", wire.PromiseSeed, promise=f"{number:064x}")
            served.do("cat", wire.LeaveTable)
        assert served.send("ann", top_up) == first
        assert len(served.facts(facts.ChipsBought)) == 1
        served.restart()
        assert served.send("ann", top_up) == first
        assert served.bank.balance("player:ann") == PURSE - 600


def test_a_refusal_is_answered_again_too() -> None:
    with serving(None, "ann", "bob") as served:
        served.begin()
        refused = served.do("cat", wire.LeaveTable, cmd_id="no")
        assert isinstance(refused, wire.Refused)
        served.sit("cat")
        assert served.do("cat", wire.LeaveTable, cmd_id="no") == refused


def test_a_refusal_says_what_the_chips_in_it_are_worth() -> None:
    euro = ChipValue(cents=5, currency="€")
    for value in (euro, None):
        settings = TableSettings(name="Main", pace=QUICK, chip_value=value)
        with serving(settings, "ann", "bob") as served:
            turn = served.begin()
            acts = wire.Act(cmd_id="low", table="t1", hand=turn.hand, number=turn.number, action=Raise(to=1))
            low = served.send(served.player(turn.seat), acts)
            assert isinstance(low, wire.Refused)
            assert low.sentence.startswith("raise to 1 is below the minimum of "), "programs count in chips"
            assert low.wording is not None
            assert low.wording.chip_value == value
            inner = low.wording.values["action"]
            assert inner == Wording("raise to {to, chips}", {"to": 1})
            gone = served.do("ann", wire.Sit, chips=500)
            assert isinstance(gone, wire.Refused)
            assert gone.wording is None or gone.wording.chip_value is None, "no amount in it"


def test_the_answer_says_by_which_update_its_effect_is_told() -> None:
    with serving() as served:
        done = served.do("ann", wire.Sit, chips=500)
        assert isinstance(done, wire.Done)
        joined = next(u for u in served.all.updates if type(u.events[0]).__name__ == "PlayerJoined")
        assert done.seq == joined.seq
        assert done.seat == 0


def test_chips_come_from_the_account_and_go_back_to_it() -> None:
    with serving() as served:
        assert isinstance(served.do("ann", wire.Sit, chips=1500), wire.Done)
        assert served.bank.balance("player:ann") == PURSE - 1500
        assert isinstance(served.do("ann", wire.TopUp, chips=500), wire.Done)
        assert served.bank.balance("table:t1") == 2000
        assert isinstance(served.do("ann", wire.LeaveTable), wire.Done)
        assert served.bank.balance("player:ann") == PURSE
        stranger = served.do("zoe", wire.Sit, chips=1500)
        assert isinstance(stranger, wire.Refused)
        assert stranger.sentence == "you have only 0 in your account"
        assert served.bank.free("player:ann") == PURSE, "nothing is held"


def test_the_chips_of_house_bots_are_the_houses() -> None:
    with serving(None, "ann") as served:
        mint = served.bank.balance("mint")
        served.do("ann", wire.AddBot, style="rock", seat=3)
        assert served.bank.balance("mint") == mint - 1000
        served.do("ann", wire.RemoveBot, seat=3)
        assert served.bank.balance("mint") == mint


def test_what_is_said_is_heard_by_all_and_no_fact_of_the_table() -> None:
    with serving(None, "ann", "bob") as served:
        rows = len(served.memory.rows["t1"])
        assert isinstance(served.do("ann", wire.Say, text="hello", cmd_id="s"), wire.Done)
        assert isinstance(served.do("ann", wire.Say, text="hello", cmd_id="s"), wire.Done)
        assert isinstance(served.do("bob", wire.Say, phrase="hello"), wire.Done)
        assert isinstance(served.do("bob", wire.Say, emote="clap"), wire.Done)
        heard = [message for message in served.all.messages if isinstance(message, wire.Said)]
        assert [(said.player, said.number, said.text, said.phrase, said.emote) for said in heard] == [
            ("ann", 1, "hello", "", ""),  # once, although it was sent twice
            ("bob", 2, "", "hello", ""),
            ("bob", 0, "", "", "clap"),
        ]
        assert [line.number for line in served.room.talk.told(served.clock.now()).lines] == [1, 2]
        assert isinstance(served.do(None, wire.Say, text="hello"), wire.Refused)
        assert len(served.memory.rows["t1"]) == rows


def test_what_is_not_in_the_store_was_not_said() -> None:
    with serving(None, "ann", "bob") as served:
        served.memory.failure = StoreFailed("the disk is full")
        assert isinstance(served.do("ann", wire.Say, text="hello", cmd_id="s"), wire.Refused)
        assert not any(isinstance(message, wire.Said) for message in served.all.messages)
        assert not served.room.talk.lines
        assert isinstance(served.do("ann", wire.Say, text="hello", cmd_id="s"), wire.Refused), "its one answer"
        assert isinstance(served.do("ann", wire.Say, text="hello", cmd_id="again"), wire.Done)
        assert [message.text for message in served.all.messages if isinstance(message, wire.Said)] == ["hello"]


# -- the store comes first --------------------------------------------------------------------------------------------


def test_a_viewer_who_comes_back_gets_what_they_missed_or_a_snapshot() -> None:
    with serving(None, "ann", "bob") as served:
        served.begin()
        seq = served.live.shown.seq
        for _ in range(3):
            passively(served)
        back = served.watch(None, seq)
        assert back.frames == served.all.frames[-(served.live.shown.seq - seq) :]
        assert [update.seq for update in back.updates] == list(range(seq + 1, served.live.shown.seq + 1))
        assert served.watch(None, served.live.shown.seq).frames == []
        future = served.watch(None, served.live.shown.seq + 5).messages
        assert [type(message) for message in future] == [wire.TableSnapshot]


def test_a_viewer_who_was_away_too_long_gets_a_snapshot() -> None:
    with serving(None, "ann", "bob") as served:
        for _ in range(RECENT):
            served.begin()
            passively(served)
        assert served.live.shown.seq > RECENT + 20
        assert isinstance(served.watch("ann", 3).messages[0], wire.TableSnapshot)


def test_what_a_player_missed_has_their_own_cards_in_it_and_only_theirs() -> None:
    with serving(None, "ann", "bob") as served:
        seq = served.live.shown.seq
        ann = served.watch("ann")
        served.begin()
        again = served.watch("ann", seq)
        assert again.frames == ann.frames[1:]
        other = served.watch("bob", seq)
        assert other.frames != again.frames


def test_numbers_go_up_by_one_for_everybody() -> None:
    with serving(None, *NAMES[:4]) as served:
        viewers = [served.watch(name) for name in NAMES[:4]]
        for _ in range(20):
            served.begin()
            passively(served)
        for viewer in (*viewers, served.all):
            seqs = [update.seq for update in viewer.updates]
            assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))


def test_who_watches_no_more_is_told_nothing() -> None:
    with serving(None, "ann", "bob") as served:
        viewer = served.watch("zoe")
        served.room.unwatch(viewer)
        served.room.unwatch(viewer)
        served.begin()
        assert len(viewer.frames) == 1
        assert served.room.watching == 1


def test_house_bots_among_themselves_play_only_for_somebody_who_looks() -> None:
    with serving(None, bots=("rock", "tag")) as served:
        served.advance(60_000)
        assert served.live.shown.hand > 3
        served.room.unwatch(served.all)
        served.advance(60_000)
        hands = served.live.shown.hand
        served.advance(600_000)
        assert served.live.shown.hand == hands
        served.watch(None)
        served.advance(60_000)
        assert served.live.shown.hand > hands


def test_house_bots_do_not_play_on_for_somebody_who_is_away() -> None:
    with serving(None, "ann", bots=("rock", "tag")) as served:
        served.room.unwatch(served.all)
        served.advance(20_000)
        assert served.live.shown.hand > 0
        served.do("ann", wire.SitOut)
        served.advance(120_000)
        hands = served.live.shown.hand
        served.advance(120_000)
        assert served.live.shown.hand == hands
        served.do("ann", wire.SitIn)
        served.advance(120_000)
        assert served.live.shown.hand > hands


def test_the_lobby_sees_what_has_been_told() -> None:
    with serving(None, "ann", "bob", bots=("rock",)) as served:
        served.begin()
        card = served.room.card()
        assert (card.taken, card.people, card.hands, card.watching) == (3, 2, 1, 1)
        assert (card.small_blind, card.big_blind, card.buy_in) == (5, 10, (400, 2000))


# -- recorded hands ---------------------------------------------------------------------------------------------------


def test_the_end_of_a_hand_is_recorded_with_it() -> None:
    with serving(None, "ann", "bob") as served:
        served.sit("cat", promise=promise_of(seed_of("luck")))
        served.begin()
        while served.live.playing:
            served.act(Fold())
        (played,) = served.memory.hands
        assert played.id == "t1-1"
        assert Hand.load(played.record).over
        assert played.seeds == {2: room_events.PlayerSeed(promise_of(seed_of("luck")))}, (
            "promised, and not opened in time"
        )
        assert set(played.players.values()) <= {"ann", "bob", "cat"}
        assert sum(played.nets.values()) == 0
        assert [hand.number for hand in served.ended] == [1]
        batch = next(batch for batch in served.memory.batches if batch.hands)
        assert any(isinstance(facts.read(row.payload), facts.Acted) for row in batch.rows), "in the same commit"


def test_a_hand_ends_when_its_last_card_is_told_and_not_when_it_is_decided() -> None:
    pace = TablePace(deal_animation_delay_ms=1_000)
    with serving(TableSettings(name="Elm", seats=2, pace=pace), "ann", "bob") as served:
        served.begin()
        served.act(AllIn())
        served.act(AllIn())
        (ended,) = served.memory.hands
        assert ended.ended_at == served.clock.now() + 4_500, "three streets are yet to be told, each after a pause"
        assert served.all.times_of(HandEnded) == []
        served.advance(4_500)
        assert served.all.times_of(HandEnded) == [ended.ended_at]


def test_facts_of_two_tables_can_be_one_commit() -> None:
    with serving(None, tournament="cup", profile="tournament") as served:
        spec = TableSettings(name="other", pace=QUICK, tournament="cup", profile="tournament")

        async def move() -> None:
            other = await TableTask.open("t2", spec, served.services)
            await other.start()
            async with served.room.lock, other.lock:
                now = served.clock.now()
                one = served.room.stage([facts.MovedIn(at=now, seat=0, player="ann", chips=300)])
                two = other.stage([facts.MovedIn(at=now, seat=1, player="bob", chips=300)])
                both = Batch(rows=[*one.rows, *two.rows])
                await served.store.append(both)
                served.room.settle(both)
                other.settle(both)
            assert other.live.seat_of("bob") == 1
            await other.stop()

        served.run(move())
        assert served.live.seat_of("ann") == 0
        assert any({row.stream for row in batch.rows} == {"t1", "t2"} for batch in served.memory.batches)


# -- restarts ---------------------------------------------------------------------------------------------------------


def test_a_restart_in_the_middle_of_a_hand_goes_on_with_the_same_cards_clocks_and_turn() -> None:
    with serving(None, *NAMES[:3]) as served:
        served.begin()
        passively(served)
        turn, hand, board = served.turn(), served.hand, served.live.shown
        saved = hand.save()
        served.restart()
        assert served.hand.save() == saved
        assert served.hand.setup.deck == hand.setup.deck
        assert served.live.shown.events == board.events
        assert served.turn().number == turn.number
        assert served.turn().deadline == turn.deadline, "the grace is within the time that the player has anyway"
        assert [seat.connected for seat in served.live.shown.seats] == [False] * 3
        served.connect("ann")
        assert served.live.shown.seats[0].connected
        passively(served)


def test_a_long_stop_costs_nobody_their_turn() -> None:
    with serving(None, *NAMES[:3]) as served:
        turn = served.begin()
        served.restart(down_ms=3_600_000)
        assert served.turn().seat == turn.seat
        assert served.turn().deadline == served.clock.now() + QUICK.grace_ms
        passively(served)


def test_after_a_restart_viewers_resume_where_they_were() -> None:
    with serving(None, "ann", "bob") as served:
        served.begin()
        for _ in range(4):
            passively(served)
            served.begin()
        seq = served.all.updates[-5].seq
        told = served.all.frames[-4:]
        served.restart()
        again = served.watch(None, seq)
        assert again.frames[:4] == told, "the same bytes under the same numbers"


def test_a_snapshot_after_a_restart_is_not_older_than_what_a_viewer_saw() -> None:
    """A viewer who saw update n gets a snapshot of n or later after the restart, however soon they look."""
    pace = TablePace(deal_animation_delay_ms=1_000)
    with serving(TableSettings(name="Elm", seats=2, pace=pace), "ann", "bob") as served:
        served.begin()
        served.act(AllIn())
        served.act(AllIn())
        served.advance(2_500)
        seen = served.all.updates[-1].seq
        early = Seen(None)

        async def look() -> None:
            await served.room.stop()
            served.room = await TableTask.restore("t1", served.services)
            await served.room.start()
            served.room.watch(early)  # before anything is committed again

        served.run(look())
        (snapshot,) = early.messages
        assert isinstance(snapshot, wire.TableSnapshot)
        assert snapshot.seq >= seen


def test_losing_the_connection_and_coming_back_at_once_is_no_loss() -> None:
    with serving(None, "ann", "bob") as served:

        async def flicker() -> None:
            served.room.disconnected("ann")
            served.room.connected("ann")
            served.room.disconnected("zoe")
            served.room.connected("zoe")
            await served.clock.advance()

        served.run(flicker())
        assert served.live.occupant(0).connected
        assert served.facts(facts.PlayerDisconnected) != []
        rows = len(served.memory.rows["t1"])
        served.connect("ann")
        served.lose("zoe")
        assert len(served.memory.rows["t1"]) == rows, "what changes nothing is no fact"


def test_a_room_lives_on_a_real_store_and_real_time(tmp_path: Path) -> None:
    async def story() -> None:
        url, clock = f"sqlite:///{tmp_path / 'room.db'}", SystemClock()
        store = await Store.open(url)
        bank = await Bank.load(store)
        quick = TablePace(deal_animation_delay_ms=0, inter_round_delay_ms=0, bot_ms=0)
        spec = TableSettings(name="real", bots=("rock", "tag", "lag"), pace=quick)
        room = await TableTask.open("t1", spec, Services(store, bank, clock, counted()))
        await room.start()
        room.watch(Seen(None))
        await until(lambda: room.live.shown.hand >= SAVE_EVERY + 5)
        await room.stop()
        assert bank.check({"table:t1": room.live.chips}) == ()
        saved = room.live.table.save(room.live.hand)
        again = await TableTask.restore("t1", Services(store, await Bank.load(store), clock, counted()))
        assert again.live.table.save(again.live.hand) == saved
        await store.close()

    asyncio.run(story())
