"""The facts of a served table: frozen, in the past tense, the only thing a table is made from.

The same facts give the same table: cards, stacks, turn, clocks, and every update that viewers see. Each fact has the
time `at` which it became true; if a command caused it, it also names the sender and the `cmd_id`. Facts are secret: the
seeds of the shuffles are among them.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from bigslick.hand.actions import Action
from bigslick.protocol.afterwards import Which
from bigslick.protocol.encoding import encode
from bigslick.protocol.settings import TableSettings
from bigslick.server.hosting.facts import AnyHostFact, StoredFact
from bigslick.server.hosting.state import Invitation
from bigslick.table.seats import MissedBlinds


class Opened(StoredFact, frozen=True, kw_only=True, tag="opened"):
    """The first fact of every table."""

    table: str
    settings: TableSettings
    invitation: Invitation = Invitation()


class SeatTaken(StoredFact, frozen=True, kw_only=True, tag="seat_taken"):
    """A player took a seat with chips; `bot` is the style of a house bot."""

    seat: int
    player: str
    chips: int
    missed_blinds: MissedBlinds | None = None
    promise: str = ""
    bot: str = ""


class ChipsBought(StoredFact, frozen=True, kw_only=True, tag="chips_bought"):
    """A player bought chips, for after the hand if they are in one."""

    seat: int
    chips: int


class PlayerSatOut(StoredFact, frozen=True, kw_only=True, tag="player_sat_out"):
    """A player is away from now on."""

    seat: int
    why: Literal["asked", "timeouts"] = "asked"


class PlayerSatIn(StoredFact, frozen=True, kw_only=True, tag="player_sat_in"):
    """A player wants to be dealt in again."""

    seat: int
    how: MissedBlinds | None = None


class Left(StoredFact, frozen=True, kw_only=True, tag="left"):
    """A player leaves, after the hand if they are in one."""

    seat: int
    why: Literal["asked", "busted", "away", "kicked", "removed"] = "asked"


class Queued(StoredFact, frozen=True, kw_only=True, tag="queued"):
    """A player joined the queue for a seat."""

    player: str


class Unqueued(StoredFact, frozen=True, kw_only=True, tag="unqueued"):
    """A player left the queue, or did not take the seat held for them."""

    player: str
    why: Literal["asked", "expired", "gone", "kicked"] = "asked"


class SeatOffered(StoredFact, frozen=True, kw_only=True, tag="seat_offered"):
    """A free seat is held for a player from the queue."""

    player: str
    seat: int
    until: int


class SeedPromised(StoredFact, frozen=True, kw_only=True, tag="seed_promised"):
    """A player promised a seed for the next deck that is sealed."""

    seat: int
    promise: str


class SeedOpened(StoredFact, frozen=True, kw_only=True, tag="seed_opened"):
    """A player opened the seed promised for the sealed deck, and promised the next."""

    seat: int
    seed: str
    promise: str


class StraddleChosen(StoredFact, frozen=True, kw_only=True, tag="straddle_chosen"):
    """A player straddles from now on whenever they may, or no longer."""

    seat: int
    on: bool


class BombPotWanted(StoredFact, frozen=True, kw_only=True, tag="bomb_pot_wanted"):
    """A player agreed to a bomb pot in the next hand, or no longer does."""

    seat: int
    on: bool


class CardsTabled(StoredFact, frozen=True, kw_only=True, tag="cards_tabled"):
    """A player showed hole cards of a hand that was over."""

    hand: int
    seat: int
    which: Which


class BoardAsked(StoredFact, frozen=True, kw_only=True, tag="board_asked"):
    """A player asked for the rest of the board of a hand that had ended early."""

    hand: int
    seat: int


class Acted(StoredFact, frozen=True, kw_only=True, tag="acted"):
    """A seat acted; `why` says who decided if its player did not."""

    seat: int
    action: Action
    why: Literal["", "timeout", "away", "bot"] = ""


class BankTaken(StoredFact, frozen=True, kw_only=True, tag="time_taken"):
    """The player to act took the time bank."""

    seat: int


class SkipWanted(StoredFact, frozen=True, kw_only=True, tag="skip_wanted"):
    """A player wants to skip ahead; with the last of those asked the script jumps."""

    seat: int


class HandSealed(StoredFact, frozen=True, kw_only=True, tag="hand_sealed"):
    """The house shuffled the deck of the next hand from this secret and published its root; seeds may come `until`."""

    hand: int
    secret: bytes
    until: int


class HandDealt(StoredFact, frozen=True, kw_only=True, tag="hand_dealt"):
    """The sealed deck was dealt, in the order that the players' seeds make."""

    hand: int


