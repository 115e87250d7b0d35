"""Safe chat, and names that are legal, the same or look alike."""

from __future__ import annotations

import contextlib
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.server.words import (
    LONGEST_NAME,
    NAME_BYTES,
    BadName,
    NamesShown,
    clean,
    fold,
    graphemes,
    is_official,
    is_shown_by,
    name_like,
    read_name,
    shape,
    skeleton,
)


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


# -- names ------------------------------------------------------------------------------------------------------------

PEOPLE = (
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
    "J.-P. d'Arc",
    "क्षितिज",
    "김민준",
    "x",
)
NAMES = st.text(st.sampled_from("aÁz0\u0661山ن \u0301\u0308'\u2019-._\u200b\u202e\n<é") | st.characters(), max_size=30)
"""Text that is often nearly a name."""


@pytest.mark.parametrize("name", PEOPLE)
def test_names_as_people_write_them_are_legal(name: str) -> None:
    assert read_name(name) == unicodedata.normalize("NFC", name)
    assert read_name(unicodedata.normalize("NFD", name)) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "is empty"),
        ("...", "no letter or digit"),
        (" Tom", "blank at one end"),
        ("Tom ", "blank at one end"),
        ("Mary  Ann", "two in a row"),
        ("Mary\u00a0Ann", "invisible"),
        ("Tom\n", "invisible"),
        ("T\u200bom", "invisible"),
        ("\u202emoT", "invisible"),
        ("\u3164", "invisible"),
        ("Tom\ufe0f", "invisible"),
        ("Tom\ud800", "invisible"),
        ("=Tom", "character ="),
        ("<b>", "character <"),
        ("Tom🃏", "character 🃏"),
        ("Tom\u20dd", "character \u20dd"),
        ("e\u0301\u0301\u0301\u0301", "too many accents"),
        ("\u0301Tom", "too many accents"),
        ("Mary \u0301Ann", "too many accents"),
        ("x" * 25, "too long"),
        ("e\u0301" * 25, "too long"),
        ("क्षि" * 20, "too long"),
        ("x" * 10**6, "too long"),
        ("House", "mistaken for the house"),
        ("the house", "mistaken for the house"),
        ("The House 2", "mistaken for the house"),
        ("tag 3", "mistaken for the house"),
        ("0perator", "mistaken for the house"),
        ("Sh\u0430rk-1", "mistaken for the house"),
    ],
)
def test_what_cannot_be_a_name(name: str, why: str) -> None:
    with pytest.raises(BadName, match=why):
        read_name(name)


@given(NAMES)
def test_every_text_is_refused_in_a_sentence_or_is_a_name(text: str) -> None:
    name = ""
    with contextlib.suppress(BadName):
        name = read_name(text)
    if not name:
        with pytest.raises(BadName, match=r": (a name has up to 24 letters|choose another name)"):
            read_name(text)
        return
    assert name == unicodedata.normalize("NFC", text) == read_name(name)
    assert 1 <= graphemes(name) <= LONGEST_NAME
    assert len(name.encode()) <= NAME_BYTES
    assert name == name.strip() == clean(name)
    assert fold(fold(name)) == fold(name)


@given(st.text(max_size=10))
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("name", "count"),
    [("Zoe\u0308", 3), ("न\u092eस\u094dत\u0947", 3), ("각", 1), ("\u1100\u1161\u11a8", 1), ("กำ", 1), ("Mary Ann", 8)],
)
def test_characters_are_counted_as_people_do(name: str, count: int) -> None:
    assert graphemes(name) == count


def test_names_that_differ_in_case_width_or_apostrophe_are_the_same() -> None:
    assert fold("STRASSE") == fold("straße") == fold("\uff53trasse")
    assert fold("O\u2019Brien") == fold("o'brien")
    assert fold("Jose") != fold("José")


@pytest.mark.parametrize(
    ("one", "other"), [("Tom", "T\u043em"), ("Ian", "lan"), ("Al", "AI"), ("Tom 2", "Tom2"), ("Bo", "B0")]
)
def test_players_who_cannot_be_told_apart(one: str, other: str) -> None:
    assert shape(one) == shape(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Jose", "José"), ("Al", "Ai"), ("Tom", "Tom 2"), ("Tom", "Toms"), ("山田", "山本")]
)
def test_players_who_can_be_told_apart(one: str, other: str) -> None:
    assert shape(one) != shape(other)


def test_a_second_tom_is_tom_2() -> None:
    assert NamesShown().add("Tom") == "Tom"
    assert NamesShown(("Tom", "Zoë")).add("tom") == "tom 2"
    assert NamesShown(("Tom", "TOM 2", "Tom3")).add("Tom") == "Tom 4"
    assert NamesShown(("Tom",)).add("T\u043em") == "T\u043em 2"


@given(st.lists(st.sampled_from(["Tom", "TOM", "tom 2", "Tom2", "T\u043em", "Tom 3", "Zoë", "Zoe"]), max_size=12))
def test_no_two_names_at_a_table_are_the_same(names: list[str]) -> None:
    table = NamesShown()
    shown = [table.add(name) for name in names]
    assert all(map(is_shown_by, shown, names))
    assert len({fold(name) for name in shown}) == len({shape(name) for name in shown}) == len(names)


def test_a_name_with_words_behind_it_is_another() -> None:
    assert not is_shown_by("Tom Jones", "Tom")
    assert not is_shown_by("Tomas", "Tom")


def test_names_of_people_are_not_official() -> None:
    assert not any(is_official(name) for name in (*PEOPLE, "Rocky", "Whaley", "Guest"))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Jürgen", "Jürgen"),
        ("  Mary\tAnn 🎲", "Mary Ann"),
        ("=1+1", "1 1"),
        ("\u0301Zoe\u0301", "Zoé"),
        ("a" * 30, "a" * LONGEST_NAME),
        ("z\u0301\u0302" * 30, "z\u0301\u0302" * LONGEST_NAME),
        ("🎲", "Player 2"),
        ("The House", "Player 2"),
        ("", "Player 2"),
    ],
)
def test_another_sites_name_becomes_a_legal_one(text: str, name: str) -> None:
    assert name_like(text, "Player 2") == unicodedata.normalize("NFC", name)


@given(st.text(max_size=400))
def test_whatever_another_site_calls_a_player_a_legal_name_is_left(text: str) -> None:
    name = name_like(text, "Player 2")
    assert read_name(name) == name
