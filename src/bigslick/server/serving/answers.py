"""Recent answers by player and command id, so that a command sent again is answered but not repeated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Generic, Protocol, TypeVar

from bigslick.protocol import wire

Answer = wire.Done | wire.Refused
Answered = TypeVar("Answered")

EACH: Final = 64
"""How many commands of one player are remembered, whatever the others send."""
PLAYERS: Final = 64
"""For how many players; the player silent longest is forgotten first."""


class Reply(Protocol):
    """Where an answer goes: a future, or something lighter."""

    def done(self) -> bool:
        """Whether nobody waits for the answer any more."""

    def set_result(self, result: Answer, /) -> None:
        """Give the answer."""

    def set_exception(self, exception: Exception, /) -> None:
        """Give no answer: nobody knows whether the command was carried out."""


class Answers(Generic[Answered]):
    """The answers of one table or tournament, by player and `cmd_id`."""

    def __init__(self) -> None:
        self._of: dict[str, dict[str, Answered]] = {}

    def get(self, player: str, cmd_id: str) -> Answered | None:
        """The answer to a command; None if it is new."""
        return self._of.get(player, {}).get(cmd_id)

    def put(self, player: str, cmd_id: str, answer: Answered) -> None:
        """Remember an answer."""
        mine = self._of.pop(player, {})
        self._of[player] = mine
        mine[cmd_id] = answer
        if len(mine) > EACH:
            del mine[next(iter(mine))]
        if len(self._of) > PLAYERS:
            del self._of[next(iter(self._of))]

    def __iter__(self) -> Iterator[tuple[str, str, Answered]]:
        for player, mine in self._of.items():
            for cmd_id, answer in mine.items():
                yield player, cmd_id, answer
