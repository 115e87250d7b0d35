"""A served tournament without its tables: the facts it is made of, and what they order."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from bigslick.bots import new_house, style_number
from bigslick.hand import Hand
from bigslick.protocol.encoding import encode as write
from bigslick.protocol.refusal import Refusal
from bigslick.protocol.settings import BadSpec
from bigslick.protocol.wire import Register, Unregister
from bigslick.referee import decode
from bigslick.server.tournament.contest import (
    Contest,
    ContestFact,
    Floor,
    HandReported,
    LevelReached,
    PlayerEntered,
    PlayerWithdrew,
    TournamentOpened,
    TournamentSpec,
    TournamentStarted,
    read,
)
from bigslick.shuffle import Keystream
from bigslick.table import Table
from bigslick.table_events import PlayerBusted
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


class Hall:
    """Tables that carry out what a contest orders, hand after hand in a random order, and keep all its facts."""

    def __init__(self, spec: TournamentSpec, seed: int, style: str = "maniac") -> None:
        self.style = style_number(style)
        self.now = 1_000_000
        self.chance = Random(seed)
        self.stream = Keystream(seed, "cards")
        self.tables: dict[int, Table] = {}
        opened = TournamentOpened(at=self.now, spec=spec)
        self.facts: list[ContestFact] = [opened]
        self.contest = Contest(opened)
        self.ordered: list[told.TournamentEvent] = []
        self.house = new_house()
        self.places: list[tuple[str, int]] = []

    @property
    def floor(self) -> Floor:
        known = {number: table.places for number, table in self.tables.items()}
        places = {number: (at.button, at.small, at.big) for number, at in known.items() if at is not None}
        return Floor(free=tuple(self.tables), places=places)

    def take(self, fact: ContestFact) -> None:
        self.facts.append(fact)
        for event in self.contest.apply(fact):
            self.ordered.append(event)
            self.carry_out(event)

    def carry_out(self, event: told.TournamentEvent) -> None:
        director = self.contest.director
        assert director is not None
        match event:
            case told.TableOpened(table, chairs, button):
                row = self.contest.schedule.level(max(1, self.contest.level))
                rules = self.contest.structure.rules
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
        while not self.contest.over:
            ready = [table for table in self.tables if self.contest.playable(table, self.now)]
            assert ready, "somebody must be able to play on"
            self.play_hand(self.chance.choice(ready))

    def play_hand(self, number: int) -> None:
        table = self.tables[number]
        level = self.contest.level_now(self.now, max(self.contest.reported.values(), default=0))
        if level > self.contest.level:
            self.take(LevelReached(at=self.now, level=level, floor=self.floor))
            if number not in self.tables or not self.contest.playable(number, self.now):
                return
        row = self.contest.schedule.level(self.contest.level)
        table.set_level(row.small, row.big, row.ante)
        hand = Hand(table.next_hand(stream=self.stream.derive(number)))
        chance = self.stream.derive("chance", number, table.number)
        while hand.turn is not None:
            hand.act(decode(hand.state, self.house.decide(hand.state, self.style, chance.deck)))
        busts = [event for event in table.finish(hand) if isinstance(event, PlayerBusted)]
        director = self.contest.director
        assert director is not None
        result = hand.result
        assert result is not None
        best = max(result.payouts, key=lambda seat: result.payouts[seat], default=hand.live[0])
        by = director.chairs[number][best]
        losses = tuple(Loss(event.seat, event.stack, by) for event in busts)
        self.now += self.chance.randrange(5_000, 40_000)
        self.take(HandReported(at=self.now, table=number, hand=table.number, losses=losses, floor=self.floor))


def entered(hall: Hall, count: int) -> Iterator[str]:
    for number in range(count):
        name = f"p{number}"
        hall.take(PlayerEntered(at=hall.now, player=name, bot="maniac" if number % 2 else ""))
        yield name


@pytest.mark.parametrize("timed", [False, True])
@pytest.mark.parametrize(("field", "seats"), [(2, 2), (6, 6), (9, 9), (18, 6), (30, 6), (23, 9)])
def test_a_tournament_is_played_to_its_winner(field: int, seats: int, timed: bool) -> None:
    hall = Hall(TournamentSpec(structure=structure(field, seats, timed=timed)), field)
    names = list(entered(hall, field))
    assert hall.contest.complete
    hall.take(TournamentStarted(at=hall.now, seed=bytes(range(32)).hex()))
    hall.play()
    assert hall.contest.status == "over"
    assert sorted(name for name, _ in hall.places) == sorted(names)
    assert min(place for _, place in hall.places) == 1
    assert hall.contest.left == 1
    assert sum(sum(table.stacks) for table in hall.tables.values()) == 1000 * field


def test_the_same_facts_give_the_same_orders() -> None:
    hall = Hall(TournamentSpec(structure=structure(20)), 3)
    list(entered(hall, 20))
    hall.take(TournamentStarted(at=hall.now, seed="ab" * 32))
    hall.play()
    opened, *rest = [read(write(fact)) for fact in hall.facts]
    assert isinstance(opened, TournamentOpened)
    again = Contest(opened)
    assert [event for fact in rest for event in again.apply(fact)] == hall.ordered
    assert again.director is not None
    assert hall.contest.director is not None
    assert again.director.export() == hall.contest.director.export()
    assert (again.status, again.level, again.news) == (hall.contest.status, hall.contest.level, hall.contest.news)


def test_a_tournament_is_entered_once_and_left_before_it_starts() -> None:
    hall = Hall(TournamentSpec(structure=structure(2)), 1)
    contest = hall.contest
    register = Register(cmd_id="1", tournament="x")
    for fact in contest.decide(register, "ann", hall.now, hall.floor):
        hall.take(fact)
    assert contest.decide(register, "ann", hall.now, hall.floor) == ()
    with pytest.raises(Refusal, match="entered Tournament already"):
        contest.decide(Register(cmd_id="2", tournament="x"), "ann", hall.now, hall.floor)
    with pytest.raises(Refusal, match="have not entered"):
        contest.decide(Unregister(cmd_id="2", tournament="x"), "bob", hall.now, hall.floor)
    (gone,) = contest.decide(Unregister(cmd_id="3", tournament="x"), "ann", hall.now, hall.floor)
    assert isinstance(gone, PlayerWithdrew)
    hall.take(gone)
    assert not contest.entered
    assert contest.due is None
    list(entered(hall, 2))
    with pytest.raises(Refusal, match="is full"):
        contest.decide(Register(cmd_id="4", tournament="x"), "ann", hall.now, hall.floor)
    hall.take(TournamentStarted(at=hall.now, seed="00" * 32))
    with pytest.raises(Refusal, match="registration is closed"):
        contest.decide(Register(cmd_id="5", tournament="x"), "ann", hall.now, hall.floor)
    with pytest.raises(Refusal, match="has started"):
        contest.decide(Unregister(cmd_id="6", tournament="x"), "p0", hall.now, hall.floor)


def test_house_bots_take_the_places_that_are_left() -> None:
    hall = Hall(TournamentSpec(structure=structure(6), fill_ms=10_000, fill_bots=("tag", "rock")), 1)
    assert hall.contest.due is None
    hall.take(PlayerEntered(at=hall.now, player="ann"))
    assert hall.contest.due == hall.now + 10_000
    count = iter(range(100))
    facts = hall.contest.fill(hall.now + 10_000, lambda style: f"{style} {next(count)}")
    for fact in facts:
        hall.take(fact)
    assert list(hall.contest.entered.values()) == ["", "tag", "rock", "tag", "rock", "tag"]
    assert hall.contest.complete


def test_a_late_entry_is_seated_at_once() -> None:
    hall = Hall(TournamentSpec(structure=structure(4, 6, late_reg_levels=2)), 5, "rock")
    list(entered(hall, 4))
    hall.take(TournamentStarted(at=hall.now, seed="11" * 32))
    hall.play_hand(1)
    assert hall.contest.late
    for fact in hall.contest.decide(Register(cmd_id="1", tournament="x"), "late", hall.now, hall.floor):
        hall.take(fact)
    assert "late" in hall.tables[1].players.values()
    hall.play()
    assert len(hall.places) == 5
    assert hall.contest.prizes == tuple(structure(4, 6, late_reg_levels=2).prizes(5))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"entrants": 0}, "expected a field of 2 to 1000"),
        ({"rebuy": Rebuy(until_level=1, cost=1, chips=1000)}, "are not served live"),
    ],
)
def test_what_cannot_be_served_is_refused(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadSpec, match=sentence):
        TournamentSpec(structure=msgspec.structs.replace(structure(6), **changes))


def test_facts_are_stored_as_json() -> None:
    spec = TournamentSpec(structure=structure(6), bots=("tag",))
    payload = write(TournamentOpened(at=5, spec=spec))
    assert json.loads(payload)["type"] == "tournament_opened"
    assert read(payload) == TournamentOpened(at=5, spec=spec)
