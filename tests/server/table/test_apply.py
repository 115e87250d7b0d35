"""How a fact changes a served table: seats, chips, clocks, the next hand, and the ledger."""

from __future__ import annotations

import pytest

from bigslick import AllIn, Call, Check, Fold, Hand, PotAwarded, RunOut, StreetDealt
from bigslick.protocol import host, room_events, wire
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.settings import TablePace
from bigslick.server.hosting.facts import PlayerNamed
from bigslick.server.table import apply as apply_module
from bigslick.server.table import facts, orders
from bigslick.server.table.apply import apply
from bigslick.server.table.decide import decide
from bigslick.server.table.saves import load, replay, save
from bigslick.table.events import HandVoided, TopUpLapsed

from ..virtual import QUICK, START
from .desk import PACE, Desk, refused


def test_a_player_leaves_at_once_between_hands_and_after_the_hand_in_one() -> None:
    desk = Desk("ann", "bob", "cat")
    desk.do("cat", wire.LeaveTable)
    assert desk.live.seat_of("cat") is None
    desk.do("cat", wire.Sit, chips=1000)
    desk.begin()
    desk.do("ann", wire.LeaveTable)
    assert desk.live.seat_of("ann") is not None
    desk.play_out()
    assert desk.live.seat_of("ann") is None


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
    lapsed = desk.events(TopUpLapsed)
    assert lapsed
    assert desk.live.chips == 4000 - sum(event.chips for event in lapsed)


def test_the_time_bank_is_used_after_the_deadline_and_refilled_by_each_hand() -> None:
    desk = Desk("ann", "bob", pace=PACE)
    desk.begin()
    desk.take_time()
    player = desk.turn_player()
    chair = desk.live.occupant(desk.seat(player))
    desk.run(PACE.action_ms + 4_000)
    desk.act(Fold())
    assert chair.bank_ms == 26_000
    desk.begin()
    assert chair.bank_ms == 27_000
    assert desk.live.occupant(1 - desk.seat(player)).bank_ms == 30_000, "it is never more than full"


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


def test_a_hand_that_was_announced_is_called_off_when_too_few_are_left() -> None:
    desk = Desk("ann", "bob")
    assert desk.live.shown.next_hand_at == START + QUICK.inter_round_delay_ms
    desk.do("ann", wire.SitOut)
    assert desk.live.shown.next_hand_at is None
    desk.run(500)
    desk.do("ann", wire.SitIn)
    assert desk.live.shown.next_hand_at == START + 500 + QUICK.inter_round_delay_ms
    desk.house(host.Pause)
    assert desk.live.shown.next_hand_at is None


def test_tda_35_a_hand_that_is_called_off_is_dealt_again_as_it_was() -> None:
    desk = Desk("ann", "bob", "cat")
    desk.begin()
    desk.act(Fold())
    first = desk.live.hand
    assert first is not None
    desk.do("cat", wire.LeaveTable)
    desk.order(orders.CallOff())
    assert not desk.live.in_hand(0)
    assert desk.events(HandVoided) == [HandVoided(1)]
    assert desk.live.shown.turn is None
    assert desk.live.shown.events[-1] == HandVoided(1)
    assert [(seat.player, seat.stack) for seat in desk.live.shown.seats] == [("ann", 1000), ("bob", 1000)]
    assert desk.live.shown.next_hand_at == desk.now + QUICK.inter_round_delay_ms
    desk.begin()
    again = desk.live.hand
    assert again is not None
    assert again.setup.button == first.setup.button
    assert again.setup.deck != first.setup.deck
    twin = replay(desk.facts)
    twin.show_due(desk.now)
    assert save(twin) == save(desk.live)


def test_tda_36_the_host_calls_no_hand_off_after_substantial_action() -> None:
    desk = Desk("ann", "bob", "cat")
    with pytest.raises(CommandRefused, match="nothing to call off"):
        desk.order(orders.CallOff())
    desk.begin()
    desk.act(Call())
    desk.act(Call())
    before = save(desk.live)
    with pytest.raises(CommandRefused, match="cannot be called off after substantial action") as refusal:
        desk.order(orders.CallOff())
    assert refusal.value.code == "illegal"
    assert save(desk.live) == before
    desk.act(Check())


def test_tda_35_a_tournament_need_not_release_a_hand_again_that_was_called_off() -> None:
    desk = Desk(tournament="m1")
    for seat, player in enumerate(("ann", "bob")):
        desk.fold((facts.MovedIn(at=desk.now, seat=seat, player=player, chips=1000),))
    desk.fold((facts.Released(at=desk.now),))
    desk.begin()
    desk.order(orders.CallOff())
    desk.begin()
    assert desk.live.table.number == 2
    desk.play_out()
    assert desk.live.parked


def test_a_table_remembers_the_last_commands_of_a_turn_and_nothing_else() -> None:
    desk = Desk("ann", "bob")
    desk.do("ann", wire.PromiseSeed, promise="ab" * 32, cmd_id="seed")
    desk.begin()
    turn = desk.live.turn
    assert turn is not None
    player = desk.live.occupant(turn.seat).player
    desk.do(player, wire.Act, hand=1, number=turn.number, action=Call(), cmd_id="mine")
    assert desk.live.answer("ann", "seed") is None, "the store has it"
    assert desk.live.answer("cat", "mine") is None
    done = desk.live.answer(player, "mine")
    assert done is not None
    assert load(save(desk.live)).answer(player, "mine") == done


