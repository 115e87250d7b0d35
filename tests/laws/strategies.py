"""Inputs for the laws: arbitrary setups, arbitrary legal play, and the loop that plays it.

Stacks are mostly small, so that short stacks, blinds, antes and bets collide; sometimes they are as large as allowed.
The same description makes two kinds of examples: some drawn by Hypothesis, which can shrink them, and many more thrown
by dice, as varied as possible.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, TypeVar

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bigslick import Action, AllIn, Bet, Call, Check, Fold, Hand, Muck, Options, Post, Raise, Rules, Setup, Show
from bigslick.core.codes import MAX_CHIPS
from bigslick.rules import ANTE_KINDS, ANTE_ORDERS, LIMITS, REOPENINGS, REVEALS, SHORT_BLIND_PRICES, Limit, Reveal

Item = TypeVar("Item")
Test = TypeVar("Test", bound=Callable[..., Any])

# The suite tries the same examples every time; BIGSLICK_LAWS=1000 tries a thousand times as many fresh ones, and
# BIGSLICK_LAWS=0.2 a fifth of the same ones, enough to compare two builds of the same source.
EFFORT = float(os.environ.get("BIGSLICK_LAWS", "1"))
FRESH = EFFORT > 1
THROWN = 2  # thrown examples for each drawn one: they cost less, and Hypothesis repeats itself with small changes


class Dice(Protocol):
    """The source of choices."""

    def number(self, low: int, high: int) -> int:
        """Choose any of these numbers; the lowest is the simplest."""

    def pick(self, items: Sequence[Item]) -> Item:
        """Choose any of these; the first is the simplest."""


class Drawn:
    """Choices that Hypothesis makes, and can make simpler."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw

    def number(self, low: int, high: int) -> int:
        return self.draw(st.integers(low, high))

    def pick(self, items: Sequence[Item]) -> Item:
        return self.draw(st.sampled_from(items))


