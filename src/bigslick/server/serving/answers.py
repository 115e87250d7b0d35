"""Answers by player and command id, so a resent command is answered but not repeated.

The store keeps what a command did together with its `cmd_id`, so it is never done twice, however much others send.
Recent answers are also kept in memory, which saves a query; refusals are kept only there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Generic, Protocol, TypeVar

from bigslick.protocol import wire
from bigslick.server.store.records import DoneCommand

Answer = wire.Done | wire.Refused
Answered = TypeVar("Answered")

EACH: Final = 64
"""How many commands to remember per player, whatever the others send."""
STRANGERS: Final = 64
"""The same for players without a seat, an entry or a request; the least recently active is dropped first."""
OF_A_TURN: Final = wire.Act, wire.TakeTime, wire.OpenSeed, wire.ShowCards, wire.HuntRabbit
"""Commands that name a hand and can be carried out once in it. A copy is refused as too late even if it is forgotten,
so the store keeps no record of them beyond their facts.
"""


class Reply(Protocol):
    """The receiver of an answer: a future, or something lighter."""

    def done(self) -> bool:
        """Whether no one is waiting for the answer any more."""

    def set_result(self, result: Answer, /) -> None:
        """Give the answer."""

    def set_exception(self, exception: Exception, /) -> None:
        """Fail without an answer, because it is unknown whether the command was carried out."""


class Answers(Generic[Answered]):
    """One table's or tournament's answers, by player and `cmd_id`."""

    def __init__(self) -> None:
        self._of: dict[str, dict[str, Answered]] = {}

    def get(self, player: str, cmd_id: str) -> Answered | None:
        """Return the answer to a command; None if it is new or forgotten."""
        return self._of.get(player, {}).get(cmd_id)

    def put(self, player: str, cmd_id: str, answer: Answered, stays: Callable[[str], bool]) -> None:
        """Remember an answer; `stays` says which players are never dropped for a stranger."""
        mine = self._make_room(player, stays)
        mine[cmd_id] = answer
        if len(mine) > EACH:
            del mine[next(iter(mine))]
            self._forgot(player)

    def _make_room(self, player: str, stays: Callable[[str], bool]) -> dict[str, Answered]:
        """Return a player's answers. For a new player, some stranger's answers may be dropped."""
        mine = self._of.pop(player, None)
        self._of[player] = {} if mine is None else mine
        if mine is None and len(self._of) > STRANGERS:
            strangers = [other for other in self._of if not stays(other)]
            for other in strangers[: max(0, len(strangers) - STRANGERS)]:
                del self._of[other]
                self._forgot(other)
        return self._of[player]

    def _forgot(self, player: str) -> None:
        """Note that some of a player's answers were dropped."""

    def __iter__(self) -> Iterator[tuple[str, str, Answered]]:
        for player, mine in self._of.items():
            for cmd_id, answer in mine.items():
                yield player, cmd_id, answer


class RecentAnswers(Answers[Answer]):
    """Answers in memory; also knows whether the store has more answers for a player."""

    def __init__(self) -> None:
        super().__init__()
        self._whole: dict[str, bool] = {}
        """Whether all of a player's commands are in memory, for players who were looked up in the store."""

    def knows(self, player: str) -> bool:
        """Whether a player was looked up in the store."""
        return player in self._whole

    def holds_all(self, player: str) -> bool:
        """Whether memory holds every command that was carried out here for a player."""
        return self._whole.get(player, False)

    def learn(self, player: str, found: Sequence[DoneCommand], stays: Callable[[str], bool]) -> None:
        """Remember a player's latest commands from the store."""
        self._make_room(player, stays)
        self._whole[player] = True
        for command in found:
            self.put(player, command.cmd_id, done(command), stays)

    def _forgot(self, player: str) -> None:
        self._whole.pop(player, None)
        if player in self._of:
            self._whole[player] = False


def done(command: DoneCommand) -> wire.Done:
    """Return the answer to a command that was carried out."""
    return wire.Done(cmd_id=command.cmd_id, seq=command.seq, seat=command.seat)
