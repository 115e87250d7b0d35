"""What has happened in a served tournament: frozen facts in the past tense, the only thing it is made from.

The seed of the seat draws is a fact, so that a restart draws the same seats.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from bigslick.protocol.host import Approval
from bigslick.server.hosting import Invitation
from bigslick.tournament.director.losses import Loss

from .settings import TournamentSettings


class FloorReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the director has to know of the tables at a moment."""

    free: tuple[int, ...] = ()
    """The tables that are between hands."""
    places: dict[int, tuple[int, int, int]] = {}
    """Where button, small and big blind last were, by table; tables without a hand so far are left out."""


class _TournamentFact(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    at: int
    """Milliseconds since 1970."""
    by: str = ""
    """Whose command it was; empty if the tournament acted by itself."""
    cmd_id: str = ""


class TournamentOpened(_TournamentFact, frozen=True, kw_only=True, tag="tournament_opened"):
    """Registration is open."""

    settings: TournamentSettings
    invitation: Invitation = Invitation()


class PlayerEntered(_TournamentFact, frozen=True, kw_only=True, tag="player_entered"):
    """A player paid the buy-in; after the start they get a seat at once."""

    player: str
    bot: str = ""
    floor: FloorReport = FloorReport()


class PlayerWithdrew(_TournamentFact, frozen=True, kw_only=True, tag="player_withdrew"):
    """A player took the buy-in back before the start, or the host took them out."""

    player: str
    why: Literal["asked", "kicked"] = "asked"


class TournamentStarted(_TournamentFact, frozen=True, kw_only=True, tag="tournament_started"):
    """The field is complete; the seats are drawn from this seed."""

    seed: str


class HandReported(_TournamentFact, frozen=True, kw_only=True, tag="hand_reported"):
    """A hand ended at a table, with those who busted."""

    table: int
    hand: int
    losses: tuple[Loss, ...] = ()
    floor: FloorReport


class LevelReached(_TournamentFact, frozen=True, kw_only=True, tag="level_reached"):
    """The next hands are played at this level."""

    level: int
    floor: FloorReport


class PlayerTravels(_TournamentFact, frozen=True, kw_only=True, tag="player_travels"):
    """A player is between two tables with their chips until the hand at the new table ends (TDA 8-A)."""

    entry: int
    chips: int
    promise: str = ""
    bank_ms: int | None = None


class PlayerArrived(_TournamentFact, frozen=True, kw_only=True, tag="player_arrived"):
    """A player who was between two tables sits down."""

    entry: int


class TournamentCancelled(_TournamentFact, frozen=True, kw_only=True, tag="tournament_cancelled"):
    """It will not be played; every player has the buy-in and the fee back."""

    why: str


class TournamentPaused(_TournamentFact, frozen=True, kw_only=True, tag="tournament_paused"):
    """The host stopped the clock: no hand starts and no level changes until it is resumed."""

    why: str


class TournamentResumed(_TournamentFact, frozen=True, kw_only=True, tag="tournament_resumed"):
    """The clock runs again from where it stopped."""


class TournamentHandedOver(_TournamentFact, frozen=True, kw_only=True, tag="tournament_handed_over"):
    """Another player is the host, of its tables too: made so by the host before, or because that one was away."""

    player: str
    why: Literal["handed_over", "away"] = "handed_over"


class TournamentHostWentAway(_TournamentFact, frozen=True, kw_only=True, tag="tournament_host_went_away"):
    """The host lost the last connection."""


class TournamentHostCameBack(_TournamentFact, frozen=True, kw_only=True, tag="tournament_host_came_back"):
    """The host is connected again."""


class TournamentHostAskedBack(_TournamentFact, frozen=True, kw_only=True, tag="tournament_host_asked_back"):
    """The host from whom another player took over asked to be the host again."""

    player: str


class EntryDoorChanged(_TournamentFact, frozen=True, kw_only=True, tag="entry_door_changed"):
    """The host decided anew whether entries wait for a yes."""

    approve: Approval


class EntrantAdmitted(_TournamentFact, frozen=True, kw_only=True, tag="entrant_admitted"):
    """A player came in by the invite."""

    player: str


class EntryRequested(_TournamentFact, frozen=True, kw_only=True, tag="entry_requested"):
    """A player asked the host for an entry."""

    player: str


class EntryRequestSettled(_TournamentFact, frozen=True, kw_only=True, tag="entry_request_settled"):
    """The host said yes or no to a request, or its player took it back."""

    player: str
    how: Literal["yes", "no", "withdrawn"]


class EntrantBanned(_TournamentFact, frozen=True, kw_only=True, tag="entrant_banned"):
    """A player must stay out."""

    player: str


class EntrantReadmitted(_TournamentFact, frozen=True, kw_only=True, tag="entrant_readmitted"):
    """A player who was banned may come in again."""

    player: str


class TournamentDelayed(_TournamentFact, frozen=True, kw_only=True, tag="tournament_delayed"):
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
    | TournamentPaused
    | TournamentResumed
    | TournamentHandedOver
    | TournamentHostWentAway
    | TournamentHostCameBack
    | TournamentHostAskedBack
    | EntryDoorChanged
    | EntrantAdmitted
    | EntryRequested
    | EntryRequestSettled
    | EntrantBanned
    | EntrantReadmitted
)
"""Everything that can happen in a served tournament."""

_READER: msgspec.json.Decoder[TournamentFact] = msgspec.json.Decoder(TournamentFact)


def read(payload: bytes) -> TournamentFact:
    """A fact from its stored bytes."""
    return _READER.decode(payload)
