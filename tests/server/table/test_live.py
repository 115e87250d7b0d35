"""A live table as a whole: commands, orders and time together, and what viewers see."""

from __future__ import annotations

import msgspec
import pytest

from bigslick.hand.actions import AllIn, Call
from bigslick.hand.events import Dealt
from bigslick.protocol import encoding, host, room_events, wire
from bigslick.protocol.fairness import promise_of
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.settings import BuyIn
from bigslick.server.table import facts, orders
from bigslick.server.table.apply import apply
from bigslick.server.table.saves import load, replay, save
from bigslick.server.table.script import for_viewer
from bigslick.server.table.state import QUEUE_LOST_MS
from bigslick.server.table.timers import due
from tests.playing import dealt_cards

from ..virtual import QUICK
from .desk import PACE, Desk, broke, refused, seed_of

# -- seats ------------------------------------------------------------------------------------------------------------


def test_a_player_without_chips_sits_out_until_the_top_up() -> None:
    desk = broke("ann", "bob", "cat")
    loser = next(chair.player for chair in desk.live.occupants if chair is not None and chair.busted_at)
    assert next(seat for seat in desk.live.shown.seats if seat.player == loser).sitting_out
    desk.begin()
    assert loser not in desk.live.shown.players.values()
    desk.do(loser, wire.TopUp, chips=1000)
    assert not next(seat for seat in desk.live.shown.seats if seat.player == loser).sitting_out


# -- the host ---------------------------------------------------------------------------------------------------------


def test_a_paused_table_finishes_the_hand_and_starts_none() -> None:
    desk = Desk("ann", "bob")
    desk.begin()
    desk.house(host.Pause, why="a break")
    desk.play_out()
    desk.run(60_000)
    assert desk.live.table.number == 1
    assert desk.live.shown.paused == "a break"
    with pytest.raises(CommandRefused, match="already paused"):
        desk.house(host.Pause)
    desk.house(host.Resume)
    desk.begin()
    assert desk.live.table.number == 2
    with pytest.raises(CommandRefused, match="not paused"):
        desk.house(host.Resume)


def test_a_table_closes_after_the_hand_and_every_player_has_their_chips_back() -> None:
    desk = Desk("ann", "bob")
    desk.begin()
    desk.house(host.Close, why="the end")
    assert not desk.live.closed
    assert "closes after this hand" in refused(desk, "cat", wire.Sit, chips=1000).sentence
    desk.play_out()
    desk.run(0)
    assert desk.live.closed
    assert desk.live.chips == 0
    assert desk.live.shown.closed == "the end"
    assert due(desk.live) is None
    assert "closed" in refused(desk, "ann", wire.Sit, chips=1000).sentence


# -- fairness ---------------------------------------------------------------------------------------------------------


def test_the_deck_is_sealed_before_the_seeds_are_open_and_the_seeds_make_the_order() -> None:
    orders = []
    for text in ("luck", "other luck"):
        desk = Desk()
        desk.do("ann", wire.Sit, chips=1000, promise=promise_of(seed_of(text)))
        desk.do("bob", wire.Sit, chips=1000)
        sealed = desk.seal()
        assert sealed.players == {0: "ann", 1: "bob"}
        assert desk.live.snapshot("ann", desk.now).sealed == sealed
        assert sealed.promises == {0: promise_of(seed_of(text))}
        desk.open_seed("ann", text, "next")
        assert desk.live.snapshot("ann", desk.now).promise == promise_of(seed_of("next"))
        assert desk.live.snapshot("bob", desk.now).promise == ""
        desk.begin()
        began = desk.events(room_events.HandBegan)[0]
        assert (began.root, began.button, began.players) == (sealed.root, sealed.button, sealed.players)
        assert began.seeds == {0: room_events.PlayerSeed(promise_of(seed_of(text)), seed_of(text))}
        kinds = [type(event) for telling in desk.told for event in telling.events]
        assert kinds.index(room_events.DeckSealed) < kinds.index(room_events.HandBegan) < kinds.index(Dealt)
        assert desk.live.playing is not None
        orders.append((sealed.root, desk.live.playing.deck.cards))
    (root, cards), (same_root, other_cards) = orders
    assert root == same_root, "the house drew the same secret"
    assert cards != other_cards
    assert sorted(cards) == sorted(other_cards)


