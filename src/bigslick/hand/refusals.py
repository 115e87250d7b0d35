"""Explains why the rules refuse an action: the core's reason as a sentence with the current amounts and the rule."""

from __future__ import annotations

from typing import Final, NoReturn

from bigslick.core import codes
from bigslick.core.hand import State
from bigslick.sentence import Sentence, say

from .actions import ACTIONS, Action, AllIn, Bet, Call, Check, Fold, IllegalAction, Muck, Raise, RunOut, Show

MINIMUM: Final = "minimum raise (TDA 43)"
AFTER_SHORT: Final = {
    codes.REOPEN_CUMULATIVE: "reopening (TDA 47)",
    codes.REOPEN_SINGLE: "reopening (S4 §4-5)",
    codes.REOPEN_ANY: "any raise reopens (poker sites)",
    codes.REOPEN_EVERY: "any raise reopens (ACPC)",
}
"""The rule for raises after an all-in below a full raise, for each value of `reopening`."""
_PLAIN: Final = {
    AllIn: say("go all-in"),
    Call: say("call"),
    Check: say("check"),
    Fold: say("fold"),
    Muck: say("muck"),
    Show: say("show"),
}


def seat_name(seat: int) -> Sentence:
    """Return a seat's name for people, counted from 1."""
    return say("seat {seat}", seat=seat + 1)


def in_words(action: Action) -> Sentence:
    """Return the action in a player's words: "raise to 60"."""
    if isinstance(action, Bet):
        return say("bet {to, chips}", to=action.to)
    if isinstance(action, Raise):
        if action.to is not None:
            return say("raise to {to, chips}", to=action.to)
        return say("raise by adding {add, chips}", add=action.add or 0)
    if isinstance(action, RunOut):
        return say("run it {times}", times=times(action.boards))
    return _PLAIN[type(action)]


def times(count: int) -> Sentence:
    """Return a count as a word: once, twice, 3 times."""
    return say("{boards, plural, =1 {once} =2 {twice} one {# time} other {# times}}", boards=count)


def not_an_action(thing: object) -> TypeError:
    names = [kind.__name__ for kind in ACTIONS]
    return TypeError(f"{thing!r} is not an action: expected {', '.join(names[:-1])} or {names[-1]}")


def no_all_in(state: State) -> IllegalAction:
    seat = state.turn
    who, stack, bet = seat_name(seat), state.stacks()[seat], state.bets()[seat]
    if state.max_to:
        return IllegalAction(
            say(
                "{seat} cannot go all-in for {stack, chips}: the most it may make the bet is {most, chips}",
                seat=who,
                stack=stack,
                most=state.max_to,
            ),
            "the limit",
        )
    why, rule = _no_wager(state, seat)
    return IllegalAction(say("{seat} cannot go all-in to {to, chips}: {why}", seat=who, to=bet + stack, why=why), rule)


def refuse(state: State, action: Action, refusal: int) -> NoReturn:
    """Raise the core's refusal as a sentence."""
    seat = state.turn
    who, said = seat_name(seat), in_words(action)
    if isinstance(action, Raise) and action.add is not None:
        said = say("raise by adding {add, chips} (to {to, chips})", add=action.add, to=state.bets()[seat] + action.add)
    if refusal == codes.FREE_FOLD:
        raise IllegalAction(say("{seat} cannot fold: checking is free", seat=who), "no fold when checking is free")
    if refusal == codes.LAST_CLAIM:
        raise IllegalAction(
            say("{seat} cannot muck: it has the last claim on a pot, which would be left without a winner", seat=who),
            "every pot has a winner",
        )
    if refusal == codes.MUST_SHOW:
        raise IllegalAction(
            say(
                "{seat} cannot muck: with a player all-in and the betting over every hand is tabled, so show", seat=who
            ),
            "all hands are tabled (TDA 16)",
        )
    if refusal == codes.NO_WAGER:
        why, rule = _no_wager(state, seat)
        raise IllegalAction(cannot(seat, said, why), rule)
    low, high = state.min_to, state.max_to
    all_in = state.bets()[seat] + state.stacks()[seat]
    if refusal == codes.TOO_HIGH:
        if high == all_in:
            raise IllegalAction(
                say("{action} is more than the {stack, chips} that {seat} has", action=said, stack=high, seat=who),
                "no more than the stack",
            )
        limit = say("the pot") if state.terms.limit == codes.POT_LIMIT else say("the fixed limit")
        raise IllegalAction(
            say(
                "{action} is above the maximum of {most, chips}, which is {limit}", action=said, most=high, limit=limit
            ),
            "the limit",
        )
    if low == high == all_in:
        raise IllegalAction(
            say(
                "{action} is below a full raise: {seat} has only {stack, chips}, and may raise by going all-in",
                action=said,
                seat=who,
                stack=all_in,
            ),
            MINIMUM,
        )
    why, rule = smallest_raise(state) if state.current else (say("a bet is at least the minimum bet"), MINIMUM)
    raise IllegalAction(
        say("{action} is below the minimum of {least, chips}: {why}", action=said, least=low, why=why), rule
    )