class Thrown:
    """Choices of a seeded generator."""

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)

    def number(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def pick(self, items: Sequence[Item]) -> Item:
        return self.random.choice(items)


# --- setups -------------------------------------------------------------------------------------------------


def any_rules(dice: Dice, limits: tuple[Limit, ...], reveals: tuple[Reveal, ...]) -> Rules:
    """Return any rules."""
    flags = dice.number(0, 31)
    return Rules(
        limit=dice.pick(limits),
        ante=dice.pick(ANTE_KINDS),
        ante_order=dice.pick((None, *ANTE_ORDERS)),
        reopening=dice.pick(REOPENINGS),
        short_blind_price=dice.pick(SHORT_BLIND_PRICES),
        reveal=dice.pick(reveals),
        burn=bool(flags & 1),
        open_fold=bool(flags & 2),
        pot_counts_antes=bool(flags & 4),
        pot_full_blinds=bool(flags & 8),
        odd_chip_unit=dice.pick((1, 2, 5, 25)) if flags & 16 else 1,
        bets_per_street=dice.pick((4, 0, 1, 2, 3)),
    )


# Boards that make hands tie: one that plays for everyone, and one that only aces, kings and queens improve on.
BOARDS = (None, None, (51, 47, 43, 39, 35), (51, 50, 47, 46, 41))


def any_deck(dice: Dice, players: int, burn: bool) -> tuple[int, ...]:
    """Return a shuffled deck, occasionally with a board that makes hands tie."""
    board = dice.pick(BOARDS)
    cards = list(range(52))
    random.Random(dice.number(0, 1 << 32)).shuffle(cards)
    if board:
        at = 2 * players
        for number, card in enumerate(board):
            at += burn and number in (0, 3, 4)
            other = cards.index(card)
            cards[at], cards[other] = cards[other], cards[at]
            at += 1
    return tuple(cards)


def any_setup(
    dice: Dice,
    limits: tuple[Limit, ...] = LIMITS,
    reveals: tuple[Reveal, ...] = REVEALS,
    huge: bool = True,
) -> Setup:
    """Return any setup of two to ten seats, with anything a table can post."""
    rules = any_rules(dice, limits, reveals)
    big_blind = dice.pick((2, 4, 10, 1, 3, 0))
    is_huge = huge and dice.number(0, 9) == 9
    stacks = _stacks(dice, big_blind, fixed=rules.limit == "fixed", huge=is_huge)
    if is_huge:
        big_blind = dice.pick((big_blind, MAX_CHIPS // 4, MAX_CHIPS))
    seats = len(stacks)
    taken = [seat for seat in range(seats) if stacks[seat]]
    button = dice.number(0, seats - 1) if len(taken) > 2 else dice.pick(taken)
    order = [seat for step in range(1, seats + 1) if stacks[seat := (button + step) % seats]]
    small_seat, big_seat = _blinds(dice, order)
    free = [seat for seat in order if seat not in (small_seat, big_seat)]
    straddles, posts = _extras(dice, free, order, big_blind)
    odd_small = dice.number(0, 3) == 3
    ante = min(dice.pick((0, 0, 0, 1, 2, big_blind, big_blind + 3)), MAX_CHIPS)
    double_board = dice.number(0, 9) == 9
    if double_board:
        rules = msgspec.structs.replace(rules, run_outs=1)
    bomb_pot = dice.number(0, 11) == 11
    if bomb_pot:
        rules, ante = msgspec.structs.replace(rules, ante="per_player"), ante or 1
        small_seat, big_seat, straddles = None, None, []
        posts = [Post(post.seat, dead=post.dead) for post in posts]
    return Setup(
        stacks=tuple(stacks),
        button=button,
        small_blind_seat=small_seat,
        big_blind_seat=big_seat,
        small_blind=dice.number(0, big_blind or 1) if odd_small else big_blind // 2,
        big_blind=big_blind,
        ante=ante,
        straddles=tuple(straddles),
        posts=tuple(posts),
        bomb_pot=bomb_pot,
        double_board=double_board,
        min_bet=min(dice.pick((0, 0, 0, 1, 3, 2 * big_blind)), MAX_CHIPS) or int(not big_blind),
        small_bet=dice.pick((0, 0, 3, 10)) or (0 if big_blind else 2),
        big_bet=dice.pick((0, 0, 6, 7)),
        deck=any_deck(dice, len(taken), rules.burn),
        rules=rules,
    )


def _stacks(dice: Dice, big_blind: int, *, fixed: bool, huge: bool) -> list[int]:
    """Return stacks of one to forty big blinds; at least two have chips."""
    depth = dice.pick((2, 6, 15, 40))
    short = dice.pick((4, 1, 0))
    half = max(1, big_blind // 2)
    stacks = []
    for _ in range(dice.pick((2, 3, 3, 4, 4, 5, 6, 8, 10))):
        kind = dice.number(0, 9)
        if kind == 0:
            stacks.append(0)
        elif kind <= short:
            stacks.append(dice.number(1, 3 * big_blind + 3))
        elif kind < 7 and fixed:
            stacks.append(half * dice.number(1, 14))  # half a bet is the turning point in fixed-limit
        elif kind < 7 and huge:
            stacks.append(dice.pick((MAX_CHIPS, MAX_CHIPS - 1, MAX_CHIPS // 2)))
        else:
            stacks.append(dice.number(big_blind + 1, depth * (big_blind + 1)))
    for seat in range(len(stacks)):
        if sum(chips > 0 for chips in stacks) < 2:
            stacks[seat] = stacks[seat] or dice.number(1, depth * (big_blind + 1))
    return stacks


def _blinds(dice: Dice, order: list[int]) -> tuple[int | None, int | None]:
    """Choose who posts: the usual seats, a dead small blind, or anything that the checks allow."""
    usual = (order[1], order[0]) if len(order) == 2 else (order[0], order[1])
    kind = dice.number(0, 9)
    if kind < 7:
        return usual
    if kind == 7:
        return None, order[0]
    if kind == 8:
        return usual[0], None
    first = dice.pick(order)
    return first, dice.pick([seat for seat in order if seat != first])


def _extras(dice: Dice, free: list[int], order: list[int], big_blind: int) -> tuple[list[Post], list[Post]]:
    """Choose straddles for seats that post nothing yet, and extra posts: live, dead or both."""
    straddles: list[Post] = []
    posts: list[Post] = []
    step = max(1, big_blind)
    price = big_blind
    for _ in range(dice.pick((0, 0, 0, 0, 1, 2))):
        if free and price + step <= MAX_CHIPS:
            price += dice.number(1, min(2 * step, MAX_CHIPS - price))
            straddles.append(Post(free.pop(0), live=price))
    for _ in range(dice.pick((0, 0, 0, 0, 1, 2))):
        if free and dice.number(0, 1):
            live = min(dice.pick((big_blind, big_blind, 1, big_blind + 1)), MAX_CHIPS)
            seat = free.pop()
            posts.append(Post(seat, live=live, dead=min(dice.pick((0, 0, big_blind // 2, 1)), _room(posts, seat))))
        else:
            seat = dice.pick(order)
            posts.append(Post(seat, dead=dice.number(0, min(big_blind + 1, _room(posts, seat)))))
    return straddles, posts


def _room(posts: list[Post], seat: int) -> int:
    """Return how much a seat can still post dead."""
    return MAX_CHIPS - sum(post.dead for post in posts if post.seat == seat)


# --- play ---------------------------------------------------------------------------------------------------

# What a script's numbers mean; its first number says which row to use. The columns: call or check, smallest wager,
# largest, something between, a little above the smallest, all-in, fold.
TEMPERS = ("clcscfctcacmclsf", "cfcfclffcsffcfmf", "cccccclcccscccca", "clsmtlaslcslfltc")


def any_script(dice: Dice) -> list[int]:
    """Return legal play as numbers: `choose` turns each into an action; when they run out, everyone calls."""
    return [dice.number(0, 159) for _ in range(dice.pick((12, 24, 48)))]


def wager(options: Options, to: int) -> Action:
    """Return the bet or the raise to this total, whichever is open."""
    return Bet(to=to) if options.bet_to else Raise(to=to)


def choose(options: Options, number: int, temper: int = 0) -> Action:
    """Return the legal action for a script's number; 0 is the tamest."""
    kind, size = TEMPERS[temper % 4][number % 16], number // 16
    if options.show:
        return Muck() if options.muck and kind in "lf" else Show()
    if kind in "lmst" and options.wager_to:
        low, high = options.wager_to[0], options.wager_to[-1]
        sizes = {"l": low, "m": high, "s": low + (high - low) * size // 10, "t": min(low + size, high)}
        return wager(options, sizes[kind])
    if kind == "a" and options.all_in is not None:
        return AllIn()
    if kind == "f" and options.fold:
        return Fold()
    return Check() if options.check else Call()


def decisions(setup: Setup, script: list[int]) -> Iterator[tuple[Hand, Action]]:
    """Play a hand to its end, yielding the hand and the action before each action."""
    hand = Hand(setup)
    numbers = iter(script)
    temper = next(numbers)
    while hand.options is not None:
        action = choose(hand.options, next(numbers, 0), temper)
        yield hand, action
        hand.act(action)


def play(setup: Setup, script: list[int]) -> Hand:
    """Return the finished hand."""
    hand = Hand(setup)
    numbers = iter(script)
    temper = next(numbers)
    while hand.options is not None:
        hand.act(choose(hand.options, next(numbers, 0), temper))
    return hand


# --- laws ---------------------------------------------------------------------------------------------------


@st.composite
def setups(draw: st.DrawFn, /, **kind: Any) -> Setup:
    """Return setups for Hypothesis."""
    return any_setup(Drawn(draw), **kind)


@st.composite
def scripts(draw: st.DrawFn, /) -> list[int]:
    """Return scripts for Hypothesis."""
    return any_script(Drawn(draw))


def scaled(examples: int) -> int:
    """Return how many examples to try when the suite tries this many."""
    return max(3, round(examples * EFFORT))


def law(examples: int) -> Callable[[Test], Test]:
    """Return Hypothesis settings for one law, with the number of examples that the suite tries."""
    return settings(
        max_examples=scaled(examples),
        derandomize=not FRESH,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


def hand_law(examples: int, **kind: Any) -> Callable[[Callable[[Setup, list[int]], None]], Callable[[], None]]:
    """Make a test from a law about a setup and a script: drawn examples first, then thrown ones."""

    def decorate(check: Callable[[Setup, list[int]], None]) -> Callable[[], None]:
        def test() -> None:
            law(examples)(given(setups(**kind), scripts())(check))()
            first = random.SystemRandom().getrandbits(48) if FRESH else 0
            for number in range(first, first + THROWN * scaled(examples)):
                dice = Thrown(f"{check.__name__} {number}")
                setup, script = any_setup(dice, **kind), any_script(dice)
                try:
                    check(setup, script)
                except BaseException as failure:
                    failure.add_note(f"thrown example {number}: {setup!r}, {script!r}")
                    raise

        test.__name__, test.__qualname__, test.__doc__ = check.__name__, check.__qualname__, check.__doc__
        test.__module__ = check.__module__
        return test

    return decorate
