from __future__ import annotations

from pathlib import Path

from bigslick.spec import load_spec
from bigslick.spec.explain import construct_text, constructs, game_text, nearest_construct, reference
from bigslick.spec.schema import EFFECTS, QUERIES, SECTIONS, TABLE

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
    assert nearest_construct("intInRange") == "intsInRange"
    assert set(QUERIES)
    assert set(SECTIONS)


def test_a_game_in_words() -> None:
    text = list(game_text(load_spec("std:kuhn")))
    assert text[0] == "Kuhn poker (kuhn), 2 players"
    assert "action bet" in text
    assert any("the game ends by score when done" in line for line in text)
