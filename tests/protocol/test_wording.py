"""The wording that a message carries along with its sentence."""

from __future__ import annotations

import pytest

from bigslick.protocol import host, wire
from bigslick.protocol.encoding import decode, encode
from bigslick.protocol.money import ChipValue
from bigslick.protocol.wording import Wording, priced, worded
from bigslick.sentence import say

LIMITED = say("{player} has {chips} chips", player="ann", chips=5)


@pytest.mark.parametrize(
    "message",
    [
        wire.Refused(sentence=LIMITED),
        wire.Outage(sentence=LIMITED),
        wire.Bye(sentence=LIMITED),
        host.RequestAnswered(at="t1", yes=True, sentence=LIMITED),
        host.ShownOut(at="t1", why="kicked", sentence=LIMITED),
    ],
)
def test_every_message_with_a_sentence_carries_its_wording(message: wire.Refused) -> None:
    assert type(message.sentence) is str
    assert message.sentence == "ann has 5 chips"
    assert message.wording == Wording("{player} has {chips} chips", {"player": "ann", "chips": 5})
    assert decode(encode(message), type(message)) == message


def test_a_sentence_within_a_sentence_is_worded_too() -> None:
    outer = say(
        "{trouble}: try again in {hours, plural, one {# hour} other {# hours}}.", trouble=say("It is away"), hours=1
    )
    assert worded(outer) == Wording(outer.template, {"trouble": Wording("It is away"), "hours": 1})
    assert encode(wire.Refused(sentence=outer)).endswith(
        b'"wording":{"template":"{trouble}: try again in {hours, plural, one {# hour} other {# hours}}.",'
        b'"values":{"trouble":{"template":"It is away"},"hours":1}}}'
    )


def test_a_sentence_without_places_needs_no_wording() -> None:
    assert worded(say("The table is paused.")) is None
    assert worded("The table is paused.") is None
    assert encode(wire.Bye(sentence=say("You have signed out."))) == b'{"type":"bye","sentence":"You have signed out."}'


def test_a_sentence_about_chips_says_what_they_are_worth_where_they_are_worth_something() -> None:
    euro = ChipValue(cents=5, currency="€")
    bet = worded(say("{action} is too much", action=say("bet {to, chips}", to=40)))
    assert priced(bet, euro) == Wording(
        "{action} is too much", {"action": Wording("bet {to, chips}", {"to": 40})}, euro
    )
    assert priced(bet, None) == bet
    assert priced(worded(LIMITED), euro) == worded(LIMITED), "no amount to write in money"
    assert priced(None, euro) is None
    assert encode(priced(bet, euro)).endswith(b'"chip_value":{"cents":5,"currency":"\xe2\x82\xac"}}')
