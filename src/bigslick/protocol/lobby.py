"""The lobby and the standings: tables and tournaments as cards, and the players still in."""

from __future__ import annotations

from typing import Literal

import msgspec

from bigslick.table.seats import DeadBlindRule

from .door import Approval
from .money import ChipValue
from .wording import Wording, word


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
    starting_stack: int
    seats: int
    pool: int
    fill_ms: int | None = None
    """How long after the first entry house bots fill the free places; None = never."""
    level: int = 0
    paused: str = ""
    host: str = ""
    """The player who opened it; empty for a house tournament."""
    private: bool = False
    approve: Approval = "none"


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


class Entrant(msgspec.Struct, frozen=True, kw_only=True):
    """A player in a tournament."""

    player: str
    stack: int
    table: str = ""
    seat: int = -1
    bot: str = ""
    place: int = 0
    """0 while they are still in."""
    prize: int = 0
    rank: int = 0
    """By chips among the players still in; equal stacks share a rank; 0 for a player who is out."""


class TournamentNow(msgspec.Struct, frozen=True, kw_only=True, tag="tournament"):
    """A tournament now: the strip above the table, and the standings."""

    card: TournamentCard
    level: int
    small_blind: int
    big_blind: int
    ante: int
    next_level_at: int | None
    """When the level changes, for levels by time; unknown during a break or a pause."""
    next_level_in: int | None
    """How many hands until the level changes, for levels by hands."""
    last_level: bool
    """Whether no level follows."""
    on_break: bool
    break_ends_at: int | None
    """When the break ends and the level begins; unknown during a pause."""
    next_small_blind: int
    next_big_blind: int
    next_ante: int
    payouts: tuple[int, ...]
    entrants: tuple[Entrant, ...]
    """The players still in by stack, then the rest by place."""
    average_stack: int
    """The players' average stack, rounded; 0 if no one is left."""
    tables: dict[str, int]
    """The numbers of the tables in play, by table id."""
    hand_for_hand: bool
    news: tuple[News, ...]
    """The director's latest decisions, newest last."""


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened in a tournament."""

    sentence: str
    wording: Wording | None = None

    def __post_init__(self) -> None:
        word(self)


class PlayerMoved(msgspec.Struct, frozen=True, kw_only=True, tag="moved", omit_defaults=True):
    """You have a seat at another table, or your first one; the page follows."""

    tournament: str
    table: str
    seat: int
    reason: str
    wording: Wording | None = None
    """The reason, for translation."""

    def __post_init__(self) -> None:
        word(self, "reason")
