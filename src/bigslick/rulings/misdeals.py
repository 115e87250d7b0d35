"""Cases of type `substantial_action` and `misdeal`: when a hand can still be called off, and how it is redealt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from bigslick.hand.actions import Action, AllIn, Call, Check, Fold, Raise
from bigslick.hand.hand import Hand
from bigslick.hand.setup import Setup
from bigslick.hand.substantial import substantial_action
from bigslick.table.seats import BadTable
from bigslick.table.table import Table

from .case import BadRulings, Ruling, check_size, differ


class ActionRow(msgspec.Struct, forbid_unknown_fields=True):
    actions_in_turn: list[str]
    substantial: bool


class SubstantialActionCase(Ruling, kw_only=True):
    cases: list[ActionRow]


def check_substantial_action(case: SubstantialActionCase) -> Iterator[str]:
    """Check every row of the truth table."""
    for place, row in enumerate(case.cases, 1):
        name = f"row {place}, {' '.join(row.actions_in_turn) or 'no action'}: substantial"
        yield from differ(name, substantial_action(row.actions_in_turn), row.substantial)


def tell_substantial_action(case: SubstantialActionCase) -> Iterator[str]:
    """Tell every row of the truth table."""
    for row in case.cases:
        verdict = "substantial" if row.substantial else "not substantial"
        yield f"- {', '.join(row.actions_in_turn) or 'no action'}: {verdict}"


# --- misdeal ---------------------------------------------------------------------------------------------------------

BLINDS: Final = (50, 100)
STACK: Final = 1000
KINDS: Final[dict[str, Action]] = {"fold": Fold(), "check": Check(), "call": Call(), "all_in": AllIn()}


class MisdealCase(Ruling, kw_only=True):
    """A full table's first hand, called off after some actions: whether that is allowed, and the redeal's button."""

    table_size: int
    button: int
    actions_in_turn: list[str]
    """`fold`, `check`, `call`, `raise` by the minimum, or `all_in`."""
    expected_called_off: bool
    expected_button: int | None = None
    """The button when the hand is redealt."""


def check_misdeal(case: MisdealCase) -> Iterator[str]:
    """Check that a hand is called off only before substantial action, and redealt the same way (TDA 35, 36)."""
    check_size(case.table_size)
    table = Table(case.table_size, blinds=BLINDS, first_button=case.seat(case.button, case.table_size))
    for seat in range(case.table_size):
        table.join(f"player {seat}", seat, chips=STACK)
    first = table.next_hand(seed=1)
    hand = Hand(first)
    for name in case.actions_in_turn:
        hand.act(_action(hand, name))
    try:
        table.void(hand)
    except BadTable:
        yield from differ("called_off", False, case.expected_called_off)
        return
    yield from differ("called_off", True, case.expected_called_off)
    again = table.next_hand(seed=1)
    yield from differ("stacks", again.stacks, first.stacks)
    yield from differ("blinds", _blinds(again), _blinds(first))
    if case.expected_button is not None:
        yield from differ("button", case.number(again.button), case.expected_button)
    if again.deck == first.deck:
        yield "the deck is the same, expected a new one"


def _action(hand: Hand, name: str) -> Action:
    if name == "raise" and hand.options is not None and hand.options.raise_to:
        return Raise(to=hand.options.raise_to[0])
    if name not in KINDS:
        raise BadRulings(f"{name!r} is not an action here: expected fold, check, call, raise or all_in")
    return KINDS[name]


def _blinds(setup: Setup) -> tuple[object, ...]:
    return setup.small_blind_seat, setup.big_blind_seat, setup.small_blind, setup.big_blind


def tell_misdeal(case: MisdealCase) -> Iterator[str]:
    """Tell the table, the actions, and what happens to the hand."""
    yield f"Table of {case.table_size}, button at seat {case.button}."
    yield f"Actions: {', '.join(case.actions_in_turn).replace('_', '-') or 'none'}. Then the hand is called a misdeal."
    yield "It is called off, and every chip goes back." if case.expected_called_off else "It is played on."
    if case.expected_button is not None:
        yield f"Dealt again, the button is at seat {case.expected_button}."
