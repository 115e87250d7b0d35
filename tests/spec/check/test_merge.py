"""Overrides: a document explicitly changes parts of earlier ones, and impossible changes are refused."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bigslick.spec import BadSpec, Spec, check, compiled, game_text, load, load_game, load_spec, simulate
from bigslick.spec.load import load_source
from bigslick.spec.policies import choose
from bigslick.spec.problems import Problems
from bigslick.spec.source import Source
from tests.spec.test_mutants import mutant, play_both

SPECS = Path(__file__).parents[1]
POT_LIMIT = str(SPECS / "pot-limit.yaml")


def variant(tmp_path: Path, text: str, base: str = "std:kuhn") -> str:
    path = tmp_path / "variant.yaml"
    path.write_text(f"imports: [{base}]\n{text}")
    return str(path)


def refusal(tmp_path: Path, text: str) -> str:
    with pytest.raises(BadSpec) as caught:
        load_spec(variant(tmp_path, text))
    [problem] = caught.value.problems
    return str(problem)


def test_s0_with_36_cards_is_ten_lines(s0_path: str) -> None:
    path = SPECS / "six-plus.yaml"
    lines = path.read_text().splitlines()
    assert len(lines) == 10
    assert max(map(len, lines)) < 100
    spec = load_spec("std:holdem-base", s0_path, path)
    assert (len(spec.tokens.names), spec.tokens.names[0]) == (36, "6c")
    tally = simulate(compiled(spec), 6, 20, 1)
    assert set(tally.decisions) == {"preflop", "flop", "turn", "river"}
    assert tally.shared == 0
    assert not tally.violations


def test_s0_as_pot_limit(s0_path: str) -> None:
    """Robert's Rules of Poker, pot-limit: a player may raise the bet by at most the pot after their call."""
    spec = load_spec("std:holdem-base", s0_path, POT_LIMIT)
    game = compiled(spec)
    slot = {var.name: var.slot for var in (*spec.globals, *spec.players)}
    rng = random.Random(7)
    raises = 0
    for number in range(20):
        state = game.start(4, number)
        while state.winners is None:
            bet, pot = state.g[slot["currentBet"]], state.g[slot["pot"]]
            mine = state.p[slot["streetBet"]][state.active]
            limit = bet + pot + (bet - mine)
            for move in state.menu:
                if len(move) == 2:
                    raises += 1
                    assert move[1] <= limit
                elif spec.actions[move[0]].name == "allIn":
                    assert mine + state.p[slot["chipStack"]][state.active] <= limit
            game.play(state, choose(state.menu, rng))
            assert not game.violations(state)
    assert raises > 1000
    first = game.start(4, 1)
    assert max(move[1] for move in first.menu if len(move) == 2) == 70  # 10/20: call 20, and raise by the pot of 50
    assert not any(spec.actions[move[0]].name == "allIn" for move in first.menu)


def test_the_keys_that_are_not_given_stay(tmp_path: Path) -> None:
    base = load_spec("std:kuhn")
    changed = load_spec(variant(tmp_path, "override: { actions: [{ id: bet, pre: true }] }"))
    assert [action.name for action in changed.actions] == [action.name for action in base.actions]
    assert len(changed.actions[1].run.effects) == len(base.actions[1].run.effects)
    assert base.actions[1].pre is None
    assert changed.actions[1].pre is not None


def test_original_is_what_was_there(tmp_path: Path) -> None:
    text = """
globalVars: [{ name: dealt, type: int, init: 0, min: 0, max: 9 }]
override:
  metadata: { id: counted }
  setup: [{ addVar: { scope: global, var: dealt, delta: 1 } }, original]
  globalVars: [{ name: pot, max: 9 }]
  phases: [{ id: showdown, onEnter: [original, { addVar: { scope: global, var: dealt, delta: 1 } }] }]
  conditionMacros:
    - { id: wins, condition: { op: not, arg: { op: not, arg: original } } }
  terminal: [original, { when: { op: '==', left: { ref: gvar, var: dealt }, right: 9 }, result: draw }]
"""
    game = load_game(variant(tmp_path, text))
    assert (game.spec.id, game.spec.title, len(game.spec.terminal)) == ("counted", "Kuhn poker", 2)
    state = game.start(2, 1)
    dealt = next(var.slot for var in game.spec.globals if var.name == "dealt")
    assert state.g[dealt] == 1
    game.apply(state, game.parse("bet"))
    game.apply(state, game.parse("fold"))
    assert state.g[dealt] == 2
    plain = simulate(load_game("std:kuhn"), 2, 50, 1)
    assert simulate(game, 2, 50, 1).results == plain.results


def test_overrides_build_on_each_other(tmp_path: Path) -> None:
    (tmp_path / "one.yaml").write_text("imports: [std:kuhn]\noverride: { globalVars: [{ name: pot, max: 7 }] }\n")
    (tmp_path / "two.yaml").write_text(
        "imports: [one.yaml]\noverride: { globalVars: [{ name: pot, init: 0, max: 8 }] }\n"
    )
    spec = load_spec(tmp_path / "two.yaml")
    assert next(var.high for var in spec.globals if var.name == "pot") == 8
    assert [Path(change.original.source.name).name for change in spec.overrides] == ["std:kuhn", "one.yaml"]


