"""Reading PokerStars text: house bots' hands that we wrote ourselves."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from bigslick.history.formats.registry import format_named
from bigslick.history.history import History

from .histories import bot_hand, exhaust
from .rows import Row, agree, named, need
from .timing import best

HANDS = 60
PASSES = 20
"""How often we read them in a round, to have enough to time."""
MICROSECONDS = 50
"""The target on one core: 20,000 hands a second."""


def reading() -> Iterable[Row]:
    parse = need("pokerkit.notation").PokerStarsParser()
    pokerstars = format_named("pokerstars")
    assert pokerstars.read is not None
    assert pokerstars.write is not None
    texts = []
    for number in range(1, HANDS + 1):
        history = bot_hand(number)
        history.currency, history.currency_symbol = "USD", "$"
        texts.append(pokerstars.write(history, None).text)
    whole = "\n\n".join(texts).encode()
    many = io.BytesIO(b"\n\n".join([whole] * PASSES))

    def theirs() -> list[Any]:
        return [hand for text in texts for hand in parse(text, parse_value=Decimal)]

    def ours() -> None:
        many.seek(0)
        exhaust(pokerstars.read(many, ""))  # type: ignore[misc]  # checked above

    for read, hand in zip(pokerstars.read(io.BytesIO(whole), ""), theirs(), strict=True):
        agree(isinstance(read, History) and _bets(read) == _bets(hand), f"PokerKit reads differently: {hand.actions}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        them, us = best(theirs, ours)
    rates = (HANDS / them, PASSES * HANDS / us)
    yield Row("reading PokerStars text", named("pokerkit"), "hands/s", *rates, 50)
    yield Row("a hand of PokerStars text", "no peer", "µs", None, 1e6 / rates[1], MICROSECONDS, lower=True)


def _bets(hand: Any) -> list[str]:
    """Return the players' actions, without the cards that PokerKit leaves out."""
    return [action for action in hand.actions if action[0] == "p" and " sm" not in action]
