"""Lays out the machine's memory: first the state, then constants, bindings and lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bigslick.spec.limits import MOST_STATE
from bigslick.spec.tree import Spec, Variable

MOST_WORDS: Final = 2_000_000
"""The most words; a larger game is interpreted."""
MENU_ROOM: Final = 20_000
LOG_ENTRIES: Final = 64
SCRATCH: Final = 128
DEPTH: Final = 64
MISSING: Final = -(2**62)
"""Marks a property that a token does not have."""


class NotAssembled(Exception):
    """A game has something that the machine cannot do, so it is interpreted."""


class Layout:
    """Allocates memory words for one game and one number of seats."""

    def __init__(self, spec: Spec, seats: int) -> None:
        self.seats = seats
        self.zones = spec.zone_count
        self.tokens = len(spec.tokens.names)
        self.words: list[int] = []
        self._constants: dict[tuple[int, ...], int] = {}
        self.globals = self.reserve(len(spec.globals))
        self.players = self.reserve(len(spec.players) * seats)
        self.grants = self.reserve(self.zones)
        self.uses = self.reserve(3 * len(spec.actions))
        self.zone_sizes = self.reserve(self.zones)
        self.zone_tokens = self.reserve(self.zones * self.tokens)
        self.state_size = len(self.words)
        if self.state_size > MOST_STATE:
            raise NotAssembled("its states are too large to be copied for each move")
        self._begin(spec)
        self.actor = self.reserve(1)
        self.active = self.reserve(1)
        self.result = self.reserve(1)
        self.stack = self.reserve(DEPTH)
        self.winners = self.reserve(2 * seats)
        self.broken = self.reserve(len(spec.invariants))
        self.scratch = self.reserve(SCRATCH)
        self.menu_room = MENU_ROOM
        self.menu = self.reserve(1 + MENU_ROOM)
        self.log_room = LOG_ENTRIES * (self.tokens + 4)
        self.log = self.reserve(1 + self.log_room)

    def _begin(self, spec: Spec) -> None:
        """Write a new game's words, before its setup."""
        for var in spec.globals:
            self.words[self.global_at(var)] = int(var.init)
        for var in spec.players:
            at = self.column(var)
            self.words[at : at + self.seats] = [int(var.init)] * self.seats
        for zone, tokens in spec.tokens.starts:
            size = self.words[self.zone_sizes + zone.index]
            at = self.zone_tokens + zone.index * self.tokens + size
            self.words[at : at + len(tokens)] = tokens
            self.words[self.zone_sizes + zone.index] = size + len(tokens)

    def reserve(self, count: int) -> int:
        """Reserve some words and return their address; they start at 0."""
        at = len(self.words)
        if at + count > MOST_WORDS:
            raise NotAssembled("it needs too much memory")
        self.words += [0] * count
        return at

    def constants(self, numbers: Sequence[int]) -> int:
        """Return the address of consecutive constants."""
        key = tuple(numbers)
        found = self._constants.get(key)
        if found is None:
            found = self._constants[key] = self.reserve(len(key))
            self.words[found : found + len(key)] = key
        return found

    def constant(self, number: int) -> int:
        return self.constants((number,))

    def known(self, address: int) -> int | None:
        """Return the constant at an address, if there is one."""
        number = self.words[address]
        return number if self._constants.get((number,)) == address else None

    def all_players(self) -> int:
        return self.constants((self.seats, *range(self.seats)))

    def global_at(self, var: Variable) -> int:
        return self.globals + var.slot

    def column(self, var: Variable) -> int:
        """Return a player variable's address for the first seat; the others follow."""
        return self.players + var.slot * self.seats