def test_only_money_at_cash_tables_moves_and_the_chips_of_a_bot_are_marked() -> None:
    desk = Desk()
    sat = facts.SeatTaken(at=desk.now, seat=0, player="ann", chips=1000)
    bot = facts.SeatTaken(at=desk.now, seat=1, player="rock 1", chips=500, bot="rock")
    moves = [move for fact in (sat, bot) for move in apply(desk.live, fact).moves]
    assert [(move.player, move.bot, move.chips, move.reason) for move in moves] == [
        ("ann", False, 1000, "buy-in"),
        ("rock 1", True, 500, "buy-in"),
    ]
    (out,) = apply(desk.live, facts.Left(at=desk.now, seat=0)).moves
    assert (out.player, out.chips, out.reason) == ("ann", -1000, "cash-out")


def test_the_last_action_of_a_hand_gives_its_record() -> None:
    desk = Desk("ann", "bob", chips=1000)
    desk.begin()
    playing, turn = desk.live.playing, desk.live.turn
    assert playing is not None
    assert turn is not None
    stored = apply(desk.live, facts.Acted(at=desk.now, seat=turn.seat, action=Fold())).hand
    assert stored is not None
    assert (stored.id, stored.players, stored.root) == ("t-1", {0: "ann", 1: "bob"}, playing.deck.root)
    assert stored.nets == {turn.seat: -5, 1 - turn.seat: 5}
    hand = Hand.load(stored.record)
    assert hand.over
    assert hand.stacks == tuple(1000 + stored.nets[seat] for seat in (0, 1)) + (0,) * 4
    assert stored.ended_at == desk.live.script_end
    assert desk.live.playing is None


def test_an_all_in_hand_is_run_out_as_often_as_everyone_wants_and_every_card_is_proved() -> None:
    desk = Desk("ann", "bob", run_outs=3)
    desk.begin()
    for action in (AllIn(), Call(), RunOut(boards=3), RunOut(boards=2)):
        desk.act(action)
        desk.run(5000) if desk.live.playing is None else desk.begin()
    streets = desk.events(StreetDealt)
    assert [street.board for street in streets] == [0, 0, 0, 1, 1, 1]
    assert {award.board for award in desk.events(PotAwarded)} == {0, 1}
    opened = {opening.card for told in desk.told for opening in told.openings}
    assert {card for street in streets for card in street.cards} <= opened


def test_a_player_who_does_not_say_how_often_runs_it_once() -> None:
    desk = Desk("ann", "bob", run_outs=2, pace=PACE)
    desk.begin()
    for action in (AllIn(), Call()):
        desk.act(action)
        desk.begin()
    desk.run(60_000)
    assert {street.board for street in desk.events(StreetDealt)} == {0}


def test_a_player_takes_the_time_bank_once_and_it_follows_the_deadline() -> None:
    desk = Desk("ann", "bob", pace=PACE)
    desk.begin()
    player, turn = desk.turn_player(), desk.live.turn
    assert turn is not None
    assert desk.live.expiry(turn) == turn.deadline
    ends = turn.deadline + PACE.bank_ms
    other = next(name for name in ("ann", "bob") if name != player)
    deal = {"hand": 1, "number": turn.number}
    assert refused(desk, other, wire.TakeTime, **deal).code == "not_your_turn"
    desk.do(player, wire.TakeTime, **deal)
    assert desk.events(room_events.TimeTaken) == [room_events.TimeTaken(turn.seat, ends)]
    shown = desk.live.snapshot(other, desk.now).turn
    assert shown is not None
    assert (shown.takes_time, shown.deadline, shown.ends) == (True, turn.deadline, ends)
    assert desk.live.expiry(turn) == ends
    assert "already" in refused(desk, player, wire.TakeTime, **deal).sentence
    again = replay(desk.facts)
    again.show_due(desk.now)
    assert save(again) == save(desk.live)
    desk.run(PACE.action_ms + 1_000)
    desk.act(Fold())
    assert desk.live.occupant(turn.seat).bank_ms == PACE.bank_ms - 1_000, "only what was used is gone"


def test_an_empty_time_bank_cannot_be_taken() -> None:
    desk = Desk("ann", "bob", pace=TablePace(bank_ms=0, deal_animation_delay_ms=0))
    desk.begin()
    assert desk.live.turn is not None
    deal = {"hand": 1, "number": desk.live.turn.number}
    assert "empty" in refused(desk, desk.turn_player(), wire.TakeTime, **deal).sentence


def test_spectators_who_chat_while_no_hand_is_dealt_are_forgotten_when_they_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(apply_module, "MOST_SHOWN", 3)
    desk = Desk("ann", "bob")
    for player in ("ann", "p1", "p2", "p3"):
        desk.fold((PlayerNamed(at=desk.now, player=player, name=player.upper()),))
    assert desk.live.hosting.names == {"ann": "ANN", "p3": "P3"}
