"""The socket's messages: each is a struct, sent as JSON with a `type` and decoded strictly.

A client sends commands. Each has a `cmd_id` that the client chooses, and gets one answer, `Done` or `Refused`; a resent
command gets the same answer and does nothing. Seats count from 0, times are milliseconds since 1970, chips are whole
numbers, wagers give the total "to", cards are two letters.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from bigslick.cards import Card
from bigslick.hand.actions import Action
from bigslick.hand.events import Event
from bigslick.hand.view import ViewData
from bigslick.table.events import TableEvent
from bigslick.table.seats import MissedBlinds

from .afterwards import Which
from .broadcast import BroadcastNow, Secret
from .deals import AnswerDeal, ProposeDeal
from .host import GuestCommand, HostCommand, HostNow, PaymentMarked, RequestAnswered, ShownOut
from .lobby import Lobby, LobbyChanged
from .message import Chips, Hash, Id, SeatNumber, Text
from .message import Message as _Message
from .room_events import DeckSealed, RoomEvent, SeatHeld, SeatsKept, StateChanged, Turn
from .settings import BuyIn, TableSettings
from .social import AvatarChanged, ChatLines, Emote, NamedHere, Phrase
from .tournament import OffersNow, PlayerMoved, TournamentChanged, TournamentNow, TournamentStructure
from .wording import Wording, word

PROTOCOL: Final = 1
MOST_BYTES: Final = 4096
"""The largest frame a client can send."""


def hand_id(table: str, number: int) -> str:
    """Return a hand's name for people and addresses: its table and its number."""
    return f"{table}-{number}"


# -- from the client --------------------------------------------------------------------------------------------------


class WatchTable(_Message, frozen=True, kw_only=True, tag="watch"):
    """Watch a table; after a lost connection, `last_seq` is the last update that arrived."""

    table: Id
    last_seq: int | None = None


class UnwatchTable(_Message, frozen=True, kw_only=True, tag="unwatch"):
    """Stop watching a table."""

    table: Id


class WatchBroadcast(_Message, frozen=True, kw_only=True, tag="watch_broadcast"):
    """Watch a table's broadcast, by the secret in its address; a connection watches one at a time."""

    secret: Secret


class WatchLobby(_Message, frozen=True, kw_only=True, tag="watch_lobby"):
    """Watch the lobby, which is sent now and whenever it changes."""


class Ping(_Message, frozen=True, kw_only=True, tag="ping"):
    """Ask for a `Pong`."""

    at: int = 0


class Sit(_Message, frozen=True, kw_only=True, tag="sit"):
    """Take a seat with chips from the account; without `seat`, the first free one."""

    cmd_id: Id
    table: Id
    chips: Chips
    seat: SeatNumber | None = None
    missed_blinds: MissedBlinds | None = None
    """Where players have the choice: post a blind, or wait for the big blind."""
    promise: Hash | None = None
    """The SHA-256 of the seed that the player adds to the first hand (see Fairness)."""


class TopUp(_Message, frozen=True, kw_only=True, tag="top_up"):
    """Buy more chips, which arrive after the hand."""

    cmd_id: Id
    table: Id
    chips: Chips


class SitOut(_Message, frozen=True, kw_only=True, tag="sit_out"):
    """Sit out: in a hand, check if that is free, otherwise fold."""

    cmd_id: Id
    table: Id


class SitIn(_Message, frozen=True, kw_only=True, tag="sit_in"):
    """Come back; where players have the choice, `how` is to post missed blinds or wait for the big blind."""

    cmd_id: Id
    table: Id
    how: MissedBlinds | None = None


class SitOutAtBlind(_Message, frozen=True, kw_only=True, tag="sit_out_at_blind"):
    """Sit out when the big blind reaches your seat, instead of posting it, or play on after all."""

    cmd_id: Id
    table: Id
    on: bool


class ChangeSeat(_Message, frozen=True, kw_only=True, tag="change_seat"):
    """Move to a free seat, starting with the next hand; without `seat`, stay after all."""

    cmd_id: Id
    table: Id
    seat: SeatNumber | None = None


class LeaveTable(_Message, frozen=True, kw_only=True, tag="leave"):
    """Leave with all chips when the hand is over."""

    cmd_id: Id
    table: Id


