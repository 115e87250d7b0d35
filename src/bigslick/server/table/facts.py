"""A served table's facts: frozen and in the past tense. A table is built from them alone.

The same facts give the same table: cards, stacks, turn, clocks, and every update that viewers see. Each fact has the
time `at` which it became true; if a command caused it, it also names the sender and the `cmd_id`. Facts are secret,
because they include the shuffle seeds.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from bigslick.hand.actions import Action
from bigslick.protocol.afterwards import Which
from bigslick.protocol.encoding import encode
from bigslick.protocol.settings import TableSettings
from bigslick.rules import AnteKind
from bigslick.server.hosting.facts import HostFact, StoredFact, reader
from bigslick.server.hosting.state import Invitation
from bigslick.table.seats import MissedBlinds


class OfTable(StoredFact, frozen=True, kw_only=True):
    """A fact that only tables have."""


class KeptSeats(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The players a new table keeps free seats for, one each, and until when."""

    players: tuple[str, ...] = ()
    until: int = 0


class Opened(OfTable, frozen=True, kw_only=True, tag="opened"):
    """The first fact of every table."""

    table: str
    settings: TableSettings
    invitation: Invitation = Invitation()
    kept: KeptSeats = KeptSeats()


class SeatTaken(OfTable, frozen=True, kw_only=True, tag="seat_taken"):
    """A player took a seat with chips; `bot` is the style of a house bot."""

    seat: int
    player: str
    chips: int
    missed_blinds: MissedBlinds | None = None
    promise: str = ""
    bot: str = ""
    newcomer: int = 0
    """How many of a guest's first hands are still to come."""


class ChipsBought(OfTable, frozen=True, kw_only=True, tag="chips_bought"):
    """A player bought chips, for after the hand if they are in one."""

    seat: int
    chips: int


class BuyInCorrected(OfTable, frozen=True, kw_only=True, tag="buy_in_corrected"):
    """The host corrected a buy-in: chips to add, or to take away if negative, after the hand if there is one."""

    seat: int
    chips: int
    why: str


class PlayerSatOut(OfTable, frozen=True, kw_only=True, tag="player_sat_out"):
    """A player started sitting out."""

    seat: int
    why: Literal["asked", "timeouts", "host", "vote", "big_blind"] = "asked"


class SitOutAtBlindChosen(OfTable, frozen=True, kw_only=True, tag="sit_out_at_blind_chosen"):
    """A player will sit out when the big blind reaches the seat, or plays on after all."""

    seat: int
    on: bool


class SeatChangePlanned(OfTable, frozen=True, kw_only=True, tag="seat_change_planned"):
    """Players will move from seats to other seats before the next hand; a player who keeps their seat stays."""

    moves: dict[int, int]
    by_host: bool = False


class PlayersMoved(OfTable, frozen=True, kw_only=True, tag="players_moved"):
    """Players moved from seats to other seats."""

    moves: dict[int, int]


class RedrawOrdered(OfTable, frozen=True, kw_only=True, tag="redraw_ordered"):
    """The host will have all seats drawn before the next hand."""


class Redrawn(OfTable, frozen=True, kw_only=True, tag="redrawn"):
    """All seats were drawn from this seed."""

    secret: bytes


class SitOutWanted(OfTable, frozen=True, kw_only=True, tag="sit_out_wanted"):
    """A player voted to sit out the absent player in a seat."""

    seat: int
    player: str


class PlayerSatIn(OfTable, frozen=True, kw_only=True, tag="player_sat_in"):
    """A player wants to be dealt in again."""

    seat: int
    how: MissedBlinds | None = None


class Left(OfTable, frozen=True, kw_only=True, tag="left"):
    """A player leaves, after the hand if they are in one."""

    seat: int
    why: Literal["asked", "busted", "away", "kicked", "removed"] = "asked"


class Queued(OfTable, frozen=True, kw_only=True, tag="queued"):
    """A player joined the queue for a seat."""

    player: str


class Unqueued(OfTable, frozen=True, kw_only=True, tag="unqueued"):
    """A player left the queue, or did not take the seat held for them."""

    player: str
    why: Literal["asked", "expired", "gone", "kicked"] = "asked"


class SeatOffered(OfTable, frozen=True, kw_only=True, tag="seat_offered"):
    """A free seat is held for a player from the queue."""

    player: str
    seat: int
    until: int


class SeatsFreed(OfTable, frozen=True, kw_only=True, tag="seats_freed"):
    """Seats that were kept, and that no one took in time, are free for everyone."""


class SeedPromised(OfTable, frozen=True, kw_only=True, tag="seed_promised"):
    """A player promised a seed for the next deck that is sealed."""

    seat: int
    promise: str


class SeedOpened(OfTable, frozen=True, kw_only=True, tag="seed_opened"):
    """A player opened the seed promised for the sealed deck, and promised the next."""

    seat: int
    seed: str
    promise: str


class StraddleChosen(OfTable, frozen=True, kw_only=True, tag="straddle_chosen"):
    """A player turned straddling on or off."""

    seat: int
    on: bool


class BombPotWanted(OfTable, frozen=True, kw_only=True, tag="bomb_pot_wanted"):
    """A player agreed to a bomb pot in the next hand, or withdrew."""

    seat: int
    on: bool


class BroadcastStarted(OfTable, frozen=True, kw_only=True, tag="broadcast_started"):
    """The host broadcasts the table, each hand this long after its end."""

    delay_ms: int
    token: str = ""
    """The secret in the address, drawn when the fact is stored."""


class BroadcastRenewed(OfTable, frozen=True, kw_only=True, tag="broadcast_renewed"):
    """The broadcast has a new address."""

    token: str = ""
    """As in `BroadcastStarted`."""


