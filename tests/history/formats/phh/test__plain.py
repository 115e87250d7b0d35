"""Plain hands: what is taken for plain, and that playing from text is playing from fields."""

from __future__ import annotations

import copy
import pickle
import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bigslick.history import BadHistory, History, loads, loads_all, replay
from bigslick.history.formats.phh._plain import COMPILED, PLAIN_FIELDS, plain_hand, unread
from bigslick.history.formats.phh.reading import fields_of
from bigslick.history.history import FIELDS
from bigslick.history.replay.recorded_setup import UNKNOWN_STACK

from ....hostile.subjects import PLAIN_TEXT

SHOWDOWN = (
    b"variant = 'NT'\nante_trimming_status = true\nantes = [1, 1, 1]\nblinds_or_straddles = [5, 10, 0]\nmin_bet = 10\n"
    b"starting_stacks = [100, 250.5, 300]\nactions = ['d dh p1 AsKs', 'd dh p2 ????', 'd dh p3 QhQd', 'p3 cbr 40', "
    b"'p1 cbr 99', 'p2 f', 'p3 cc', 'p1 sm AsKs', 'p3 sm QhQd', 'd db 4h5h6h', 'd db 2c', 'd db As']\n"
    b"event = 'Friday'\ntime = 21:05:59\nhand = 'x-1'\nseats = [2, 3, 7]\nplayers = ['Ann', 'Bo', 'C\xc3\xa9']\n"
    b"finishing_stacks = [211, 239.5, 200]\n_bigslick = {}"
)


def from_fields(text: bytes) -> History:
    """The hand with every field read, so that it is played from them."""
    history = loads(text)
    history.look()
    return history


def same_play(text: bytes) -> bool:
    """Whether the hand is played from its text; then it ends as it does from its fields."""
    hand = plain_hand(text)
    if hand is None or not hand.play():
        return False
    played = replay(from_fields(text))
    assert played.finished == hand.finished
    assert played.stacks == hand.state.stacks()
    assert played.winnings == hand.state.winnings()
    assert played.unit == Decimal(1).scaleb(-hand.places)
    if hand.agrees():
        played.check_finish()
    return True


# -- reading ----------------------------------------------------------------------------------------------------------


def test_every_plain_field_is_one_of_the_format() -> None:
    assert {name for name, _ in PLAIN_FIELDS} - {*FIELDS} == {"_bigslick"}


@pytest.mark.parametrize("text", [PLAIN_TEXT, SHOWDOWN])
def test_a_plain_text_has_the_fields_that_toml_finds(text: bytes) -> None:
    hand = plain_hand(text)
    assert hand is not None
    assert hand.text == text
    fields = fields_of(text)
    found = {name: value for name, value in fields.items() if name in FIELDS and value is not None}
    expected = tomllib.loads(text.decode(), parse_float=Decimal)
    ours = expected.pop("_bigslick", None)
    assert found == expected
    assert fields["user"] == ({} if ours is None else {"_bigslick": {}})


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"'NT'", b"'XX'"),
        (b"'NT'", b'"NT"'),
        (b"variant = 'NT'\n", b""),
        (b"min_bet = 1\n", b""),
        (b"min_bet = 1", b"min_bet = 01"),
        (b"min_bet = 1", b"min_bet = 1."),
        (b"min_bet = 1", b"min_bet = -0"),
        (b"min_bet = 1", b"min_bet = +1"),
        (b"min_bet = 1", b"min_bet = 1e3"),
        (b"min_bet = 1", b"min_bet = 1_000"),
        (b"min_bet = 1", b"min_bet = 0.0000000001"),
        (b"min_bet = 1", b"min_bet = 1234567890123456"),
        (b"min_bet = 1", b"min_bet = inf"),
        (b"min_bet = 1", b"min_bet  = 1"),
        (b"min_bet = 1", b"min_bet = 1 # one"),
        (b"min_bet = 1", b"min_bet = 1\nmin_bet = 1"),
        (b"[0, 0]", b"[0,0]"),
        (b"[0, 0]", b"[0, 0, 0]"),
        (b"[0, 0]", b"[0]"),
        (b"[0, 0]", b"[]"),
        (b"[0, 0]", b"[0, 0"),
        (b"[0, 0]", b"[0, 0,]"),
        (b"inf]", b"inf, inf, inf, inf, inf, inf, inf, inf, inf, inf]"),
        (b"'Bo'", b"'B\\u006f'"),
        (b"'Bo'", b"'B = o'"),
        (b"'Bo'", b"'B\to'"),
        (b"'Bo'", b"'B\xff'"),
        (b"'Bo'", b"'Bo', 'Cy'"),
        (b"'Bo'", b"'Bo"),
        (b"players", b"plovers"),
        (b"5.80, 0]", b"5.80, 0]\n"),
        (b"5.80, 0]", b"5.80, 0]\n\nday = 1"),
        (b"5.80, 0]", b"5.80, 0]\ntime = 24:00:00"),
        (b"5.80, 0]", b"5.80, 0]\ntime = 1:00:00"),
        (b"5.80, 0]", b"5.80, 0]\nday = 1.5"),
        (b"5.80, 0]", b"5.80, 0]\nseats = [1]"),
        (b"5.80, 0]", b"5.80, 0]\n_bigslick = {button = 1}"),
        (b"5.80, 0]", b"5.80, 0]\n_mine = 5"),
    ],
)
def test_anything_else_is_left_to_toml(old: bytes, new: bytes) -> None:
    assert PLAIN_TEXT.count(old) == 1
    assert plain_hand(PLAIN_TEXT.replace(old, new)) is None


