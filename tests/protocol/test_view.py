"""The view on the wire: a client rebuilds exactly the seat's view."""

from __future__ import annotations

from bigslick import Call, Check, Hand
from bigslick.hand.view import SeatView, ViewData, view
from bigslick.protocol.encoding import decode, encode
from bigslick.protocol.view import decode_view, encode_view


def test_a_view_comes_back_as_it_was_at_every_turn_of_a_hand() -> None:
    hand = Hand.start([1000, 500, 700], (5, 10), seed=3)
    turns = 0
    while hand.turn is not None:
        whole = view(hand, hand.turn)
        assert whole.options is not None
        sent = decode(encode(encode_view(whole)), ViewData)
        assert decode_view(sent, whole.options, whole.events) == whole
        assert decode(encode(whole.data()), ViewData) == whole
        hand.act(Check() if whole.options.check else Call())
        turns += 1
    assert turns > 10


def test_nothing_is_sent_twice() -> None:
    sent = encode(encode_view(view(Hand.start([1000] * 3, (5, 10), seed=3), 0)))
    left_out = set(SeatView.names) - set(decode(sent, dict))
    assert left_out == {"seat", "turn", "boards", "options", "events", "shown"}, "the messages around it say these"
