"""A host changes a running table: from the next hand on, announced, kept through a restart."""

from __future__ import annotations

from typing import Any

import pytest

from bigslick import Fold
from bigslick.protocol import host, room_events, wire
from bigslick.protocol.door import GameDoor
from bigslick.protocol.opening import TableChanges
from bigslick.server.table import facts
from bigslick.server.table.card import table_card
from bigslick.server.table.saves import load, replay, save

from .desk import Hosted, refused


def change(desk: Hosted, **changes: Any) -> tuple[facts.Fact, ...]:
    return desk.host("ann", host.ChangeSettings, changes=TableChanges(**changes))


def no(desk: Hosted, **changes: Any) -> str:
    return desk.no("ann", host.ChangeSettings, changes=TableChanges(**changes))


def end_hand(desk: Hosted) -> None:
    while desk.live.playing is not None:
        desk.act(Fold())
    desk.run(0)


def told(desk: Hosted, kind: type[Any]) -> list[Any]:
    return [event for update in desk.told for event in update.events if isinstance(event, kind)]


def test_between_hands_a_change_holds_at_once() -> None:
    desk = Hosted("ann", "bob")
    (fact,) = change(desk, small_blind=10, big_blind=20, ante=1)
    assert isinstance(fact, facts.GameChanged)
    assert fact.by == "ann"
    (event,) = told(desk, room_events.SettingsChanged)
    assert (event.spec.big_blind, event.buy_in.most) == (20, 4000)
    desk.begin()
    (began,) = told(desk, room_events.HandBegan)
    assert (began.small_blind, began.big_blind, began.ante) == (10, 20, 1)


def test_during_a_hand_a_change_waits_for_its_end() -> None:
    desk = Hosted("ann", "bob", "cat")
    desk.begin()
    change(desk, small_blind=10, big_blind=20)
    assert desk.live.settings.big_blind == 10
    snapshot = desk.live.snapshot("bob", desk.now)
    assert (snapshot.spec.big_blind, snapshot.next_spec and snapshot.next_spec.big_blind) == (10, 20)
    assert [event.spec.big_blind for event in told(desk, room_events.ChangeAnnounced)] == [20]
    end_hand(desk)
    assert desk.live.settings.big_blind == 20
    snapshot = desk.live.snapshot("bob", desk.now)
    assert (snapshot.spec.big_blind, snapshot.next_spec) == (20, None)
    desk.begin()
    assert [began.big_blind for began in told(desk, room_events.HandBegan)] == [10, 20]


def test_a_later_change_adds_to_the_announced_one_and_changing_back_undoes_it() -> None:
    desk = Hosted("ann", "bob", "cat")
    desk.begin()
    change(desk, small_blind=10, big_blind=20)
    change(desk, straddle=True)
    settings = desk.live.next_settings
    assert settings is not None
    assert (settings.big_blind, settings.straddle) == (20, True)
    change(desk, small_blind=5, big_blind=10, straddle=False)
    assert desk.live.next_settings is None
    end_hand(desk)
    assert told(desk, room_events.SettingsChanged) == []


def test_viewers_see_the_new_game_when_they_have_seen_the_hand_end() -> None:
    desk = Hosted("ann", "bob", "cat")
    desk.begin()
    change(desk, name="Later", big_blind=20)
    live = desk.live
    while live.playing is not None:
        desk.act(Fold())
    live.shown.settings = None
    assert table_card(live, live.shown, watching=0, average_pot=0).big_blind == 10
    desk.run(0)
    card = table_card(live, live.shown, watching=0, average_pot=0)
    assert (card.name, card.big_blind, card.buy_in) == ("Later", 20, (800, 4000))


@pytest.mark.parametrize("sealed", [False, True])
def test_a_restart_keeps_an_announced_change(sealed: bool) -> None:
    desk = Hosted("ann", "bob", "cat")
    if sealed:
        desk.do("bob", wire.PromiseSeed, promise="ab" * 32)
        desk.run(desk.live.next_at - desk.now if desk.live.next_at else 0)
        assert desk.live.sealed is not None
    else:
        desk.begin()
    change(desk, big_blind=30)
    for again in (load(save(desk.live)), replay(desk.facts)):
        again.show_due(desk.now)
        assert save(again) == save(desk.live)
        assert again.next_settings is not None
        assert again.next_settings.big_blind == 30


def test_wrong_settings_are_refused_with_the_sentence_of_the_opening() -> None:
    desk = Hosted("ann", "bob")
    assert "small_blind=30" in no(desk, small_blind=30)
    assert "delay_ms" in no(desk, spectators="delayed", big_blind=20)
    assert "nothing would change" in no(desk, big_blind=10)
    assert "nothing would change" in no(desk)


def test_a_seat_that_is_taken_or_held_cannot_go_and_one_that_goes_cannot_be_taken() -> None:
    desk = Hosted("ann", "bob", seats=6)
    desk.do("cat", wire.Sit, chips=1000, seat=4)
    assert no(desk, seats=3) == "cat has seat 5: expected at least 5 seats"
    desk.begin()
    change(desk, seats=5)
    assert refused(desk, "dan", wire.Sit, chips=1000, seat=5).sentence == "seat 6 goes after this hand: take another"
    assert desk.live.free_seats() == [2, 3]
    end_hand(desk)
    assert len(desk.live.occupants) == len(desk.live.table.seats) == 5
    change(desk, seats=9)
    desk.do("dan", wire.Sit, chips=1000, seat=8)


def test_a_longer_time_bank_is_longer_for_everyone_at_once_and_a_shorter_one_shorter() -> None:
    desk = Hosted("ann", "bob")
    before = desk.live.occupant(0).bank_ms
    change(desk, bank_ms=desk.live.pace.bank_ms + 60_000)
    assert desk.live.occupant(0).bank_ms == before + 60_000
    change(desk, bank_ms=5_000)
    assert desk.live.occupant(0).bank_ms == min(5_000, before + 60_000)


def test_the_door_changes_at_once_even_during_a_hand() -> None:
    desk = Hosted("ann", "bob", "cat")
    desk.begin()
    change(desk, approve="players", take_over_ms=0, big_blind=20)
    assert desk.live.hosting.door == GameDoor(approve="players", take_over_ms=0)
    assert desk.live.next_settings is not None


def test_players_of_a_table_that_becomes_private_can_come_back() -> None:
    desk = Hosted("ann", "bob", seats=2)
    desk.do("cat", wire.Queue)
    change(desk, private=True)
    assert desk.live.hosting.admitted == ["ann", "bob", "cat"]
    assert not desk.live.hosting.lets_in("eve")
    change(desk, private=False)
    assert desk.live.hosting.lets_in("eve")
