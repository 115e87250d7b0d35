"""Players' private notes about each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

import msgspec
import sqlalchemy as sa
from msgspec import Meta

from bigslick.errors import BigslickError
from bigslick.protocol.message import Player
from bigslick.protocol.social import NoteLabel
from bigslick.sentence import say
from bigslick.server.operations.clock import Clock
from bigslick.server.words import fold

from .names import Names, NamesTogether
from .records import Batch
from .schema import notes
from .store import Store

MOST_NOTES: Final = 500
"""How many players one account may have notes about."""


class TooManyNotes(BigslickError, ValueError):
    """An account has reached its limit of notes."""


TableId = Annotated[str, Meta(max_length=64, pattern=r"^[^\x00]*$")]


class PlayerNote(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A note about a player: text, a colour for the seat, and whether you want to see their chat."""

    player: Player
    at: TableId = ""
    """The table that shows this name; empty for an account."""
    text: Annotated[str, Meta(max_length=500, pattern=r"^[^\x00]*$")] = ""
    label: NoteLabel = ""
    muted: bool = False


class Notes:
    """All notes in a store, by the account that wrote them."""

    def __init__(self, store: Store, names: Names, clock: Clock) -> None:
        self._store = store
        self._names = names
        self._clock = clock

    async def of(self, writer: str, shown: Mapping[str, str] | None = None) -> tuple[PlayerNote, ...]:
        """Return a player's notes, by the name that a table shows for the other player, or by their own."""
        table, shown = notes.c, shown or {}
        found = await self._store.select(
            sa.select(table.about, table.text, table.label, table.muted).where(table.account == writer)
        )
        others = NamesTogether(self._names, taken=shown.values())
        written = [
            PlayerNote(player=shown.get(about) or others.name_of(about), text=text, label=label, muted=bool(muted))
            for about, text, label, muted in found
        ]
        return tuple(sorted(written, key=lambda note: fold(note.player)))

    async def put(self, writer: str, about: str, note: PlayerNote) -> None:
        """Save a note about a player or a house bot, replacing the previous one; delete it if empty."""
        mine = notes.c.account == writer
        statements: list[sa.Executable] = [sa.delete(notes).where(mine, notes.c.about == about)]
        if note.text or note.label or note.muted:
            others = sa.select(sa.func.count()).select_from(notes).where(mine, notes.c.about != about)
            if (await self._store.select(others))[0][0] >= MOST_NOTES:
                raise TooManyNotes(say("You have notes on {most} players: clear one first.", most=MOST_NOTES))
            row = {"account": writer, "about": about, "text": note.text, "label": note.label, "muted": int(note.muted)}
            statements.append(notes.insert().values({**row, "at": self._clock.now()}))
        await self._store.append(Batch(statements=statements))
