"""A served tournament's facts: frozen and in the past tense. It is built from them alone.

The seed for the seat draws is a fact, so a restart draws the same seats.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from bigslick.server.hosting.facts import HostFact, StoredFact, reader
from bigslick.server.hosting.state import Invitation
from bigslick.tournament.director.losses import Loss

from .settings import TournamentSettings


class FloorReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A snapshot of the tables for the director."""

    free: tuple[int, ...] = ()
    """The tables that are between hands."""
    places: dict[int, tuple[int, int, int]] = {}
    """Where the button and blinds last were, by table; tables without a hand so far are left out."""


class OfTournament(StoredFact, frozen=True, kw_only=True):
    """A fact that only tournaments have."""


class TournamentOpened(OfTournament, frozen=True, kw_only=True, tag="tournament_opened"):
    """Registration is open."""

    settings: TournamentSettings
    invitation: Invitation = Invitation()


class PlayerEntered(OfTournament, frozen=True, kw_only=True, tag="player_entered"):
    """A player paid the buy-in; after the start they get a seat immediately."""

    player: str
    bot: str = ""
    floor: FloorReport = FloorReport()


class PlayerWithdrew(OfTournament, frozen=True, kw_only=True, tag="player_withdrew"):
    """A player withdrew before the start and got the buy-in back, or the host removed them."""

    player: str
    why: Literal["asked", "kicked"] = "asked"


class TournamentStarted(OfTournament, frozen=True, kw_only=True, tag="tournament_started"):
    """The field is full; the seats are drawn from this seed."""

    seed: str


class HandReported(OfTournament, frozen=True, kw_only=True, tag="hand_reported"):
    """A hand ended at a table, with the players who busted."""

    table: int
    hand: int
    losses: tuple[Loss, ...] = ()
    floor: FloorReport


class LevelReached(OfTournament, frozen=True, kw_only=True, tag="level_reached"):
    """The next hands are played at this level."""

    level: int
    floor: FloorReport


class PlayerTravels(OfTournament, frozen=True, kw_only=True, tag="player_travels"):
    """A player is in transit with their chips until the hand at the new table ends (TDA 8-A)."""

    entry: int
    chips: int
    promise: str = ""
    bank_ms: int | None = None
    disconnect_bank_ms: int | None = None


class PlayerArrived(OfTournament, frozen=True, kw_only=True, tag="player_arrived"):
    """A player in transit sits down."""

    entry: int


class TournamentCancelled(OfTournament, frozen=True, kw_only=True, tag="tournament_cancelled"):
    """The tournament will not be played; every player gets the buy-in and fee back."""

    why: str


class TournamentDelayed(OfTournament, frozen=True, kw_only=True, tag="tournament_delayed"):
    """The card room was out of service for a while; levels, breaks and registration continue where they left off."""

    ms: int


TournamentFact = OfTournament | HostFact
"""Everything that can happen in a served tournament."""

_READER: Final[msgspec.json.Decoder[TournamentFact]] = reader(OfTournament, HostFact)


def read(payload: bytes) -> TournamentFact:
    return _READER.decode(payload)
