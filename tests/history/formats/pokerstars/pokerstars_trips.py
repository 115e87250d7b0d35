"""Round trips from a history to PokerStars text and back, and what must survive them."""

from __future__ import annotations

import io
from decimal import Decimal
from typing import Any

from bigslick.history import History, replay
from bigslick.history.formats.pokerstars.reading import FORMAT


def there_and_back(history: History, hero: str | None = None) -> tuple[str, History]:
    """Return a history's text, and the history of that text."""
    assert FORMAT.read is not None
    assert FORMAT.write is not None
    text = FORMAT.write(history, hero).text
    (back,) = FORMAT.read(io.BytesIO(text.encode()), "")
    if not isinstance(back, History):
        raise back
    return text, back


def played(history: History) -> dict[str, Any]:
    """Return what happened: stakes, stacks, cards, bets, boards, shows; ignoring remarks and spelling."""
    bets: list[tuple[Any, ...]] = []
    claims: dict[str, str] = {}
    for text in history.actions or ():
        words = text.partition("#")[0].split()
        if words[1:2] == ["sm"]:
            claims[words[0]] = words[2] if len(words) > 2 and words[2] != "????" else ""
        elif words[1:2] == ["cbr"]:
            bets.append((words[0], Decimal(words[2])))
        elif words:
            bets.append(tuple(words))
    setup, again = history.setup(), replay(history)
    unit = again.unit
    place: dict[int | None, int] = {seat: player for player, seat in enumerate(again.seats)}
    posts = {place[post.seat]: (post.live * unit, post.dead * unit) for post in (*setup.posts, *setup.straddles)}
    blinds = (setup.small_blind * unit, setup.big_blind * unit, setup.ante * unit, setup.rules.limit)
    return {
        "bets": bets,
        "claims": claims,
        "blinds": (*blinds, place.get(setup.small_blind_seat, -1), place.get(setup.big_blind_seat, -1)),
        "posts": posts,
        "stacks": [stack if Decimal(stack).is_finite() else None for stack in history.starting_stacks or ()],
        "players": history.players,
    }
