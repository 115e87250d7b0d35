"""Why the rules refuse an action: the core's number as a sentence with the amounts of the moment and the rule."""

from __future__ import annotations

from typing import NoReturn

from bigslick.core import codes
from bigslick.core.hand import State

from .actions import ACTIONS, Action, AllIn, Bet, IllegalAction, Raise, RunOut


def seat_name(seat: int) -> str:
    """A seat as people count it: from 1."""
    return f"seat {seat + 1}"


def in_words(action: Action) -> str:
    """The action as a player says it: "raise to 60"."""
    if isinstance(action, Bet):
        return f"bet {action.to:,}"
    if isinstance(action, Raise):
        return f"raise to {action.to:,}" if action.to is not None else f"raise by adding {action.add:,}"
    if isinstance(action, RunOut):
        return f"run it {times(action.boards)}"
    return "all-in" if isinstance(action, AllIn) else type(action).__name__.lower()


def times(count: int) -> str:
    """How often, as people say it: once, twice, 3 times."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def not_an_action(thing: object) -> TypeError:
    """What to raise for something that is no action at all."""
    names = [kind.__name__ for kind in ACTIONS]
    return TypeError(f"{thing!r} is not an action: expected {', '.join(names[:-1])} or {names[-1]}")


def no_all_in(state: State) -> IllegalAction:
    """What to raise for an all-in that the rules forbid."""
    seat = state.turn
    stack, bet = state.stacks()[seat], state.bets()[seat]
    if state.max_to:
        return IllegalAction(
            f"{seat_name(seat)} cannot go all-in for {stack:,}: the most it may make the bet is {state.max_to:,}",
            "the limit",
        )
    why, rule = _no_wager(state, seat)
    return IllegalAction(f"{seat_name(seat)} cannot go all-in to {bet + stack:,}: {why}", rule)


def refuse(state: State, action: Action, refusal: int) -> NoReturn:
    """Raise the core's refusal of an action as a sentence."""
    seat = state.turn
    who, said = seat_name(seat), in_words(action)
    if isinstance(action, Raise) and action.add is not None:
        said += f" (to {state.bets()[seat] + action.add:,})"
    if refusal == codes.FREE_FOLD:
        raise IllegalAction(f"{who} cannot fold: checking is free", "no fold when checking is free")
    if refusal == codes.LAST_CLAIM:
        raise IllegalAction(
            f"{who} cannot muck: it has the last claim on a pot, which would be left without a winner",
            "every pot has a winner",
        )
    if refusal == codes.MUST_SHOW:
        raise IllegalAction(
            f"{who} cannot muck: with a player all-in and the betting over every hand is tabled, so show",
            "all hands are tabled (TDA 16)",
        )
    if refusal == codes.NO_WAGER:
        why, rule = _no_wager(state, seat)
        raise IllegalAction(f"{who} cannot {said}: {why}", rule)
    low, high = state.min_to, state.max_to
    all_in = state.bets()[seat] + state.stacks()[seat]
    if refusal == codes.TOO_HIGH:
        if high == all_in:
            raise IllegalAction(f"{said} is more than the {high:,} that {who} has", "no more than the stack")
        limit = "the pot" if state.terms.limit == codes.POT_LIMIT else "the fixed limit"
        raise IllegalAction(f"{said} is above the maximum of {high:,}, which is {limit}", "the limit")
    if low == high == all_in:
        raise IllegalAction(
            f"{said} is below a full raise: {who} has only {all_in:,}, and may raise by going all-in",
            "minimum raise (TDA 43)",
        )
    if state.current:
        why = raise_follows(state.current, state.last_full, fixed=state.terms.limit == codes.FIXED_LIMIT)
    else:
        why = "a bet is at least the minimum bet"
    raise IllegalAction(f"{said} is below the minimum of {low:,}: {why}", "minimum raise (TDA 43)")


def raise_follows(current_bet: int, last_full_raise: int, *, fixed: bool) -> str:
    """What the smallest raise follows from."""
    follows = "the limit fixes the raise" if fixed else f"the last full raise was {last_full_raise:,}"
    return f"the bet is {current_bet:,} and {follows}"


def _no_wager(state: State, seat: int) -> tuple[str, str]:
    """Why the seat may not wager, and the rule that says so."""
    bet, stack = state.bets()[seat], state.stacks()[seat]
    if bet + stack <= state.current:
        return f"it has {stack:,} behind, no more than the {state.to_call:,} to call", "no more than the stack"
    if _unanswered(state, seat):
        return "no opponent has chips left to call a raise", "no raise that cannot be called"
    cap = state.terms.bet_cap
    if state.terms.limit == codes.FIXED_LIMIT and cap and state.bets_made >= cap:
        return f"this street has had its {cap} bets", "the limit"
    why = f"it has acted, and the {state.current - bet:,} it faces is less than a full raise of {state.last_full:,}"
    if state.terms.limit == codes.FIXED_LIMIT:
        size = state.terms.small_bet if state.street < codes.TURN else state.terms.big_bet
        why = f"it has acted, and the {state.current - bet:,} it faces is less than half a bet of {size:,}"
    if state.terms.reopening == codes.REOPEN_SINGLE:
        why = "it has acted, and there has been no full raise since"
        return f"{why}, so the betting is not reopened", "reopening (S4 §4-5)"
    return f"{why}, so the betting is not reopened", "reopening (TDA 47)"


def _unanswered(state: State, seat: int) -> bool:
    """Whether no live opponent could put in more than the current bet."""
    rows = zip(state.statuses(), state.stacks(), state.bets(), strict=True)
    return not any(
        status == codes.LIVE and stack and stack + bet > state.current
        for other, (status, stack, bet) in enumerate(rows)
        if other != seat
    )
