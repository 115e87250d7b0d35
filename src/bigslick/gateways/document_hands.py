"""Seats bots at a game defined by spec documents, if its actions are those of hold'em.

A bot decides on a hand of the engine, rebuilt before each decision from what the document shows its seat: the stacks,
the blinds, its own two cards, the board so far and the actions of this hand.
"""

from __future__ import annotations

from typing import Final

from bigslick.bots.player import Player
from bigslick.hand import Hand
from bigslick.hand.actions import Action, AllIn, Bet, Call, Check, Fold, Raise
from bigslick.hand.view import view
from bigslick.rules import Rules
from bigslick.spec import Game, GameState, IllegalMove, Move, SpecError

_NAMES: Final = {"stack": ("chipStack", "stack"), "paid": ("totalBet", "paid"), "button": ("dealerSeat", "button")}
"""The documents' names for a player's chips, their chips put in this hand, and the button's seat."""
_QUIET: Final = {"fold", "check", "call"}
_WAGERS: Final = {"bet", "raise", "allIn"}


class HoldemTable:
    """Follows one hold'em game of a document, and asks bots for moves."""

    def __init__(self, game: Game) -> None:
        """Refuse a document that is not hold'em, saying why."""
        spec = game.spec
        self.game = game
        self.actions = [action.name for action in spec.actions]
        if not set(self.actions) >= _QUIET or not set(self.actions) - _QUIET <= _WAGERS:
            raise _not_holdem(spec.id, f"its actions are {', '.join(self.actions)}")
        if len(spec.tokens.names) != 52:
            raise _not_holdem(spec.id, f"it has {len(spec.tokens.names)} cards")
        boards = [zone for zone in spec.zones if zone.visibility == "public" and not zone.owned]
        hands = [zone for zone in spec.zones if zone.visibility == "owner"]
        if len(boards) != 1 or len(hands) != 1:
            raise _not_holdem(spec.id, "it has no board that all see, or no hands that their owners see")
        self.board_at, self.hands_at = boards[0].first, hands[0].first
        self.globals = {var.name: var.slot for var in spec.globals}
        self.columns = {var.name: var.slot for var in spec.players}
        self.stack, self.paid = (self._slot(what, self.columns) for what in ("stack", "paid"))
        self.button = self._slot("button", self.globals)
        for name in ("smallBlind", "bigBlind"):
            if name not in self.globals:
                raise _not_holdem(spec.id, f"it has no variable '{name}'")
        self.turn = -1
        self.stacks: list[int] = []
        self.board: list[int] = []
        self.made: list[Action] = []

    def _slot(self, what: str, known: dict[str, int]) -> int:
        for name in _NAMES[what]:
            if name in known:
                return known[name]
        raise _not_holdem(self.game.spec.id, f"it has no variable '{_NAMES[what][0]}' or '{_NAMES[what][1]}'")

    # -- following the game --------------------------------------------------------------------------------------

    def hand(self, state: GameState) -> Hand:
        """Return this hand as the player to act sees it, with arbitrary cards for the other players."""
        if state.turn != self.turn:
            stacks, paid = state.p[self.stack], state.p[self.paid]
            self.turn, self.board, self.made = state.turn, [], []
            self.stacks = [stacks[seat] + paid[seat] for seat in range(state.seats)]
        self.board += [card for card in state.z[self.board_at] if card not in self.board]
        names, seat = self.game.spec.tokens.names, state.active
        hand = Hand.start(
            self.stacks,
            (state.g[self.globals["smallBlind"]], state.g[self.globals["bigBlind"]]),
            state.g[self.button],
            seed=state.turn,
            holes={seat: [names[card] for card in state.z[self.hands_at + seat]]},
            board=[names[card] for card in self.board],
            ante=self._setting(state, "ante"),
            rules=self._rules(state),
        )
        for action in self.made:
            hand.act(action)
        if hand.turn != seat or len(hand.board) != len(self.board):
            raise SpecError(f"'{self.game.spec.id}' plays on where hold'em does not: the bots cannot follow it")
        return hand

    def _setting(self, state: GameState, name: str) -> int:
        return int(state.g[self.globals[name]]) if name in self.globals else 0

    def _rules(self, state: GameState) -> Rules:
        fixed, pot = self._setting(state, "fixedBet"), self._setting(state, "potLimit")
        return Rules(
            ante="per_player",
            button="moving",
            reopening="cumulative" if self._setting(state, "cumulative") else "single",
            limit="fixed" if fixed else "pot" if pot else "none",
        )

    def follow(self, state: GameState, move: Move) -> None:
        """Record a move that is about to be made."""
        options = self.hand(state).options
        assert options is not None
        name, to = self.actions[move[0]], move[1] if len(move) > 1 else options.all_in
        if name == "fold":
            self.made.append(Fold())
        elif name in _QUIET or not options.wager_to or to is None:
            # A document may allow a raise that no one can answer: that is a call.
            self.made.append(Call() if options.call else Check())
        else:
            self.made.append(Bet(to=to) if options.bet_to else Raise(to=to))

    def ask(self, state: GameState, bot: Player) -> Move:
        hand = self.hand(state)
        action = bot.decide(view(hand, state.active))  # type: ignore[arg-type]  # its turn
        for move in self._moves(hand, action):
            if self.game.legal(state, move):
                return move
        raise IllegalMove(
            f"seat {state.active + 1} answered {action!r}, which '{self.game.spec.id}' does not allow now"
        )

    def _moves(self, hand: Hand, action: Action) -> list[Move]:
        """Return the document's moves for an action, the closest first."""
        options = hand.options
        to = options.all_in if isinstance(action, AllIn) and options is not None else getattr(action, "to", None)
        if to is not None:
            wagers = [self.game.parse(f"{name} {to}") for name in ("bet", "raise") if name in self.actions]
            whole = ["allIn"] if options is not None and to == options.all_in and "allIn" in self.actions else []
            return [*wagers, *map(self.game.parse, [*whole, "call", "check"])]
        return [self.game.parse(type(action).__name__.lower())]


def _not_holdem(game: str, why: str) -> SpecError:
    return SpecError(f"'{game}' is not hold'em: {why}; bots that think play hold'em, --against search plays anything")
