"""A tournament for tests: a structure, and tables that carry out its orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
    PlayerEntered,
    RebuysSold,
    ReportedHand,
    TournamentFact,
    TournamentOpened,
    TournamentStarted,
)
from bigslick.server.tournament.following import next_fact, short_buyers
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.server.tournament.state import LiveTournament
from bigslick.server.tournament.till import POOL, MoneyMoved, Purse
from bigslick.shuffle import Keystream
from bigslick.table.table import Table
from bigslick.tournament.director import events as director_events
from bigslick.tournament.director.losses import losses_of
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
        self.ended: list[ReportedHand] = []
        """Hands that the director has yet to hear of."""
        self.money: list[MoneyMoved] = []

    @property
    def report(self) -> FloorReport:
        known = {number: table.places for number, table in self.tables.items()}
        places = {number: (at.button, at.small, at.big) for number, at in known.items() if at is not None}
        unheard = {hand.table for hand in self.ended}
        return FloorReport(free=tuple(table for table in self.tables if table not in unheard), places=places)

    @property
    def chips(self) -> int:
        """All chips at the tables and in bags."""
        director = self.live.director
        bags = 0 if director is None else sum(director.bags.values())
        return bags + sum(sum(table.stacks) for table in self.tables.values())

    def balances(self) -> dict[Purse, int]:
        """Return what everyone has won or paid so far."""
        found: dict[Purse, int] = {}
        for moved in self.money:
            found[moved.source] = found.get(moved.source, 0) - moved.amount
            found[moved.target] = found.get(moved.target, 0) + moved.amount
        assert found.get(POOL, 0) == self.live.owed
        assert not sum(found.values())
        return found

    def take(self, fact: TournamentFact) -> None:
        self.facts.append(fact)
        applied = apply(self.live, fact)
        self.money += applied.money
        for event in applied.orders:
            self.ordered.append(event)
            self.carry_out(event)

    def carry_out(self, event: director_events.TournamentEvent) -> None:
        director = self.live.playing.director
        match event:
            case director_events.TableOpened(table, chairs, button):
                row = self.live.playing.schedule.level(max(1, self.live.level))
                rules = self.live.structure.rules
                self.tables[table] = Table(
                    chairs, blinds=(row.small, row.big), rules=rules, first_button=max(0, button)
                )
            case director_events.FirstButtonPlaced(table, button):
                self.tables[table].place_button(button)
            case director_events.Seated(entry, table, seat, stack):
                self.tables[table].join(director.names[entry], seat, chips=stack)
            case director_events.Returned(entry, table, seat, stack):
                self.tables[table].join(director.names[entry], seat, chips=stack)
            case director_events.Moved(entry, source, from_seat, target, seat):
                stack = self.tables[source].stacks[from_seat]
                self.tables[source].leave(from_seat)
                self.tables[target].join(director.names[entry], seat, chips=stack)
            case director_events.Busted(_, table, seat, out=True):
                self.tables[table].leave(seat)
            case director_events.Bagged(_, table, seat) | director_events.TakenOut(_, table, seat):
                self.tables[table].leave(seat)
            case director_events.Rebought(_, table, seat, chips) | director_events.AddedOn(_, table, seat, chips):
                self.tables[table].top_up(seat, chips)
            case director_events.TableBroken(table):
                assert not self.tables.pop(table).players
            case director_events.Placed(entry, place):
                self.places.append((director.names[entry], place))

    def do(self, player: str, command: wire.TournamentCommand) -> tuple[TournamentFact, ...]:
        """Apply a command, and return its facts."""
        found = decide(self.live, command, player, self.now, self.report)
        for fact in found:
            self.take(fact)
        return found

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
        return msgspec.json.encode(live.hosting), dict(live.players), live.status, live.hosting.paused, live.count

    def play(self) -> None:
        while not self.live.over:
            self.go_on()

    def go_on(self) -> None:
        """Play a hand at any table that can, or a round at all of them, or wait for what comes next."""
        ready = [table for table in self.tables if self.live.playable(table, self.now)]
        if self.live.timed and ready:
            self.play_hand(self.chance.choice(ready))
            return
        if ready and not self.ended:
            self.sell_rebuys(ready)
            for table in ready:
                self.play_hand(table, reports=table == ready[-1])
            return
        times = [*self.live.waits_until, self.live.next_change(self.now)]
        waits = [at for at in times if at is not None and at > self.now]
        assert waits, "no table can play on"
        self.now = min(waits)
        self.follow()

    def follow(self) -> None:
        """Do everything that is due."""
        while (fact := next_fact(self.live, self.report, self.ended, False, self.now)) is not None:
            self.take(fact)
            reported = self.live.playing.reported
            self.ended = [hand for hand in self.ended if hand.hand > reported.get(hand.table, 0)]

    def sell_rebuys(self, tables: Iterable[int]) -> None:
        """Sell rebuys at these tables before their next hand."""
        for number in tables:
            if short_buyers(self.live, number):
                self.take(RebuysSold(at=self.now, table=number, floor=self.report))

    def play_hand(self, number: int, *, reports: bool = True) -> None:
        """Play a hand; in a round, only the last one reports."""
        table, play = self.tables[number], self.live.playing
        if self.live.timed or not self.ended:
            self.sell_rebuys((number,))
        row, rules = play.schedule.level(self.live.level), self.live.structure.rules_at(self.live.level)
        table.set_level(row.small, row.big, row.ante, rules.ante)
        hand, began = Hand(table.next_hand(seed=self.stream.derive(number))), play.rounds
        chance = self.stream.derive("chance", number, table.number)
        while hand.turn is not None:
            hand.act(decode(state_of(hand), self.house.decide(state_of(hand), self.style, chance.draws)))
        table.finish(hand, keeps_seats=True)
        self.now += self.chance.randrange(5_000, 40_000)
        chairs = play.director.chairs[number]
        self.ended.append(
            ReportedHand(
                table=number,
                hand=table.number,
                losses=losses_of(hand, chairs, bounty=self.live.structure.bounty is not None),
                stacks={seat: hand.stacks[seat] for seat in hand.setup.dealt},
                actions=len(hand.actions),
                round=began + 1,
                ended_at=self.now,
                second=self.live.clock.seconds(self.now),
            )
        )
        if reports:
            self.follow()


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

    def host(self, player: str, kind: type[Any], /, **fields: Any) -> tuple[TournamentFact, ...]:
        """Return the facts for a host's command."""
        fields.setdefault("cmd_id", f"h{len(self.facts)}")
        return self.do(player, kind(at="sng", **fields))

    def register(self, player: str) -> tuple[TournamentFact, ...]:
        """Register a player."""
        return self.do(player, wire.Register(cmd_id=f"r{len(self.facts)}", tournament="sng"))
