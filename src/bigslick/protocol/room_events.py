"""Events at a served table beyond the hand and the seats: decks, clocks, connections, the queue, pauses."""

from __future__ import annotations

from typing import Literal

import msgspec

from bigslick.cards import Card
from bigslick.hand.events import Street
from bigslick.hand.options import Options
from bigslick.hand.result import Pot

from .afterwards import CardsShown, RabbitHunted, SevenDeucePaid
from .settings import BuyIn, TableSettings

StateName = Literal[
    "waiting", "between_hands", "sealing", "dealing", "betting", "showdown", "paying", "paused", "closed", "away"
]
"""The states of a table: see `docs/explanation/table-states.md`."""


class StateChanged(msgspec.Struct, frozen=True, omit_defaults=True, tag="state_changed"):
    """The table entered this state, to which the following events belong."""

    state: StateName
    street: Street | Literal[""] = ""
    """The street of the betting."""


class PlayerSeed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's part in the deck order: the promise from before the deck was sealed, and the seed."""

    promise: str
    seed: str = ""
    """Empty if it was not opened in time."""


class DeckSealed(msgspec.Struct, frozen=True, kw_only=True, tag="deck_sealed"):
    """The next hand's deck is sealed and everything else about the hand is fixed; the players now open their seeds."""

    hand: int
    root: str
    """The root over the 52 sealed cards."""
    button: int
    players: dict[int, str]
    """Who is dealt in, by seat."""
    promises: dict[int, str]
    """The players whose seeds are awaited, by seat."""
    until: int
    """When the hand begins, even if some seeds are missing."""


class HandBegan(msgspec.Struct, frozen=True, kw_only=True, tag="hand_began"):
    """A hand starts from the sealed deck, in the order that the players' seeds determine (see Fairness)."""

    id: str
    """The hand's name in the API."""
    hand: int
    button: int
    small_blind: int
    big_blind: int
    ante: int
    bomb_pot: bool = False
    """Whether everyone pays the ante, no one posts a blind, and betting begins on the flop."""
    double_board: bool = False
    """Whether two boards are dealt from the flop on, each for half of every pot."""
    stacks: tuple[int, ...]
    """The chips of players dealt in, by seat; 0 elsewhere."""
    players: dict[int, str]
    """Who is dealt in, by seat."""
    bots: dict[int, str]
    """The styles of the house bots among them, by seat."""
    root: str
    """The root from `deck_sealed`."""
    seeds: dict[int, PlayerSeed]
    """Each player's promise and seed, by seat; house bots have none."""


class PotsChanged(msgspec.Struct, frozen=True, tag="pots_changed"):
    """The chips from finished streets are in these pots, main pot first; bets in front are not included."""

    pots: tuple[Pot, ...]


class Made(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="made"):
    """The hand a seat makes with a board so far; only its player sees it until the cards are shown."""

    seat: int
    name: str
    """Display text: "two pair, kings and sevens"; before the flop "ace and king, suited"."""
    five: tuple[Card, ...]
    """The cards that play, starting with those that make the hand; empty before the flop."""
    shown: bool
    """Whether everyone can see it."""
    board: int = 0
    """The board, if the hand is run out on several."""


class Tabled(msgspec.Struct, frozen=True, tag="tabled"):
    """A seat's hand was turned face up before the rest of the board, because the betting is over (TDA 16)."""

    seat: int
    cards: tuple[Card, ...]


class Equities(msgspec.Struct, frozen=True, omit_defaults=True, tag="equities"):
    """Each tabled hand's average share of the pots, by seat, over every way to complete the board."""

    shares: dict[int, float]
    """From 0 to 1, adding up to 1."""
    board: int = 0
    """The board, if the hand is run out on several; cards on the other boards cannot come here."""


class WagerSize(msgspec.Struct, frozen=True):
    """A bet or raise that players call by name: the total `to`, always legal."""

    name: Literal["min", "half_pot", "pot", "max"]
    to: int


class Turn(msgspec.Struct, frozen=True, kw_only=True, tag="turn"):
    """It is a seat's turn until `ends`; `number` names the decision."""

    seat: int
    hand: int
    number: int
    deadline: int
    """When the action time is over; the turn ends then unless a bank runs."""
    ends: int
    """When we check or fold for the player: the deadline plus the time bank that runs after it."""
    bank_ms: int
    """The player's time bank, running or not."""
    options: Options
    sizes: tuple[WagerSize, ...]
    """From the smallest wager to the largest; empty if the seat cannot bet or raise."""
    call_all_in: bool
    """Whether a call takes the seat's last chip."""
    takes_time: bool = False
    """Whether the player has started the time bank."""


