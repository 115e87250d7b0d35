"""Whole hands with six players and 100 big blinds, and copies of a state on the flop.

We drive open_spiel as fast as Python can: its cards are drawn before the clock starts and passed to its chance nodes,
each node's kind is checked once, and the policy is a function like ours. We shuffle while the clock runs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

import bigslick
from bigslick.bots import Playout, new_brain, style_number
from bigslick.core.codes import CALL, FOLD
from bigslick.core.hand import State
from bigslick.hand.hand import state_of
from bigslick.shuffle import Keystream

from .rows import Row, agree, named, need
from .timing import best

SEATS, STACK, SMALL, BIG = 6, 200, 1, 2
THEIR_HANDS, OUR_HANDS, CORE_HANDS = 1_000, 5_000, 20_000
CHECKED = 400
COPIES = 20_000
# open_spiel's first player posts the small blind, so the last has the button.
BUTTON = SEATS - 1


def playing() -> Iterable[Row]:
    game = new_game()
    compare_results(game)
    house = new_brain()
    for name, their_policy, our_policy, style in (
        ("call", spiel_call, call, "caller"),
        ("random", spiel_random(), at_random(), "random"),
    ):
        packs = deal(THEIR_HANDS)
        asked, played = table(), table()
        styles, chance = [style_number(style)] * SEATS, Keystream(7, "chance").draws
        actions = spiel_hands(game, packs, their_policy) / THEIR_HANDS
        them, us, core = best(
            lambda: spiel_hands(game, packs, their_policy),  # noqa: B023 - called before the next iteration
            lambda: asked.ask(OUR_HANDS, our_policy),  # noqa: B023
            lambda: played.run(CORE_HANDS, house, styles, chance),  # noqa: B023
        )
        for ours in (asked, played):
            mean = ours.decisions / ours.hands
            agree(abs(mean - actions) < 0.03 * actions, f"{name}: {mean:.2f} actions a hand, open_spiel {actions:.2f}")
        peer, rate = named("open_spiel"), THEIR_HANDS / them
        yield Row(f"6-seat hands, Python policy: {name}", peer, "hands/s", rate, OUR_HANDS / us, 3)
        yield Row(f"6-seat hands, policy in the core: {name}", peer, "hands/s", rate, CORE_HANDS / core, 12)


def table() -> Playout:
    hand = bigslick.Hand.start(stacks=[STACK] * SEATS, blinds=(SMALL, BIG), button=BUTTON, seed=7)
    return Playout(hand, Keystream(7, "cards").draws)


def call(_state: State) -> int:
    return CALL


def at_random() -> Callable[[State], int]:
    """Choose at random: fold to a bet, check or call, the smallest wager, all-in."""
    draw = random.Random(7).random

    def policy(state: State) -> int:
        choices = [FOLD, CALL] if state.to_call else [CALL]
        if state.max_to:
            choices += (state.min_to, state.max_to)
        return choices[int(draw() * len(choices))]

    return policy


# -- the peer ---------------------------------------------------------------------------------------------------------


def new_game() -> Any:
    return need("pyspiel").load_game(
        "universal_poker",
        {
            "betting": "nolimit",
            "bettingAbstraction": "fullgame",
            "numPlayers": SEATS,
            "numRounds": 4,
            "numSuits": 4,
            "numRanks": 13,
            "numHoleCards": 2,
            "numBoardCards": "0 3 1 1",
            "blind": " ".join(map(str, (SMALL, BIG, *[0] * (SEATS - 2)))),
            "firstPlayer": "3 1 1 1",
            "stack": " ".join([str(STACK)] * SEATS),
        },
    )


def deal(hands: int) -> list[list[int]]:
    rng = random.Random(7)
    return [rng.sample(range(52), 2 * SEATS + 5) for _ in range(hands)]


def spiel_hands(game: Any, packs: Iterable[list[int]], policy: Callable[[Any], int]) -> int:
    """Play the decks; return the number of decisions."""
    decisions = 0
    for pack in packs:
        state = game.new_initial_state()
        for card in pack[: 2 * SEATS]:
            state.apply_action(card)
        place = 2 * SEATS
        while True:
            player = state.current_player()
            if player >= 0:
                state.apply_action(policy(state))
                decisions += 1
            elif player == -1:  # chance
                state.apply_action(pack[place])
                place += 1
            else:
                break
        state.returns()
    return decisions


def spiel_call(_state: Any) -> int:
    return 1


def spiel_random() -> Callable[[Any], int]:
    draw = random.Random(7).random

    def policy(state: Any) -> int:
        legal = state.legal_actions()  # 0 fold, 1 call, then every total from the smallest to all-in
        folds = 1 - legal[0]
        choices = legal[: folds + 1]
        if len(legal) > folds + 1:
            choices += (legal[folds + 1], legal[-1])
        return int(choices[int(draw() * len(choices))])

    return policy


# -- the same work ----------------------------------------------------------------------------------------------------


def compare_results(game: Any) -> None:
    """Check that the same cards and actions leave the same chips in both engines."""
    policy = at_random()
    for pack in deal(CHECKED):
        holes = {seat: [bigslick.Card(card) for card in pack[2 * seat : 2 * seat + 2]] for seat in range(SEATS)}
        board = [bigslick.Card(card) for card in pack[2 * SEATS :]]
        hand = bigslick.Hand.start(
            stacks=[STACK] * SEATS, blinds=(SMALL, BIG), button=BUTTON, seed=7, holes=holes, board=board
        )
        state = state_of(hand)
        theirs = game.new_initial_state()
        cards = iter(pack)
        while not theirs.is_terminal():
            if theirs.is_chance_node():
                theirs.apply_action(next(cards))
                continue
            agree(theirs.current_player() == state.turn, f"open_spiel asks another seat with {pack}")
            code = policy(state)
            # Its totals are for the whole hand, ours for the street.
            before = state.committed()[state.turn] - state.bets()[state.turn]
            theirs.apply_action({FOLD: 0, CALL: 1}.get(code, code + before))
            state.act(code)
        agree(state.turn < 0, f"open_spiel ends earlier with {pack}")
        for chips, net in zip(state.stacks(), theirs.returns(), strict=True):
            # It splits pots into fractions of a chip; we give each odd chip to a seat.
            agree(abs(chips - STACK - net) < len(state.layers()), f"open_spiel pays differently with {pack}")


# -- copies -----------------------------------------------------------------------------------------------------------


def copying() -> Iterable[Row]:
    hand = bigslick.Hand.start(stacks=[STACK] * SEATS, blinds=(SMALL, BIG), button=BUTTON, seed=7)
    for action in [bigslick.Call()] * (SEATS - 1) + [bigslick.Check()]:
        hand.act(action)
    theirs = new_game().new_initial_state()
    for card in deal(1)[0][: 2 * SEATS]:
        theirs.apply_action(card)
    for _ in range(SEATS):
        theirs.apply_action(1)
    for card in deal(1)[0][2 * SEATS : 2 * SEATS + 3]:
        theirs.apply_action(card)
    agree(hand.street == "flop" and theirs.current_player() == hand.turn == 0, "the copies are of different states")
    agree(hand.copy() == hand and str(theirs.clone()) == str(theirs), "a copy is not the same")
    twin = hand.copy()
    twin.act(bigslick.Bet(to=10))
    agree(hand.pot == SEATS * BIG and twin.pot == SEATS * BIG + 10, "a copy is not independent")
    them, us = best(copies(theirs.clone), copies(hand.copy), rounds=15)
    yield Row("copy of a state on the flop", named("open_spiel"), "copies/s", COPIES / them, COPIES / us, 4, 6)


def copies(copy: Callable[[], object]) -> Callable[[], None]:
    def run() -> None:
        for _ in range(COPIES):
            copy()

    return run
