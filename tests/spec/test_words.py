"""Values and effects in words."""

from __future__ import annotations

from bigslick.spec import load_spec
from bigslick.spec.check.flow import every
from bigslick.spec.tree import ForEach
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


def test_a_filter_says_what_its_name_stands_for() -> None:
    draw = load_spec("std:five-card-draw")
    [loop] = [tell(effect) for effect in draw.phases[0].enter.effects if isinstance(effect, ForEach)]
    assert loop == "for each $p of players $q with playing[$q]"
    betting = load_spec("std:holdem")
    said = [tell(effect) for macro in betting.macros for effect in every(macro.program.effects)]
    assert "for each $next of the next $p of players after from with must-answer($p)" in said
    assert any("max of paid[$p] over $p in players with $p != $owner" in text for text in said)
