"""Recorded actions in the core: scanned from text, surveyed for cards, and followed by a state."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick import Hand, Rules
from bigslick.core.codes import SHOWDOWN
from bigslick.core.hand import State
from bigslick.history._scan import follow, scan, scan_one, survey
from bigslick.history.steps import FOLDS, NOTES

DEALS = ["d dh p1 AhKd", "d dh p2 2c2d", "d dh p3 QsQd"]


def start() -> State:
    rules = Rules(reveal="ask")
    state = State(Hand.start(stacks=[1000, 1000, 1000], blinds=(50, 100), button=2, seed=1, rules=rules).setup.terms())
    state.begin()
    return state


def steps(*texts: str) -> list[int]:
    found = scan(list(texts))
    assert found is not None
    return found


def test_only_the_shortest_form_is_scanned() -> None:
    assert scan(["p1 f", "p2  f"]) is None
    assert scan([]) == []
    for text in (
        "",
        "p",
        "d",
        "d d",
        "d dh",
        "d dh p",
        "d dh p1",
        "p1",
        "p1 ",
        "p10",
        "p10 ",
        "p1 cbr ",
        "p1 sm ",
        "d db ",
    ):
        assert scan_one(text) == -1


@given(st.text(alphabet="dhbpcrfsm 0123456789?.-#AKQJT", max_size=16))
def test_no_text_is_too_short_or_too_long_to_be_scanned(text: str) -> None:
    assert scan_one(text) >= -1


def test_a_survey_lays_the_pack() -> None:
    found = survey(steps(*DEALS, "p3 cbr 2.50", "d db 3c4c5c", "p1 cbr 7.125", "d db 6c"), 3)
    assert found is not None
    deck, board, places = found
    assert deck[:10] == [50, 0, 43, 45, 1, 41, 4, 8, 12, 16]
    assert deck[10:] == [-1] * 42
    assert (board, places) == (4, 3)


@pytest.mark.parametrize(
    "texts",
    [
        [*DEALS[:2], "p3 f"],
        [*DEALS, "d dh p1 9s9d"],
        [*DEALS, "p3 f", "d dh p1 9s9d"],
        [*DEALS, "p4 f"],
        [*DEALS, "d dh p4 9s9d"],
        ["d dh p1 AhAh"],
        [*DEALS, "d db Ah3c4c"],
        [*DEALS, "d db 3c4c5c", "d db 6c", "d db 7c", "d db 8c"],
    ],
)
def test_a_misdeal_is_no_survey(texts: list[str]) -> None:
    assert survey(steps(*texts), 3) is None


def test_a_state_follows_to_the_end() -> None:
    state = start()
    record = steps(*DEALS, "p3 f", "p1 cbr 1000", "p2 cc", "p1 sm AhKd", "d db 3c4c5c", "d db 6c", "d db 7c")
    assert follow(state, record, 0, 0, (0, 1, 2), 0) == 16 * len(record) + 8 + 5
    assert state.street == SHOWDOWN


@pytest.mark.parametrize(
    ("texts", "played", "dealt"),
    [
        (["p1 f"], 0, 0),
        (["p3 f", "p1 cbr 120"], 1, 0),
        (["p3 f", "p1 cc", "d db 3c4c5c"], 2, 0),
        (["p3 f", "p1 cc", "p2 cc", "p1 cc"], 3, 0),
        (["p3 f", "p1 cc", "p2 cc", "d db 3c4c5c", "d db 6c"], 4, 3),
        (["p3 sm QsQd"], 0, 0),
    ],
)
def test_a_state_stops_before_what_it_refuses(texts: list[str], played: int, dealt: int) -> None:
    assert follow(start(), steps(*DEALS, *texts), 0, 0, (0, 1, 2), 0) == 16 * (3 + played) + dealt


def test_amounts_are_scaled_and_never_overflow() -> None:
    state = start()
    assert follow(state, steps("p3 cbr 2.5"), 0, 0, (0, 1, 2), 2) == 16
    assert state.bets() == (50, 100, 250)
    assert follow(start(), steps("p3 cbr 1125899906842624"), 0, 0, (0, 1, 2), 9) == 0


def test_remarks_are_passed_over() -> None:
    assert follow(start(), [NOTES, 2 * 16 + FOLDS, NOTES], 0, 0, (0, 1, 2), 0) == 48
