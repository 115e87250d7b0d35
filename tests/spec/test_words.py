"""Values and effects in words."""

from __future__ import annotations

import pytest

from bigslick.spec import load_spec
from bigslick.spec.check.flow import every
from bigslick.spec.short import parse
from bigslick.spec.source import Place, Source, plain
from bigslick.spec.tree import ForEach
from bigslick.spec.words import long_form, say, tell


def test_conditions_read_like_formulas() -> None:
    spec = load_spec("std:holdem")
    conditions = {macro.name: say(macro.condition) for macro in spec.conditions}
    assert conditions
    assert any("bet[actor] + stack[actor] > price" in text for text in conditions.values())


def test_every_effect_of_the_bundled_games_has_words() -> None:
    for name in ("holdem", "kuhn", "eights"):
        spec = load_spec(f"std:{name}")
        for macro in spec.macros:
            for effect in every(macro.program.effects):
                assert tell(effect) != type(effect).__name__


def test_a_filter_says_what_its_name_stands_for() -> None:
    draw = load_spec("std:five-card-draw")
    [loop] = [tell(effect) for effect in draw.phases[0].enter.effects if isinstance(effect, ForEach)]
    assert loop == "for each $p of $q in players where playing[$q]"
    betting = load_spec("std:holdem")
    said = [tell(effect) for macro in betting.macros for effect in every(macro.program.effects)]
    assert "for each $next of next($p in players after @from where must-answer(seat: $p))" in said
    assert any("max(paid[$p] for $p in players where $p != $owner)" in text for text in said)


@pytest.mark.parametrize("name", ["holdem", "short-deck", "five-card-draw", "leduc", "eights", "kuhn"])
def test_what_explain_says_can_be_written(name: str) -> None:
    """Reading a condition back from its words gives the same condition."""
    spec = load_spec(f"std:{name}")
    conditions = [action.pre for action in spec.actions if action.pre is not None]
    for condition in conditions + [macro.condition for macro in spec.conditions]:
        text = say(condition)
        assert plain(parse(text, "condition", Place(Source.of("test", text), 1, 1))) == long_form(condition)
