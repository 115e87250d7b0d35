"""Standings as a person reads them."""

from __future__ import annotations

from decimal import Decimal

from bigslick.table.ranking import Standing
from bigslick.tournament.director.losses import Loss
from bigslick.tournament.director.standings import SHOWN, Standings, player_results
from bigslick.tournament.structure.bounties import Bounty
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.structure import AddOn, Rebuy

from .test_director import bust, directed


def standings(count: int) -> Standings:
    return Standings(
        Standing(place, f"<P{place}>", 100 // place, (place,), 1000 + place, "P1" if place > 1 else None)
        for place in range(1, count + 1)
    )


def test_they_print_as_lines() -> None:
    tied = Standing(3, "Ann", 0, (3, 4), 12, "Bob")
    assert repr(Standings([Standing(1, "Bob", 500, (1,), 1234, None), tied])) == (
        "1. Bob, wins 500, 1,234 hands\n3-4. Ann, 12 hands, busted by Bob"
    )
    assert repr(Standings()) == "no finishes yet"


def test_a_long_list_prints_its_top_and_keeps_the_rest() -> None:
    found = standings(SHOWN + 5)
    assert repr(found).splitlines()[-1] == "... and 5 more"
    assert len(found) == SHOWN + 5


def test_a_notebook_shows_a_table_and_escapes_names() -> None:
    page = standings(SHOWN + 1)._repr_html_()
    assert "<td>1</td><td>&lt;P1&gt;</td><td></td><td>100</td><td>1,001</td><td></td>" in page
    assert page.endswith("<p>... and 1 more</p>")
    assert Standings()._repr_html_() == "<p>No finishes yet.</p>"


def test_what_an_event_came_to_for_each_player_over_all_entries() -> None:
    """P0 is knocked out and enters again; P1 rebuys; P2 adds on; P3 is a house bot."""
    director = directed(
        4,
        buy_in=20,
        fee=2,
        late_reg_levels=1,
        reentry_limit=1,
        rebuy=Rebuy(until_level=1, cost=10, chips=50, limit=1),
        addon=AddOn(until_level=1, cost=5, chips=50),
        bounty=Bounty(amount=3),
        payouts=Payouts(percent=(Decimal(70), Decimal(30))),
    )
    seat = {name: director.where[entry][1] for entry, name in enumerate(director.names)}

    def lose(name: str, by: int, *, rebuys: bool) -> None:
        loss = [(1, [Loss(seat[name], 50, by)])]
        director.hands_ended(loss, director.chairs, 1, wants_rebuy=lambda _: rebuys)

    lose("P1", 2, rebuys=True)
    lose("P0", 2, rebuys=False)
    seat["P0"] = director.where[director.enter_late("P0", director.chairs, 2)][1]
    director.start_level(1, 3)
    director.take_addon([2], 4)
    director.end_level(5)
    lose("P3", 1, rebuys=False)
    lose("P1", 4, rebuys=False)
    lose("P0", 2, rebuys=False)
    assert director.over
    found = player_results(director, ["P0", "P1", "P2", "not there"])
    assert [(one.player, one.place, one.shared, one.prize) for one in found] == [
        ("P2", 1, 1, 81),  # 70 % of 5 entries, a rebuy and an add-on, and the odd unit
        ("P0", 2, 1, 34),
        ("P1", 3, 1, 0),
    ]
    assert [(one.bounties, one.buyin, one.spent, one.rebuys, one.hits) for one in found] == [
        (9, 20, 30, 0, 2),
        (3, 20, 50, 1, 1),
        (3, 20, 35, 1, 0),
    ]


def test_the_winners_of_a_satellite_share_the_first_places() -> None:
    director = directed(5, buy_in=20, payouts=Payouts(seats=2))
    while not director.over:
        table = next(iter(director.chairs))
        bust(director, table, next(seat for seat, entry in enumerate(director.chairs[table]) if entry >= 0))
    found = player_results(director, director.names)
    assert [(one.place, one.shared) for one in found] == [(1, 2), (1, 2), (3, 1), (4, 1), (5, 1)]