def cannot(seat: int, action: Sentence, why: Sentence) -> Sentence:
    """Say what a seat cannot do, and why."""
    return say("{seat} cannot {action}: {why}", seat=seat_name(seat), action=action, why=why)


def smallest_raise(state: State) -> tuple[Sentence, str]:
    """Explain the smallest legal raise, and name the rule that sets it."""
    bet, full, least = state.current, state.last_full, state.least
    if state.terms.limit == codes.FIXED_LIMIT:
        return say("the bet is {bet, chips} and the limit fixes the raise", bet=bet), MINIMUM
    if least < full and state.terms.reopening == codes.REOPEN_ANY:
        return say("the bet is {bet, chips} and any raise may follow a short all-in", bet=bet), AFTER_SHORT[
            codes.REOPEN_ANY
        ]
    if least < full:
        why = say(
            "the bet is {bet, chips} and after a short all-in a raise adds at least {least, chips}",
            bet=bet,
            least=least,
        )
        return why, AFTER_SHORT[codes.REOPEN_EVERY]
    if state.min_to < bet + full and state.min_to < state.bets()[state.turn] + state.stacks()[state.turn]:
        why = say(
            "the bet is {bet, chips} and a raise to {least, chips} puts every opponent all-in",
            bet=bet,
            least=state.min_to,
        )
        return why, "enough to put every opponent all-in (poker sites)"
    return say("the bet is {bet, chips} and the last full raise was {full, chips}", bet=bet, full=full), MINIMUM


def _no_wager(state: State, seat: int) -> tuple[Sentence, str]:
    """Say why the seat cannot bet or raise, and name the rule."""
    bet, stack = state.bets()[seat], state.stacks()[seat]
    if bet + stack <= state.current:
        why = say(
            "it has {stack, chips} behind, no more than the {call, chips} to call", stack=stack, call=state.to_call
        )
        return why, "no more than the stack"
    if _unanswered(state, seat):
        return say("no opponent has chips left to call a raise"), "no raise that cannot be called"
    cap = state.terms.bet_cap
    fixed = state.terms.limit == codes.FIXED_LIMIT
    if fixed and cap and state.bets_made >= cap:
        return say("this street has had its {cap} bets", cap=cap), "the limit"
    if state.terms.reopening == codes.REOPEN_SINGLE:
        why = say("it has acted, and there has been no full raise since, so the betting is not reopened")
        return why, AFTER_SHORT[state.terms.reopening]
    faces = state.current - bet
    if fixed:
        size = state.terms.small_bet if state.street < codes.TURN else state.terms.big_bet
        why = say(
            "it has acted, and the {faces, chips} it faces is less than half a bet of {full, chips}, so "
            "the betting is not reopened",
            faces=faces,
            full=size,
        )
    else:
        why = say(
            "it has acted, and the {faces, chips} it faces is less than a full raise of {full, chips}, so "
            "the betting is not reopened",
            faces=faces,
            full=state.last_full,
        )
    return why, AFTER_SHORT[state.terms.reopening]


def _unanswered(state: State, seat: int) -> bool:
    """Whether no live opponent could put in more than the current bet."""
    rows = zip(state.statuses(), state.stacks(), state.bets(), strict=True)
    return not any(
        status == codes.LIVE and stack and stack + bet > state.current
        for other, (status, stack, bet) in enumerate(rows)
        if other != seat
    )
