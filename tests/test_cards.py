"""Cards as ints that print, and values that are not cards."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bigslick
from bigslick.cards import (
    DECK,
    RANKS,
    SUITS,
    UNKNOWN,
    Card,
    format_cards,
    parse_cards,
    to_cards,
)
from bigslick.errors import BadCards
from bigslick.odds import Range
from tests.liars import Liar


def test_the_deck_runs_from_the_deuce_of_clubs_to_the_ace_of_spades() -> None:
    assert len(DECK) == 52
    assert list(DECK) == list(range(52))
    assert [str(card) for card in DECK] == [rank + suit for rank in RANKS for suit in SUITS]
    assert (str(DECK[0]), str(DECK[51])) == ("2c", "As")


def test_a_card_is_an_int_that_prints() -> None:
    ace = Card(50)
    assert ace == 50
    assert (ace.rank, ace.suit) == (12, 2)
    assert (str(ace), repr(ace), f"{ace}", f"{ace:>4}") == ("Ah", "Card('Ah')", "Ah", "  Ah")
    assert {50: "here"}[ace] == "here"
    assert UNKNOWN not in DECK


@pytest.mark.parametrize("card", DECK)
def test_a_card_survives_its_name_and_a_copy(card: Card) -> None:
    assert Card(str(card)) == card
    for twin in (pickle.loads(pickle.dumps(card)), copy.copy(card), copy.deepcopy(card)):
        assert twin == card
        assert str(twin) == str(card)


@given(st.lists(st.sampled_from(DECK), unique=True), st.sampled_from(["", " ", ",", ", "]))
def test_cards_survive_text(cards: list[Card], separator: str) -> None:
    assert parse_cards(format_cards(cards, separator)) == tuple(cards)


@pytest.mark.parametrize("text", ["", "A", "Ax", "1h", "ah", "AH", "10h", "♥A", "Ah ", " Ah", "AhKd", "\x00\x00"])
def test_one_card_takes_two_letters(text: str) -> None:
    with pytest.raises(BadCards) as refusal:
        Card(text)
    assert "is not a card: write a rank of 23456789TJQKA and a suit of cdhs, as in 'As'" in str(refusal.value)
    assert repr(text) in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("AhK", "'AhK' is not a list of cards: each card takes two letters, and one letter is left over"),
        ("AhKx", "'Kx' is not a card"),
        ("AhKdAh", "Ah appears twice: a deck has one of each card"),
        ("10hAd", "write a ten as T, as in 'ThAd'"),
    ],
)
def test_text_that_is_no_cards_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadCards) as refusal:
        parse_cards(text)
    assert sentence in str(refusal.value)


@given(st.text())
def test_no_text_breaks_the_parser(text: str) -> None:
    try:
        cards = parse_cards(text)
    except BadCards:
        return
    assert format_cards(cards) == text.replace(" ", "").replace(",", "")


@pytest.mark.parametrize("value", [51, "As", Card(51), DECK[51]])
def test_a_card_from_either_form(value: Any) -> None:
    assert Card(value) is DECK[51]


@pytest.mark.parametrize("value", [-1, 52, 10**30, 1.0, True, None, "As ", [0], np.float64(3)])
def test_what_is_no_card_gets_a_sentence(value: Any) -> None:
    with pytest.raises(BadCards, match="is not a card: "):
        Card(value)


def test_cards_from_every_form() -> None:
    expected = (Card(50), Card(45))
    forms: list[Any] = ["AhKd", "Ah Kd", [50, 45], (50, 45), ["Ah", 45], iter([50, "Kd"]), [DECK[50], DECK[45]]]
    for form in forms:
        cards = to_cards(form)
        assert cards == expected
        assert all(type(card) is Card for card in cards)


def test_the_same_card_twice_is_refused() -> None:
    with pytest.raises(BadCards, match="Ah appears twice"):
        to_cards(["Ah", 50])
    with pytest.raises(BadCards, match="2c appears twice"):
        to_cards([DECK[0], DECK[1], DECK[0]])
    assert to_cards(DECK) == DECK


@pytest.mark.parametrize("value", [None, 7, 2.5, b"Ah", b"1", bytearray(b"12"), memoryview(b"12"), [None]])
def test_what_is_no_list_of_cards_gets_a_sentence(value: Any) -> None:
    with pytest.raises(BadCards):
        to_cards(value)
    with pytest.raises(BadCards):
        parse_cards(value)


def test_bytes_are_not_cards_although_their_items_are_ints() -> None:
    start: Any = bigslick.Hand.start
    given: Any = b"-./01"
    for ask in (to_cards, format_cards, bigslick.evaluate, Range, lambda cards: start([9, 9], (1, 2), board=cards)):
        with pytest.raises(ValueError, match=r"bytes|expected"):
            ask(given)
    with pytest.raises(ValueError, match="not bytes"):
        Range([b"12"])
    with pytest.raises(ValueError, match="not bytes"):
        start([9, 9], (1, 2), deck=bytes(range(52)))


def test_a_subclass_of_int_is_the_card_of_its_number() -> None:
    assert Card(Liar(7)) is DECK[7]
    for number in (-1, 52):
        with pytest.raises(BadCards, match=f"{number} is not a card"):
            Card(Liar(number))


def test_a_notebook_shows_suits() -> None:
    assert Card("Ah")._repr_html_() == '<b style="color:#c0392b">A♥</b>'
    assert "T♠" in Card("Ts")._repr_html_()


def test_bad_cards_are_value_errors() -> None:
    assert issubclass(BadCards, ValueError)


def test_suits_can_be_signs() -> None:
    assert parse_cards("A♥ K♦, Q\u2663\ufe0f") == parse_cards("AhKdQc")
    assert Card("J♠") == Card("Js")
    assert bigslick.evaluate("A♥K♥Q♥J♥T♥") == bigslick.evaluate("AhK♥Q♥JhTh") == 7461
