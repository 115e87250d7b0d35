"""Fairness: a pack that is fixed before the first card, with a proof for each card that becomes known.

The house draws 32 secret bytes for a hand and publishes their `commitment`. Then the seeds of the players are taken,
and the three together (seed, table and hand, players' seeds) shuffle the pack. Each place of the pack is hashed with
its card and a salt, the 52 hashes are the leaves of a tree, and the tree's `root` is published before the deal. An
opening shows one card with its salt and the path from its leaf to the root: it proves that this card lay at this place
when the root was published, and says nothing of any other card.

**Bytes.** `commitment = SHA-256(seed)`. `deck = Keystream(seed, table, hand, seat, text, seat, text, ...).shuffled()`
with the players' seeds in order of their seats. `salt = HMAC-SHA-256(seed, "bigslick salt 1" + place)[:16]`.
`leaf = SHA-256(00 + place + card + salt)`, a place from 0 and a card from 0 (2c) to 51 (As) as one byte each. The tree
has 64 leaves, the last 12 of them 32 zero bytes, and `node = SHA-256(01 + left + right)`. A path has six hashes, the
leaf's neighbour first.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from ..cards import Card
from ..shuffle import Keystream, Seed
from .wire import Opening

SEED_BYTES: Final = 32
_LEAVES: Final = 64
_DEPTH: Final = 6
_SALT_BYTES: Final = 16


def commitment(seed: bytes) -> str:
    """What is published of the house's seed before the players' seeds are taken."""
    return hashlib.sha256(seed).hexdigest()


class Pack:
    """The pack of one hand: its cards in dealing order, the root that fixes them, and the proof of each card."""

    def __init__(self, seed: bytes, table: str, hand: int, seeds: Mapping[int, str]) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"the house's seed has {len(seed)} bytes: expected {SEED_BYTES}")
        self._seed = seed
        labels: list[Seed] = [table, hand]
        for seat in sorted(seeds):
            labels += [seat, seeds[seat]]
        self.deck: tuple[Card, ...] = Keystream(seed, *labels).shuffled()

    def __repr__(self) -> str:
        return "<Pack>"  # its cards are secret

    @cached_property
    def _levels(self) -> list[list[bytes]]:
        """The tree, leaves first."""
        leaves = [_leaf(place, card, self._salt(place)) for place, card in enumerate(self.deck)]
        levels = [leaves + [bytes(32)] * (_LEAVES - len(leaves))]
        while len(levels[-1]) > 1:
            below = levels[-1]
            levels.append([_node(below[at], below[at + 1]) for at in range(0, len(below), 2)])
        return levels

    @property
    def root(self) -> str:
        """What is published before the deal."""
        return self._levels[-1][0].hex()

    def opening(self, place: int) -> Opening:
        """The proof of the card at a place of the pack, 0 for the one that is dealt first."""
        path = tuple(level[(place >> height) ^ 1].hex() for height, level in enumerate(self._levels[:_DEPTH]))
        return Opening(place=place, card=self.deck[place], salt=self._salt(place).hex(), path=path)

    def _salt(self, place: int) -> bytes:
        return hmac.digest(self._seed, b"bigslick salt 1" + bytes([place]), "sha256")[:_SALT_BYTES]


def check_opening(root: str, opening: Opening) -> bool:
    """Whether the root was made of a pack with this card at this place."""
    try:
        salt, path = bytes.fromhex(opening.salt), [bytes.fromhex(step) for step in opening.path]
    except ValueError:
        return False
    if not 0 <= opening.place < 52 or len(salt) != _SALT_BYTES or [len(step) for step in path] != [32] * _DEPTH:
        return False
    found = _leaf(opening.place, opening.card, salt)
    for height, step in enumerate(path):
        found = _node(step, found) if opening.place >> height & 1 else _node(found, step)
    return hmac.compare_digest(found.hex(), root)


def hole_places(order: Sequence[int], seat: int) -> tuple[int, int]:
    """The places of a seat's two cards; `order` are the seats dealt in, in dealing order (`Setup.dealt`)."""
    first = order.index(seat)
    return first, first + len(order)


def board_places(players: int, *, burn: bool) -> tuple[int, ...]:
    """The places of the five cards of the board among so many players."""
    at = 2 * players
    if burn:
        return at + 1, at + 2, at + 3, at + 5, at + 7
    return at, at + 1, at + 2, at + 3, at + 4


def _leaf(place: int, card: int, salt: bytes) -> bytes:
    return hashlib.sha256(bytes((0, place, card)) + salt).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()