def test_seeds_are_collected_in_the_pause_before_the_hand_and_hold_nothing_up() -> None:
    """The deck is sealed `seeds_ms` before the hand begins; the pace is the same with or without seeds."""
    for opens in (True, False):
        desk = Desk("ann", "bob", pace=msgspec.structs.replace(PACE, inter_round_delay_ms=3_000))
        desk.promise("ann", "luck")
        begins = desk.live.next_at
        assert begins is not None
        sealed = desk.seal()
        assert (desk.told[-1].at, sealed.until) == (begins - PACE.seeds_ms, begins)
        if opens:
            desk.open_seed("ann", "luck", "more")
        desk.begin()
        (shown,) = [
            told.at for told in desk.told if any(isinstance(event, room_events.HandBegan) for event in told.events)
        ]
        assert shown == begins


def test_a_silent_player_holds_the_table_up_for_the_limit_and_no_longer() -> None:
    """Without a pause to collect the seeds, the hand waits for them, but no longer than `seeds_ms`."""
    desk = Desk("ann", "bob", pace=msgspec.structs.replace(PACE, inter_round_delay_ms=0))
    desk.promise("ann", "luck")
    sealed = desk.seal()
    assert sealed.until == desk.told[-1].at + PACE.seeds_ms
    desk.run(PACE.seeds_ms - (desk.now - desk.told[-1].at) - 1)
    assert not desk.events(room_events.HandBegan)
    desk.run(1)
    (began,) = desk.events(room_events.HandBegan)
    assert began.seeds == {0: room_events.PlayerSeed(promise_of(seed_of("luck")))}


def test_a_disconnected_player_is_not_waited_for() -> None:
    desk = Desk("ann", "bob")
    desk.promise("ann", "luck")
    desk.order(orders.Disconnect(player="ann"))
    desk.begin()
    assert desk.events(room_events.HandBegan)[0].seeds == {}


def test_nothing_about_the_hand_changes_while_seeds_are_awaited() -> None:
    desk = Desk("ann", "bob", "cat", bots=("rock",))
    desk.promise("ann", "luck")
    sealed = desk.seal()
    for player, kind, fields in (
        ("bob", wire.SitOut, {}),
        ("bob", wire.LeaveTable, {}),
        ("dan", wire.Sit, {"chips": 1000}),
        ("bob", wire.AddBot, {"style": "tag"}),
        ("bob", wire.RemoveBot, {"seat": desk.seat("rock 1")}),
        ("bob", wire.TopUp, {"chips": 10}),
    ):
        assert refused(desk, player, kind, **fields).code == "stale"
    for order, chosen in ((host.Ban, {"player": "bob"}), (host.Pause, {}), (host.Close, {})):
        with pytest.raises(CommandRefused):
            desk.house(order, **chosen)
    desk.open_seed("ann", "luck", "more")
    desk.begin()
    assert desk.events(room_events.HandBegan)[0].players == sealed.players


def test_a_seed_must_be_the_promised_one_for_this_hand_and_comes_once() -> None:
    desk = Desk("ann", "bob", "cat")
    desk.promise("ann", "luck")
    desk.promise("bob", "bobs")
    fields = {"seed": seed_of("luck"), "promise": promise_of(seed_of("next"))}
    assert "too late or too early" in refused(desk, "ann", wire.OpenSeed, hand=1, **fields).sentence
    desk.seal()
    assert "not the seed that you promised" in refused(desk, "bob", wire.OpenSeed, hand=1, **fields).sentence
    assert "promised no seed" in refused(desk, "cat", wire.OpenSeed, hand=1, **fields).sentence
    assert "hand 2" in refused(desk, "ann", wire.OpenSeed, hand=2, **fields).sentence
    assert "no seat" in refused(desk, "eve", wire.OpenSeed, hand=1, **fields).sentence
    desk.do("ann", wire.OpenSeed, hand=1, **fields)
    assert "already open" in refused(desk, "ann", wire.OpenSeed, hand=1, **fields).sentence


