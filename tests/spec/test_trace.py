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
