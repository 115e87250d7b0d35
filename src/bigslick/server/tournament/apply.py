"""Applies facts to a served tournament, and returns its director's orders."""

from __future__ import annotations

from typing import Final

from bigslick.server.hosting.apply import apply_host_fact
from bigslick.server.hosting.facts import HostFact, Resumed
from bigslick.shuffle import Keystream
from bigslick.tournament.director import events as director_events
from bigslick.tournament.director.director import Director
from bigslick.tournament.director.sentences import event_sentence

from . import facts
from .state import LiveTournament

NEWS: Final = 30
"""How many of the director's decisions are shown."""

Orders = tuple[director_events.TournamentEvent, ...]


def apply(live: LiveTournament, fact: facts.TournamentFact) -> Orders:
    """Apply a fact, and return the director's orders for the tables to carry out."""
    match fact:
        case facts.PlayerEntered():
            _enter(live, fact)
        case facts.PlayerWithdrew():
            del live.entered[fact.player]
            if all(live.entered.values()):
                live.first_entry_at = None
            if fact.why == "kicked":
                live.hosting.distrust(fact.player)
        case facts.TournamentStarted():
            _start(live, fact)
        case facts.HandReported():
            _report(live, fact)
        case facts.LevelReached():
            _reach(live, fact.level, fact.floor, fact.at)
        case facts.PlayerTravels():
            live.travelling[fact.entry] = fact
        case facts.PlayerArrived():
            del live.travelling[fact.entry]
        case facts.TournamentCancelled():
            live.status, live.why_cancelled = "cancelled", fact.why
            live.hosting.requests = []
        case facts.TournamentDelayed():
            live.hosting.wait_on(fact.ms)
            if not live.hosting.paused:  # otherwise the end of the pause makes up for it
                _delay(live, fact.ms)
        case HostFact():
            apply_host_fact(live.hosting, fact)
            if isinstance(fact, Resumed):
                _delay(live, fact.at - live.hosting.paused_at)
    live.at = max(live.at, fact.at)
    live.count += 1
    return _orders(live)


def _delay(live: LiveTournament, ms: int) -> None:
    """Continue levels, breaks and registration where they left off."""
    live.started_at += ms
    live.break_until += ms
    if live.first_entry_at is not None:
        live.first_entry_at += ms


def _enter(live: LiveTournament, fact: facts.PlayerEntered) -> None:
    live.entered[fact.player] = fact.bot
    live.hosting.drop(fact.player)
    if not fact.bot and live.first_entry_at is None:
        live.first_entry_at = fact.at
    if live.director is not None:
        live.floor = fact.floor
        live.director.enter_late(fact.player, fact.floor.free, live.seconds(fact.at))


def _start(live: LiveTournament, fact: facts.TournamentStarted) -> None:
    live.status, live.started_at = "running", fact.at

    def places(table: int) -> tuple[int, int, int]:
        return live.floor.places.get(table, (-1, -1, -1))

    live.director = Director(live.structure, Keystream(bytes.fromhex(fact.seed), "seats"), places)
    live.director.open(tuple(live.entered))
    _reach(live, 1, facts.FloorReport(), fact.at)


def _report(live: LiveTournament, fact: facts.HandReported) -> None:
    director = live.playing
    live.floor = fact.floor
    live.reported[fact.table] = fact.hand
    at = live.seconds(fact.at)
    director.hands_ended([(fact.table, fact.losses)], fact.floor.free, at)
    director.close_if_decided(fact.floor.free, at)
    if director.over:
        live.status = "over"


def _reach(live: LiveTournament, level: int, floor: facts.FloorReport, now: int) -> None:
    director = live.playing
    live.floor = floor
    if not live.timed:
        pauses = [pause.seconds for pause in live.structure.breaks if live.level <= pause.after < level]
        live.break_until = now + 1000 * sum(pauses)
    live.level = level
    at = live.seconds(now)
    if director.start_level(level, at):
        director.settle(floor.free, at)
    if director.over:
        live.status = "over"


def _orders(live: LiveTournament) -> Orders:
    """Return the director's decisions since the last fact."""
    director = live.director
    if director is None:
        return ()
    found = tuple(director.events[live.ordered :])
    live.ordered += len(found)
    names = live.hosting.names_of(director.names) if found else ()
    live.news += [
        event_sentence(event, names)
        for event in found
        if not isinstance(event, director_events.Entered | director_events.Seated | director_events.TableOpened)
    ]
    del live.news[:-NEWS]
    return found
