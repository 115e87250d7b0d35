"""A game's state: flat lists and its own random stream; it can be saved, copied and compared."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from bigslick.shuffle import draws_after, key_of

from .problems import must_be
from .tree import Spec

if TYPE_CHECKING:
    from .machine._machine import Words

FORMAT: Final = "bigslick.spec-state/2"
Move = tuple[int, ...]
"""A move: the number of the action, then a value for each of its parameters."""

MOST_DRAWN: Final = 2**38
"""The bytes in one stream: 2**32 blocks of 64."""
_SAVED: Final = (
    *("seats", "phase", "active", "turn", "moves", "drawn"),
    *("g", "p", "z", "grants", "uses", "winners", "reveals"),
)


class GameState:
    """A position in a game; `Game` advances it.

    Read its lists again after each move: while a machine plays, they are built from its words on access.
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
        "drawn",
        "menu",
        "moves",
        "phase",
        "reveals",
        "seats",
        "stream",
        "turn",
        "winners",
        "words",
    )

    def __init__(self, spec: Spec, seats: int, seed: int | str | None) -> None:
        self._begin(seats, seed)
        self._g: list[Any] = [var.init for var in spec.globals]
        self._p: list[list[Any]] = [[var.init] * seats for var in spec.players]
        self._z: list[list[int]] = [[] for _ in range(spec.zone_count)]
        self._grants: list[int] = [0] * spec.zone_count
        self._uses: list[int] = [0] * (3 * len(spec.actions))

    @classmethod
    def without_lists(cls, seats: int, seed: int | str | None) -> GameState:
        """Return a new state for a machine to fill."""
        state = cls.__new__(cls)
        state._begin(seats, seed)
        return state

    def _begin(self, seats: int, seed: int | str | None) -> None:
        self.seats = seats
        self.stream = key_of(seed, "spec")
        """The key of the state's random numbers, which reveals every card to come."""
        self.drawn = 0
        """How many bytes of the stream have been used."""
        self.phase = 0
        self.active = 0
        self.turn = 0
        self.moves = 0
        self.winners: tuple[int, ...] | None = None
        """None while the game is running."""
        self.menu: list[Move] = []
        self.reveals: list[tuple[int, int, int, tuple[int, ...]]] = []
        """(turn, zone, players as bits, tokens) for each reveal in this turn and the previous one."""
        self.budget = 0
        self.words: Words | None = None
        """The position in a machine's form."""
        self.ahead = False
        """Whether the words are newer than the lists."""

    @property
    def g(self) -> list[Any]:
        """Global variables by slot."""
        self._catch_up()
        return self._g

    @property
    def p(self) -> list[list[Any]]:
        """Players' variables: by slot, then by seat."""
        self._catch_up()
        return self._p

    @property
    def z(self) -> list[list[int]]:
        """Each zone's tokens, front first."""
        self._catch_up()
        return self._z

    @property
    def grants(self) -> list[int]:
        """For each zone, a bit for each player who has seen it."""
        self._catch_up()
        return self._grants

    @property
    def uses(self) -> list[int]:
        """How often each action was taken: in this phase, this turn, this game."""
        self._catch_up()
        return self._uses

    def _catch_up(self) -> None:
        if self.ahead and self.words is not None:
            self.words.release(self)

    def put_lists(
        self, g: list[Any], p: list[list[Any]], z: list[list[int]], grants: list[int], uses: list[int]
    ) -> None:
        """Replace all lists, which then hold the position."""
        self._g, self._p, self._z, self._grants, self._uses = g, p, z, grants, uses
        self.ahead = False

    def copy(self) -> GameState:
        """Return an independent state in the same position."""
        twin = GameState.__new__(GameState)
        twin.seats, twin.phase, twin.active = self.seats, self.phase, self.active
        twin.stream, twin.drawn = self.stream, self.drawn
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
        """Return everything that decides how the game continues, as a hashable value."""
        return (
            (self.seats, self.phase, self.active, self.turn, self.stream, self.drawn, self.winners),
            tuple(self.g),
            tuple(map(tuple, self.p)),
            tuple(map(tuple, self.z)),
            tuple(self.grants),
            tuple(self.uses),
        )

    def digest(self) -> str:
        """Return a short fingerprint of the position."""
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
        """Save the state as JSON text, tied to its spec's text."""
        must_be(Spec, spec, "a spec: expected `game.spec`")
        kept = {name: getattr(self, name) for name in _SAVED}
        return json.dumps({"format": FORMAT, "spec": spec.digest, "stream": self.stream.hex(), **kept})


def shuffle(state: GameState, items: list[int]) -> None:
    """Shuffle with the state's stream, as `Keystream.permutation` does."""
    draws = draws_after(state.stream, state.drawn)
    items[:] = [items[place] for place in draws.permutation(len(items))]
    state.drawn += draws.used() - state.drawn % 64


def bits_of(items: Sequence[int]) -> int:
    """Return seats or tokens as bits."""
    return sum(1 << item for item in items)


def items_of(bits: int) -> list[int]:
    """Return seats or tokens from bits, lowest number first."""
    return [item for item in range(bits.bit_length()) if bits >> item & 1]
