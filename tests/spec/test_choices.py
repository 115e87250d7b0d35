"""Choosing several cards in one move: every combination is a move, in both runners, and too many are refused."""

from __future__ import annotations

from math import comb
from pathlib import Path

import pytest

from bigslick.spec import BadSpec, Game, GameState, IllegalMove, RunError, SpecError, compiled, interpreted, load_spec
from bigslick.spec.why import why_not

GAME = (Path(__file__).parent / "swap.yaml").read_text()


def game_of(tmp_path: Path, text: str = GAME, runner: object = compiled) -> Game:
    path = tmp_path / "swap.yaml"
    path.write_text(text)
    return runner(load_spec(path))  # type: ignore[operator, no-any-return]


def started(game: Game, **variables: int) -> GameState:
    return game.start(2, 1, variables)


def test_every_combination_is_a_move(tmp_path: Path) -> None:
    game = game_of(tmp_path)
    state = started(game)
    swaps = [game.describe(move) for move in state.menu if move[0] == 0]
    assert len(swaps) == sum(size * comb(5, size) for size in (1, 2, 3))
    assert swaps[0].split()[0] == "swap"
    assert {len(text.split()[1].split(",")) for text in swaps} == {1, 2, 3}
    assert [game.describe(move) for move in state.menu if move[0] == 1] == [
        "point none", "point 0", "point 1", "point 0,1",
    ]  # fmt: skip


def test_a_move_reads_back_from_its_text(tmp_path: Path) -> None:
    game = game_of(tmp_path)
    for move in started(game).menu:
        assert game.parse(game.describe(move)) == move


def test_both_runners_list_and_play_the_same(tmp_path: Path) -> None:
    quick, plain = game_of(tmp_path), game_of(tmp_path, runner=interpreted)
    one, other = started(quick), started(plain)
    assert one.menu == other.menu
    for move in one.menu:
        left, right = one.copy(), other.copy()
        quick.play(left, move)
        plain.play(right, move)
        assert left == right


def test_the_chosen_cards_move_and_the_order_of_the_words_does_not_matter(tmp_path: Path) -> None:
    game = game_of(tmp_path)
    state = started(game)
    hand = {name: number for number, name in enumerate(game.spec.zone_names())}["hand:0"]
    names = [game.spec.tokens.names[token] for token in state.z[hand]]
    game.apply(state, game.parse(f"swap {names[2]},{names[0]} {names[0]}"))
    assert [game.spec.tokens.names[token] for token in state.z[hand]] == [*names[:2], *names[3:]]


@pytest.mark.parametrize("text", ["swap none A", "swap A,B,C,D A", "swap T A", "swap A B", "point 0,1,2"])
def test_other_choices_are_not_legal(tmp_path: Path, text: str) -> None:
    game = game_of(tmp_path)
    state = started(game)
    before = state.digest()
    with pytest.raises((IllegalMove, SpecError)):
        game.apply(state, game.parse(text))
    assert state.digest() == before


def test_words_that_are_no_choice_get_a_sentence(tmp_path: Path) -> None:
    game = game_of(tmp_path)
    for text in ("swap A,A A", "swap A,ZZ A", "swap 999999 A", "point -1"):
        with pytest.raises(SpecError, match=r"is not a (choice|value) for"):
            game.parse(text)


def test_why_reads_a_choice(tmp_path: Path) -> None:
    game = game_of(tmp_path)
    state = started(game)
    names = game.spec.tokens.names
    mine = state.z[1]
    move = game.parse(f"swap {names[mine[0]]},{names[mine[1]]} {names[mine[2]]}")
    [reason] = why_not(game, state, "swap", move[1:])
    assert "is not a value of '$keep'" in reason.text


@pytest.mark.parametrize("runner", [compiled, interpreted])
def test_too_many_combinations_are_refused_with_their_number(tmp_path: Path, runner: object) -> None:
    text = GAME.replace("hand:actor }, choose", "deck:none }, choose")
    text = text.replace("to: 20, names: ABCDEFGHIJKLMNOPQRST", "to: 30")
    game = game_of(tmp_path, text, runner)
    with pytest.raises(RunError, match=r"a choice of 1 to 5 from 20 has 21,699 combinations, more than 10,000"):
        game.start(2, 1, {"most": 5})


def test_only_tokens_and_players_are_chosen_by_the_handful(tmp_path: Path) -> None:
    with pytest.raises(BadSpec, match="a domain of tokens or players"):
        game_of(tmp_path, GAME.replace("domain: { query: players }", "domain: { query: intsInRange, min: 1, max: 3 }"))
