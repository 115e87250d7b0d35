"""Fairness: openings prove cards, nothing else passes, and a lie of the house is found."""

from __future__ import annotations

import hashlib
import hmac

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigslick import Call, Check, Rules
from bigslick.cards import DECK, Card
from bigslick.hand.events import Dealt, Event, Shown, StreetDealt
from bigslick.hand.hand import Hand
from bigslick.hand.layout import board_places, hole_places
from bigslick.protocol.encoding import encode
from bigslick.protocol.fairness import (
    BadProof,
    Proof,
    SealedDeck,
    check,
    check_opening,
    commitment,
    read_proof,
)
from bigslick.protocol.wire import Opening
from bigslick.server.store.histories import proof_for
from bigslick.server.store.records import StoredHand
from bigslick.shuffle import Keystream

from ..server.hands import played

SEED = bytes(range(32))


def sealed(seed: bytes = SEED, table: str = "t1", hand: int = 1, seeds: dict[int, str] | None = None) -> SealedDeck:
    return SealedDeck(seed, table, hand, {0: "a", 3: "b"} if seeds is None else seeds)


def test_every_place_of_a_pack_can_be_opened() -> None:
    made = sealed()
    assert sorted(made.deck) == list(DECK)
    for place, card in enumerate(made.deck):
        opening = made.opening(place)
        assert (opening.place, opening.card) == (place, card)
        assert check_opening(made.root, opening)


def test_the_algorithm_is_the_one_in_words() -> None:
    made = sealed()
    assert made.deck == Keystream(SEED, "t1", 1, 0, "a", 3, "b").shuffled()
    level = []
    for place, card in enumerate(made.deck):
        salt = bytes.fromhex(made.opening(place).salt)
        level.append(hashlib.sha256(bytes([0, place, card]) + salt).digest())
    level += [bytes(32)] * 12
    while len(level) > 1:
        level = [hashlib.sha256(b"\x01" + level[at] + level[at + 1]).digest() for at in range(0, len(level), 2)]
    assert made.root == level[0].hex()
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


def test_the_root_of_a_known_pack_stays_the_same_for_ever() -> None:
    made = SealedDeck(bytes(32), "t", 1, {0: "a"})
    assert made.root == "5b30326014cd06c09c19ca28b58092dd7d7c4c5aa76e6a7d3c7e0dcab3669e8d"


@pytest.mark.parametrize(
    "other",
    [
        sealed(seed=bytes(32)),
        sealed(table="t2"),
        sealed(hand=2),
        sealed(seeds={0: "a", 3: "c"}),
        sealed(seeds={0: "a", 2: "b"}),
        sealed(seeds={0: "a"}),
        sealed(seeds={0: "ab"}),
    ],
)
def test_whatever_goes_in_changes_the_deck(other: SealedDeck) -> None:
    assert other.deck != sealed().deck
    assert other.root != sealed().root


def test_a_pack_shows_nothing_of_itself_and_needs_a_whole_seed() -> None:
    assert repr(sealed()) == "<SealedDeck>"
    with pytest.raises(ValueError, match="5 bytes: expected 32"):
        sealed(seed=b"short")


@settings(max_examples=200, deadline=None)
@given(place=st.integers(0, 51), card=st.integers(0, 51), wrong=st.integers(0, 5), bit=st.integers(0, 127))
def test_no_other_card_place_salt_or_path_passes(place: int, card: int, wrong: int, bit: int) -> None:
    made = sealed()
    good = made.opening(place)
    salt = (int(good.salt, 16) ^ 1 << bit).to_bytes(16, "big").hex()
    step = (int(good.path[wrong], 16) ^ 1 << bit).to_bytes(32, "big").hex()
    forged = [
        msgspec.structs.replace(good, place=(place + 1 + wrong) % 52),
        msgspec.structs.replace(good, salt=salt),
        msgspec.structs.replace(good, path=(*good.path[:wrong], step, *good.path[wrong + 1 :])),
        msgspec.structs.replace(good, path=good.path[:-1]),
        msgspec.structs.replace(good, path=(*good.path, good.path[0])),
        msgspec.structs.replace(good, place=place - 64),
        msgspec.structs.replace(good, place=place + 64),
        msgspec.structs.replace(good, salt="zz"),
        msgspec.structs.replace(good, salt=good.salt + "00"),
    ]
    if card != good.card:
        forged.append(msgspec.structs.replace(good, card=Card(card)))
    for opening in forged:
        assert not check_opening(made.root, opening)
    assert not check_opening(sealed(hand=2).root, good)


