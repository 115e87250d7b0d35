"""A language model's seat, and how the table is described to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any

from bigslick.checks import did_you_mean
from bigslick.hand.actions import Action, AllIn, Bet, Call, Check, Fold, IllegalAction, Raise
from bigslick.hand.events import Event
from bigslick.hand.options import Options
from bigslick.hand.sentences import hand_sentences
from bigslick.hand.view import View

MOST_WAIT = 30.0
"""The longest that a look waits for a turn, in seconds; clients may give up on longer calls."""
ACTIONS = ("fold", "check", "call", "bet", "raise", "all_in")


class ModelSeat(ABC):
    """A seat at some table, held by one model, which sees only this seat's view."""

    @abstractmethod
    async def look(self, wait: float) -> dict[str, Any]:
        """Wait for the seat's turn up to this many seconds, then return the table as the seat sees it."""

    @abstractmethod
    async def act(self, action: str, to: int | None) -> dict[str, Any]:
        """Act, then look; raises `IllegalAction` or the card room's refusal, with nothing changed."""

    @abstractmethod
    async def leave(self) -> dict[str, Any]:
        """Get up, and return the result."""


def with_options(refusal: Exception, options: Options) -> IllegalAction:
    """Return a refusal that ends with the model's options, stated once."""
    said = str(refusal).rstrip(".")
    return IllegalAction(f"{said}{'' if said.endswith('?') else '.'} You may {options}", getattr(refusal, "rule", ""))


def read_action(action: str, to: int | None) -> Action:
    """Return the action that a model names; the hand decides whether it is legal, and its options end each refusal."""
    word = action.strip().lower().replace("-", "_").replace(" ", "_") if isinstance(action, str) else ""
    if word not in ACTIONS:
        raise IllegalAction(f"{action!r} is not an action{did_you_mean(action, ACTIONS)}")
    if word in ("bet", "raise"):
        if to is None:
            raise IllegalAction(f"{word} needs `to`, the total of your bet on this street")
        return Bet(to=to) if word == "bet" else Raise(to=to)
    if to is not None:
        raise IllegalAction(f"{word} takes no amount: leave out `to`")
    plain: dict[str, Action] = {"fold": Fold(), "check": Check(), "call": Call(), "all_in": AllIn()}
    return plain[word]


def told(view: View) -> dict[str, Any]:
    """Return a view as plain data, with seats counted from 1."""
    options = view.options
    return {
        "street": view.street,
        "your_seat": None if view.seat is None else view.seat + 1,
        "your_cards": [str(card) for card in view.hole],
        "board": [str(card) for card in view.board],
        "pot": view.pot,
        "blinds": [view.small_blind, view.big_blind],
        "ante": view.ante,
        "button": view.button + 1,
        "seats": [
            {"seat": seat + 1, "stack": stack, "bet": view.bets[seat], "status": str(view.statuses[seat])}
            for seat, stack in enumerate(view.stacks)
        ],
        "you_may": None if options is None else str(options),
        "to_call": None if options is None else options.call,
        "wager_to": None
        if options is None or not options.wager_to
        else {"least": options.wager_to[0], "most": options.wager_to[-1]},
    }


def story(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """Describe the hand so far, line by line."""
    return [line.strip() for line in hand_sentences(events, names)]
