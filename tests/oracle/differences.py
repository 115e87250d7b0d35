"""Where PokerKit 0.7.7 is known to differ (rules 2.2, 3.2 and 7), each predicted from a hand's events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from bigslick import PotAward, Setup
from bigslick.hand.events import Wagered
from tests.laws.ledger import Ledger

Kind = Literal["short_opening", "emptied_pool", "half_bet", "completion", "counted_short", "low_minimum"]


def pokerkit_range(books: Ledger, seat: int) -> range:
    """Return the totals that PokerKit lets the seat bet or raise to.

    PokerKit remembers the street's largest increase, including short all-ins but not the big blind. A seat that has
    acted can raise when it faces that much and the short all-ins since the last full raise add up to it.
    """
    all_in = books.stacks[seat] + books.bets[seat]
    largest, pool, acted = _pokerkit_memory(books)
    due = min(books.current - books.bets[seat], books.stacks[seat])
    is_open = due >= largest and not (pool and sum(pool) < largest and seat in acted)
    if all_in <= books.current or not books.answerable(seat) or not is_open or _capped(books, len(books.wagers)):
        return range(0)
    fixed = books.setup.rules.limit == "fixed"
    low = high = books.current + max(largest, books.bet_size if fixed else books.min_bet)
    if books.setup.rules.limit == "pot":
        high = max(low, 2 * books.current - books.bets[seat] + books.pot)
    elif not fixed:
        high = all_in
    return range(min(low, all_in), min(high, all_in) + 1)


def _pokerkit_memory(books: Ledger) -> tuple[int, list[int], set[int]]:
    """Return the largest increase, the short all-ins not yet forgotten, and the seats that count as having acted."""
    largest = 0
    pool: list[int] = []
    acted: set[int] = set()
    for event in books.done:
        acted.add(event.seat)
        if isinstance(event, Wagered):
            increase = event.to - event.over
            acted = {event.seat} if increase >= largest else acted
            largest = max(largest, increase)
            pool = [*pool, increase] if event.all_in else []
            if sum(pool) >= largest:
                pool = []
    return largest, pool, acted


def _capped(books: Ledger, wagers: int) -> bool:
    rules = books.setup.rules
    cap = rules.bets_per_street if rules.limit == "fixed" else 0
    return bool(cap) and wagers + (books.opening > 0) >= cap


def range_difference(books: Ledger, seat: int) -> Kind | None:
    """Return why PokerKit's range for this seat differs from ours; None if it does not.

    - short_opening: no one has made a full bet or raise yet, so PokerKit counts a short all-in as one, and a
      limper or checker may raise it; TDA 47 keeps betting closed to them.
    - emptied_pool: short all-ins had added up to a raise and were forgotten, so a later one closes betting again.
    - half_bet: in fixed-limit half a bet or more reopens (TDA 47-B); PokerKit asks for a full one.
    - completion: in fixed-limit less than half a bet is completed to a full bet, not raised by one (Robert).
    - counted_short: PokerKit counts every all-in against the cap of fixed-limit, we count those of half a bet or more.
    - low_minimum: where `min_bet` is below the big blind PokerKit lets the first raise be that small; we hold it to the
      big blind, which is the last full bet.
    """
    ours, theirs = books.wager_range(seat), pokerkit_range(books, seat)
    if ours == theirs:
        return None
    fixed = books.setup.rules.limit == "fixed"
    counted, level = books.limit_bets() if fixed else (books.full_raises(), 0)
    wagers, full = len(counted), sum(counts for _, counts in counted)
    if _capped(books, wagers) and not _capped(books, full):
        return "counted_short"
    faced = books.current - books.bets[seat]
    if theirs and not ours:
        assert all(event.to - event.over < (books.bet_size if fixed else books.least) for event in books.wagers)
        assert 0 < faced < (books.bet_size if fixed else books.last_full)
        return "short_opening"
    if ours and not theirs:
        _, pool, _ = _pokerkit_memory(books)
        if pool and faced >= (books.bet_size if fixed else books.last_full):
            return "emptied_pool"
        assert fixed
        assert 2 * faced >= books.bet_size > faced
        return "half_bet"
    if not fixed:
        assert 0 < books.setup.min_bet < books.setup.big_blind
        assert not books.wagers
        return "low_minimum"
    assert 0 < 2 * (books.current - level) < books.bet_size
    return "completion"


def pokerkit_payouts(setup: Setup, pots: Sequence[PotAward]) -> dict[int, int]:
    """Return what PokerKit pays. Pots that the same seats can still win become one, and each pot's whole remainder goes
    to the first winner left of the button.
    """
    left = {seat for pot in pots for seat in pot.winners}
    merged: list[tuple[int, frozenset[int], tuple[int, ...]]] = []
    for pot in pots:
        seats = frozenset(pot.seats) & left
        if merged and merged[-1][1] == seats:
            merged[-1] = (merged[-1][0] + pot.amount, seats, pot.winners)
        else:
            merged.append((pot.amount, seats, pot.winners))
    paid: dict[int, int] = {}
    for amount, _, winners in merged:
        order = [seat for seat in setup.dealt if seat in winners]
        share, rest = divmod(amount, len(order))
        for seat in order:
            paid[seat] = paid.get(seat, 0) + share + (rest if seat == order[0] else 0)
    return {seat: chips for seat, chips in paid.items() if chips}
