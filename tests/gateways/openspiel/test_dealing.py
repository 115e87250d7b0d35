"""Chance nodes deal like a shuffle: every order is equally likely, and cards are drawn only when they matter."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspiel")

import bigslick.gateways.openspiel as ours

GAME = """
metadata: {{ id: order, title: Order, players: {{ min: 2, max: 2 }} }}
globalVars:
  - {{ name: digits, type: int, init: 0, min: 0, max: 999 }}
  - {{ name: done, type: boolean, init: false }}
perPlayerVars:
  - {{ name: points, type: int, init: 0, min: 0, max: 9 }}
zones:
  - {{ id: deck, owner: none, visibility: hidden }}
  - {{ id: pile, owner: none, visibility: {pile} }}
tokens:
  - id: card
    zone: deck:none
    props:
      - {{ name: rank, from: 1, to: 3, names: ABC }}
setup:
  - shuffle: {{ zone: deck:none }}
{setup}
turnOrder: {{ type: manual }}
turnStructure:
  phases:
    - id: play
actions:
  - id: stop
    actor: active
    executor: actor
    phase: [play]
    effects:
      - setVar: {{ scope: global, var: done, value: true }}
terminal:
  - {{ when: {{ ref: gvar, var: done }}, result: score }}
scoring: {{ method: highest, value: {{ ref: pvar, player: actor, var: points }} }}
"""
READ = """
  - forEach:
      bind: $c
      over: { query: tokensInZone, zone: ZONE }
      effects:
        - setVar:
            scope: global
            var: digits
            value:
              op: '+'
              left: { op: '*', left: { ref: gvar, var: digits }, right: 10 }
              right: { ref: tokenProp, token: $c, prop: rank }
"""
COUNT = "  - setVar: { scope: global, var: digits, value: { aggregate: { op: count, query: { query: tokensInZone, zone: deck:none } } } }"  # noqa: E501


def leaves(state: Any, chance: Fraction = Fraction(1)) -> Counter[int]:
    """Return the value of `digits` when the first player decides, and its probability."""
    found: Counter[int] = Counter()
    if not state.is_chance_node():
        found[state.position.state.g[0]] += chance  # type: ignore[assignment]
        return found
    outcomes = state.chance_outcomes()
    for outcome, _ in outcomes:
        found.update(leaves(state.child(outcome), chance / len(outcomes)))
    return found


def dealt(folder: Path, setup: str, pile: str = "hidden") -> Counter[int]:
    path = folder / "order.yaml"
    path.write_text(GAME.format(setup=setup, pile=pile))
    return leaves(ours.load_document(str(path)).new_initial_state())


ORDERS = {number: Fraction(1, 6) for number in (123, 132, 213, 231, 312, 321)}


@pytest.mark.parametrize(
    "setup",
    [
        READ.replace("ZONE", "deck:none"),
        "  - moveAll: { from: deck:none, to: pile:none }" + READ.replace("ZONE", "pile:none"),
        "  - reveal: { zone: deck:none, to: all }" + READ.replace("ZONE", "deck:none"),
        "  - draw: { from: deck:none, to: pile:none, count: 3 }" + READ.replace("ZONE", "pile:none"),
        "  - shuffle: { zone: deck:none }" + READ.replace("ZONE", "deck:none"),
    ],
)
@pytest.mark.parametrize("pile", ["hidden", "public"])
def test_every_order_is_as_likely_as_the_others(tmp_path: Path, setup: str, pile: str) -> None:
    assert dealt(tmp_path, setup, pile) == ORDERS


def test_a_shuffled_zone_that_all_see_is_dealt_at_once(tmp_path: Path) -> None:
    setup = "  - moveAll: { from: deck:none, to: pile:none }\n  - shuffle: { zone: pile:none }" + READ.replace(
        "ZONE", "pile:none"
    )
    assert dealt(tmp_path, setup, "public") == ORDERS


def test_a_count_asks_for_nothing(tmp_path: Path) -> None:
    path = tmp_path / "order.yaml"
    path.write_text(GAME.format(setup=COUNT, pile="hidden"))
    state = ours.load_document(str(path)).new_initial_state()
    assert not state.is_chance_node()
    assert state.position.state.g[0] == 3


def test_one_card_is_drawn_from_those_left(tmp_path: Path) -> None:
    setup = "  - draw: { from: deck:none, to: pile:none, count: 1 }" + READ.replace("ZONE", "pile:none")
    assert dealt(tmp_path, setup) == {1: Fraction(1, 3), 2: Fraction(1, 3), 3: Fraction(1, 3)}


def test_a_token_taken_by_name_leaves_the_rest_open(tmp_path: Path) -> None:
    setup = """
  - forEach:
      bind: $c
      over:
        query: tokensInZone
        zone: deck:none
        bind: $d
        where: { op: '==', left: { ref: tokenProp, token: $d, prop: rank }, right: 2 }
      effects:
        - moveToken: { token: { ref: binding, name: $c }, from: deck:none, to: pile:none }
  - draw: { from: deck:none, to: pile:none, count: 1 }
""" + READ.replace("ZONE", "pile:none")
    assert dealt(tmp_path, setup) == {12: Fraction(1, 2), 32: Fraction(1, 2)}
