"""The seven-deuce bounty at a served table: at the showdown, by cards shown later, and who has to pay."""

from __future__ import annotations

from typing import Any

import pytest

from bigslick import AllIn, Call, Check, Fold
from bigslick.protocol import host, wire
from bigslick.protocol.afterwards import CardsShown, SevenDeucePaid
from bigslick.protocol.opening import TableChanges
from bigslick.protocol.settings import BadSettings, TablePace, TableSettings
from bigslick.server.store.bank import Bank
from bigslick.server.table import facts
from bigslick.server.table.draft import Draft
from bigslick.server.table.saves import load, replay, save
from bigslick.table import seven_deuce
from bigslick.table.seven_deuce import SevenDeucePayment

from ..virtual import serving
from .desk import Desk

LONG = TablePace(deal_animation_delay_ms=0, street_delay_ms=0, inter_round_delay_ms=5_000)


@pytest.fixture(autouse=True)
def _every_hand_is_seven_deuce(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seven_deuce, "_is_seven_deuce", lambda _hand, _seat: True)


def a_desk(*players: str, **settings: Any) -> Desk:
    desk = Desk(*players, **{"pace": LONG, "seven_deuce": 2, **settings})
    desk.begin()
    return desk


def folded_out(desk: Desk) -> str:
    """Play the hand until everyone has folded; return the winner."""
    desk.play_out()
    desk.run(1)
    assert desk.live.ended is not None
    (winner,) = desk.live.ended.hand.result.payouts
    return desk.live.occupant(winner).player


def checked_down(desk: Desk) -> None:
    while desk.live.playing is not None:
        options = desk.live.playing.hand.options
        assert options is not None
        desk.act(Call() if options.call else Check())


def stacks(desk: Desk) -> dict[str, int]:
    return {desk.live.occupant(seat).player: desk.live.taken(seat).stack for seat in desk.live.sitting}


def test_at_the_showdown_everyone_pays_at_once_and_the_table_keeps_its_chips() -> None:
    desk = a_desk("ann", "bob", "cat")
    checked_down(desk)
    (paid,) = desk.events(SevenDeucePaid)
    (winner,) = {each.winner for each in paid.payments}
    assert sorted(each.chips for each in paid.payments) == [20, 20]
    assert sorted(stacks(desk).values()) == [970, 970, 1060]
    assert stacks(desk)[desk.live.occupant(winner).player] == 1060
    assert desk.live.chips == 3000
    shown = {seat.player: seat.stack for seat in desk.told[-1].seats or ()}
    assert shown == stacks(desk)


