# cython: nonecheck=True
"""Saves a hand as JSON text and loads it: its start, and its actions as words."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from bigslick.cards import DECK, RANKS, SUITS, UNKNOWN, Card
from bigslick.core.codes import MOST_BOARDS
from bigslick.rules import Rules

from . import _start as starts
from . import codec
from ._start import Start
from .actions import Action, Bet, Call, Check, Fold, Muck, Raise, RunOut, Show
from .codec import MUCK
from .setup import BadSetup, Post, Setup

COMPILED = not __file__.endswith(".py")

FORMAT = "bigslick.hand/2"
NO_CARD = "??"
NAMES = (*map(str, DECK), NO_CARD)
UNNAMED = 52
FIRST, SECOND = (bytes([ord(name[letter]) for name in NAMES]) for letter in (0, 1))
# The numbers for the letters in card names; any other letter brings the sum above 51.
RANK_OF = bytes([4 * RANKS.index(chr(letter)) if chr(letter) in RANKS else 100 for letter in range(256)])
SUIT_OF = bytes([SUITS.index(chr(letter)) if chr(letter) in SUITS else 100 for letter in range(256)])

# A word for an action as a hand keeps it: an int from `codec.mark`.
WORDS = ("fold", "call", "check")
KEPT = {"fold": -1, "call": 0, "check": 1}
MUCKED = MUCK
NOT_BETTING = -(1 << 62)
LONGEST = 16  # digits in an amount
ACTIONS: dict[str, Action] = {"fold": Fold(), "check": Check(), "call": Call(), "show": Show(), "muck": Muck()}
BOARDS = {f"run out {boards}": RunOut(boards=boards) for boards in range(1, MOST_BOARDS + 1)}


class SavedSetup(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A setup as text: always with the fields that have no default, and the rules, whose defaults may change."""

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
    double_board: bool = False
    min_bet: int = 0
    small_bet: int = 0
    big_bet: int = 0
    deck: str
    rules: msgspec.Raw


class SavedHand(msgspec.Struct, forbid_unknown_fields=True):
    """A hand as text."""

    format: str
    setup: SavedSetup
    actions: list[str]


READER = msgspec.json.Decoder(SavedHand)
WRITER = msgspec.json.Encoder(enc_hook=int)


def write_save(start: Start, codes: list[int], count: int) -> str:
    """Return the text of a hand after `count` actions."""
    terms = start.terms
    letters = bytearray(104)
    for place in range(52):
        card = terms.deck[place] if terms.deck[place] >= 0 else UNNAMED
        letters[2 * place] = FIRST[card]
        letters[2 * place + 1] = SECOND[card]
    setup = SavedSetup(**starts.setup_fields(start), deck=letters.decode(), rules=rules_text(start.rules))
    words = [word_of(codes[i]) for i in range(count)]
    text: str = WRITER.encode(SavedHand(FORMAT, setup, words)).decode()
    return text


def word_of(kept: int) -> str:
    """Return the word for a kept action; a show names both cards."""
    if kept > 1:
        return f"bet {kept >> 1}" if kept & 1 else f"raise {kept >> 1}"
    if kept > MUCKED:
        return WORDS[kept + 1]
    if kept == MUCKED:
        return "muck"
    boards = codec.boards_of(kept)
    return f"run out {boards}" if boards else "show " + "".join([NAMES[card] for card in codec.shown_cards(kept)])


def kept_of(word: str) -> int:
    """Return the kept betting action that a word means; NOT_BETTING for any other text."""
    known = KEPT.get(word)
    if known is not None:
        return known
    kind, _, total = word.partition(" ")
    if (kind != "bet" and kind != "raise") or not is_amount(total):
        return NOT_BETTING
    return 2 * int(total) + (kind == "bet")


def is_amount(text: str) -> bool:
    """Whether a text is a whole number of chips in our format."""
    return text.isascii() and text.isdecimal() and text[0] != "0" and len(text) <= LONGEST


def action_of(word: str) -> Action:
    """Return the action that a word means, or a sentence that says why it is not one."""
    if word in ACTIONS:
        return ACTIONS[word]
    if word in BOARDS:
        return BOARDS[word]
    kind, _, rest = word.partition(" ")
    if kind == "show" and rest:
        return Show() if rest == 2 * NO_CARD else Show(rest)
    if kind in ("bet", "raise") and is_amount(rest):
        return Bet(to=int(rest)) if kind == "bet" else Raise(to=int(rest))
    raise BadSetup(
        f"this is not a saved hand: {word!r} is not an action: expected {', '.join(ACTIONS)}, 'show AhKd', 'run out 2',"
        " or a total, as in 'bet 60', 'raise 60'"
    )


def read_save(text: str | bytes) -> tuple[Start, list[str]]:
    """Read the start and the words from a text written by `write_save`."""
    try:
        saved: Any = READER.decode(text)
        if saved.format != FORMAT:
            raise BadSetup(f"its format is {saved.format!r}, expected {FORMAT!r}")
        return read_start(saved.setup), saved.actions
    except (msgspec.MsgspecError, ValueError, TypeError) as error:
        raise BadSetup(f"this is not a saved hand: {error}") from None


def read_start(saved: SavedSetup) -> Start:
    """Return the start that a saved setup describes."""
    rules = rules_of(bytes(saved.rules))
    special = saved.straddles or saved.posts or saved.bomb_pot or saved.double_board
    if not (special or saved.min_bet or saved.small_bet or saved.big_bet):
        ranks = saved.deck[::2].encode().translate(RANK_OF)
        suits = saved.deck[1::2].encode().translate(SUIT_OF)
        cards = []
        for place in range(len(suits)):
            cards.append(ranks[place] + suits[place])
        blinds = (saved.small_blind, saved.big_blind)
        start = starts.from_numbers(saved.stacks, blinds, saved.button, None, tuple(cards), saved.ante, rules)
        if start is not None and start.small_seat == saved.small_blind_seat and start.big_seat == saved.big_blind_seat:
            return start
    fields = {name: getattr(saved, name) for name in starts.FIELDS}
    return starts.from_setup(Setup(**fields, deck=read_deck(saved.deck), rules=rules))


def read_deck(text: str) -> tuple[int, ...]:
    """Return a deck's cards, some perhaps unknown, or a sentence that explains the problem."""
    if len(text) != 104:
        raise BadSetup(f"the deck has {len(text)} letters: expected two for each of 52 cards, as in 'AsKd'")
    names = [text[place : place + 2] for place in range(0, 104, 2)]
    return tuple([UNKNOWN if name == NO_CARD else Card(name) for name in names])


@lru_cache(maxsize=64)
def rules_text(rules: Rules) -> msgspec.Raw:
    """Encode rules as JSON."""
    return msgspec.Raw(msgspec.json.encode(rules))


@lru_cache(maxsize=64)
def rules_of(text: bytes) -> Rules:
    """Decode rules from JSON."""
    return msgspec.json.decode(text, type=Rules)
