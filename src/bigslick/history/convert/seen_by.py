"""Shows a history as one player saw it: their own cards, the board, and shown hands; every other card is unknown.

When bigslick played the hand, `bigslick.hand.view.conceal` hides the cards before the hand is recorded. This module
handles records that bigslick did not play, such as a site's files. A law in the tests checks that both hide the same
cards.
"""

from __future__ import annotations

import msgspec

from ..action_kinds import HOLE, SHOW
from ..history import History
from ..notation import BadAction, read_action


def seen_by(history: History, player: str | None) -> History:
    """Replace every hole card that the player did not see with `??`; None means a spectator.

    A player who is not in the hand sees what a spectator sees.
    """
    names = history.players or [f"p{number + 1}" for number in range(len(history.starting_stacks or ()))]
    own = [f"p{number + 1}" for number, name in enumerate(names) if name == player and player is not None]
    texts = history.actions or []
    words = [text.partition("#")[0].split() for text in texts]
    kinds = [_kind(history, index, text) for index, text in enumerate(texts)]
    dealt = [(word[2], word[3]) for word, kind in zip(words, kinds, strict=True) if kind == HOLE]
    seen = {card for who, cards in dealt if who in own for card in _split(cards)}
    for word, kind in zip(words, kinds, strict=True):
        if kind == SHOW:
            shown = [cards for who, cards in dealt if who == word[0]] if word[2] == "-" else [word[2]]
            seen.update(_split("".join(shown)))
    actions = [
        text.replace(word[3], "".join(card if card in seen else "??" for card in _split(word[3])), 1)
        if kind == HOLE
        else text
        for text, word, kind in zip(texts, words, kinds, strict=True)
    ]
    return msgspec.structs.replace(history, actions=actions)


def _kind(history: History, index: int, text: str) -> int:
    try:
        return read_action(text).kind
    except BadAction as error:
        raise history.bad(str(error), index + 1) from None


def _split(cards: str) -> list[str]:
    return [cards[at : at + 2] for at in range(0, len(cards), 2)]
