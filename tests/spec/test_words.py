"""Values and effects in words."""

from __future__ import annotations

from bigslick.spec import load_spec
from bigslick.spec.check.flow import every
from bigslick.spec.words import say, tell


def test_conditions_read_like_formulas() -> None:
    spec = load_spec("std:holdem")
    conditions = {macro.name: say(macro.condition) for macro in spec.conditions}
    assert conditions
    assert any("(bet[actor] + stack[actor]) > price" in text for text in conditions.values())


def test_every_effect_of_the_bundled_games_has_words() -> None:
    for name in ("holdem", "kuhn", "eights"):
        spec = load_spec(f"std:{name}")
        for macro in spec.macros:
            for effect in every(macro.program.effects):
                assert tell(effect) != type(effect).__name__
