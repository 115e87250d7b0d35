# cython: nonecheck=True
"""Encodes an action as the core's int and back, for the seat to act."""

from __future__ import annotations

from typing import Final

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

from bigslick.cards import UNKNOWN, format_cards, to_cards
from bigslick.core import codes
from bigslick.core.codes import CALL, FOLD
from bigslick.core.hand import State
from bigslick.errors import BadCards
from bigslick.sentence import say

from ._options import all_in_total
from .actions import ACTIONS, Action, AllIn, Bet, Call, Check, Fold, IllegalAction, Muck, Raise, RunOut, Show
from .refusals import cannot, in_words, no_all_in, not_an_action, refuse, seat_name
from .setup import MAX_CHIPS

__all__ = ["CALL", "FOLD", "MUCK", "State", "decode", "encode", "may_muck", "step"]

COMPILED = cython.compiled

# A show is a single int too: below the muck, with both cards in it.
MUCK: Final = -2
_SHOW: Final = -3
# Below every show: minus the number of boards.
_RUN_OUT: Final = -10_000

if not cython.compiled:

    def mark(state: State, code: int) -> int:
        """Return an action's int as a hand keeps it, which distinguishes a check from a call and a bet from a raise.

        It is twice the core's int, plus one for a check or a bet; an int below zero is unchanged. The .pxd has the C
        twin.
        """
        if code < 0:
            return code
        return 2 * code + ((state.to_call if code == CALL else state.current) == 0)

    def unmark(kept: int) -> int:
        """Return the core's int for an action as a hand keeps it; the .pxd has the C twin."""
        return kept if kept < 0 else kept >> 1


def encode(state: State, action: Action) -> int:
    """Return the core's int for an action; raise `IllegalAction` for the wrong kind of action."""
    seat, kind = state.turn, type(action)
    if not isinstance(action, ACTIONS):
        raise not_an_action(action)
    if seat < 0:
        raise IllegalAction(say("{action}: the hand is already over", action=in_words(action)), "the end of the hand")
    if state.offered:
        return _encode_run_out(state, seat, action)
    if state.street == codes.SHOWDOWN:
        if kind is Muck:
            return MUCK
        if kind is Show:
            return _encode_show(state, seat, action.cards)  # type: ignore[union-attr]  # kind says it is a Show
        who, said = seat_name(seat), in_words(action)
        if may_muck(state, seat):
            sentence = say("{seat} cannot {action} at showdown: show or muck", seat=who, action=said)
        else:
            sentence = say("{seat} cannot {action} at showdown: show", seat=who, action=said)
        raise IllegalAction(sentence, "showdown (TDA 16, 17)")
    if kind is Fold:
        return FOLD
    if kind is Check:
        if state.to_call:
            why = say("{call} to call", call=state.to_call)
            raise IllegalAction(cannot(seat, in_words(action), why), "check only for free")
        return CALL
    if kind is Call:
        if not state.to_call:
            nothing = say("{seat} has nothing to call, but may check", seat=seat_name(seat))
            raise IllegalAction(nothing, "call only a bet")
        return CALL
    if kind is AllIn:
        return _encode_all_in(state)
    if isinstance(action, Bet | Raise):
        return _encode_wager(state, seat, action)
    if kind in (Show, Muck):
        why = say("there is no showdown yet")
        raise IllegalAction(cannot(seat, in_words(action), why), "showdown (TDA 17)")
    if kind is RunOut:
        why = say("no one is asked about boards now")
        raise IllegalAction(cannot(seat, in_words(action), why), "run it more than once")
    raise not_an_action(action)


def step(state: State, code: int) -> int:
    """Apply an action's int; return 0, or the core's reason for refusing."""
    if code > MUCK:
        return state.act(code)
    if code == MUCK:
        return state.muck()
    if code <= _RUN_OUT:
        return state.run_out(boards_of(code))
    return state.show(*shown_cards(code))


