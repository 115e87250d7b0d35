"""What the rules answer to an action: the core's int for it, or a sentence that says why not."""

from __future__ import annotations

from typing import NoReturn

from bigslick.cards import UNKNOWN, BadCards, format_cards, to_cards
from bigslick.core import codes
from bigslick.core.hand import State

from ._options import all_in_total
from .actions import Action, AllIn, Bet, Call, Check, Fold, IllegalAction, Muck, Raise, Show
from .setup import MAX_CHIPS

# What `all_in_total` answers where the rules forbid it.
FORBIDDEN = -1
# A show is one int like every other action: below MUCK, with both cards in it.
_MUCK = -2
_SHOW = -3


def encode(state: State, action: Action) -> int:
    """The core's int for an action, after the checks that concern its kind."""
    seat = state.turn
    if seat < 0:
        raise IllegalAction(f"{_words(action)} comes too late: the hand is over", "the end of the hand")
    kind = type(action)
    if state.street == codes.SHOWDOWN:
        if kind is Muck:
            return _MUCK
        if kind is Show:
            return _encode_show(state, seat, action.cards)  # type: ignore[union-attr]  # kind says it is a Show
        raise IllegalAction(
            f"{_words(action)} is not an answer to the showdown: seat {seat} may show or muck", "showdown (TDA 16, 17)"
        )
    if kind is Fold:
        return codes.FOLD
    if kind is Check:
        if state.to_call:
            raise IllegalAction(
                f"seat {seat} cannot check: there are {state.to_call} to call", "check only when nothing is due"
            )
        return codes.CALL
    if kind is Call:
        if not state.to_call:
            raise IllegalAction(f"seat {seat} has nothing to call: it may check", "call only when a bet is faced")
        return codes.CALL
    if kind is AllIn:
        return _encode_all_in(state, seat)
    if isinstance(action, Bet | Raise):
        return _encode_wager(state, seat, action)
    if kind in (Show, Muck):
        raise IllegalAction(f"seat {seat} is asked to bet, not to show: there is no showdown yet", "showdown (TDA 17)")
    raise TypeError(f"{action!r} is not an action: expected Fold, Check, Call, Bet, Raise, AllIn, Show or Muck")


def _encode_wager(state: State, seat: int, action: Bet | Raise) -> int:
    if isinstance(action, Bet):
        if state.current:
            raise IllegalAction(
                f"seat {seat} cannot bet: the bet is {state.current} already, so more is a raise",
                "bet only when nothing is bet",
            )
        to = action.to
    else:
        if not state.current:
            raise IllegalAction(f"seat {seat} cannot raise: nothing is bet yet, so the first wager is a bet", "raise")
        assert action.to is not None or action.add is not None
        to = action.to if action.to is not None else state.bets()[seat] + (action.add or 0)
    if not 0 < to <= MAX_CHIPS:
        refuse(state, action, codes.TOO_LOW if to <= 0 and state.max_to else _over_or_none(state))
    return to


def _over_or_none(state: State) -> int:
    return codes.TOO_HIGH if state.max_to else codes.NO_WAGER


def _nobody_can_answer(state: State, seat: int) -> bool:
    """Whether no live opponent could put in more than the current bet."""
    rows = zip(state.statuses(), state.stacks(), state.bets(), strict=True)
    return not any(
        status == codes.LIVE and stack and stack + bet > state.current
        for other, (status, stack, bet) in enumerate(rows)
        if other != seat
    )


def _encode_all_in(state: State, seat: int) -> int:
    total = all_in_total(state)
    if total == FORBIDDEN:
        stack, bet = state.stacks()[seat], state.bets()[seat]
        if state.max_to:
            raise IllegalAction(
                f"seat {seat} cannot go all-in for {stack}: the most it may make the bet is {state.max_to}", "the limit"
            )
        why, rule = _no_wager(state, seat)
        raise IllegalAction(f"seat {seat} cannot go all-in to {bet + stack}: {why}", rule)
    return codes.CALL if total <= state.current else total


def _encode_show(state: State, seat: int, text: str | None) -> int:
    first, second = state.holes(seat)
    if text is not None:
        try:
            cards = to_cards(text)
        except BadCards as error:
            raise IllegalAction(f"seat {seat} shows no hand: {error}", "showdown") from None
        if len(cards) != 2:
            raise IllegalAction(f"seat {seat} shows {len(cards)} cards: a hand has two hole cards", "showdown")
        dealt = [card for card in (first, second) if card != UNKNOWN]
        if not {*dealt} <= {*cards}:
            raise IllegalAction(f"seat {seat} shows {text}, but was dealt {format_cards(dealt)}", "showdown")
        seen = {*state.board_cards()}
        for other in range(state.seats):
            if other != seat and state.statuses()[other] != codes.EMPTY:
                seen.update(state.holes(other))
        for card in cards:
            if card in seen:
                raise IllegalAction(
                    f"seat {seat} shows {card}, which lies elsewhere already", "a pack has each card once"
                )
        first, second = cards
    return _SHOW - (64 * (first + 1) + second + 1)


