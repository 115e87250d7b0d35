"""Hold'em for OpenSpiel, played by the rules core: no-limit, pot-limit and fixed-limit, two to ten players.

Action 0 folds, 1 checks or calls, and n + 1 bets or raises to n on this street. Chance deals the hole cards one at a
time, twice around from the button's left, then flop, turn and river.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

import msgspec

from bigslick.cards import DECK, format_cards
from bigslick.checks import is_whole
from bigslick.hand import Bet, Call, Check, Fold, Hand, Raise
from bigslick.hand.events import STREETS
from bigslick.hand.setup import BadSetup, Setup, stacked_deck
from bigslick.rules import Limit, Rules

from .position import CHANCE, TERMINAL, Array, Piece, SpielPosition, SpielRules

FOLD: Final = 0
CALL: Final = 1
SETTINGS: Final[dict[str, Any]] = {
    "players": 2,
    "stack": 200,
    "stacks": "",
    "small_blind": 1,
    "big_blind": 2,
    "ante": 0,
    "button": 0,
}
"""A game's settings and their defaults; chips are whole. `stacks`, such as "200 150", has one entry per player."""
MOST_ACTIONS: Final = 10_000_000


class HoldemRules(SpielRules):
    """Hold'em at one table, with fresh stacks for each hand."""

    def __init__(self, limit: Limit, settings: dict[str, Any]) -> None:
        super().__init__(limit, settings)
        self.setup = _setup(limit, settings)
        self.players = self.setup.seats
        stacks = self.setup.stacks
        deepest = max(stacks)
        self.actions = deepest + 2
        if self.actions > MOST_ACTIONS:
            raise BadSetup(
                f"a stack of {deepest:,} has too many wagers to number: expected at most {MOST_ACTIONS - 2:,}"
            )
        self.outcomes = 52
        self.least = -float(deepest)
        self.most = float(max(sum(min(chips, mine) for chips in stacks) - mine for mine in stacks))
        # A raise is at least the big blind, unless it is the player's last chips.
        raises = (
            4 * (self.setup.rules.bets_per_street or deepest) if limit == "fixed" else deepest // self.setup.big_blind
        )
        self.longest = (raises + self.players + 4) * self.players
        self.longest_chance = 2 * self.players + 5

    def start(self) -> HoldemPosition:
        return HoldemPosition(self, (), (), None)

    def private(self) -> list[Piece]:
        return [Piece("hole", 52)]

    def public(self) -> list[Piece]:
        """Return the board, the street, chips as shares of all chips, who is in and who is to act."""
        seats = self.players
        return [
            Piece("board", 52),
            Piece("street", 4),
            *(Piece(name, seats) for name in ("stacks", "bets", "committed", "live", "turn")),
            Piece("pot", 1),
        ]

    def history(self) -> list[Piece]:
        """Return each action: the seat, fold, call or wager, and the total as a share of the deepest stack."""
        return [Piece("actions", self.longest, self.players + 4)]


def _setup(limit: Limit, settings: dict[str, Any]) -> Setup:
    players = settings["players"]
    stacks = [settings["stack"]] * players
    if settings["stacks"]:
        words = str(settings["stacks"]).split()
        if len(words) != players or not all(word.isdigit() and word.isascii() and len(word) < 16 for word in words):
            raise BadSetup(f'stacks={settings["stacks"]!r}: expected {players} amounts, as in "200 150"')
        stacks = [int(word) for word in words]
    if not all(stacks):
        raise BadSetup("a stack is 0: expected chips for every player")
    if not is_whole(settings["big_blind"], 1):
        raise BadSetup(f"big_blind={settings['big_blind']!r}: expected at least 1")
    return Hand.start(
        stacks,
        (settings["small_blind"], settings["big_blind"]),
        settings["button"],
        deck=DECK,
        ante=settings["ante"],
        rules=Rules.classic(limit=limit, open_fold=False),
    ).setup


