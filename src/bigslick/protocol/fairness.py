"""Fairness: a deck sealed before the players' seeds are known, dealt in an order that the seeds determine.

Every player has promised a seed by its hash when the house seals a deck. The house shuffles 52 cards, hashes each
position with its card and a salt, and publishes the `root` of a tree over the hashes, along with who is dealt in and
the promises. Then the players open their seeds, and root and seeds together determine which position of the sealed deck
each card is dealt from. An opening shows one card with its salt and the path from its leaf to the root: it proves that
this card was in this position when the root was published, and gives away no other card.

**Bytes.** `promise = SHA-256(seed)`, a seed is 32 bytes. `salt = HMAC-SHA-256(secret, "bigslick salt 1" + place)[:16]`
with the house's secret. `leaf = SHA-256(00 + place + card + salt)`, a place from 0 and a card from 0 (2c) to 51 (As) as
one byte each. The tree has 64 leaves, the last 12 of them 32 zero bytes, and `node = SHA-256(01 + left + right)`. A
path has six hashes, the leaf's neighbour first. `mix = SHA-256("bigslick mix 1" + root + seat + seed + seat + seed...)`
with the opened seeds in seat order, a seat as one byte. The cards are dealt in the order of the sealed deck's places
sorted by `SHA-256(02 + mix + place)`.
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
from bigslick.hand.setup import MAX_SEATS, dealing_order, hole_places
from bigslick.shuffle import Keystream

from .afterwards import CardsShown, RabbitHunted
from .encoding import decode
from .room_events import PlayerSeed
from .wire import Opening

SEED_BYTES: Final = 32
FORMAT: Final = "bigslick.proof/2"
_CARDS: Final = 52
_LEAVES: Final = 64
_DEPTH: Final = 6
_SALT_BYTES: Final = 16
_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))
"""The two pads of RFC 2104."""


def promise_of(seed: str) -> str:
    """Return a seed's promise, its hash; both are 32 bytes as hex digits."""
    return hashlib.sha256(_seed_bytes(seed)).hexdigest()


def dealing_places(root: str, seeds: Mapping[int, PlayerSeed]) -> tuple[int, ...]:
    """Return the sealed deck's places in dealing order, from the root and the opened seeds."""
    mixed = hashlib.sha256(b"bigslick mix 1" + bytes.fromhex(root))
    for seat in sorted(seeds):
        if seeds[seat].seed:
            mixed.update(bytes((seat,)) + _seed_bytes(seeds[seat].seed))
    start = b"\x02" + mixed.digest()
    sha256 = hashlib.sha256
    keys = [sha256(start + bytes((place,))).digest() for place in range(_CARDS)]
    return tuple(sorted(range(_CARDS), key=keys.__getitem__))


def _seed_bytes(seed: str) -> bytes:
    found = bytes.fromhex(seed)
    if len(found) != SEED_BYTES:
        raise ValueError(f"a seed of {len(found)} bytes: expected {SEED_BYTES}")
    return found


class SealedDeck:
    """A deck that the house shuffled from its secret: its cards, the root that seals them, and their proofs."""

    def __init__(self, secret: bytes, table: str, hand: int) -> None:
        if len(secret) != SEED_BYTES:
            raise ValueError(f"the house's secret has {len(secret)} bytes: expected {SEED_BYTES}")
        self._secret = secret
        self.cards: tuple[Card, ...] = Keystream(secret, table, hand).shuffled()

    def __repr__(self) -> str:
        return "<SealedDeck>"  # the cards are secret

    @cached_property
    def _levels(self) -> list[list[bytes]]:
        """The tree, leaves first."""
        leaves = [_leaf(place, card, self._salts[place]) for place, card in enumerate(self.cards)]
        levels = [leaves + [bytes(32)] * (_LEAVES - len(leaves))]
        while len(levels[-1]) > 1:
            below = levels[-1]
            levels.append([_node(below[at], below[at + 1]) for at in range(0, len(below), 2)])
        return levels

    @property
    def root(self) -> str:
        """The hash that is published before the players open their seeds."""
        return self._levels[-1][0].hex()

    def opening(self, place: int) -> Opening:
        """Return the proof of the card in one place of the sealed deck."""
        path = tuple([level[(place >> height) ^ 1].hex() for height, level in enumerate(self._levels[:_DEPTH])])
        return Opening(place=place, card=self.cards[place], salt=self._salts[place].hex(), path=path)

    @cached_property
    def _salts(self) -> list[bytes]:
        """A salt for each place; HMAC by hand, because setting up its key 52 times takes a third of a hand's time."""
        key = self._secret.ljust(hashlib.sha256().block_size, b"\0")
        inner, outer = key.translate(_INNER) + b"bigslick salt 1", key.translate(_OUTER)
        sha256 = hashlib.sha256
        return [
            sha256(outer + sha256(inner + bytes([place])).digest()).digest()[:_SALT_BYTES]
            for place in range(len(self.cards))
        ]