ALPHABET = [b"", b" ", b"'", b",", b"0", b"9", b".", b"-", b"\n", b"=", b"[", b"]", b"p", b"?", b"#", b"inf", b"\x00"]


@settings(max_examples=400)
@given(
    st.sampled_from([PLAIN_TEXT, SHOWDOWN]),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 3), st.sampled_from(ALPHABET)), min_size=1, max_size=3),
)
@example(PLAIN_TEXT, [])
@example(SHOWDOWN, [])
def test_a_damaged_text_is_plain_only_if_toml_reads_the_same(text: bytes, damage: list[Any]) -> None:
    for place, length, piece in damage:
        at = int(place * len(text))
        text = text[:at] + piece + text[at + length :]
    if plain_hand(text) is None:
        return
    expected = tomllib.loads(text.decode(), parse_float=Decimal)
    found = fields_of(text)
    assert {name: value for name, value in found.items() if name in FIELDS and value is not None} == {
        name: value for name, value in expected.items() if name in FIELDS
    }
    same_play(text)


# -- playing ----------------------------------------------------------------------------------------------------------


def test_recorded_hands_end_alike_from_text_and_from_fields(shared: Path) -> None:
    texts = [
        text.partition(b"]\n")[2]
        for path in sorted((shared / "hands").rglob("*.phhs"))
        for text in path.read_bytes().strip(b"\n").split(b"\n\n")
    ]
    assert len(texts) == 10_760
    assert sum(map(same_play, texts)) == 10_703 if COMPILED else all(map(same_play, texts[-200:]))


def test_an_unknown_stack_is_played_as_one_too_large_to_be_all_in() -> None:
    hand = plain_hand(PLAIN_TEXT)
    assert hand is not None
    assert hand.play()
    assert (hand.finished, hand.unknown, hand.places) == (True, 0b10, 2)
    assert hand.state.stacks() == (4050 + 300, UNKNOWN_STACK - 300)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"[0.50, 1]", b"[0.50, -1]"),
        (b"[0.50, 1]", b"[0, 1]"),
        (b"[0.50, 1]", b"[1, 1]"),
        (b"[0, 0]", b"[0, 1]"),
        (b"[0, 0]", b"[50, 50]"),
        (b"40.50", b"0"),
        (b"40.50", b"999999999999999"),
        (b"'p2 cbr 3'", b"'p2 cbr 1.50'"),
        (b"'p2 cbr 3'", b"'p1 cbr 3'"),
        (b"'p2 cbr 3'", b"'p3 cbr 3'"),
        (b"'p2 cbr 3'", b"'p2 cbr 3 # small'"),
        (b"'p2 cbr 3'", b"'p2 cbr 3.'"),
        (b"'p2 cbr 3'", b"'p2 cbr .3'"),
        (b"'p2 cbr 3'", b"'p2 sm'"),
        (b"'p2 cbr 3'", b"'d dh p2 7c7d'"),
        (b"'d dh p2 ????', ", b""),
        (b"'d dh p2 ????'", b"'d dh p2 AsAd'"),
        (b"4h5h6h", b"4h5h"),
        (b"4h5h6h", b"4h5h6h7h"),
        (b"4h5h6h", b"4h5hAs"),
        (b"'p2 f'", b"'p2 f', 'p2 sm'"),
        (b"'p2 f'", b"'p2 f', 'p1 sm AsKd'"),
        (b"'p2 f'", b"'p2 f', 'p1 sm -'"),
    ],
)
def test_what_is_out_of_the_ordinary_is_played_from_fields(old: bytes, new: bytes) -> None:
    assert PLAIN_TEXT.count(old) == 1
    hand = plain_hand(PLAIN_TEXT.replace(old, new))
    assert hand is not None
    assert not hand.play()


