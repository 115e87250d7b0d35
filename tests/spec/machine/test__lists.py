"""The machine lists ranges and choices like the interpreter."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bigslick.spec import GameState, RunError, Spec, compiled, interpreted, load_spec
from bigslick.spec.menus import menu

from .machines import game_with_machines

GAME = """
metadata: {{ id: lists, players: {{ min: 2, max: 2 }} }}
globalVars:
  - {{ name: low, type: int, init: 0, min: -1000000, max: 1000000 }}
  - {{ name: high, type: int, init: 0, min: -1000000, max: 1000000 }}
  - {{ name: step, type: int, init: 1, min: -5, max: 1000 }}
  - {{ name: first, type: int, init: 0, min: -1000000, max: 1000000 }}
  - {{ name: second, type: int, init: 0, min: -1000000, max: 1000000 }}
  - {{ name: most, type: int, init: 3, min: -3, max: 40 }}
zones: [{{ id: deck, owner: none, visibility: hidden }}]
tokens: [{{ id: card, zone: deck:none, props: [{{ name: rank, from: 1, to: 9 }}] }}]
turnStructure: {{ phases: [{{ id: only }}] }}
actions:
  - {{ id: wait, actor: active, executor: actor, phase: [only], effects: [] }}
  - id: take
    actor: active
    executor: actor
    phase: [only]
    params: [{param}]
    effects: [{uses}]
terminal: [{{ when: false, result: draw }}]
"""
RANGE = (
    "{ name: amount, domain: { query: intsInRange, min: { ref: gvar, var: low }, max: { ref: gvar, var: high }, "
    "step: { ref: gvar, var: step }, alwaysInclude: [{ ref: gvar, var: first }, { ref: gvar, var: second }]MOST } }"
)
CHOICE = (
    "{ name: $cards, domain: { query: tokensInZone, zone: deck:none }, "
    "choose: { min: { ref: gvar, var: first }, max: { ref: gvar, var: most } } }"
)


def made(tmp_path: Path, param: str) -> Spec:
    path = tmp_path / "lists.yaml"
    names = ("low", "high", "step", "first", "second", "most")
    uses = ", ".join(f"{{ setVar: {{ scope: global, var: {name}, value: 1 }} }}" for name in names)
    path.write_text(GAME.format(param=param, uses=uses))
    return load_spec(str(path))


def menus(spec: Spec, settings: list[list[int]]) -> int:
    """Check that both runners' menus are the same for all these variables; return how many moves they listed."""
    quick, plain = game_with_machines(spec), interpreted(spec)
    listed = 0
    for values in settings:
        found: list[object] = []
        for game in (quick, plain):
            state: GameState = game.start(2, 1)
            state.g[:] = values
            try:
                game.play(state, (0,))
                found.append(state.menu)
                listed += len(state.menu)
            except RunError as error:
                found.append(error.message)
        assert found[0] == found[1], values
    return listed


@pytest.mark.parametrize("most", ["", ", maxResults: { ref: gvar, var: most }"])
def test_ranges(tmp_path: Path, most: str) -> None:
    rng = random.Random(3)
    settings = []
    for _ in range(600):
        low = rng.randint(-30, 30)
        width = rng.choice([rng.randint(-3, 12)] * 10 + [rng.randint(0, 200)] * 9 + [rng.randint(9_990, 10_010)])
        step = rng.choice([1, 1, 1, 2, 3, 7, rng.randint(-5, 1_000)])
        settings.append(
            [
                low,
                low + width,
                step,
                rng.randint(-40, 60),
                low + rng.randint(-2, max(width, 0) + 2),
                rng.randint(-3, 40),
            ]
        )
    assert menus(made(tmp_path, RANGE.replace("MOST", most)), settings) > 5_000


def test_choices(tmp_path: Path) -> None:
    settings = [[0, 0, 1, least, 0, most] for least in range(-2, 11) for most in range(-2, 11)]
    assert menus(made(tmp_path, CHOICE), settings) > 5_000


def test_places_in_a_range_of_2_to_the_53_do_not_overflow(tmp_path: Path) -> None:
    most = 2**53 - 2
    (tmp_path / "wide.yaml").write_text(f"""
metadata: {{ id: wide, title: Wide, players: {{ min: 2, max: 2 }} }}
globalVars:
  - {{ name: last, type: int, init: 0, min: 0, max: {2**53} }}
  - {{ name: done, type: boolean, init: false }}
turnOrder: {{ type: roundRobin }}
turnStructure: {{ phases: [{{ id: open }}] }}
actions:
  - id: pick
    actor: active
    executor: actor
    phase: [open]
    params: [{{ name: $k, domain: {{ query: intsInRange, min: 0, max: {most}, maxResults: 5000 }} }}]
    effects:
      - setVar: {{ scope: global, var: last, value: {{ ref: binding, name: $k }} }}
      - setVar: {{ scope: global, var: done, value: true }}
terminal: [{{ when: {{ ref: gvar, var: done }}, result: draw }}]
""")
    game = compiled(load_spec(tmp_path / "wide.yaml"))
    listed = [value for _, value in game.moves(game.start(2, seed=1))]
    assert listed == [*menu(0, most, 1, (), 5000)]
