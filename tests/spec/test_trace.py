"""A trace shows every effect with its line and its values."""

from __future__ import annotations

from bigslick.spec import Spec, Tracer, interpreted, load_spec


def test_a_trace_has_every_effect_with_line_and_values() -> None:
    spec = load_spec("std:kuhn")
    lines: list[str] = []
    game = interpreted(spec, observer=Tracer(spec, lines.append))
    state = game.start(2, 1)
    lines.clear()
    game.apply(state, game.parse("bet"))
    text = "\n".join(" ".join(line.split()) for line in lines)
    assert "pay(seat: activePlayer) [seat = seat 1]" in text
    assert "move 1 from chips[@seat] to pot [chips[seat 1] 0, pot 3]" in text
    assert "the next to decide is $p [seat 2]" in text
    assert "go to answer" in text
    assert all(line.startswith("std:kuhn:") for line in lines)


def test_a_trace_of_s0_shows_bindings_and_tokens(s0: Spec) -> None:
    lines: list[str] = []
    game = interpreted(s0, observer=Tracer(s0, lines.append))
    state = game.start(3, 1)
    for text in ("call", "call", "check"):
        game.apply(state, game.parse(text))
    said = "\n".join(lines)
    assert "draw @count from deck:none to community:none" in said
    assert "post-blind(seat: $small, amount: smallBlind)" in said
    assert "move currentBet - streetBet[actor] from chipStack[actor] to pot" in said


def test_ints_that_are_used_as_seats_count_from_1() -> None:
    spec = load_spec("std:holdem")
    lines: list[str] = []
    game = interpreted(spec, observer=Tracer(spec, lines.append))
    state = game.start(3, 1)
    lines.clear()
    assert state.active == 0
    game.apply(state, game.parse("call"))
    said = "\n".join(" ".join(line.split()) for line in lines)
    assert "[seat = seat 1, amount = 20]" in said
    assert "ask-next(from: activePlayer) [from = seat 1]" in said
    assert "must-answer(seat: $p)) [1 item]" in said