def decode(state: State, code: int) -> Action:
    """Return the action that an int means for the seat to act."""
    if code == FOLD:
        return Fold()
    if code == CALL:
        return Call() if state.to_call else Check()
    if code > 0:
        return Raise(to=code) if state.current else Bet(to=code)
    if code == MUCK:
        return Muck()
    if code <= _RUN_OUT:
        return RunOut(boards=boards_of(code))
    shown = shown_cards(code)
    return Show() if shown == state.holes(state.turn) else Show(format_cards(shown))


def may_muck(state: State, seat: int) -> bool:
    """Whether the seat can muck: with a player all-in only unknown cards (TDA 16), and every pot needs a claimant."""
    if state.all_in_showdown and UNKNOWN not in state.holes(seat):
        return False
    rest = [other for other, status in enumerate(state.statuses()) if status == codes.LIVE and other != seat]
    return all(any(bits >> other & 1 for other in rest) for _, bits in state.layers())


def _encode_run_out(state: State, seat: int, action: Action) -> int:
    if not isinstance(action, RunOut):
        why = say("betting is over, so say on how many boards to run out the hand, 1 to {most}", most=state.offered)
        raise IllegalAction(cannot(seat, in_words(action), why), "run it more than once")
    if not 1 <= action.boards <= state.offered:
        why = say("expected 1 to {most} boards", most=state.offered)
        raise IllegalAction(cannot(seat, in_words(action), why), "run it more than once")
    return _RUN_OUT - action.boards


def _encode_wager(state: State, seat: int, action: Bet | Raise) -> int:
    if isinstance(action, Bet):
        if state.current:
            why = say("the bet is {bet, chips} already, so more is a raise", bet=state.current)
            raise IllegalAction(cannot(seat, say("bet"), why), "bet only when nothing is bet")
        to = action.to
    else:
        if not state.current:
            raise IllegalAction(cannot(seat, say("raise"), say("there is no bet yet, so bet")), "raise only a bet")
        to = action.to if action.to is not None else state.bets()[seat] + (action.add or 0)
    if not 0 < to <= MAX_CHIPS:
        if not state.max_to:
            refuse(state, action, codes.NO_WAGER)
        refuse(state, action, codes.TOO_LOW if to <= 0 else codes.TOO_HIGH)
    return to


def _encode_all_in(state: State) -> int:
    total = all_in_total(state)
    if total == codes.FORBIDDEN:
        raise no_all_in(state)
    return CALL if total <= state.current else total


def _encode_show(state: State, seat: int, text: str | None) -> int:
    first, second = state.holes(seat)
    if text is not None:
        try:
            cards = to_cards(text)
        except BadCards as error:
            unreadable = say("{seat} cannot show that: {why}", seat=seat_name(seat), why=error.sentence)
            raise IllegalAction(unreadable, "showdown") from None
        if len(cards) != 2:
            sentence = say(
                "{seat} shows {count, plural, one {# card} other {# cards}}: a hand has two hole cards",
                seat=seat_name(seat),
                count=len(cards),
            )
            raise IllegalAction(sentence, "showdown")
        dealt = [card for card in (first, second) if card != UNKNOWN]
        if not {*dealt} <= {*cards}:
            sentence = say(
                "{seat} shows {shown}, but was dealt {dealt}",
                seat=seat_name(seat),
                shown=text,
                dealt=format_cards(dealt),
            )
            raise IllegalAction(sentence, "showdown")
        seen = {*state.board_cards(), *[card for board in state.further_boards() for card in board]}
        for other in range(state.seats):
            if other != seat and state.statuses()[other] != codes.EMPTY:
                seen.update(state.holes(other))
        for card in cards:
            if card in seen:
                taken = say("{seat} shows {card}, which is already in play", seat=seat_name(seat), card=str(card))
                raise IllegalAction(taken, "one of each card")
        first, second = cards
    return _SHOW - (64 * (first + 1) + second + 1)


def boards_of(code: int) -> int:
    """Return the number of boards in a run-out's int; 0 for other actions."""
    return _RUN_OUT - code if code <= _RUN_OUT else 0


def shown_cards(code: int) -> tuple[int, int]:
    """Return the two cards in a show's int."""
    cards = _SHOW - code
    return cards // 64 - 1, cards % 64 - 1
