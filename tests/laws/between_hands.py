"""What players of a live event in `both_ways` send between hands: entries, re-entries, rebuys and add-ons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bigslick.protocol import host, wire
from bigslick.server.hosting.state import HOUSE
from bigslick.server.table.task import TableTask
from bigslick.server.tournament.state import LiveTournament
from bigslick.tournament.structure.structure import Structure

from .any_event import Field
from .simulated import NAME, Simulated

Sent = tuple[str, wire.TournamentCommand]
"""A player, and their command."""


def first_fields(structure: Structure, field: Field, played: Simulated) -> list[tuple[str, ...]]:
    """Return the people who register before the start and before each later flight."""
    if structure.flights is None:
        return [field.names[field.house : len(field.names) - field.late]]
    return [field.names[: structure.flights.sizes(len(field.names))[0]], *played.fields()]


class BetweenHands:
    """Sends the choices of a simulated event as commands, each as soon as it can be sent."""

    def __init__(self, structure: Structure, field: Field, played: Simulated, wake_at: Callable[[int], object]) -> None:
        self._played = played
        self._choices: Any = played.choices
        self._fields = first_fields(structure, field, played)
        self._came = list(played.came)
        self._wake_at = wake_at
        self._asked: set[tuple[object, ...]] = set()
        """The offers that have been answered."""
        self._woken = -1
        self._paused_for = -1
        """The round after which the event pauses, so that players can enter before the next one."""
        self._commands = 0

    def due(self, live: LiveTournament, tables: Mapping[int, TableTask], now: int) -> list[Sent]:
        """Return the commands to send now."""
        if live.over:
            return []
        if live.play is None:
            return [] if not self._once("start") else list(self._registers())
        return [
            *self._answers(live),
            *self._short(live, tables),
            *self._flight(live),
            *(self._late_by_time(live, now) if live.timed else self._late_by_rounds(live, tables)),
        ]

    def _once(self, *what: object) -> bool:
        new = what not in self._asked
        self._asked.add(what)
        return new

    def _registers(self) -> Iterator[Sent]:
        for name in self._fields.pop(0):
            yield name, self._register()

    def _register(self) -> wire.Register:
        return wire.Register(cmd_id=self._cmd_id(), tournament=NAME)

    def _cmd_id(self) -> str:
        self._commands += 1
        return f"b{self._commands}"

    # -- chips on offer --------------------------------------------------------------------------------------------

    def _answers(self, live: LiveTournament) -> Iterator[Sent]:
        """Buy or decline what busted players and the sale of the add-on wait for."""
        play = live.playing
        for offer in live.offers.values():
            for entry in sorted(offer.undecided):
                if self._once("rebuy", entry, play.director.rebuys[entry]):
                    yield self._answer(live, entry, "rebuy", play.director.rebuys[entry])
        if live.sale is not None:
            for entry, stack in play.stacks.items():
                if stack and not play.purchases.is_bot(entry) and self._once("addon", entry):
                    yield self._answer(live, entry, "addon", 0)

    def _answer(self, live: LiveTournament, entry: int, kind: wire.ExtraChips, taken: int) -> Sent:
        command = wire.BuyChips if self._choices.takes(entry, kind, taken=taken) else wire.DeclineChips
        return live.playing.director.names[entry], command(cmd_id=self._cmd_id(), tournament=NAME, kind=kind)

    def _short(self, live: LiveTournament, tables: Mapping[int, TableTask]) -> Iterator[Sent]:
        """Pay during a hand for the chips that come before the next one."""
        for number, task in tables.items():
            if not _plays(live, number, task):
                continue
            following = number, task.live.table.number + 1
            for entry in self._played.bought.get(following, ()):
                if self._once("short", entry, following):
                    name = live.playing.director.names[entry]
                    yield name, wire.BuyChips(cmd_id=self._cmd_id(), tournament=NAME, kind="rebuy")

    # -- entries ---------------------------------------------------------------------------------------------------

    def _flight(self, live: LiveTournament) -> Iterator[Sent]:
        """Register for the flight that begins next."""
        if live.stage_at is not None and self._fields and self._once("flight", live.playing.director.stage.number):
            yield from self._registers()

    def _late_by_time(self, live: LiveTournament, now: int) -> Iterator[Sent]:
        """Enter in the millisecond after the second, once the level of that second has begun."""
        while self._came:
            at = live.clock.when(1000 * self._came[0][0] + 1)
            if at is None:
                return
            if at > now:
                if at != self._woken:
                    self._woken = at
                    self._wake_at(at)
                return
            yield self._came.pop(0)[1], self._register()

    def _late_by_rounds(self, live: LiveTournament, tables: Mapping[int, TableTask]) -> Iterator[Sent]:
        """Pause the event after the round, enter, and resume."""
        if not self._came:
            return
        after = self._came[0][0]
        if self._paused_for != after:
            if any(task.live.round == after and _plays(live, number, task) for number, task in tables.items()):
                self._paused_for = after
                yield HOUSE, host.Pause(cmd_id=self._cmd_id(), at=NAME)
            return
        if live.playing.rounds < after:
            return
        while self._came and self._came[0][0] == after:
            yield self._came.pop(0)[1], self._register()
        yield HOUSE, host.Resume(cmd_id=self._cmd_id(), at=NAME)


def _plays(live: LiveTournament, number: int, task: TableTask) -> bool:
    """Whether a table plays a hand, or viewers have yet to see its end."""
    return task.live.table.number > live.playing.reported.get(number, 0)
