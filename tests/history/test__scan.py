"""Recorded actions: scanned from text, surveyed for cards, and played."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick import Hand, Rules
from bigslick.hand.setup import board_places, hole_places
from bigslick.history._scan import Playback, RecordedAction, Survey, scan, scan_one, survey
from bigslick.history.action_kinds import CALL, FOLD, HOLE, REMARK, WAGER

DEALS = ["d dh p1 AhKd", "d dh p2 2c2d", "d dh p3 QsQd"]


def begin(*texts: str, places: int = 0) -> Playback:
    """Set up three players with 1,000 chips each, the third on the button, about to play these actions."""
    rules = Rules(reveal="ask")
    setup = Hand.start(stacks=[1000, 1000, 1000], blinds=(50, 100), button=2, seed=1, rules=rules).setup
    return Playback(setup.terms(), read(*texts), (0, 1, 2), places)


def read(*texts: str) -> list[RecordedAction]:
    found = scan(list(texts))
    assert found is not None
    return found


def survey_three(*texts: str) -> Survey | None:
    holes = tuple(place for player in range(3) for place in hole_places(range(3), player))
    return survey(read(*texts), holes, board_places(3, burn=False))


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
        assert scan_one(text) is None


@given(st.text(alphabet="dhbpcrfsm 0123456789?.-#AKQJT", max_size=16))
def test_no_text_is_too_short_or_too_long_to_be_scanned(text: str) -> None:
    action = scan_one(text)
    assert action is None or FOLD <= action.kind < REMARK


def test_recorded_actions_compare_by_value() -> None:
    assert read("p3 cbr 2.50") == [RecordedAction(WAGER, 2, 250, 2)]
    assert read("p3 cbr 2.50") != read("p3 cbr 25.0")
    assert RecordedAction(CALL) != "cc"
    assert repr(RecordedAction(WAGER, 2, 250, 2)) == "RecordedAction(2, 2, 250, 2, ())"


def test_a_survey_lays_out_the_deck() -> None:
    found = survey_three(*DEALS, "p3 cbr 2.50", "d db 3c4c5c", "p1 cbr 7.125", "d db 6c")
    assert found is not None
    assert found.deck[:10] == [50, 0, 43, 45, 1, 41, 4, 8, 12, 16]
    assert found.deck[10:] == [-1] * 42
    assert (found.board, found.places) == (4, 3)


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
def test_a_misdeal_has_no_survey(texts: list[str]) -> None:
    assert survey_three(*texts) is None


def test_a_hand_plays_its_record_to_the_end() -> None:
    hand = begin(*DEALS, "p3 f", "p1 cbr 1000", "p2 cc", "p1 sm AhKd", "d db 3c4c5c", "d db 6c", "d db 7c")
    assert hand.play()
    assert (hand.next, hand.dealt, hand.claims) == (10, 5, [6])
    assert hand.at_showdown
    assert not hand.over
    assert hand.live == [True, True, False]


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
def test_a_hand_stops_before_what_it_refuses(texts: list[str], played: int, dealt: int) -> None:
    hand = begin(*DEALS, *texts)
    assert not hand.play()
    assert (hand.next, hand.dealt, hand.claims) == (3 + played, dealt, [])


def test_a_hand_plays_on_after_what_is_skipped() -> None:
    hand = begin("p3 f", "p3 f", "p1 f")
    assert not hand.play()
    assert hand.next == 1
    hand.skip()
    assert hand.play()
    assert hand.over


def test_amounts_are_scaled_and_never_overflow() -> None:
    hand = begin("p3 cbr 2.5", places=2)
    assert hand.play()
    assert hand.state.bets() == (50, 100, 250)
    assert not begin("p3 cbr 1125899906842624", places=9).play()


def test_remarks_are_passed_over() -> None:
    setup = Hand.start(stacks=[1000, 1000, 1000], blinds=(50, 100), button=2, seed=1).setup
    remark = RecordedAction(REMARK)
    hand = Playback(setup.terms(), [remark, RecordedAction(FOLD, 2), remark], (0, 1, 2), 0)
    assert hand.play()
    assert hand.next == 3


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": 8},
        {"kind": -1},
        {"kind": CALL, "player": -1},
        {"kind": CALL, "player": 10},
        {"kind": WAGER, "amount": -1},
        {"kind": WAGER, "amount": 1 << 51},
        {"kind": WAGER, "places": 10},
        {"kind": HOLE, "cards": (52,)},
        {"kind": HOLE, "cards": (-2,)},
    ],
)
def test_an_action_that_no_record_has_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        RecordedAction(**wrong)


@pytest.mark.parametrize("number", [1.5, None, "1"])
def test_an_action_has_whole_numbers(number: Any) -> None:
    for name in ("kind", "player", "amount", "places"):
        with pytest.raises(TypeError):
            RecordedAction(**{"kind": WAGER, name: number})
    with pytest.raises(TypeError):
        RecordedAction(HOLE, cards=(number,))


def test_places_outside_the_deck_are_refused() -> None:
    actions = read("d dh p1 AsKs", "d dh p2 2c3d")
    for holes, board in (((0, 2, 1, 52), (5, 6, 7, 9, 11)), ((0, 2, 1, -1), (5, 6, 7, 9, 11)), ((0, 2, 1, 3), (5, 6))):
        with pytest.raises(ValueError, match="expected"):
            survey(actions, holes, board)
    nothing: Any = None
    with pytest.raises((TypeError, AttributeError)):
        survey([nothing], (0, 2, 1, 3), (5, 6, 7, 9, 11))


def test_a_playback_keeps_the_actions_it_was_given() -> None:
    terms = Hand.start([1000] * 2, (10, 20), seed=1).setup.terms()
    actions = [RecordedAction(CALL, 0), RecordedAction(CALL, 1)]
    hand = Playback(terms, actions, (0, 1), 0)
    actions.clear()
    assert hand.play()
    assert hand.next == 2
    for seats in ((0, 10), (0, -1), tuple(range(11))):
        with pytest.raises(ValueError, match="expected"):
            Playback(terms, [], seats, 0)
