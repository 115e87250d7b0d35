"""Values that are known at assembly cost nothing during play."""

from __future__ import annotations

from bigslick.spec import Spec
from bigslick.spec.expressions import Aggregate, Arithmetic, Compare, Literal, Players
from bigslick.spec.kinds import BOOL, INT
from bigslick.spec.machine import opcodes
from bigslick.spec.machine.assemble import Assembly
from bigslick.spec.machine.assemble.effects import Effects
from bigslick.spec.machine.assemble.layout import Layout
from bigslick.spec.machine.assemble.writer import Label
from tests.spec.conftest import Write
from tests.spec.test_runaway import doubled_conditions


def written(spec: Spec, seats: int) -> Effects:
    return Effects(spec, Layout(spec, seats), {}, strict=False)


def test_the_number_of_seats_is_a_constant_and_decides_at_once(s0: Spec) -> None:
    place = s0.setup.place
    count = Aggregate(place, INT, "count", Players(place, INT, None), None, None)
    test = Compare(place, BOOL, "==", count, Literal(place, INT, 2))
    heads_up, ring = written(s0, 2), written(s0, 6)
    heads_up.go_if(test, True, Label())
    ring.go_if(test, True, Label())
    assert heads_up.code[0] == opcodes.GOTO
    assert ring.code == []


def test_sums_of_constants_are_constants(s0: Spec) -> None:
    place = s0.setup.place
    writer = written(s0, 2)
    total = Arithmetic(place, INT, "-", Literal(place, INT, 2), Literal(place, INT, 5))
    assert writer.layout.known(writer.value(total)) == -3
    assert writer.code == []


def test_conditions_that_multiply_become_little_code(vary: Write) -> None:
    """Large macros are called, not inlined, so two to the power of thirty conditions need only a few words."""
    assert len(Assembly(doubled_conditions(vary), 2, {}).code) < 5 * 2_000