class Queue(_Message, frozen=True, kw_only=True, tag="queue"):
    """Join a full table's queue; a seat that opens up is held for a while."""

    cmd_id: Id
    table: Id


class Unqueue(_Message, frozen=True, kw_only=True, tag="unqueue"):
    """Leave the queue."""

    cmd_id: Id
    table: Id


class Act(_Message, frozen=True, kw_only=True, tag="act"):
    """Act on your turn; `hand` and `number` identify the turn, so a late click is refused."""

    cmd_id: Id
    table: Id
    hand: int
    number: int
    action: Action


class TakeTime(_Message, frozen=True, kw_only=True, tag="take_time"):
    """Start the time bank on your turn, to keep thinking after the deadline; you keep what you do not use."""

    cmd_id: Id
    table: Id
    hand: int
    number: int


class SkipAhead(_Message, frozen=True, kw_only=True, tag="skip_ahead"):
    """Agree to see the rest of a run-out, or the next hand, at once; it happens when everyone there agrees."""

    cmd_id: Id
    table: Id
    hand: int
    """The hand on the table, or the last one."""


class PromiseSeed(_Message, frozen=True, kw_only=True, tag="promise_seed"):
    """Promise a seed for the next sealed deck: its SHA-256, replacing the earlier promise."""

    cmd_id: Id
    table: Id
    promise: Hash


class OpenSeed(_Message, frozen=True, kw_only=True, tag="open_seed"):
    """Open the seed that was promised for a sealed deck, and promise the next one."""

    cmd_id: Id
    table: Id
    hand: int
    seed: Hash
    promise: Hash


class Straddle(_Message, frozen=True, kw_only=True, tag="straddle"):
    """Straddle whenever you can, starting with the next hand, or stop."""

    cmd_id: Id
    table: Id
    on: bool


class WantBombPot(_Message, frozen=True, kw_only=True, tag="want_bomb_pot"):
    """Propose a bomb pot for the next hand, agree to one, or withdraw; it is dealt if all players dealt in agree."""

    cmd_id: Id
    table: Id
    on: bool


class AnswerBroadcast(_Message, frozen=True, kw_only=True, tag="answer_broadcast"):
    """Say whether your hole cards appear in the broadcast, from the next hand on; until you answer they do not."""

    cmd_id: Id
    table: Id
    yes: bool


class ShowCards(_Message, frozen=True, kw_only=True, tag="show_cards"):
    """Show one or both of your hole cards to everyone, after the hand and before the next deal."""

    cmd_id: Id
    table: Id
    hand: int
    which: Which


class HuntRabbit(_Message, frozen=True, kw_only=True, tag="hunt_rabbit"):
    """See the rest of the board after a hand that ended early, before the next deal."""

    cmd_id: Id
    table: Id
    hand: int


class AddBot(_Message, frozen=True, kw_only=True, tag="add_bot"):
    """Seat a house bot."""

    cmd_id: Id
    table: Id
    style: Id
    seat: SeatNumber | None = None


class RemoveBot(_Message, frozen=True, kw_only=True, tag="remove_bot"):
    """Make the house bot in a seat leave."""

    cmd_id: Id
    table: Id
    seat: SeatNumber


class Say(_Message, frozen=True, kw_only=True, tag="say"):
    """Say one thing to the table: a text, a phrase that everyone reads in their own language, or an emote."""

    cmd_id: Id
    table: Id
    text: Text | None = None
    phrase: Phrase | None = None
    emote: Emote | None = None

    def __post_init__(self) -> None:
        if [self.text, self.phrase, self.emote].count(None) != 2:
            raise ValueError("say one thing: a text, a phrase or an emote")


class Register(_Message, frozen=True, kw_only=True, tag="register"):
    """Enter a tournament, or enter again after a bust while that is possible; the account pays the price of an entry.

    Between flights, or in a flight you are out of, the entry is for the next one.
    """

    cmd_id: Id
    tournament: Id


class Unregister(_Message, frozen=True, kw_only=True, tag="unregister"):
    """Withdraw the entry before the tournament, or the flight, starts."""

    cmd_id: Id
    tournament: Id


