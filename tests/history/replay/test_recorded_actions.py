"""Recorded actions: what sites allow, and mucks that hide a winner."""

from __future__ import annotations

import io
from typing import Any

import pytest

from bigslick.history import BadHistory, Details, History, dumps, loads, replay
from bigslick.history.formats.registry import UNCALLABLE, format_named

DEAL = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????"]
BOARD = ["d db AsKs8s", "d db Jh", "d db 2d"]


def hand(*actions: str, stacks: list[int], **more: Any) -> History:
    return History(
        variant="NT",
        antes=[0, 0, 0],
        blinds_or_straddles=[50, 100, 0],
        min_bet=100,
        starting_stacks=stacks,
        actions=[*DEAL, *actions],
        **more,
    )


def back(name: str, history: History) -> History:
    """Convert the hand to a format and back, under site rules."""
    form = format_named(name)
    assert form.read is not None
    assert form.write is not None
    (again,) = form.read(io.BytesIO(form.write(history, None, "site").text.encode()), "")
    assert isinstance(again, History), again
    return again


# p2 has 20 chips for the big blind, sits out, and folds, as happens in PokerStars tournaments from 2012.
SHORT = [1640, 20, 1215]
SITS_OUT = hand(
    *(
        "p3 cbr 200",
        "p1 cc",
        "p2 f",
        BOARD[0],
        "p1 cc",
        "p3 cc",
        BOARD[1],
        "p1 cc",
        "p3 cc",
        BOARD[2],
        "p1 cc",
        "p3 cc",
    ),
    *("p1 sm QsJs", "p3 sm 7h7d"),
    stacks=SHORT,
    finishing_stacks=[1860, 0, 1015],
)
ALONE = hand("p3 cbr 200", "p1 f", "p2 f", stacks=SHORT, finishing_stacks=[1590, 0, 1285], winnings=[0, 0, 120])


def test_a_player_who_sits_out_may_fold_although_all_in() -> None:
    with pytest.raises(
        BadHistory, match="some sites play that a player who sits out folds although all-in: try --rules"
    ):
        replay(SITS_OUT)
    played = replay(SITS_OUT, "site")
    assert played.final_stacks == ("1860", "0", "1015")
    assert played.winnings == (420, 0, 0)
    played.check_finish()


def test_the_last_player_wins_without_a_board_when_the_all_in_player_folds() -> None:
    played = replay(ALONE, "site")
    assert played.finished
    assert played.final_stacks == ("1590", "0", "1285")
    assert (played.winnings, played.refunds) == ((0, 0, 120), (0, 0, 150))
    played.check_finish()


# p3 raises, but p1 is all-in and p2 has folded: a site gives the raise back.
RAISED = hand(
    *("p3 cc", "p1 cbr 500", "p2 f", "p3 cbr 900", *BOARD, "p1 sm QsJs", "p3 sm 7h7d"), stacks=[500, 1000, 2000]
)


def test_a_raise_that_no_one_has_the_chips_to_call_is_a_call() -> None:
    with pytest.raises(BadHistory, match="a raise that no one has the chips to call is a call: try --rules site"):
        replay(RAISED)
    assert replay(RAISED, "site").final_stacks == ("1100", "900", "1500")
    RAISED.actions = [text.replace("cbr 900", "cbr 9000") for text in RAISED.actions or ()]
    with pytest.raises(
        BadHistory, match=r"p3 may not raise: every other player is all-in; expected 'p3 f' or 'p3 cc'$"
    ):
        replay(RAISED, "site")  # more chips than p3 has
    RAISED.actions = [text.replace("cbr 9000", "cbr 900") for text in RAISED.actions]


@pytest.mark.parametrize("form", ["pokerstars", "ohh"])
def test_such_hands_are_written_as_they_were_or_as_they_count(form: str) -> None:
    again = back(form, SITS_OUT)
    assert "p2 f" in (again.actions or ())
    assert replay(again, "site").final_stacks == ("1860", "0", "1015")
    again = back(form, RAISED)
    assert (again.actions or [])[6] == "p3 cc"
    write = format_named(form).write
    assert write is not None
    assert UNCALLABLE in write(RAISED, None, "site").lost


def test_a_muck_that_is_paid_is_a_hand_face_down() -> None:
    """p1 shows, but the record pays p2, so p2's hand was better, although the text says it was mucked."""
    actions = ("p3 f", "p1 cc", "p2 cc", *[text for street in BOARD for text in (street, "p1 cc", "p2 cc")])
    for winnings, stacks in (([0, 190, 0], ("900", "1100", "1000")), ([190, 0, 0], ("1100", "900", "1000"))):
        history = hand(*actions, "p1 sm QsJs", "p2 sm", stacks=[1000, 1000, 1000], winnings=winnings)
        for again in (history, loads(dumps(history))):
            played = replay(again)
            assert played.final_stacks == stacks
            played.check_finish()


def test_hands_face_down_win_on_several_boards_what_the_record_pays() -> None:
    """p1 wins the first board; p2, whose hand no one saw, wins the second."""
    flop, *rest = BOARD
    actions = ("p3 f", "p1 cbr 1000", "p2 cc", flop, *rest, "p1 sm QsJs", "p2 sm ????")
    twice = Details(boards=["AsKs8s9h9d"], flags=["run it twice"])
    given: dict[str, Any] = {"stacks": [1000, 1000, 1000], "details": twice}
    assert replay(hand(*actions, **given)).final_stacks == ("2000", "0", "1000")
    for won in ([1000, 1000, 0], [0, 2000, 0], [2000, 0, 0], [1500, 500, 0]):
        played = replay(hand(*actions, **given, winnings=won))
        assert played.winnings == tuple(won)
        played.check_finish()
