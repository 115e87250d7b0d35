"""The lobby and the standings: tables and tournaments as cards, and the players still in."""

from __future__ import annotations

from typing import Literal

import msgspec

from .host import Approval
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
    hands: int
    queue: int
    watching: int
    average_pot: int = 0
    paused: bool = False
    host: str = ""
    """The player who opened it; empty for a table of the house."""
    private: bool = False
    approve: Approval = "none"


class TournamentCard(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament in the lobby."""

    tournament: str
    name: str
    status: Literal["registering", "running", "over", "cancelled"]
    entered: int
    field: int
    """How many players it starts with."""
    left: int
    buy_in: int
    fee: int
    starting_stack: int
    seats: int
    pool: int
    fill_ms: int | None = None
    """How long after the first person enters house bots fill the free places; None = never."""
    level: int = 0
    paused: str = ""
    host: str = ""
    """The player who opened it; empty for a tournament of the house."""
    private: bool = False
    approve: Approval = "none"


class Lobby(msgspec.Struct, frozen=True, kw_only=True, tag="lobby"):
    """All tables and tournaments."""

    tables: tuple[TableCard, ...]
    tournaments: tuple[TournamentCard, ...]
    balance: int | None = None
    """Chips in the viewer's account."""


class Entrant(msgspec.Struct, frozen=True, kw_only=True):
    """A player of a tournament."""

    player: str
    stack: int
    table: str = ""
    seat: int = -1
    bot: str = ""
    place: int = 0
    """0 while they are still in."""
    prize: int = 0
    rank: int = 0
    """By chips among the players still in, equal stacks sharing a rank; 0 for a player who is out."""


class TournamentNow(msgspec.Struct, frozen=True, kw_only=True, tag="tournament"):
    """A tournament now: the strip above the table, and the standings."""

    card: TournamentCard
    level: int
    small_blind: int
    big_blind: int
    ante: int
    next_level_at: int | None
    """When the level changes, for levels by time."""
    next_level_in: int | None
    """In how many hands the level changes, for levels by hands."""
    next_small_blind: int
    next_big_blind: int
    next_ante: int
    payouts: tuple[int, ...]
    entrants: tuple[Entrant, ...]
    """The players still in by stack, then the others by place."""
    average_stack: int
    """Of the players still in, rounded; 0 if none is."""
    tables: dict[str, int]
    """The numbers of the tables in play, by id."""
    hand_for_hand: bool
    news: tuple[News, ...]
    """The director's last decisions, newest last."""


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
    """Of the reason."""

    def __post_init__(self) -> None:
        word(self, "reason")
