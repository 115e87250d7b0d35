"""A ladder's page: every bot, every pairing, and no harm from a bot's name."""

from __future__ import annotations

from html.parser import HTMLParser

from bigslick.simulate.ladder import rate
from bigslick.simulate.ladder_page import ladder_html

from .test_ladder import pairing


class Cells(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text.append(data.strip())


def read(page: str) -> Cells:
    cells = Cells()
    cells.feed(page)
    return cells


def test_the_page_has_all_bots_and_pairings() -> None:
    results = [pairing("a", "b", 10), pairing("b", "c", 20), pairing("a", "c", 30)]
    cells = read(ladder_html(rate(results, list("abc"), {"d": "it is broken"}), "Bots"))
    assert cells.tags.count("tr") == 4 + 4
    assert cells.tags.count("svg") == 3
    for won in ("+10.0", "-10.0", "+20.0", "-20.0", "+30.0", "-30.0"):
        assert won in cells.text
    assert ": it is broken" in cells.text


def test_a_name_is_text() -> None:
    page = ladder_html(rate([pairing("<script>x", "b", 1)], ["<script>x", "b"]), "<b>")
    assert "script" not in read(page).tags
    assert "<script>x" in read(page).text


def test_an_empty_ladder_is_a_page() -> None:
    assert "0 bots" in ladder_html(rate([], []), "Nobody")
