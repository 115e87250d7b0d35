"""What the checker knows about a game without playing it: jumps, and effects inside effects."""

from __future__ import annotations

from pathlib import Path

from bigslick.spec import Spec, load_spec
from bigslick.spec.check.flow import always_jumps, blocks, every
from bigslick.spec.tree import If
from tests.spec.conftest import Write, messages


def test_every_effect_is_found_once(s0: Spec) -> None:
    effects = list(every(s0.setup.effects))
    assert len(effects) == len({id(effect) for effect in effects}) > len(s0.setup.effects)
    for effect in effects:
        for block in blocks(effect):
            assert all(any(inner is found for found in effects) for inner in block)


def test_an_if_jumps_when_both_branches_do(s0: Spec) -> None:
    jumps = s0.gotos
    assert always_jumps([jumps[0]])
    condition = next(effect for macro in s0.macros for effect in every(macro.program.effects) if isinstance(effect, If))
    both = If(condition.place, condition.when, [jumps[0]], [jumps[0]])
    one = If(condition.place, condition.when, [jumps[0]], [])
    assert always_jumps([both])
    assert not always_jumps([one])


def test_a_variable_without_a_use_is_named(vary: Write) -> None:
    spare = "name: spare, type: int, init: 0, min: 0, max: 1 }"
    assert load_spec(vary()).id == "pig"
    assert messages(vary(("  - { name: over,", f"  - {{ {spare}\n  - {{ name: over,"))) == [
        "the variable 'spare' is never used"
    ]


def test_an_override_may_leave_a_variable_without_a_use(tmp_path: Path) -> None:
    path = tmp_path / "variant.yaml"
    path.write_text(
        "imports: [std:five-card-draw]\noverride:\n  actions:\n    - id: discard\n      params:\n"
        "        - { name: $out, domain: { query: tokensInZone, zone: hand:actor }, choose: { min: 0, max: 1 } }\n"
    )
    assert load_spec(path).overrides[-1].name == "discard"
    spare = "{ name: spare, type: int, init: 0, min: 0, max: 1 }"
    path.write_text(f"{path.read_text()}globalVars: [{spare}]\n")
    assert messages(str(path)) == ["the variable 'spare' is never used"]
