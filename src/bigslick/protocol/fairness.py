"""Fairness: a deck sealed before the deal, with a proof for each card that you get to see.

The house draws 32 secret bytes for a hand and publishes their `commitment`. Then the players' seeds are taken, and all
of it together (house's seed, table and hand, players' seeds) shuffles the deck. Each place of the deck is hashed with
its card and a salt, the 52 hashes are the leaves of a tree, and the `root` of the tree is published before the deal. An
opening shows one card with its salt and the path from its leaf to the root: it proves that this card was in this place
when the root was published, and gives away no other card.

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

import msgspec

from bigslick.cards import Card, format_cards
from bigslick.errors import BigslickError
from bigslick.hand.events import Dealt, Event, Shown, StreetDealt
from bigslick.hand.layout import board_places, hole_places
from bigslick.hand.setup import MAX_SEATS, dealing_order
from bigslick.shuffle import Keystream, Seed

from .encoding import decode
from .wire import Opening

SEED_BYTES: Final = 32
FORMAT: Final = "bigslick.proof/1"
_LEAVES: Final = 64
_DEPTH: Final = 6
_SALT_BYTES: Final = 16
_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))
"""The two pads of RFC 2104."""


def commitment(seed: bytes) -> str:
    """The hash of the house's seed, published before the players' seeds are taken."""
    return hashlib.sha256(seed).hexdigest()


class SealedDeck:
    """The deck of one hand: its cards in dealing order, the root that seals them, and the proof of each card."""

    def __init__(self, seed: bytes, table: str, hand: int, seeds: Mapping[int, str]) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"the house's seed has {len(seed)} bytes: expected {SEED_BYTES}")
        self._seed = seed
        labels: list[Seed] = [table, hand]
        for seat in sorted(seeds):
            labels += [seat, seeds[seat]]
        self.deck: tuple[Card, ...] = Keystream(seed, *labels).shuffled()

    def __repr__(self) -> str:
        return "<SealedDeck>"  # the cards are secret

    @cached_property
    def _levels(self) -> list[list[bytes]]:
        """The tree, leaves first."""
        leaves = [_leaf(place, card, self._salts[place]) for place, card in enumerate(self.deck)]
        levels = [leaves + [bytes(32)] * (_LEAVES - len(leaves))]
        while len(levels[-1]) > 1:
            below = levels[-1]
            levels.append([_node(below[at], below[at + 1]) for at in range(0, len(below), 2)])
        return levels

    @property
    def root(self) -> str:
        """The hash that is published before the deal."""
        return self._levels[-1][0].hex()

    def opening(self, place: int) -> Opening:
        """The proof of the card in a place of the deck; place 0 is dealt first."""
        path = tuple([level[(place >> height) ^ 1].hex() for height, level in enumerate(self._levels[:_DEPTH])])
        return Opening(place=place, card=self.deck[place], salt=self._salts[place].hex(), path=path)

    @cached_property
    def _salts(self) -> list[bytes]:
        """A salt for each place: HMAC by hand, because setting up its key 52 times is a third of the cost of a hand."""
        key = self._seed.ljust(hashlib.sha256().block_size, b"\0")
        inner, outer = key.translate(_INNER) + b"bigslick salt 1", key.translate(_OUTER)
        sha256 = hashlib.sha256
        return [
            sha256(outer + sha256(inner + bytes([place])).digest()).digest()[:_SALT_BYTES]
            for place in range(len(self.deck))
        ]


def check_opening(root: str, opening: Opening) -> bool:
    """Whether the root was made from a deck with this card in this place."""
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


class Proof(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A hand as one seat saw it, with the proof of every card it saw: a file that anyone can check."""

    format: str = FORMAT
    table: str
    hand: int
    seat: int | None
    """Whose proof it is; None for a spectator."""
    root: str
    commitment: str
    seeds: dict[int, str]
    """What each player added to the shuffle, by seat."""
    players: dict[int, str]
    stacks: tuple[int, ...]
    """Chips of those dealt in, by seat; 0 elsewhere."""
    button: int
    burn: bool
    """Whether a card is burned before flop, turn and river."""
    events: tuple[Event, ...]
    openings: tuple[Opening, ...]
    house_seed: str = ""
    """The seed itself, if the house gives it away: it shows every card, mucked ones included."""


class ProofVerdict(msgspec.Struct, frozen=True):
    """What a proof shows and what it does not, in sentences."""

    proved: tuple[str, ...]
    not_proved: tuple[str, ...]
    lies: tuple[str, ...]
    """What cannot be true; empty if the house is honest."""

    @property
    def holds(self) -> bool:
        """Whether the proof has no contradiction."""
        return not self.lies


class BadProof(BigslickError, ValueError):
    """A file that is not a proof: the sentence says why."""


def read_proof(text: bytes | str) -> Proof:
    """A proof from its file, or `BadProof`."""
    try:
        proof = decode(text, Proof)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadProof(f"not the proof of a hand: {error}") from None
    if proof.format != FORMAT:
        raise BadProof(f"not the proof of a hand: its format is {proof.format!r}, expected {FORMAT!r}")
    seats = len(proof.stacks)
    named = [*proof.players, *proof.seeds, proof.button, *(() if proof.seat is None else (proof.seat,))]
    if not 2 <= seats <= MAX_SEATS or not all(0 <= seat < seats for seat in named):
        raise BadProof(f"not the proof of a hand: it names a seat that a table of {seats} does not have")
    return proof


def check(proof: Proof, *, root: str = "", commitment: str = "") -> ProofVerdict:
    """Check every card of a proof; `root` and `commitment` are those you noted before the deal."""
    return _Check(proof, root.lower(), commitment.lower()).verdict()


