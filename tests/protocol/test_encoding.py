"""Messages as JSON and back: cards and ranges of totals keep their meaning, and nothing else is guessed."""

from __future__ import annotations

import json

import msgspec
import pytest

from bigslick import Call, Check, Hand, Options
from bigslick.cards import DECK, Card
from bigslick.protocol.encoding import decode, encode


class Shown(msgspec.Struct, frozen=True):
    cards: tuple[Card, ...] = ()
    to: range = range(0)


def test_a_card_is_its_two_letters_and_a_range_its_first_and_last_total() -> None:
    shown = Shown(cards=(Card("As"), Card("Td")), to=range(40, 101))
    assert json.loads(encode(shown)) == {"cards": ["As", "Td"], "to": [40, 100]}
    assert json.loads(encode(Shown())) == {"cards": [], "to": []}


@pytest.mark.parametrize("to", [range(0), range(7, 8), range(40, 101), range(10**15, 10**15 + 2)])
def test_what_is_encoded_is_decoded_to_the_same(to: range) -> None:
    shown = Shown(cards=tuple(DECK), to=to)
    assert decode(encode(shown), Shown) == shown


@pytest.mark.parametrize(
    "text",
    [
        '{"cards":["1s"]}',
        '{"cards":["as "]}',
        '{"cards":[7]}',
        '{"to":[1]}',
        '{"to":[1,2,3]}',
        '{"to":[1,2.5]}',
        '{"to":[true,2]}',
        '{"to":"1-2"}',
        "[]",
        "{",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(msgspec.MsgspecError):
        decode(text, Shown)


def test_a_value_without_a_place_in_json_is_refused_by_its_type() -> None:
    with pytest.raises(TypeError, match="cannot encode complex: expected a struct of cards, ranges and plain values"):
        encode({"total": 1j})


def test_what_a_seat_cannot_do_is_missing_from_its_encoded_options() -> None:
    """An empty list would be true in JavaScript."""
    hand = Hand.start([100, 100], blinds=(5, 10))
    assert encode(hand.options) == b'{"seat":0,"fold":true,"call":5,"raise_to":[20,100],"all_in":100}'
    hand.act(Call())
    hand.act(Check())
    options = hand.options
    assert options is not None
    assert encode(options) == b'{"seat":1,"fold":true,"check":true,"bet_to":[10,90],"all_in":90}'
    assert encode(decode(encode(options), Options)) == encode(options)
    assert decode(b'{"seat":1,"check":true,"raise_to":[],"boards":[]}', Options) == Options(seat=1, check=True)
