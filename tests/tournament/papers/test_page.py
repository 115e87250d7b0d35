"""A page is complete, and no name can break it."""

from bigslick.tournament.papers.page import PAGE_END, html_rows, page_head


def test_a_page_with_a_table() -> None:
    text = "".join((*page_head("A & B", "Plan", "<b>note</b>"), *html_rows(("a", "b"), [("<x>", 1)], {1}), PAGE_END))
    assert text.startswith("<!doctype html>")
    assert text.endswith("</html>\n")
    assert "<h1>A &amp; B</h1>" in text
    assert "<p>Plan: <b>note</b></p>" in text, "the note is HTML already"
    assert "<tr><td>&lt;x&gt;</td><td class='n'>1</td></tr>" in text