class _Check:
    """One pass over a proof."""

    def __init__(self, proof: Proof, root: str, commitment: str) -> None:
        self.proof = proof
        self.root = root
        self.commitment = commitment
        self.proved: list[str] = []
        self.open: list[str] = []
        self.lies: list[str] = []
        self.order = dealing_order(proof.stacks, proof.button)
        self.found: dict[int, Card] = {}

    def verdict(self) -> ProofVerdict:
        self.openings()
        self.noted()
        self.cards()
        self.house()
        return ProofVerdict(tuple(self.proved), tuple(self.open), tuple(self.lies))

    def openings(self) -> None:
        """Each opening leads to the root, and together they are cards of one deck."""
        for opening in self.proof.openings:
            where = f"the {opening.card} in place {opening.place}"
            if not check_opening(self.proof.root, opening):
                self.lies.append(f"The opening of {where} does not lead to the root.")
            elif self.found.setdefault(opening.place, opening.card) != opening.card:
                self.lies.append(
                    f"Place {opening.place} is opened as {self.found[opening.place]} and as {opening.card}."
                )
        places: dict[Card, int] = {}
        for place, card in self.found.items():
            if places.setdefault(card, place) != place:
                self.lies.append(f"The {card} is in the deck twice, in places {places[card]} and {place}.")
        if self.found and not self.lies:
            root = f"{self.proof.root[:16]}…"
            self.proved.append(
                f"{len(self.found)} cards were in their places in the deck when the root {root} was made."
            )

    def noted(self) -> None:
        """What was published before the deal is what the proof says."""
        for name, noted, said in (
            ("root", self.root, self.proof.root),
            ("commitment", self.commitment, self.proof.commitment),
        ):
            if noted and noted != said:
                self.lies.append(f"You noted the {name} {noted}, but this hand has {said}.")
            elif noted:
                self.proved.append(f"The {name} is the one you noted before the deal.")
            elif name == "root":
                self.open.append(
                    f"That the root was published before the deal: compare {said} with what the page or your program "
                    "showed when the hand began."
                )

    def cards(self) -> None:
        """The cards of the events are those in the places from which they must be dealt."""
        streets = iter(board_places(len(self.order), burn=self.proof.burn))
        dealt: dict[int, list[Card]] = {}
        for event in self.proof.events:
            if isinstance(event, Dealt) and event.card is not None:
                dealt.setdefault(event.seat, []).append(event.card)
        for seat, cards in dealt.items():
            self.hole(seat, cards, "were dealt")
        for event in self.proof.events:
            if isinstance(event, StreetDealt):
                self.same(f"The {event.street}", event.cards, [next(streets, -1) for _ in event.cards])
            elif isinstance(event, Shown) and event.cards:
                self.hole(event.seat, event.cards, "were shown")
                dealt[event.seat] = list(event.cards)
        hidden = [seat for seat in sorted(self.order) if seat not in dealt]
        if hidden:
            names = ", ".join(self.name(seat) for seat in hidden)
            self.open.append(f"Which cards {names} had: the root sealed them too, and they stay secret.")

    def hole(self, seat: int, cards: Sequence[Card], how: str) -> None:
        """Compare the cards of a seat with the places from which it must be dealt."""
        if seat not in self.order:
            self.lies.append(f"Seat {seat + 1} has cards but was not dealt in.")
        else:
            self.same(f"The cards of {self.name(seat)} that {how},", cards, hole_places(self.order, seat))

    def same(self, what: str, cards: Sequence[Card], places: Sequence[int]) -> None:
        """Compare cards with the openings of their places."""
        text = format_cards(cards)
        if len(cards) != len(places) or not all(0 <= place < 52 for place in places):
            self.lies.append(f"{what} {text}: expected {len(places)} cards of the deck.")
            return
        opened = [self.found.get(place) for place in places]
        wrong = [
            (card, place, found)
            for card, place, found in zip(cards, places, opened, strict=True)
            if found not in (None, card)
        ]
        for card, place, found in wrong:
            self.lies.append(f"{what} {text}: the deck had the {found} in place {place}, not the {card}.")
        if None in opened:
            self.open.append(f"{what} {text}: no opening proves them.")
        elif not wrong:
            comma = "," if what.endswith(",") else ""
            self.proved.append(f"{what} {text}{comma} were in {_places(places)} of the deck, as the deal requires.")

    def house(self) -> None:
        """The deck comes from the seeds, if the house has given its own away."""
        proof = self.proof
        if not proof.house_seed:
            self.open.append(
                "That the deck was shuffled from the seeds of the house and the players: only the house's seed would "
                "show it, and it would show the mucked cards too."
            )
            return
        try:
            seed = bytes.fromhex(proof.house_seed)
            deck = SealedDeck(seed, proof.table, proof.hand, proof.seeds)
        except ValueError:
            self.lies.append("The house's seed is not 32 bytes.")
            return
        if commitment(seed) != proof.commitment:
            self.lies.append("The house's seed is not the one it committed to.")
        elif deck.root != proof.root:
            self.lies.append("The seeds of the house and the players make another deck than the one the root sealed.")
        else:
            self.proved.append("The whole deck was shuffled from the seeds of the house and the players.")

    def name(self, seat: int) -> str:
        return self.proof.players.get(seat, f"seat {seat + 1}")


def _places(places: Sequence[int]) -> str:
    return f"{'place' if len(places) == 1 else 'places'} {', '.join(map(str, places))}"


def _leaf(place: int, card: int, salt: bytes) -> bytes:
    return hashlib.sha256(bytes((0, place, card)) + salt).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()