def test_checking_twice_is_checking_once(tmp_path: Path) -> None:
    text = "override: { phases: [{ id: showdown, onEnter: [original, { shuffle: { zone: deck:none } }] }] }"
    documents = load([variant(tmp_path, text)])
    assert len(check(documents).phases[2].enter.effects) == len(check(documents).phases[2].enter.effects) == 3


def test_an_edited_macro_loses_its_native_twin(tmp_path: Path) -> None:
    """`natives.PROVEN` holds the digest of the macro's text, which an override changes."""
    text = "override: { effectMacros: [{ id: hand-rank-score, effects: [original] }] }"
    kept = next(macro for macro in load_spec("std:holdem").macros if macro.name == "hand-rank-score")
    same = next(
        macro for macro in load_spec(variant(tmp_path, text, "std:holdem")).macros if macro.name == "hand-rank-score"
    )
    assert same.digest == kept.digest  # the same effects give the same macro
    other = text.replace("[original]", "[original, { bindValue: { bind: $x, value: 1 } }]")
    changed = next(
        macro for macro in load_spec(variant(tmp_path, other, "std:holdem")).macros if macro.name == "hand-rank-score"
    )
    assert changed.digest != kept.digest


def test_explain_says_where_both_definitions_are(tmp_path: Path, s0_path: str) -> None:
    spec = load_spec("std:holdem-base", s0_path, POT_LIMIT)
    changes = [line.strip() for line in game_text(spec) if " changes " in line]
    assert len(changes) == 3
    assert changes[1] == f"{POT_LIMIT}:5 changes params of action raise, from {s0_path}:327"
    assert changes[2].startswith(f"{POT_LIMIT}:25 changes pre of action allIn")
    assert "std:holdem-base:" in changes[0]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        (
            "override: { actions: [{ id: chekc, pre: true }] }",
            ["2:29: there is no action 'chekc' to override", "did you mean 'check'?"],
        ),
        (
            "override: { effectMacros: [{ id: nothing-like-it, effects: [] }] }",
            ["there is no macro 'nothing-like-it' to override", "name the documents that this one changes"],
        ),
        ("override: { phases: [{ id: opem, onEnter: [] }] }", ["there is no phase 'opem'", "did you mean 'open'?"]),
        ("override: { tables: [{ id: levels, rows: [] }] }", ["there is no table 'levels' to override"]),
        ("override: { action: [] }", ["section override has no key 'action'", "did you mean 'actions'?"]),
        ("override: { actions: [{ id: check }] }", ["this changes nothing of the action 'check'"]),
        ("override: { actions: [check] }", ["expected a mapping with 'id', the action it changes"]),
        ("override: { actions: [{ id: check, when: true }] }", ["part action has no key 'when'"]),
        (
            "override: { actions: [{ id: check, pre: true }, { id: check, phase: [open] }] }",
            ["the action 'check' is overridden twice", "see "],
        ),
        (
            "override: { actions: [{ id: check, pre: { op: not, arg: original } }] }",
            ["there is no 'pre' of the action 'check' before this"],
        ),
        (
            "override: { actions: [{ id: check, limits: [original] }] }",
            ["there is no 'limits' of the action 'check' before this"],
        ),
        (
            "actions: [{ id: check, actor: active, executor: actor, phase: [open], effects: [] }]",
            ["the action 'check' is declared twice", "write it under 'override:'", "see std:kuhn:"],
        ),
        (
            "setup: []",
            ["the section 'setup' is given twice", "to change the other one, write it under 'override:'"],
        ),
        (
            "globalVars: [{ name: x, type: int, init: 0, min: 0, max: 1 }]\n"
            "override: { globalVars: [{ name: x, max: 2 }] }",
            ["the global variable 'x' is in this document"],
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_overridden_is_refused(tmp_path: Path, text: str, sentences: list[str]) -> None:
    found = refusal(tmp_path, text)
    for sentence in sentences:
        assert sentence in found


def test_an_override_of_a_later_document_is_refused(s0: Spec, s0_path: str) -> None:
    assert s0.overrides == []
    with pytest.raises(BadSpec, match="there is no action 'raise' to override"):
        load_spec("std:holdem-base", POT_LIMIT, s0_path)


@pytest.mark.parametrize("name", ["short-deck", "five-card-draw"])
def test_a_mutant_of_an_override_is_refused_or_plays_alike(name: str) -> None:
    """Replacing a variant's words gives problems with locations, or a game that both runners play the same way."""
    rng = random.Random(name)
    documents = load([f"std:{name}"])
    sound = refused = 0
    for _ in range(60):
        problems = Problems()
        text = mutant(rng, documents[-1].source.text)
        try:
            changed = load_source(Source.of("variant", text), problems)
            problems.raise_if_any()
            for block in changed.blocks:
                block.entries.pop("imports", None)
            spec = check([*documents[:-1], changed])
        except BadSpec as error:
            assert all(problem.place.line for problem in error.problems)  # noqa: PT017
            refused += 1
            continue
        sound += 1
        play_both(spec, rng)
    assert sound
    assert refused