class HandCalledOff(StoredFact, frozen=True, kw_only=True, tag="hand_called_off"):
    """The hand was a misdeal: every chip went back, and it is dealt again."""


class PlayerDisconnected(StoredFact, frozen=True, kw_only=True, tag="player_disconnected"):
    """A player with a seat or in the queue lost the connection."""

    player: str


class PlayerReconnected(StoredFact, frozen=True, kw_only=True, tag="player_reconnected"):
    """A player with a seat or in the queue is connected again."""

    player: str


class Restarted(StoredFact, frozen=True, kw_only=True, tag="restarted"):
    """The server is up again: every player lost the connection, and nobody's time ran meanwhile."""


class Delayed(StoredFact, frozen=True, kw_only=True, tag="delayed"):
    """The card room could not serve for a while, and nobody's time ran meanwhile."""

    ms: int


class ClosingAnnounced(StoredFact, frozen=True, kw_only=True, tag="closing_announced"):
    """The table closes after the hand."""

    why: str


class TableClosed(StoredFact, frozen=True, kw_only=True, tag="table_closed"):
    """The table is gone, and every player has their chips back."""

    why: str


class MovedIn(StoredFact, frozen=True, kw_only=True, tag="moved_in"):
    """A tournament seated a player."""

    seat: int
    player: str
    chips: int
    bot: str = ""
    promise: str = ""
    bank_ms: int | None = None
    """The time bank they bring along; None is a full one."""


class MovedOut(StoredFact, frozen=True, kw_only=True, tag="moved_out"):
    """A tournament took a player and their chips to another table."""

    seat: int
    player: str
    chips: int


class BlindsChanged(StoredFact, frozen=True, kw_only=True, tag="blinds_changed"):
    """A tournament changed blinds and ante for the hands to come."""

    small: int
    big: int
    ante: int


class ButtonAssigned(StoredFact, frozen=True, kw_only=True, tag="button_assigned"):
    """A tournament placed the button again, as after a redraw of seats."""

    where: Literal["draw", "highest"] | int


class NextHandHurried(StoredFact, frozen=True, kw_only=True, tag="next_hand_hurried"):
    """The host let the next hand begin without the rest of the pause."""


class Released(StoredFact, frozen=True, kw_only=True, tag="released"):
    """A tournament lets the next hand start, not before `begins`."""

    begins: int = 0


Fact = (
    Opened
    | SeatTaken
    | ChipsBought
    | PlayerSatOut
    | PlayerSatIn
    | Left
    | Queued
    | Unqueued
    | SeatOffered
    | SeedPromised
    | SeedOpened
    | StraddleChosen
    | BombPotWanted
    | CardsTabled
    | BoardAsked
    | Acted
    | BankTaken
    | SkipWanted
    | HandSealed
    | HandDealt
    | HandCalledOff
    | PlayerDisconnected
    | PlayerReconnected
    | Restarted
    | Delayed
    | ClosingAnnounced
    | TableClosed
    | MovedIn
    | MovedOut
    | BlindsChanged
    | ButtonAssigned
    | Released
    | NextHandHurried
    | AnyHostFact
)
"""Everything that can happen at a served table."""


def write(fact: Fact) -> bytes:
    """A fact as it is stored."""
    return encode(fact)


_READER: msgspec.json.Decoder[Fact] = msgspec.json.Decoder(Fact)


def read(payload: bytes) -> Fact:
    """A fact from what `write` made."""
    return _READER.decode(payload)
