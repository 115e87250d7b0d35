"""Cards in a line: known, hidden, or refused with the whole bracket."""

from __future__ import annotations

import pytest

from bigslick.history.formats.pokerstars._hand_text import HandText
from bigslick.history.formats.pokerstars.lines import BadLine

from .pokerstars_hands import CASH

ROW = "[2c 7d Jh]"


def board_after(flop: str) -> str:
    text = CASH[CASH.index("Seat 1") :].replace(ROW, flop)
    return HandText(text, "$", 2, 50, 100, 3).board


def test_cards_lose_their_spaces() -> None:
    assert board_after(ROW) == "2c7dJhJs5s"


@pytest.mark.parametrize("flop", ["[2c 7d]", "[2c 7d Jh Js]", "[2c 7d 1h]", "[2c 7d J]", "[2c 7d JH]", "[]"])
def test_other_letters_or_another_number_of_cards_are_refused(flop: str) -> None:
    with pytest.raises(BadLine):
        board_after(flop)


def test_a_hidden_card_is_unknown() -> None:
    text = CASH[CASH.index("Seat 1") :].replace("[Ah Ad]", "[XX Ad]")
    assert HandText(text, "$", 2, 50, 100, 3).holes[0] == "??Ad"
