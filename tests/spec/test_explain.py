from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from bigslick.spec import load_spec
from bigslick.spec.explain import construct_text, constructs, game_text, nearest_word, reference, uses, vocabulary
from bigslick.spec.load import Document, bundled, load
from bigslick.spec.schema import EFFECTS, QUERIES, SECTIONS, TABLE
from bigslick.spec.source import ListNode, MapNode, walk

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "spec-language.md"


def test_the_reference_page_is_current() -> None:
    assert PAGE.read_text() == reference(), "bigslick spec explain --reference > docs/reference/spec-language.md"


def test_every_construct_is_on_the_page() -> None:
    page = reference()
    for construct in TABLE:
        assert f"### {construct.name}\n" in page
        for key in construct.keys:
            assert f"`{key.name}`" in page


def test_constructs_by_name() -> None:
    assert [c.title for c in constructs("setVar")] == ["effect setVar"]
    assert {c.group for c in constructs("if")} == {"effect", "value"}
    assert "optional" in construct_text(EFFECTS["transferVar"])
    assert nearest_word("intInRange") == "intsInRange"
    assert set(QUERIES)
    assert set(SECTIONS)


@pytest.mark.parametrize(
    "word", ["alwaysInclude", "maxResults", "actualBind", "zoneExpr", "cost", "limits", "executor", "all", "roundRobin"]
)
def test_every_key_and_word_is_explained(word: str) -> None:
    assert uses(word)


def test_no_word_that_documents_use_is_unknown(s0_path: str) -> None:
    """Every key in S0 and the bundled games, except the names that authors choose: parameters and columns."""
    known = vocabulary()
    documents = load([s0_path, *(f"std:{name}" for name in bundled())])
    for node in (node for document in documents for block in document.blocks for node in walk(block)):
        for key, value in node.entries.items() if isinstance(node, MapNode) else ():
            if key not in known:
                assert any(key in own for own in chosen_names(documents)), (key, str(value.place))
    assert all(constructs(word) or uses(word) for word in known)


def chosen_names(documents: Sequence[Document]) -> Iterator[set[str]]:
    for node in (node for document in documents for block in document.blocks for node in walk(block)):
        if isinstance(node, MapNode):
            if isinstance(args := node.entries.get("args"), MapNode):
                yield set(args.entries)
            if isinstance(rows := node.entries.get("rows"), ListNode):
                yield {column for row in rows.items if isinstance(row, MapNode) for column in row.entries}


def test_a_game_in_words() -> None:
    text = list(game_text(load_spec("std:kuhn")))
    assert text[0] == "Kuhn poker (kuhn), 2 players"
    assert "action bet" in text
    assert any("the game ends by score when done" in line for line in text)
