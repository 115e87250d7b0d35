"""A live table: what commands lead to, what happens by itself, and what is told of it."""

from __future__ import annotations

from typing import Any

import pytest

from bigslick import AllIn, Bet, Call, Check, Fold
from bigslick.hand.events import Dealt
from bigslick.protocol import encoding, wire
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.settings import TablePace, TableSettings
from bigslick.server.table import facts, orders
from bigslick.server.table.apply import apply
from bigslick.server.table.decide import decide
from bigslick.server.table.facts import Fact
from bigslick.server.table.saves import load, replay, save
from bigslick.server.table.script import ScriptedUpdate, for_viewer
from bigslick.server.table.state import AWAY_MS, BUSTED_MS, HELD_MS, LiveTable
from bigslick.server.table.timers import due, wake

from ..virtual import QUICK, START, counted

PACE = TablePace(action_ms=10_000, bank_ms=30_000, bank_refill_ms=1_000, deal_animation_delay_ms=0)


class Desk:
    """A live table with a time of its own, without a room."""

    def __init__(self, *players: str, chips: int = 1000, **changes: Any) -> None:
        self.now = START
        self.draw = counted()
        opened = facts.Opened(at=START, table="t", settings=TableSettings(name="desk", **{"pace": QUICK, **changes}))
        self.live = LiveTable(opened)
        self.facts: list[Fact] = [opened]
        self.told: list[ScriptedUpdate] = []
        for player in players:
            self.do(player, wire.Sit, chips=chips)

    def do(self, player: str | None, kind: type[Any], **fields: Any) -> tuple[Fact, ...]:
        fields.setdefault("cmd_id", f"c{len(self.facts)}")
        return self.fold(decide(self.live, kind(table="t", **fields), player, self.now))

    def order(self, order: orders.Order) -> tuple[Fact, ...]:
        return self.fold(decide(self.live, order, None, self.now))

    def fold(self, found: tuple[Fact, ...]) -> tuple[Fact, ...]:
        for fact in found:
            apply(self.live, fact)
            self.facts.append(fact)
        self.told += self.live.show_due(self.now)
        return found

    def act(self, action: Any) -> None:
        turn = self.live.turn
        assert turn is not None
        player = self.live.occupant(turn.seat).player
        self.do(player, wire.Act, hand=self.live.table.number, number=turn.number, action=action)

    def run(self, ms: int = 0) -> None:
        """Let time pass."""
        end = self.now + ms
        for _ in range(10_000):
            moments = [at for at in (due(self.live), self.live.next_update_at) if at is not None and at <= end]
            if not moments:
                break
            self.now = max(self.now, min(moments))
            self.fold(wake(self.live, self.now, self.draw))
        self.now = end

    def begin(self) -> None:
        """Go on to the next open turn."""
        for _ in range(1000):
            if self.live.turn is not None and self.live.shown.turn is not None:
                return
            self.run(100)
        raise AssertionError("nobody's turn has come")

    def play_out(self) -> None:
        """Everybody folds."""
        while self.live.playing:
            if self.live.turn is not None and self.live.turn.opened <= self.now:
                self.act(Fold())
            else:
                self.run(50)

    def events(self, kind: type[Any]) -> list[Any]:
        return [event for telling in self.told for event in telling.events if isinstance(event, kind)]

    def last(self, kind: type[Any]) -> Any:
        return next(fact for fact in reversed(self.facts) if isinstance(fact, kind))

    def seat(self, player: str) -> int:
        seat = self.live.seat_of(player)
        assert seat is not None
        return seat

    def turn_player(self) -> str:
        turn = self.live.turn
        assert turn is not None
        return self.live.occupant(turn.seat).player


def refused(desk: Desk, player: str | None, kind: type[Any], **fields: Any) -> CommandRefused:
    before = save(desk.live)
    with pytest.raises(CommandRefused) as caught:
        desk.do(player, kind, **fields)
    assert save(desk.live) == before, "a refused command changes nothing"
    return caught.value


# -- seats ------------------------------------------------------------------------------------------------------------


