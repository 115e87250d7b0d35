"""Fairness: openings prove cards, nothing else passes, and a cheating house is caught."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from itertools import count

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigslick import Call, Check, Rules
from bigslick.cards import DECK, Card
from bigslick.hand.events import Dealt, Event, Shown, StreetDealt
from bigslick.hand.hand import Hand
from bigslick.hand.setup import board_places, hole_places
from bigslick.protocol.encoding import encode
from bigslick.protocol.fairness import (
    BadProof,
    DealtDeck,
    Proof,
    SealedDeck,
    SealNote,
    check,
    check_opening,
    dealing_places,
    promise_of,
    read_note,
    read_proof,
)
from bigslick.protocol.room_events import PlayerSeed
from bigslick.protocol.wire import Opening
from bigslick.server.store.histories import proof_for
from bigslick.server.store.records import StoredHand
from bigslick.server.store.summary import summary_of
from bigslick.shuffle import Keystream

from ..server.hands import played

SEED = bytes(range(32))


def sealed(seed: bytes = SEED, table: str = "t1", hand: int = 1) -> SealedDeck:
    return SealedDeck(seed, table, hand)


def added(**seeds: int) -> dict[int, PlayerSeed]:
    """Return the players' seeds: `s3=7` is 32 bytes of 7 from seat 3."""
    return {
        int(seat[1:]): PlayerSeed(promise_of(bytes([seed] * 32).hex()), bytes([seed] * 32).hex())
        for seat, seed in seeds.items()
    }


def test_every_place_of_a_pack_can_be_opened() -> None:
    made = sealed()
    assert sorted(made.cards) == list(DECK)
    for place, card in enumerate(made.cards):
        opening = made.opening(place)
        assert (opening.place, opening.card) == (place, card)
        assert check_opening(made.root, opening)


def test_the_algorithm_is_the_one_in_words() -> None:
    made = sealed()
    assert made.cards == Keystream(SEED, "t1", 1).shuffled()
    level = []
    for place, card in enumerate(made.cards):
        salt = bytes.fromhex(made.opening(place).salt)
        level.append(hashlib.sha256(bytes([0, place, card]) + salt).digest())
    level += [bytes(32)] * 12
    while len(level) > 1:
        level = [hashlib.sha256(b"\x01" + level[at] + level[at + 1]).digest() for at in range(0, len(level), 2)]
    assert made.root == level[0].hex()
    assert promise_of(SEED.hex()) == hashlib.sha256(SEED).hexdigest()
    mix = hashlib.sha256(b"bigslick mix 1" + level[0] + b"\x00" + bytes([7] * 32) + b"\x03" + bytes([9] * 32)).digest()
    order = sorted(range(52), key=lambda place: hashlib.sha256(b"\x02" + mix + bytes([place])).digest())
    assert dealing_places(made.root, added(s3=9, s0=7)) == tuple(order)
    dealt = DealtDeck(made, added(s0=7, s3=9))
    assert dealt.cards == tuple(made.cards[place] for place in order)
    assert [dealt.opening(turn).place for turn in range(52)] == order


def test_the_root_and_the_order_of_a_known_deck_stay_the_same_for_ever() -> None:
    made = SealedDeck(bytes(32), "t", 1)
    assert made.root == "8fbf6afe5d74461fb55dcf98ee638cddbd83aa1596f81062b0f8ec2e5e2ad4a5"
    assert dealing_places(made.root, added(s0=1))[:8] == (36, 46, 43, 22, 24, 33, 18, 40)


def test_every_order_is_as_likely_as_any_other() -> None:
    """Over many seeds every card is dealt first, last and to the board equally often (chi-square, 51 df)."""
    made, rounds = sealed(), 5_200
    tally = {turn: [0] * 52 for turn in (0, 20, 51)}
    for number in range(rounds):
        seed = hashlib.sha256(number.to_bytes(4, "big")).hexdigest()
        places = dealing_places(made.root, {2: PlayerSeed(promise_of(seed), seed)})
        for turn, found in tally.items():
            found[places[turn]] += 1
    for found in tally.values():
        assert sum((times - 100) ** 2 / 100 for times in found) < 110, "one in a million"


