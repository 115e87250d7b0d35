"""Games that would never end are stopped, and errors point into the spec."""

from __future__ import annotations

import pytest

from bigslick.spec import RunError, Spec, compiled, interpret, interpreted, load_spec
from tests.spec.conftest import Write


@pytest.fixture
def small_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """The interpreter takes some seconds for its ten million steps."""
    monkeypatch.setattr(interpret, "BUDGET", 100_000)


def test_an_error_names_the_lines_of_the_spec(vary: Write) -> None:
    halved = "amount: { op: /, left: { param: amount }, right: { ref: gvar, var: pot } }"
    spec = load_spec(vary(("amount: { param: amount }", halved)))
    for game in (compiled(spec), interpreted(spec)):
        state = game.start(2, 1)
        with pytest.raises(RunError, match="division by 0") as caught:
            game.play(state, (0, 3))
        assert [place.line for place in caught.value.places] == [54, 38]
        assert "transferVar" in str(caught.value)


def test_an_error_in_a_condition_names_its_line(vary: Write) -> None:
    divided = "when: { op: '>', left: { op: /, left: 1, right: { ref: gvar, var: pot } }, right: 2 }"
    spec = load_spec(vary(("when: { ref: gvar, var: over }", divided)))
    with pytest.raises(RunError, match=r"division by 0\n  at .*when:"):
        compiled(spec).start(2, 1)


def test_strict_games_refuse_what_others_cut(vary: Write) -> None:
    path = vary(("delta: { ref: binding, name: $paid }", "delta: 1000"))
    spec = load_spec(path)
    for make in (compiled, interpreted):
        state = make(spec).start(2, 1)
        make(spec).play(state, (0, 1))
        assert state.g[0] == 100
        with pytest.raises(RunError, match="1001 is out of the range of 'pot', 0 to 100"):
            make(spec, strict=True).play(make(spec).start(2, 1), (0, 1))


def endless(vary: Write) -> Spec:
    """Return a game in which the move `stop` takes 10^16 steps."""
    inner = "setVar: { scope: global, var: over, value: true }"
    loop = inner
    for depth in range(4):
        over = "{ query: intsInRange, min: 1, max: 9999 }"
        loop = f"forEach: {{ bind: $x{depth}, over: {over}, effects: [{{ {loop} }}] }}"
    return load_spec(vary((f"- {inner}", f"- {loop}")))


@pytest.mark.usefixtures("small_budget")
def test_a_program_that_would_never_end_is_an_error(vary: Write) -> None:
    spec = endless(vary)
    game = compiled(spec)
    with pytest.raises(RunError, match="more than 100,000 steps in one program"):
        game.play(game.start(2, 1), (1,))


def doubling(count: int, effect: str) -> str:
    """Return macros that each call the next twice: few lines, and two to the power of `count` effects."""
    macros = "effectMacros:\n"
    for number in range(count):
        body = (
            f"[{{ macro: m{number + 1} }}, {{ macro: m{number + 1} }}]" if number + 1 < count else f"[{{ {effect} }}]"
        )
        macros += f"  - {{ id: m{number}, params: [], exports: [], effects: {body} }}\n"
    return macros


@pytest.mark.usefixtures("small_budget")
def test_macros_that_multiply_are_stopped(vary: Write) -> None:
    stop = "setVar: { scope: global, var: over, value: true }"
    path = vary((f"- {stop}", "- macro: m0"), ("effectMacros:\n", doubling(30, stop)))
    game = compiled(load_spec(path))
    with pytest.raises(RunError, match="more than 100,000 steps in one program"):
        game.play(game.start(2, 1), (1,))


def doubled_conditions(vary: Write) -> Spec:
    """Return a game with condition macros that each call the next twice."""
    macros = "conditionMacros:\n"
    for number in range(30):
        call = f"{{ conditionMacro: c{number + 1}, args: {{}} }}" if number < 29 else "{ ref: gvar, var: over }"
        macros += f"  - {{ id: c{number}, params: [], condition: {{ op: or, args: [{call}, {call}] }} }}\n"
    path = vary(
        ("when: { ref: gvar, var: over }", "when: { conditionMacro: c0, args: {} }"),
        ("effectMacros:\n", macros + "effectMacros:\n"),
    )
    return load_spec(path)


@pytest.mark.usefixtures("small_budget")
def test_conditions_that_multiply_are_stopped(vary: Write) -> None:
    game = compiled(doubled_conditions(vary))
    with pytest.raises(RunError, match="more than 100,000 steps in one program"):
        game.start(2, 1)


def test_loops_may_nest_as_deeply_as_they_like(vary: Write) -> None:
    loop = inner = "setVar: { scope: global, var: over, value: true }"
    for depth in range(25):
        loop = (
            f"forEach: {{ bind: $x{depth}, over: {{ query: intsInRange, min: 1, max: 1 }}, effects: [{{ {loop} }}] }}"
        )
    game = compiled(load_spec(vary((f"- {inner}", f"- {loop}"))))
    state = game.start(2, 1)
    game.play(state, (1,))
    assert state.winners is not None
