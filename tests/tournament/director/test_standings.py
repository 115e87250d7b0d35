"""Standings as a person reads them."""

from __future__ import annotations

from bigslick.table.ranking import Standing
from bigslick.tournament.director.standings import SHOWN, Standings


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