class CheckIn(_Message, frozen=True, kw_only=True, tag="check_in"):
    """Say that you are there before the tournament starts."""

    cmd_id: Id
    tournament: Id


ExtraChips = Literal["rebuy", "addon"]
"""Chips on offer to players in a tournament."""


class BuyChips(_Message, frozen=True, kw_only=True, tag="buy_chips"):
    """Pay for a rebuy or the add-on; the chips come between hands."""

    cmd_id: Id
    tournament: Id
    kind: ExtraChips


class DeclineChips(_Message, frozen=True, kw_only=True, tag="decline_chips"):
    """Decline a rebuy or the add-on, so that no one waits for your answer."""

    cmd_id: Id
    tournament: Id
    kind: ExtraChips


class WatchTournament(_Message, frozen=True, kw_only=True, tag="watch_tournament"):
    """Watch a tournament: its state is sent now and whenever it changes."""

    tournament: Id


TableCommand = (
    Sit
    | TopUp
    | SitOut
    | SitIn
    | SitOutAtBlind
    | ChangeSeat
    | LeaveTable
    | Queue
    | Unqueue
    | Act
    | TakeTime
    | SkipAhead
    | PromiseSeed
    | OpenSeed
    | Straddle
    | WantBombPot
    | AnswerBroadcast
    | ShowCards
    | HuntRabbit
    | AddBot
    | RemoveBot
    | Say
    | GuestCommand
    | HostCommand
)
EntrantCommand = Register | Unregister | CheckIn | BuyChips | DeclineChips | ProposeDeal | AnswerDeal
"""Everything that players send about their own entries."""
TournamentCommand = EntrantCommand | GuestCommand | HostCommand
Command = (
    WatchTable | UnwatchTable | WatchBroadcast | WatchLobby | Ping | WatchTournament | TableCommand | TournamentCommand
)
"""Everything a client can send."""
WireEvent = RoomEvent | TableEvent | Event
"""An update's events: from the card room, from the table between hands, and from the hand."""


# -- from the server --------------------------------------------------------------------------------------------------


class Opening(msgspec.Struct, frozen=True):
    """The proof of a card's place in the sealed deck: the place, a salt, and the path to the root."""

    place: int
    card: Card
    salt: str
    path: tuple[str, ...]


class SeatNow(msgspec.Struct, frozen=True, kw_only=True):
    """A taken seat in a snapshot."""

    seat: int
    player: str
    stack: int | None
    """Chips when the current hand began, or now between hands; None if the host hides them from you."""
    bot: str = ""
    """A house bot's style; empty for a person."""
    sitting_out: bool = False
    out_at_blind: bool = False
    """Whether the player sits out when the big blind reaches the seat."""
    leaving: bool = False
    new_seat: int | None = None
    """The seat that the player moves to before the next hand."""
    connected: bool = True
    absent: bool = False
    """Whether the player is not connected or ran out of time, and can be sat out by the host or by vote."""
    sit_out_votes: tuple[str, ...] = ()
    """Players who voted to sit them out."""
    waiting: bool = False
    """Whether it owes a blind, and is not dealt in until it has posted."""
    posting: bool = False
    """Whether it posts what it owes at the first chance, instead of waiting for the big blind."""
    straddles: bool = False
    """Whether it straddles whenever it can."""
    wants_bomb: bool = False
    """Whether it agrees to a bomb pot in the next hand."""
    bank_ms: int = 0
    top_up: tuple[int, int] | None = None
    """The smallest and largest number of chips the player can add; None if they cannot."""
    bought: int = 0
    """Bought chips that come into play after the hand."""


class Welcome(msgspec.Struct, frozen=True, kw_only=True, tag="welcome"):
    """The first message on a connection."""

    protocol: int
    player: str | None
    now: int


