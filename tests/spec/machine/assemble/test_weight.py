"""How much code each part of the tree becomes."""

from __future__ import annotations

from bigslick.spec import Spec, load_spec
from bigslick.spec.machine.assemble.weight import weight
from tests.spec.conftest import Write
from tests.spec.test_runaway import doubling


def test_more_seats_weigh_more_where_there_are_loops_over_players(s0: Spec) -> None:
    loops = next(macro for macro in s0.macros if macro.name == "betting-round-completion").program.effects
    assert weight(loops, 10) > weight(loops, 2) > 0
    plain = next(macro for macro in s0.macros if macro.name == "deal-community").program.effects
    assert weight(plain, 10) == weight(plain, 2)


def test_macros_that_multiply_are_weighed_at_once(vary: Write) -> None:
    """Each macro calls the next twice, so walking through them would take two to the power of thirty steps."""
    stop = "setVar: { scope: global, var: over, value: true }"
    spec = load_spec(vary((f"- {stop}", "- macro: m0"), ("effectMacros:\n", doubling(30, stop))))
    assert weight(spec.actions[1].run.effects, 4) < 10