def test_sitting_down_needs_a_name_a_free_seat_and_the_buy_in() -> None:
    desk = Desk("ann", "bob", seats=2)
    assert refused(desk, None, wire.Sit, chips=1000).code == "not_signed_in"
    assert "no seat is free" in refused(desk, "cat", wire.Sit, chips=1000).sentence
    desk = Desk("ann")
    assert "taken" in refused(desk, "bob", wire.Sit, chips=1000, seat=0).sentence
    assert "expected 400 to 2000" in refused(desk, "bob", wire.Sit, chips=399).sentence
    assert "already" in refused(desk, "ann", wire.Sit, chips=1000).sentence
    assert refused(desk, "bob", wire.Sit, chips=1000, seat=9).code == "illegal"


def test_a_command_for_a_seat_is_refused_to_those_who_have_none() -> None:
    desk = Desk("ann")
    for kind, fields in (
        (wire.SitOut, {}),
        (wire.SitIn, {}),
        (wire.LeaveTable, {}),
        (wire.TopUp, {"chips": 5}),
        (wire.Reseed, {"seed": "x"}),
        (wire.AddBot, {"style": "rock"}),
        (wire.Act, {"hand": 1, "number": 0, "action": Fold()}),
    ):
        assert "take one first" in refused(desk, "bob", kind, **fields).sentence


def test_who_leaves_between_hands_goes_at_once_and_in_a_hand_when_it_is_over() -> None:
    desk = Desk("ann", "bob", "cat")
    desk.do("cat", wire.LeaveTable)
    assert desk.live.seat_of("cat") is None
    desk.do("cat", wire.Sit, chips=500)
    desk.begin()
    desk.do("ann", wire.LeaveTable)
    assert desk.live.seat_of("ann") is not None
    desk.play_out()
    assert desk.live.seat_of("ann") is None


def test_who_is_leaving_or_away_is_checked_or_folded_at_once_on_his_turn() -> None:
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


def test_a_top_up_in_a_hand_is_paid_now_and_comes_after_it() -> None:
    desk = Desk("ann", "bob", chips=500)
    desk.begin()
    found = decide(desk.live, wire.TopUp(cmd_id="x", table="t", chips=300), "ann", desk.now)
    effects = apply(desk.live, found[0])
    desk.facts.append(found[0])
    assert [(move.player, move.chips) for move in effects.moves] == [("ann", 300)]
    assert desk.live.chips == 1300
    assert desk.live.taken(desk.seat("ann")).stack == 500
    desk.play_out()
    assert desk.live.taken(desk.seat("ann")).stack in (795, 805, 790, 810)


def test_chips_that_would_be_too_many_after_the_hand_go_back_to_the_account() -> None:
    desk = Desk("ann", "bob", chips=1500)
    desk.begin()
    for player in ("ann", "bob"):
        desk.do(player, wire.TopUp, chips=500)
    desk.act(AllIn())
    desk.act(Call())
    lapsed = desk.events(type(None)) or [e for e in desk.told[-1].events if type(e).__name__ == "TopUpLapsed"]
    assert lapsed
    assert desk.live.chips == 4000 - sum(event.chips for event in lapsed)


def test_somebody_without_chips_sits_out_until_he_tops_up() -> None:
    desk = broke("ann", "bob", "cat")
    loser = next(chair.player for chair in desk.live.occupants if chair is not None and chair.busted_at)
    assert next(seat for seat in desk.live.shown.seats if seat.player == loser).sitting_out
    desk.begin()
    assert loser not in desk.live.shown.players.values()
    desk.do(loser, wire.TopUp, chips=1000)
    assert not next(seat for seat in desk.live.shown.seats if seat.player == loser).sitting_out


def test_somebody_without_chips_gives_up_his_seat_after_a_while() -> None:
    desk = broke("ann", "bob")
    loser = next(chair.player for chair in desk.live.occupants if chair is not None and chair.busted_at)
    desk.run(BUSTED_MS - 1)
    assert desk.live.seat_of(loser) is not None
    desk.run(1)
    assert desk.live.seat_of(loser) is None
    assert desk.last(facts.Left).why == "busted"


