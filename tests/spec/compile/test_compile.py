"""Generated code: what may stand in it, where its errors point, and what stops it."""

from __future__ import annotations

import ast
import traceback

import pytest

from bigslick.spec import BadSpec, RunError, Spec, compiled, interpreted, load_spec
from bigslick.spec.compile import Compiled
from tests.spec.conftest import Write

HOSTILE = "__import__('os').system('echo')"


def test_no_text_of_the_user_reaches_the_code_but_checked_names(vary: Write) -> None:
    """A string is only ever a literal, and names that are not plain words are refused before any code is written."""
    path = vary(("zone: deck:none }\n\nturn", f'zone: {{ zoneExpr: {{ concat: ["deck", ":{HOSTILE}"] }} }} }}\n\nturn'))
    built = Compiled(load_spec(path))
    strings = []
    for node in ast.walk(ast.parse(built.source())):
        assert not isinstance(node, ast.Import | ast.ImportFrom | ast.Attribute) or (
            isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("S", "found")
        )
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            strings.append(node.value)
        if isinstance(node, ast.Name):
            assert node.id.isidentifier()
            assert "import" not in node.id
    assert f":{HOSTILE}" in strings
    for name in (HOSTILE, "a b", "x;y", "1x", "x\\n", "é", "x" * 80):
        with pytest.raises(BadSpec):
            load_spec(vary(("name: over,", f'name: "{name}",')))


def test_the_code_sees_no_builtins_but_five(s0: Spec) -> None:
    names = Compiled(s0).namespace["__builtins__"]
    assert set(names) == {"len", "range", "min", "max", "sum"}


def test_a_traceback_shows_the_lines_of_the_spec(vary: Write) -> None:
    halved = "amount: { op: /, left: { param: amount }, right: { ref: gvar, var: pot } }"
    path = vary(("amount: { param: amount }", halved))
    spec = load_spec(path)
    for game in (compiled(spec), interpreted(spec)):
        state = game.start(2, 1)
        with pytest.raises(RunError, match="division by 0") as caught:
            game.play(state, (0, 3))
        assert [place.line for place in caught.value.places] == [54, 38]
        assert "transferVar" in str(caught.value)
    act = Compiled(spec).code.act[0]
    try:
        act(compiled(spec).start(2, 1), 3)
    except Exception as error:
        shown = "".join(traceback.format_exception(error))
        assert f'File "{path}", line 38' in shown
        assert f'File "{path}", line 54' in shown


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
    """A game whose move `stop` takes 10^16 steps."""
    inner = "setVar: { scope: global, var: over, value: true }"
    loop = inner
    for depth in range(4):
        over = "{ query: intsInRange, min: 1, max: 9999 }"
        loop = f"forEach: {{ bind: $x{depth}, over: {over}, effects: [{{ {loop} }}] }}"
    return load_spec(vary((f"- {inner}", f"- {loop}")))


def test_a_program_that_would_never_end_is_an_error(vary: Write) -> None:
    spec = endless(vary)
    game = compiled(spec)
    with pytest.raises(RunError, match="more than 10,000,000 steps in one program"):
        game.play(game.start(2, 1), (1,))


def test_check_and_compile_are_repeatable(s0: Spec, s0_path: str) -> None:
    assert Compiled(s0).source() == Compiled(load_spec("std:holdem-base", s0_path)).source()


def doubling(count: int, effect: str) -> str:
    """Macros of which each calls the next twice: few lines, and two to the power of `count` effects."""
    macros = "effectMacros:\n"
    for number in range(count):
        body = (
            f"[{{ macro: m{number + 1} }}, {{ macro: m{number + 1} }}]" if number + 1 < count else f"[{{ {effect} }}]"
        )
        macros += f"  - {{ id: m{number}, params: [], exports: [], effects: {body} }}\n"
    return macros


@pytest.mark.parametrize("make", [compiled, interpreted])
def test_macros_that_multiply_are_stopped(vary: Write, make: object) -> None:
    stop = "setVar: { scope: global, var: over, value: true }"
    path = vary((f"- {stop}", "- macro: m0"), ("effectMacros:\n", doubling(30, stop)))
    game = make(load_spec(path))  # type: ignore[operator]
    if make is compiled:
        with pytest.raises(RunError, match="more than 10,000,000 steps in one program"):
            game.play(game.start(2, 1), (1,))


def doubled_conditions(vary: Write) -> Spec:
    """A game with condition macros of which each calls the next twice."""
    macros = "conditionMacros:\n"
    for number in range(30):
        call = f"{{ conditionMacro: c{number + 1}, args: {{}} }}" if number < 29 else "{ ref: gvar, var: over }"
        macros += f"  - {{ id: c{number}, params: [], condition: {{ op: or, args: [{call}, {call}] }} }}\n"
    path = vary(
        ("when: { ref: gvar, var: over }", "when: { conditionMacro: c0, args: {} }"),
        ("effectMacros:\n", macros + "effectMacros:\n"),
    )
    return load_spec(path)


def test_conditions_that_multiply_are_stopped(vary: Write) -> None:
    game = compiled(doubled_conditions(vary))
    with pytest.raises(RunError, match="more than 10,000,000 steps in one program"):
        game.start(2, 1)


def test_what_python_cannot_nest_is_refused(vary: Write) -> None:
    loop = "setVar: { scope: global, var: over, value: true }"
    inner = loop
    for depth in range(25):
        loop = f"forEach: {{ bind: $x{depth}, over: {{ query: players }}, effects: [{{ {loop} }}] }}"
    with pytest.raises(BadSpec, match="nested too deeply to be compiled"):
        compiled(load_spec(vary((f"- {inner}", f"- {loop}"))))
