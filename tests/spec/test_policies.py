"""How moves are chosen: by weight or by a bot, with a sentence for any answer that is not a legal move."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from bigslick.spec import (
    Game,
    GameState,
    IllegalMove,
    SpecError,
    WrongKind,
    at_random,
    by_bot,
    by_search,
    choose,
    load_game,
    simulate,
    weighted,
)  # fmt: skip
from bigslick.spec.policies import imagined


@pytest.fixture(scope="module")
def kuhn() -> Game:
    return load_game("std:kuhn")


def test_weights_are_kept(kuhn: Game) -> None:
    policy = weighted(kuhn, {"bet": 3})
    state = kuhn.start(2, 1)
    rng = random.Random(1)
    taken = Counter(kuhn.describe(policy(kuhn, state, rng)) for _ in range(4000))
    assert 0.72 < taken["bet"] / 4000 < 0.78


def test_an_action_of_weight_0_is_taken_only_alone(kuhn: Game) -> None:
    policy = weighted(kuhn, {"check": 0, "fold": 0, "call": 0})
    state = kuhn.start(2, 1)
    rng = random.Random(1)
    assert {kuhn.describe(policy(kuhn, state, rng)) for _ in range(50)} == {"bet"}
    kuhn.apply(state, kuhn.parse("bet"))
    assert {kuhn.describe(policy(kuhn, state, rng)) for _ in range(50)} == {"fold", "call"}


def test_amounts_of_one_action_are_equally_likely() -> None:
    game = load_game("std:holdem")
    policy = weighted(game, {"fold": 0, "call": 0})
    state = game.start(3, 1)
    rng = random.Random(1)
    amounts = {policy(game, state, rng)[1] for _ in range(300)}
    assert amounts == {move[1] for move in state.menu if len(move) == 2}


def test_weights_that_cannot_be_are_refused(kuhn: Game) -> None:
    with pytest.raises(SpecError, match=r"there is no action 'chek' to weigh; did you mean 'check'\?"):
        weighted(kuhn, {"chek": 1})
    for weight in (-1, 1.5, True, 10**7, None):
        with pytest.raises(SpecError, match="expected a weight from 0"):
            weighted(kuhn, {"check": weight})  # type: ignore[dict-item]


def test_a_bot_sees_what_its_seat_sees_and_wins_with_it(kuhn: Game) -> None:
    """Betting and calling with the king, checking and folding without it, beats random play."""

    def king(seen: dict[str, Any]) -> str:
        [card] = seen["zones"][f"hand:{seen['player']}"]["tokens"]
        other = seen["zones"][f"hand:{1 - seen['player']}"]["tokens"]
        assert other is None
        wanted = ("bet", "call") if card == "K" else ("check", "fold")
        return next(str(move) for move in seen["moves"] if move in wanted)

    tally = simulate(kuhn, 2, 400, 1, policies=[by_bot(king, "king"), at_random])
    rate, low, high = tally.win_rate(0)
    assert tally.games == 400
    assert low < rate < high
    assert tally.results != simulate(kuhn, 2, 400, 1).results


@pytest.mark.parametrize("answer", ["dance", "call", "bet 3", ""])
def test_a_bot_that_says_nonsense_is_named(kuhn: Game, answer: str) -> None:
    with pytest.raises(IllegalMove, match=r"seat 1 \(mine\) answered"):
        simulate(kuhn, 2, 1, 1, policies=[by_bot(lambda _: answer, "mine")] * 2)


@pytest.mark.parametrize("answer", [None, 3, (1,), b"bet"])
def test_a_bot_answers_with_text(kuhn: Game, answer: Any) -> None:
    with pytest.raises(WrongKind, match="expected a move as text, such as 'check'"):
        simulate(kuhn, 2, 1, 1, policies=[by_bot(lambda _: answer, "mine")] * 2)


def test_a_bot_that_fails_is_named(kuhn: Game) -> None:
    with pytest.raises(SpecError, match=r"seat 1 \(mine\) failed: KeyError: 'cards'"):
        simulate(kuhn, 2, 1, 1, policies=[by_bot(lambda seen: str(seen["cards"]), "mine")] * 2)


@pytest.mark.parametrize("menu", [None, 3, [], "", [3], [None], [()], {}, object()])
def test_what_is_no_menu_gets_a_sentence(menu: Any) -> None:
    with pytest.raises(SpecError, match=r"is not a menu|there is no move to choose"):
        choose(menu, random.Random(1))


def test_what_is_no_random_gets_a_sentence(kuhn: Game) -> None:
    for rng in (None, 3, object()):
        with pytest.raises(WrongKind, match=r"is not a random\.Random"):
            choose(kuhn.start(2, 1).menu, rng)  # type: ignore[arg-type]


def test_a_policy_is_a_function(kuhn: Game) -> None:
    with pytest.raises(WrongKind, match="is not a bot"):
        by_bot("bet", "mine")  # type: ignore[arg-type]
    for policies in ([at_random], [], at_random, "ab"):
        with pytest.raises(SpecError, match="expected one for each of the 2 seats"):
            simulate(kuhn, 2, 1, 1, policies=policies)  # type: ignore[arg-type]


HOSTILE: list[Any] = [None, 3, "check", [0], (0.0,), ("check",), {}, object(), (True, None)]


@pytest.mark.parametrize("move", HOSTILE)
def test_play_apply_and_legal_refuse_what_is_no_move(kuhn: Game, move: Any) -> None:
    state = kuhn.start(2, 1)
    before = state.digest()
    for call in (kuhn.play, kuhn.apply, kuhn.legal):
        with pytest.raises(WrongKind, match="is not a move: expected one of"):
            call(state, move)
    assert state.digest() == before


@pytest.mark.parametrize("move", [(), (9,), (-1,), (0, 1), (2,), (10**30,)])
def test_play_refuses_a_move_that_is_not_legal(kuhn: Game, move: tuple[int, ...]) -> None:
    state = kuhn.start(2, 1)
    before = state.digest()
    with pytest.raises(IllegalMove, match="is not legal now; you may check or bet"):
        kuhn.play(state, move)
    assert state.digest() == before


@pytest.mark.parametrize("state", [None, 3, "state", [], object()])
def test_what_is_no_state_gets_a_sentence(kuhn: Game, state: Any) -> None:
    for call in (kuhn.play, kuhn.apply, kuhn.legal):
        with pytest.raises(WrongKind, match="is not a state of a game"):
            call(state, (0,))
    for read in (kuhn.moves, kuhn.violations):
        with pytest.raises(WrongKind, match="is not a state of a game"):
            read(state)


def test_a_game_that_is_over_has_no_moves(kuhn: Game) -> None:
    state: GameState = kuhn.start(2, 1)
    kuhn.play(state, kuhn.parse("bet"))
    kuhn.play(state, kuhn.parse("fold"))
    with pytest.raises(IllegalMove, match="check is not legal now: the game is over"):
        kuhn.play(state, kuhn.parse("check"))


def test_a_search_does_better_than_chance_and_sees_nothing_hidden() -> None:
    game = load_game("std:kuhn")
    tally = simulate(game, 2, 120, 3, policies=[by_search(40), at_random])
    assert tally.winners[0] > 75
    state = game.start(2, 1)
    mine = game.spec.zone_names().index("hand:0")
    for number in range(10):
        twin = imagined(game, state, 0, random.Random(number))
        assert twin.z[mine] == state.z[mine]
        assert sorted(token for zone in twin.z for token in zone) == [0, 1, 2]
    with pytest.raises(SpecError, match="playouts=0"):
        by_search(0)