def broke(*players: str) -> Desk:
    """A table at which somebody has just lost everything."""
    for seed in range(50):
        desk = Desk(*players, pace=QUICK)
        desk.draw = lambda seed=seed: seed.to_bytes(32, "little")  # type: ignore[misc]
        desk.begin()
        desk.act(AllIn())
        desk.act(Call())
        while desk.live.playing:
            desk.act(Fold())
        desk.run(0)
        if any(chair is not None and chair.busted_at for chair in desk.live.occupants):
            return desk
    raise AssertionError("nobody lost")


def test_who_sits_out_too_long_gives_up_his_seat() -> None:
    desk = Desk("ann")
    desk.do("ann", wire.SitOut)
    desk.run(AWAY_MS)
    assert desk.live.seat_of("ann") is None
    assert desk.last(facts.Left).why == "away"


def test_nobody_comes_back_when_the_house_has_asked_him_to_leave() -> None:
    desk = Desk("ann", "bob")
    desk.begin()
    desk.order(orders.Kick(player="ann"))
    assert "asked you to leave" in refused(desk, "ann", wire.SitIn).sentence
    with pytest.raises(CommandRefused, match="already leaving"):
        desk.order(orders.Kick(player="ann"))
    with pytest.raises(CommandRefused, match="has no seat"):
        desk.order(orders.Kick(player="zoe"))


# -- the queue --------------------------------------------------------------------------------------------------------


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


def test_a_house_bot_makes_room_after_the_hand_for_somebody_who_waits() -> None:
    desk = Desk("ann", seats=3)
    for seat in (1, 2):
        desk.do("ann", wire.AddBot, style="caller", seat=seat)
    desk.begin()
    desk.do("cat", wire.Queue)
    desk.run(0)
    assert desk.live.holds == []
    assert not any(seat.leaving for seat in desk.live.shown.seats), "nobody is taken out of a hand"
    while desk.live.playing:
        desk.run(100)
    desk.run(0)
    assert [offer.player for offer in desk.live.holds] == ["cat"]
    desk.do("cat", wire.Sit, chips=1000)
    desk.run(0)
    assert sorted(seat.bot for seat in desk.live.shown.seats) == ["", "", "caller"], "one place for one player"


def test_nobody_waits_where_a_seat_is_free() -> None:
    desk = Desk("ann", "bob")
    assert "a seat is free" in refused(desk, "cat", wire.Queue).sentence
    assert "already" in refused(desk, "ann", wire.Queue).sentence


# -- acting -----------------------------------------------------------------------------------------------------------


def test_a_late_or_foreign_click_is_refused_by_name() -> None:
    desk = Desk("ann", "bob")
    assert refused(desk, "ann", wire.Act, hand=1, number=0, action=Fold()).code == "stale"
    desk.begin()
    player = desk.turn_player()
    other = "bob" if player == "ann" else "ann"
    assert refused(desk, player, wire.Act, hand=2, number=0, action=Fold()).code == "stale"
    assert refused(desk, player, wire.Act, hand=1, number=1, action=Fold()).code == "stale"
    assert refused(desk, other, wire.Act, hand=1, number=0, action=Fold()).code == "not_your_turn"
    assert refused(desk, player, wire.Act, hand=1, number=0, action=Bet(to=50)).code == "illegal"


def test_nobody_acts_before_his_turn_is_told() -> None:
    desk = Desk("ann", "bob", pace=TablePace(deal_animation_delay_ms=500))
    while desk.live.turn is None:
        desk.run(100)
    turn = desk.live.turn
    assert turn.opened > desk.now
    answer = refused(desk, desk.turn_player(), wire.Act, hand=1, number=0, action=Fold())
    assert "still being dealt" in answer.sentence
    desk.run(turn.opened - desk.now)
    desk.act(Fold())


def test_what_arrives_after_the_time_is_over_is_too_late() -> None:
    desk = Desk("ann", "bob")
    desk.begin()
    turn = desk.live.turn
    assert turn is not None
    desk.now = turn.deadline + QUICK.bank_ms
    answer = refused(desk, desk.turn_player(), wire.Act, hand=1, number=0, action=Fold())
    assert answer.code == "stale"


