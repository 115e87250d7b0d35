"""A tournament on the wire: its structure, its clock, its players, and where a player moves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from bigslick.rules import AnteKind
from bigslick.tournament.structure.structure import Structure

from .deals import DealNow
from .lobby import TournamentCard
from .settings import TablePace
from .wording import Wording, word

MOST_NEWS: Final = 30
"""How many pieces of news are kept."""


class TournamentStructure(msgspec.Struct, frozen=True, kw_only=True, tag="structure"):
    """The decisions made before the first card; sent once, before the tournament's first state."""

    tournament: str
    structure: Structure
    pace: TablePace
    """The clocks at its tables."""


class TournamentClock(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament's level and breaks, and how long each still lasts."""

    level: int
    """During a break, the level that follows it."""
    small_blind: int
    big_blind: int
    ante: int
    ante_kind: AnteKind
    """Who pays the ante."""
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
    next_break_at: int | None
    """When the next break begins, for levels by time; unknown during a pause."""
    next_break_in: int | None
    """How many hands until the next break, for levels by hands."""
    entering: bool
    """Whether late registration is open."""
    entries_close_at: int | None
    """When late registration ends, for levels by time; unknown during a pause."""
    entries_close_in: int | None
    """How many hands until late registration ends, for levels by hands."""
    stage: str
    """The round, flight or day, such as `day 1B`; empty in a tournament without any."""
    stage_begins_at: int | None
    """When the next round, flight or day begins, while everyone waits for it."""
    addon_ends_at: int | None
    """When the sale of the add-on ends, while it is on sale."""
    decided_at: int | None
    """When registration closes early, unless someone enters: nothing is left to play for."""


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
    seat_won: str = ""
    """The event of the seat won, in a satellite."""
    checked_in: bool = False
    """Whether they have checked in before the start."""
    entries: int = 1
    """How many times they have entered; everything else is about the last entry, but prizes and bounties add up."""
    bounty: int = 0
    """The bounty on their head."""
    bounties: int = 0
    """The bounties they have won."""
    by: str = ""
    """The player who knocked them out."""
    hand: str = ""
    """The hand in which they went out, with the name it has in addresses."""


NewsKind = Literal["level", "break", "out", "tables", "money", "bounty", "deal", "order", "won"]
"""The subjects of news; "money" is registration, rebuys and the bubble, "order" what the host ordered."""


class News(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that happened in a tournament."""

    sentence: str
    at: int
    kind: NewsKind
    wording: Wording | None = None

    def __post_init__(self) -> None:
        word(self)


class TournamentChanged(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="tournament_changed"):
    """Changes in a tournament since the last message about it; whatever is missing is as before."""

    tournament: str
    seq: int
    """One more than in the previous message; if not, one is missing, and `watch_tournament` gets everything."""
    card: TournamentCard | None = None
    clock: TournamentClock | None = None
    payouts: tuple[int, ...] | None = None
    entrants: tuple[Entrant, ...] = ()
    """Players who are new or changed."""
    gone: tuple[str, ...] = ()
    """Players who are not in it any more."""
    tables: dict[str, int] | None = None
    hand_for_hand: bool | None = None
    deal: DealNow | None = None
    news: tuple[News, ...] = ()
    """What is new, newest last."""


class TournamentNow(msgspec.Struct, frozen=True, kw_only=True, tag="tournament"):
    """A tournament now: the strip above the table, and the standings."""

    seq: int = 0
    card: TournamentCard
    clock: TournamentClock
    payouts: tuple[int, ...]
    entrants: tuple[Entrant, ...]
    """The players still in by stack, then the rest by place."""
    tables: dict[str, int]
    """The numbers of the tables in play, by table id."""
    hand_for_hand: bool
    deal: DealNow = DealNow()
    news: tuple[News, ...]
    """The director's latest decisions, newest last."""

    def after(self, change: TournamentChanged) -> TournamentNow | None:
        """Return the tournament after a change; None if a change in between is missing."""
        if change.seq != self.seq + 1:
            return None
        named = ("card", "clock", "payouts", "tables", "hand_for_hand", "deal")
        given = {name: value for name in named if (value := getattr(change, name)) is not None}
        found = {entrant.player: entrant for entrant in (*self.entrants, *change.entrants)}
        for player in change.gone:
            found.pop(player, None)
        news = (*self.news, *change.news)[-MOST_NEWS:]
        return replace(self, seq=change.seq, entrants=by_standing(found.values()), news=news, **given)


def by_standing(entrants: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """Return the players still in by stack, then the rest by place; equals by name."""
    return tuple(sorted(entrants, key=lambda entrant: (entrant.place, -entrant.stack, entrant.player)))


class ChipsOffered(msgspec.Struct, frozen=True, kw_only=True):
    """An entry, or more chips, that you can pay for now."""

    kind: Literal["entry", "rebuy", "addon"]
    """An `entry` is paid with `register`, the others with `buy_chips`."""
    cost: int
    chips: int
    until: int | None = None
    """When the offer ends, if that is known."""
    waits: bool = False
    """Whether the others wait for your answer."""


class OffersNow(msgspec.Struct, frozen=True, kw_only=True, tag="offers"):
    """Your offers in a tournament: the entries and chips that you can pay for now."""

    tournament: str
    offers: tuple[ChipsOffered, ...]


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
