"""The lobby: tables and tournaments as cards."""

from __future__ import annotations

from typing import Literal

import msgspec

from bigslick.table.seats import DeadBlindRule

from .door import Approval
from .money import ChipValue

StartKind = Literal["full", "time", "host"]
"""A tournament starts when its field is full, at a time, or when its host says so; the host can always start it."""

AbsentPlayers = Literal["blinded", "refunded"]
"""A player who has not checked in at the start is seated and pays blinds and antes, or gets the entry back."""


class TableCard(msgspec.Struct, frozen=True, kw_only=True):
    """A table in the lobby."""

    table: str
    name: str
    seats: int
    taken: int
    people: int
    small_blind: int
    big_blind: int
    ante: int
    limit: str
    profile: str
    buy_in: tuple[int, int]
    dead_blind_rule: DeadBlindRule
    hands: int
    queue: int
    watching: int
    average_pot: int = 0
    paused: bool = False
    host: str = ""
    """The player who opened it; empty for a house table."""
    private: bool = False
    approve: Approval = "none"
    chip_value: ChipValue | None = None


class SeriesLink(msgspec.Struct, frozen=True):
    """A series that a tournament counts in."""

    id: str
    name: str


class TournamentCard(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament in the lobby."""

    tournament: str
    name: str
    status: Literal["registering", "running", "over", "cancelled"]
    entered: int
    field: int
    """The number of players it starts with."""
    left: int
    buy_in: int
    fee: int
    bounty: int = 0
    """Paid with each entry, on top of buy-in and fee, for the bounty on its head."""
    starting_stack: int
    seats: int
    pool: int
    start: StartKind = "full"
    starts_at: int | None = None
    """When it starts, if it starts at a time."""
    check_in_at: int | None = None
    """From when on players can check in before the start; None if they need not."""
    absent: AbsentPlayers = "blinded"
    fill_ms: int | None = None
    """How long after the first entry house bots fill the free places; None = never."""
    level: int = 0
    paused: str = ""
    called_off: str = ""
    """Why it is called off: at once before it starts, otherwise after the hands in progress."""
    host: str = ""
    """The player who opened it; empty for a house tournament."""
    private: bool = False
    approve: Approval = "none"
    series: SeriesLink | None = None


class LobbyChanged(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="lobby_changed"):
    """The lobby's tables and tournaments that are new, changed or gone since the last message about it."""

    seq: int
    """One more than in the previous message; if not, one is missing, and `watch_lobby` gets the whole lobby."""
    balance: int | None = None
    """Chips in the viewer's account."""
    tables: tuple[TableCard, ...] = ()
    tournaments: tuple[TournamentCard, ...] = ()
    gone: tuple[str, ...] = ()
    """The ids of tables and tournaments that left the lobby."""


class Lobby(msgspec.Struct, frozen=True, kw_only=True, tag="lobby"):
    """All tables and tournaments."""

    seq: int = 0
    tables: tuple[TableCard, ...]
    tournaments: tuple[TournamentCard, ...]
    balance: int | None = None
    """Chips in the viewer's account."""

    def after(self, change: LobbyChanged) -> Lobby | None:
        """Return the lobby after a change; None if a change in between is missing."""
        if change.seq != self.seq + 1:
            return None
        tables = {card.table: card for card in (*self.tables, *change.tables)}
        tournaments = {card.tournament: card for card in (*self.tournaments, *change.tournaments)}
        return Lobby(
            seq=change.seq,
            tables=tuple([card for name, card in tables.items() if name not in change.gone]),
            tournaments=tuple([card for name, card in tournaments.items() if name not in change.gone]),
            balance=change.balance,
        )