# -- clocks -----------------------------------------------------------------------------------------------------------


def test_the_time_bank_is_used_after_the_deadline_and_refilled_by_each_hand() -> None:
    desk = Desk("ann", "bob", pace=PACE)
    desk.begin()
    player = desk.turn_player()
    chair = desk.live.occupant(desk.seat(player))
    desk.run(PACE.action_ms + 4_000)
    desk.act(Fold())
    assert chair.bank_ms == 26_000
    desk.begin()
    assert chair.bank_ms == 27_000
    assert desk.live.occupant(1 - desk.seat(player)).bank_ms == 30_000, "it is never more than full"


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


def test_acting_in_time_ends_the_row_of_timeouts() -> None:
    desk = Desk("ann", "bob", pace=TablePace(action_ms=1_000, bank_ms=0, deal_animation_delay_ms=0))
    desk.begin()
    slow = desk.turn_player()
    desk.run(1_000)
    assert desk.live.occupant(desk.seat(slow)).timeouts == 1
    desk.begin()
    while desk.turn_player() != slow:
        desk.act(Call() if desk.live.hand.options.call else Check())  # type: ignore[union-attr]
    desk.act(Fold())
    assert desk.live.occupant(desk.seat(slow)).timeouts == 0


def test_grace_is_given_so_often_in_a_hand_and_coming_back_gives_none() -> None:
    pace = TablePace(action_ms=10_000, bank_ms=5_000, grace_ms=8_000, graces_per_hand=2, deal_animation_delay_ms=0)
    desk = Desk("ann", "bob", pace=pace)
    desk.begin()
    player = desk.turn_player()
    turn = desk.live.turn
    assert turn is not None
    for _ in range(2):
        desk.run(turn.deadline - desk.now - 1)
        desk.order(orders.Disconnect(player=player))
        deadline = turn.deadline
        assert deadline == desk.now + 8_000
        desk.order(orders.Connect(player=player))
        assert turn.deadline == deadline
    desk.run(turn.deadline - desk.now - 1)
    desk.order(orders.Disconnect(player=player))
    assert turn.deadline == deadline, "not a third time"


def test_grace_does_not_give_back_what_the_time_bank_has_paid() -> None:
    pace = TablePace(action_ms=10_000, bank_ms=5_000, grace_ms=8_000, deal_animation_delay_ms=0)
    desk = Desk("ann", "bob", pace=pace)
    desk.begin()
    player = desk.turn_player()
    desk.run(12_000)
    desk.order(orders.Disconnect(player=player))
    assert desk.live.occupant(desk.seat(player)).bank_ms == 3_000
    assert due(desk.live) == desk.now + 8_000 + 3_000


def test_a_turn_that_opens_for_somebody_who_is_gone_waits_for_his_grace() -> None:
    pace = TablePace(action_ms=1_000, bank_ms=0, grace_ms=8_000, deal_animation_delay_ms=0)
    desk = Desk("ann", "bob", pace=pace)
    desk.begin()
    other = "bob" if desk.turn_player() == "ann" else "ann"
    desk.order(orders.Disconnect(player=other))
    lost = desk.now
    desk.run(500)
    desk.act(Call())
    assert desk.turn_player() == other
    assert desk.live.turn is not None
    assert desk.live.turn.deadline == lost + 8_000
    assert desk.live.shown.turn is not None
    assert desk.live.shown.turn.deadline == lost + 8_000


def test_a_restart_disconnects_everybody_gives_grace_and_charges_nobody() -> None:
    pace = TablePace(action_ms=10_000, bank_ms=5_000, grace_ms=8_000, deal_animation_delay_ms=0)
    desk = Desk("ann", "bob", pace=pace)
    desk.begin()
    desk.now += 60_000
    desk.order(orders.Restart())
    assert not any(chair.connected for chair in desk.live.occupants if chair is not None)
    assert due(desk.live) == desk.now + 8_000 + 5_000
    assert desk.live.occupant(0).bank_ms == 5_000