class HoldemPosition(SpielPosition):
    """The cards dealt so far and the resulting hand."""

    __slots__ = ("__dict__", "board", "hand", "holes")
    rules: HoldemRules

    def __init__(self, rules: HoldemRules, holes: tuple[int, ...], board: tuple[int, ...], hand: Hand | None) -> None:
        super().__init__(rules)
        self.holes = holes
        self.board = board
        self.hand = hand
        """None until all hole cards are dealt; cards beyond `board` are placeholders."""
        if hand is None or len(hand.board) > len(board):
            self.player = CHANCE
            self.legal = [card for card in range(52) if card not in holes and card not in board]
        elif hand.turn is not None:
            options = hand.options
            assert options is not None
            self.player = hand.turn
            self.legal = [FOLD] * options.fold + [CALL] + [total + 1 for total in options.wager_to]

    def play(self, action: int) -> HoldemPosition:
        rules = self.rules
        if self.player == CHANCE:
            holes, board, past = self.holes, self.board, self.hand
            if past is None:
                holes = (*holes, action)
                hand = self._dealt(holes, ()) if len(holes) == 2 * rules.players else None
                return HoldemPosition(rules, holes, (), hand)
            board = (*board, action)
            if len(board) < len(past.board):
                return HoldemPosition(rules, holes, board, past)
            hand = self._dealt(holes, board)
            for done in past.actions:
                hand.act(done)
            return HoldemPosition(rules, holes, board, hand)
        assert self.hand is not None
        hand = self.hand.copy()
        if action == FOLD:
            hand.act(Fold())
        elif action == CALL:
            hand.act(Check() if hand.options and hand.options.check else Call())
        else:
            hand.act(Raise(to=action - 1) if hand.current_bet else Bet(to=action - 1))
        return HoldemPosition(rules, self.holes, self.board, hand)

    def _dealt(self, holes: tuple[int, ...], board: tuple[int, ...]) -> Hand:
        setup, players = self.rules.setup, self.rules.players
        order = setup.dealt
        cards = {seat: [DECK[holes[at]], DECK[holes[at + players]]] for at, seat in enumerate(order)}
        deck = stacked_deck(order, cards, [DECK[card] for card in board], burn=setup.rules.burn, rest=DECK)
        return Hand(msgspec.structs.replace(setup, deck=deck))

    def returns(self) -> list[float]:
        """Return chips won, by seat."""
        if self.player != TERMINAL or self.hand is None:
            return [0.0] * self.rules.players
        stacks = self.rules.setup.stacks
        return [float(end - begin) for end, begin in zip(self.hand.stacks, stacks, strict=True)]

    def say(self, action: int) -> str:
        if self.player == CHANCE:
            return f"deal {DECK[action]}" if 0 <= action < 52 else f"deal {action}"
        if action == FOLD:
            return "fold"
        if action == CALL:
            return "check" if self.hand and self.hand.options and self.hand.options.check else "call"
        return f"{'raise' if self.hand and self.hand.current_bet else 'bet'} to {action - 1}"

    def _hole(self, player: int) -> list[int]:
        order = self.rules.setup.dealt
        return [card for at, card in enumerate(self.holes) if order[at % len(order)] == player]

    @cached_property
    def _line(self) -> list[tuple[int, int, int]]:
        """(seat, 0 fold, 1 call or 2 wager, total) for each action."""
        if self.hand is None:
            return []
        again = Hand(self.hand.setup)
        line = []
        for action in self.hand.actions:
            seat = again.turn
            assert seat is not None
            again.act(action)
            kind = 0 if isinstance(action, Fold) else 1 if isinstance(action, Check | Call) else 2
            to = action.to if isinstance(action, Bet | Raise) and action.to is not None else 0
            line.append((seat, kind, to))
        return line

    @cached_property
    def _lines(self) -> str:
        return " ".join(f"p{seat}:{'fc'[kind] if kind < 2 else f'r{to}'}" for seat, kind, to in self._line)

    def _shown(self) -> str:
        return format_cards([DECK[card] for card in self.board])

    def say_private(self, player: int) -> str:
        return f"[{format_cards([DECK[card] for card in self._hole(player)])}]"

    def say_public(self) -> str:
        if self.hand is None:
            return "dealing"
        stacks, bets = (" ".join(map(str, row)) for row in self._chips(self.hand)[:2])
        return f"board [{self._shown()}] pot {sum(self._chips(self.hand)[2])} stacks {stacks} bets {bets}"

    def say_history(self, player: int | None) -> str:  # noqa: ARG002  # everyone sees the same
        return f"board [{self._shown()}] {self._lines}".rstrip()

    def _chips(self, hand: Hand) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """Return stacks, bets and committed chips; during a run-out nothing has been awarded yet."""
        if not hand.over or self.player == TERMINAL:
            return hand.stacks, hand.bets, hand.committed
        begun = self.rules.setup.stacks
        return tuple(a - b for a, b in zip(begun, hand.committed, strict=True)), (0,) * len(begun), hand.committed

    def fill_private(self, player: int, into: dict[str, Array]) -> None:
        into["hole"][self._hole(player)] = 1

    def fill_public(self, into: dict[str, Array]) -> None:
        """Write the board, street, chips, who is in and who is to act."""
        into["board"][[*self.board]] = 1
        if self.hand is None:
            return
        total = sum(self.rules.setup.stacks)
        into["street"][min(STREETS.index(self.hand.street), 3)] = 1
        stacks, bets, committed = self._chips(self.hand)
        for name, row in (("stacks", stacks), ("bets", bets), ("committed", committed)):
            into[name][:] = [chips / total for chips in row]
        into["live"][[*self.hand.live]] = 1
        if self.player >= 0:
            into["turn"][self.player] = 1
        into["pot"][0] = sum(committed) / total

    def fill_history(self, player: int | None, into: dict[str, Array]) -> None:  # noqa: ARG002
        rows, seats = into["actions"], self.rules.players
        deepest = max(self.rules.setup.stacks)
        for row, (seat, kind, to) in zip(rows, self._line, strict=False):
            row[seat] = 1
            row[seats + kind] = 1
            row[seats + 3] = to / deepest

    def __str__(self) -> str:
        holes = " ".join(f"p{seat}{self.say_private(seat)}" for seat in range(self.rules.players))
        return f"{holes} {self.say_history(None)}"
