"""House bots at spec games: they play hold'em, and refuse the rest with a sentence."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bigslick.bots import HouseBot
from bigslick.gateways.document_hands import HoldemTable
from bigslick.spec import Game, SpecError, choose, load_game
from tests.spec.engine import S0_NAME

SPECS = Path(__file__).parents[1] / "spec"


def play(
    game: Game, seats: int, seed: int, most: int, variables: dict[str, int | bool] | None = None
) -> tuple[int, int]:
    """Play house bots and one random player against each other; return all moves, and the bots' moves."""
    table, state, rng = HoldemTable(game), game.start(seats, seed, variables), random.Random(seed)
    bots = [HouseBot(name, seed) for name in ("maniac", "tag", "shark", "caller")]
    stack = next(var.slot for var in game.spec.players if var.name in ("stack", "chipStack"))
    asked = 0
    while state.winners is None and state.moves < most:
        hand = table.hand(state)
        assert [str(card) for card in hand.hole(state.active)] == [
            game.spec.tokens.names[token] for token in state.z[table.hands_at + state.active]
        ]
        assert sum(hand.stacks) + hand.pot == sum(table.stacks)
        assert hand.stacks[state.active] == state.p[stack][state.active]
        if state.active:
            move = table.ask(state, bots[state.active % len(bots)])
            asked += 1
        else:
            move = choose(state.menu, rng)
        table.follow(state, move)
        game.apply(state, move)
    return state.moves, asked


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_house_bots_play_s0(shared: Path, seats: int) -> None:
    game = load_game("std:holdem-base", shared / S0_NAME)
    assert play(game, seats, 1, 150)[1] > 10


@pytest.mark.parametrize(
    ("name", "variables"),
    [("std:holdem", {}), ("std:holdem", {"potLimit": True}), (SPECS / "fixed-limit.yaml", {})],
    ids=["no limit", "pot limit", "fixed limit"],
)
def test_house_bots_play_our_holdem_under_every_limit(name: str | Path, variables: dict[str, int | bool]) -> None:
    assert play(load_game(name), 4, 2, 150, variables)[1] > 10


@pytest.mark.parametrize("name", ["leduc", "short-deck", "five-card-draw", "eights", "kuhn"])
def test_other_games_are_refused_with_a_sentence(name: str) -> None:
    with pytest.raises(SpecError, match=r"is not hold'em: it.*; bots that think play hold'em, --against search"):
        HoldemTable(load_game(f"std:{name}"))
