"""The part of a private table or tournament that its invitation shows, before anyone has come in.

The page, the picture and the friend's card all come from here. Whoever has the link learns the name, the host, the
stakes and how many are there. The table itself appears as its spectators see it; if they may not watch, or the invite
asks for a password, only the names in the seats do.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from bigslick.protocol import wire
from bigslick.protocol.money import ChipValue, written
from bigslick.server.table.gallery import veiled
from bigslick.server.table.task import TableTask
from bigslick.server.tournament.task import TournamentTask


class ShownInvitation(msgspec.Struct, frozen=True, kw_only=True):
    """A private table or tournament, as its invitation shows it."""

    kind: Literal["table", "tournament"]
    name: str
    host: str
    small_blind: int
    big_blind: int
    ante: int
    chip_value: ChipValue | None = None
    """What a chip is worth to the players."""
    buy_in: int
    """What a seat usually takes, or an entry costs."""
    seats: int
    """The seats at the table, or the places in the tournament."""
    taken: int

    @property
    def stakes(self) -> str:
        """The blinds, and the ante if there is one; for a tournament the price of an entry."""
        if self.kind == "tournament":
            return f"buy-in {self.buy_in:,}"
        blinds = written(self.chip_value, self.small_blind, self.big_blind)
        return f"{blinds}, ante {written(self.chip_value, self.ante)}" if self.ante else blinds

    @property
    def attendance(self) -> str:
        return f"{self.taken} of {self.seats} {'seated' if self.kind == 'table' else 'entered'}"

    @property
    def title(self) -> str:
        return f"{self.host} invites you to {self.name}"

    @property
    def description(self) -> str:
        return f"Texas hold'em · {self.stakes} · {self.attendance}"


def invitation_to(place: TableTask | TournamentTask) -> ShownInvitation:
    """Return a place as its invitation shows it."""
    hosting = place.live.hosting
    host = hosting.name_of(hosting.host)
    if isinstance(place, TournamentTask):
        card, first = place.card(), place.live.structure.levels[0]
        return ShownInvitation(
            kind="tournament",
            name=card.name,
            host=host,
            small_blind=first.small,
            big_blind=first.big,
            ante=first.ante,
            buy_in=card.buy_in + card.fee,
            seats=card.field,
            taken=card.entered,
        )
    table = place.card()
    return ShownInvitation(
        kind="table",
        name=table.name,
        host=host,
        small_blind=table.small_blind,
        big_blind=table.big_blind,
        ante=table.ante,
        chip_value=table.chip_value,
        buy_in=place.settings.offer.usual,
        seats=table.seats,
        taken=table.taken,
    )


def table_behind(task: TableTask, *, member: bool) -> wire.TableSnapshot:
    """Return the table behind the friend's card; `member` is False for a player outside the table's club."""
    if member and not task.live.hosting.password:
        return task.audience.snapshot(None)
    shown = veiled(task.audience.seen_by(None).shown)
    return shown.snapshot(task.id, task.settings, None, task.clock.now())
