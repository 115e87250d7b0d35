"""Settles up after a night in the fewest transfers.

Players who owe and players who are owed fall into groups that settle among themselves. A group of n needs n - 1
transfers, so more groups mean fewer transfers. Finding the most groups takes a search that doubles with each player.
Above `MOST_EXACT` players the largest debts are paid first, which may take more transfers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

MOST_EXACT: Final = 15
"""With at most this many players left after even pairs are settled, the transfers are the fewest possible."""


class Payment(msgspec.Struct, frozen=True):
    """One transfer, from a player who owes to a player who is owed."""

    payer: str
    payee: str
    chips: int


class DuePayment(msgspec.Struct, frozen=True, kw_only=True):
    """A transfer that settles a night or several, and when it was marked as paid."""

    payer: str
    payee: str
    chips: int
    paid_at: int | None = None
    paid_by: str = ""


class Settled(msgspec.Struct, frozen=True):
    """The transfers that settle everything; `fewest` if no smaller number is possible."""

    payments: tuple[Payment, ...]
    fewest: bool


def settle(nets: Mapping[str, int]) -> Settled:
    """Return the transfers that pay the winners from the losers; nets add up to 0."""
    if total := sum(nets.values()):
        raise ValueError(f"the results add up to {total}: expected 0, since what one wins another loses")
    owed = sorted(((net, name) for name, net in nets.items() if net), key=lambda debt: (-abs(debt[0]), debt[1]))
    pairs, rest = _pair_off(owed)
    fewest = len(rest) <= MOST_EXACT
    groups = [*pairs, *(_most_groups(rest) if fewest else [rest])]
    payments = [payment for group in groups for payment in _within(group)]
    payments.sort(key=lambda payment: (-payment.chips, payment.payer, payment.payee))
    return Settled(tuple(payments), fewest)


_Debt = tuple[int, str]


def _pair_off(owed: Sequence[_Debt]) -> tuple[list[list[_Debt]], list[_Debt]]:
    """Pair players who owe exactly what another is owed, and return the rest. Pairing them never costs a group."""
    waiting: dict[int, list[_Debt]] = {}
    pairs: list[list[_Debt]] = []
    for debt in owed:
        if others := waiting.get(-debt[0]):
            pairs.append([others.pop(0), debt])
        else:
            waiting.setdefault(debt[0], []).append(debt)
    left = {debt for debts in waiting.values() for debt in debts}
    return pairs, [debt for debt in owed if debt in left]


def _most_groups(owed: Sequence[_Debt]) -> list[list[_Debt]]:
    """Split the debts into as many groups as possible that each add up to 0."""
    every = (1 << len(owed)) - 1
    sums = [0] * (every + 1)
    groups = [0] * (every + 1)
    """For each set of players, the most groups that settle when players are removed one by one."""
    for chosen in range(1, every + 1):
        lowest = chosen & -chosen
        sums[chosen] = sums[chosen ^ lowest] + owed[lowest.bit_length() - 1][0]
        most, left = 0, chosen
        while left:
            one = left & -left
            left ^= one
            if (found := groups[chosen ^ one]) > most:
                most = found
        groups[chosen] = most + (sums[chosen] == 0)
    found_groups: list[list[_Debt]] = []
    chosen = every
    while chosen:
        if sums[chosen] == 0:
            found_groups.append([])
        wanted = groups[chosen] - (sums[chosen] == 0)
        place = next(
            place for place in range(len(owed)) if chosen >> place & 1 and groups[chosen ^ 1 << place] == wanted
        )
        found_groups[-1].append(owed[place])
        chosen ^= 1 << place
    return found_groups


def _within(group: Sequence[_Debt]) -> list[Payment]:
    """Settle a group by paying the largest debt to the largest claim, so each transfer finishes one player."""
    payments = []
    open_debts = {name: net for net, name in group}
    while open_debts:
        payer = min(open_debts, key=lambda name: (open_debts[name], name))
        payee = max(open_debts, key=lambda name: (open_debts[name], name))
        chips = min(-open_debts[payer], open_debts[payee])
        payments.append(Payment(payer, payee, chips))
        for name, change in ((payer, chips), (payee, -chips)):
            open_debts[name] += change
            if not open_debts[name]:
                del open_debts[name]
    return payments
