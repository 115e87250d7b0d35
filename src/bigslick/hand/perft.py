"""Counts a betting tree, as chess engines do to prove their rules (perft)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from bigslick.checks import is_whole, must_be
from bigslick.core import codes
from bigslick.core.draws import Draws
from bigslick.core.hand import State
from bigslick.rules import Limit, Rules

from ._count import Counter
from .actions import Action
from .codec import decode
from .hand import Hand
from .setup import BadSetup, Blinds

# An estimate follows this many lines, enough to tell a second from a century, and picks actions with these weights.
_LINES = 400
_CALLS, _FOLDS, _WAGERS = 5, 1, 15


class StreetCount(msgspec.Struct, frozen=True):
    decisions: int
    actions: int


class Perft(msgspec.Struct, frozen=True):
    """The size of a betting tree."""

    leaves: int
    decisions: int
    actions: int
    by_street: tuple[StreetCount, ...]


class Division(msgspec.Struct, frozen=True):
    """The leaves below one first action."""

    action: Action
    leaves: int


def perft(
    stacks: Sequence[int],
    blinds: Blinds,
    button: int = 0,
    *,
    limit: Limit | None = None,
    streets: int = 4,
    rules: Rules | None = None,
) -> Perft:
    """Count leaves, decisions and actions in every betting line, in steps of one chip.

    Folds are not counted when checking is free, and an all-in that ends the betting is a leaf. `blinds=2` is 1/2, and
    `limit` replaces the limit in `rules`.
    """
    root = _root(stacks, blinds, button, limit, streets, rules)
    counter = Counter(_breathe)
    counter.walk(root)
    by_street = tuple(StreetCount(decisions, actions) for decisions, actions in counter.by_street()[:streets])
    return Perft(
        counter.leaves,
        sum(street.decisions for street in by_street),
        sum(street.actions for street in by_street),
        by_street,
    )


def divide(
    stacks: Sequence[int],
    blinds: Blinds,
    button: int = 0,
    *,
    limit: Limit | None = None,
    streets: int = 4,
    rules: Rules | None = None,
) -> Iterator[Division]:
    """Yield the leaves below each first action as they are counted."""
    root = _root(stacks, blinds, button, limit, streets, rules)
    if root.turn < 0:
        return
    firsts = [codes.FOLD] if root.to_call else []
    firsts.append(codes.CALL)
    firsts.extend(range(root.min_to, root.max_to + 1) if root.max_to else ())
    for code in firsts:
        child = root.copy()
        child.act(code)
        yield Division(decode(root, code), Counter(_breathe).walk(child))


def estimate(
    stacks: Sequence[int],
    blinds: Blinds,
    button: int = 0,
    *,
    limit: Limit | None = None,
    streets: int = 4,
    rules: Rules | None = None,
) -> int:
    """Estimate quickly how many leaves `perft` would count: the right order of magnitude, often low.

    This is Knuth's method (1975): follow random betting lines and average the inverse of their probability. Small
    raises are picked most often, because most of the tree is behind them.
    """
    root = _root(stacks, blinds, button, limit, streets, rules)
    draws = Draws(None)
    total = 0.0
    for _ in range(_LINES):
        state = root.copy()
        unlikely = 1.0
        while state.turn >= 0:
            wagers = state.max_to - state.min_to + 1 if state.max_to else 0
            weights = (_CALLS, _FOLDS if state.to_call else 0, _WAGERS if wagers else 0)
            choice, code = draws.below(sum(weights)), codes.CALL
            share = _CALLS / sum(weights)
            if choice >= weights[0] + weights[1]:
                size = int(wagers * (draws.below(1 << 32) / (1 << 32)) ** 4)
                code = state.min_to + size
                share = _WAGERS / sum(weights) * (((size + 1) / wagers) ** 0.25 - (size / wagers) ** 0.25)
            elif choice >= weights[0]:
                code, share = codes.FOLD, _FOLDS / sum(weights)
            unlikely /= share
            state.act(code)
        total += unlikely
    return int(min(total / _LINES, 1e300))


def _breathe() -> None:
    """Run an empty Python function, which lets Python handle Ctrl-C."""


def _root(
    stacks: Sequence[int], blinds: Blinds, button: int, limit: Limit | None, streets: int, rules: Rules | None
) -> State:
    if not is_whole(streets, 1, 4):
        raise BadSetup(f"streets={streets!r}: expected 1 to 4")
    rules = Rules() if rules is None else rules
    must_be(Rules, rules, "a set of rules: expected Rules, as in rules=Rules.cash()")
    if limit is not None:
        rules = msgspec.structs.replace(rules, limit=limit)
    setup = Hand.start(stacks, blinds, button, rules=rules, deck=range(52)).setup
    state = State(setup.terms(streets=streets, settle=False))
    state.begin()
    return state