class DealtDeck:
    """A sealed deck in dealing order, which depends on the players' seeds."""

    def __init__(self, sealed: SealedDeck, seeds: Mapping[int, PlayerSeed]) -> None:
        self._sealed = sealed
        self.root = sealed.root
        self._places = dealing_places(self.root, seeds)
        self.cards: tuple[Card, ...] = tuple([sealed.cards[place] for place in self._places])
        self.turns = {card: turn for turn, card in enumerate(self.cards)}
        """The turn at which each card is dealt, counted from 0."""

    def __repr__(self) -> str:
        return "<DealtDeck>"  # the cards are secret

    def opening(self, turn: int) -> Opening:
        """Return the proof of the card dealt at a turn, counted from 0."""
        return self._sealed.opening(self._places[turn])


def check_opening(root: str, opening: Opening) -> bool:
    """Whether the root was made from a deck with this card in this place."""
    try:
        salt, path = bytes.fromhex(opening.salt), [bytes.fromhex(step) for step in opening.path]
    except ValueError:
        return False
    if not 0 <= opening.place < _CARDS or len(salt) != _SALT_BYTES or [len(step) for step in path] != [32] * _DEPTH:
        return False
    found = _leaf(opening.place, opening.card, salt)
    for height, step in enumerate(path):
        found = _node(step, found) if opening.place >> height & 1 else _node(found, step)
    return hmac.compare_digest(found.hex(), root)


