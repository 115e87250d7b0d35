"""Why an action is not legal: the clause, its values and its line."""

from __future__ import annotations

import pytest

from bigslick.spec import Spec, SpecError, compiled, load_game, why_not


def test_why_names_the_clause_with_its_values_and_line(s0: Spec) -> None:
    game = compiled(s0)
    state = game.start(3, 1)
    [reason] = why_not(game, state, "check")
    assert reason.place.line == 288
    assert reason.text == "streetBet[actor] == currentBet does not hold"
    assert dict(reason.values) == {"streetBet[actor]": 0, "currentBet": 20}
    assert not why_not(game, state, "call")
    [reason] = why_not(game, state, "raise", (39,))
    assert (reason.text, dict(reason.values)) == ("39 is not a value of 'raiseAmount'", {"min": 40, "max": 1000})
    assert not why_not(game, state, "raise", (40,))
    with pytest.raises(SpecError, match="did you mean 'raise'"):
        why_not(game, state, "raze")


def test_why_names_the_phase_and_the_end() -> None:
    game = load_game("std:kuhn")
    state = game.start(2, 1)
    [reason] = why_not(game, state, "call")
    assert reason.text == "the phase is 'open', and 'call' belongs to answer"
    for word in ("check", "check"):
        game.apply(state, game.parse(word))
    assert why_not(game, state, "check")[0].text == "the game is over"


def test_why_looks_into_condition_macros() -> None:
    game = load_game("std:holdem")
    state = game.start(2, 1)
    game.apply(state, game.parse("raise 1000"))
    reasons = why_not(game, state, "raise")
    assert [reason.place.source.name for reason in reasons] == ["std:betting"] * len(reasons)
    assert "bet[actor] + stack[actor] > price does not hold" in [reason.text for reason in reasons]
