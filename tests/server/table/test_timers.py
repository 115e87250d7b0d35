"""A served table's timers: it acts for absent players, seats bots, and frees seats."""

from __future__ import annotations

import pytest

from bigslick import AllIn, Call, Check, Fold
from bigslick.protocol import host, wire
from bigslick.protocol.settings import BankUse, TablePace
from bigslick.server.table import facts, orders
from bigslick.server.table.saves import load, save
from bigslick.server.table.state import AWAY_MS, BUSTED_MS, HELD_MS
from bigslick.server.table.timers import due, wake
from bigslick.table.events import PlayerLeft

from ..virtual import QUICK, counted
from .desk import Desk, Hosted, broke, refused


def test_a_player_who_leaves_or_sits_out_is_checked_or_folded_at_once() -> None:
    desk = Desk("ann", "bob", "cat")
    desk.begin()
    player = desk.turn_player()
    desk.do(player, wire.SitOut)
    desk.run(0)
    assert desk.last(facts.Acted).why == "away"
    assert isinstance(desk.last(facts.Acted).action, Fold)
    player = desk.turn_player()
    desk.act(Call())
    big = desk.turn_player()
    desk.do(big, wire.LeaveTable)
    desk.run(0)
    assert isinstance(desk.last(facts.Acted).action, Check)


def test_a_player_without_chips_loses_the_seat_after_a_while() -> None:
    desk = broke("ann", "bob")
    loser = next(chair.player for chair in desk.live.occupants if chair is not None and chair.busted_at)
    desk.run(BUSTED_MS - 1)
    assert desk.live.seat_of(loser) is not None
    desk.run(1)
    assert desk.live.seat_of(loser) is None
    assert desk.last(facts.Left).why == "busted"


def test_a_player_who_sits_out_too_long_loses_the_seat() -> None:
    desk = Desk("ann")
    desk.do("ann", wire.SitOut)
    desk.run(AWAY_MS)
    assert desk.live.seat_of("ann") is None
    assert desk.last(facts.Left).why == "away"


def test_a_freed_seat_is_held_for_the_first_in_the_queue() -> None:
    desk = Desk("ann", "bob", seats=2)
    desk.do("cat", wire.Queue)
    desk.do("dan", wire.Queue)
    assert "already" in refused(desk, "cat", wire.Queue).sentence
    assert [*desk.live.shown.queue] == ["cat", "dan"]
    desk.do("ann", wire.LeaveTable)
    desk.run(0)
    held = desk.live.shown.held
    assert [(h.player, h.seat, h.until) for h in held] == [("cat", 0, desk.now + HELD_MS)]
    assert "held for cat" in refused(desk, "eve", wire.Sit, chips=1000, seat=0).sentence
    assert "no seat is free" in refused(desk, "dan", wire.Sit, chips=1000).sentence
    desk.do("cat", wire.Sit, chips=1000)
    assert desk.seat("cat") == 0
    assert desk.live.shown.queue == ("dan",)
    assert desk.live.shown.held == ()


def test_a_seat_that_is_not_taken_goes_to_the_next_in_the_queue() -> None:
    desk = Desk("ann", "bob", seats=2)
    desk.do("cat", wire.Queue)
    desk.do("dan", wire.Queue)
    desk.do("ann", wire.LeaveTable)
    desk.run(HELD_MS)
    assert [held.player for held in desk.live.shown.held] == ["dan"]
    assert desk.live.shown.queue == ("dan",)
    desk.do("dan", wire.Unqueue)
    assert desk.live.shown.held == ()
    assert "not in the queue" in refused(desk, "dan", wire.Unqueue).sentence


def test_a_house_bot_makes_room_for_the_queue_after_the_hand() -> None:
    desk = Desk("ann", seats=3)
    for seat in (1, 2):
        desk.do("ann", wire.AddBot, style="caller", seat=seat)
    desk.begin()
    desk.do("cat", wire.Queue)
    desk.run(0)
    assert desk.live.holds == []
    assert not any(seat.leaving for seat in desk.live.shown.seats), "a bot in a hand stays"
    while desk.live.playing:
        desk.run(100)
    desk.run(0)
    assert [offer.player for offer in desk.live.holds] == ["cat"]
    desk.do("cat", wire.Sit, chips=1000)
    desk.run(0)
    assert sorted(seat.bot for seat in desk.live.shown.seats) == ["", "", "caller"], "one place for one player"


