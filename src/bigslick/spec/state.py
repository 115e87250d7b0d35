"""The state of a game: flat lists and its own random numbers; it can be saved, copied and compared."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from .problems import must_be
from .tree import Spec

if TYPE_CHECKING:
    from ._machine import Words

FORMAT: Final = "bigslick.spec-state/1"
Move = tuple[int, ...]
"""A move: the number of the action, then a value for each of its parameters."""

_MASK: Final = 2**64 - 1
_SAVED: Final = (
    *("seats", "phase", "active", "turn", "moves", "rng"),
    *("g", "p", "z", "grants", "uses", "winners", "reveals"),
)


class GameState:
    """A position in a game; `Game` moves it on.

    Read its lists afresh after each move: while a machine plays, they are made from its words when they are asked for.
    """

    __slots__ = (
        "_g",
        "_grants",
        "_p",
        "_uses",
        "_z",
        "active",
        "ahead",
        "budget",
        "menu",
        "moves",
        "phase",
        "reveals",
        "rng",
        "seats",
        "turn",
        "winners",
        "words",
    )

    def __init__(self, spec: Spec, seats: int, seed: int | str) -> None:
        self._begin(seats, seed)
        self._g: list[Any] = [var.init for var in spec.globals]
        self._p: list[list[Any]] = [[var.init] * seats for var in spec.players]
        self._z: list[list[int]] = [[] for _ in range(spec.zone_count)]
        self._grants: list[int] = [0] * spec.zone_count
        self._uses: list[int] = [0] * (3 * len(spec.actions))

    @classmethod
    def without_lists(cls, seats: int, seed: int | str) -> GameState:
        """A new state for a machine to fill."""
        state = cls.__new__(cls)
        state._begin(seats, seed)
        return state

    def _begin(self, seats: int, seed: int | str) -> None:
        self.seats = seats
        self.rng = seed_number(seed)
        self.phase = 0
        self.active = 0
        self.turn = 0
        self.moves = 0
        self.winners: tuple[int, ...] | None = None
        """None while the game goes on."""
        self.menu: list[Move] = []
        self.reveals: list[tuple[int, int, int, tuple[int, ...]]] = []
        """(turn, zone, players as bits, tokens) for each reveal of this turn and the one before."""
        self.budget = 0
        self.words: Words | None = None
        """The position as a machine keeps it."""
        self.ahead = False
        """Whether the words are newer than the lists."""

    @property
    def g(self) -> list[Any]:
        """Global variables by slot."""
        self._catch_up()
        return self._g

    @property
    def p(self) -> list[list[Any]]:
        """Variables of players: by slot, then by seat."""
        self._catch_up()
        return self._p

    @property
    def z(self) -> list[list[int]]:
        """The tokens of each zone, the front first."""
        self._catch_up()
        return self._z

    @property
    def grants(self) -> list[int]:
        """For each zone a bit for each player who has been shown it."""
        self._catch_up()
        return self._grants

    @property
    def uses(self) -> list[int]:
        """How often each action was done: in this phase, this turn, this game."""
        self._catch_up()
        return self._uses

    def _catch_up(self) -> None:
        if self.ahead and self.words is not None:
            self.words.release(self)

    def put_lists(
        self, g: list[Any], p: list[list[Any]], z: list[list[int]], grants: list[int], uses: list[int]
    ) -> None:
        """Replace all lists; from now on they hold the position."""
        self._g, self._p, self._z, self._grants, self._uses = g, p, z, grants, uses
        self.ahead = False

    def copy(self) -> GameState:
        """An independent state in the same position."""
        twin = GameState.__new__(GameState)
        twin.seats, twin.rng, twin.phase, twin.active = self.seats, self.rng, self.phase, self.active
        twin.turn, twin.moves, twin.winners, twin.budget = self.turn, self.moves, self.winners, self.budget
        twin.menu = self.menu
        twin.reveals = self.reveals[:]
        twin.ahead = self.ahead
        twin.words = self.words.copy() if self.ahead and self.words is not None else None
        if not self.ahead:
            twin.put_lists(
                self._g[:],
                [column[:] for column in self._p],
                [zone[:] for zone in self._z],
                self._grants[:],
                self._uses[:],
            )
        return twin

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        self._catch_up()
        kept = {name: getattr(self, name) for name in self.__slots__}
        return None, {**kept, "words": None}

    def key(self) -> tuple[object, ...]:
        """Everything that decides how the game goes on, comparable and hashable."""
        return (
            (self.seats, self.phase, self.active, self.turn, self.rng, self.winners),
            tuple(self.g),
            tuple(map(tuple, self.p)),
            tuple(map(tuple, self.z)),
            tuple(self.grants),
            tuple(self.uses),
        )

    def digest(self) -> str:
        """A short fingerprint of the position."""
        return hashlib.blake2b(repr(self.key()).encode(), digest_size=16).hexdigest()

    def __repr__(self) -> str:
        where = f"phase {self.phase}, seat {self.active + 1} to move"
        if self.winners is not None:
            where = f"won by {', '.join(f'seat {seat + 1}' for seat in self.winners)}" if self.winners else "drawn"
        return f"<GameState: {self.seats} seats, {self.moves} moves made, {where}>"

    def __eq__(self, other: object) -> bool:
        return self.key() == other.key() if isinstance(other, GameState) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # a state changes

    def save(self, spec: Spec) -> str:
        """The state as JSON text, tied to the text of its spec."""
        must_be(Spec, spec, "a spec: expected `game.spec`")
        kept = {name: getattr(self, name) for name in _SAVED}
        return json.dumps({"format": FORMAT, "spec": spec.digest, **kept})


def seed_number(seed: int | str) -> int:
    """The first state of the random numbers, from any int or text."""
    return int.from_bytes(hashlib.sha256(f"bigslick.spec:{seed}".encode()).digest()[:8], "big")


@cache
def _plan(length: int) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """The draws of a shuffle in groups that one 64-bit number can serve: (product, least number to reject, places)."""
    groups: list[tuple[int, int, tuple[int, ...]]] = []
    product, places = 1, list[int]()
    for last in range(length - 1, 0, -1):
        if product * (last + 1) > 2**56:
            groups.append((product, 2**64 - 2**64 % product, tuple(places)))
            product, places = 1, []
        product *= last + 1
        places.append(last)
    if places:
        groups.append((product, 2**64 - 2**64 % product, tuple(places)))
    return tuple(groups)


def shuffle(state: GameState, items: list[int]) -> None:
    """Fisher-Yates over SplitMix64 (Steele, Lea, Flood 2014), several draws from each number, without bias."""
    rng = state.rng
    for product, limit, places in _plan(len(items)):
        while True:
            rng = (rng + 0x9E3779B97F4A7C15) & _MASK
            number = ((rng ^ (rng >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
            number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _MASK
            number ^= number >> 31
            if number < limit:
                break
        number %= product
        for last in places:
            number, other = divmod(number, last + 1)
            items[last], items[other] = items[other], items[last]
    state.rng = rng


def bits_of(items: Sequence[int]) -> int:
    """Seats or tokens as bits."""
    return sum(1 << item for item in items)


def items_of(bits: int) -> list[int]:
    """Seats or tokens from bits, the lowest number first."""
    return [item for item in range(bits.bit_length()) if bits >> item & 1]
