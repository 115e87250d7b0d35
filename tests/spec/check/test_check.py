"""Checking whole games: sound ones have no problems, and missing parts are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from bigslick.spec import Spec, load_spec
from tests.spec.conftest import Write, messages


def test_s0_is_clean_with_the_base(s0: Spec) -> None:
    assert [phase.name for phase in s0.phases] == [
        "hand-setup", "preflop", "flop", "turn", "river", "showdown", "hand-cleanup",
    ]  # fmt: skip
    assert [action.name for action in s0.actions] == ["fold", "check", "call", "raise", "allIn"]


@pytest.mark.parametrize("name", ["holdem", "kuhn", "eights"])
def test_the_bundled_games_are_clean(name: str) -> None:
    assert load_spec(f"std:{name}").actions


def test_s0_alone_names_the_document_it_builds_on(s0_path: str) -> None:
    [message] = messages(s0_path)
    assert message == (
        f"this document uses macros it does not define: try `bigslick spec check std:holdem-base {s0_path}`"
    )


def test_what_is_wrong_with_s0_itself_is_told_without_the_document_it_builds_on(s0_path: str, tmp_path: Path) -> None:
    path = tmp_path / "s0.md"
    text = Path(s0_path).read_text()
    path.write_text(text.replace("macro: find-next-to-act", "macro: find-next-to-akt", 1).replace("1000", "yes"))
    first, *rest = messages(str(path))
    assert first.startswith("this document uses macros")
    assert rest == ["YAML reads 'yes' as a boolean", "unknown macro 'find-next-to-akt'"]


def test_a_word_that_yaml_twists_hides_no_other_mistake(vary: Write) -> None:
    found = messages(vary(("type: boolean, init: false", "type: boolean, init: no"), ("var: chips }", "var: chps }")))
    assert found == ["YAML reads 'no' as a boolean", "unknown variable 'chps'"]


def test_actions_and_macros_need_no_boilerplate(vary: Write) -> None:
    said = "    actor: active\n    executor: actor\n"
    short = load_spec(vary((said, ""), (said, ""), ("params: [{ name: seat", "params: [{ name: seat")))
    assert [action.name for action in short.actions] == ["put", "stop"]
    bare = "effectMacros:\n  - id: rest\n    effects: []\n"
    spec = load_spec(vary(("effectMacros:\n", f"conditionMacros: [{{ id: always, condition: true }}]\n\n{bare}")))
    assert [macro.name for macro in spec.macros] == ["pay", "rest"]
    assert [macro.name for macro in spec.conditions] == ["always"]


def test_order_of_documents_does_not_matter(s0_path: str) -> None:
    assert len(load_spec(s0_path, "std:holdem-base").macros) == len(load_spec("std:holdem-base", s0_path).macros)


def test_a_document_given_twice_is_read_once(s0_path: str) -> None:
    assert load_spec("std:holdem-base", s0_path, "std:holdem-base").id == "texas-holdem"


def test_an_unknown_phase_is_named(vary: Write) -> None:
    assert "unknown phase 'bat'" in messages(vary(("phase: [bet]", "phase: [bat]")))


def test_no_scoring_for_a_game_that_ends_by_score(vary: Write) -> None:
    cut = "scoring: { method: highest, value: { ref: pvar, player: actor, var: chips } }\n"
    assert messages(vary((cut, ""))) == ["the game ends by score, and there is no scoring"]


def test_macros_without_a_call_are_checked_too(vary: Write) -> None:
    more = "effectMacros:\n  - { id: spare, params: [], exports: [], effects: [{ shuffle: { zone: dek:none } }] }\n"
    assert messages(vary(("effectMacros:\n", more))) == ["unknown zone 'dek:none'"]
