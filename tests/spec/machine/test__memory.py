"""The instructions: their numbers, and arithmetic as the interpreter does it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import bigslick.spec
from bigslick.spec import GameState, RunError, Spec, interpreted, load_spec
from bigslick.spec.machine import _memory
from bigslick.spec.machine.assemble import Assembly
from bigslick.spec.state import shuffle

from .machines import game_with_machines, machine_for
from .test_opcodes import NUMBERS

SOURCE = Path(bigslick.spec.__file__).parent / "machine" / "_memory.py"
OPERATIONS = ["+", "-", "*", "/", "floorDiv", "ceilDiv", "mod", "min", "max"]
TESTS = ["==", "!=", "<", "<=", ">", ">="]


def test_the_numbers_written_out_are_those_of_the_instructions() -> None:
    written = re.findall(r"if op == (\d+):  # (\w+)", SOURCE.read_text())
    assert {name: int(number) for number, name in written} == NUMBERS
    assert len(written) == len(NUMBERS)


def counting(tmp_path: Path) -> Spec:
    """Return a game with one move that applies every operation and comparison to two variables."""
    sides = "left: { ref: gvar, var: a }, right: { ref: gvar, var: b }"
    limits = "min: -9000000000000000, max: 9000000000000000"
    variables = "".join(f"  - {{ name: {name}, type: int, init: 1, {limits} }}\n" for name in "ab")
    variables += "".join(
        f"  - {{ name: r{number}, type: int, init: 0, {limits} }}\n" for number in range(len(OPERATIONS))
    )
    variables += "".join(f"  - {{ name: t{number}, type: boolean, init: false }}\n" for number in range(len(TESTS)))
    effects = "".join(
        f"      - setVar: {{ scope: global, var: r{number}, value: {{ op: '{name}', {sides} }} }}\n"
        for number, name in enumerate(OPERATIONS)
    )
    effects += "".join(
        f"      - setVar: {{ scope: global, var: t{number}, value: {{ op: '{name}', {sides} }} }}\n"
        for number, name in enumerate(TESTS)
    )
    path = tmp_path / "counting.yaml"
    path.write_text(
        "metadata: { id: counting, players: { min: 2, max: 2 } }\n"
        f"globalVars:\n{variables}"
        "zones: [{ id: deck, owner: none, visibility: hidden }]\n"
        "tokens: [{ id: card, zone: deck:none, props: [{ name: rank, from: 1, to: 3 }] }]\n"
        "turnStructure: { phases: [{ id: only }] }\n"
        "actions:\n  - id: go\n    actor: active\n    executor: actor\n    phase: [only]\n"
        f"    effects:\n{effects}"
        "terminal: [{ when: false, result: draw }]\n"
    )
    return load_spec(str(path))


def test_arithmetic_is_that_of_the_interpreter(tmp_path: Path) -> None:
    spec = counting(tmp_path)
    quick, plain = game_with_machines(spec), interpreted(spec)
    rng = random.Random(8)
    numbers = [0, 1, -1, 2, -2, 3, 2**26, -(2**27), 94_906_265, 94_906_266, 2**52, -(9 * 10**15)]
    pairs = [(a, b) for a in numbers for b in numbers]
    pairs += [(rng.randint(-(10**4), 10**4), rng.randint(-50, 50)) for _ in range(400)]
    faults = 0
    for a, b in pairs:
        outcomes = []
        for game in (quick, plain):
            state = game.start(2, 1)
            state.g[0], state.g[1] = a, b
            try:
                game.play(state, (0,))
                outcomes.append(state.key())
            except RunError as error:
                faults += 1
                outcomes.append((error.message, state.key()))
        assert outcomes[0] == outcomes[1], (a, b)
    assert faults > 20


def test_the_machine_shuffles_as_the_state_does(vary: object) -> None:
    """Draw by draw, the deck and the next random number are the same."""
    spec = load_spec("std:holdem")
    for seed in range(40):
        state, other = GameState.without_lists(2, seed), GameState(spec, 2, seed)
        assert machine_for(spec, 2).start(state, False)
        deck = list(range(52))
        shuffle(other, deck)
        zones = spec.zone_names()
        dealt = state.z[zones.index("deck:none")]
        assert deck[-len(dealt) :] == dealt
        assert state.drawn == other.drawn


def test_an_interrupt_during_a_shuffle_is_raised_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream runs signal handlers when it needs its next block, and the machine must not swallow what they raise."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    spec = load_spec("std:holdem")
    game, plain = game_with_machines(spec), interpreted(spec)
    state = game.start(2, 1)
    before = state.copy()
    with monkeypatch.context() as patch:
        patch.setattr(_memory, "draws_after", interrupted)
        with pytest.raises(KeyboardInterrupt):
            game.start(2, 2)
    assert game.start(2, 2) == plain.start(2, 2)
    assert state == before


@pytest.mark.parametrize("seats", [2, 6, 10])
def test_every_address_of_the_code_lies_in_the_memory(s0: Spec, seats: int) -> None:
    """Operands are trusted during play, so none may point outside."""
    built = Assembly(s0, seats, {})
    places = range(len(built.code))
    for at in range(0, len(built.code), 5):
        number, a, b, c, d = built.code[at : at + 5]
        assert number in NUMBERS.values()
        assert all(0 <= address < len(built.layout.words) for address in (a, b, c)) or number == NUMBERS["HALT"]
        assert d in places or d < len(built.layout.words)
