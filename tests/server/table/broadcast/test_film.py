"""The film of a broadcast: when its audience sees a hand, and whose cards."""

from __future__ import annotations

from typing import Any

import pytest

from bigslick import AllIn, Call, Check, Fold
from bigslick.hand.events import Dealt, HandEnded, Mucked
from bigslick.protocol import room_events, wire
from bigslick.protocol.encoding import encode
from bigslick.protocol.host import StartBroadcast
from bigslick.server.hosting.facts import Paused, Resumed
from bigslick.server.table import facts, orders
from bigslick.server.table.broadcast import film
from bigslick.server.table.broadcast.film import Broadcast
from bigslick.server.table.broadcast.viewers import snapshot
from bigslick.server.table.saves import load, replay, save
from bigslick.table.events import HandVoided

from ..desk import Hosted

DELAY = 300_000


class OnAir(Hosted):
    """A table of ann's that is broadcast, with all that its audience has seen."""

    def __init__(self, *players: str, agree: tuple[str, ...] = (), **changes: Any) -> None:
        self.aired: list[wire.WireEvent] = []
        super().__init__(*players, **changes)
        self.host("ann", StartBroadcast)
        for player in agree:
            self.do(player, wire.AnswerBroadcast, yes=True)

    def fold(self, found: tuple[facts.Fact, ...]) -> tuple[facts.Fact, ...]:
        super().fold(found)
        self.aired += [event for shot in self.live.aired if shot.update is not None for event in shot.update.events]
        return found

    @property
    def broadcast(self) -> Broadcast:
        assert self.live.broadcast is not None
        return self.live.broadcast

    def show(self, at: int) -> list[Any]:
        """Let time pass without another hand; return what the audience has seen since."""
        self.now, self.aired = at, []
        self.fold(())
        return self.aired

    def play(self, *actions: Any) -> int:
        """Play a hand, with the last action again until it is over; return when its end was seen."""
        self.begin()
        while self.live.playing:
            first, *rest = actions
            turn = self.live.turn
            if turn is None or turn.opened > self.now:
                self.run(50)
                continue
            options = self.live.playing.hand.options
            assert options is not None
            calls = Call() if options.call else Check()
            self.act(options.give_up if options.show else calls if type(first) is Call else first)
            actions = tuple(rest) or (first,)
        self.run(0)
        told = [update.at for update in self.told for event in update.events if isinstance(event, HandEnded)]
        self.fold((Paused(at=self.now, why="a test"),))
        return told[-1]

    def resume(self) -> None:
        self.fold((Resumed(at=self.now),))


def cards(events: list[Any]) -> dict[int, list[Any]]:
    """Return the hole cards in some events, by seat."""
    found: dict[int, list[Any]] = {}
    for event in events:
        if isinstance(event, Dealt) and event.card is not None:
            found.setdefault(event.seat, []).append(event.card)
    return found


def test_a_hand_is_shown_from_the_delay_after_its_end_on_with_the_cards_of_who_agreed() -> None:
    desk = OnAir("ann", "bob", "cat", agree=("ann", "cat"))
    ended = desk.play(Fold())
    assert desk.live.ended is not None
    holes = {seat: [*desk.live.ended.hand.hole(seat)] for seat in (0, 2)}
    desk.show(ended + DELAY - 1)
    assert cards(desk.aired) == {}
    assert not any(isinstance(event, room_events.HandBegan) for event in desk.aired), "not even its beginning"
    assert b'"hand":0' in encode(snapshot(desk.live, desk.now))
    assert cards(desk.show(ended + DELAY)) == holes
    desk.show(ended + 2 * DELAY)
    assert cards([*snapshot(desk.live, desk.now).events]) == holes


def test_a_hand_that_takes_longer_than_the_delay_is_shown_after_its_end_at_its_own_pace() -> None:
    desk = OnAir("ann", "bob", agree=("ann", "bob"))
    desk.begin()
    began = desk.now
    desk.live.occupant(0).bank_ms = desk.live.occupant(1).bank_ms = 2 * DELAY
    desk.take_time()
    desk.show(began + DELAY + 20_000)
    assert cards(desk.aired) == {}, "it is still played"
    desk.act(Fold())
    ended = desk.now
    desk.fold((Paused(at=ended, why="a test"),))
    assert len(cards(desk.show(ended + DELAY))) == 2
    assert not any(isinstance(event, HandEnded) for event in desk.aired)
    desk.show(ended + DELAY + (ended - began))
    assert any(isinstance(event, HandEnded) for event in desk.aired)
    turns = [event for event in desk.show(desk.now) if isinstance(event, room_events.Turn)]
    assert not turns


