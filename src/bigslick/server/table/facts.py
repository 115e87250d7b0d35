"""What has happened at a served table: frozen facts in the past tense, the only thing a table is made from.

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
from bigslick.protocol.host import Approval, Spectators
from bigslick.protocol.settings import TableSettings
from bigslick.server.hosting import Invitation
from bigslick.table.seats import MissedBlinds


class _TableFact(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    at: int
    """Milliseconds since 1970."""
    by: str = ""
    """Whose command it was; empty if the table acted by itself."""
    cmd_id: str = ""


class Opened(_TableFact, frozen=True, kw_only=True, tag="opened"):
    """The first fact of every table."""

    table: str
    settings: TableSettings
    invitation: Invitation = Invitation()


class SeatTaken(_TableFact, frozen=True, kw_only=True, tag="seat_taken"):
    """A player took a seat with chips; `bot` is the style of a house bot."""

    seat: int
    player: str
    chips: int
    missed_blinds: MissedBlinds | None = None
    promise: str = ""
    bot: str = ""


class ChipsBought(_TableFact, frozen=True, kw_only=True, tag="chips_bought"):
    """A player bought chips, for after the hand if they are in one."""

    seat: int
    chips: int


class PlayerSatOut(_TableFact, frozen=True, kw_only=True, tag="player_sat_out"):
    """A player is away from now on."""

    seat: int
    why: Literal["asked", "timeouts"] = "asked"


class PlayerSatIn(_TableFact, frozen=True, kw_only=True, tag="player_sat_in"):
    """A player wants to be dealt in again."""

    seat: int
    how: MissedBlinds | None = None


class Left(_TableFact, frozen=True, kw_only=True, tag="left"):
    """A player leaves, after the hand if they are in one."""

    seat: int
    why: Literal["asked", "busted", "away", "kicked", "removed"] = "asked"


class Queued(_TableFact, frozen=True, kw_only=True, tag="queued"):
    """A player joined the queue for a seat."""

    player: str


class Unqueued(_TableFact, frozen=True, kw_only=True, tag="unqueued"):
    """A player left the queue, or did not take the seat held for them."""

    player: str
    why: Literal["asked", "expired", "gone", "kicked"] = "asked"


class SeatOffered(_TableFact, frozen=True, kw_only=True, tag="seat_offered"):
    """A free seat is held for a player from the queue."""

    player: str
    seat: int
    until: int


class SeedPromised(_TableFact, frozen=True, kw_only=True, tag="seed_promised"):
    """A player promised a seed for the next deck that is sealed."""

    seat: int
    promise: str


class SeedOpened(_TableFact, frozen=True, kw_only=True, tag="seed_opened"):
    """A player opened the seed promised for the sealed deck, and promised the next."""

    seat: int
    seed: str
    promise: str


class StraddleChosen(_TableFact, frozen=True, kw_only=True, tag="straddle_chosen"):
    """A player straddles from now on whenever they may, or no longer."""

    seat: int
    on: bool


class BombPotWanted(_TableFact, frozen=True, kw_only=True, tag="bomb_pot_wanted"):
    """A player agreed to a bomb pot in the next hand, or no longer does."""

    seat: int
    on: bool


class CardsTabled(_TableFact, frozen=True, kw_only=True, tag="cards_tabled"):
    """A player showed hole cards of a hand that was over."""

    hand: int
    seat: int
    which: Which


class BoardAsked(_TableFact, frozen=True, kw_only=True, tag="board_asked"):
    """A player asked for the rest of the board of a hand that had ended early."""

    hand: int
    seat: int


class Acted(_TableFact, frozen=True, kw_only=True, tag="acted"):
    """A seat acted; `why` says who decided if its player did not."""

    seat: int
    action: Action
    why: Literal["", "timeout", "away", "bot"] = ""


class BankTaken(_TableFact, frozen=True, kw_only=True, tag="time_taken"):
    """The player to act took the time bank."""

    seat: int


class SkipWanted(_TableFact, frozen=True, kw_only=True, tag="skip_wanted"):
    """A player wants to skip ahead; with the last of those asked the script jumps."""

    seat: int


class HandSealed(_TableFact, frozen=True, kw_only=True, tag="hand_sealed"):
    """The house shuffled the deck of the next hand from this secret and published its root; seeds may come `until`."""

    hand: int
    secret: bytes
    until: int


class HandDealt(_TableFact, frozen=True, kw_only=True, tag="hand_dealt"):
    """The sealed deck was dealt, in the order that the players' seeds make."""

    hand: int


class HandCalledOff(_TableFact, frozen=True, kw_only=True, tag="hand_called_off"):
    """The hand was a misdeal: every chip went back, and it is dealt again."""


class PlayerReadmitted(_TableFact, frozen=True, kw_only=True, tag="player_readmitted"):
    """A player who was banned may come in again."""

    player: str


class PlayerDisconnected(_TableFact, frozen=True, kw_only=True, tag="player_disconnected"):
    """A player with a seat or in the queue lost the connection."""

    player: str