class ClockChanged(msgspec.Struct, frozen=True, kw_only=True, tag="clock_changed"):
    """The current turn's clock changed: its player lost the connection and has grace, or the room was down."""

    seat: int
    deadline: int
    ends: int


class TimeTaken(msgspec.Struct, frozen=True, tag="time_taken"):
    """The player to act started the time bank, and can think until `ends`."""

    seat: int
    ends: int


class TimedOut(msgspec.Struct, frozen=True, tag="timed_out"):
    """A seat ran out of time; a check or fold follows."""

    seat: int


class Disconnected(msgspec.Struct, frozen=True, tag="disconnected"):
    """The player in a seat lost the connection."""

    seat: int


class Reconnected(msgspec.Struct, frozen=True, tag="reconnected"):
    """The player in a seat is connected again."""

    seat: int


class QueueChanged(msgspec.Struct, frozen=True, tag="queue_changed"):
    """The queue for a seat, in order."""

    players: tuple[str, ...]


class SeatHeld(msgspec.Struct, frozen=True, tag="seat_held"):
    """A free seat is held until then for the first player in the queue."""

    seat: int
    player: str
    until: int


class SeatsKept(msgspec.Struct, frozen=True, tag="seats_kept"):
    """Free seats are kept until then for club members who said yes to the evening; a count of 0 ends it."""

    count: int
    until: int


class DealingPaused(msgspec.Struct, frozen=True, tag="paused"):
    """No new hand starts until the table is resumed."""

    why: str


class DealingResumed(msgspec.Struct, frozen=True, tag="resumed"):
    """Hands are dealt again."""


class Closing(msgspec.Struct, frozen=True, tag="closing"):
    """The hand in play is the last: the table closes after it."""

    why: str


class Closed(msgspec.Struct, frozen=True, tag="closed"):
    """The table is closed, and every player at it has their chips back."""

    why: str


class ChipsCorrected(msgspec.Struct, frozen=True, kw_only=True, tag="chips_corrected"):
    """The host adds chips to a stack after the hand, or takes some away if the number is negative."""

    seat: int
    player: str
    chips: int
    why: str


class SeatChangeAnnounced(msgspec.Struct, frozen=True, kw_only=True, tag="seat_change_announced"):
    """A player moves to another seat, starting with the next hand."""

    seat: int
    player: str
    new_seat: int | None
    """None if the player stays after all."""
    by_host: bool


class RedrawAnnounced(msgspec.Struct, frozen=True, tag="redraw_announced"):
    """All seats and the button are drawn for the next hand."""


class SeatsDrawn(msgspec.Struct, frozen=True, kw_only=True, tag="seats_drawn"):
    """The host had all seats drawn."""

    seed: str
    """The draw's seed, with which anyone can repeat it (see Fairness)."""
    players: dict[int, str]
    """Who sits where now, by seat."""


class ChangeAnnounced(msgspec.Struct, frozen=True, kw_only=True, tag="change_announced"):
    """The host changes the game: from the next hand on, these are the table's settings."""

    spec: TableSettings
    buy_in: BuyIn


class SettingsChanged(msgspec.Struct, frozen=True, kw_only=True, tag="settings_changed"):
    """The host has changed the game: these are the table's settings now."""

    spec: TableSettings
    buy_in: BuyIn


RoomEvent = (
    StateChanged
    | DeckSealed
    | HandBegan
    | PotsChanged
    | Made
    | Tabled
    | Equities
    | Turn
    | ClockChanged
    | TimeTaken
    | TimedOut
    | Disconnected
    | Reconnected
    | QueueChanged
    | SeatHeld
    | SeatsKept
    | CardsShown
    | RabbitHunted
    | SevenDeucePaid
    | DealingPaused
    | Closing
    | ChipsCorrected
    | SeatChangeAnnounced
    | RedrawAnnounced
    | SeatsDrawn
    | ChangeAnnounced
    | SettingsChanged
    | DealingResumed
    | Closed
)
