"""Messages between the host of a table or tournament, players who want to come in, and the card room.

The host is the player who opened it, or was handed it. `at` names the table or the tournament.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from bigslick.sentence import say

from .message import Id, Message, Player
from .settings import BadSettings
from .wording import Wording, word

Approval = Literal["none", "players", "buy_ins"]
"""Which buy-ins wait for the host's yes: none, each player's first, or every buy-in and top-up."""
Spectators = Literal["on", "delayed", "off"]
"""Whether viewers who do not play see the hands: live, delayed, or not at all."""
LEAST_DELAY_MS: Final = 1_000
MOST_DELAY_MS: Final = 600_000
LEAST_AWAY_MS: Final = 5_000
MOST_AWAY_MS: Final = 3_600_000

Why = Annotated[str, Meta(min_length=1, max_length=200)]
Delay = Annotated[int, Meta(ge=0, le=MOST_DELAY_MS)]
Away = Annotated[int, Meta(ge=0, le=MOST_AWAY_MS)]


class GameDoor(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The door to a table or tournament: who comes in, and who can watch."""

    private: bool = False
    """Whether only players with the invite know about it; decided when it opens."""
    approve: Approval = "none"
    spectators: Spectators = "on"
    delay_ms: Delay = 0
    """How far viewers who do not play are behind, if they are delayed; 0 otherwise."""
    take_over_ms: Away = 300_000
    """How long the host can be away before another player may take over; 0 = forever. Decided when it opens."""

    def __post_init__(self) -> None:
        if 0 < self.take_over_ms < LEAST_AWAY_MS:
            raise BadSettings(
                say(
                    "take_over_ms={take_over_ms}: expected {least} to {most}, or 0 if nobody may take over",
                    take_over_ms=str(self.take_over_ms),
                    least=str(LEAST_AWAY_MS),
                    most=str(MOST_AWAY_MS),
                )
            )
        if self.spectators == "delayed":
            if not LEAST_DELAY_MS <= self.delay_ms <= MOST_DELAY_MS:
                raise BadSettings(
                    say(
                        "delay_ms={delay_ms}: expected {least} to {most} for delayed spectators",
                        delay_ms=str(self.delay_ms),
                        least=str(LEAST_DELAY_MS),
                        most=str(MOST_DELAY_MS),
                    )
                )
        elif self.delay_ms:
            raise BadSettings(
                say(
                    "delay_ms={delay_ms}: only delayed spectators have a delay; leave it out",
                    delay_ms=str(self.delay_ms),
                )
            )


# -- from the host ----------------------------------------------------------------------------------------------------


class _HostMessage(Message, frozen=True, kw_only=True):
    cmd_id: Id
    at: Id


class Pause(_HostMessage, frozen=True, kw_only=True, tag="pause"):
    """Start no new hand until `resume`."""

    why: Why = "a break"


class Resume(_HostMessage, frozen=True, kw_only=True, tag="resume"):
    """Deal again."""


class Close(_HostMessage, frozen=True, kw_only=True, tag="close"):
    """Close the table after the hand, or call the tournament off before it starts; everyone gets their chips back."""

    why: Why = "the host has closed it"


class Kick(_HostMessage, frozen=True, kw_only=True, tag="kick"):
    """Make a player leave their seat after the hand, which they play out; they can ask for a seat again."""

    player: Player


class Ban(_HostMessage, frozen=True, kw_only=True, tag="ban"):
    """Make a player leave and stay out until `unban`; they cannot watch or talk either, but play out their hand."""

    player: Player


class Unban(_HostMessage, frozen=True, kw_only=True, tag="unban"):
    """Allow a banned player to come in again."""

    player: Player


class Mute(_HostMessage, frozen=True, kw_only=True, tag="mute"):
    """Stop a player from talking at this table until `unmute`."""

    player: Player


class Unmute(_HostMessage, frozen=True, kw_only=True, tag="unmute"):
    """Allow a muted player to talk again."""

    player: Player


class MoveOn(_HostMessage, frozen=True, kw_only=True, tag="move_on"):
    """Begin the next hand now, skipping the rest of the pause."""


class HandOverHost(_HostMessage, frozen=True, kw_only=True, tag="hand_over"):
    """Make another player the host, who sits at the table, has entered the tournament or came in by the invite."""

    player: Player


class ChangeDoor(_HostMessage, frozen=True, kw_only=True, tag="change_door"):
    """Change what waits for your yes, and who can watch."""

    approve: Approval
    spectators: Spectators = "on"
    delay_ms: Delay = 0


class AnswerRequest(_HostMessage, frozen=True, kw_only=True, tag="answer_request"):
    """Say yes or no to a player who asks for a seat, for chips, for an entry or to be the host again."""

    player: Player
    yes: bool


HostCommand = (
    Pause | Resume | Close | Kick | Ban | Unban | Mute | Unmute | MoveOn | HandOverHost | ChangeDoor | AnswerRequest
)
"""Everything that only the host may do."""


class WithdrawRequest(_HostMessage, frozen=True, kw_only=True, tag="withdraw_request"):
    """Take back your own request."""


class TakeOver(_HostMessage, frozen=True, kw_only=True, tag="take_over"):
    """Take over from an absent host; the longest-seated player has first claim."""


class AskBack(_HostMessage, frozen=True, kw_only=True, tag="ask_back"):
    """Ask to be the host again after another player took over."""


GuestCommand = WithdrawRequest | TakeOver | AskBack
"""Everything that players send about the host."""


# -- from the server --------------------------------------------------------------------------------------------------


RequestKind = Literal["seat", "chips", "entry", "host"]
"""Chips for a seat, more chips, an entry to a tournament, or to be the host again."""


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """A player who waits for the host's yes."""

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
    """Players who came in by the invite."""
    invite: str
    """The secret in the invite link; empty if it is not private."""
    password: bool
    """Whether the invite also asks for a password."""


class HostNow(msgspec.Struct, frozen=True, kw_only=True, tag="host"):
    """The host of a table or tournament and its door; sent after a snapshot, and whenever it changes."""

    at: str
    host: str
    """Empty if the house runs it."""
    door: GameDoor
    asked: Request | None = None
    """Your own request, until the host answers it."""
    away_since: int | None = None
    """Since when the host has had no connection; None while they are there."""
    asks_back: bool = False
    """Whether you can ask to be the host again."""
    desk: HostDesk | None = None
    """For the host only."""


class RequestAnswered(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="request_answered"):
    """The host has answered your request."""

    at: str
    yes: bool
    sentence: str
    wording: Wording | None = None

    def __post_init__(self) -> None:
        word(self)


class ShownOut(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="shown_out"):
    """The host made you leave a table or tournament. Unless you were only kicked, you see nothing more of it after the
    hand you are in.
    """

    at: str
    banned: bool
    sentence: str
    wording: Wording | None = None

    def __post_init__(self) -> None:
        word(self)
