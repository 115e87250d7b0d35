"""Whole documents mean the same in either form, and convert into each other without loss."""

from __future__ import annotations

from pathlib import Path

import pytest

from bigslick.spec import load_spec
from bigslick.spec.load import bundled, load_source, read_document, read_source
from bigslick.spec.problems import Problems
from bigslick.spec.short import rewrite
from bigslick.spec.source import Source, plain
from bigslick.spec.words import say
from tests.spec.conftest import Write, messages

HERE = Path(__file__).parents[1]


def meaning(source: Source) -> list[object]:
    problems = Problems()
    found = [plain(block) for block in load_source(source, problems).blocks]
    assert not len(problems)
    return found


def converted(source: Source, *, short: bool) -> Source:
    return Source.of(source.name, rewrite(source, read_document(source, Problems()).blocks, short=short))


@pytest.mark.parametrize("name", ["s0", "everything", *bundled()])
def test_documents_keep_their_meaning_in_either_form(name: str, request: pytest.FixtureRequest) -> None:
    path = request.getfixturevalue("s0_path") if name == "s0" else f"std:{name}"
    source = read_source(str(HERE / "everything.yaml") if name == "everything" else path)
    short = converted(source, short=True)
    long = converted(short, short=False)
    assert meaning(source) == meaning(short) == meaning(long)
    assert "left:" not in short.text
    assert short.text.count("#") == source.text.count("#")
    assert converted(short, short=True).text == short.text
    assert converted(long, short=False).text == long.text
    assert converted(long, short=True).text == short.text


def test_a_game_in_the_short_form_is_the_same_game(vary: Write, tmp_path: Path) -> None:
    long = vary()
    short = tmp_path / "short.yaml"
    short.write_text(converted(read_source(long), short=True).text)
    one, other = load_spec(long), load_spec(short)
    assert [macro.digest for macro in one.macros] == [macro.digest for macro in other.macros]
    assert len(one.sources[0].text) > len(other.sources[0].text)


def test_a_mistake_in_the_short_form_is_one_problem_and_hides_no_other(vary: Write) -> None:
    path = vary(
        ("when: { ref: gvar, var: over }", 'when: "over and pot >"'),
        ("value: { ref: pvar, player: actor, var: chips } }", 'value: "= chps[actor] + 1" }'),
    )
    assert messages(path) == ["the text ends too soon", "unknown variable 'chps'"]


def test_a_plain_string_is_still_a_value(vary: Write) -> None:
    named = "{ zoneExpr: { concat: [{ ref: binding, name: $z }, 0] } }"
    zone = f"- bindValue: {{ bind: $z, value: 'hand:' }}\n  - shuffle: {{ zone: {named} }}"
    assert load_spec(vary(("- shuffle: { zone: deck:none }", zone)))


def test_short_forms_stand_inside_long_ones_and_in_overrides(vary: Write, tmp_path: Path) -> None:
    mixed = vary(
        ("pre: { op: not, arg: { ref: pvar, player: actor, var: folded } }", 'pre: { op: not, arg: "folded[actor]" }')
    )
    assert load_spec(mixed)
    change = tmp_path / "change.yaml"
    change.write_text('override:\n  actions:\n    - { id: put, pre: "original and pot < 90" }\n')
    pre = load_spec(mixed, change).actions[0].pre
    assert pre is not None
    assert say(pre) == "not folded[actor] and pot < 90"