def test_after_enough_timeouts_in_a_row_a_player_sits_out() -> None:
    pace = TablePace(action_ms=1_000, bank_ms=0, timeouts_to_sit_out=2, deal_animation_delay_ms=0)
    desk = Desk("ann", "bob", "cat", pace=pace)
    desk.begin()
    slow = desk.turn_player()
    while not desk.live.taken(desk.seat(slow)).sitting_out:
        if desk.live.turn is not None and desk.turn_player() != slow:
            desk.act(Call() if desk.live.hand.options.call else Check())  # type: ignore[union-attr]
        else:
            desk.run(500)
    assert desk.last(facts.PlayerSatOut).why == "timeouts"
    assert len([fact for fact in desk.facts if isinstance(fact, facts.Acted) and fact.why == "timeout"]) == 2
    assert desk.live.occupant(desk.seat(slow)).timeouts == 0


def test_the_bots_of_the_settings_sit_down_and_play() -> None:
    desk = Desk(bots=("rock", "shark", "rock"), pace=TablePace(deal_animation_delay_ms=0, bot_ms=700))
    desk.run(60_000)
    assert {seat.player: seat.bot for seat in desk.live.shown.seats} == {
        "rock 1": "rock",
        "rock 2": "rock",
        "shark 1": "shark",
    }
    acted = [fact for fact in desk.facts if isinstance(fact, facts.Acted)]
    assert acted
    assert {fact.why for fact in acted} == {"bot"}


def test_a_bot_that_is_asked_to_leave_plays_its_hand_first() -> None:
    desk = Desk("ann", seats=2)
    desk.do("ann", wire.AddBot, style="caller")
    desk.begin()
    while desk.turn_player() != "ann":
        desk.run(100)
    desk.act(AllIn())
    desk.do("ann", wire.RemoveBot, seat=1)
    desk.run(QUICK.bot_ms)
    acted = desk.last(facts.Acted)
    assert (acted.seat, acted.why) == (1, "bot")
    assert isinstance(acted.action, Call), "sending the bot away wins no pot"
    desk.run(0)
    assert desk.live.seat_of("caller 1") is None


@pytest.mark.parametrize("way", ["kick", "ban", "operator"])
def test_a_player_who_is_made_to_leave_plays_the_hand_first(way: str) -> None:
    """Otherwise a host who plays would win every pot."""
    desk = shoved_and_sent_off(way)
    desk.run(QUICK.action_ms - 1)
    assert desk.turn_player() == "bob", "bob has all the time"
    desk.live = load(save(desk.live))
    desk.act(Call())
    assert desk.last(facts.Acted).action == Call()
    desk.run(10_000)
    assert desk.live.seat_of("bob") is None, "bob leaves when the hand is over"
    assert desk.events(PlayerLeft)[-1].player == "bob"


def test_a_player_who_is_made_to_leave_runs_out_of_time_and_may_go_away_like_anyone() -> None:
    desk = shoved_and_sent_off("kick")
    desk.run(QUICK.action_ms)
    assert (desk.last(facts.Acted).why, desk.last(facts.Acted).action) == ("timeout", Fold())
    desk = shoved_and_sent_off("kick")
    desk.do("bob", wire.SitOut)
    desk.run(0)
    assert (desk.last(facts.Acted).why, desk.last(facts.Acted).action) == ("away", Fold())
    desk = shoved_and_sent_off("ban")
    desk.order(orders.Disconnect(player="bob"))
    desk.run(QUICK.action_ms + QUICK.disconnect_bank_ms + QUICK.grace_ms)
    assert (desk.last(facts.Acted).why, desk.last(facts.Acted).action) == ("timeout", Fold())


def shoved_and_sent_off(way: str) -> Hosted:
    """Ann, the host, shoves against bob, who is removed on bob's turn."""
    desk = Hosted("ann", "bob")
    desk.begin()
    while desk.turn_player() != "ann":
        desk.act(Call())
        desk.run(0)
    desk.act(AllIn())
    desk.run(0)
    assert desk.turn_player() == "bob"
    if way == "operator":
        desk.house(host.Ban, player="bob")
    else:
        desk.host("ann", {"kick": host.Kick, "ban": host.Ban}[way], player="bob")
    desk.run(0)
    return desk


