"""Notes of players about each other: for the writer alone."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
import sqlalchemy as sa
from msgspec import Meta

from bigslick.errors import BigslickError
from bigslick.protocol.social import NoteLabel
from bigslick.sentence import say
from bigslick.server.operations.clock import Clock

from .records import Batch
from .schema import notes
from .store import Store

MOST_NOTES: Final = 500
"""How many players one account may have notes on."""


class TooManyNotes(BigslickError, ValueError):
    """A note too many for an account."""


class PlayerNote(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A note about a player: a text, a colour for the seat, and whether you want to hear them."""

    player: Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]*(?!\n)$")]
    text: Annotated[str, Meta(max_length=500, pattern=r"^[^\x00]*$")] = ""
    label: NoteLabel = ""
    muted: bool = False


class Notes:
    """All notes in a store, each under the account that wrote it."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def of(self, writer: str) -> tuple[PlayerNote, ...]:
        """A player's notes, by the name of the other player."""
        table = notes.c
        found = await self._store.select(
            sa.select(table.player, table.text, table.label, table.muted)
            .where(table.account == writer.lower())
            .order_by(table.about)
        )
        return tuple(PlayerNote(player=row[0], text=row[1], label=row[2], muted=bool(row[3])) for row in found)

    async def put(self, writer: str, note: PlayerNote) -> None:
        """Keep a note instead of the one before; an empty one is forgotten."""
        account, about = writer.lower(), note.player.lower()
        mine = notes.c.account == account
        statements: list[sa.Executable] = [sa.delete(notes).where(mine, notes.c.about == about)]
        if note.text or note.label or note.muted:
            others = sa.select(sa.func.count()).select_from(notes).where(mine, notes.c.about != about)
            if (await self._store.select(others))[0][0] >= MOST_NOTES:
                raise TooManyNotes(say("You have notes on {most} players: clear one first.", most=MOST_NOTES))
            row = {"account": account, "about": about, "at": self._clock.now(), **msgspec.structs.asdict(note)}
            statements.append(notes.insert().values({**row, "muted": int(note.muted)}))
        await self._store.append(Batch(statements=statements))
