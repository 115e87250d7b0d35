"""Skipping ahead: everybody agrees, the script jumps, and nothing else changes."""

from __future__ import annotations

import pytest

from bigslick import AllIn, Call, Fold
from bigslick.hand.events import HandEnded, PotAwarded, StreetDealt
from bigslick.protocol import wire
from bigslick.protocol.settings import TablePace
from bigslick.server.table import facts, orders, skipping
from bigslick.server.table.saves import load, replay, save

from .desk import Desk, refused

SLOW = TablePace(deal_animation_delay_ms=100, street_delay_ms=1_000, inter_round_delay_ms=3_000)


def run_out(*players: str) -> Desk:
    """Put two players all-in preflop; the others have folded."""
    desk = Desk(*players, pace=SLOW)
    desk.begin()
    folding = len(players) - 2
    for _ in range(folding):
        desk.act(Fold())
    desk.act(AllIn())
    desk.act(Call())
    assert desk.live.playing is None
    assert not desk.events(StreetDealt)
    return desk


def skip(desk: Desk, player: str) -> None:
    desk.do(player, wire.SkipAhead, hand=desk.live.table.number)


def test_a_run_out_is_shown_at_once_when_everybody_agrees() -> None:
    desk = run_out("ann", "bob", "cat")
    ended = desk.live.script_end
    skip(desk, "ann")
    skip(desk, "cat")
    assert not desk.events(StreetDealt), "two are not everybody"
    assert desk.live.snapshot("bob", desk.now).skips == (desk.seat("ann"), desk.seat("cat"))
    skip(desk, "bob")
    assert [event.street for event in desk.events(StreetDealt)] == ["flop", "turn", "river"]
    assert desk.events(HandEnded)
    assert ended > desk.now == desk.live.script_end
    assert desk.live.snapshot("bob", desk.now).skips == ()
    assert desk.live.next_at == desk.live.shown.next_hand_at == desk.now + SLOW.inter_round_delay_ms


def test_the_updates_are_the_same_as_without_skipping() -> None:
    slow, quick = run_out("ann", "bob"), run_out("ann", "bob")
    for player in ("ann", "bob"):
        skip(quick, player)
    slow.run(10_000)
    first = slow.live.shown.hand
    told = [[update.events for update in desk.told if update.seq <= quick.live.seq] for desk in (slow, quick)]
    assert told[0] == told[1]
    assert first == quick.live.shown.hand


def test_the_pause_after_a_hand_is_skipped_too() -> None:
    desk = run_out("ann", "bob", "cat")
    for player in ("ann", "bob", "cat"):
        skip(desk, player)
    number = desk.live.table.number
    for player in ("ann", "bob", "cat"):
        skip(desk, player)
    assert desk.live.next_at == desk.now == desk.live.shown.next_hand_at
    desk.run(0)
    assert desk.live.table.number == number + 1, "dealt at once: nobody promised a seed"


def test_those_who_are_away_or_bots_are_not_asked() -> None:
    desk = run_out("ann", "bob", "cat", "dan")
    seats = {player: desk.seat(player) for player in ("ann", "bob", "cat", "dan")}
    skip(desk, "ann")
    desk.order(orders.Disconnect(player="bob"))
    desk.do("cat", wire.SitOut)
    assert desk.live.skips == [seats["ann"]]
    assert "only watch" in refused(desk, "cat", wire.SkipAhead, hand=desk.live.table.number).sentence
    desk.order(orders.Disconnect(player="dan"))
    assert desk.events(HandEnded), "with dan gone, ann is everybody"


def test_what_cannot_be_skipped_is_refused() -> None:
    desk = Desk("ann", "bob", pace=SLOW)
    desk.begin()
    assert "nothing to skip" in refused(desk, "ann", wire.SkipAhead, hand=1).sentence
    desk.act(AllIn())
    desk.act(Call())
    assert "hand 7" in refused(desk, "ann", wire.SkipAhead, hand=7).sentence
    assert "only watch" in refused(desk, "eve", wire.SkipAhead, hand=1).sentence
    skip(desk, "ann")
    assert "already" in refused(desk, "ann", wire.SkipAhead, hand=1).sentence


def test_a_tournament_skips_its_run_outs_and_not_its_pauses() -> None:
    desk = Desk(pace=SLOW, tournament="cup", profile="tournament")
    for seat, player in enumerate(("ann", "bob")):
        desk.fold((facts.MovedIn(at=desk.now, seat=seat, player=player, chips=1000),))
    desk.fold((facts.Released(at=desk.now),))
    desk.begin()
    desk.act(AllIn())
    desk.act(Call())
    for player in ("ann", "bob"):
        skip(desk, player)
    assert desk.events(PotAwarded)
    assert "nothing to skip" in refused(desk, "ann", wire.SkipAhead, hand=desk.live.table.number).sentence


def test_who_is_asked_does_not_give_away_who_is_out() -> None:
    """At a tournament table the loser has no chips before viewers have seen a board card."""
    desk = Desk(pace=SLOW, tournament="cup", profile="tournament")
    for seat, player in enumerate(("ann", "bob")):
        desk.fold((facts.MovedIn(at=desk.now, seat=seat, player=player, chips=1000),))
    desk.fold((facts.Released(at=desk.now),))
    desk.begin()
    desk.act(AllIn())
    desk.act(Call())
    out = next(seat for seat in (0, 1) if not desk.live.table.stacks[seat])
    assert skipping.asked(desk.live, desk.now) == {0: "ann", 1: "bob"}
    desk.run(10_000)
    desk.fold((facts.MovedOut(at=desk.now, seat=out, player=("ann", "bob")[out], chips=0),))
    assert len(skipping.asked(desk.live, desk.now)) == 1


@pytest.mark.parametrize("agreed", [1, 2])
def test_a_skip_survives_a_restart(agreed: int) -> None:
    desk = run_out("ann", "bob")
    for player in ("ann", "bob")[:agreed]:
        skip(desk, player)
    again = replay(desk.facts)
    again.show_due(desk.now)
    assert save(again) == save(desk.live)
    assert save(load(save(desk.live))) == save(desk.live)
    assert again.snapshot("ann", desk.now) == desk.live.snapshot("ann", desk.now)


def test_a_seat_that_is_taken_anew_has_not_agreed() -> None:
    desk = run_out("ann", "bob", "cat")
    folded = next(fact.by for fact in desk.facts if isinstance(fact, facts.Acted))
    seat = desk.seat(folded)
    skip(desk, folded)
    desk.do(folded, wire.LeaveTable)
    assert seat not in desk.live.skips


def test_nothing_is_dealt_when_the_last_to_agree_is_the_one_who_leaves() -> None:
    desk = run_out("ann", "bob", "cat")
    for player in ("ann", "bob", "cat"):
        skip(desk, player)
    first, *others = [player for player in ("ann", "bob", "cat") if desk.live.taken(desk.seat(player)).stack]
    skip(desk, first)
    for player in others:
        desk.do(player, wire.LeaveTable)
    desk.run(0)
    assert desk.live.next_at is None
    assert desk.live.playing is None
