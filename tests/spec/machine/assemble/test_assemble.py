"""A game as numbers: none of the document's text, and a machine for each number of seats or the reason why not."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bigslick.spec import Spec, choose, compiled, interpreted, load_spec
from bigslick.spec.machine._machine import COMPILED
from bigslick.spec.machine.assemble import Assembly, Machines, NotAssembled
from tests.spec.conftest import Write

HOSTILE = "__import__('os').system('echo')"


def test_an_assembly_is_made_of_ints_only(s0: Spec) -> None:
    for seats in (2, 10):
        built = Assembly(s0, seats, {})
        assert {type(number) for number in built.code} == {int}
        assert {type(number) for number in built.layout.words} == {int}


def test_hostile_strings_never_come_near_the_machine(vary: Write) -> None:
    """Games that use strings are played by the interpreter."""
    named = f'zone: {{ zoneExpr: {{ concat: ["deck", ":{HOSTILE}"] }} }} }}\n\nturn'
    spec = load_spec(vary(("zone: deck:none }\n\nturn", named)))
    with pytest.raises(NotAssembled, match="it spells the name of a zone"):
        Assembly(spec, 2, {})
    machines = Machines(spec, {}, strict=False)
    assert machines[2] is None
    assert machines.missing == ("it spells the name of a zone" if COMPILED else "bigslick is not compiled here")


def test_a_game_that_is_not_assembled_plays_alike(vary: Write) -> None:
    spelt = 'draw: { from: { zoneExpr: { concat: ["de", "ck:none"] } }, to: hand:actor,'
    spec = load_spec(vary(("draw: { from: deck:none, to: hand:actor,", spelt)))
    quick, plain = compiled(spec), interpreted(spec)
    assert quick.code.machines[3] is None
    one, other = quick.start(3, 1), plain.start(3, 1)
    rng = random.Random(1)
    for _ in range(20):
        assert one == other
        if one.winners is not None:
            break
        move = choose(one.menu, rng)
        quick.play(one, move)
        plain.play(other, move)


@pytest.mark.skipif(not COMPILED, reason="machines are made only where bigslick is compiled")
def test_a_machine_is_made_once_for_each_number_of_seats(s0: Spec) -> None:
    machines = compiled(s0).code.machines
    assert machines[4] is machines[4]
    assert machines[4] is not machines[5]
    assert machines[4].seats == 4  # type: ignore[union-attr]


def test_a_game_that_is_watched_or_interpreted_has_no_machine(s0: Spec) -> None:
    seen: list[int] = []
    game = compiled(s0, watch=lambda state, phase: seen.append(phase))
    game.play(game.start(2, 1), (0,))
    assert len(seen) > 3
    assert interpreted(s0).code.machines[2] is None


def test_two_seats_and_ten_differ_only_in_size(s0: Spec) -> None:
    """Loops over players are unrolled, so more seats mean more code."""
    sizes = [len(Assembly(s0, seats, {}).code) for seats in (2, 6, 10)]
    assert sizes == sorted(sizes)
    assert len({*sizes}) == 3


def test_the_example_of_every_construct_uses_nearly_every_instruction() -> None:
    from tests.spec.machine.test_opcodes import NUMBERS

    spec = load_spec(str(Path(__file__).parents[2] / "everything.yaml"))
    used = {number for seats in (2, 12) for number in Assembly(spec, seats, {}).code[::5]}
    assert {name for name, number in NUMBERS.items() if number not in used} <= {"SCORE", "IF_CELL_FALSE"}
