"""Reads and checks Annual Computer Poker Competition game files, which describe a form of hold'em.

The format is that of the competition's own server: one field per line, case ignored, players counted from the first one
left of the button. With two players that is the big blind.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from bigslick.cards import Card
from bigslick.checks import did_you_mean
from bigslick.errors import BigslickError
from bigslick.hand.setup import MAX_SEATS, BadSetup, Setup, dealing_order, stacked_deck
from bigslick.rules import Rules

NO_STACK = (1 << 31) - 1
"""The original server's stack if a game does not name one."""
MOST_RAISES = 255
"""No limit on raises, in the original server's count."""
MOST_BYTES = 1 << 16
_FIELDS = {
    name.lower(): name
    for name in (
        *("numPlayers", "numRounds", "stack", "blind", "raiseSize", "firstPlayer", "maxRaises"),
        *("numSuits", "numRanks", "numHoleCards", "numBoardCards"),
    )
}
_HOLDEM = {"numRounds": (4,), "numSuits": (4,), "numRanks": (13,), "numHoleCards": (2,), "numBoardCards": (0, 3, 1, 1)}


class BadGame(BigslickError, ValueError):
    """A game file that cannot be read, or describes a game that bigslick does not play."""


class AcpcGame(msgspec.Struct, frozen=True, kw_only=True):
    """The hold'em game that a file describes."""

    limit: bool
    """Fixed-limit; otherwise no-limit."""
    stacks: tuple[int, ...]
    """By player, from the first one left of the button."""
    small_blind: int
    big_blind: int
    small_bet: int = 0
    """Fixed-limit before the turn; 0 in no-limit."""
    big_bet: int = 0
    bets_per_street: int = 0
    """Fixed-limit: bets and raises allowed per street, including the big blind; 0 is any number."""

    @property
    def players(self) -> int:
        return len(self.stacks)

    @property
    def rules(self) -> Rules:
        """The competition's rules."""
        if self.limit:
            return Rules.acpc(limit="fixed", bets_per_street=self.bets_per_street)
        return Rules.acpc()

    def setup(self, holes: Mapping[int, Sequence[Card]], board: Sequence[Card]) -> Setup:
        """Set up a hand of this game with these cards; seat 0 is the competition's player 0.

        If any hole cards are missing, every other card is unknown too, and at showdown each seat is asked to show.
        """
        button = self.players - 1
        small, big = (1, 0) if self.players == 2 else (0, 1)
        order = dealing_order(self.stacks, button)
        known = len(holes) == self.players
        rules = self.rules if known else msgspec.structs.replace(self.rules, reveal="ask")
        return Setup(
            stacks=self.stacks,
            button=button,
            small_blind_seat=small,
            big_blind_seat=big,
            small_blind=self.small_blind,
            big_blind=self.big_blind,
            small_bet=self.small_bet,
            big_bet=self.big_bet,
            deck=stacked_deck(order, holes, board, burn=False, rest=range(52) if known else ()),
            rules=rules,
        )

    def deal(self, deck: Sequence[int]) -> Setup:
        """Deal a hand of this game from a whole deck."""
        return msgspec.structs.replace(self.setup({}, ()), deck=tuple(deck), rules=self.rules)


def standard_game(players: int = 2, *, limit: bool = False) -> AcpcGame:
    """Return the competition's own game: 50/100 with stacks of 20,000, or fixed-limit 10/20."""
    if limit:
        stacks = (NO_STACK,) * players
        return AcpcGame(
            limit=True, stacks=stacks, small_blind=5, big_blind=10, small_bet=10, big_bet=20, bets_per_street=4
        )
    return AcpcGame(limit=False, stacks=(20_000,) * players, small_blind=50, big_blind=100)


def load_game(path: str | Path) -> AcpcGame:
    path = Path(path)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadGame(f"{path}: the game file cannot be read: {error.strerror}") from None
    if len(data) > MOST_BYTES:
        raise BadGame(f"{path}: the file is too large for a game: expected at most {MOST_BYTES:,} bytes")
    try:
        return parse_game(data.decode())
    except UnicodeDecodeError:
        raise BadGame(f"{path}: the file is not text") from None
    except BadGame as error:
        raise BadGame(f"{path}: {error}") from None