class BroadcastStopped(OfTable, frozen=True, kw_only=True, tag="broadcast_stopped"):
    """The broadcast has ended; hands that it has not shown are never shown."""


class BroadcastAnswered(OfTable, frozen=True, kw_only=True, tag="broadcast_answered"):
    """A player agreed or refused to have their hole cards broadcast, from the next hand on."""

    seat: int
    yes: bool


class CardsTabled(OfTable, frozen=True, kw_only=True, tag="cards_tabled"):
    """A player showed hole cards after a hand."""

    hand: int
    seat: int
    which: Which


class BoardAsked(OfTable, frozen=True, kw_only=True, tag="board_asked"):
    """A player asked for the rest of the board after a hand that ended early."""

    hand: int
    seat: int


class Acted(OfTable, frozen=True, kw_only=True, tag="acted"):
    """A seat acted; `why` says who decided if its player did not."""

    seat: int
    action: Action
    why: Literal["", "timeout", "away", "bot"] = ""


class BankTaken(OfTable, frozen=True, kw_only=True, tag="time_taken"):
    """The player to act took the time bank."""

    seat: int


class SkipWanted(OfTable, frozen=True, kw_only=True, tag="skip_wanted"):
    """A player wants to skip ahead; once everyone agrees, the script jumps."""

    seat: int


class HandSealed(OfTable, frozen=True, kw_only=True, tag="hand_sealed"):
    """The house shuffled the next deck from this secret and published its root; seeds may be opened `until` then."""

    hand: int
    secret: bytes
    until: int


class HandDealt(OfTable, frozen=True, kw_only=True, tag="hand_dealt"):
    """The sealed deck was dealt, in the order the players' seeds determine."""

    hand: int
    broadcast: tuple[int, ...] = ()
    """The seats whose players agreed that the hole cards of this hand are broadcast."""


class HandCalledOff(OfTable, frozen=True, kw_only=True, tag="hand_called_off"):
    """The hand was a misdeal: every chip went back, and it will be dealt again."""


class PlayerDisconnected(OfTable, frozen=True, kw_only=True, tag="player_disconnected"):
    """A player with a seat or in the queue lost the connection."""

    player: str


class PlayerReconnected(OfTable, frozen=True, kw_only=True, tag="player_reconnected"):
    """A player with a seat or in the queue is connected again."""

    player: str


class Restarted(OfTable, frozen=True, kw_only=True, tag="restarted"):
    """The server is up again: every player lost the connection, and no clock ran meanwhile."""


class Delayed(OfTable, frozen=True, kw_only=True, tag="delayed"):
    """The card room was out of service for a while, and no clock ran meanwhile."""

    ms: int


class GameChangeAnnounced(OfTable, frozen=True, kw_only=True, tag="game_change_announced"):
    """The host changed the game during a hand: after it, these are the table's settings."""

    settings: TableSettings


class GameChanged(OfTable, frozen=True, kw_only=True, tag="game_changed"):
    """The table has these settings from now on."""

    settings: TableSettings


class ClosingAnnounced(OfTable, frozen=True, kw_only=True, tag="closing_announced"):
    """The table will close after the hand."""

    why: str


class TableClosed(OfTable, frozen=True, kw_only=True, tag="table_closed"):
    """The table is gone, and every player has their chips back."""

    why: str


class MovedIn(OfTable, frozen=True, kw_only=True, tag="moved_in"):
    """A tournament seated a player."""

    seat: int
    player: str
    chips: int
    bot: str = ""
    promise: str = ""
    bank_ms: int | None = None
    """The time bank they bring along; None for a full one."""
    disconnect_bank_ms: int | None = None
    """The same for lost connections."""


class MovedOut(OfTable, frozen=True, kw_only=True, tag="moved_out"):
    """A tournament moved a player and their chips to another table."""

    seat: int
    player: str
    chips: int


class ChipsSold(OfTable, frozen=True, kw_only=True, tag="chips_sold"):
    """A tournament sold a player more chips."""

    seat: int
    chips: int


class BlindsChanged(OfTable, frozen=True, kw_only=True, tag="blinds_changed"):
    """A tournament changed the blinds and ante for coming hands."""

    small: int
    big: int
    ante: int
    ante_kind: AnteKind | None = None
    """Who pays the ante from now on; None if it stays."""


class ButtonAssigned(OfTable, frozen=True, kw_only=True, tag="button_assigned"):
    """A tournament placed the button again, as after a redraw of seats."""

    where: Literal["draw", "highest"] | int


class NextHandHurried(OfTable, frozen=True, kw_only=True, tag="next_hand_hurried"):
    """The host started the next hand without the rest of the pause."""


class Released(OfTable, frozen=True, kw_only=True, tag="released"):
    """A tournament allowed the next hand to start, not before `begins`."""

    begins: int = 0
    round: int = 0
    """The tournament's round that the hand belongs to."""


BroadcastFact = BroadcastStarted | BroadcastRenewed | BroadcastStopped | BroadcastAnswered

OF_A_TURN: Final = Acted, BankTaken, SeedOpened, CardsTabled, BoardAsked
"""Facts of commands that name a hand, and whose answers the table itself remembers."""

Fact = OfTable | HostFact
"""Everything that can happen at a served table."""


def write(fact: Fact) -> bytes:
    return encode(fact)


_READER: Final[msgspec.json.Decoder[Fact]] = reader(OfTable, HostFact)


def read(payload: bytes) -> Fact:
    """Decode a fact that `write` encoded."""
    return _READER.decode(payload)
