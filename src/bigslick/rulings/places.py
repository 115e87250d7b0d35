"""Cases of type `ranking` and `payouts`: the places of players who bust together, and each place's prize."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from bigslick.table.ranking import Bust, BustRule, rank
from bigslick.tournament.structure.payouts import Payouts, prizes

from .case import Ruling, compare, differ, listed


class BustRow(msgspec.Struct, forbid_unknown_fields=True):
    """A player who bust: the table, and the stack at the start of the hand."""

    player: str
    table: int
    start_stack: int


class RankingOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rule for busts at several tables in one round."""

    simultaneous_bust_rule: BustRule = "h4h_tie"


class FinishRow(msgspec.Struct, forbid_unknown_fields=True):
    """A finish; only the fields given in the case are compared."""

    place: int | UnsetType = UNSET
    places_shared: list[int] | UnsetType = UNSET
    prize: int | UnsetType = UNSET


class RankingCase(Ruling, kw_only=True):
    """Busts in one hand or one hand-for-hand round: each player's place and prize."""

    players_before_hand: int
    busts: list[BustRow]
    expected: dict[str, FinishRow]
    payouts: dict[int, int] = msgspec.field(default_factory=dict)
    options: RankingOptions = RankingOptions()


def check_ranking(case: RankingCase) -> Iterator[str]:
    """Check the place, shared places and prize of everyone who bust."""
    busts = [Bust(row.player, row.table, row.start_stack) for row in case.busts]
    finishes = rank(case.players_before_hand, busts, case.payouts, case.options.simultaneous_bust_rule)
    yield from differ("those who bust", sorted(finish.player for finish in finishes), sorted(case.expected))
    for finish in finishes:
        if finish.player in case.expected:
            found = {"place": finish.place, "places_shared": list(finish.places_shared), "prize": finish.prize}
            yield from compare(f"{finish.player}: ", found, case.expected[finish.player])


def tell_ranking(case: RankingCase) -> Iterator[str]:
    """Yield the busts, and where each finishes."""
    rule = {"h4h_tie": "busts at different tables tie", "by_stack": "stacks decide everywhere"}
    yield f"{case.players_before_hand} players left; {rule[case.options.simultaneous_bust_rule]}."
    if case.payouts:
        yield f"Prizes: {', '.join(f'place {place} {prize}' for place, prize in sorted(case.payouts.items()))}."
    for row in case.busts:
        yield f"- {row.player} busts at table {row.table}, having started the hand with {row.start_stack}"
    for player, finish in case.expected.items():
        place = "" if finish.place is UNSET else f" finishes in place {finish.place}"
        if finish.places_shared is not UNSET and len(finish.places_shared) > 1:
            place = f" shares places {listed(finish.places_shared)}"
        yield f"{player}{place}" + ("." if finish.prize is UNSET else f" and gets {finish.prize}.")


# --- payouts ---------------------------------------------------------------------------------------------------------


class PayoutsCase(Ruling, kw_only=True):
    """Every prize for a pool, a field and a payout scheme."""

    pool: int
    entrants: int
    payouts: dict[str, Any]
    expected: list[int]


def check_payouts(case: PayoutsCase) -> Iterator[str]:
    """Check that the prizes are exact, from first place down."""
    yield from differ("prizes", prizes(case.pool, _scheme(case.payouts), case.entrants), case.expected)


_PERCENTAGES: Final = ("percent", "paid_percent", "first_percent", "min_cash_percent")


def _scheme(given: dict[str, Any]) -> Payouts:
    """Return the scheme in a structure file's form, where percentages are decimal numbers."""
    exact = {
        name: [_exact(part) for part in value] if isinstance(value, list) else _exact(value)
        for name, value in given.items()
        if name in _PERCENTAGES
    }
    return msgspec.convert(given | exact, Payouts)


def _exact(value: Any) -> Any:
    return value if isinstance(value, bool) or not isinstance(value, int | float) else Decimal(str(value))


def tell_payouts(case: PayoutsCase) -> Iterator[str]:
    """Yield the pool and the prizes."""
    scheme = ", ".join(f"{name} {value}" for name, value in case.payouts.items())
    yield f"{case.entrants} entrants, a pool of {case.pool}; {scheme or 'the winner takes all'}."
    yield f"Prizes from first place down: {listed(case.expected)}."