def parse_game(text: str) -> AcpcGame:
    limit, found = True, {}
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        word = line.lower()
        if not line or line.startswith("#") or word == "gamedef":
            continue
        if word.startswith("end gamedef"):
            break
        if word in ("limit", "nolimit"):
            limit = word == "limit"
            continue
        match = re.fullmatch(r"([A-Za-z]+)[\s=]+([\d\s]+)", line)
        name = _FIELDS.get(match[1].lower()) if match else None
        if match is None or name is None:
            hint = did_you_mean(word.split("=")[0].split()[0], _FIELDS)
            raise BadGame(f"line {number}, {line[:60]!r}, is not a field of a game: expected name = numbers{hint}")
        numbers = tuple([int(word) for word in match[2].split() if len(word) < 12])
        if not numbers or len(numbers) != len(match[2].split()):
            raise BadGame(f"line {number}, {name}: expected whole numbers of chips or cards")
        found[name] = numbers
    return _checked(limit, found)


def _checked(limit: bool, found: dict[str, tuple[int, ...]]) -> AcpcGame:
    for name, wanted in _HOLDEM.items():
        said = found.get(name)
        if said is None or said[: len(wanted)] != wanted:
            words = "is missing" if said is None else f"is {_words(said)}"
            raise BadGame(f"{name} {words}: bigslick plays Texas hold'em, which has {_words(wanted)}")
    players = found.get("numPlayers", (0,))[0]
    if not 2 <= players <= MAX_SEATS:
        raise BadGame(f"numPlayers is {players}: expected 2 to {MAX_SEATS}")
    stacks = found.get("stack", (NO_STACK,) * players)
    if len(stacks) < players:
        raise BadGame(f"stack has {len(stacks)} numbers: expected one for each of {players} players")
    blinds = found.get("blind", ())[:players]
    two = tuple(blinds[:2][::-1] if players == 2 else blinds[:2])
    if len(blinds) < players or any(blinds[2:]) or not 0 < two[0] <= two[1]:
        order = "the big blind, then the small blind" if players == 2 else "the small blind, the big blind, then zeros"
        raise BadGame(f"blind is {_words(blinds) or 'missing'}: bigslick plays {order}")
    first = (*found.get("firstPlayer", (1,)), 1, 1, 1)[:4]
    wanted = (2, 1, 1, 1) if players == 2 else (3, 1, 1, 1)
    if first != wanted:
        raise BadGame(f"firstPlayer is {_words(first)}: with {players} players hold'em has {_words(wanted)}")
    game = AcpcGame(limit=limit, stacks=stacks[:players], small_blind=two[0], big_blind=two[1])
    if limit:
        game = _with_bets(game, found)
    try:
        game.setup({}, ())
    except BadSetup as error:
        raise BadGame(str(error)) from None
    return game


def _with_bets(game: AcpcGame, found: dict[str, tuple[int, ...]]) -> AcpcGame:
    sizes = found.get("raiseSize", ())[:4]
    if len(sizes) < 4 or sizes[0] != sizes[1] or sizes[2] != sizes[3] or 0 in sizes or sizes[0] != game.big_blind:
        raise BadGame(
            f"raiseSize is {_words(sizes) or 'missing'}: bigslick plays a small bet of {game.big_blind} before the "
            "turn and a big bet from the turn on, as in 10 10 20 20"
        )
    most = (found.get("maxRaises", ()) + (MOST_RAISES,) * 4)[:4]
    cap = 0 if most[1] == MOST_RAISES else most[1]
    if most != ((MOST_RAISES,) * 4 if not cap else (cap - 1, cap, cap, cap)):
        raise BadGame(
            f"maxRaises is {_words(most)}: bigslick counts the big blind as a bet, as in 3 4 4 4, or has no cap at all"
        )
    most_spent = cap * 2 * (sizes[0] + sizes[2]) or NO_STACK
    if min(game.stacks) < most_spent:
        raise BadGame(
            f"stack is {_words(game.stacks)}: in fixed-limit bigslick plays this game only where no player can run out "
            f"of chips, which takes {most_spent:,}"
        )
    return msgspec.structs.replace(game, small_bet=sizes[0], big_bet=sizes[2], bets_per_street=cap)


def _words(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))
