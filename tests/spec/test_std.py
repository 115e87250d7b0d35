"""The bundled documents: S0 plays to the end, and the other games are what they should be."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

import bigslick.spec
from bigslick.spec import Game, GameState, Spec, compiled, load_game
from bigslick.spec.observe import observe
from bigslick.spec.simulate import simulate

STD = Path(bigslick.spec.__file__).parent / "std"
STREETS = {"preflop", "flop", "turn", "river"}


def play_games(spec: Spec, seats: int, games: int) -> Counter[str]:
    """Check that games end with one winner who holds every chip, and no invariant is ever broken."""
    tally = simulate(compiled(spec), seats, games, f"std {seats}")
    assert tally.shared == 0
    assert not tally.violations
    assert len(tally.results) == games
    return tally.decisions


@pytest.mark.parametrize("seats", [2, 3, 6, 10])
def test_s0_games_end_with_one_winner(s0: Spec, seats: int) -> None:
    assert set(play_games(s0, seats, 20)) <= STREETS


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 6, 10])
def test_s0_1_000_games_end_with_one_winner_and_decisions_on_every_street(s0: Spec, seats: int) -> None:
    assert set(play_games(s0, seats, 1000)) == STREETS


def test_s0_decides_on_every_street(s0: Spec) -> None:
    assert set(simulate(compiled(s0), 6, 120, 1).decisions) == STREETS


def test_the_winner_holds_every_chip(s0: Spec) -> None:
    import random

    from bigslick.spec.simulate import GameTally, play_out

    game = compiled(s0)
    for seats in (2, 5, 10):
        state = game.start(seats, 3)
        play_out(game, state, random.Random(3), GameTally(), most_moves=100_000)
        assert state.winners is not None
        [winner] = state.winners
        stacks = state.p[next(var.slot for var in s0.players if var.name == "chipStack")]
        assert stacks == [1000 * seats if seat == winner else 0 for seat in range(seats)]


@pytest.mark.parametrize("cumulative", [True, False])
def test_our_holdem_ends_with_one_winner(cumulative: bool) -> None:
    tally = simulate(load_game("std:holdem"), 6, 40, 1, variables={"cumulative": cumulative})
    assert tally.shared == 0
    assert not tally.violations
    assert set(tally.decisions) == STREETS


@pytest.mark.parametrize("name", ["kuhn", "eights"])
def test_the_small_games_are_small(name: str) -> None:
    assert len((STD / f"{name}.yaml").read_text().splitlines()) < 150


def deal_kuhn(game: Game, cards: tuple[int, ...]) -> GameState:
    """Return the start of Kuhn poker with given cards."""
    state = game.start(2, 1)
    zones = {name: index for index, name in enumerate(game.spec.zone_names())}
    for zone, card in zip(("hand:0", "hand:1", "deck:none"), cards, strict=True):
        state.z[zones[zone]] = [card]
    return state


def test_kuhn_has_54_states_30_ends_and_12_information_sets() -> None:
    """Kuhn 1950: 6 deals of 9 histories each; OpenSpiel counts the same without its chance nodes."""
    game = load_game("std:kuhn")
    states = ends = 0
    informed: set[tuple[object, ...]] = set()
    payoffs: Counter[int] = Counter()

    def walk(state: GameState, history: tuple[str, ...]) -> None:
        nonlocal states, ends
        states += 1
        assert not game.violations(state)
        if state.winners is not None:
            ends += 1
            payoffs[state.p[0][0] - 2] += 1
            return
        seen = observe(game, state, state.active)
        informed.add((state.active, tuple(seen["zones"][f"hand:{state.active}"]["tokens"]), history))
        for move in state.menu:
            following = state.copy()
            game.play(following, move)
            walk(following, (*history, game.describe(move)))

    for cards in permutations(range(3)):
        walk(deal_kuhn(game, cards), ())
    assert (states, ends, len(informed)) == (54, 30, 12)
    assert payoffs == {1: 9, -1: 9, 2: 6, -2: 6}


@pytest.mark.parametrize(
    ("moves", "chips"),
    [("check check", 3), ("bet fold", 3), ("bet call", 4), ("check bet fold", 1), ("check bet call", 4)],
)
def test_kuhn_payoffs_with_the_king(moves: str, chips: int) -> None:
    game = load_game("std:kuhn")
    state = deal_kuhn(game, (2, 0, 1))
    for word in moves.split():
        game.apply(state, game.parse(word))
    assert state.p[0][0] == chips


def test_crazy_eights_follows_suit_rank_or_eight() -> None:
    game = load_game("std:eights")
    state = game.start(4, 2)
    spec = game.spec
    zones = {name: index for index, name in enumerate(spec.zone_names())}
    ranks, suits = spec.tokens.props["rank"], spec.tokens.props["suit"]
    [top] = state.z[zones["discard:none"]]
    hand = state.z[zones["hand:0"]]
    fitting = {card for card in hand if ranks[card] in (8, ranks[top]) or suits[card] == suits[top]}
    assert {move[1] for move in state.menu if len(move) == 3} == fitting
    for card in fitting:
        named = [move[2] for move in state.menu if len(move) == 3 and move[1] == card]
        assert named == ([0, 1, 2, 3] if ranks[card] == 8 else [suits[card]])


def test_crazy_eights_always_ends() -> None:
    for seats in (2, 4, 7):
        tally = simulate(load_game("std:eights"), seats, 30, 1)
        assert tally.games == 30
        assert not tally.violations


def test_the_game_of_the_how_to_page_plays() -> None:
    page = Path(__file__).parents[2] / "docs" / "how-to" / "write-a-game.md"
    tally = simulate(load_game(str(page)), 3, 50, 1)
    assert tally.games == 50
    assert not tally.violations


@pytest.mark.parametrize("stack", [1000, 1500, 40])
def test_s0_chips_are_counted_from_the_text(s0_path: str, tmp_path: Path, stack: int) -> None:
    path = tmp_path / "s0.md"
    path.write_text(Path(s0_path).read_text().replace("var: chipStack, value: 1000", f"var: chipStack, value: {stack}"))
    game = load_game("std:holdem-base", path)
    assert not simulate(game, 3, 2, 1).violations
    state = game.start(3, 1)
    chips = next(var for var in game.spec.players if var.name == "chipStack")
    state.p[chips.slot][0] += 1
    assert game.violations(state) == ["every chip is in a stack or in the pot"]
