"""A served tournament without its tables: the facts it is made of, and what they order."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from bigslick.bots import new_brain, style_number
from bigslick.hand.codec import decode
from bigslick.hand.hand import Hand
from bigslick.protocol.encoding import encode as write
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.settings import BadSettings
from bigslick.protocol.wire import Register, Unregister
from bigslick.server.tournament.apply import apply
from bigslick.server.tournament.decide import decide, fill
from bigslick.server.tournament.facts import (
    FloorReport,
    HandReported,
    LevelReached,
    PlayerEntered,
    PlayerWithdrew,
    TournamentFact,
    TournamentOpened,
    TournamentStarted,
    read,
)
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.server.tournament.state import LiveTournament
from bigslick.shuffle import Keystream
from bigslick.table.events import PlayerBusted
from bigslick.table.table import Table
from bigslick.tournament import events as told
from bigslick.tournament.director import Loss
from bigslick.tournament.levels import Level
from bigslick.tournament.payouts import Payouts
from bigslick.tournament.structure import Rebuy, Structure


def structure(entrants: int, seats: int = 6, *, timed: bool = False, **changes: object) -> Structure:
    length = {"seconds": 60} if timed else {"hands": 6}
    steps = ((10, 20), (25, 50), (50, 100), (100, 200), (250, 500), (500, 1000))
    levels = tuple(Level(small=small, big=big, **length) for small, big in steps)
    return msgspec.structs.replace(
        Structure(entrants=entrants, seats=seats, starting_stack=1000, levels=levels, buy_in=100, payouts=Payouts()),
        **changes,
    )


class Floor:
    """Tables that carry out what a tournament orders, hand after hand in a random order, and keep all its facts."""

    def __init__(self, settings: TournamentSettings, seed: int, style: str = "maniac") -> None:
        self.style = style_number(style)
        self.now = 1_000_000
        self.chance = Random(seed)
        self.stream = Keystream(seed, "cards")
        self.tables: dict[int, Table] = {}
        opened = TournamentOpened(at=self.now, settings=settings)
        self.facts: list[TournamentFact] = [opened]
        self.live = LiveTournament(opened)
        self.ordered: list[told.TournamentEvent] = []
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

    def carry_out(self, event: told.TournamentEvent) -> None:
        director = self.live.director
        assert director is not None
        match event:
            case told.TableOpened(table, chairs, button):
                row = self.live.schedule.level(max(1, self.live.level))
                rules = self.live.structure.rules
                self.tables[table] = Table(chairs, blinds=(row.small, row.big), rules=rules, first_button=button)
            case told.Seated(entry, table, seat, stack):
                self.tables[table].join(director.names[entry], seat, chips=stack)
            case told.Moved(entry, source, from_seat, target, seat):
                stack = self.tables[source].stacks[from_seat]
                self.tables[source].leave(from_seat)
                self.tables[target].join(director.names[entry], seat, chips=stack)
            case told.TableBroken(table):
                assert not self.tables.pop(table).players
            case told.Placed(entry, place):
                self.places.append((director.names[entry], place))

    def play(self) -> None:
        while not self.live.over:
            ready = [table for table in self.tables if self.live.playable(table, self.now)]
            assert ready, "somebody must be able to play on"
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
            hand.act(decode(hand.state, self.house.decide(hand.state, self.style, chance.draws)))
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


@pytest.mark.parametrize("timed", [False, True])
@pytest.mark.parametrize(("field", "seats"), [(2, 2), (6, 6), (9, 9), (18, 6), (30, 6), (23, 9)])
def test_a_tournament_is_played_to_its_winner(field: int, seats: int, timed: bool) -> None:
    floor = Floor(TournamentSettings(structure=structure(field, seats, timed=timed)), field)
    names = list(entered(floor, field))
    assert floor.live.complete
    floor.take(TournamentStarted(at=floor.now, seed=bytes(range(32)).hex()))
    floor.play()
    assert floor.live.status == "over"
    assert sorted(name for name, _ in floor.places) == sorted(names)
    assert min(place for _, place in floor.places) == 1
    assert floor.live.left == 1
    assert sum(sum(table.stacks) for table in floor.tables.values()) == 1000 * field


def test_the_same_facts_give_the_same_orders() -> None:
    floor = Floor(TournamentSettings(structure=structure(20)), 3)
    list(entered(floor, 20))
    floor.take(TournamentStarted(at=floor.now, seed="ab" * 32))
    floor.play()
    opened, *rest = [read(write(fact)) for fact in floor.facts]
    assert isinstance(opened, TournamentOpened)
    again = LiveTournament(opened)
    assert [event for fact in rest for event in apply(again, fact)] == floor.ordered
    assert again.director is not None
    assert floor.live.director is not None
    assert again.director.export() == floor.live.director.export()
    assert (again.status, again.level, again.news) == (
        floor.live.status,
        floor.live.level,
        floor.live.news,
    )


def test_a_tournament_is_entered_once_and_left_before_it_starts() -> None:
    floor = Floor(TournamentSettings(structure=structure(2)), 1)
    live = floor.live
    register = Register(cmd_id="1", tournament="x")
    for fact in decide(live, register, "ann", floor.now, floor.report):
        floor.take(fact)
    assert decide(live, register, "ann", floor.now, floor.report) == ()
    with pytest.raises(CommandRefused, match="already entered Tournament"):
        decide(live, Register(cmd_id="2", tournament="x"), "ann", floor.now, floor.report)
    with pytest.raises(CommandRefused, match="have not entered"):
        decide(live, Unregister(cmd_id="2", tournament="x"), "bob", floor.now, floor.report)
    (gone,) = decide(live, Unregister(cmd_id="3", tournament="x"), "ann", floor.now, floor.report)
    assert isinstance(gone, PlayerWithdrew)
    floor.take(gone)
    assert not live.entered
    assert live.fill_at is None
    list(entered(floor, 2))
    with pytest.raises(CommandRefused, match="is full"):
        decide(live, Register(cmd_id="4", tournament="x"), "ann", floor.now, floor.report)
    floor.take(TournamentStarted(at=floor.now, seed="00" * 32))
    with pytest.raises(CommandRefused, match="registration for Tournament is closed"):
        decide(live, Register(cmd_id="5", tournament="x"), "ann", floor.now, floor.report)
    with pytest.raises(CommandRefused, match="has started"):
        decide(live, Unregister(cmd_id="6", tournament="x"), "p0", floor.now, floor.report)


def test_house_bots_take_the_places_that_are_left() -> None:
    floor = Floor(TournamentSettings(structure=structure(6), fill_ms=10_000, fill_bots=("tag", "rock")), 1)
    assert floor.live.fill_at is None
    floor.take(PlayerEntered(at=floor.now, player="ann"))
    assert floor.live.fill_at == floor.now + 10_000
    for fact in fill(floor.live, floor.now + 10_000):
        floor.take(fact)
    assert list(floor.live.entered.values()) == ["", "tag", "rock", "tag", "rock", "tag"]
    assert list(floor.live.entered) == ["ann", "tag 2", "rock 3", "tag 4", "rock 5", "tag 6"]
    assert floor.live.complete


def test_a_late_entry_is_seated_at_once() -> None:
    floor = Floor(TournamentSettings(structure=structure(4, 6, late_reg_levels=2)), 5, "rock")
    list(entered(floor, 4))
    floor.take(TournamentStarted(at=floor.now, seed="11" * 32))
    floor.play_hand(1)
    assert floor.live.late
    for fact in decide(floor.live, Register(cmd_id="1", tournament="x"), "late", floor.now, floor.report):
        floor.take(fact)
    assert "late" in floor.tables[1].players.values()
    floor.play()
    assert len(floor.places) == 5
    assert floor.live.prizes == tuple(structure(4, 6, late_reg_levels=2).prizes(5))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"entrants": 0}, "expected a field of 2 to 1000"),
        ({"rebuy": Rebuy(until_level=1, cost=1, chips=1000)}, "expected a freezeout"),
    ],
)
def test_what_cannot_be_served_is_refused(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadSettings, match=sentence):
        TournamentSettings(structure=msgspec.structs.replace(structure(6), **changes))


def test_facts_are_stored_as_json() -> None:
    settings = TournamentSettings(structure=structure(6), bots=("tag",))
    payload = write(TournamentOpened(at=5, settings=settings))
    assert json.loads(payload)["type"] == "tournament_opened"
    assert read(payload) == TournamentOpened(at=5, settings=settings)