class Proof(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A hand as one seat saw it, with a proof for every card: a file that anyone can check."""

    format: str = FORMAT
    table: str
    hand: int
    seat: int | None
    """The seat it belongs to; None for a spectator."""
    root: str
    seeds: dict[int, PlayerSeed]
    """Each player's seed for the deck order, by seat."""
    players: dict[int, str]
    stacks: tuple[int, ...]
    """The chips of players dealt in, by seat; 0 elsewhere."""
    button: int
    burn: bool
    """Whether a card is burned before flop, turn and river."""
    double_board: bool = False
    """Whether two boards are dealt street by street, each street after one burn."""
    events: tuple[Event, ...]
    openings: tuple[Opening, ...]
    afterwards: tuple[CardsShown | RabbitHunted, ...] = ()
    """Cards that became public after the hand."""
    house_seed: str = ""
    """The house's secret, if the house reveals it: it shows every card, including mucked ones."""


class SealNote(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A note from the time when the deck was sealed, before your seed was opened; missing parts are None."""

    table: str | None = None
    hand: int | None = None
    root: str | None = None
    button: int | None = None
    players: dict[int, str] | None = None
    """The seats to be dealt in, by seat."""
    promises: dict[int, str] | None = None
    """The promises at that time, by seat."""
    seat: int | None = None
    seed: str | None = None
    """Your own seed, opened after the root was published; empty if you opened none."""


class ProofVerdict(msgspec.Struct, frozen=True):
    """The result of checking a proof, in sentences."""

    proved: tuple[str, ...]
    not_proved: tuple[str, ...]
    lies: tuple[str, ...]
    """Contradictions in the proof; empty if the house is honest."""

    @property
    def holds(self) -> bool:
        """Whether the proof has no contradictions."""
        return not self.lies


class BadProof(BigslickError, ValueError):
    """A file that is not a proof or a note; the sentence says why."""


def read_proof(text: bytes | str) -> Proof:
    """Read a proof from its file, or raise `BadProof`."""
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


def read_note(text: bytes | str) -> SealNote:
    """Read a note from its file, or raise `BadProof`."""
    try:
        return decode(text, SealNote)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadProof(f"not the note of a sealed deck: {error}") from None


def check(proof: Proof, note: SealNote | None = None) -> ProofVerdict:
    """Check every card in a proof, and compare it with your note from before you opened your seed."""
    return _Check(proof, note or SealNote()).verdict()


class _Check:
    """One pass over a proof."""

    def __init__(self, proof: Proof, note: SealNote) -> None:
        self.proof = proof
        self.note = note
        self.proved: list[str] = []
        self.open: list[str] = []
        self.lies: list[str] = []
        self.order = dealing_order(proof.stacks, proof.button)
        self.found: dict[int, Card] = {}
        """The opened cards, by their place in the sealed deck."""
        self.dealt_from: tuple[int, ...] = ()

    def verdict(self) -> ProofVerdict:
        self.openings()
        self.seeds()
        self.noted()
        if self.dealt_from:
            self.cards()
        self.house()
        return ProofVerdict(tuple(self.proved), tuple(self.open), tuple(self.lies))

    def openings(self) -> None:
        """Check that each opening leads to the root, and that together they fit one deck."""
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
                f"{len(self.found)} cards were in their places in the sealed deck when the root {root} was made."
            )

    def seeds(self) -> None:
        """Check that each seed is the promised one, and that they give the dealing order with the root."""
        proof = self.proof
        for seat, added in proof.seeds.items():
            if seat not in self.order:
                self.lies.append(f"A seed of seat {seat + 1} is mixed in, which was not dealt in.")
            try:
                kept = not added.seed or promise_of(added.seed) == added.promise
            except ValueError:
                kept = False
            if not kept:
                self.lies.append(f"The seed of {self.name(seat)} is not the promised one.")
        try:
            self.dealt_from = dealing_places(proof.root, proof.seeds)
        except ValueError:
            self.lies.append("The root or a seed is not 32 bytes, so that no order follows from them.")
        opened = [seat for seat in sorted(proof.seeds) if proof.seeds[seat].seed]
        withheld = [seat for seat in sorted(proof.seeds) if not proof.seeds[seat].seed]
        without = [seat for seat in sorted(self.order) if seat not in proof.seeds]
        if opened and not self.lies:
            self.proved.append(f"The order of the deal follows from the root and the seeds of {self.names(opened)}.")
        if withheld:
            self.open.append(
                f"Why {self.names(withheld)} promised a seed and did not open it in time: a house that plays together "
                "with such a player can choose between the order with the seed and the order without."
            )
        if without:
            self.open.append(f"Anything by {self.names(without)}, who added no seed; house bots never do.")

    def noted(self) -> None:
        """Check the proof against your note, and that your seed is mixed in."""
        proof, note = self.proof, self.note
        if note.table not in (None, proof.table) or note.hand not in (None, proof.hand):
            self.lies.append(
                f"The note is about hand {note.hand} of table {note.table}, but the proof is about hand {proof.hand} "
                f"of table {proof.table}."
            )
            return
        before = len(self.lies)
        if note.root is not None and note.root != proof.root:
            self.lies.append(
                f"You noted the root {note.root}, but this hand was dealt from a deck with the root {proof.root}: it "
                "was chosen after the seeds were known."
            )
        if note.players is not None and (note.players, note.button) != (proof.players, proof.button):
            self.lies.append("Who is dealt in, or the button, is not what you noted when the deck was sealed.")
        if note.promises is not None:
            promised = {seat: added.promise for seat, added in proof.seeds.items()}
            if promised != note.promises:
                self.lies.append("The promised seeds are not those that you noted when the deck was sealed.")
        self.own_seed()
        if len(self.lies) > before:
            return
        if note.root is None:
            self.open.append(
                f"That the deck was sealed before the seeds were opened: compare the root {proof.root} with the one "
                "that your page or program noted then."
            )
        else:
            self.proved.append("The deck was sealed before you opened your seed: the root is the one you noted.")
        if note.root is not None and note.seed:
            self.proved.append(
                "Your seed is mixed in, and no one else knew it when the deck, the promises of the others and the "
                "button were fixed: neither the house nor another player can have chosen this order."
            )
        else:
            self.open.append(
                "That no one chose the order: only a player knows who noted the root, then opened a seed of their own, "
                "and finds it mixed in."
            )

    def own_seed(self) -> None:
        """Check that the viewer's opened seed is mixed in at their seat, and no other."""
        proof, note = self.proof, self.note
        if note.seed is None:
            return
        seat = proof.seat if note.seat is None else note.seat
        mixed = "" if seat is None or seat not in proof.seeds else proof.seeds[seat].seed
        if note.seed == mixed:
            return
        if not mixed:
            self.lies.append(
                "Your seed is not mixed in: the house dropped it, or it came too late. You cannot tell this order from "
                "one that the house chose."
            )
        elif not note.seed:
            self.lies.append("A seed is mixed in at your seat, but you opened none.")
        else:
            self.lies.append("The seed that is mixed in at your seat is not yours.")

    def cards(self) -> None:
        """Check that the events' cards come from the right places in the deck."""
        at = 2 * len(self.order)
        left = [3, 1, 1]
        dealt: dict[int, list[Card]] = {}
        for event in self.proof.events:
            if isinstance(event, Dealt) and event.card is not None:
                dealt.setdefault(event.seat, []).append(event.card)
        for seat, cards in dealt.items():
            self.hole(seat, cards, "were dealt")
        for event in self.proof.events:
            if isinstance(event, StreetDealt):
                where = f"The {event.street}" + (f" of board {event.board + 1}" if event.board else "")
                at += self.proof.burn and not (self.proof.double_board and event.board)
                self.same(where, event.cards, range(at, at + len(event.cards)))
                at += len(event.cards)
                left = left[1:]
            elif isinstance(event, Shown) and event.cards:
                self.hole(event.seat, event.cards, "were shown")
                dealt[event.seat] = list(event.cards)
        for after in self.proof.afterwards:
            if isinstance(after, CardsShown):
                self.shown_afterwards(after)
                if None not in after.cards:
                    dealt[after.seat] = [card for card in after.cards if card is not None]
            else:
                turns: list[int] = []
                for count in left:
                    at += self.proof.burn
                    turns += range(at, at + count)
                    at += count
                self.same("The cards that would have come,", after.cards, turns)
        hidden = [seat for seat in sorted(self.order) if seat not in dealt]
        if hidden:
            self.open.append(f"Which cards {self.names(hidden)} had: the root sealed them too, and they stay secret.")

    def shown_afterwards(self, event: CardsShown) -> None:
        """Compare hole cards shown after the hand with their places."""
        if event.seat not in self.order:
            self.lies.append(f"Seat {event.seat + 1} showed cards but was not dealt in.")
            return
        pairs = zip(event.cards, hole_places(self.order, event.seat), strict=True)
        known = [(card, turn) for card, turn in pairs if card is not None]
        what = f"What {self.name(event.seat)} showed after the hand,"
        self.same(what, [card for card, _ in known], [turn for _, turn in known])

    def hole(self, seat: int, cards: Sequence[Card], how: str) -> None:
        """Compare a seat's cards with the places they must come from."""
        if seat not in self.order:
            self.lies.append(f"Seat {seat + 1} has cards but was not dealt in.")
        else:
            self.same(f"The cards of {self.name(seat)} that {how},", cards, hole_places(self.order, seat))

    def same(self, what: str, cards: Sequence[Card], turns: Sequence[int]) -> None:
        """Compare cards with the openings of the places dealt at these turns."""
        text = format_cards(cards)
        if len(cards) != len(turns) or not all(0 <= turn < _CARDS for turn in turns):
            self.lies.append(f"{what} {text}: expected {len(turns)} cards of the deck.")
            return
        places = [self.dealt_from[turn] for turn in turns]
        opened = [self.found.get(place) for place in places]
        wrong = [
            (card, place, found)
            for card, place, found in zip(cards, places, opened, strict=True)
            if found not in (None, card)
        ]
        for card, place, found in wrong:
            self.lies.append(f"{what} {text}: the sealed deck had the {found} in place {place}, not the {card}.")
        if None in opened:
            self.open.append(f"{what} {text}: no opening proves them.")
        elif not wrong:
            comma = "," if what.endswith(",") else ""
            self.proved.append(
                f"{what} {text}{comma} were in {_places(places)} of the sealed deck, as the order requires."
            )

    def house(self) -> None:
        """Check that the sealed deck comes from the house's secret, if the house has revealed it."""
        proof = self.proof
        if not proof.house_seed:
            self.open.append(
                "That the cards which no one saw complete the deck: only the house's secret would show it, and it "
                "would show the mucked cards too."
            )
            return
        try:
            sealed = SealedDeck(bytes.fromhex(proof.house_seed), proof.table, proof.hand)
        except ValueError:
            self.lies.append("The house's secret is not 32 bytes.")
            return
        if sealed.root != proof.root:
            self.lies.append("The house's secret makes another deck than the one that was sealed.")
        else:
            self.proved.append("The sealed deck has all 52 cards, shuffled from the house's secret.")

    def name(self, seat: int) -> str:
        return self.proof.players.get(seat, f"seat {seat + 1}")

    def names(self, seats: Sequence[int]) -> str:
        return ", ".join(map(self.name, seats))


def _places(places: Sequence[int]) -> str:
    return f"{'place' if len(places) == 1 else 'places'} {', '.join(map(str, places))}"


def _leaf(place: int, card: int, salt: bytes) -> bytes:
    return hashlib.sha256(bytes((0, place, card)) + salt).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()