class PlayerReconnected(_TableFact, frozen=True, kw_only=True, tag="player_reconnected"):
    """A player with a seat or in the queue is connected again."""

    player: str


class Restarted(_TableFact, frozen=True, kw_only=True, tag="restarted"):
    """The server is up again: every player lost the connection, and nobody's time ran meanwhile."""


class Delayed(_TableFact, frozen=True, kw_only=True, tag="delayed"):
    """The card room could not serve for a while, and nobody's time ran meanwhile."""

    ms: int


class PauseStarted(_TableFact, frozen=True, kw_only=True, tag="pause_started"):
    """No hand starts until the table is resumed."""

    why: str


class PauseEnded(_TableFact, frozen=True, kw_only=True, tag="pause_ended"):
    """Hands are dealt again."""


class ClosingAnnounced(_TableFact, frozen=True, kw_only=True, tag="closing_announced"):
    """The table closes after the hand."""

    why: str


class TableClosed(_TableFact, frozen=True, kw_only=True, tag="table_closed"):
    """The table is gone, and every player has their chips back."""

    why: str


class MovedIn(_TableFact, frozen=True, kw_only=True, tag="moved_in"):
    """A tournament seated a player."""

    seat: int
    player: str
    chips: int
    bot: str = ""
    promise: str = ""
    bank_ms: int | None = None
    """The time bank they bring along; None is a full one."""


class MovedOut(_TableFact, frozen=True, kw_only=True, tag="moved_out"):
    """A tournament took a player and their chips to another table."""

    seat: int
    player: str
    chips: int


class BlindsChanged(_TableFact, frozen=True, kw_only=True, tag="blinds_changed"):
    """A tournament changed blinds and ante for the hands to come."""

    small: int
    big: int
    ante: int


class ButtonAssigned(_TableFact, frozen=True, kw_only=True, tag="button_assigned"):
    """A tournament placed the button anew, as after a redraw of seats."""

    where: Literal["draw", "highest"] | int


class HostChanged(_TableFact, frozen=True, kw_only=True, tag="host_changed"):
    """Another player is the host: made so by the host before, or because that one was away."""

    player: str
    why: Literal["handed_over", "away"] = "handed_over"


class HostWentAway(_TableFact, frozen=True, kw_only=True, tag="host_went_away"):
    """The host lost the last connection."""


class HostCameBack(_TableFact, frozen=True, kw_only=True, tag="host_came_back"):
    """The host is connected again."""


class HostAskedBack(_TableFact, frozen=True, kw_only=True, tag="host_asked_back"):
    """The host from whom another player took over asked to be the host again."""

    player: str


class DoorChanged(_TableFact, frozen=True, kw_only=True, tag="door_changed"):
    """The host decided anew what waits for a yes, and who may watch."""

    approve: Approval
    spectators: Spectators
    delay_ms: int = 0


class PlayerAdmitted(_TableFact, frozen=True, kw_only=True, tag="player_admitted"):
    """A player came in by the invite."""

    player: str


class BuyInRequested(_TableFact, frozen=True, kw_only=True, tag="buy_in_requested"):
    """A player asked the host for a seat, or for more chips."""

    player: str
    kind: Literal["seat", "chips"]
    chips: int
    seat: int | None = None
    missed_blinds: MissedBlinds | None = None
    promise: str = ""


class RequestSettled(_TableFact, frozen=True, kw_only=True, tag="request_settled"):
    """The host said yes or no to a request, or its player took it back."""

    player: str
    how: Literal["yes", "no", "withdrawn"]


class PlayerBanned(_TableFact, frozen=True, kw_only=True, tag="player_banned"):
    """A player must stay out."""

    player: str


class PlayerMuted(_TableFact, frozen=True, kw_only=True, tag="player_muted"):
    """A player may say nothing more."""

    player: str


class PlayerUnmuted(_TableFact, frozen=True, kw_only=True, tag="player_unmuted"):
    """A muted player may talk again."""

    player: str


class NextHandHurried(_TableFact, frozen=True, kw_only=True, tag="next_hand_hurried"):
    """The host let the next hand begin without the rest of the pause."""


class Released(_TableFact, frozen=True, kw_only=True, tag="released"):
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
    | PlayerReadmitted
    | PlayerDisconnected
    | PlayerReconnected
    | Restarted
    | Delayed
    | PauseStarted
    | PauseEnded
    | ClosingAnnounced
    | TableClosed
    | MovedIn
    | MovedOut
    | BlindsChanged
    | ButtonAssigned
    | Released
    | HostChanged
    | HostWentAway
    | HostCameBack
    | HostAskedBack
    | DoorChanged
    | PlayerAdmitted
    | BuyInRequested
    | RequestSettled
    | PlayerBanned
    | PlayerMuted
    | PlayerUnmuted
    | NextHandHurried
)
"""Everything that can happen at a served table."""


def write(fact: Fact) -> bytes:
    """A fact as it is stored."""
    return encode(fact)


_READER: msgspec.json.Decoder[Fact] = msgspec.json.Decoder(Fact)


def read(payload: bytes) -> Fact:
    """A fact from what `write` made."""
    return _READER.decode(payload)