def step(state: State, code: int) -> int:
    """Do what the int says; 0, or the core's reason for refusing."""
    if code > _MUCK:
        return state.act(code)
    if code == _MUCK:
        return state.muck()
    cards = _SHOW - code
    return state.show(cards // 64 - 1, cards % 64 - 1)


def decode(state: State, code: int) -> Action:
    """The action that an int means for the seat to act."""
    if code == codes.FOLD:
        return Fold()
    if code == codes.CALL:
        return Call() if state.to_call else Check()
    if code > 0:
        return Raise(to=code) if state.current else Bet(to=code)
    if code == _MUCK:
        return Muck()
    cards = _SHOW - code
    shown = (cards // 64 - 1, cards % 64 - 1)
    return Show() if shown == state.holes(state.turn) else Show(format_cards(shown))


def may_muck(state: State, seat: int) -> bool:
    """Whether every pot keeps a claim if the seat gives up its hand."""
    rest = [other for other, status in enumerate(state.statuses()) if status == codes.LIVE and other != seat]
    return all(any(bits >> other & 1 for other in rest) for _, bits in state.layers())


def _words(action: Action) -> str:
    if isinstance(action, Bet):
        return f"bet {action.to}"
    if isinstance(action, Raise):
        return f"raise to {action.to}" if action.to is not None else f"raise by adding {action.add}"
    return "all-in" if isinstance(action, AllIn) else type(action).__name__.lower()


def _no_wager(state: State, seat: int) -> tuple[str, str]:
    """Why the seat may not wager, and the rule that says so."""
    bet, stack = state.bets()[seat], state.stacks()[seat]
    if bet + stack <= state.current:
        return f"it has {stack} behind, which is no more than the {state.to_call} to call", "no more than the stack"
    if _nobody_can_answer(state, seat):
        return "every opponent is all-in or covered by the bet, so nobody could answer a raise", "no empty raise"
    cap = state.terms.bet_cap
    if state.terms.limit == codes.FIXED_LIMIT and cap and state.bets_made >= cap:
        return f"this street has had its {cap} bets", "the limit"
    why = f"it has acted, and the {state.current - bet} it faces is less than a full raise of {state.last_full}"
    if state.terms.limit == codes.FIXED_LIMIT:
        size = state.terms.small_bet if state.street < codes.TURN else state.terms.big_bet
        why = f"it has acted, and the {state.current - bet} it faces is less than half a bet of {size}"
    if state.terms.single:
        why = "it has acted, and nobody has made a full raise since"
    return f"{why}, so betting is not reopened to it", "reopening (TDA 47)"


def refuse(state: State, action: Action, refusal: int) -> NoReturn:
    """Raise the core's refusal of an action as a sentence."""
    seat = state.turn
    said = _words(action)
    if isinstance(action, Raise) and action.add is not None:
        said += f" (to {state.bets()[seat] + action.add})"
    if refusal == codes.FREE_FOLD:
        raise IllegalAction(f"seat {seat} cannot fold: it may check for nothing", "no fold when checking is free")
    if refusal == codes.LAST_CLAIM:
        raise IllegalAction(
            f"seat {seat} cannot muck: it holds the last claim on a pot, which would be left without a winner",
            "every pot has a winner",
        )
    if refusal == codes.NO_WAGER:
        why, rule = _no_wager(state, seat)
        raise IllegalAction(f"seat {seat} cannot {said}: {why}", rule)
    low, high = state.min_to, state.max_to
    all_in = state.bets()[seat] + state.stacks()[seat]
    if refusal == codes.TOO_HIGH:
        if high == all_in:
            raise IllegalAction(f"{said} is above the {high} that seat {seat} has", "no more than the stack")
        limit = "the pot" if state.terms.limit == codes.POT_LIMIT else "the fixed limit"
        raise IllegalAction(f"{said} is above the maximum of {high}, which is {limit}", "the limit")
    if low == high == all_in:
        raise IllegalAction(
            f"{said} is below a full raise, and seat {seat} has only {all_in}: it may go all-in for that or not at all",
            "minimum raise (TDA 43)",
        )
    if state.current:
        why = f"the bet is {state.current} and the last full raise was {state.last_full}"
        if state.terms.limit == codes.FIXED_LIMIT:
            why = f"the bet is {state.current} and the limit fixes the raise"
    else:
        why = "a bet is at least the minimum bet"
    raise IllegalAction(f"{said} is below the minimum of {low}: {why}", "minimum raise (TDA 43)")