def test_a_node_cannot_be_passed_off_as_a_leaf() -> None:
    """A place beyond the deck, or one whose leaf is one of the zeros that fill up the tree, opens nothing."""
    made = sealed()
    for place in (52, 60, 63):
        assert not check_opening(
            made.root, Opening(place=place, card=Card(0), salt="00" * 16, path=made.opening(0).path)
        )


@pytest.mark.parametrize("burn", [True, False])
def test_places_are_those_of_the_dealing_order(burn: bool) -> None:
    rules = msgspec.structs.replace(Rules(), burn=burn)
    hand = Hand.start([100, 0, 100, 100], (5, 10), button=2, deck=sealed().deck, rules=rules)
    order = hand.setup.dealt
    for seat in order:
        assert hand.hole(seat) == tuple(sealed().deck[place] for place in hole_places(order, seat))
    while (options := hand.options) is not None:
        hand.act(Check() if options.check else Call())
    assert hand.board == tuple(sealed().deck[place] for place in board_places(3, burn=burn))


# -- proofs -----------------------------------------------------------------------------------------------------------


def a_proof(player: str | None = "ada") -> Proof:
    """The proof of a hand in which two or more showed."""
    for number in range(1, 200):
        found = played("t1", number)
        if sum(isinstance(event, Shown) for event in Hand.load(found.record).events) >= 2:
            return proof_for(found, player)
    raise AssertionError


def test_an_honest_hand_holds_for_everybody() -> None:
    for number in range(1, 60):
        hand = played("t1", number)
        for player in (None, *hand.players.values()):
            proof = read_proof(encode(proof_for(hand, player)))
            verdict = check(proof, root=hand.root.upper(), commitment=commitment(hand.house_seed))
            assert verdict.holds, verdict.lies
            assert any("noted before the deal" in sentence for sentence in verdict.proved)
            known = {event.card for event in proof.events if isinstance(event, Dealt) and event.card is not None}
            known |= {card for event in proof.events if isinstance(event, Shown | StreetDealt) for card in event.cards}
            assert {opening.card for opening in proof.openings} == known
            assert not any("no opening proves" in sentence for sentence in verdict.not_proved)


def test_what_is_not_proved_is_said() -> None:
    proof = a_proof("ada")
    verdict = check(proof)
    said = " ".join(verdict.not_proved)
    assert "root was published before the deal" in said
    assert "only the house's seed" in said
    without = check(msgspec.structs.replace(proof, openings=()))
    assert without.holds
    assert sum("no opening proves them" in sentence for sentence in without.not_proved) >= 3
    hidden = check(proof_for(next(h for n in range(1, 99) if (h := played("t1", n)) and not _shown(h)), None))
    assert any("stay secret" in sentence for sentence in hidden.not_proved)


def _shown(hand: StoredHand) -> bool:
    return any(isinstance(event, Shown) for event in Hand.load(hand.record).events)


def other_than(*cards: Card) -> Card:
    return next(card for card in DECK if card not in cards)


def changed(proof: Proof, kind: type[Event]) -> Proof:
    """The proof with another card in the first event of a kind that has cards."""
    events = list(proof.events)
    for number, event in enumerate(events):
        fresh = other_than(*(opening.card for opening in proof.openings))
        if isinstance(event, kind) and isinstance(event, Dealt) and event.card is not None:
            events[number] = msgspec.structs.replace(event, card=fresh)
        elif isinstance(event, kind) and isinstance(event, Shown | StreetDealt):
            events[number] = msgspec.structs.replace(event, cards=(fresh, *event.cards[1:]))
        else:
            continue
        return msgspec.structs.replace(proof, events=tuple(events))
    raise AssertionError


@pytest.mark.parametrize("kind", [Dealt, Shown, StreetDealt])
def test_a_card_that_was_not_in_the_deck_there_is_a_lie(kind: type[Event]) -> None:
    verdict = check(changed(a_proof(), kind))
    assert not verdict.holds
    assert "the deck had the" in verdict.lies[0]