@pytest.mark.parametrize(
    "other",
    [
        sealed(seed=bytes(32)),
        sealed(table="t2"),
        sealed(hand=2),
    ],
)
def test_whatever_goes_in_changes_the_deck(other: SealedDeck) -> None:
    assert other.cards != sealed().cards
    assert other.root != sealed().root


@pytest.mark.parametrize(
    "other", [added(s0=1, s3=3), added(s0=1, s2=2), added(s0=1), added(s3=2), added(s0=2, s3=1), {}]
)
def test_each_seed_and_its_seat_change_the_order(other: dict[int, PlayerSeed]) -> None:
    root = sealed().root
    assert dealing_places(root, other) != dealing_places(root, added(s0=1, s3=2))
    assert dealing_places(sealed(hand=2).root, other) != dealing_places(root, other)


def test_a_seed_that_was_not_opened_does_not_count() -> None:
    root = sealed().root
    withheld = {**added(s0=1), 3: PlayerSeed("ab" * 32)}
    assert dealing_places(root, withheld) == dealing_places(root, added(s0=1))


def test_a_pack_shows_nothing_of_itself_and_needs_a_whole_seed() -> None:
    assert repr(sealed()) == "<SealedDeck>"
    assert repr(DealtDeck(sealed(), {})) == "<DealtDeck>"
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
    """Neither a place beyond the deck nor a zero leaf that pads the tree opens anything."""
    made = sealed()
    for place in (52, 60, 63):
        assert not check_opening(
            made.root, Opening(place=place, card=Card(0), salt="00" * 16, path=made.opening(0).path)
        )


@pytest.mark.parametrize("burn", [True, False])
def test_places_are_those_of_the_dealing_order(burn: bool) -> None:
    rules = msgspec.structs.replace(Rules(), burn=burn)
    hand = Hand.start([100, 0, 100, 100], (5, 10), button=2, deck=sealed().cards, rules=rules)
    order = hand.setup.dealt
    for seat in order:
        assert hand.hole(seat) == tuple(sealed().cards[place] for place in hole_places(order, seat))
    while (options := hand.options) is not None:
        hand.act(Check() if options.check else Call())
    assert hand.board == tuple(sealed().cards[place] for place in board_places(3, burn=burn))


# -- proofs -----------------------------------------------------------------------------------------------------------


def a_proof(player: str | None = "ada") -> Proof:
    """Return the proof of a hand in which two or more players showed."""
    for number in range(1, 200):
        found = played("t1", number)
        if sum(isinstance(event, Shown) for event in Hand.load(found.record).events) >= 2:
            return proof_for(found, player)
    raise AssertionError


def note_of(hand: StoredHand, seat: int | None) -> SealNote:
    """Return what a seat's client noted when an honest hand's deck was sealed."""
    return SealNote(
        table=hand.table,
        hand=hand.number,
        root=hand.root,
        button=Hand.load(hand.record).setup.button,
        players=hand.names,
        promises={seat: added.promise for seat, added in hand.seeds.items()},
        seat=seat,
        seed=None if seat is None else hand.seeds[seat].seed if seat in hand.seeds else "",
    )


def test_an_honest_hand_holds_for_everybody() -> None:
    for number in range(1, 60):
        hand = played("t1", number)
        for player in (None, *hand.players.values()):
            proof = read_proof(encode(proof_for(hand, player)))
            note = read_note(encode(note_of(hand, proof.seat)))
            verdict = check(proof, note)
            assert verdict.holds, verdict.lies
            assert any("the root is the one you noted" in sentence for sentence in verdict.proved)
            mine = proof.seat in hand.seeds
            assert any("Your seed is mixed in" in sentence for sentence in verdict.proved) == mine
            known = {event.card for event in proof.events if isinstance(event, Dealt) and event.card is not None}
            known |= {card for event in proof.events if isinstance(event, Shown | StreetDealt) for card in event.cards}
            assert {opening.card for opening in proof.openings} == known
            assert not any("no opening proves" in sentence for sentence in verdict.not_proved)


