"""Trace, why, coverage, observation and words: the tools that look through the interpreter."""

from __future__ import annotations

import pytest

from bigslick.spec import Spec, compiled, interpreted, load_game, load_spec
from bigslick.spec.coverage import measure
from bigslick.spec.observe import observe
from bigslick.spec.trace import Tracer
from bigslick.spec.why import why_not

from .engine import S0_NAME

UNREACHABLE = {
    78: "a hand starts with two live players or more: with one left the game is over, and nobody has folded yet",
}
"""The lines of S0 that no game can reach, and why."""


def test_every_line_of_s0_that_can_be_reached_is_reached(s0: Spec) -> None:
    coverage, tally = measure(s0, [2, 3, 6, 10], 24, 15)
    assert not tally.violations
    [document] = [part for part in coverage.report() if part.source.name.endswith(S0_NAME)]
    assert document.lines == 249
    assert {missed.line for missed in document.missed} == set(UNREACHABLE)
    [missed] = document.missed
    assert "the condition in line 76, live-hands-at-most-one(), was never true in" in missed.reason
    [base] = [part for part in coverage.report() if part.source.name == "std:holdem-base"]
    assert base.reached == base.lines


def test_coverage_names_the_branch_that_was_never_taken() -> None:
    coverage, _ = measure(load_spec("std:kuhn"), [2], 1, 1)
    [part] = coverage.report()
    assert part.reached < part.lines
    assert all(missed.reason for missed in part.missed)


def test_a_trace_has_every_effect_with_line_and_values() -> None:
    spec = load_spec("std:kuhn")
    lines: list[str] = []
    game = interpreted(spec, observer=Tracer(spec, lines.append))
    state = game.start(2, 1)
    lines.clear()
    game.apply(state, game.parse("bet"))
    text = "\n".join(" ".join(line.split()) for line in lines)
    assert "pay(seat: actor) [seat = 0]" in text
    assert "move 1 from chips[seat] to pot [chips[seat 0] 0, pot 3]" in text
    assert "the next to decide is $p [seat 1]" in text
    assert "go to answer" in text
    assert all(line.startswith("std:kuhn:") for line in lines)


def test_a_trace_of_s0_shows_bindings_and_tokens(s0: Spec) -> None:
    lines: list[str] = []
    game = interpreted(s0, observer=Tracer(s0, lines.append))
    state = game.start(3, 1)
    for text in ("call", "call", "check"):
        game.apply(state, game.parse(text))
    said = "\n".join(lines)
    assert "draw count from deck:none to community:none" in said
    assert "post-blind(seat: $small, amount: smallBlind)" in said
    assert "move (currentBet - streetBet[actor]) from chipStack[actor] to pot" in said


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
    with pytest.raises(ValueError, match="did you mean 'raise'"):
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
    assert [reason.place.source.name for reason in reasons] == ["std:holdem"] * len(reasons)
    assert "(bet[actor] + stack[actor]) > price does not hold" in [reason.text for reason in reasons]


def test_players_see_their_own_cards_and_what_is_public(s0: Spec) -> None:
    game = compiled(s0)
    state = game.start(3, 1)
    for seat in (0, 1, 2, None):
        seen = observe(game, state, seat)
        assert "hand:3" not in seen["zones"]
        assert seen["zones"]["deck:none"] == {"count": 46, "tokens": None}
        for other in range(3):
            zone = seen["zones"][f"hand:{other}"]
            assert zone["count"] == 2
            assert (zone["tokens"] is not None) == (other == seat)
        assert bool(seen["moves"]) == (seat == state.active)


def test_reveal_and_conceal_change_what_is_seen() -> None:
    game = load_game("std:kuhn")
    state = game.start(2, 1)
    zone = game.spec.zone_names().index("hand:0")
    assert observe(game, state, 1)["zones"]["hand:0"]["tokens"] is None
    state.grants[zone] = 0b11
    for seat in (1, None):
        assert observe(game, state, seat)["zones"]["hand:0"]["tokens"] is not None


def test_spec_language_1_7_no_decision_sees_another_hand(s0: Spec) -> None:
    """Reveals of a showdown are taken back before the next hand is dealt, and kept on record by card."""
    import random

    from bigslick.spec.simulate import choose

    game = compiled(s0)
    state = game.start(4, 9)
    rng = random.Random(9)
    shown = 0
    while state.winners is None:
        assert not any(state.grants)
        game.play(state, choose(state.menu, rng))
        shown += len(state.reveals)
    assert shown
