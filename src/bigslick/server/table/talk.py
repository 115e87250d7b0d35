"""A table's recent chat, for people who join later."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from bigslick.protocol import wire
from bigslick.protocol.social import ChatLine, ChatLines
from bigslick.server.store.chat import KEPT, KeptLine


class Talk:
    """A table's chat; a line counts once it is in the store."""

    __slots__ = ("_last", "lines", "table")

    def __init__(self, table: str) -> None:
        self.table = table
        self.lines: deque[KeptLine] = deque(maxlen=KEPT)
        self._last = 0

    def say(self, player: str, name: str, command: wire.Say, now: int) -> tuple[wire.Said, KeptLine | None]:
        """Return the message for everyone, under the name shown, and the line to store; emotes are not stored."""
        if command.emote is not None:
            return wire.Said(table=self.table, player=name, at=now, emote=command.emote), None
        number, text, phrase = self._last + 1, command.text or "", command.phrase or ""
        line = ChatLine(number=number, at=now, player=name, text=text, phrase=phrase)
        return self._said_of(line), KeptLine(line=line, player=player)

    def _said_of(self, line: ChatLine) -> wire.Said:
        """Return a line as the message sent when it was written."""
        return wire.Said(
            table=self.table, player=line.player, at=line.at, number=line.number, text=line.text, phrase=line.phrase
        )

    def add(self, kept: KeptLine | None) -> None:
        """Add a line that is in the store."""
        if kept is not None:
            self._last = kept.line.number
            self.lines.append(kept)

    def told(self, until: int) -> ChatLines:
        """Return the recent lines up to a time, for someone who just joined."""
        return ChatLines(table=self.table, lines=tuple([kept.line for kept in self.lines if kept.line.at <= until]))

    def since(self, after: int) -> Iterator[tuple[int, wire.Said]]:
        """Return the recent lines after a time, each with its time."""
        for kept in self.lines:
            if kept.line.at > after:
                yield kept.line.at, self._said_of(kept.line)
