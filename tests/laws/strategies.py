"""What the laws are tried on: arbitrary setups, arbitrary legal play, and the loop that plays one on the other.

Chips are mostly few, so that short stacks, blinds, antes and bets collide; sometimes they are as many as are allowed.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from bigslick import Action, AllIn, Bet, Call, Check, Fold, Hand, Muck, Options, Post, Raise, Rules, Setup, Show
from bigslick.core.codes import MAX_CHIPS
from bigslick.rules import ANTE_KINDS, ANTE_ORDERS, LIMITS, REOPENINGS, REVEALS, SHORT_BLIND_PRICES, Limit, Reveal

Test = TypeVar("Test", bound=Callable[..., Any])

# The suite tries the same examples every time; BIGSLICK_LAWS=1000 tries a thousand times as many fresh ones.
EFFORT = int(os.environ.get("BIGSLICK_LAWS", "0"))


def law(examples: int) -> Callable[[Test], Test]:
    """Settings for one law: so many examples in the suite, more when they are asked for."""
    return settings(
        max_examples=examples * EFFORT if EFFORT else examples,
        derandomize=not EFFORT,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


@st.composite
def rules(draw: st.DrawFn, limits: tuple[Limit, ...] = LIMITS, reveals: tuple[Reveal, ...] = REVEALS) -> Rules:
    """Any rules."""
    flags = draw(st.integers(0, 31))
    return Rules(
        limit=draw(st.sampled_from(limits)),
        ante=draw(st.sampled_from(ANTE_KINDS)),
        ante_order=draw(st.sampled_from((None, *ANTE_ORDERS))),
        reopening=draw(st.sampled_from(REOPENINGS)),
        short_blind_price=draw(st.sampled_from(SHORT_BLIND_PRICES)),
        reveal=draw(st.sampled_from(reveals)),
        burn=bool(flags & 1),
        open_fold=bool(flags & 2),
        pot_counts_antes=bool(flags & 4),
        pot_full_blinds=bool(flags & 8),
        odd_chip_unit=draw(st.sampled_from((1, 1, 2, 5, 25))) if flags & 16 else 1,
        bets_per_street=draw(st.sampled_from((4, 0, 1, 2, 3))),
    )


# Boards that make hands tie: one that plays for everyone, one that leaves only aces, kings and queens better.
BOARDS = (None, None, (51, 47, 43, 39, 35), (51, 50, 47, 46, 41))


@st.composite
def decks(draw: st.DrawFn, players: int, burn: bool) -> tuple[int, ...]:
    """A shuffled pack; now and then one whose board makes hands tie."""
    board = draw(st.sampled_from(BOARDS))
    cards = list(range(52))
    random.Random(draw(st.integers(0, 1 << 32))).shuffle(cards)
    if board:
        at = 2 * players
        for number, card in enumerate(board):
            at += burn and number in (0, 3, 4)
            other = cards.index(card)
            cards[at], cards[other] = cards[other], cards[at]
            at += 1
    return tuple(cards)


@st.composite
def setups(
    draw: st.DrawFn,
    limits: tuple[Limit, ...] = LIMITS,
    reveals: tuple[Reveal, ...] = REVEALS,
    huge: bool = True,
) -> Setup:
    """Any setup of two to ten seats, with anything a table may post."""
    agreed = draw(rules(limits, reveals))
    big_blind = draw(st.sampled_from((2, 4, 10, 1, 3, 0)))
    stack = st.integers(0, 6 * big_blind + 8)
    if agreed.limit == "fixed":  # half a bet is where fixed-limit turns
        half = max(1, big_blind // 2)
        stack = st.one_of(stack, st.integers(1, 14).map(lambda count: count * half))
    if huge and draw(st.integers(0, 9)) == 9:
        stack = st.one_of(stack, st.sampled_from((MAX_CHIPS, MAX_CHIPS - 1, MAX_CHIPS // 2)))
        big_blind = draw(st.sampled_from((big_blind, MAX_CHIPS // 4, MAX_CHIPS)))
    seats = draw(st.sampled_from((2, 3, 3, 4, 4, 5, 6, 8, 10)))
    stacks = draw(st.lists(stack, min_size=seats, max_size=seats))
    for seat in draw(st.permutations(range(seats)))[:2]:
        stacks[seat] = stacks[seat] or draw(st.integers(1, min(3 * big_blind + 1, MAX_CHIPS)))
    taken = [seat for seat in range(seats) if stacks[seat]]
    button = draw(st.integers(0, seats - 1)) if len(taken) > 2 else draw(st.sampled_from(taken))
    order = [seat for step in range(1, seats + 1) if stacks[seat := (button + step) % seats]]
    small_seat, big_seat = _blinds(draw, order)
    free = [seat for seat in order if seat not in (small_seat, big_seat)]
    straddles, posts = _extras(draw, free, order, big_blind)
    return Setup(
        stacks=tuple(stacks),
        button=button,
        small_blind_seat=small_seat,
        big_blind_seat=big_seat,
        small_blind=draw(st.integers(0, min(big_blind + 1, MAX_CHIPS))) if draw(st.booleans()) else big_blind // 2,
        big_blind=big_blind,
        ante=draw(st.sampled_from((0, 0, 1, 2, big_blind, big_blind + 3))) % (MAX_CHIPS + 1),
        straddles=tuple(straddles),
        posts=tuple(posts),
        min_bet=draw(st.sampled_from((0, 0, 1, 2 * big_blind, 3))) % (MAX_CHIPS + 1) or int(not big_blind),
        small_bet=draw(st.sampled_from((0, 0, 3, 10))) or (2 if not big_blind else 0),
        big_bet=draw(st.sampled_from((0, 0, 6, 7))),
        deck=draw(decks(len(taken), agreed.burn)),
        rules=agreed,
    )


def _blinds(draw: st.DrawFn, order: list[int]) -> tuple[int | None, int | None]:
    """Who posts: as usual, the small blind dead, or anything that the checks let through."""
    usual = (order[1], order[0]) if len(order) == 2 else (order[0], order[1])
    kind = draw(st.integers(0, 7))
    if kind < 5:
        return usual
    if kind == 5:
        return None, order[0]
    if kind == 6:
        return usual[0], None
    mixed: list[int] = draw(st.permutations(order))
    return mixed[0], mixed[1]


def _extras(draw: st.DrawFn, free: list[int], order: list[int], big_blind: int) -> tuple[list[Post], list[Post]]:
    """Straddles for seats that post nothing yet, and extra posts: live, dead or both."""
    straddles: list[Post] = []
    posts: list[Post] = []
    step = max(1, big_blind)
    price = big_blind
    for _ in range(draw(st.sampled_from((0, 0, 0, 1, 2)))):
        if free and price + step <= MAX_CHIPS:
            price += draw(st.integers(1, min(2 * step, MAX_CHIPS - price)))
            straddles.append(Post(free.pop(0), live=price))
    for _ in range(draw(st.sampled_from((0, 0, 0, 1, 2)))):
        live_too: bool = draw(st.booleans())
        if free and live_too:
            live = draw(st.sampled_from((big_blind, big_blind, 1, big_blind + 1))) % (MAX_CHIPS + 1)
            posts.append(Post(free.pop(), live=live, dead=draw(st.sampled_from((0, 0, big_blind // 2, 1)))))
        else:
            posts.append(Post(draw(st.sampled_from(order)), dead=draw(st.integers(0, min(big_blind + 1, MAX_CHIPS)))))
    return straddles, posts


def scripts() -> st.SearchStrategy[list[int]]:
    """Legal play as numbers: `choose` makes each an action for whoever has the turn; after the last, all call."""
    bold = st.lists(st.integers(0, 79), min_size=6, max_size=40)
    meek = st.lists(st.sampled_from((5, 0, 5, 8, 1, 4)), max_size=20)
    return st.one_of(bold, meek)


def wager(options: Options, to: int) -> Action:
    """The bet or the raise to this total, whichever is open."""
    return Bet(to=to) if options.bet_to else Raise(to=to)


def choose(options: Options, number: int) -> Action:
    """The legal action that a number of a script means; 0 is the tamest."""
    kind, size = number % 8, number // 8
    if options.show:
        return Muck() if options.muck and kind in (1, 5) else Show()
    range_to = options.wager_to
    if kind in (1, 2, 3, 6) and range_to:
        to = {
            1: range_to[0],
            2: range_to[-1],
            3: range_to[0] + (range_to[-1] - range_to[0]) * size // 10,
            6: min(range_to[0] + size, range_to[-1]),
        }[kind]
        return wager(options, to)
    if kind == 4 and options.all_in is not None:
        return AllIn()
    if kind == 5 and options.fold:
        return Fold()
    return Check() if options.check else Call()


def decisions(setup: Setup, script: list[int]) -> Iterator[tuple[Hand, Action]]:
    """Play a hand to its end, and stop before each action with the hand and what is about to be done."""
    hand = Hand(setup)
    numbers = iter(script)
    while hand.options is not None:
        action = choose(hand.options, next(numbers, 0))
        yield hand, action
        hand.act(action)


def play(setup: Setup, script: list[int]) -> Hand:
    """The hand at its end."""
    hand = Hand(setup)
    numbers = iter(script)
    while hand.options is not None:
        hand.act(choose(hand.options, next(numbers, 0)))
    return hand