def test_a_restart_keeps_the_sealed_deck_and_gives_time_to_open_the_seeds() -> None:
    desk = Desk("ann", "bob")
    desk.promise("ann", "luck")
    desk.promise("bob", "bobs")
    sealed = desk.seal()
    desk.open_seed("ann", "luck", "more")
    desk.live = load(save(desk.live))
    desk.order(orders.Restart())
    assert desk.live.sealed is not None
    assert desk.live.sealed.until == desk.now + QUICK.grace_ms
    desk.order(orders.Connect(player="bob"))
    desk.open_seed("bob", "bobs", "more of bobs")
    desk.begin()
    began = desk.events(room_events.HandBegan)[0]
    assert began.root == sealed.root
    assert [added.seed for added in began.seeds.values()] == [seed_of("luck"), seed_of("bobs")]
    assert save(replay(desk.facts)) is not None


def test_a_hand_says_its_name_and_which_players_are_house_bots() -> None:
    desk = Desk("ann", bots=("rock",))
    desk.begin()
    (began,) = desk.events(room_events.HandBegan)
    assert began.id == "t-1"
    assert {began.players[seat]: style for seat, style in began.bots.items()} == {"rock 1": "rock"}


def test_only_their_player_sees_what_cards_make() -> None:
    desk = Desk("ann", "bob", bots=("caller",))
    desk.begin()
    made = desk.events(room_events.Made)
    assert {event.seat for event in made} == {desk.seat("ann"), desk.seat("bob")}, "a house bot reads nothing"
    for viewer in ("ann", "bob", "caller 1", None):
        own = None if viewer in (None, "caller 1") else desk.seat(str(viewer))
        updates = [for_viewer(scripted, "t", viewer) for scripted in desk.told]
        snapshot = desk.live.snapshot(viewer, desk.now)
        for events in ([event for one in updates for event in one.events], snapshot.events):
            assert [event.seat for event in events if isinstance(event, room_events.Made)] == (
                [] if own is None else [own]
            )


def test_a_turn_says_whether_a_call_is_for_everything() -> None:
    desk = Desk("ann", "bob", chips=1000)
    desk.begin()
    assert not desk.events(room_events.Turn)[-1].call_all_in
    desk.act(AllIn())
    turn = desk.events(room_events.Turn)[-1]
    assert turn.call_all_in
    assert turn.sizes == ()


def test_an_update_has_the_seats_whenever_something_about_them_changed() -> None:
    desk = Desk("ann")
    desk.do("bob", wire.Sit, chips=1000)
    joined = for_viewer(desk.told[-1], "t", None)
    assert joined.seats == desk.live.snapshot(None, desk.now).seats
    assert joined.next_hand_at is not None
    desk.do("bob", wire.SitOut)
    away = for_viewer(desk.told[-1], "t", None)
    assert away.seats is not None
    assert [seat.sitting_out for seat in away.seats] == [False, True]
    assert away.called_off
    desk.do("bob", wire.SitIn)
    desk.begin()
    assert for_viewer(desk.told[-1], "t", None).called_off is False


def test_without_a_chip_a_player_buys_in_again() -> None:
    desk = Desk("ann", "bob")
    desk.begin()
    desk.act(AllIn())
    desk.act(Call())
    desk.run(100)
    seats = desk.live.snapshot("ann", desk.now).seats
    assert {seat.stack for seat in seats} == {0, 2000}
    assert {seat.stack: seat.top_up for seat in seats} == {0: (400, 2000), 2000: None}


