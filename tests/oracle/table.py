"""The same hand on PokerKit's table: players in PokerKit's order, the same cards, and its answers in our terms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pokerkit import (
    Automation,
    Card,
    FixedLimitTexasHoldem,
    NoLimitTexasHoldem,
    PotLimitPokerMixin,
)

from bigslick import Action, Bet, Call, Check, Fold, Raise, Setup

BETTING_ONLY = tuple(Automation)
BY_HAND = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
CARDS = [next(Card.parse(rank + suit)) for rank in "23456789TJQKA" for suit in "cdhs"]
UNKNOWN = next(Card.parse("??"))


class PotLimitTexasHoldem(PotLimitPokerMixin, NoLimitTexasHoldem):
    """PokerKit's no-limit hold'em combined with its pot limit, because it ships only pot-limit Omaha."""


def create(setup: Setup, automations: Sequence[Automation]) -> Any:
    """Create PokerKit's state for a setup without short blinds, dead blinds or posts."""
    players = setup.dealt
    antes: Any = setup.ante if setup.rules.ante == "per_player" else (0, setup.ante)
    trimming = setup.rules.ante == "per_player"
    blinds = (setup.small_blind, setup.big_blind)
    stacks = tuple(setup.stacks[seat] for seat in players)
    if setup.rules.limit == "fixed":
        small = setup.small_bet or setup.big_blind
        game: Any = FixedLimitTexasHoldem(
            tuple(automations), trimming, antes, blinds, small, setup.big_bet or 2 * small
        )
        for number, street in enumerate(game.streets):
            # PokerKit does not count the big blind as a bet, and has one cap for all streets.
            cap = setup.rules.bets_per_street - (number == 0) if setup.rules.bets_per_street else None
            object.__setattr__(street, "max_completion_betting_or_raising_count", cap)
    else:
        kind = PotLimitTexasHoldem if setup.rules.limit == "pot" else NoLimitTexasHoldem
        game = kind(tuple(automations), trimming, antes, blinds, setup.min_bet or setup.big_blind)
    return game(stacks, len(players))


class Table:
    """One hand on PokerKit's side, by our seat numbers."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.players = setup.dealt
        self.state = create(setup, BY_HAND)
        count = len(self.players)
        self._board = 2 * count
        for place in range(count):
            self.state.deal_hole((CARDS[setup.deck[place]], CARDS[setup.deck[place + count]]))
        self._deal()

    def _deal(self) -> None:
        state = self.state
        while state.status and state.actor_index is None:
            if state.can_burn_card():
                state.burn_card(UNKNOWN)
                self._board += self.setup.rules.burn
            count = 3 if not state.board_cards else 1
            state.deal_board(tuple(CARDS[card] for card in self.setup.deck[self._board : self._board + count]))
            self._board += count

    @property
    def turn(self) -> int | None:
        """The seat to act according to PokerKit."""
        index = self.state.actor_index
        return None if index is None else self.players[index]

    @property
    def call(self) -> int:
        """What the seat must add for a call."""
        return int(self.state.checking_or_calling_amount)

    @property
    def wager_to(self) -> range:
        """The totals that the seat can bet or raise to."""
        low = self.state.min_completion_betting_or_raising_to_amount
        high = self.state.max_completion_betting_or_raising_to_amount
        return range(0) if low is None else range(low, high + 1)

    @property
    def moot(self) -> bool:
        """Whether the seat being asked is the only one with chips, and has nothing to match."""
        state = self.state
        index = state.actor_index
        return (
            index is not None
            and state.bets[index] >= max(state.bets)
            and not any(state.stacks[i] for i in state.player_indices if state.statuses[i] and i != index)
        )

    @property
    def stacks(self) -> tuple[int, ...]:
        """The stacks, by our seats."""
        found = [0] * self.setup.seats
        for seat, chips in zip(self.players, self.state.stacks, strict=True):
            found[seat] = chips
        return tuple(found)

    def act(self, action: Action) -> None:
        """Repeat our hand's action, then deal what follows."""
        if isinstance(action, Fold):
            self.state.fold()
        elif isinstance(action, Check | Call):
            self.state.check_or_call()
        else:
            assert isinstance(action, Bet | Raise)
            self.state.complete_bet_or_raise_to(action.to)
        self._deal()