def test_what_is_not_proved_is_said() -> None:
    proof = a_proof("ada")
    verdict = check(proof)
    said = " ".join(verdict.not_proved)
    assert "sealed before the seeds were opened" in said
    assert "only the house's secret" in said
    assert "That no one chose the order" in said
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
    """Return the proof with a different card in the first event of this kind that has cards."""
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
    assert "the sealed deck had the" in verdict.lies[0]


def test_openings_of_another_pack_are_lies() -> None:
    proof = a_proof()
    other = SealedDeck(bytes(32), "t1", 1)
    verdict = check(msgspec.structs.replace(proof, openings=tuple(other.opening(o.place) for o in proof.openings)))
    assert len(verdict.lies) == len(proof.openings)
    assert "does not lead to the root" in verdict.lies[0]


def test_another_root_than_the_one_that_was_published_is_a_lie() -> None:
    """The house makes a new deck after the deal, with a root and openings that fit together."""
    proof = a_proof()
    verdict = check(proof, SealNote(root="ab" * 32))
    assert len(verdict.lies) == 1
    assert "You noted the root abab" in verdict.lies[0]


def test_the_same_card_twice_is_a_lie() -> None:
    """A house that puts the ace of spades into a deck twice can open both, and is caught by doing so."""
    cards = [*DECK[:51], DECK[0]]
    made = SealedDeck(SEED, "t1", 1)
    made.cards = tuple(cards)
    proof = a_proof()
    order = (made.opening(0), made.opening(51))
    verdict = check(msgspec.structs.replace(proof, root=made.root, openings=order, events=()))
    assert any("in the deck twice" in lie for lie in verdict.lies)


def test_dealing_from_elsewhere_is_a_lie() -> None:
    """The cards are all in the deck, but the house gave a player someone else's."""
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
    assert any("all 52 cards" in sentence for sentence in verdict.proved)
    for wrong, lie in (
        ({"house_seed": bytes(32).hex()}, "makes another deck"),
        ({"house_seed": "00"}, "not 32 bytes"),
    ):
        assert any(lie in found for found in check(msgspec.structs.replace(given, **wrong)).lies)


# -- houses that cheat ------------------------------------------------------------------------------------------------


class CheatingHouse:
    """A house that wants seat 1 to get the better cards, and knows everything before it answers."""

    def __init__(self) -> None:
        self.secret = bytes(range(32))
        self.opened = added(s0=5, s1=6)
        self.stacks = (500, 500)
        self.sealed = SealedDeck(self.secret, "t1", 1)
        self.note = SealNote(
            table="t1",
            hand=1,
            root=self.sealed.root,
            button=0,
            players={0: "ann", 1: "friend"},
            promises={seat: added.promise for seat, added in self.opened.items()},
            seat=0,
            seed=self.opened[0].seed,
        )

    def proof(self, secret: bytes, seeds: dict[int, PlayerSeed], button: int = 0) -> Proof:
        """Return the proof that the house shows ann after the hand: all its cards match the root."""
        deck = DealtDeck(SealedDeck(secret, "t1", 1), seeds)
        hand = Hand.start(self.stacks, (5, 10), button, deck=deck.cards)
        while (options := hand.options) is not None:
            hand.act(Check() if options.check else Call())
        return proof_for(
            StoredHand(
                table="t1",
                number=1,
                ended_at=0,
                record=hand.save(),
                players={0: "ann", 1: "friend"},
                names={0: "ann", 1: "friend"},
                nets={0: 0, 1: 0},
                root=deck.root,
                house_seed=secret,
                seeds=seeds,
                summary=summary_of(hand, "Elm"),
            ),
            "ann",
        )

    def friend_has_a_pair(self, proof: Proof) -> bool:
        (cards,) = (event.cards for event in proof.events if isinstance(event, Shown) and event.seat == 1)
        return cards[0].rank == cards[1].rank


def found_out(proof: Proof, note: SealNote) -> tuple[str, ...]:
    assert check(proof).holds, "without a note the house would not be found out"
    verdict = check(proof, note)
    assert not verdict.holds
    assert not any("can have chosen" in sentence for sentence in verdict.proved)
    return verdict.lies


