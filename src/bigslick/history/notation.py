"""Parses actions, such as `d dh p1 AhKd` or `p3 cbr 40 # small`, and defines the refusals of bad hands and files."""

from __future__ import annotations

import re
from typing import Final

from bigslick.cards import DECK, RANKS, SUITS, UNKNOWN
from bigslick.errors import BigslickError

from ._scan import RecordedAction, scan_one
from .action_kinds import BOARD, CALL, FOLD, HOLE, MOST_PLACES, MOST_PLAYERS, MOST_VALUE, MUCK, REMARK, SHOW, WAGER

_SHOWN: Final = 60

_CARDS: Final[dict[str, int]] = {str(card): int(card) for card in DECK} | {"??": UNKNOWN}
_AMOUNT: Final = re.compile(r"[0-9]+(?:\.([0-9]+))?")
_PLAYER: Final = re.compile(r"p([1-9]|10)")
_VERBS: Final = "d dh pN CARDS, d db CARDS, pN f, pN cc, pN cbr AMOUNT, pN sm [CARDS or -]"
_OTHER_GAMES: Final = {"sd": "standing pat or discarding", "pb": "posting a bring-in"}


class BadHistory(BigslickError, ValueError):
    """A file or a hand that cannot be read or played: the sentence says what is wrong and what was expected.

    `where` is the location as text; `file`, `hand`, `line` and `action` (the last two counted from 1) give it in parts,
    None if unknown.
    """

    __module__ = "bigslick.history"

    def __init__(
        self,
        sentence: str,
        *,
        file: str | None = None,
        hand: int | str | None = None,
        line: int | None = None,
        action: int | None = None,
        text: str | None = None,
    ) -> None:
        place = [file] if file else []
        if hand is not None:
            place.append(f"hand {hand}")
        if line is not None:
            place.append(f"line {line}")
        if action is not None:
            place.append(f"action {action}" if text is None else f"action {action} ({shorten(text)})")
        super().__init__(sentence, ", ".join(place))
        self.file = file
        self.hand = hand
        self.line = line
        self.action = action


class BadFile(BadHistory):
    """A file without a readable hand: it is missing, empty, or not a hand history."""

    __module__ = "bigslick.history"


class BadAction(BigslickError, ValueError):
    """A text that is not an action; the reader, which knows the location, turns it into a `BadHistory`."""


def shorten(text: str) -> str:
    """Quote a text for a sentence, shortened if it is long."""
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "...")


def read_action(text: str) -> RecordedAction:
    """Read an action from text; raise `BadAction` if it is not one."""
    return scan_one(text) or _parse(text)


def split_comment(text: str) -> tuple[str, str | None]:
    """Split an action from its commentary: `("p1 f", "tanks")`; None if there is no commentary."""
    action, mark, comment = text.partition("#")
    return action.strip(), comment.strip() if mark else None


def _parse(text: str) -> RecordedAction:
    words = text.partition("#")[0].split()
    if not words:
        return RecordedAction(REMARK)
    actor, *rest = words
    if actor == "d":
        return _deal(rest)
    player = _player(actor)
    match rest:
        case ["f"]:
            return RecordedAction(FOLD, player)
        case ["cc"]:
            return RecordedAction(CALL, player)
        case ["cbr", amount]:
            return RecordedAction(WAGER, player, *_amount(amount))
        case ["sm"]:
            return RecordedAction(MUCK, player)
        case ["sm", "-"]:
            return RecordedAction(SHOW, player)
        case ["sm", cards]:
            shown = _cards(cards, 2, "a player has two hole cards")
            return RecordedAction(SHOW, player, cards=shown if len(shown) == 2 else (*shown, UNKNOWN))
        case [verb, *_] if verb in _OTHER_GAMES:
            raise BadAction(f"'{verb}' ({_OTHER_GAMES[verb]}) belongs to other games than hold'em")
    raise BadAction(f"this is not an action of hold'em: expected {_VERBS}; a comment may follow after #")


def _deal(words: list[str]) -> RecordedAction:
    match words:
        case ["dh", player, cards]:
            return RecordedAction(HOLE, _player(player), cards=_cards(cards, 2, "a player is dealt two hole cards"))
        case ["db", cards]:
            return RecordedAction(BOARD, cards=_cards(cards, 3, "the flop has three cards, turn and river one each"))
    raise BadAction("the dealer deals 'd dh pN CARDS' to a player or 'd db CARDS' to the board")


def _player(word: str) -> int:
    found = _PLAYER.fullmatch(word)
    if found is None:
        raise BadAction(
            f"{shorten(word)} is not a player: expected d for the dealer, or p and a number from 1 to {MOST_PLAYERS}"
        )
    return int(found[1]) - 1


def _amount(word: str) -> tuple[int, int]:
    """Return an amount as a whole number and its decimal places: 2.50 is 250 and 2."""
    found = _AMOUNT.fullmatch(word)
    if found is None:
        raise BadAction(f"{shorten(word)} is not an amount: expected a number such as 40 or 2.50")
    places = len(found[1] or "")
    if places > MOST_PLACES:
        raise BadAction(f"{shorten(word)} has {places} decimal places: expected at most {MOST_PLACES}")
    digits = word.replace(".", "").lstrip("0")
    if not digits:
        raise BadAction("a bet or raise to 0: expected an amount above 0")
    if len(digits) > 16 or int(digits) > MOST_VALUE:
        raise BadAction(f"{shorten(word)} is more than any stack: expected at most {MOST_VALUE} of the smallest unit")
    return int(digits), places


def _cards(text: str, most: int, why: str) -> tuple[int, ...]:
    if len(text) % 2:
        raise BadAction(f"{shorten(text)} is not a list of cards: each card takes two letters, and one is left over")
    try:
        cards = tuple([_CARDS[text[i : i + 2]] for i in range(0, len(text), 2)])
    except KeyError as error:
        raise BadAction(
            f"{error.args[0]!r} is not a card: expected a rank of {RANKS} and a suit of {SUITS}, "
            "or ?? for an unknown card"
        ) from None
    if len(cards) > most:
        raise BadAction(f"{len(cards)} cards at once: {why}")
    return cards
