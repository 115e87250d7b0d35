"""The page checks proofs as the engine makes them: openings, hashes, and the order that follows from the seeds."""

from __future__ import annotations

import hashlib
import random
from typing import Any

from playwright.sync_api import Page

from bigslick.protocol.fairness import SealedDeck, dealing_places, promise_of
from bigslick.protocol.room_events import PlayerSeed

from .test_modules import plain

SEEDS = """async ([root, hands]) => {
  const { dealingPlaces } = await import('/records/verify.js');
  const { promiseOf } = await import('/shared/seeds.js');
  return hands.map((seeds) => [
    dealingPlaces(root, seeds),
    Object.values(seeds).map(({ seed }) => seed && promiseOf(seed)),
  ]);
}"""
HASHES = """async (messages) => {
  const { sha256, toHex } = await import('/shared/sha256.js');
  return messages.map((message) => toHex(sha256(message)));
}"""
OPENINGS = """async ([root, openings]) => {
  const { checkOpening } = await import('/records/verify.js');
  return openings.map((opening) => checkOpening(root, opening));
}"""
VERDICT = """async (evidence) => (await import('/records/verify.js')).verify(evidence).fair"""


def test_an_opening_is_accepted_only_as_it_was_made(page: Page) -> None:
    pack = SealedDeck(bytes(range(32)), "t1", 1)
    openings = [plain(pack.opening(place)) for place in (0, 1, 17, 51)]
    false = [
        {**openings[0], "card": openings[1]["card"]},
        {**openings[0], "place": 1},
        {**openings[0], "salt": openings[1]["salt"]},
        {**openings[0], "path": openings[0]["path"][::-1]},
        {**openings[0], "path": openings[0]["path"][:5]},
        {**openings[0], "salt": "zz" * 16},
    ]
    assert page.evaluate(OPENINGS, [pack.root, openings]) == [True] * len(openings)
    assert page.evaluate(OPENINGS, [pack.root, false]) == [False] * len(false)
    assert page.evaluate(OPENINGS, ["00" * 32, openings]) == [False] * len(openings)


def test_a_hand_of_which_no_card_was_seen_is_neither_fair_nor_unfair(page: Page) -> None:
    """Nothing is proved and nothing is refuted; but with a false seed the hand is unfair."""
    evidence: dict[str, Any] = {"root": "00" * 32, "players": {0: "ann"}, "button": 0, "order": [0], "burn": False}
    evidence |= {"cards": {}, "boards": [], "openings": [], "note": None, "seeds": {}}
    false = {**evidence, "seeds": {0: {"promise": "11" * 32, "seed": "22" * 32}}}
    assert page.evaluate(VERDICT, evidence) is None
    assert page.evaluate(VERDICT, false) is False


def test_hashes_are_those_of_every_other_program(page: Page) -> None:
    chance = random.Random(5)
    messages = [chance.randbytes(length) for length in (*range(140), 1_000, 10_000)]
    found = page.evaluate(HASHES, [list(message) for message in messages])
    assert found == [hashlib.sha256(message).hexdigest() for message in messages]


def test_the_page_finds_the_same_order_and_promises_from_the_seeds(page: Page) -> None:
    chance = random.Random(6)
    root = chance.randbytes(32).hex()
    hands = []
    for _ in range(40):
        opened = {seat: chance.randbytes(32).hex() for seat in chance.sample(range(10), chance.randint(0, 6))}
        hands.append(
            {seat: PlayerSeed(promise_of(seed), chance.choice((seed, seed, ""))) for seat, seed in opened.items()}
        )
    for seeds, (places, promises) in zip(hands, page.evaluate(SEEDS, [root, plain(hands)]), strict=True):
        assert tuple(places) == dealing_places(root, seeds)
        assert promises == [seeds[seat].promise if seeds[seat].seed else "" for seat in sorted(seeds)]