def searched(house: CheatingHouse, tries: Iterator[Proof]) -> Proof:
    """Return the first of many proofs in which the friend gets a pair."""
    return next(proof for proof in tries if shown(proof) and house.friend_has_a_pair(proof))


def shown(proof: Proof) -> bool:
    return any(isinstance(event, Shown) and event.seat == 1 for event in proof.events)


def test_the_honest_house_passes_where_the_cheating_one_is_found_out() -> None:
    house = CheatingHouse()
    verdict = check(house.proof(house.secret, house.opened), house.note)
    assert verdict.holds
    assert any("neither the house nor another player can have chosen" in sentence for sentence in verdict.proved)


def test_a_house_that_searches_for_a_deck_when_it_knows_the_seeds_is_found_out() -> None:
    """It tries secrets until the friend has a pair, and claims that this was its deck all along."""
    house = CheatingHouse()
    proof = searched(house, (house.proof(number.to_bytes(32, "big"), house.opened) for number in count()))
    assert "chosen after the seeds were known" in found_out(proof, house.note)[0]


def test_a_friend_who_opens_another_seed_than_the_promised_one_is_found_out() -> None:
    """The friend answers last and tries one seed after another; only the promised one is accepted."""
    house = CheatingHouse()
    late = house.opened[1].promise
    tries = ({**house.opened, 1: PlayerSeed(late, number.to_bytes(32, "big").hex())} for number in count())
    proof = searched(house, (house.proof(house.secret, seeds) for seeds in tries))
    assert check(proof).lies == ("The seed of friend is not the promised one.",)


def test_a_promise_that_was_made_when_the_seeds_were_known_is_found_out() -> None:
    house = CheatingHouse()
    tries = (hashlib.sha256(bytes([number])).hexdigest() for number in range(256))
    seeds = ({**house.opened, 1: PlayerSeed(promise_of(seed), seed)} for seed in tries)
    proof = searched(house, (house.proof(house.secret, seeds) for seeds in seeds))
    assert "promised seeds are not those" in found_out(proof, house.note)[0]


def test_a_house_that_drops_or_replaces_your_seed_is_found_out() -> None:
    house = CheatingHouse()
    dropped = {**house.opened, 0: PlayerSeed(house.opened[0].promise)}
    assert "Your seed is not mixed in" in found_out(house.proof(house.secret, dropped), house.note)[0]
    without = {1: house.opened[1]}
    lies = found_out(house.proof(house.secret, without), house.note)
    assert any("Your seed is not mixed in" in lie for lie in lies)
    replaced = {**house.opened, **added(s0=77)}
    lies = found_out(house.proof(house.secret, replaced), house.note)
    assert any("is not yours" in lie for lie in lies)
    unasked = msgspec.structs.replace(house.note, seed="")
    assert any("you opened none" in lie for lie in found_out(house.proof(house.secret, house.opened), unasked))


def test_a_house_that_moves_the_button_when_it_knows_the_seeds_is_found_out() -> None:
    house = CheatingHouse()
    assert "button" in found_out(house.proof(house.secret, house.opened, button=1), house.note)[0]


def test_a_friend_who_withholds_a_seed_is_named() -> None:
    """Withholding is the only choice left to the house, between two orders, and the check reveals it."""
    house = CheatingHouse()
    withheld = {**house.opened, 1: PlayerSeed(house.opened[1].promise)}
    verdict = check(house.proof(house.secret, withheld), house.note)
    assert verdict.holds
    assert any("friend promised a seed and did not open it" in sentence for sentence in verdict.not_proved)


def test_a_note_of_another_hand_and_what_is_no_note_are_refused() -> None:
    house = CheatingHouse()
    other = msgspec.structs.replace(house.note, hand=2)
    assert "The note is about hand 2" in found_out(house.proof(house.secret, house.opened), other)[0]
    with pytest.raises(BadProof, match="not the note"):
        read_note(b"[]")


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
    assert SealedDeck(seed, "t", 1).opening(place).salt == said.hex()
