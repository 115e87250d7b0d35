"""JavaScript as tokens."""

from __future__ import annotations

import pytest

from tools.javascript import texts, tokens


def kinds(source: str) -> list[tuple[str, str]]:
    """Return a module's tokens without their positions."""
    return [(token.kind, token.text) for token in tokens(source)]


def test_comments_are_no_tokens_and_strings_keep_what_looks_like_them() -> None:
    assert kinds('/* say("no") */ a = "// yes"; // say("no")') == [
        ("name", "a"),
        ("sign", "="),
        ("string", '"// yes"'),
        ("sign", ";"),
    ]


def test_a_slash_divides_after_a_value_and_begins_a_pattern_elsewhere() -> None:
    assert ("regex", '/["`]/g') in kinds('text.replace(/["`]/g, "")')
    assert ("regex", "/x/") in kinds("return /x/.test(y)")
    assert [kind for kind, _ in kinds("a / b / c")] == ["name", "sign", "name", "sign", "name"]


def test_what_stands_in_a_template_literal_follows_it() -> None:
    found = kinds('`a ${say("b", { c: `${d}` })} e`')
    assert found[0] == ("template", '`a ${say("b", { c: `${d}` })} e`')
    assert ("string", '"b"') in found
    assert found[-3:] == [("name", "d"), ("sign", "}"), ("sign", ")")]


def test_the_texts_of_a_template_literal() -> None:
    assert texts("`a ${b} c ${`d${e}`} f`") == ["a ", " c ", " f"]


def test_strings_say_what_they_mean() -> None:
    assert [token.value for token in tokens(r""" "a\"b" 'one' "\u2026" """)] == ['a"b', "one", "…"]


def test_what_is_no_javascript_is_refused() -> None:
    with pytest.raises(ValueError, match="no token at 2"):
        list(tokens("a £"))
