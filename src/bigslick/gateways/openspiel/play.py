"""Our games as OpenSpiel classes: a thin layer that pyspiel calls."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from .position import CHANCE, TERMINAL, Piece, SpielRules


def game_type(short_name: str, long_name: str, seats: tuple[int, int], settings: dict[str, Any]) -> Any:
    """Return the description OpenSpiel needs before it loads a game."""
    return pyspiel.GameType(
        short_name=short_name,
        long_name=long_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=seats[0],
        max_num_players=seats[1],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=settings,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """One of our games, loaded with its settings."""

    def __init__(self, kind: Any, rules: SpielRules, settings: dict[str, Any]) -> None:
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.actions,
            max_chance_outcomes=rules.outcomes,
            num_players=rules.players,
            min_utility=rules.least,
            max_utility=rules.most,
            utility_sum=0.0,
            max_game_length=rules.longest,
        )
        super().__init__(kind, info, settings)
        self.rules = rules

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the most cards that chance deals."""
        return self.rules.longest_chance

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """Make an observer of the requested kind."""
        return SpielObserver(self.rules, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A game's state: its current position."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = game.rules.first

    def current_player(self) -> int:
        """Return the seat that decides; chance and the end have special numbers."""
        return self.position.player

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal if player == self.position.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that can be dealt, with their probabilities."""
        legal = self.position.legal
        return [(outcome, 1.0 / len(legal)) for outcome in legal]

    def _apply_action(self, action: int) -> None:
        self.position = self.position.after(action)

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002  # the position knows whose it is
        return self.position.say(action)

    def is_terminal(self) -> bool:
        return self.position.player == TERMINAL

    def is_chance_node(self) -> bool:
        """Whether it is the deck's turn."""
        return self.position.player == CHANCE

    def returns(self) -> list[float]:
        """Return winnings by player."""
        return self.position.returns()

    def __str__(self) -> str:
        return str(self.position)


class SpielObserver:
    """Writes a player's view into a tensor, and describes it in words."""

    def __init__(self, rules: SpielRules, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observers of bigslick games take no parameters, found {params}")
        self.rules = rules
        self.private = kind.private_info
        self.shows_public = kind.public_info
        self.recalls = kind.perfect_recall
        pieces = [Piece("player", rules.players)]
        if self.private != pyspiel.PrivateInfoType.NONE:
            pieces += rules.private()
        if self.shows_public:
            pieces += rules.public()
            if self.recalls:
                pieces += rules.history()
        sizes = [int(np.prod(piece.shape, dtype=np.int64)) for piece in pieces]
        self.tensor = np.zeros(sum(sizes), np.float32)
        self.dict = {}
        at = 0
        for piece, size in zip(pieces, sizes, strict=True):
            self.dict[piece.name] = self.tensor[at : at + size].reshape(piece.shape)
            at += size

    def _seen_by(self, player: int) -> list[int]:
        if self.private == pyspiel.PrivateInfoType.NONE:
            return []
        return [player] if self.private == pyspiel.PrivateInfoType.SINGLE_PLAYER else [*range(self.rules.players)]

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        position = state.position
        for seat in self._seen_by(player):
            position.fill_private(seat, self.dict)
        if self.shows_public:
            position.fill_public(self.dict)
            if self.recalls:
                position.fill_history(player if self._seen_by(player) else None, self.dict)

    def string_from(self, state: SpielState, player: int) -> str:
        """Describe the same in words."""
        position = state.position
        words = [position.say_private(seat) for seat in self._seen_by(player)]
        if self.shows_public:
            if self.recalls:
                words.append(position.say_history(player if words else None))
            else:
                words.append(position.say_public())
        return " ".join([f"p{player}", *words]) if words else f"p{player}"