def test_an_answer_counts_from_the_next_hand_on() -> None:
    desk = OnAir("ann", "bob", agree=("ann",))
    desk.begin()
    desk.do("ann", wire.AnswerBroadcast, yes=False)
    desk.do("bob", wire.AnswerBroadcast, yes=True)
    ended = desk.play(Fold())
    assert desk.last(facts.HandDealt).broadcast == (0,)
    assert cards(desk.show(ended + DELAY)).keys() == {0}
    desk.resume()
    ended = desk.play(Fold())
    assert desk.last(facts.HandDealt).broadcast == (1,)
    assert cards(desk.show(ended + DELAY)).keys() == {1}


def test_mucked_cards_are_shown_of_who_agreed_and_of_nobody_else() -> None:
    for agree, seats in ((("ann", "bob", "cat"), {0, 1, 2}), ((), set())):
        desk = OnAir("ann", "bob", "cat", agree=agree)
        desk.draw = lambda: bytes(31) + b"\x05"
        ended = desk.play(Call())
        desk.show(ended + DELAY)
        desk.show(desk.now + DELAY)
        assert desk.live.ended is not None
        mucked = [event.seat for event in desk.live.ended.hand.events if isinstance(event, Mucked)]
        assert mucked, "the last to show has lost"
        seen = {event.seat for event in snapshot(desk.live, desk.now).events if isinstance(event, Dealt) and event.card}
        assert seen == seats


def test_a_hand_that_is_called_off_is_not_shown() -> None:
    desk = OnAir("ann", "bob", agree=("ann", "bob"))
    desk.begin()
    desk.order(orders.CallOff(cmd_id="x"))
    assert any(isinstance(event, HandVoided) for update in desk.told for event in update.events)
    voided = desk.now
    desk.fold((Paused(at=desk.now, why="a test"),))
    desk.show(voided + 2 * DELAY)
    assert not any(isinstance(event, room_events.HandBegan | Dealt) for event in desk.aired)
    assert [seat.player for seat in desk.broadcast.shown.seats] == ["ann", "bob"]


def test_nothing_is_shown_of_a_hand_dealt_before_the_broadcast_began() -> None:
    desk = Hosted("ann", "bob")
    desk.begin()
    desk.host("ann", StartBroadcast)
    for player in ("ann", "bob"):
        desk.do(player, wire.AnswerBroadcast, yes=True)
    desk.play_out()
    assert desk.live.broadcast is not None
    assert desk.live.broadcast.film == []
    desk.begin()
    assert desk.live.playing is not None
    assert desk.live.playing.broadcast == (0, 1)


def test_equities_come_from_the_cards_on_film_alone() -> None:
    for agree, known in ((("ann", "bob", "cat"), True), (("ann", "bob"), False)):
        desk = OnAir("ann", "bob", "cat", agree=agree)
        ended = desk.play(Call())
        desk.show(ended + DELAY)
        desk.show(desk.now + DELAY)
        found = [event for event in desk.broadcast.shown.events if isinstance(event, room_events.Equities)]
        assert [sorted(event.shares) for event in found] == ([[0, 1, 2]] * 3 if known else [])
    desk = OnAir("ann", "bob", agree=("ann",))
    ended = desk.play(AllIn(), Call())
    desk.show(ended + DELAY)
    desk.show(desk.now + DELAY)
    odds = [event for event in desk.broadcast.shown.events if isinstance(event, room_events.Equities)]
    assert len(odds) <= 4, "those of the run-out, once"


def test_too_much_film_costs_hands_and_then_goes_on_with_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(film, "MOST_SHOTS", 6)
    desk = OnAir("ann", "bob", agree=("ann",))
    for _ in range(5):
        desk.play(Fold())
        desk.resume()
    assert len(desk.broadcast.film) < 12
    assert desk.broadcast.gap
    desk.fold((Paused(at=desk.now, why="a test"),))
    ended = desk.now
    desk.show(ended + DELAY)
    shown = desk.broadcast.shown.hand
    desk.show(desk.now + 5_000)
    desk.resume()
    desk.play(Fold())
    assert not desk.broadcast.gap
    desk.show(desk.now + 2 * DELAY)
    assert desk.broadcast.shown.hand > shown + 1
    assert [seat.stack for seat in desk.broadcast.shown.seats] == [seat.stack for seat in desk.live.shown.seats]


def test_a_hand_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(film, "MOST_UPDATES", 3)
    desk = OnAir("ann", "bob", agree=("ann",))
    ended = desk.play(Call())
    assert cards(desk.show(ended + 2 * DELAY)) == {}


def test_the_film_survives_a_save_and_is_the_same_when_read_from_the_facts() -> None:
    desk = OnAir("ann", "bob", "cat", agree=("ann", "cat"))
    desk.play(Fold())
    desk.resume()
    desk.begin()
    assert desk.broadcast.reel
    again, loaded = replay(desk.facts), load(save(desk.live))
    for live in (again, loaded, desk.live):
        live.show_due(desk.now)
    assert save(again) == save(loaded) == save(desk.live)
    for live in (again, loaded, desk.live):
        live.show_due(desk.now + DELAY)
        assert live.aired
    assert again.aired == loaded.aired == desk.live.aired