def test_a_player_who_leaves_during_the_hand_pays_before_leaving(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = a_desk("ann", "bob", "cat")
    leaver = desk.turn_player()
    gone = desk.seat(leaver)
    monkeypatch.setattr(seven_deuce, "_is_seven_deuce", lambda _hand, seat: seat != gone)
    desk.act(Fold())
    desk.do(leaver, wire.LeaveTable)
    checked_down(desk)
    (paid,) = desk.events(SevenDeucePaid)
    assert gone in {each.payer for each in paid.payments}
    assert leaver not in stacks(desk)
    assert desk.live.chips == 3000 - 980


def test_a_winner_without_a_showdown_is_paid_once_both_cards_are_shown_and_only_once() -> None:
    desk = a_desk("ann", "bob", "cat")
    winner = folded_out(desk)
    before = stacks(desk)
    desk.do(winner, wire.ShowCards, hand=1, which="first")
    assert stacks(desk) == before
    desk.do(winner, wire.ShowCards, hand=1, which="second")
    assert stacks(desk) == {player: chips + (40 if player == winner else -20) for player, chips in before.items()}
    told = [type(event) for event in desk.told[-1].events]
    assert told == [CardsShown, SevenDeucePaid]
    other = next(player for player in before if player != winner)
    desk.do(other, wire.ShowCards, hand=1, which="both")
    assert len(desk.events(SevenDeucePaid)) == 1
    assert desk.live.chips == 3000


def test_an_opponent_who_shows_earns_nothing() -> None:
    desk = a_desk("ann", "bob")
    winner = folded_out(desk)
    desk.do("ann" if winner == "bob" else "bob", wire.ShowCards, hand=1, which="both")
    assert not desk.events(SevenDeucePaid)


def test_whoever_has_left_pays_nothing_and_a_winner_who_has_left_gets_nothing() -> None:
    desk = a_desk("ann", "bob", "cat")
    winner = folded_out(desk)
    first, second = (player for player in stacks(desk) if player != winner)
    desk.do(first, wire.LeaveTable)
    desk.do(winner, wire.ShowCards, hand=1, which="both")
    (paid,) = desk.events(SevenDeucePaid)
    assert paid.payments == (SevenDeucePayment(desk.seat(second), desk.seat(winner), 20),)
    desk = a_desk("ann", "bob", "cat")
    winner = folded_out(desk)
    desk.do(winner, wire.LeaveTable)
    desk.do(winner, wire.ShowCards, hand=1, which="both")
    assert not desk.events(SevenDeucePaid)


def test_once_the_next_deck_is_sealed_nothing_is_paid() -> None:
    desk = Desk(pace=LONG, seven_deuce=2)
    for player in ("ann", "bob"):
        desk.do(player, wire.Sit, chips=1000)
        desk.promise(player, player)
    desk.seal()
    desk.begin()
    winner = folded_out(desk)
    for player in ("ann", "bob"):
        desk.promise(player, f"{player} 2")
    desk.seal()
    before = stacks(desk)
    desk.do(winner, wire.ShowCards, hand=1, which="both")
    assert not desk.events(SevenDeucePaid)
    assert stacks(desk) == before


def test_the_hand_is_paid_for_by_the_settings_it_was_played_with() -> None:
    desk = a_desk("ann", "bob", "cat")
    desk.house(host.ChangeSettings, changes=TableChanges(seven_deuce=0, small_blind=50, big_blind=100))
    winner = folded_out(desk)
    assert desk.live.settings.seven_deuce == 0
    desk.do(winner, wire.ShowCards, hand=1, which="both")
    (paid,) = desk.events(SevenDeucePaid)
    assert {each.chips for each in paid.payments} == {20}


@pytest.mark.parametrize(
    ("pause", "seven_deuce", "then"), [(1_200, 2, 3_000), (1_200, 0, 1_200), (5_000, 2, 5_000), (100, 2, 100)]
)
def test_the_pause_is_long_enough_to_show_whatever_the_cards_are(pause: int, seven_deuce: int, then: int) -> None:
    pace = TablePace(deal_animation_delay_ms=0, inter_round_delay_ms=pause)
    desk = a_desk("ann", "bob", pace=pace, seven_deuce=seven_deuce)
    desk.play_out()
    assert desk.live.next_at == desk.live.script_end + then


def test_facts_and_saves_give_the_same_bounty() -> None:
    desk = a_desk("ann", "bob", "cat")
    winner = folded_out(desk)
    kept = load(save(desk.live))
    assert kept.ended is not None
    assert kept.ended.seven_deuce == 20
    desk.do(winner, wire.ShowCards, hand=1, which="both")
    again = replay(desk.facts)
    again.show_due(desk.now)
    assert save(again) == save(desk.live)


def test_the_ledger_names_payer_and_winner_and_every_account_ends_where_it_was() -> None:
    desk = a_desk("ann", "bob")
    desk.act(Call())
    desk.act(Check())
    last = None
    while desk.live.playing is not None:
        turn = desk.live.turn
        assert turn is not None
        last = Draft(desk.live)
        last.add(facts.Acted(at=desk.now, seat=turn.seat, action=Check()))
        desk.run()
    assert last is not None
    rows = [(row.source, row.target, row.amount, row.reason, row.note) for row in last.transfers]
    payer, winner = (f"player:{player}" for player in sorted(stacks(desk), key=stacks(desk).__getitem__))
    assert rows == [
        ("table:t", payer, 20, "7-2 bounty", "t-1"),
        (payer, winner, 20, "7-2 bounty", "t-1"),
        (winner, "table:t", 20, "7-2 bounty", "t-1"),
    ]
    bank = Bank()
    bank.book(last.transfers)
    assert not any(bank.balance(account) for account in ("table:t", payer, winner))
    assert last.hands[0].afterwards.seven_deuce is not None
    assert sum(last.hands[0].nets.values()) == 0


def test_the_chips_of_an_account_stay_as_they_are_before_the_bounty_is_shown() -> None:
    players = "ann", "bob", "cat"
    pace = TablePace(deal_animation_delay_ms=100, street_delay_ms=500, inter_round_delay_ms=5_000)
    with serving(TableSettings(name="x", seven_deuce=2, pace=pace), *players) as served:
        served.begin()
        free = [served.bank.free(f"player:{player}") for player in players]
        for action in (Fold(), AllIn(), Call()):
            served.act(action)
            served.advance(0)
        assert served.live.script, "the board is not shown yet"
        assert any(row.reason == "7-2 bounty" for batch in served.memory.batches for row in batch.transfers)
        assert [served.bank.free(f"player:{player}") for player in players] == free
        served.advance(10_000)


def test_house_bots_pay_and_the_ledger_calls_them_the_house() -> None:
    desk = a_desk("ann", bots=("caller",))
    seat = next(seat for seat, each in enumerate(desk.live.occupants) if each is not None and each.bot)
    while desk.live.playing is not None:
        turn = desk.live.turn
        if turn is None or turn.seat == seat:
            desk.run(50)
            continue
        options = desk.live.playing.hand.options
        assert options is not None
        desk.act(Call() if options.call else Check())
    (paid,) = desk.events(SevenDeucePaid)
    assert len(paid.payments) == 1


def test_a_tournament_has_no_bounty() -> None:
    with pytest.raises(BadSettings, match="no straddles, bomb pots or 7-2 bounty in a tournament"):
        TableSettings(name="x", tournament="sng1", seven_deuce=1)
    with pytest.raises(BadSettings, match="seven_deuce=101: expected a whole number from 0 to 100"):
        TableSettings(name="x", seven_deuce=101)
