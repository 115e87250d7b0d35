"""The tables shown in notebooks."""

from bigslick.notebook import html_table


def test_a_table_has_headings_rows_and_a_caption() -> None:
    assert html_table(("player", "chips"), [("ada", 5)], "after <one> hand") == (
        "<table><caption>after &lt;one&gt; hand</caption><thead><tr><th>player</th><th>chips</th></tr></thead>"
        "<tbody><tr><td>ada</td><td>5</td></tr></tbody></table>"
    )


def test_texts_are_escaped() -> None:
    assert html_table(("<b>",), [("R&D",)]) == (
        "<table><thead><tr><th>&lt;b&gt;</th></tr></thead><tbody><tr><td>R&amp;D</td></tr></tbody></table>"
    )
