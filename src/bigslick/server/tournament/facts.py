"""The facts of a served tournament: frozen, in the past tense, the only thing it is made from.

The seed of the seat draws is a fact: a restart draws the same seats.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from bigslick.server.hosting.facts import AnyHostFact, StoredFact
from bigslick.server.hosting.state import Invitation
from bigslick.tournament.director.losses import Loss

from .settings import TournamentSettings


class FloorReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The tables at a moment, as the director has to know them."""

    free: tuple[int, ...] = ()
    """The tables that are between hands."""
    places: dict[int, tuple[int, int, int]] = {}
    """Where button, small and big blind last were, by table; tables without a hand so far are left out."""


class TournamentOpened(StoredFact, frozen=True, kw_only=True, tag="tournament_opened"):
    """Registration is open."""

    settings: TournamentSettings
    invitation: Invitation = Invitation()


class PlayerEntered(StoredFact, frozen=True, kw_only=True, tag="player_entered"):
    """A player paid the buy-in; after the start they get a seat at once."""

    player: str
    bot: str = ""
    floor: FloorReport = FloorReport()


class PlayerWithdrew(StoredFact, frozen=True, kw_only=True, tag="player_withdrew"):
    """A player took the buy-in back before the start, or the host took them out."""

    player: str
    why: Literal["asked", "kicked"] = "asked"


class TournamentStarted(StoredFact, frozen=True, kw_only=True, tag="tournament_started"):
    """The field is complete; the seats are drawn from this seed."""

    seed: str


class HandReported(StoredFact, frozen=True, kw_only=True, tag="hand_reported"):
    """A hand ended at a table, with the players who busted."""

    table: int
    hand: int
    losses: tuple[Loss, ...] = ()
    floor: FloorReport


class LevelReached(StoredFact, frozen=True, kw_only=True, tag="level_reached"):
    """The next hands are played at this level."""

    level: int
    floor: FloorReport


class PlayerTravels(StoredFact, frozen=True, kw_only=True, tag="player_travels"):
    """A player is between two tables with their chips until the hand at the new table ends (TDA 8-A)."""

    entry: int
    chips: int
    promise: str = ""
    bank_ms: int | None = None


class PlayerArrived(StoredFact, frozen=True, kw_only=True, tag="player_arrived"):
    """A player who was between two tables sits down."""

    entry: int


class TournamentCancelled(StoredFact, frozen=True, kw_only=True, tag="tournament_cancelled"):
    """It will not be played; every player has the buy-in and the fee back."""

    why: str


class TournamentDelayed(StoredFact, frozen=True, kw_only=True, tag="tournament_delayed"):
    """The card room could not serve for a while: levels, breaks and registration go on where they were."""

    ms: int


TournamentFact = (
    TournamentOpened
    | PlayerEntered
    | PlayerWithdrew
    | TournamentStarted
    | HandReported
    | LevelReached
    | PlayerTravels
    | PlayerArrived
    | TournamentCancelled
    | TournamentDelayed
    | AnyHostFact
)
"""Everything that can happen in a served tournament."""

_READER: msgspec.json.Decoder[TournamentFact] = msgspec.json.Decoder(TournamentFact)


def read(payload: bytes) -> TournamentFact:
    """A fact from its stored bytes."""
    return _READER.decode(payload)
