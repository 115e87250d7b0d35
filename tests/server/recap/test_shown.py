"""The recap as its readers see it."""

from __future__ import annotations

from bigslick.server.recap.shown import payments_of, winners_of
from bigslick.server.store.nights import HOUSE, ChipsMoved, NightResult, results_of
from bigslick.server.store.settlement import DuePayment, Payment


def results(**nets: int) -> list[NightResult]:
    """Return the results of a night with these nets; `house` is the house's."""
    moves = []
    for name, net in nets.items():
        player = HOUSE if name == "house" else name
        moves += [
            ChipsMoved(at=1, player=player, kind="buy-in", chips=1_000),
            ChipsMoved(at=2, player=player, kind="cash-out", chips=-1_000 - net),
        ]
    return results_of(moves, {})


def test_the_winners_are_the_people_who_won_most() -> None:
    assert winners_of(results(ann=300, bob=100, cat=-400)) == ("ann",)
    assert winners_of(results(ann=200, bob=200, cat=-400)) == ("ann", "bob")
    assert winners_of(results(ann=100, bob=-500, house=400)) == ("ann",)
    assert winners_of(results(ann=0, bob=-500, house=500)) == ()
    assert winners_of([]) == ()


def test_each_payment_has_its_own_mark() -> None:
    due = [Payment("bob", "ann", 300), Payment("cat", "ann", 100)]
    paid = [DuePayment(payer="cat", payee="ann", chips=100, paid_at=7, paid_by="ann")]
    one, two = payments_of(due, paid, lambda payment: payment.payer == "bob")
    assert (one.payer, one.chips, one.paid_at, one.you_mark) == ("bob", 300, None, True)
    assert (two.payer, two.paid_at, two.paid_by, two.you_mark) == ("cat", 7, "ann", False)
