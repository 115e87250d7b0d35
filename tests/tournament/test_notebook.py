"""Small HTML tables."""

from bigslick.tournament.notebook import html_table


def test_a_table_escapes_every_cell() -> None:
    assert html_table(["a"], [["<b>"], ["&"]]) == (
        "<table><tr><th>a</th></tr><tr><td>&lt;b&gt;</td></tr><tr><td>&amp;</td></tr></table>"
    )
