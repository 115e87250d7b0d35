"""Safe chat, and names that look alike."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.server.words import clean, skeleton


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("good evening", "good evening"),
        ("  two \n lines\tand \r\n tabs ", "two lines and tabs"),
        ("nul\x00bell\x07esc\x1b[31m", "nulbellesc[31m"),
        ("right\u202eto\u2066left\u200f", "righttoleft"),
        ("zero\u200bwidth\ufeff\u2060", "zerowidth"),
        ("line\u2028paragraph\u2029", "line paragraph"),
        ("\ue000\ufdd0", ""),
        ("e\u0301 a\u0300\u0301\u0302\u0303\u0304", "é à\u0301\u0302"),
        ("<b>plain</b> & 1 < 2", "<b>plain</b> & 1 < 2"),
        ("♠ Grüße, 你好, مرحبا 🃏", "♠ Grüße, 你好, مرحبا 🃏"),
    ],
)
def test_what_is_shown(text: str, shown: str) -> None:
    assert clean(text) == shown


@given(st.text(max_size=300))
def test_nothing_invisible_is_ever_left(text: str) -> None:
    shown = clean(text)
    assert len(shown) <= 3 * len(text)
    assert clean(shown) == shown
    assert not any(unicodedata.category(letter)[0] == "C" for letter in shown)
    assert not any(unicodedata.bidirectional(letter) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI") for letter in shown)


@pytest.mark.parametrize(
    "fake",
    [
        "birch table",
        "BIRCH TABLE",
        " Birch  Table ",
        "Birch-Table",
        "Birch Tab1e",
        "Birch\u200bTable",
        "\uff22irch Table",
        "Bi\u0301rch Table",
        "Bir\u0441h T\u0430bl\u0435",
        "Birch.Table",
    ],
)
def test_names_that_can_be_taken_for_each_other(fake: str) -> None:
    assert skeleton(fake) == skeleton("Birch Table")


@pytest.mark.parametrize("other", ["Beech Table", "Birch Table 2", "Birch", "Oak"])
def test_names_that_cannot(other: str) -> None:
    assert skeleton(other) != skeleton("Birch Table")
