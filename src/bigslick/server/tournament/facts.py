"""A served tournament's facts: frozen and in the past tense. It is built from them alone.

The seed for the seat draws is a fact, so a restart draws the same seats.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from bigslick.protocol.lobby import SeriesLink
from bigslick.server.hosting.facts import HostFact, StoredFact, reader
from bigslick.server.hosting.state import Invitation
from bigslick.tournament.director.deals import DealMethod
from bigslick.tournament.director.losses import Loss

from .settings import TournamentSettings


class FloorReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A snapshot of the tables for the director."""

    free: tuple[int, ...] = ()
    """The tables that are between hands."""
    places: dict[int, tuple[int, int, int]] = {}
    """Where the button and blinds last were, by table; tables without a hand so far are left out."""


class ReportedHand(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A hand that ended at a table, once viewers had seen its end."""

    table: int
    hand: int
    losses: tuple[Loss, ...] = ()
    stacks: dict[int, int]
    """The chips after it, by seat."""
    actions: int = 0
    round: int = 0
    """The event's round, in which every table plays one hand."""
    ended_at: int
    """When viewers had seen it, in milliseconds since 1970."""
    second: int
    """The same on the event's clock."""


class OfTournament(StoredFact, frozen=True, kw_only=True):
    """A fact that only tournaments have."""


class TournamentOpened(OfTournament, frozen=True, kw_only=True, tag="tournament_opened"):
    """Registration is open."""

    settings: TournamentSettings
    invitation: Invitation = Invitation()
    series: SeriesLink | None = None


class PlayerEntered(OfTournament, frozen=True, kw_only=True, tag="player_entered"):
    """A player paid for an entry: for the start or the next flight, or for a seat at once after the start."""

    player: str
    bot: str = ""
    floor: FloorReport = FloorReport()


class PlayerWithdrew(OfTournament, frozen=True, kw_only=True, tag="player_withdrew"):
    """A player withdrew before the start and got everything back, or the host removed them, or they had not checked in
    at the start, or no one else came.
    """

    player: str
    why: Literal["asked", "kicked", "absent", "alone"] = "asked"


class PlayerCheckedIn(OfTournament, frozen=True, kw_only=True, tag="player_checked_in"):
    """A player who has entered is there before the start."""

    player: str


class TournamentStarted(OfTournament, frozen=True, kw_only=True, tag="tournament_started"):
    """The seats are drawn from this seed."""

    seed: str = ""
    """Drawn when the fact is stored."""


class HandsReported(OfTournament, frozen=True, kw_only=True, tag="hands_reported"):
    """Hands ended at the same moment, each at its table."""

    hands: tuple[ReportedHand, ...]
    idle: tuple[int, ...] = ()
    """In hand-for-hand, the tables that could deal no hand."""
    floor: FloorReport


class RebuysOffered(OfTournament, frozen=True, kw_only=True, tag="rebuys_offered"):
    """Players who busted in a hand may rebuy; until they decide, their seats are kept and the hand is not reported."""

    table: int
    entries: tuple[int, ...]
    until: int


class ChipsPaid(OfTournament, frozen=True, kw_only=True, tag="chips_paid"):
    """A player paid for a rebuy or the add-on, and will get the chips between hands."""

    entry: int
    kind: Literal["rebuy", "addon"]


class ChipsDeclined(OfTournament, frozen=True, kw_only=True, tag="chips_declined"):
    """A player declined a rebuy or the add-on."""

    entry: int
    kind: Literal["rebuy", "addon"]


class RebuysSold(OfTournament, frozen=True, kw_only=True, tag="rebuys_sold"):
    """Short stacks at a table got the chips they paid for, or the money back if they are not short any more."""

    table: int
    floor: FloorReport


class SaleOpened(OfTournament, frozen=True, kw_only=True, tag="sale_opened"):
    """A level is over, and the add-on is on sale until then; the tables wait."""

    until: int


class LevelReached(OfTournament, frozen=True, kw_only=True, tag="level_reached"):
    """A level or a break began, or a day ended: at this second on the event's clock, or before this round.

    The hands were in progress then, and have ended.
    """

    due: int
    hands: tuple[ReportedHand, ...] = ()
    floor: FloorReport


class RoundBegan(OfTournament, frozen=True, kw_only=True, tag="round_began"):
    """All tables have met for hand-for-hand, and play one hand; it takes a fixed time off the clock (TDA RP-8)."""

    floor: FloorReport


class StageBegan(OfTournament, frozen=True, kw_only=True, tag="stage_began"):
    """The next round, flight or day began."""


class EntriesDecided(OfTournament, frozen=True, kw_only=True, tag="entries_decided"):
    """Nothing was left to play for, and no one entered any more: registration closed early."""

    floor: FloorReport


class PlayerShowedUp(OfTournament, frozen=True, kw_only=True, tag="player_showed_up"):
    """A player who had not come was there for the first time."""

    player: str


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


class DealProposed(OfTournament, frozen=True, kw_only=True, tag="deal_proposed"):
    """A player proposed to split the prizes now: the tables wait after the hands in progress."""

    player: str
    method: DealMethod
    for_first: int = 0
    amounts: dict[int, int] = msgspec.field(default_factory=dict)
    """What each entry gets, if the players agree on amounts."""


class DealPut(OfTournament, frozen=True, kw_only=True, tag="deal_put"):
    """All hands have ended, so the stacks and the shares are fixed: everybody still in can answer until then."""

    until: int


class DealAccepted(OfTournament, frozen=True, kw_only=True, tag="deal_accepted"):
    """A player accepted the deal that is on the table."""

    player: str


class DealFell(OfTournament, frozen=True, kw_only=True, tag="deal_fell"):
    """A player declined the deal, took their proposal back or was disconnected, or the time to answer was over."""

    why: Literal["declined", "withdrawn", "away", "time"]
    player: str = ""


class DealAgreed(OfTournament, frozen=True, kw_only=True, tag="deal_agreed"):
    """Everybody still in has accepted: the deal is made."""


class ClockSet(OfTournament, frozen=True, kw_only=True, tag="clock_set"):
    """The host or the house made the level or break of now longer or shorter, or went on to a later level."""

    why: str
    seconds: int = 0
    hands: int = 0
    level: int | None = None


class SeatOrdered(OfTournament, frozen=True, kw_only=True, tag="seat_ordered"):
    """The host or the house ordered a player out, or to another seat: it is done once their table is between hands."""

    entry: int
    why: str
    table: int = 0
    """The table to move to; 0 to take the player out."""
    seat: int = 0


class SeatOrderDone(OfTournament, frozen=True, kw_only=True, tag="seat_order_done"):
    """The order about a player's seat was carried out, or fell because the seat was no longer open."""

    entry: int
    floor: FloorReport


class CallingOff(OfTournament, frozen=True, kw_only=True, tag="calling_off"):
    """The host or the house calls a running tournament off: the hands in progress are the last ones."""

    why: str


class TournamentCancelled(OfTournament, frozen=True, kw_only=True, tag="tournament_cancelled"):
    """The tournament was called off; every player gets what the rules give them."""

    why: str


class TournamentDelayed(OfTournament, frozen=True, kw_only=True, tag="tournament_delayed"):
    """The card room was out of service for a while; levels, breaks and registration continue where they left off."""

    ms: int


DealFact = DealProposed | DealPut | DealAccepted | DealFell | DealAgreed
TournamentFact = OfTournament | HostFact
"""Everything that can happen in a served tournament."""

_READER: Final[msgspec.json.Decoder[TournamentFact]] = reader(OfTournament, HostFact)


def read(payload: bytes) -> TournamentFact:
    return _READER.decode(payload)
