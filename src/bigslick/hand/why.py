"""Explains why an action is legal or not, with the rule and the numbers, before anyone acts.

`act` decides: the action is tried on a copy of the hand, so a refusal is exactly the one that `act` would raise.
"""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Final

import msgspec

from .actions import Action, AllIn, Bet, Call, Check, Fold, IllegalAction, Muck, Raise, RunOut, Show
from .refusals import AFTER_SHORT, in_words, seat_name, smallest_raise

if TYPE_CHECKING:
    from bigslick.core.hand import State

    from .hand import Hand
    from .options import Options

CALL_FOR_LESS: Final = "call all-in for less (S4 §2)"


class Why(msgspec.Struct, frozen=True, kw_only=True):
    """Whether an action is legal now, why, and the numbers that decide it: `print(hand.why(Raise(to=50)))`."""

    action: Action
    legal: bool
    """Whether `act` would accept it."""
    sentence: str
    """The sentence to display; for an illegal action, the text of `IllegalAction`."""
    rule: str
    """The rule that allows or forbids it."""
    seat: int | None
    """The seat to act; None when the hand is over."""
    current_bet: int
    """The total that a call must match."""
    last_full_raise: int
    """This street's last full bet or raise."""
    to_call: int
    """Chips that a call takes, or the whole stack if it is short; 0 when there is nothing to call."""
    min_to: int
    """The smallest total for a bet or raise; 0 when the seat cannot bet or raise."""
    max_to: int
    """The largest total for a bet or raise; 0 when the seat cannot bet or raise."""

    def __str__(self) -> str:
        return self.sentence

    def _repr_html_(self) -> str:
        mark = "legal" if self.legal else "not legal"
        return f"<p><b>{mark}</b>: {html.escape(self.sentence)} <i>({html.escape(self.rule)})</i></p>"


def explain(hand: Hand, state: State, action: Action) -> Why:
    """Explain why the seat to act can or cannot do this, given a copy of the hand and its state."""
    legal = True
    try:
        hand.copy().act(action)
    except IllegalAction as refusal:
        legal, sentence, rule = False, refusal.sentence, refusal.rule
    else:
        sentence, rule = _allowed(hand, state, action)
    options = hand.options
    totals = range(0) if options is None else options.wager_to
    return Why(
        action=action,
        legal=legal,
        sentence=str(sentence),  # plain, so it can be encoded
        rule=rule,
        seat=hand.turn,
        current_bet=hand.current_bet,
        last_full_raise=hand.last_full_raise,
        to_call=0 if options is None else options.call,
        min_to=totals[0] if totals else 0,
        max_to=totals[-1] if totals else 0,
    )


def explain_all(hand: Hand, state: State) -> tuple[Why, ...]:
    """Explain each kind of action; the smallest total represents a wager's range. Empty once the hand is over."""
    options = hand.options
    if options is None:
        return ()
    kinds: tuple[Action, ...]
    if options.boards:
        kinds = tuple(RunOut(boards=boards) for boards in options.boards)
    elif options.show:
        kinds = (Show(), Muck())
    else:
        to = options.wager_to[0] if options.wager_to else hand.current_bet + hand.last_full_raise
        kinds = (Fold(), Check(), Call(), Raise(to=to) if hand.current_bet else Bet(to=to), AllIn())
    return tuple(explain(hand, state, action) for action in kinds)


def _allowed(hand: Hand, state: State, action: Action) -> tuple[str, str]:
    """Return the sentence and the rule for a legal action."""
    options, seat = hand.options, hand.turn
    assert options is not None
    assert seat is not None
    bet, may = hand.bets[seat], f"{seat_name(seat)} may {in_words(action)}"
    match action:
        case Fold() if options.check:
            return f"{may}, though checking is free", "a fold is binding (TDA 58)"
        case Fold():
            return f"{may}: {options.call:,} to call", "facing a bet, fold, call or raise"
        case Check():
            return f"{may}: nothing to call", "check only for free"
        case Call():
            missing = hand.current_bet - bet
            if options.call < missing:
                return f"{may} all-in for {options.call:,}: {missing:,} would match the bet", CALL_FOR_LESS
            why = f"the bet is {hand.current_bet:,} and it has {bet:,} in front"
            return f"{may} {options.call:,}: {why}", "call only a bet"
        case RunOut():
            why = f"betting is over, and the fewest boards that anyone wants are dealt, up to {options.boards[-1]}"
            return f"{may}: {why}", "run it more than once"
        case AllIn():
            return _all_in(hand, state, options, seat)
        case Bet(to=to) | Raise(to=int(to)):
            return _wager(hand, state, options, seat, may, to)
        case Raise(add=add):
            assert add is not None
            return _wager(hand, state, options, seat, f"{may} (to {bet + add:,})", bet + add)
    return f"{may}{', or muck' if options.muck else '; it may not muck'}", "showdown (TDA 16, 17)"


def _all_in(hand: Hand, state: State, options: Options, seat: int) -> tuple[str, str]:
    total = options.all_in
    assert total is not None
    may = f"{seat_name(seat)} may go all-in"
    if total > hand.current_bet:
        return _wager(hand, state, options, seat, f"{may} to {total:,}", total)
    if options.call < hand.stacks[seat]:
        why = f"{may}, which is a call of {options.call:,}: no opponent could call more"
        return why, "no raise that cannot be called"
    return f"{may} for {options.call:,}, which is a call: the bet is {hand.current_bet:,}", CALL_FOR_LESS


def _wager(hand: Hand, state: State, options: Options, seat: int, may: str, to: int) -> tuple[str, str]:
    """Return the sentence for a bet or raise to a total."""
    fixed = hand.setup.rules.limit == "fixed"
    bet, current, least = hand.bets[seat], hand.current_bet, hand.last_full_raise if fixed else state.least
    all_in = to == bet + hand.stacks[seat]
    if all_in and not fixed and to - current < least:
        what = f"a full raise to {current + least:,}" if current else f"the minimum bet of {least:,}"
        return f"{may}, all it has: {current + least - to:,} short of {what}", "short all-in (S4 §4, TDA 47)"
    totals = options.wager_to
    low, high = totals[0], totals[-1]
    span = f"any total from {low:,} to {high:,} is legal" if low < high else f"the total is {low:,}"
    if not current:
        puts_in = " or enough to put every opponent all-in" if low < least and not fixed else ""
        return (
            f"{may}: nothing is bet and the minimum bet is {least:,}{puts_in}, so {span}",
            "bet only when nothing is bet",
        )
    follows, rule = smallest_raise(state)
    why = f"{follows}, so {span}"
    if seat in hand.acted:
        why += f"; it has acted, and the {current - bet:,} it faces reopens the betting"
        rule = AFTER_SHORT[state.terms.reopening]
    return f"{may}: {why}", rule
