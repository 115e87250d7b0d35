"""Cases of type `seven_deuce`: a hand, the players who show afterwards, and the bounty that is paid."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bigslick.hand.hand import Hand
from bigslick.table.seven_deuce import after_payments, seven_deuce_payments, shown_at_showdown

from .case import differ, listed
from .hands import HandCase, action_of, check_hand, start, tell_hand
from .script import read_script


class PaymentCase(msgspec.Struct, forbid_unknown_fields=True):
    """Chips from one seat to another."""

    payer: int
    winner: int
    chips: int


class SevenDeuceCase(HandCase, kw_only=True):
    """A hand with the bounty that follows it; `expected` is about the hand alone."""

    big_blinds: int
    """What each player pays."""
    shown_afterwards: list[int] = msgspec.field(default_factory=list)
    """The seats that show both cards after the hand."""
    paid: list[PaymentCase]
    """In the order of the payers, left of the button first."""
    stacks_after: dict[int, int] | list[int]
    """The stacks once it is paid."""


def check_seven_deuce(case: SevenDeuceCase) -> Iterator[str]:
    """Check the hand, then who pays whom and the stacks."""
    wrong = list(check_hand(case))
    yield from wrong
    if wrong:
        return
    hand = _played(case)
    shown = shown_at_showdown(hand) | {case.seat(number) for number in case.shown_afterwards}
    payments = seven_deuce_payments(hand, case.big_blinds * hand.setup.big_blind, shown)
    numbered = [[case.number(each.payer), case.number(each.winner), each.chips] for each in payments]
    yield from differ("paid", numbered, [[each.payer, each.winner, each.chips] for each in case.paid])
    found = case.by_number(dict(enumerate(after_payments(hand.stacks, payments))))
    wanted = case.by_seat(case.stacks_after)
    yield from differ("stacks_after", {number: found.get(number) for number in wanted}, wanted)


def _played(case: SevenDeuceCase) -> Hand:
    hand = start(case)
    for step in read_script(case.script):
        if step.expect is None and not step.refused:
            hand.act(action_of(step))
    return hand


def tell_seven_deuce(case: SevenDeuceCase) -> Iterator[str]:
    """Yield the hand, then the payments."""
    yield from tell_hand(case)
    yield ""
    count = "one big blind" if case.big_blinds == 1 else f"{case.big_blinds} big blinds"
    yield f"The seven-deuce bounty is {count}."
    if case.shown_afterwards:
        one = len(case.shown_afterwards) == 1
        yield f"{listed(case.shown_afterwards, 'seat').capitalize()} {'shows' if one else 'show'} after the hand."
    for each in case.paid:
        yield f"Seat {each.payer} pays seat {each.winner} {each.chips}."
    if not case.paid:
        yield "No bounty is paid."
    after = sorted(case.by_seat(case.stacks_after).items())
    yield f"Stacks then: {', '.join(f'seat {number} {chips}' for number, chips in after)}."
