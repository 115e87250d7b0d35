"""Messages between the host of a table or tournament, players who want to come in, and the card room.

The host is the player who opened it, was handed it, or took it over. `at` is the table or the tournament.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from bigslick.sentence import say

from .broadcast import BroadcastDelay
from .door import GameDoor
from .message import Id, Message, Player, SeatNumber
from .money import ChipValue
from .opening import TableChanges
from .wording import Wording, word

LONGEST_WHY: Final = 200
"""The most characters in a reason."""
Why = Annotated[str, Meta(min_length=1, max_length=LONGEST_WHY)]
Correction = Annotated[int, Meta(ge=-(10**15), le=10**15)]
"""Chips to add, or to take away if negative."""


# -- from the host ----------------------------------------------------------------------------------------------------


class _HostMessage(Message, frozen=True, kw_only=True):
    cmd_id: Id
    at: Id


class Pause(_HostMessage, frozen=True, kw_only=True, tag="pause"):
    """Deal no new hand until `resume`."""

    why: Why = str(say("a break"))


class Resume(_HostMessage, frozen=True, kw_only=True, tag="resume"):
    """Deal again."""


class Close(_HostMessage, frozen=True, kw_only=True, tag="close"):
    """Close the table after the hand: everyone gets their chips back. Or call the tournament off after the hands in
    progress: everyone gets what the rule for calling off gives them.
    """

    why: Why = str(say("the host has closed it"))


class StartNow(_HostMessage, frozen=True, kw_only=True, tag="start_now"):
    """Start a tournament with the players who have entered, at least two."""


class Kick(_HostMessage, frozen=True, kw_only=True, tag="kick"):
    """Make a player leave their seat after the current hand; they can ask for a seat again.

    In a running tournament their chips leave play, and they get the prize of their place.
    """

    player: Player
    why: Annotated[str, Meta(max_length=LONGEST_WHY)] = ""
    """The reason that all tables read; a running tournament needs one."""


class Ban(_HostMessage, frozen=True, kw_only=True, tag="ban"):
    """Make a player leave and stay out until `unban`; they finish their hand, but can no longer watch or chat."""

    player: Player


class Unban(_HostMessage, frozen=True, kw_only=True, tag="unban"):
    """Lift a ban."""

    player: Player


class Mute(_HostMessage, frozen=True, kw_only=True, tag="mute"):
    """Stop a player from chatting at this table until `unmute`."""

    player: Player


class Unmute(_HostMessage, frozen=True, kw_only=True, tag="unmute"):
    """Lift a mute."""

    player: Player


class MoveOn(_HostMessage, frozen=True, kw_only=True, tag="move_on"):
    """Start the next hand now, skipping the rest of the pause."""


class HandOverHost(_HostMessage, frozen=True, kw_only=True, tag="hand_over"):
    """Make another player the host: one at the table, in the tournament, or with the invite."""

    player: Player


class ChangeSettings(_HostMessage, frozen=True, kw_only=True, tag="change_settings"):
    """Change what you chose when you opened it: the door at once, the game from the next hand on.

    In a tournament only what concerns its host can change: `approve`, `take_over_ms` and `longest_pause_ms`.
    """

    changes: TableChanges


class CorrectChips(_HostMessage, frozen=True, kw_only=True, tag="correct_chips"):
    """Add chips to a player's stack or take some away, after the hand: a buy-in put right, from or to their account."""

    player: Player
    chips: Correction
    why: Why


class SitOutPlayer(_HostMessage, frozen=True, kw_only=True, tag="sit_out_player"):
    """Sit out a player who is absent: in a hand they check if that is free, otherwise fold. They come back as usual."""

    player: Player


class MovePlayer(_HostMessage, frozen=True, kw_only=True, tag="move_player"):
    """Move a player to another seat, starting with the next hand; if it is taken, the two swap.

    The player's own seat undoes it. In a tournament: move them to an open seat of any table, with a reason.
    """

    player: Player
    seat: SeatNumber
    table: Annotated[int, Meta(ge=0, le=10_000)] = 0
    """The number of a tournament's table; 0 for the one where they sit."""
    why: Annotated[str, Meta(max_length=LONGEST_WHY)] = ""
    """The reason that all tables read; a tournament needs one."""


class RedrawSeats(_HostMessage, frozen=True, kw_only=True, tag="redraw_seats"):
    """Draw all seats and the button, for the next hand."""


class ChangeClock(_HostMessage, frozen=True, kw_only=True, tag="change_clock"):
    """Change a tournament's clock, in one of three ways: the level or break of now lasts longer or shorter, by seconds
    or by hands as its levels are counted, or a later level begins at once.
    """

    why: Why
    seconds: Annotated[int, Meta(ge=-86_400, le=86_400)] = 0
    hands: Annotated[int, Meta(ge=-1_000, le=1_000)] = 0
    level: Annotated[int, Meta(ge=1, le=1_000)] | None = None
    """The level that begins; in a break, the next one ends it."""