def test_a_very_long_hand_is_played_from_fields() -> None:
    raises = [f"p{2 - i % 2} cbr {3 + i}" for i in range(220)]
    actions = ", ".join(f"'{text}'" for text in ("d dh p1 ????", "d dh p2 ????", *raises)).encode()
    start, _, rest = PLAIN_TEXT.partition(b"actions = [")
    text = start.replace(b"40.50", b"999") + b"actions = [" + actions + b"]" + rest.partition(b"]")[2]
    hand = plain_hand(text)
    assert hand is not None
    assert not hand.play()
    with pytest.raises(BadHistory):
        loads(text).replay()


# -- histories that are not read yet ----------------------------------------------------------------------------------


def test_a_history_is_read_when_a_field_is_looked_at_or_set() -> None:
    history = loads(PLAIN_TEXT, file="night.phh")
    assert (history.file, history.number) == ("night.phh", 0)
    assert (history.unread is not None) == COMPILED  # interpreted, a history is read at once
    assert replay(history).final_stacks == ("43.50", "inf")
    assert history.players == ["Ann", "Bo"]
    assert history.unread is None
    changed = loads(PLAIN_TEXT)
    changed.winnings = [1, 2]
    assert changed.unread is None
    assert (changed.players, changed.winnings) == (["Ann", "Bo"], [1, 2])
    assert loads(PLAIN_TEXT) == history
    assert history != changed


def test_a_history_that_is_not_read_can_be_copied_and_pickled() -> None:
    history = loads(PLAIN_TEXT)
    for twin in (copy.copy(loads(PLAIN_TEXT)), copy.deepcopy(history), pickle.loads(pickle.dumps(loads(PLAIN_TEXT)))):
        assert twin == history
        assert twin.players == ["Ann", "Bo"]


def test_a_history_that_is_not_read_can_be_replaced() -> None:
    changed = loads(PLAIN_TEXT).__replace__(level=3)
    assert (changed.players, changed.level) == (["Ann", "Bo"], 3)
    history = loads(PLAIN_TEXT)
    history.look()
    assert msgspec.structs.replace(history, level=3) == changed


def test_no_history_can_be_made_or_set_unread() -> None:
    hand = plain_hand(PLAIN_TEXT)
    wrongs: list[object] = [hand, 1, "cash", {}]
    for wrong in wrongs:
        with pytest.raises(TypeError, match="expected a history without it"):
            History(unread=wrong)
        history = loads(PLAIN_TEXT)
        with pytest.raises(TypeError, match="expected a history without it"):
            history.unread = wrong
        assert replay(history).final_stacks == ("43.50", "inf")


def test_a_field_that_is_none_is_not_there() -> None:
    history = loads(PLAIN_TEXT)
    with pytest.raises(AttributeError, match="'History' object has no attribute 'colour'"):
        history.colour  # type: ignore[attr-defined]  # noqa: B018
    history.look()
    del history.venue
    with pytest.raises(AttributeError):
        history.venue  # noqa: B018


def test_only_a_struct_can_be_unread() -> None:
    hand = plain_hand(PLAIN_TEXT)
    assert hand is not None
    for kind in (int, None, 5, type):
        with pytest.raises(TypeError, match="expected a kind of struct"):
            unread(kind, hand, "", 0)

    class Other(msgspec.Struct):
        file: str = ""

    with pytest.raises(AttributeError):
        unread(Other, hand, "", 0)


def test_hands_of_a_file_are_apart() -> None:
    text = b"[1]\n" + PLAIN_TEXT + b"\n\n[2]\n" + PLAIN_TEXT.replace(b"'Ann'", b"'Eve'") + b"\n"
    first, second = loads_all(text)
    assert (first.number, second.number) == (1, 2)
    assert (first.players, second.players) == (["Ann", "Bo"], ["Eve", "Bo"])