# -- house bots -------------------------------------------------------------------------------------------------------


def test_the_bots_of_the_spec_sit_down_and_play() -> None:
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


def test_bots_come_and_go_on_request() -> None:
    desk = Desk("ann")
    desk.do("ann", wire.AddBot, style="tag", seat=4)
    assert desk.live.shown.seats[1].bot == "tag"
    assert "choose from" in refused(desk, "ann", wire.AddBot, style="fish").sentence
    assert "no house bot in seat 1" in refused(desk, "ann", wire.RemoveBot, seat=0).sentence
    desk.do("ann", wire.RemoveBot, seat=4)
    assert len(desk.live.shown.seats) == 1


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
    assert isinstance(acted.action, Call), "nobody wins a pot by sending the bot away"
    desk.run(0)
    assert desk.live.seat_of("caller 1") is None


def test_a_bot_decides_the_same_after_a_restart() -> None:
    desk = Desk("ann", bots=("shark", "maniac"))
    while not (desk.live.turn is not None and desk.live.occupant(desk.live.turn.seat).bot):
        desk.run(10) if desk.live.turn is None else desk.act(
            Call() if desk.live.hand.options.call else Check()  # type: ignore[union-attr]
        )
    later = desk.now + 10_000
    twin = load(save(desk.live))
    assert wake(twin, later, desk.draw) == wake(desk.live, later, desk.draw)


# -- the house --------------------------------------------------------------------------------------------------------


def test_a_paused_table_finishes_the_hand_and_starts_none() -> None:
    desk = Desk("ann", "bob")
    desk.begin()
    desk.order(orders.Pause(why="a break"))
    desk.play_out()
    desk.run(60_000)
    assert desk.live.table.number == 1
    assert desk.live.shown.paused == "a break"
    with pytest.raises(CommandRefused, match="already paused"):
        desk.order(orders.Pause())
    desk.order(orders.Resume())
    desk.begin()
    assert desk.live.table.number == 2
    with pytest.raises(CommandRefused, match="not paused"):
        desk.order(orders.Resume())


def test_a_hand_that_was_announced_is_called_off_when_too_few_are_left() -> None:
    desk = Desk("ann", "bob")
    assert desk.live.shown.next_hand_at == START + QUICK.inter_round_delay_ms
    desk.do("ann", wire.SitOut)
    assert desk.live.shown.next_hand_at is None
    desk.run(500)
    desk.do("ann", wire.SitIn)
    assert desk.live.shown.next_hand_at == START + 500 + QUICK.inter_round_delay_ms
    desk.order(orders.Pause())
    assert desk.live.shown.next_hand_at is None


def test_a_table_closes_after_the_hand_and_everybody_has_his_chips_back() -> None:
    desk = Desk("ann", "bob")
    desk.begin()
    desk.order(orders.Close(why="the end"))
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


def test_the_commitment_is_told_before_the_hand_and_the_seeds_make_the_pack() -> None:
    desk = Desk()
    desk.do("ann", wire.Sit, chips=1000, seed="luck")
    desk.do("bob", wire.Sit, chips=1000)
    desk.run(0)
    promised = desk.live.shown.commitment
    assert promised
    desk.do("bob", wire.Reseed, seed="late luck")
    desk.begin()
    began = desk.events(wire.HandBegan)[0]
    assert began.commitment == promised
    assert began.seeds == {0: "luck", 1: "late luck"}
    kinds = [type(event) for telling in desk.told for event in telling.events]
    assert kinds.index(wire.CommitmentMade) < kinds.index(wire.HandBegan) < kinds.index(Dealt)


def test_a_hand_says_its_name_and_which_players_are_house_bots() -> None:
    desk = Desk("ann", bots=("rock",))
    desk.begin()
    (began,) = desk.events(wire.HandBegan)
    assert began.id == "t-1"
    assert {began.players[seat]: style for seat, style in began.bots.items()} == {"rock 1": "rock"}


