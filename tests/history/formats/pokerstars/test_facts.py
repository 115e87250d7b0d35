"""PokerStars text above the action: the first lines, seats and posts."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from bigslick import Fold, Hand, Rules
from bigslick.history import History, record
from bigslick.history.formats.pokerstars.facts import Facts
from bigslick.history.history_details import Details, TournamentDetails


def hand(**more: Any) -> History:
    dealt = Hand.start([500] * 3, (5, 10), seed=1, ante=1, rules=Rules(ante="per_player"))
    dealt.act(Fold())
    dealt.act(Fold())
    return record(dealt, **more)


def test_cash_games_have_two_spaces_and_cents_in_the_stakes() -> None:
    facts = Facts(hand(places=1, hand=7, currency="USD"), None)
    assert facts.first_line() == "PokerStars Hand #7:  Hold'em No Limit ($0.50/$1.00 USD) - 1970/01/01 00:00:00 ET"
    assert (facts.money(15), facts.money(50)) == ("$1.50", "$5")


def test_tournaments_have_a_price_and_a_level() -> None:
    history = hand(hand=7, level=14)
    history.details = Details(
        tournament=TournamentDetails(number="9", buy_in=10, bounty=5, fee=Decimal("1.5"), currency="EUR"),
        flags=["fast"],
    )
    assert Facts(history, None).first_line() == (
        "PokerStars Hand #7: Zoom Tournament #9, €10.00+€5.00+€1.50 EUR Hold'em No Limit - Level XIV (5/10) - "
        "1970/01/01 00:00:00 ET"
    )


@pytest.mark.parametrize(
    ("tournament", "price"),
    [
        (TournamentDetails(number="9", buy_in=0), "Freeroll  "),
        (TournamentDetails(number="9", buy_in=500, currency="FPP"), "500FPP "),
        (TournamentDetails(number="9", buy_in=25, currency="SC"), "25 SC "),
        (TournamentDetails(number="9", buy_in=100, fee=10), "100+10 "),
        (TournamentDetails(number="9"), ""),
    ],
)
def test_every_kind_of_price(tournament: TournamentDetails, price: str) -> None:
    history = hand(hand=7)
    history.details = Details(tournament=tournament)
    assert f"Tournament #9, {price}Hold'em No Limit (5/10)" in Facts(history, None).first_line()


def test_the_table_names_the_button() -> None:
    facts = Facts(hand(table="Oak"), None)
    assert facts.table_line() == "Table 'Oak' 3-max (Play Money) Seat #1 is the button"
    assert [list(facts.marks(player)) for player in range(3)] == [["small blind"], ["big blind"], ["button"]]


def test_antes_come_before_blinds() -> None:
    posts = list(Facts(hand(), None).posts())
    assert [what for _, what, _, _ in posts] == ["the ante"] * 3 + ["small blind", "big blind"]


def test_seats_out_of_order_are_counted_anew() -> None:
    history = hand()
    history.user.clear()
    history.seats = [3, 1, 2]
    assert Facts(history, None).seats == [3, 1, 2]
    history.seats = [3, 2, 1]
    facts = Facts(history, None)
    assert facts.seats == [1, 2, 3]
    assert "seats that are not in the order of the deal: written as 1, 2, ..." in facts.lost


def test_unknown_stacks_cover_what_was_put_in() -> None:
    history = hand()
    history.starting_stacks = [Decimal("Infinity")] * 3
    history.finishing_stacks = None
    facts = Facts(history, None)
    assert facts.stacks == [1006, 1011, 1001]
    assert any("stacks that are not recorded" in sentence for sentence in facts.lost)
