"""Tournament events: frozen facts in the past tense, each decision with its reason.

Only the director writes them. Tables are numbered from 1 and seats from 0. An entry is one buy-in: a player who enters
again is a new entry. Each event carries the level and the time: see `_Stamped`.
"""

from __future__ import annotations

import msgspec

# Events hold only plain values, so the garbage collector can skip them: a large field has a million of them.


class _Stamped(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    level: int = 1
    """The level at the time."""
    at: int = 0
    """When it happened: the second on the clock, or the round if all tables play one hand per round.

    The seat draw is at 0. Events after a round's hands have its number; events before them, such as a new level or a
    late entry, have the number of the coming round.
    """


class Entered(_Stamped, frozen=True, gc=False, tag="entered"):
    """A player bought in; `bullet` counts the entries under the same name."""

    entry: int
    name: str
    bullet: int


class TableOpened(_Stamped, frozen=True, gc=False, tag="table_opened"):
    """A table opened with its first button at seat `button`, or -1 until `FirstButtonPlaced`."""

    table: int
    chairs: int
    button: int
    reason: str


class FirstButtonPlaced(_Stamped, frozen=True, gc=False, tag="first_button_placed"):
    """A table that opened with one player got a second, and its first button at seat `button`."""

    table: int
    button: int


class Seated(_Stamped, frozen=True, gc=False, tag="seated"):
    """An entry sat down with new chips."""

    entry: int
    table: int
    seat: int
    stack: int
    reason: str


class EntriesClosed(_Stamped, frozen=True, gc=False, tag="entries_closed"):
    """Entry and re-entry are closed; rebuys or the add-on can still bring in money."""

    entries: int


class RegistrationClosed(_Stamped, frozen=True, gc=False, tag="registration_closed"):
    """The prize pool and the paid places are fixed; `overlay` is the house's addition to the pool."""

    entries: int
    pool: int
    paid: int
    overlay: int = 0


class BreakStarted(_Stamped, frozen=True, gc=False, tag="break_started"):
    """The level has ended and all tables take a break; if levels change by hands, the break takes no hands."""

    seconds: int


class LevelStarted(_Stamped, frozen=True, gc=False, tag="level_started"):
    """Hands that start now are played at this level."""

    small: int
    big: int
    ante: int


class Busted(_Stamped, frozen=True, gc=False, tag="busted"):
    """An entry lost its last chip; `stack` is its stack before the hand, and `by` is the entry that won it."""

    entry: int
    table: int
    seat: int
    stack: int
    by: int
    out: bool = True
    """Whether the player leaves the seat; False if they rebuy at once."""


class Rebought(_Stamped, frozen=True, gc=False, tag="rebought"):
    """An entry with few or no chips bought more and keeps its seat."""

    entry: int
    table: int
    seat: int
    chips: int


class AddedOn(_Stamped, frozen=True, gc=False, tag="added_on"):
    """An entry bought the add-on."""

    entry: int
    table: int
    seat: int
    chips: int


class Placed(_Stamped, frozen=True, gc=False, tag="placed"):
    """An entry finished; with a tie, `shared` entries share the places starting at `place`."""

    entry: int
    place: int
    shared: int
    prize: int
    seat_won: str = ""
    """The target event of the seat won, in a satellite that names one."""


class BountyWon(_Stamped, frozen=True, gc=False, tag="bounty_won"):
    """An entry won the bounty on `victim`, or a share; when the event is won, `victim` is the entry itself.

    `cashed` is paid out, and `head` goes on the winner's own head.
    """

    entry: int
    victim: int
    cashed: int
    head: int


class EnvelopesSealed(_Stamped, frozen=True, gc=False, tag="envelopes_sealed"):
    """All bounty money went into one envelope per player left; each knockout now draws one."""

    players: int
    money: int
    largest: int


class DealMade(_Stamped, frozen=True, gc=False, tag="deal_made"):
    """The remaining players agreed on the money for each; the winner gets `for_first` on top."""

    entries: tuple[int, ...]
    amounts: tuple[int, ...]
    for_first: int
    method: str


class Moved(_Stamped, frozen=True, gc=False, tag="moved"):
    """A player took their chips to another seat, between hands."""

    entry: int
    from_table: int
    from_seat: int
    to_table: int
    to_seat: int
    reason: str


class TableBroken(_Stamped, frozen=True, gc=False, tag="table_broken"):
    """A table closed; its players have moved."""

    table: int
    reason: str


class TableHalted(_Stamped, frozen=True, gc=False, tag="table_halted"):
    """A table deals no hands until it has more players."""

    table: int
    reason: str


class TableResumed(_Stamped, frozen=True, gc=False, tag="table_resumed"):
    """A halted table resumed play."""

    table: int


class HandForHandStarted(_Stamped, frozen=True, gc=False, tag="hand_for_hand_started"):
    """Every table now plays one hand, then waits for the others."""

    players: int
    paid: int


class HandForHandEnded(_Stamped, frozen=True, gc=False, tag="hand_for_hand_ended"):
    """The tables play at their own speed again."""

    players: int


class SeatsRedrawn(_Stamped, frozen=True, gc=False, tag="seats_redrawn"):
    """All remaining players drew new seats; a single table is the final table."""

    tables: int
    players: int
    reason: str


class StageStarted(_Stamped, frozen=True, gc=False, tag="stage_started"):
    """A round or a day began with this many players."""

    stage: str
    players: int


class MatchMade(_Stamped, frozen=True, gc=False, tag="match_made"):
    """Two players in a bracket meet at a table; a player with a bye has no table."""

    match: int
    entries: tuple[int, ...]
    table: int


class Bagged(_Stamped, frozen=True, gc=False, tag="bagged"):
    """A player left the table with their chips to wait for the next round or day."""

    entry: int
    table: int
    seat: int
    stack: int
    reason: str


class BagForfeited(_Stamped, frozen=True, gc=False, tag="bag_forfeited"):
    """A player with several bags keeps the one from entry `kept`; this bag is added to it, or leaves play."""

    entry: int
    stack: int
    kept: int
    added: bool


class Returned(_Stamped, frozen=True, gc=False, tag="returned"):
    """A waiting player sat down again with this many chips."""

    entry: int
    table: int
    seat: int
    stack: int
    reason: str


class TakenOut(_Stamped, frozen=True, gc=False):
    """An entry was taken out of its seat, and its chips left play."""

    entry: int
    table: int
    seat: int
    stack: int


class NoShowRemoved(TakenOut, frozen=True, gc=False, tag="no_show_removed"):
    """A no-show was taken out."""


class Removed(TakenOut, frozen=True, gc=False, tag="removed"):
    """A player was taken out by order."""

    reason: str


class EndedEarly(_Stamped, frozen=True, gc=False, tag="ended_early"):
    """The event was called off; `rule` is a refund of everything, shares of the pool, or shares by ICM."""

    rule: str
    entries: tuple[int, ...]
    """The entries left, largest stack first; empty if everything goes back."""
    amounts: tuple[int, ...]
    """Each one's share of the prizes."""


class Won(_Stamped, frozen=True, gc=False, tag="won"):
    """The tournament is over; in a satellite there are several winners."""

    entries: tuple[int, ...]


TournamentEvent = (
    Entered
    | TableOpened
    | FirstButtonPlaced
    | Seated
    | EntriesClosed
    | RegistrationClosed
    | BreakStarted
    | LevelStarted
    | Busted
    | Rebought
    | AddedOn
    | Placed
    | BountyWon
    | EnvelopesSealed
    | DealMade
    | Moved
    | TableBroken
    | TableHalted
    | TableResumed
    | HandForHandStarted
    | HandForHandEnded
    | SeatsRedrawn
    | StageStarted
    | MatchMade
    | Bagged
    | BagForfeited
    | Returned
    | NoShowRemoved
    | Removed
    | EndedEarly
    | Won
)

_READER: msgspec.json.Decoder[TournamentEvent] = msgspec.json.Decoder(TournamentEvent)


def event_line(event: TournamentEvent) -> str:
    """Write an event as one line of JSON, without the line break: its kind, its fields, the level and the time."""
    return msgspec.json.encode(event).decode()


def read_event(line: str) -> TournamentEvent:
    """Read an event from its line of JSON."""
    return _READER.decode(line)
