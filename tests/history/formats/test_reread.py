"""Written hands are read back: one that a format cannot hold is refused, naming what would differ."""

from __future__ import annotations

import io

import pytest

from bigslick.history import BadHistory, History, replay
from bigslick.history.formats.registry import format_named

DEAL = ["d dh p1 2c2d", "d dh p2 3c3d", "d dh p3 AhAd", "d dh p4 KhKd"]
BOARD = ["d db 7s8s9s", "d db Jc", "d db 4h"]


def short_straddle(*actions: str) -> History:
    """Return a straddle of 4 posted with 3 chips: it is all-in, and a call still costs 4."""
    return History(
        variant="NT",
        antes=[0, 0, 0, 0],
        blinds_or_straddles=[1, 2, 4, 0],
        min_bet=2,
        starting_stacks=[100, 100, 3, 100],
        actions=[*DEAL, *actions],
    )


def written(form: str, history: History) -> History:
    known = format_named(form)
    assert known.write is not None
    assert known.read is not None
    (back,) = known.read(io.BytesIO(known.write(history, None).text.encode()), "")
    assert isinstance(back, History), back
    return back


CALLED = short_straddle(
    *("p4 cc", "p1 cc", "p2 f", BOARD[0], "p1 cc", "p4 cc", BOARD[1], "p1 cc", "p4 cc", BOARD[2], "p1 cc", "p4 cc"),
    *("p1 sm 2c2d", "p3 sm AhAd", "p4 sm KhKd"),
)
ALONE = short_straddle("p4 cc", "p1 f", "p2 f", *BOARD, "p3 sm AhAd", "p4 sm KhKd")


def test_a_price_that_pokerstars_text_cannot_say_is_refused() -> None:
    with pytest.raises(BadHistory, match="PokerStars text has no place for its posts or house rules: read again, "):
        written("pokerstars", CALLED)


def test_where_the_price_makes_no_difference_the_hand_is_written() -> None:
    assert replay(written("pokerstars", ALONE)).final_stacks == replay(ALONE).final_stacks == ("99", "98", "9", "97")


@pytest.mark.parametrize("history", [CALLED, ALONE], ids=["called", "alone"])
def test_open_hand_history_has_the_price_in_our_own_field(history: History) -> None:
    back = written("ohh", history)
    assert back.blinds_or_straddles == history.blinds_or_straddles
    assert replay(back).final_stacks == replay(history).final_stacks


def test_a_big_blind_whose_ante_takes_the_last_chip_comes_back() -> None:
    history = History(
        variant="NT",
        antes=[2, 2, 2],
        ante_trimming_status=True,
        blinds_or_straddles=[1, 2, 0],
        min_bet=2,
        starting_stacks=[50, 2, 50],
        actions=[*DEAL[:3], "p3 f", "p1 cc", *BOARD, "p1 sm 2c2d", "p2 sm 3c3d"],
    )
    for form in ("pokerstars", "ohh"):
        assert replay(written(form, history)).final_stacks == replay(history).final_stacks


NAMES = (
    *(
        "Jürgen",
        "José",
        "Zoë",
        "Al",
        "Mary Ann",
        "O\u2019Brien",
        "Łukasz",
        "山田",
        "نور",
        "Tom 2",
        "Tom",
        "J.-P. d'Arc",
    ),
    *("Tom folded", "Bob collected 5 from pot", "Seat 3", "Dealt to Tom"),
    *("mucked", "Uncalled bet", "-1", "is all-in"),
)
"""As people write them, and as nobody should."""


@pytest.mark.parametrize("form", ["phh", "pokerstars", "ohh"])
@pytest.mark.parametrize("first", range(0, len(NAMES), 4))
def test_names_as_people_write_them_come_back(form: str, first: int) -> None:
    history = History(
        variant="NT",
        antes=[0] * 4,
        blinds_or_straddles=[1, 2, 0, 0],
        min_bet=2,
        starting_stacks=[100, 90, 80, 100],
        players=[*NAMES[first : first + 4]],
        actions=[
            *(
                *DEAL,
                "p3 cbr 6",
                "p4 cc",
                "p1 f",
                "p2 cc",
                BOARD[0],
                "p2 cc",
                "p3 cbr 10",
                "p4 f",
                "p2 cbr 84",
                "p3 cc",
            ),
            *("p2 sm 3c3d", "p3 sm AhAd", *BOARD[1:]),
        ],
    )
    back = written(form, history)
    assert back.players == history.players
    assert replay(back).final_stacks == replay(history).final_stacks
