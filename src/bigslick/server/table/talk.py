"""A table's recent chat, for people who join later."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from bigslick.protocol import wire
from bigslick.protocol.social import ChatLine, ChatLines
from bigslick.server.store.chat import KEPT, KeptLine


class Talk:
    """The chat of a table; a line counts once it is in the store."""

    __slots__ = ("_last", "_said", "lines", "table")

    def __init__(self, table: str) -> None:
        self.table = table
        self.lines: deque[KeptLine] = deque(maxlen=KEPT)
        self._said: set[tuple[str, str]] = set()
        self._last = 0

    def say(self, player: str, command: wire.Say, now: int) -> tuple[wire.Said, KeptLine | None]:
        """The message to everyone, and the line to keep; an emote is not kept."""
        if command.emote is not None:
            return wire.Said(table=self.table, player=player, at=now, emote=command.emote), None
        number, text, phrase = self._last + 1, command.text or "", command.phrase or ""
        line = ChatLine(number=number, at=now, player=player, text=text, phrase=phrase)
        return self._said_of(line), KeptLine(line=line, cmd_id=command.cmd_id)

    def _said_of(self, line: ChatLine) -> wire.Said:
        """A line as it is heard when it is said."""
        return wire.Said(
            table=self.table, player=line.player, at=line.at, number=line.number, text=line.text, phrase=line.phrase
        )

    def add(self, kept: KeptLine | None) -> None:
        """A line is in the store."""
        if kept is not None:
            self._last = kept.line.number
            self.lines.append(kept)
            self._said = {(there.line.player, there.cmd_id) for there in self.lines}

    def has_said(self, player: str, cmd_id: str) -> bool:
        """Whether a command has said one of the last lines."""
        return (player, cmd_id) in self._said

    def told(self, until: int) -> ChatLines:
        """The last lines that were said by a time, for someone who comes to the table."""
        return ChatLines(table=self.table, lines=tuple([kept.line for kept in self.lines if kept.line.at <= until]))

    def since(self, after: int) -> Iterator[tuple[int, wire.Said]]:
        """The last lines that were said after a time, and when."""
        for kept in self.lines:
            if kept.line.at > after:
                yield kept.line.at, self._said_of(kept.line)
