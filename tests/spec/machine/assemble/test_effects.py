"""Effects: a machine gives up where it must leave the move to the interpreter."""

from __future__ import annotations

import pytest

from bigslick.spec import Spec, load_spec
from bigslick.spec.machine import opcodes
from bigslick.spec.machine.assemble import Assembly
from bigslick.spec.machine.assemble.effects import Effects
from bigslick.spec.machine.assemble.layout import Layout, NotAssembled
from bigslick.spec.tree import Effect
from tests.spec.conftest import Write
from tests.spec.machine.machines import game_with_machines, machine_for
from tests.spec.test_runaway import endless


class Unheard(Effect):
    """An effect that a later version of the language might add."""


def test_an_effect_that_is_not_known_is_not_assembled(s0: Spec) -> None:
    with pytest.raises(NotAssembled, match="it has a Unheard"):
        Effects(s0, Layout(s0, 2), {}, strict=False).effect(Unheard(s0.setup.place))


def test_a_strict_game_checks_where_others_cut(vary: Write) -> None:
    spec = load_spec(vary(("delta: { ref: binding, name: $paid }", "delta: 1000")))
    usual, strict = Assembly(spec, 2, {}).code[::5], Assembly(spec, 2, {}, strict=True).code[::5]
    assert opcodes.CLAMP in usual
    assert opcodes.CLAMP not in strict
    state = game_with_machines(spec).start(2, 1)
    assert not machine_for(spec, 2, strict=True).play(state.copy(), (0, 1))
    assert machine_for(spec, 2).play(state, (0, 1))
    assert state.g[0] == 100


def test_macros_are_written_once(s0: Spec) -> None:
    """Every call goes to the same address, and each macro has one return."""
    code = Assembly(s0, 2, {}).code
    targets = {code[at + 4] for at in range(0, len(code), 5) if code[at] == opcodes.CALL}
    calls = sum(number == opcodes.CALL for number in code[::5])
    returns = sum(number == opcodes.RETURN for number in code[::5])
    assert len(targets) == returns < calls


def test_a_program_that_would_never_end_is_given_up(vary: Write) -> None:
    spec = endless(vary)
    state = game_with_machines(spec).start(2, 1)
    assert not machine_for(spec, 2).play(state, (1,))