class RenewInvite(_HostMessage, frozen=True, kw_only=True, tag="renew_invite"):
    """Make a new invite link; the old one opens nothing any more. Players who came in with it stay."""


class StartBroadcast(_HostMessage, frozen=True, kw_only=True, tag="start_broadcast"):
    """Broadcast the table at a secret address, from the next hand on; the players are asked about their cards."""

    delay_ms: BroadcastDelay | None = None
    """How long after its end a hand is broadcast; None for the room's shortest delay."""


class RenewBroadcast(_HostMessage, frozen=True, kw_only=True, tag="renew_broadcast"):
    """Give the broadcast a new address; the old one shows nothing any more."""


class StopBroadcast(_HostMessage, frozen=True, kw_only=True, tag="stop_broadcast"):
    """End the broadcast now; hands that have not been shown yet are never shown."""


class AnswerRequest(_HostMessage, frozen=True, kw_only=True, tag="answer_request"):
    """Approve or refuse a player's request for a seat, for chips, for an entry or to be the host again."""

    player: Player
    yes: bool


HostCommand = (
    Pause
    | Resume
    | Close
    | StartNow
    | Kick
    | Ban
    | Unban
    | Mute
    | Unmute
    | MoveOn
    | HandOverHost
    | ChangeSettings
    | CorrectChips
    | SitOutPlayer
    | MovePlayer
    | RedrawSeats
    | ChangeClock
    | RenewInvite
    | StartBroadcast
    | RenewBroadcast
    | StopBroadcast
    | AnswerRequest
)
"""Everything that only the host may do."""


class WithdrawRequest(_HostMessage, frozen=True, kw_only=True, tag="withdraw_request"):
    """Take back your own request."""


class TakeOver(_HostMessage, frozen=True, kw_only=True, tag="take_over"):
    """Take over from an absent host; the longest-seated player has first claim."""


class AskBack(_HostMessage, frozen=True, kw_only=True, tag="ask_back"):
    """Ask to be the host again after another player took over."""


class WantResume(_HostMessage, frozen=True, kw_only=True, tag="want_resume"):
    """Vote to resume a game that its host has paused; more than half of the connected players must."""


class WantSitOut(_HostMessage, frozen=True, kw_only=True, tag="want_sit_out"):
    """Vote to sit out an absent player; more than half of the other connected players must, and at least two."""

    player: Player


GuestCommand = WithdrawRequest | TakeOver | AskBack | WantResume | WantSitOut
"""Everything that players send about the host."""


# -- from the server --------------------------------------------------------------------------------------------------


RequestKind = Literal["seat", "chips", "entry", "host"]
"""Chips for a seat, more chips, an entry to a tournament, or to be the host again."""


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """A player who is waiting for the host's approval."""

    player: str
    kind: RequestKind
    chips: int
    asked_at: int


class HostDesk(msgspec.Struct, frozen=True, kw_only=True):
    """Requests, bans and the invite, for the host only."""

    requests: tuple[Request, ...]
    """Oldest first."""
    banned: tuple[str, ...]
    muted: tuple[str, ...]
    let_in: tuple[str, ...]
    """Players who came in with the invite."""
    invite: str
    """The secret in the invite link; empty if the game is not private."""
    password: bool
    """Whether the invite also asks for a password."""


class HostNow(msgspec.Struct, frozen=True, kw_only=True, tag="host"):
    """The host of a table or tournament and its access settings; sent after a snapshot, and whenever they change."""

    at: str
    host: str
    """Empty for a house game."""
    door: GameDoor
    asked: Request | None = None
    """Your own request, until the host answers it."""
    away_since: int | None = None
    """When the host lost the connection; None while they are connected."""
    asks_back: bool = False
    """Whether you can ask to be the host again."""
    pause_ends: int | None = None
    """When play resumes by itself; None unless a host has paused it."""
    votes: tuple[str, ...] = ()
    """Players who voted to resume it."""
    desk: HostDesk | None = None
    """For the host only."""


class RequestAnswered(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="request_answered"):
    """The host answered your request."""

    at: str
    yes: bool
    sentence: str
    wording: Wording | None = None

    def __post_init__(self) -> None:
        word(self)


class PaymentMarked(msgspec.Struct, frozen=True, kw_only=True, tag="payment_marked"):
    """A payment between you and another player for a night that is over was marked as made, or the mark taken back."""

    table: str
    name: str
    """The table's name."""
    payer: str
    payee: str
    chips: int
    chip_value: ChipValue | None
    """What a chip was worth that night; None for chips."""
    paid: bool
    by: str
    """The host, or the player it was paid to."""


class ShownOut(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="shown_out"):
    """The host made you leave a table or tournament. Unless you were only kicked, your hand is the last you see."""

    at: str
    why: Literal["kicked", "banned", "private", "broadcast"]
    """`private`: you do not have the invite; `broadcast`: the broadcast you watched is over, or has a new address."""
    sentence: str
    wording: Wording | None = None

    def __post_init__(self) -> None:
        word(self)