def test_a_bot_decides_the_same_after_a_restart() -> None:
    desk = Desk("ann", bots=("shark", "maniac"))
    while not (desk.live.turn is not None and desk.live.occupant(desk.live.turn.seat).bot):
        desk.run(10) if desk.live.turn is None else desk.act(
            Call() if desk.live.hand.options.call else Check()  # type: ignore[union-attr]
        )
    later = desk.now + 10_000
    twin = load(save(desk.live))
    assert wake(twin, later, desk.draw) == wake(desk.live, later, desk.draw)


def test_an_away_player_in_a_tournament_is_dealt_in_and_folded_at_once() -> None:
    desk = Desk(tournament="cup", profile="tournament")
    for seat, player in enumerate(("ann", "bob")):
        desk.fold((facts.MovedIn(at=desk.now, seat=seat, player=player, chips=300),))
    desk.do("ann", wire.SitOut)
    desk.do("bob", wire.SitOut)
    desk.fold((facts.Released(at=desk.now),))
    desk.run(10_000)
    assert desk.live.table.number == 1
    assert not desk.live.playing
    assert {fact.why for fact in desk.facts if isinstance(fact, facts.Acted)} == {"away"}


@pytest.mark.parametrize(
    ("bank", "taken", "lasts"), [("asked", False, 0), ("asked", True, 2_000), ("automatic", False, 2_000)]
)
def test_s1_the_action_timer_ends_the_turn_and_a_time_bank_lasts_to_the_millisecond(
    bank: BankUse, taken: bool, lasts: int
) -> None:
    pace = TablePace(action_ms=1_000, bank_ms=2_000, bank=bank, deal_animation_delay_ms=0)
    desk = Desk("ann", "bob", pace=pace)
    desk.begin()
    turn = desk.live.turn
    assert turn is not None
    if taken:
        desk.take_time()
    end = turn.opened + 1_000 + lasts
    assert desk.live.shown.turn is not None
    assert (desk.live.shown.turn.deadline, desk.live.shown.turn.ends) == (turn.opened + 1_000, end)
    assert due(desk.live) == end
    assert wake(desk.live, end - 1, desk.draw) == ()
    (acted,) = wake(desk.live, end, desk.draw)
    assert isinstance(acted, facts.Acted)
    assert (acted.at, acted.seat, acted.why) == (end, turn.seat, "timeout")


def test_without_starts_no_hand_begins_and_everything_else_goes_on() -> None:
    desk = Desk("ann", "bob")
    desk.run(0)
    first = due(desk.live)
    assert first == desk.live.next_at
    assert due(desk.live, starts=False) is None
    assert first is not None
    assert wake(desk.live, first, desk.draw, starts=False) == ()
    (sealed,) = wake(desk.live, first, desk.draw)
    assert sealed == facts.HandSealed(at=first, hand=1, secret=counted()(), until=first + QUICK.seeds_ms)
    desk.do("bob", wire.SitOut)
    assert due(desk.live, starts=False) == desk.now + AWAY_MS


def test_a_house_bot_without_chips_buys_in_again_at_once() -> None:
    desk = Desk("ann", bots=("caller",), chips=2000)
    desk.run(0)
    for _ in range(50):
        desk.begin()
        while desk.live.playing is not None:
            if desk.live.turn is not None and desk.turn_player() == "ann":
                options = desk.live.playing.hand.options
                assert options is not None
                desk.act(AllIn() if options.all_in else Call() if options.call else Check())
            else:
                desk.run(100)
        desk.run(0)
        if any(isinstance(fact, facts.ChipsBought) for fact in desk.facts):
            break
        if desk.live.taken(0).stack < 2000:
            desk.do("ann", wire.TopUp, chips=2000 - desk.live.taken(0).stack)
    bought = desk.last(facts.ChipsBought)
    assert (bought.seat, bought.chips, bought.by) == (1, 1000, "")
    assert desk.live.taken(1).stack == 1000
