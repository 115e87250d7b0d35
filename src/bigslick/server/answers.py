"""What each player's latest commands were answered: a command that is sent again is answered again, not done again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Generic, Protocol, TypeVar

from bigslick.protocol import wire

Answer = wire.Done | wire.Refused
Answered = TypeVar("Answered")

EACH: Final = 64
"""How many commands of one player are remembered, whatever the others send."""
PLAYERS: Final = 64
"""Of how many players; the one who was silent longest is forgotten first."""


class Reply(Protocol):
    """Where an answer goes: a future, or something lighter."""

    def done(self) -> bool:
        """Whether the answer is no longer awaited."""

    def set_result(self, result: Answer, /) -> None:
        """Give the answer."""

    def set_exception(self, exception: Exception, /) -> None:
        """There is no answer: whether the command was carried out is not known."""


class Answers(Generic[Answered]):
    """The answers of one table or tournament, by player and `cmd_id`."""

    def __init__(self) -> None:
        self._of: dict[str, dict[str, Answered]] = {}

    def get(self, player: str, cmd_id: str) -> Answered | None:
        """What a command was answered; None if it is new."""
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
