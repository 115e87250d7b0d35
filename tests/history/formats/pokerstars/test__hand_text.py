"""Scanning a hand's lines: who does what, and for how much."""

from __future__ import annotations

import pytest

from bigslick.history.formats.pokerstars._hand_text import HandText
from bigslick.history.formats.pokerstars.lines import BadLine

from .pokerstars_hands import CASH, POSTS


def scan(text: str, symbol: str = "$", places: int = 2) -> HandText:
    return HandText(text[text.index("Seat 1") :], symbol, places, 50, 100, 3)


def test_the_lines_of_a_hand_are_taken_apart() -> None:
    text = scan(CASH)
    assert text.names == ["Ann", "Bob", "Cid", "Dee"]
    assert (text.seats, text.stacks) == ([1, 3, 4, 6], ["100", "40.50", "12", "250.25"])
    assert text.committed == [4050, 4050, 1200, 100]
    assert text.collected == [5600, 0, 3600, 0]
    assert (text.total, text.rake, text.board, text.heroes) == (9400, 200, "2c7dJhJs5s", [0])
    assert text.holes == {0: "AhAd", 1: "KcKh"}
    assert (text.order, text.returned) == ([2, 3, 0, 1], [0, 0, 0, 0])


def test_an_amount_with_more_places_says_how_many_it_needs() -> None:
    with pytest.raises(BadLine) as refused:
        scan(CASH.replace("calls $3\n", "calls $3.125\n"))
    assert refused.value.places == 3


@pytest.mark.parametrize(
    "line", ["Ann collected $9000000000000 from pot\n", "Uncalled bet ($9000000000000) returned to Ann\n"]
)
def test_no_player_is_paid_more_than_can_be_counted(line: str) -> None:
    with pytest.raises(BadLine, match="more than there can be in a pot"):
        scan(CASH.replace("*** SUMMARY", line * 9000 + "*** SUMMARY"))


def test_spaces_around_a_line_are_no_part_of_it() -> None:
    padded = scan(CASH.replace("\n", " \n \n  "))
    assert (padded.actions, padded.total) == (scan(CASH).actions, scan(CASH).total)


def test_both_blinds_are_one_live_and_one_dead() -> None:
    text = HandText(POSTS[POSTS.index("Seat 1") :], "€", 2, 100, 200, 1)
    assert [post[:3] for post in text.posts][-2:] == [(4, 3, 300), (5, 5, 100)]


def test_what_is_not_the_text_of_a_hand_is_refused() -> None:
    with pytest.raises((TypeError, ValueError)):
        HandText(None, "$", 2, 1, 2, 1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="decimal places"):
        HandText("", "$", 99, 1, 2, 1)
