"""A hand as JSON text and back: its setup and its actions."""

from __future__ import annotations

from typing import Final

import msgspec

from bigslick.cards import UNKNOWN, Card
from bigslick.core.codes import MOST_BOARDS
from bigslick.rules import Rules

from .actions import Action, Bet, Call, Check, Fold, Muck, Raise, RunOut, Show
from .setup import BadSetup, Post, Setup

FORMAT = "bigslick.hand/2"
_UNKNOWN: Final = "??"
_WORDS: Final[dict[str, Action]] = {
    "fold": Fold(),
    "check": Check(),
    "call": Call(),
    "show": Show(),
    "muck": Muck(),
}
_BOARDS: Final = tuple(map(str, range(1, MOST_BOARDS + 1)))


class _SavedSetup(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    # What has no default is always there. Rules are, so that the text means the same when their defaults change.
    stacks: tuple[int, ...]
    button: int
    small_blind_seat: int | None
    big_blind_seat: int | None
    small_blind: int
    big_blind: int
    ante: int = 0
    straddles: tuple[Post, ...] = ()
    posts: tuple[Post, ...] = ()
    bomb_pot: bool = False
    min_bet: int = 0
    small_bet: int = 0
    big_bet: int = 0
    deck: str
    rules: Rules


class _SavedHand(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    setup: _SavedSetup
    actions: tuple[str, ...]


def write_save(setup: Setup, actions: tuple[Action, ...]) -> str:
    """The text of a hand."""
    fields = {name: getattr(setup, name) for name in _SavedSetup.__struct_fields__}
    fields["deck"] = "".join([_UNKNOWN if card == UNKNOWN else str(Card(card)) for card in setup.deck])
    saved = _SavedHand(FORMAT, _SavedSetup(**fields), tuple([_write_action(action) for action in actions]))
    return msgspec.json.encode(saved, enc_hook=int).decode()


def read_save(text: str | bytes) -> tuple[Setup, tuple[Action, ...]]:
    """The setup and the actions of a text that `write_save` wrote."""
    try:
        saved = msgspec.json.decode(text, type=_SavedHand)
        if saved.format != FORMAT:
            raise BadSetup(f"its format is {saved.format!r}, expected {FORMAT!r}")
        fields = {name: getattr(saved.setup, name) for name in _SavedSetup.__struct_fields__}
        fields["deck"] = _read_deck(saved.setup.deck)
        return Setup(**fields), tuple([_read_action(said) for said in saved.actions])
    except (msgspec.MsgspecError, ValueError, TypeError) as error:
        raise BadSetup(f"this is not a saved hand: {error}") from None


def _write_action(action: Action) -> str:
    if isinstance(action, Bet | Raise):
        return f"{action.__struct_config__.tag} {action.to}"
    if isinstance(action, RunOut):
        return f"run out {action.boards}"
    if isinstance(action, Show) and action.cards is not None:
        return f"show {action.cards}"
    return str(action.__struct_config__.tag)


def _read_deck(text: str) -> tuple[int, ...]:
    if len(text) != 104:
        raise BadSetup(f"the deck has {len(text)} letters: expected two for each of 52 cards, as in 'AsKd'")
    names = [text[place : place + 2] for place in range(0, 104, 2)]
    return tuple([UNKNOWN if name == _UNKNOWN else Card(name) for name in names])


def _read_action(text: str) -> Action:
    word, _, rest = text.partition(" ")
    if text in _WORDS:
        return _WORDS[text]
    if word == "show" and rest:
        return Show(rest)
    if text.startswith("run out ") and text[8:] in _BOARDS:
        return RunOut(boards=int(text[8:]))
    if word in ("bet", "raise") and rest.isascii() and rest.isdecimal() and not rest.startswith("0"):
        return Bet(to=int(rest)) if word == "bet" else Raise(to=int(rest))
    words = ", ".join(_WORDS)
    raise BadSetup(
        f"{text!r} is not an action: expected {words}, 'show AhKd', 'run out 2', or a total, as in 'bet 60', 'raise 60'"
    )
