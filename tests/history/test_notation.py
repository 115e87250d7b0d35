"""The notation of actions: what each text stands for, and what is said about texts that are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.cards import Card
from bigslick.history import notation
from bigslick.history._scan import scan_one
from bigslick.history.notation import BadAction, cards_of, pack, pack_cards, split_comment, step
from bigslick.history.steps import CALLS, DEALS_BOARD, DEALS_ONE, DEALS_TWO, FOLDS, MUCKS, NOTES, SHOWS, WAGERS

AH, KD, S7 = (int(Card(name)) for name in ("Ah", "Kd", "7s"))

WORDS = [
    "d",
    "dh",
    "db",
    "p1",
    "p3",
    "p10",
    "p11",
    "f",
    "cc",
    "cbr",
    "sm",
    "-",
    "sd",
    "#",
    "?",
    "AhKd",
    "????",
    "7s",
    "40",
    "2.50",
]
near_actions = st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=3)), max_size=5).map(" ".join)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("p1 f", pack(FOLDS, 0)),
        ("p10 cc", pack(CALLS, 9)),
        ("p3 cbr 40", pack(WAGERS, 2, 40)),
        ("p3 cbr 2.50", pack(WAGERS, 2, 250, 2)),
        ("p2 sm", pack(MUCKS, 1)),
        ("p2 sm -", pack(SHOWS, 1)),
        ("p2 sm AhKd", pack(SHOWS, 1, pack_cards((AH, KD)))),
        ("p2 sm ????", pack(SHOWS, 1, pack_cards((-1, -1)))),
        ("p2 sm Ah", pack(SHOWS, 1, pack_cards((AH, -1)))),
        ("d dh p10 AhKd", pack(DEALS_TWO, 9, pack_cards((AH, KD)))),
        ("d dh p1 Ah??", pack(DEALS_TWO, 0, pack_cards((AH, -1)))),
        ("d dh p1 Ah", pack(DEALS_ONE, 0, pack_cards((AH,)))),
        ("d db AhKd7s", pack(DEALS_BOARD, 0, pack_cards((AH, KD, S7)))),
        ("d db 7s", pack(DEALS_BOARD, 0, pack_cards((S7,)))),
        ("", pack(NOTES)),
        ("   ", pack(NOTES)),
        ("# the burn card 6s is exposed", pack(NOTES)),
        ("  p1   cbr  40   # and a story # with more", pack(WAGERS, 0, 40)),
        ("p1 f# without a space", pack(FOLDS, 0)),
    ],
)
def test_phh_actions_as_numbers(text: str, expected: int) -> None:
    assert step(text) == expected


def test_cards_of_a_step() -> None:
    assert cards_of(step("d db AhKd7s")) == (AH, KD, S7)
    assert cards_of(step("p1 sm ??Ah")) == (-1, AH)
    assert cards_of(step("p1 sm -")) == ()


def test_commentary_is_split_off() -> None:
    assert split_comment("p1 f # tanks, then folds") == ("p1 f", "tanks, then folds")
    assert split_comment("p1 f") == ("p1 f", None)
    assert split_comment("#") == ("", "")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("p1", "this is no action of hold'em"),
        ("p1 f now", "this is no action of hold'em"),
        ("p0 f", "'p0' is no player: expected d for the dealer, or p and a number from 1 to 10"),
        ("p11 f", "'p11' is no player"),
        ("P1 f", "'P1' is no player"),
        ("p1 cbr -40", "'-40' is no amount: expected a number such as 40 or 2.50"),
        ("p1 cbr 4e1", "'4e1' is no amount"),
        ("p1 cbr 40.", "'40.' is no amount"),
        ("p1 cbr ٤", "'٤' is no amount"),
        ("p1 cbr 0", "a bet or raise to nothing"),
        ("p1 cbr 1.0000000001", "'1.0000000001' has 10 decimal places: expected at most 9"),
        ("p1 cbr 99999999999999999", "'99999999999999999' is more than any stack"),
        ("p1 cbr 1125899906842625", "'1125899906842625' is more than any stack"),
        ("p1 sm AhKdQd", "3 cards at once: a player has two hole cards"),
        ("p1 pb", "'pb' (posting a bring-in) belongs to other games than hold'em"),
        ("d dh AhKd", "the dealer deals"),
        ("d dh p1 AhK", "'AhK' is no list of cards: each card takes two letters, and one is left over"),
        ("d db A?", "'A?' is no card"),
        ("d db 2c3c4c5c", "4 cards at once: the flop has three cards"),
    ],
)
def test_what_is_no_action_is_said(text: str, sentence: str) -> None:
    with pytest.raises(BadAction) as refusal:
        step(text)
    assert str(refusal.value).startswith(sentence)


@given(st.one_of(st.text(), near_actions))
def test_any_text_is_a_step_or_refused_with_a_sentence(text: str) -> None:
    said = "a step"
    try:
        assert step(text) >= 0
    except BadAction as refusal:
        said = str(refusal)
    assert said


@given(st.one_of(st.text(), near_actions))
def test_the_quick_scan_and_the_slow_reading_agree(text: str) -> None:
    code = scan_one(text)
    if code >= 0:
        assert notation._parse(text) == code
