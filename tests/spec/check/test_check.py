"""A whole game, checked: sound ones are clean, and what is missing is named."""

from __future__ import annotations

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


def test_an_unknown_phase_is_named(vary: Write) -> None:
    assert "unknown phase 'bat'" in messages(vary(("phase: [bet]", "phase: [bat]")))


def test_no_scoring_for_a_game_that_ends_by_score(vary: Write) -> None:
    cut = "scoring: { method: highest, value: { ref: pvar, player: actor, var: chips } }\n"
    assert messages(vary((cut, ""))) == ["the game ends by score, and there is no scoring"]


def test_macros_without_a_call_are_checked_too(vary: Write) -> None:
    more = "effectMacros:\n  - { id: spare, params: [], exports: [], effects: [{ shuffle: { zone: dek:none } }] }\n"
    assert messages(vary(("effectMacros:\n", more))) == ["unknown zone 'dek:none'"]