def test_viewers_see_what_they_may_buy() -> None:
    desk = Desk("ann", "bob", chips=1990)
    snapshot = desk.live.snapshot("ann", desk.now)
    assert snapshot.buy_in == BuyIn(least=400, most=2000, usual=1000)
    assert [seat.top_up for seat in snapshot.seats] == [(1, 10), (1, 10)]
    desk.do("ann", wire.TopUp, chips=10)
    assert [seat.top_up for seat in desk.live.snapshot("ann", desk.now).seats] == [None, (1, 10)]
    cup = Desk(tournament="cup", profile="tournament")
    assert cup.live.snapshot(None, cup.now).buy_in is None


# -- tournaments ------------------------------------------------------------------------------------------------------


def test_a_tournament_table_waits_to_be_released_and_takes_no_money() -> None:
    desk = Desk(tournament="cup", profile="tournament")
    assert "only at cash tables" in refused(desk, "ann", wire.Sit, chips=1000).sentence
    for seat, player in enumerate(("ann", "bob", "cat")):
        effects = apply(desk.live, facts.MovedIn(at=desk.now, seat=seat, player=player, chips=300))
        assert effects.moves == []
    desk.run(60_000)
    assert not desk.live.playing
    desk.fold((facts.BlindsChanged(at=desk.now, small=10, big=20, ante=20), facts.Released(at=desk.now)))
    desk.begin()
    assert desk.live.hand is not None
    assert desk.live.hand.setup.big_blind == 20
    assert "sit out instead" in refused(desk, "ann", wire.LeaveTable).sentence
    with pytest.raises(CommandRefused, match="only the tournament closes"):
        desk.house(host.Close)
    desk.play_out()
    desk.run(60_000)
    assert not desk.live.playing
    desk.fold(
        (facts.MovedOut(at=desk.now, seat=2, player="cat", chips=300), facts.ButtonAssigned(at=desk.now, where=0))
    )
    assert desk.live.seat_of("cat") is None
    desk.fold((facts.Released(at=desk.now, begins=desk.now + 5_000),))
    desk.run(4_999)
    assert not desk.live.playing
    desk.run(1)
    assert desk.live.playing


# -- keeping ----------------------------------------------------------------------------------------------------------


def test_a_snapshot_shows_a_viewer_their_cards_and_nobody_elses() -> None:
    desk = Desk("ann", "bob")
    desk.begin()
    hand = desk.live.hand
    assert hand is not None
    for player, seat in (("ann", 0), ("bob", 1), ("zoe", None), (None, None)):
        snapshot = desk.live.snapshot(player, desk.now)
        assert snapshot.you == seat
        dealt = dealt_cards(snapshot.events)
        assert dealt == {other: hand.hole(other) if other == seat else (None, None) for other in (0, 1)}
        assert len(snapshot.openings) == (0 if seat is None else 2)
        assert (snapshot.view is not None) == (seat is not None and hand.turn == seat)
        assert encoding.decode(encoding.encode(snapshot), wire.TableSnapshot) == snapshot


# -- returning players ------------------------------------------------------------------------------------------------


def test_a_kicked_player_stays_out_for_good() -> None:
    desk = Desk("ann", "bob")
    desk.house(host.Ban, player="ann")
    desk.live = load(save(desk.live))
    for kind, fields in ((wire.Sit, {"chips": 1000}), (wire.Queue, {})):
        assert "banned you" in refused(desk, "ann", kind, **fields).sentence


def test_a_player_who_has_gone_leaves_the_queue() -> None:
    desk = Desk("ann", "bob", seats=2)
    for player in ("cat", "dan"):
        desk.do(player, wire.Queue)
    desk.order(orders.Disconnect(player="cat"))
    assert desk.order(orders.Disconnect(player="cat")) == ()
    desk.run(QUEUE_LOST_MS - 1)
    assert desk.live.queue == ["cat", "dan"], "a moment without a connection costs no place"
    desk.run(1)
    assert desk.live.queue == ["dan"]
    desk.order(orders.Disconnect(player="dan"))
    desk.run(10_000)
    desk.order(orders.Connect(player="dan"))
    desk.run(QUEUE_LOST_MS)
    assert desk.live.queue == ["dan"], "dan came back in time"
    desk.order(orders.Restart())
    desk.run(QUEUE_LOST_MS)
    assert desk.live.queue == []
