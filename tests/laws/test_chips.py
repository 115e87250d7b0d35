"""Laws of chips: none appears, none is lost, and every pot goes to players who can win it."""

from __future__ import annotations

from bigslick import Hand, Setup
from bigslick.hand.events import HandEnded, Posted, PotAwarded, Refunded
from tests.laws.ledger import Ledger
from tests.laws.strategies import decisions, hand_law, play
from tests.oracle.reference import make_pots, split


@hand_law(150)
def test_chips_are_conserved_after_every_action(setup: Setup, script: list[int]) -> None:
    total = sum(setup.stacks)
    hand = Hand(setup)
    for hand, _ in decisions(setup, script):
        assert sum(hand.stacks) + hand.pot == total
        assert min(hand.stacks) >= 0
        assert min(hand.bets) >= 0
        assert hand.pot >= 0
    assert hand.pot == 0
    assert sum(hand.stacks) == total


@hand_law(150)
def test_pots_bets_and_stacks_partition_the_chips(setup: Setup, script: list[int]) -> None:
    total = sum(setup.stacks)
    for hand, _ in decisions(setup, script):
        in_pots = sum(pot.amount for pot in hand.pots)
        in_front = 0 if hand.street == "showdown" else sum(hand.bets)
        assert in_pots + in_front == hand.pot
        assert in_pots + in_front + sum(hand.stacks) == total
        assert all(pot.amount > 0 for pot in hand.pots)


@hand_law(150)
def test_seats_of_pots_are_live_and_shrink_from_pot_to_pot(setup: Setup, script: list[int]) -> None:
    for hand, _ in decisions(setup, script):
        wider = set(range(setup.seats))
        for number, pot in enumerate(hand.pots):
            assert pot.seats
            if hand.street != "showdown":
                assert set(pot.seats) <= set(hand.live)
            assert set(pot.seats) < wider or (number == 0 and set(pot.seats) == wider)
            wider = set(pot.seats)


@hand_law(200)
def test_pots_are_what_counting_chip_by_chip_gives(setup: Setup, script: list[int]) -> None:
    hand = Hand(setup)
    for hand, _ in decisions(setup, script):
        if hand.street != "showdown":
            books = Ledger(setup).read(hand.events)
            before = [matched - bet for matched, bet in zip(books.matched, books.bets, strict=True)]
            assert [(pot.amount, pot.seats) for pot in hand.pots] == make_pots(before, books.live, books.dead)
    books = Ledger(setup)
    for event in hand.events:
        if isinstance(event, PotAwarded | HandEnded):
            break
        books.enter(event)
    assert hand.result is not None
    live = books.live | {seat for pot in hand.result.pots for seat in pot.seats}  # a mucked hand had a claim
    expected = make_pots(books.matched, live, books.dead)
    whole: dict[tuple[int, ...], int] = {}  # on a double board each pot is halved, and the first half has the odd chip
    for pot in hand.result.pots:
        assert pot.board == 0 or 0 <= whole[pot.seats] - pot.amount <= 2 * setup.rules.odd_chip_unit - 1
        whole[pot.seats] = whole.get(pot.seats, 0) + pot.amount
    assert [(amount, seats) for seats, amount in whole.items()] == expected


@hand_law(200)
def test_every_pot_is_split_unit_by_unit_from_the_left_of_the_button(setup: Setup, script: list[int]) -> None:
    result = play(setup, script).result
    assert result is not None
    unit = setup.rules.odd_chip_unit
    for pot in result.pots:
        assert set(pot.winners) <= set(pot.seats)
        assert pot.shares == split(pot.amount, pot.winners, setup.button, setup.seats, unit)
        assert all(0 < odd <= unit for odd in pot.odd_chips.values())
        even = {seat: chips - pot.odd_chips.get(seat, 0) for seat, chips in pot.shares.items()}
        assert len(set(even.values())) == 1


@hand_law(150)
def test_posts_refunds_and_payouts_add_up(setup: Setup, script: list[int]) -> None:
    hand = play(setup, script)
    result = hand.result
    assert result is not None
    books = Ledger(setup)
    put_in = 0
    for event in hand.events:
        before = books.pot
        books.enter(event)
        if not isinstance(event, Refunded | PotAwarded):
            put_in += books.pot - before
    assert books.pot == 0
    assert sum(result.payouts.values()) + sum(result.refunds.values()) == put_in
    assert sum(result.payouts.values()) == sum(pot.amount for pot in result.pots)
    assert tuple(books.stacks) == result.stacks == hand.stacks


@hand_law(150)
def test_nobody_gets_back_more_than_nobody_called(setup: Setup, script: list[int]) -> None:
    """An uncalled bet is what one seat put in above every other, folded ones included; after the refund two match."""
    books = Ledger(setup)
    for event in play(setup, script).events:
        if isinstance(event, Refunded):
            others = [books.matched[seat] for seat in range(setup.seats) if seat != event.seat]
            assert event.amount == books.matched[event.seat] - max(others) > 0
            assert event.seat in books.live
        books.enter(event)


@hand_law(150)
def test_in_the_end_no_chip_is_left_in_that_nobody_called(setup: Setup, script: list[int]) -> None:
    books = Ledger(setup).read(play(setup, script).events)
    for seat in books.live:
        assert books.matched[seat] <= max(books.matched[other] for other in range(setup.seats) if other != seat)


@hand_law(150)
def test_nobody_posts_more_than_they_owe_or_have(setup: Setup, script: list[int]) -> None:
    rules = setup.rules
    owed = {(post.seat, "straddle"): post.live for post in setup.straddles}
    for post in setup.posts:
        owed[post.seat, "live"] = owed.get((post.seat, "live"), 0) + post.live
        owed[post.seat, "dead"] = owed.get((post.seat, "dead"), 0) + post.dead
    if setup.small_blind_seat is not None:
        owed[setup.small_blind_seat, "small_blind"] = setup.small_blind
    if setup.big_blind_seat is not None:
        owed[setup.big_blind_seat, "big_blind"] = setup.big_blind
    payers = {"per_player": setup.dealt, "big_blind": (setup.big_blind_seat,), "button": (setup.button,)}[rules.ante]
    for seat in payers:
        if seat in setup.dealt and seat is not None:
            owed[seat, "ante"] = setup.ante
    left = list(setup.stacks)
    for event in Hand(setup).events:
        if isinstance(event, Posted):
            due = owed.pop((event.seat, event.kind))
            assert event.amount == min(due, left[event.seat])
            left[event.seat] -= event.amount
            assert event.all_in == (left[event.seat] == 0)
    assert all(due == 0 or left[seat] == 0 for (seat, _), due in owed.items())
