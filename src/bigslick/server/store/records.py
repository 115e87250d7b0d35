"""The store's records as data: facts, chip transfers, played hands, saved states, and the batch for a commit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from bigslick.protocol.afterwards import Afterwards
from bigslick.protocol.money import ChipValue
from bigslick.protocol.room_events import PlayerSeed
from bigslick.protocol.wire import hand_id

from .summary import HandSummary

if TYPE_CHECKING:
    import sqlalchemy as sa


class FactRow(msgspec.Struct, frozen=True):
    """One fact: number `seq` in its stream, counted from 1."""

    stream: str
    seq: int
    at: int
    payload: bytes


class ChipTransfer(msgspec.Struct, frozen=True, kw_only=True):
    """Chips that go from one account to another, with the fact that explains why."""

    source: str
    target: str
    amount: int
    reason: str
    at: int
    stream: str = ""
    seq: int = 0
    note: str = ""
    """What a person wrote about it."""

    def __post_init__(self) -> None:
        if self.amount < 1 or self.source == self.target:
            raise ValueError(
                f"cannot transfer {self.amount} chips from {self.source} to {self.target}: "
                "expected 1 or more, and two different accounts"
            )


class StoredHand(msgspec.Struct, frozen=True, kw_only=True):
    """A finished hand with all its data, including hidden cards and the house's seed."""

    table: str
    number: int
    ended_at: int
    """When viewers see its end."""
    record: str
    """The text that `Hand.save` wrote."""
    players: dict[int, str]
    """The players' ids, by seat."""
    names: dict[int, str]
    """The names that viewers saw, by seat."""
    nets: dict[int, int]
    """Chips won or lost, by seat."""
    root: str
    house_seed: bytes
    seeds: dict[int, PlayerSeed]
    summary: HandSummary
    afterwards: Afterwards = Afterwards()
    """The cards that became public after its end."""
    hidden: bool = False
    """Whether it is visible only to players who were dealt in or may come in to its table."""

    @property
    def id(self) -> str:
        """The hand's name in lists and URLs: table and number."""
        return hand_id(self.table, self.number)


class DoneCommand(msgspec.Struct, frozen=True, kw_only=True):
    """A command that was carried out, with its answer; it is committed with what it did."""

    stream: str
    player: str
    cmd_id: str
    at: int
    seq: int = 0
    """The last update that shows its effect; 0 in a tournament. For a request, the number of what it created."""
    seat: int | None = None


class SavedState(msgspec.Struct, frozen=True):
    """A stream's state after fact number `seq`. A restart resumes here instead of at the first fact."""

    stream: str
    seq: int
    payload: bytes


class Stream(msgspec.Struct, frozen=True, kw_only=True):
    """The facts of one table or tournament."""

    id: str
    kind: str
    name: str = ""
    """The name of the table or tournament."""
    club: str = ""
    """The club it is limited to; empty for none."""
    opened_by: str = ""
    """The player who opened it; empty for the house."""
    opened_at: int
    closed_at: int | None = None
    chip_cents: int = 0
    """The worth of a chip in hundredths of its currency; 0 if it is played for chips."""
    currency: str = ""
    series: str = ""
    """The series that a tournament counts in; empty for none."""

    @property
    def chip_value(self) -> ChipValue | None:
        """The worth of a chip to its players; None if they play for chips."""
        return stored_value(self.chip_cents, self.currency)


def stored_value(cents: int | None, currency: str | None) -> ChipValue | None:
    """Return the worth of a chip from its columns in `streams`; None for chips, and for a stream that is not there."""
    return ChipValue(cents=cents, currency=currency or "") if cents else None


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is committed together or not at all."""

    rows: Sequence[FactRow] = ()
    transfers: Sequence[ChipTransfer] = ()
    hands: Sequence[StoredHand] = ()
    snapshots: Sequence[SavedState] = ()
    commands: Sequence[DoneCommand] = ()
    opened: Sequence[Stream] = ()
    closed: Sequence[tuple[str, int]] = ()
    """Streams that close, with the time."""
    statements: Sequence[sa.Executable] = ()
    """Other statements, run last and in this order."""
