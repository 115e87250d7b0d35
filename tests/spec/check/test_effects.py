"""What is wrong with effects."""

from __future__ import annotations

import pytest

from bigslick.spec import compiled, load_spec
from tests.spec.conftest import Write, messages


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("count: 1", "count: -1", "-1 is out of range"),
    ],
)  # fmt: skip
def test_a_mistake_in_effects_is_named(vary: Write, old: str, new: str, message: str) -> None:
    assert message in messages(vary((old, new)))


@pytest.mark.parametrize("name", ["holdem", "kuhn", "eights"])
def test_the_bundled_games_are_clean(name: str) -> None:
    assert load_spec(f"std:{name}").actions


def test_s0_alone_says_what_it_lacks(s0_path: str) -> None:
    found = messages(s0_path)
    assert "no document has the section 'metadata'" in found
    assert "unknown macro 'find-next-to-act'" in found
    assert "unknown zone 'deck:none'" in found
    assert len(found) > 100


def test_order_of_documents_does_not_matter(s0_path: str) -> None:
    assert len(load_spec(s0_path, "std:holdem-base").macros) == len(load_spec("std:holdem-base", s0_path).macros)


def test_a_document_given_twice_is_read_once(s0_path: str) -> None:
    assert load_spec("std:holdem-base", s0_path, "std:holdem-base").id == "texas-holdem"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("right: 0 }", "right: 101 }", "'chips' is never 101"),
        ("phase: [bet]", "phase: [bat]", "unknown phase 'bat'"),
        ("type: int, init: 10", "type: float, init: 10", "'type' of part variable cannot be 'float'"),
        ("count: 1", "count: -1", "-1 is out of range"),
        ("to: hand:actor", "to: hand:none", "'hand:none' names no zone: 'hand' has one for each player"),
        ("to: hand:actor", "to: hand:4", "'hand:4' names no zone: 'hand' has one for each player"),
        ("from: deck:none, to", "from: deck:0, to", "'deck' belongs to no player, and this is 'deck:0'"),
        ("player: actor, var: folded", "player: $actor, var: folded", "the string '$actor' is not a player"),
        ("min: 2, max: 4", "min: 5, max: 4", "5 to 4 players"),
        ("result: score", "result: scare", "'result' of part ending cannot be 'scare'"),
        ("{ ref: activePlayer }", "{ rfe: activePlayer }", "a mapping with 'rfe' is not a value"),
        ("{ ref: activePlayer }", "{ ref: activPlayer }", "unknown ref 'activPlayer'"),
        ("{ param: amount }", "{ param: amont }", "unknown parameter 'amont'"),
        ("name: over, type", "name: pot, type", "the variable 'pot' is declared twice"),
        ("- id: stop", "- id: put", "the action 'put' is declared twice"),
        ("name: rank, from: 1, to: 10", "name: rank, from: 10, to: 1", "the prop 'rank' has no range"),
        ("name: pot, type", "name: 'po t', type", "the string 'po t' cannot name a variable"),
        ("var: over, value: true", "var: over, value: {op: /, left: 1, right: 0}", "'/' by 0"),
    ],
)  # fmt: skip
def test_one_mistake_is_told_once(vary: Write, old: str, new: str, message: str) -> None:
    assert message in messages(vary((old, new)))


def test_no_scoring_for_a_game_that_ends_by_score(vary: Write) -> None:
    cut = "scoring: { method: highest, value: { ref: pvar, player: actor, var: chips } }\n"
    assert messages(vary((cut, ""))) == ["the game ends by score, and there is no scoring"]


def test_macros_that_nobody_calls_are_checked_too(vary: Write) -> None:
    more = "effectMacros:\n  - { id: spare, params: [], exports: [], effects: [{ shuffle: { zone: dek:none } }] }\n"
    assert messages(vary(("effectMacros:\n", more))) == ["unknown zone 'dek:none'"]


def test_shadowing_does_not_disturb_the_outer_name(vary: Write) -> None:
    """An inner loop with the same name leaves the outer name as it was."""
    loop = """  - forEach:
      bind: $p
      over: { query: players }
      effects:
        - forEach:
            bind: $p
            over: { query: players }
            effects:
              - addVar: { scope: pvar, player: { chosen: $p }, var: chips, delta: 1 }
        - setVar: { scope: pvar, player: { chosen: $p }, var: chips, value: { op: '+', left: { ref: pvar, player: { chosen: $p }, var: chips }, right: { ref: binding, name: $p } } }
"""  # noqa: E501
    spec = load_spec(vary(("  - shuffle: { zone: deck:none }\n", "  - shuffle: { zone: deck:none }\n" + loop)))
    assert compiled(spec).start(3, 1).p[0] == [13, 14, 15]