def test_only_their_player_sees_what_cards_make() -> None:
    desk = Desk("ann", "bob", bots=("caller",))
    desk.begin()
    made = desk.events(wire.Made)
    assert {event.seat for event in made} == {desk.seat("ann"), desk.seat("bob")}, "a house bot reads nothing"
    for viewer in ("ann", "bob", "caller 1", None):
        own = None if viewer in (None, "caller 1") else desk.seat(str(viewer))
        updates = [for_viewer(scripted, "t", viewer) for scripted in desk.told]
        snapshot = desk.live.snapshot(viewer, desk.now)
        for events in ([event for one in updates for event in one.events], snapshot.events):
            assert [event.seat for event in events if isinstance(event, wire.Made)] == ([] if own is None else [own])


def test_a_turn_says_whether_a_call_is_for_everything() -> None:
    desk = Desk("ann", "bob", chips=1000)
    desk.begin()
    assert not desk.events(wire.Turn)[-1].call_all_in
    desk.act(AllIn())
    turn = desk.events(wire.Turn)[-1]
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
    assert sorted(seat.stack for seat in seats) == [0, 2000]
    assert {seat.stack: seat.top_up for seat in seats} == {0: (400, 2000), 2000: None}


def test_viewers_see_what_they_may_buy() -> None:
    desk = Desk("ann", "bob", chips=1990)
    snapshot = desk.live.snapshot("ann", desk.now)
    assert snapshot.buy_in == wire.BuyIn(least=400, most=2000, usual=1000)
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
        desk.order(orders.Close())
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


def test_who_is_away_in_a_tournament_is_dealt_in_and_folded_at_once() -> None:
    desk = Desk(tournament="cup", profile="tournament")
    for seat, player in enumerate(("ann", "bob")):
        apply(desk.live, facts.MovedIn(at=desk.now, seat=seat, player=player, chips=300))
    desk.do("ann", wire.SitOut)
    desk.do("bob", wire.SitOut)
    desk.fold((facts.Released(at=desk.now),))
    desk.run(10_000)
    assert desk.live.table.number == 1
    assert not desk.live.playing
    assert {fact.why for fact in desk.facts if isinstance(fact, facts.Acted)} == {"away"}


# -- keeping ----------------------------------------------------------------------------------------------------------


def test_what_was_saved_of_something_else_is_refused() -> None:
    desk = Desk("ann")
    saved = save(desk.live).replace(b"bigslick.live/2", b"bigslick.live/0")
    with pytest.raises(ValueError, match="expected 'bigslick"):
        load(saved)
    with pytest.raises(ValueError, match="expected its opening"):
        replay(desk.facts[1:])
    with pytest.raises(ValueError, match="no facts"):
        replay([])


def test_a_table_remembers_the_last_commands_it_carried_out() -> None:
    desk = Desk()
    desk.do("ann", wire.Sit, chips=1000, cmd_id="mine")
    done = desk.live.answer("ann", "mine")
    assert done == wire.Done(cmd_id="mine", seq=1, seat=0)
    assert desk.live.answer("bob", "mine") is None
    for number in range(100):
        desk.do("ann", wire.Reseed, seed=str(number), cmd_id=f"r{number}")
    assert desk.live.answer("ann", "mine") is None
    assert load(save(desk.live)).answer("ann", "r5") == desk.live.answer("ann", "r5")


def test_a_snapshot_shows_a_viewer_his_cards_and_nobody_elses() -> None:
    desk = Desk("ann", "bob")
    desk.begin()
    hand = desk.live.hand
    assert hand is not None
    for player, seat in (("ann", 0), ("bob", 1), ("zoe", None), (None, None)):
        snapshot = desk.live.snapshot(player, desk.now)
        assert snapshot.you == seat
        dealt = {event.seat: event.cards for event in snapshot.events if isinstance(event, Dealt)}
        assert dealt == {other: hand.hole(other) if other == seat else () for other in (0, 1)}
        assert len(snapshot.openings) == (0 if seat is None else 2)
        assert (snapshot.view is not None) == (seat is not None and hand.turn == seat)
        assert encoding.decode(encoding.encode(snapshot), wire.TableSnapshot) == snapshot