class TableSnapshot(msgspec.Struct, frozen=True, kw_only=True, tag="snapshot"):
    """A table as this viewer can see it; `events` are the current or last hand's, starting with `hand_began`."""

    table: str
    seq: int
    now: int
    spec: TableSettings
    next_spec: TableSettings | None = None
    """The settings from the next hand on, if the host has changed them."""
    buy_in: BuyIn | None
    """None at a tournament table."""
    you: int | None
    """The viewer's seat."""
    left_with: int = 0
    """The chips the viewer left with and has to bring back; 0 if any buy-in will do."""
    seats: tuple[SeatNow, ...]
    state: StateChanged
    """The table's state now, as in the last `state_changed`."""
    hand: int
    events: tuple[WireEvent, ...]
    turn: Turn | None = None
    view: ViewData | None = None
    """With `turn`, if it is the viewer's: the hand as their seat sees it."""
    next_hand_at: int | None = None
    sealed: DeckSealed | None = None
    """The next hand's deck, while waiting for the players' seeds."""
    promise: str = ""
    """The viewer's promise for the next deck."""
    queue: tuple[str, ...] = ()
    held: tuple[SeatHeld, ...] = ()
    kept: SeatsKept | None = None
    """How many free seats are kept for club members who said yes to the evening, if any."""
    paused: str = ""
    redraw: bool = False
    """Whether all seats are drawn before the next hand."""
    closing: str = ""
    """Why the table closes after this hand."""
    closed: str = ""
    openings: tuple[Opening, ...] = ()
    skips: tuple[int, ...] = ()
    """The seats of players who want to skip ahead."""


class Update(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="update"):
    """A table's events since the last update; `seq` goes up by one each time."""

    table: str
    seq: int
    now: int
    events: tuple[WireEvent, ...]
    view: ViewData | None = None
    """With this viewer's `turn`: the hand as their seat sees it."""
    openings: tuple[Opening, ...] = ()
    """Proofs of the cards that this viewer sees for the first time."""
    seats: tuple[SeatNow, ...] | None = None
    """All taken seats now, if anything about them changed."""
    next_hand_at: int | None = None
    called_off: bool = False
    """Whether the announced hand was called off."""


class Done(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="done"):
    """A command was carried out; `seq` is the last update that shows its effect."""

    cmd_id: str
    seq: int = 0
    seat: int | None = None


class Refused(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="refused"):
    """A command was refused, and nothing has changed."""

    sentence: str
    cmd_id: str = ""
    code: str = "refused"
    """One word for programs: refused, illegal, stale, not_your_turn, not_signed_in, not_host, banned, muted, unknown,
    malformed, too_fast, away, failed, set_aside."""
    table: str = ""
    """The table, if a `watch` was refused."""
    wording: Wording | None = None

    def __post_init__(self) -> None:
        word(self)


class Said(msgspec.Struct, frozen=True, kw_only=True, tag="said", omit_defaults=True):
    """A player said something; texts and phrases have a line number and are kept for a while."""

    table: str
    player: str
    at: int
    number: int = 0
    text: str = ""
    phrase: Phrase | Literal[""] = ""
    emote: Emote | Literal[""] = ""


class SkipAgreed(msgspec.Struct, frozen=True, kw_only=True, tag="skip_agreed"):
    """Players who want to skip ahead, and how many were asked; when all agree, the rest is shown at once."""

    table: str
    hand: int
    seats: tuple[int, ...]
    asked: int


class Pong(msgspec.Struct, frozen=True, kw_only=True, tag="pong"):
    """The answer to a ping."""

    at: int
    now: int


class Outage(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="outage"):
    """The card room is waiting for its database; an empty sentence ends the outage.

    Meanwhile every table is away; afterwards it continues in its previous state.
    """

    sentence: str
    state: Literal["away", ""] = ""
    wording: Wording | None = None

    def __post_init__(self) -> None:
        word(self)


class Bye(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="bye"):
    """The last message on a connection: why it was closed."""

    sentence: str
    wording: Wording | None = None

    def __post_init__(self) -> None:
        word(self)


FromServer = (
    Welcome
    | TableSnapshot
    | Update
    | Done
    | Refused
    | Said
    | SkipAgreed
    | ChatLines
    | NamedHere
    | AvatarChanged
    | Lobby
    | LobbyChanged
    | TournamentStructure
    | TournamentNow
    | TournamentChanged
    | OffersNow
    | PlayerMoved
    | HostNow
    | BroadcastNow
    | RequestAnswered
    | ShownOut
    | PaymentMarked
    | Pong
    | Outage
    | Bye
)
"""Everything a server can send."""
