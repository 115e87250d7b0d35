"""What happened in a tournament: frozen facts in the past tense, each decision with its reason.

Only the director writes them. Tables are numbered from 1 and seats from 0. An entry is one buy-in: a player who enters
again is a new entry.
"""

from __future__ import annotations

import msgspec

# Events hold only plain values, so the garbage collector can skip them: a large field has a million.


class Entered(msgspec.Struct, frozen=True, gc=False, tag="entered"):
    """A player bought in; `bullet` counts the entries of the same name."""

    entry: int
    name: str
    bullet: int


class TableOpened(msgspec.Struct, frozen=True, gc=False, tag="table_opened"):
    """A table opened; its first hand has the button at seat `button`."""

    table: int
    chairs: int
    button: int
    reason: str


class Seated(msgspec.Struct, frozen=True, gc=False, tag="seated"):
    """An entry sat down with new chips."""

    entry: int
    table: int
    seat: int
    stack: int
    reason: str


class RegistrationClosed(msgspec.Struct, frozen=True, gc=False, tag="registration_closed"):
    """No more money comes in: the prize pool and the paid places are fixed; `overlay` is what the house adds to it."""

    entries: int
    pool: int
    paid: int
    overlay: int = 0


class LevelStarted(msgspec.Struct, frozen=True, gc=False, tag="level_started"):
    """Hands from now on play at this level; `at` is the number of the hand, or the second on the clock."""

    level: int
    small: int
    big: int
    ante: int
    at: int


class Busted(msgspec.Struct, frozen=True, gc=False, tag="busted"):
    """An entry lost its last chip; `stack` is what it had before the hand, `by` the entry that won it."""

    entry: int
    table: int
    seat: int
    stack: int
    by: int
    at: int
    out: bool = True
    """Whether the player leaves the seat; False if they rebuy at once."""


class Rebought(msgspec.Struct, frozen=True, gc=False, tag="rebought"):
    """An entry without chips, or with few, bought more and keeps its seat."""

    entry: int
    table: int
    seat: int
    chips: int


class AddedOn(msgspec.Struct, frozen=True, gc=False, tag="added_on"):
    """An entry bought the add-on."""

    entry: int
    table: int
    seat: int
    chips: int


class Placed(msgspec.Struct, frozen=True, gc=False, tag="placed"):
    """An entry finished; `shared` entries have the places from `place` on together."""

    entry: int
    place: int
    shared: int
    prize: int
    seat_won: str = ""
    """What the seat is for that the prize stands for, in a satellite that names it."""


class BountyWon(msgspec.Struct, frozen=True, gc=False, tag="bounty_won"):
    """An entry won the bounty on `victim`, or its share; it is the entry itself when the event is won.

    `cashed` is paid, `head` goes on the winner's own head.
    """

    entry: int
    victim: int
    cashed: int
    head: int


class EnvelopesSealed(msgspec.Struct, frozen=True, gc=False, tag="envelopes_sealed"):
    """All bounty money was put into one envelope for each player left; from now on every knockout draws one."""

    players: int
    money: int
    largest: int


class DealMade(msgspec.Struct, frozen=True, gc=False, tag="deal_made"):
    """The players left agreed on what each of them gets; first place gets `for_first` on top."""

    entries: tuple[int, ...]
    amounts: tuple[int, ...]
    for_first: int
    method: str


class Moved(msgspec.Struct, frozen=True, gc=False, tag="moved"):
    """A player took their chips to another seat, between hands."""

    entry: int
    from_table: int
    from_seat: int
    to_table: int
    to_seat: int
    reason: str


class TableBroken(msgspec.Struct, frozen=True, gc=False, tag="table_broken"):
    """A table closed; its players have moved."""

    table: int
    reason: str


class TableHalted(msgspec.Struct, frozen=True, gc=False, tag="table_halted"):
    """A table deals no hand until it has more players."""

    table: int
    reason: str


class TableResumed(msgspec.Struct, frozen=True, gc=False, tag="table_resumed"):
    """A halted table plays on."""

    table: int


class HandForHandStarted(msgspec.Struct, frozen=True, gc=False, tag="hand_for_hand_started"):
    """From now on every table plays one hand, then waits for the others."""

    players: int
    paid: int


class HandForHandEnded(msgspec.Struct, frozen=True, gc=False, tag="hand_for_hand_ended"):
    """The tables play at their own speed again."""

    players: int


class SeatsRedrawn(msgspec.Struct, frozen=True, gc=False, tag="seats_redrawn"):
    """All players left drew new seats; one table is the final table."""

    tables: int
    players: int
    reason: str


class Won(msgspec.Struct, frozen=True, gc=False, tag="won"):
    """The tournament is over; in a satellite there are several winners."""

    entries: tuple[int, ...]


TournamentEvent = (
    Entered
    | TableOpened
    | Seated
    | RegistrationClosed
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
    | Won
)
