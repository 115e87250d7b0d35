"""A live table for tests, without a task or a store, with its own time, commands, orders and viewers."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from bigslick import AllIn, Call, Fold
from bigslick.protocol import room_events, wire
from bigslick.protocol.door import GameDoor
from bigslick.protocol.fairness import promise_of
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.settings import TablePace, TableSettings
from bigslick.server.hosting.state import HOUSE, Invitation
from bigslick.server.table import facts, orders
from bigslick.server.table.apply import apply
from bigslick.server.table.decide import decide
from bigslick.server.table.facts import Fact
from bigslick.server.table.saves import save
from bigslick.server.table.script import ScriptedUpdate
from bigslick.server.table.state import LiveTable
from bigslick.server.table.timers import due, wake

from ..virtual import QUICK, START, counted


def seed_of(text: str) -> str:
    """Return a 32-byte seed that a test can name."""
    return hashlib.sha256(text.encode()).hexdigest()


PACE = TablePace(action_ms=10_000, bank_ms=30_000, bank_refill_ms=1_000, deal_animation_delay_ms=0)


class Desk:
    """A live table with its own time."""

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

    def house(self, kind: type[Any], **fields: Any) -> tuple[Fact, ...]:
        """Carry out a host's command for the operator."""
        return self.fold(decide(self.live, kind(cmd_id="", at="t", **fields), HOUSE, self.now))

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

    def take_time(self) -> None:
        """The player to act takes the time bank."""
        turn = self.live.turn
        assert turn is not None
        self.do(self.turn_player(), wire.TakeTime, hand=self.live.table.number, number=turn.number)

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
        """Run until the next turn begins."""
        for _ in range(1000):
            if self.live.turn is not None and self.live.shown.turn is not None:
                return
            self.run(100)
        raise AssertionError("no turn has opened")

    def play_out(self) -> None:
        """Every player folds."""
        while self.live.playing:
            if self.live.turn is not None and self.live.turn.opened <= self.now:
                self.act(Fold())
            else:
                self.run(50)

    def promise(self, player: str, text: str) -> None:
        """Promise the seed named by `text`."""
        self.do(player, wire.PromiseSeed, promise=promise_of(seed_of(text)))

    def open_seed(self, player: str, text: str, promised: str) -> None:
        """Open the seed named by `text`, and promise another one."""
        assert self.live.sealed is not None
        hand = self.live.sealed.hand
        self.do(player, wire.OpenSeed, hand=hand, seed=seed_of(text), promise=promise_of(seed_of(promised)))

    def seal(self) -> room_events.DeckSealed:
        """Run until the next deck is sealed and waits for its seeds."""
        for _ in range(1000):
            if self.live.sealed is not None:
                sealed: room_events.DeckSealed = self.events(room_events.DeckSealed)[-1]
                return sealed
            self.run(50)
        raise AssertionError("no deck was sealed")

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


def broke(*players: str) -> Desk:
    """Return a table where a player has just busted."""
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
    raise AssertionError("no player lost")


class Hosted(Desk):
    """A table that ann has opened."""

    def __init__(self, *players: str, door: GameDoor | None = None, **changes: Any) -> None:
        super().__init__(**changes)
        door = GameDoor() if door is None else door
        settings = TableSettings(name="desk", **{"pace": QUICK, **changes})
        token = "secret" if door.private else ""
        invitation = Invitation(host="ann", door=door, token=token)
        opened = facts.Opened(at=self.now, table="t", settings=settings, invitation=invitation)
        self.live = LiveTable(opened)
        self.facts = [opened]
        for player in players:
            self.do(player, wire.Sit, chips=1000)

    def host(self, player: str, kind: type[Any], /, **fields: Any) -> tuple[facts.Fact, ...]:
        fields.setdefault("cmd_id", f"h{len(self.facts)}")
        return self.fold(decide(self.live, kind(at="t", **fields), player, self.now))

    def no(self, player: str | None, kind: type[Any], /, **fields: Any) -> str:
        """Return why a command is refused, and check that nothing changed."""
        before = save(self.live)
        with pytest.raises(CommandRefused) as caught:
            decide(self.live, kind(at="t", cmd_id="no", **fields), player, self.now)
        assert save(self.live) == before
        return caught.value.sentence