def test_openings_of_another_pack_are_lies() -> None:
    proof = a_proof()
    other = SealedDeck(bytes(32), "t1", 1, {})
    verdict = check(msgspec.structs.replace(proof, openings=tuple(other.opening(o.place) for o in proof.openings)))
    assert len(verdict.lies) == len(proof.openings)
    assert "does not lead to the root" in verdict.lies[0]


def test_another_root_than_the_one_that_was_published_is_a_lie() -> None:
    """The house makes a new deck after the deal, with a root and openings that fit together."""
    proof = a_proof()
    verdict = check(proof, root="ab" * 32, commitment="cd" * 32)
    assert len(verdict.lies) == 2
    assert "You noted the root abab" in verdict.lies[0]


def test_the_same_card_twice_is_a_lie() -> None:
    """A house that puts the ace of spades into a deck twice can open both, and is found out by having done so."""
    cards = [*DECK[:51], DECK[0]]
    made = SealedDeck(SEED, "t1", 1, {})
    made.deck = tuple(cards)
    proof = a_proof()
    order = (made.opening(0), made.opening(51))
    verdict = check(msgspec.structs.replace(proof, root=made.root, openings=order, events=()))
    assert any("in the deck twice" in lie for lie in verdict.lies)


def test_dealing_from_elsewhere_is_a_lie() -> None:
    """The cards are all in the deck, but the house gave a player those of a neighbour."""
    proof = a_proof(None)
    shown = [event for event in proof.events if isinstance(event, Shown)]
    first, second = shown[:2]
    swapped = {first: second.cards, second: first.cards}
    events = tuple(
        msgspec.structs.replace(event, cards=swapped[event]) if isinstance(event, Shown) and event in swapped else event
        for event in proof.events
    )
    assert len(check(msgspec.structs.replace(proof, events=events)).lies) == 4


def test_a_seat_that_was_not_dealt_in_has_no_cards() -> None:
    proof = a_proof()
    stacks = tuple(0 if seat == 0 else chips or 10 for seat, chips in enumerate(proof.stacks))
    assert any("was not dealt in" in lie for lie in check(msgspec.structs.replace(proof, stacks=stacks)).lies)


def test_the_house_may_give_up_its_seed() -> None:
    hand = next(h for n in range(1, 99) if (h := played("t1", n)) and _shown(h))
    proof = proof_for(hand, "ada")
    given = msgspec.structs.replace(proof, house_seed=hand.house_seed.hex())
    verdict = check(given)
    assert verdict.holds
    assert any("whole deck was shuffled from the seeds" in sentence for sentence in verdict.proved)
    for wrong, lie in (
        ({"house_seed": bytes(32).hex()}, "not the one it committed to"),
        ({"seeds": {0: "unlucky"}}, "make another deck"),
        ({"house_seed": "00"}, "not 32 bytes"),
    ):
        assert any(lie in found for found in check(msgspec.structs.replace(given, **wrong)).lies)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "not the proof"),
        (b"{}", "not the proof"),
        (b"[]", "not the proof"),
        (encode(msgspec.structs.replace(a_proof(), format="other/1")), "format"),
        (encode(msgspec.structs.replace(a_proof(), button=9)), "seat"),
        (encode(msgspec.structs.replace(a_proof(), stacks=())), "seat"),
        (encode(msgspec.structs.replace(a_proof(), players={-1: "x"})), "seat"),
        (encode(a_proof()).replace(b'"place"', b'"plaice"', 1), "not the proof"),
        (encode(a_proof()).replace(b'"card":"', b'"card":"1', 1), "not the proof"),
    ],
)
def test_what_is_not_a_proof_is_refused(text: bytes, why: str) -> None:
    with pytest.raises(BadProof, match=why):
        read_proof(text)


@given(st.binary(min_size=32, max_size=32), st.integers(0, 51))
@settings(max_examples=50)
def test_a_salt_is_the_hmac_that_the_document_says(seed: bytes, place: int) -> None:
    said = hmac.digest(seed, b"bigslick salt 1" + bytes([place]), "sha256")[:16]
    assert SealedDeck(seed, "t", 1, {}).opening(place).salt == said.hex()
