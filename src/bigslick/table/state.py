"""A table as data and as text: a format name, a checksum, and the state; a truncated or edited text is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from bigslick.checks import converts, is_bytes, is_whole, plain
from bigslick.hand.actions import Action, IllegalAction
from bigslick.hand.hand import Hand
from bigslick.hand.refusals import seat_name
from bigslick.hand.setup import MAX_CHIPS, MAX_SEATS, Setup
from bigslick.rules import Rules

from .blinds import Absent, Lineup, Places, bomb_lineup, next_lineup, ready
from .events import TableEvent
from .seats import DEAD_BLIND_RULES, BadTable, DeadBlindRule, Seat

FORMAT: Final = "bigslick.table/1"
MOST_BOMB_BLINDS: Final = 100
"""The most big blinds that a bomb pot can cost a player."""

FirstButton = Literal["draw", "highest"] | int
"""Where the first button is: drawn, at the highest taken seat (WSOP A85), or at a seat."""


class Stakes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Blinds and ante."""

    small: int
    big: int
    ante: int = 0


class BombPots(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How often a bomb pot is dealt, and what everyone pays for it: `BombPots(every=10, big_blinds=2)`."""

    every: int
    """One in this many hands is a bomb pot; 0: only those that the players agree to."""
    big_blinds: int
    """Each player's ante."""
    double_board: bool = False
    """Whether bomb pots have two boards."""

    def __post_init__(self) -> None:
        for name, least, most in (("every", 0, MAX_CHIPS), ("big_blinds", 1, MOST_BOMB_BLINDS)):
            if not is_whole(value := getattr(self, name), least, most):
                raise BadTable(f"{name}={value!r}: expected a whole number from {least} to {most}")
        if not isinstance(self.double_board, bool):
            raise BadTable(f"double_board={self.double_board!r}: expected True or False")


class HandInPlay(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The hand that a table is playing."""

    setup: Setup
    places: Places
    players: dict[int, str]
    """Who sat where when the hand began, dealt in or not."""
    started: bool
    actions: tuple[Action, ...] = ()
    """The actions before the table was saved."""

    @property
    def dealt(self) -> tuple[int, ...]:
        return tuple(seat for seat, chips in enumerate(self.setup.stacks) if chips)


class TableState(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    seats: list[Seat | None]
    rules: Rules
    level: Stakes
    buy_in: tuple[int, int]
    absent: Absent
    dead_blind_rule: DeadBlindRule
    first_button: FirstButton
    straddle: bool = False
    """Whether the player left of the big blind can straddle."""
    bomb_pots: BombPots | None = None
    places: Places | None = None
    number: int = 0
    deal: HandInPlay | None = None
    bought_in: int = 0
    cashed_out: int = 0
    log: list[TableEvent] = []

    @property
    def cash(self) -> bool:
        """Whether this is a cash table: absent players are not dealt in, and owe the blinds they miss."""
        return self.absent == "skip"

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips by seat, 0 for an empty one."""
        return tuple(0 if seat is None else seat.stack for seat in self.seats)

    @property
    def players(self) -> dict[int, str]:
        """The players by seat."""
        return {number: seat.player for number, seat in enumerate(self.seats) if seat is not None}

    @property
    def ready(self) -> tuple[int, ...]:
        """The seats that could be dealt in to the next hand."""
        return ready(self.seats, self.absent)

    def number_of(self, seat: Any) -> int:
        """Return the seat's number if the table has that seat."""
        if not is_whole(seat, 0, len(self.seats) - 1):
            raise BadTable(f"seat={seat!r}: expected a seat from 0 to {len(self.seats) - 1}{converts(seat)}")
        return seat

    def at(self, seat: int) -> Seat:
        """Return the player at a seat; refuse an empty one."""
        taken = self.seats[self.number_of(seat)]
        if taken is None:
            raise BadTable(f"{seat_name(seat)} is empty")
        return taken

    def set_all(self, **changes: bool) -> None:
        """Change something about every player."""
        self.seats = [None if seat is None else replace(seat, **changes) for seat in self.seats]

    def in_hand(self, seat: int) -> bool:
        """Whether a seat was dealt in to the hand being played."""
        return self.deal is not None and seat in self.deal.dealt

    def next_lineup(self, last: Places) -> Lineup:
        """Return the lineup of an ordinary hand after one with button and blinds at `last`."""
        return next_lineup(self.seats, last, self.rules.button, self.absent, (self.level.small, self.level.big))

    def bomb_lineup(self, number: int, *, asked: bool) -> Lineup | None:
        """Return the lineup if this hand is a bomb pot, or None."""
        due = self.bomb_pots is not None and self.bomb_pots.every > 0 and number % self.bomb_pots.every == 0
        if self.places is None or not (asked or due):
            return None
        return bomb_lineup(self.seats, self.places, self.absent)

    def bomb_ante(self, asked: int) -> int:
        """Return a bomb pot's ante, for the requested big blinds or the table's own number."""
        return (asked or (0 if self.bomb_pots is None else self.bomb_pots.big_blinds)) * self.level.big


class _SavedTable(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    check: str
    state: msgspec.Raw


def save_text(state: TableState) -> str:
    """Save the state as text with a checksum, so changes are noticed."""
    body = msgspec.json.encode(state, enc_hook=int)
    return msgspec.json.encode(_SavedTable(FORMAT, _digest(body), msgspec.Raw(body))).decode()


def load_text(text: str | bytes) -> TableState:
    try:
        saved = msgspec.json.decode(text, type=_SavedTable)
    except (msgspec.MsgspecError, ValueError, TypeError) as error:
        raise BadTable(f"this is not a saved table, or it was cut off: {error}") from None
    if saved.format != FORMAT:
        raise BadTable(f"this is not a saved table: its format is {saved.format!r}, expected {FORMAT!r}")
    if _digest(bytes(saved.state)) != saved.check:
        raise BadTable("this saved table is damaged or was edited: its checksum is wrong")
    try:
        state = msgspec.json.decode(saved.state, type=TableState)
    except (msgspec.MsgspecError, ValueError, TypeError) as error:
        raise BadTable(f"this saved table cannot be read: {error}") from None
    for wrong, sentence in _problems(state):
        if wrong:
            raise BadTable(f"the save is inconsistent: {sentence}")
    return state


def _problems(state: TableState) -> Iterator[tuple[bool, str]]:
    """Look for impossible tables, whatever the checksum says; each check relies on the earlier ones."""
    count, taken = len(state.seats), [seat for seat in state.seats if seat is not None]
    yield not 2 <= count <= MAX_SEATS, f"it has {count} seats"
    yield len({seat.player for seat in taken}) < len(taken), "a player sits at two seats"
    yield any(min(seat.stack, seat.top_up, seat.take) < 0 for seat in taken), "a player has fewer than 0 chips"
    chips = sum(seat.stack for seat in taken)
    yield chips > MAX_CHIPS, f"it has more than {MAX_CHIPS} chips"
    bought = state.bought_in - state.cashed_out
    yield chips != bought, f"it has {chips} chips, but {bought} were bought and not cashed out"
    yield (
        not 0 <= state.level.small <= state.level.big or state.level.big < 1 or state.level.ante < 0,
        f"its blinds are {state.level}",
    )
    yield not 1 <= state.buy_in[0] <= state.buy_in[1] <= MAX_CHIPS, f"its buy-in is {state.buy_in}"
    button = state.first_button
    yield isinstance(button, int) and not 0 <= button < count, f"its first button is seat={button}"
    deal = state.deal
    for places in (state.places, None if deal is None else deal.places):
        if places is not None:
            where = (places.button, places.small, places.big)
            yield not all(0 <= place < count for place in where), f"its button and blinds are at {where}"
    yield state.number < (state.places is not None) + (deal is not None), f"it has played {state.number} hands"
    if deal is not None:
        yield len(deal.setup.stacks) != count, "the hand being played has another number of seats"
        yield (
            any(
                (seat := state.seats[number]) is None
                or seat.stack != deal.setup.stacks[number]
                or seat.player != deal.players.get(number)
                for number in deal.dealt
            ),
            "the hand being played has other players or other stacks",
        )
        yield _unplayable(deal), "the hand being played has an action that is not legal"


def _unplayable(deal: HandInPlay) -> bool:
    hand = Hand(deal.setup)
    try:
        for action in deal.actions:
            hand.act(action)
    except IllegalAction:
        return True
    return False


def _digest(data: bytes) -> str:
    import hashlib

    return hashlib.sha256(data).hexdigest()


def whole(name: str, value: Any) -> int:
    """Check for a whole number; a refusal calls it `name`."""
    if not is_whole(value):
        raise BadTable(f"{name}={value!r}: expected a whole number (int)")
    return plain(value)


def amounts(name: str, value: Any, what: str) -> tuple[int, int]:
    """Check for two whole numbers."""
    try:
        if is_bytes(value):
            raise TypeError
        first, second = value
    except (TypeError, ValueError):
        raise BadTable(f"{name}={value!r}: expected two amounts, {what}") from None
    return whole(name, first), whole(name, second)


def check_level(small: int, big: int, ante: int) -> Stakes:
    """Check that blinds and ante can be played."""
    small, big, ante = whole("small blind", small), whole("big blind", big), whole("ante", ante)
    for name, value in (("small blind", small), ("big blind", big), ("ante", ante)):
        if not 0 <= value <= MAX_CHIPS:
            raise BadTable(f"a {name} of {value} cannot be played: expected 0 to {MAX_CHIPS}")
    if not 1 <= big >= small:
        raise BadTable(
            f"blinds of {small} and {big} cannot be played: expected a big blind of at least {max(1, small)}"
        )
    return Stakes(small, big, ante)


def check_dead_blind_rule(value: Any) -> DeadBlindRule:
    """Check how players make up missed blinds: "post", "wait" or "choice"."""
    if value not in DEAD_BLIND_RULES:
        raise BadTable(
            f"dead_blind_rule={value!r} is not a rule: expected {', '.join(map(repr, DEAD_BLIND_RULES[:-1]))} or "
            f"{DEAD_BLIND_RULES[-1]!r}"
        )
    return value  # type: ignore[no-any-return]


def check_first_button(value: Any, seats: int) -> FirstButton:
    """Check for a first-button rule, or a seat at the table."""
    if value in ("draw", "highest"):
        return value  # type: ignore[no-any-return]
    if not is_whole(value, 0, seats - 1):
        raise BadTable(f"the first button cannot be {value!r}: expected 'draw', 'highest' or a seat up to {seats - 1}")
    return value
