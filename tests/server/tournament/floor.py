"""A tournament for tests: a structure, and tables that carry out its orders."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from bigslick.bots import new_brain, style_number
from bigslick.hand.codec import decode
from bigslick.hand.hand import Hand, state_of
from bigslick.protocol import wire
from bigslick.protocol.door import GameDoor
from bigslick.protocol.refusal import CommandRefused
from bigslick.server.hosting.state import Invitation
from bigslick.server.tournament.apply import apply
from bigslick.server.tournament.decide import decide
from bigslick.server.tournament.facts import (
    FloorReport,
    HandReported,
    LevelReached,
    PlayerEntered,
    TournamentFact,
    TournamentOpened,
    TournamentStarted,
)
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.server.tournament.state import LiveTournament
from bigslick.shuffle import Keystream
from bigslick.table.events import PlayerBusted
from bigslick.table.table import Table
from bigslick.tournament.director import events as director_events
from bigslick.tournament.director.losses import Loss
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.structure import Structure

NO_HOST = Invitation()


def structure(entrants: int, seats: int = 6, *, timed: bool = False, **changes: object) -> Structure:
    length: dict[str, Any] = {"seconds": 60} if timed else {"hands": 6}
    steps = ((10, 20), (25, 50), (50, 100), (100, 200), (250, 500), (500, 1000))
    levels = tuple(Level(small=small, big=big, **length) for small, big in steps)
    return msgspec.structs.replace(
        Structure(entrants=entrants, seats=seats, starting_stack=1000, levels=levels, buy_in=100, payouts=Payouts()),
        **changes,
    )


class Floor:
    """Tables that carry out a tournament's orders, playing hands in random order, and keep all its facts."""

    def __init__(
        self, settings: TournamentSettings, seed: int, style: str = "maniac", invitation: Invitation = NO_HOST
    ) -> None:
        self.style = style_number(style)
        self.now = 1_000_000
        self.chance = Random(seed)
        self.stream = Keystream(seed, "cards")
        self.tables: dict[int, Table] = {}
        opened = TournamentOpened(at=self.now, settings=settings, invitation=invitation)
        self.facts: list[TournamentFact] = [opened]
        self.live = LiveTournament(opened)
        self.ordered: list[director_events.TournamentEvent] = []
        self.house = new_brain()
        self.places: list[tuple[str, int]] = []

    @property
    def report(self) -> FloorReport:
        known = {number: table.places for number, table in self.tables.items()}
        places = {number: (at.button, at.small, at.big) for number, at in known.items() if at is not None}
        return FloorReport(free=tuple(self.tables), places=places)

    def take(self, fact: TournamentFact) -> None:
        self.facts.append(fact)
        for event in apply(self.live, fact):
            self.ordered.append(event)
            self.carry_out(event)

    def carry_out(self, event: director_events.TournamentEvent) -> None:
        director = self.live.director
        assert director is not None
        match event:
            case director_events.TableOpened(table, chairs, button):
                row = self.live.schedule.level(max(1, self.live.level))
                rules = self.live.structure.rules
                self.tables[table] = Table(
                    chairs, blinds=(row.small, row.big), rules=rules, first_button=max(0, button)
                )
            case director_events.FirstButtonPlaced(table, button):
                self.tables[table].place_button(button)
            case director_events.Seated(entry, table, seat, stack):
                self.tables[table].join(director.names[entry], seat, chips=stack)
            case director_events.Moved(entry, source, from_seat, target, seat):
                stack = self.tables[source].stacks[from_seat]
                self.tables[source].leave(from_seat)
                self.tables[target].join(director.names[entry], seat, chips=stack)
            case director_events.TableBroken(table):
                assert not self.tables.pop(table).players
            case director_events.Placed(entry, place):
                self.places.append((director.names[entry], place))

    def play(self) -> None:
        while not self.live.over:
            ready = [table for table in self.tables if self.live.playable(table, self.now)]
            assert ready, "no table can play on"
            self.play_hand(self.chance.choice(ready))

    def play_hand(self, number: int) -> None:
        table = self.tables[number]
        level = self.live.level_now(self.now, max(self.live.reported.values(), default=0))
        if level > self.live.level:
            self.take(LevelReached(at=self.now, level=level, floor=self.report))
            if number not in self.tables or not self.live.playable(number, self.now):
                return
        row = self.live.schedule.level(self.live.level)
        table.set_level(row.small, row.big, row.ante)
        hand = Hand(table.next_hand(seed=self.stream.derive(number)))
        chance = self.stream.derive("chance", number, table.number)
        while hand.turn is not None:
            hand.act(decode(state_of(hand), self.house.decide(state_of(hand), self.style, chance.draws)))
        busts = [event for event in table.finish(hand) if isinstance(event, PlayerBusted)]
        director = self.live.director
        assert director is not None
        result = hand.result
        assert result is not None
        best = max(result.payouts, key=lambda seat: result.payouts[seat], default=hand.live[0])
        by = director.chairs[number][best]
        losses = tuple(Loss(event.seat, event.stack, by) for event in busts)
        self.now += self.chance.randrange(5_000, 40_000)
        self.take(HandReported(at=self.now, table=number, hand=table.number, losses=losses, floor=self.report))


def entered(floor: Floor, count: int) -> Iterator[str]:
    for number in range(count):
        name = f"p{number}"
        floor.take(PlayerEntered(at=floor.now, player=name, bot="maniac" if number % 2 else ""))
        yield name


class HostedFloor(Floor):
    """A tournament opened by ann, with these players."""

    def __init__(self, *players: str, field: int = 4, door: GameDoor | None = None, **changes: Any) -> None:
        door = GameDoor() if door is None else door
        invitation = Invitation(host="ann", door=door, token="secret" if door.private else "")
        super().__init__(TournamentSettings(structure=structure(field, **changes)), 1, invitation=invitation)
        for player in players:
            self.take(PlayerEntered(at=self.now, player=player))

    def start(self) -> None:
        """Start the tournament with whoever has entered."""
        self.take(TournamentStarted(at=self.now, seed="07" * 32))

    def do(self, player: str, command: wire.TournamentCommand) -> tuple[TournamentFact, ...]:
        """Apply a command, and return its facts."""
        found = decide(self.live, command, player, self.now, self.report)
        for fact in found:
            self.take(fact)
        return found

    def host(self, player: str, kind: type[Any], /, **fields: Any) -> tuple[TournamentFact, ...]:
        """Return the facts for a host's command."""
        fields.setdefault("cmd_id", f"h{len(self.facts)}")
        return self.do(player, kind(at="sng", **fields))

    def register(self, player: str) -> tuple[TournamentFact, ...]:
        """Register a player."""
        return self.do(player, wire.Register(cmd_id=f"r{len(self.facts)}", tournament="sng"))

    def no(self, player: str, command: wire.TournamentCommand) -> str:
        """Return why a command is refused, and check that nothing changed."""
        before = self.known()
        with pytest.raises(CommandRefused) as caught:
            self.do(player, command)
        assert self.known() == before
        return caught.value.sentence

    def known(self) -> tuple[object, ...]:
        """Return everything a command could change."""
        live = self.live
        return msgspec.json.encode(live.hosting), dict(live.entered), live.status, live.hosting.paused, live.count
