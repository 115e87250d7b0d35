"""The action notation: what each text means, and the sentence for a text that means nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.cards import Card
from bigslick.history import notation
from bigslick.history._scan import RecordedAction, scan_one
from bigslick.history.action_kinds import BOARD, CALL, FOLD, HOLE, MUCK, REMARK, SHOW, WAGER
from bigslick.history.notation import BadAction, read_action, split_comment

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
        ("p1 f", RecordedAction(FOLD, 0)),
        ("p10 cc", RecordedAction(CALL, 9)),
        ("p3 cbr 40", RecordedAction(WAGER, 2, 40)),
        ("p3 cbr 2.50", RecordedAction(WAGER, 2, 250, 2)),
        ("p2 sm", RecordedAction(MUCK, 1)),
        ("p2 sm -", RecordedAction(SHOW, 1)),
        ("p2 sm AhKd", RecordedAction(SHOW, 1, cards=(AH, KD))),
        ("p2 sm ????", RecordedAction(SHOW, 1, cards=(-1, -1))),
        ("p2 sm Ah", RecordedAction(SHOW, 1, cards=(AH, -1))),
        ("d dh p10 AhKd", RecordedAction(HOLE, 9, cards=(AH, KD))),
        ("d dh p1 Ah??", RecordedAction(HOLE, 0, cards=(AH, -1))),
        ("d dh p1 Ah", RecordedAction(HOLE, 0, cards=(AH,))),
        ("d db AhKd7s", RecordedAction(BOARD, 0, cards=(AH, KD, S7))),
        ("d db 7s", RecordedAction(BOARD, 0, cards=(S7,))),
        ("", RecordedAction(REMARK)),
        ("   ", RecordedAction(REMARK)),
        ("# the burn card 6s is exposed", RecordedAction(REMARK)),
        ("  p1   cbr  40   # and a story # with more", RecordedAction(WAGER, 0, 40)),
        ("p1 f# without a space", RecordedAction(FOLD, 0)),
    ],
)
def test_phh_actions_are_read(text: str, expected: RecordedAction) -> None:
    assert read_action(text) == expected


def test_commentary_is_split_off() -> None:
    assert split_comment("p1 f # tanks, then folds") == ("p1 f", "tanks, then folds")
    assert split_comment("p1 f") == ("p1 f", None)
    assert split_comment("#") == ("", "")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("p1", "this is not an action of hold'em"),
        ("p1 f now", "this is not an action of hold'em"),
        ("p0 f", "'p0' is not a player: expected d for the dealer, or p and a number from 1 to 10"),
        ("p11 f", "'p11' is not a player"),
        ("P1 f", "'P1' is not a player"),
        ("p1 cbr -40", "'-40' is not an amount: expected a number such as 40 or 2.50"),
        ("p1 cbr 4e1", "'4e1' is not an amount"),
        ("p1 cbr 40.", "'40.' is not an amount"),
        ("p1 cbr ٤", "'٤' is not an amount"),
        ("p1 cbr 0", "a bet or raise to 0"),
        ("p1 cbr 1.0000000001", "'1.0000000001' has 10 decimal places: expected at most 9"),
        ("p1 cbr 99999999999999999", "'99999999999999999' is more than any stack"),
        ("p1 cbr 1125899906842625", "'1125899906842625' is more than any stack"),
        ("p1 sm AhKdQd", "3 cards at once: a player has two hole cards"),
        ("p1 pb", "'pb' (posting a bring-in) belongs to other games than hold'em"),
        ("d dh AhKd", "the dealer deals"),
        ("d dh p1 AhK", "'AhK' is not a list of cards: each card takes two letters, and one is left over"),
        ("d db A?", "'A?' is not a card"),
        ("d db 2c3c4c5c", "4 cards at once: the flop has three cards"),
    ],
)
def test_other_texts_are_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadAction) as refusal:
        read_action(text)
    assert str(refusal.value).startswith(sentence)


@given(st.one_of(st.text(), near_actions))
def test_any_text_is_an_action_or_refused_with_a_sentence(text: str) -> None:
    sentence = "an action"
    try:
        assert FOLD <= read_action(text).kind <= REMARK
    except BadAction as refusal:
        sentence = str(refusal)
    assert sentence


@given(st.one_of(st.text(), near_actions))
def test_the_quick_scan_and_the_slow_reading_agree(text: str) -> None:
    action = scan_one(text)
    if action is not None:
        assert notation._parse(text) == action
