"""The calls that users write (`Hand.start`, `options`, `act` and `result` in Python) against open_spiel's fastest loop.

Both sides get their cards before the clock starts, except in the rows with a seed for each hand. `playing` checks that
the same cards and actions leave the same chips.
"""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable, Iterable

from bigslick import Action, Bet, Call, Check, Fold, Hand, Options, Raise, view

from .playing import BIG, BUTTON, SEATS, SMALL, STACK, deal, new_game, spiel_call, spiel_hands, spiel_random
from .rows import Row, agree, named
from .timing import best

HANDS = 500
TEXTS = 200
ROUNDS = 7
MICROSECONDS = 10  # 100,000 hands a second
STACKS = [STACK] * SEATS
BLINDS = (SMALL, BIG)


def front_door() -> Iterable[Row]:
    game, peer = new_game(), named("open_spiel")
    packs = deal(HANDS)
    decks = [[*pack, *(card for card in range(52) if card not in set(pack))] for pack in packs]
    theirs, ours = spiel_hands(game, packs, spiel_call), sum(call_hand(start(deck)) for deck in decks)
    agree(ours == theirs, f"{ours} actions of call hands, open_spiel {theirs}")
    their_random, our_random = spiel_random(), at_random()
    them, plain, seeded, seen, them_random, us_random = best(
        lambda: spiel_hands(game, packs, spiel_call),
        lambda: [call_hand(start(deck)) for deck in decks],
        lambda: [call_hand(start(seed=number)) for number in range(HANDS)],
        lambda: [viewed_hand(start(deck)) for deck in decks],
        lambda: spiel_hands(game, packs, their_random),
        lambda: [random_hand(start(deck), our_random) for deck in decks],
    )
    rate = HANDS / them
    yield Row("Hand loop, 6 seats, deck given: call", peer, "hands/s", rate, HANDS / plain, 2, 3)
    yield Row("Hand loop, 6 seats, a seed each: call", peer, "hands/s", rate, HANDS / seeded, 1, 1.5)
    yield Row("Hand loop, 6 seats, deck given: random", peer, "hands/s", HANDS / them_random, HANDS / us_random, 2, 3)
    yield Row("Hand loop, 6 seats, a view each: call", peer, "hands/s", rate, HANDS / seen, 1, 2)


def telling() -> Iterable[Row]:
    """Read the events of whole hands once, with a fresh hand for each."""
    spent = float("inf")
    for _ in range(ROUNDS):
        hands = [start(seed=number) for number in range(HANDS)]
        for hand in hands:
            call_hand(hand)
        gc.disable()
        began = time.process_time()
        for hand in hands:
            agree(hand.events[-1], "a hand has no events")
        spent = min(spent, time.process_time() - began)
        gc.enable()
    yield Row("events of a whole 6-seat hand", "", "µs", None, 1e6 * spent / HANDS, MICROSECONDS, lower=True)


def saving() -> Iterable[Row]:
    """Save a whole hand as text and load it again."""
    pack = deal(1)[0]
    theirs = new_game().new_initial_state()
    for card in pack[: 2 * SEATS]:
        theirs.apply_action(card)
    cards = iter(pack[2 * SEATS :])
    while not theirs.is_terminal():
        theirs.apply_action(next(cards) if theirs.is_chance_node() else 1)
    hand, game = start([*pack, *(card for card in range(52) if card not in set(pack))]), new_game()
    call_hand(hand)
    agree(Hand.load(hand.save()) == hand, "a hand changes when it is saved and loaded")
    agree(str(game.deserialize_state(theirs.serialize())) == str(theirs), "open_spiel's saved hand differs")
    them, us = best(
        repeat(lambda: game.deserialize_state(theirs.serialize())),
        repeat(lambda: Hand.load(hand.save())),
        rounds=15,
    )
    yield Row("save and load of a whole hand", named("open_spiel"), "hands/s", TEXTS / them, TEXTS / us, 1)


def repeat(work: Callable[[], object]) -> Callable[[], None]:
    def run() -> None:
        for _ in range(TEXTS):
            work()

    return run


def start(deck: list[int] | None = None, seed: int | None = None) -> Hand:
    return Hand.start(stacks=STACKS, blinds=BLINDS, button=BUTTON, deck=deck, seed=seed)


def call_hand(hand: Hand) -> int:
    """Check or call to the end and read the result; return the number of actions."""
    actions = 0
    while (options := hand.options) is not None:
        hand.act(Check() if options.check else Call())
        actions += 1
    agree(hand.result is not None, "a hand has no result")
    return actions


def viewed_hand(hand: Hand) -> int:
    """Do the same with a view for each decision, and read its options, hole cards and pot."""
    read = 0
    while (seat := hand.turn) is not None:
        seen = view(hand, seat)
        options = seen.options
        assert options is not None
        read += len(seen.hole) + seen.pot
        hand.act(Check() if options.check else Call())
    agree(hand.result is not None, "a hand has no result")
    return read


def at_random() -> Callable[[Options], Action]:
    """Choose at random: fold to a bet, check or call, the smallest wager, all-in."""
    draw = random.Random(7).random

    def policy(options: Options) -> Action:
        totals = options.wager_to
        choice = int(draw() * ((2 if options.call else 1) + (2 if totals else 0)))
        if not options.call:
            choice += 1
        if choice < 2:
            return Fold() if choice == 0 else Call() if options.call else Check()
        to = totals[0] if choice == 2 else totals[-1]
        return Raise(to=to) if options.raise_to else Bet(to=to)

    return policy


def random_hand(hand: Hand, policy: Callable[[Options], Action]) -> int:
    """Play random actions to the end."""
    actions = 0
    while (options := hand.options) is not None:
        hand.act(policy(options))
        actions += 1
    agree(hand.result is not None, "a hand has no result")
    return actions
