"""Problems with effects."""

from __future__ import annotations

from bigslick.spec import compiled, load_spec
from tests.spec.conftest import Write, messages


def test_no_effect_draws_fewer_than_no_cards(vary: Write) -> None:
    assert "-1 is out of range" in messages(
        vary(("- shuffle:", "- draw: { from: deck:none, to: deck:none, count: -1 }\n  - shuffle:"))
    )


def test_shadowing_does_not_disturb_the_outer_name(vary: Write) -> None:
    """An inner loop with the same name leaves the outer name as it was."""
    loop = """  - forEach:
      bind: $p
      over: { query: players }
      effects:
        - forEach:
            bind: $p
            over: { query: players }
            effects:
              - addVar: { scope: pvar, player: { chosen: $p }, var: chips, delta: 1 }
        - setVar: { scope: pvar, player: { chosen: $p }, var: chips, value: { op: '+', left: { ref: pvar, player: { chosen: $p }, var: chips }, right: { ref: binding, name: $p } } }
"""  # noqa: E501
    spec = load_spec(vary(("  - shuffle: { zone: deck:none }\n", "  - shuffle: { zone: deck:none }\n" + loop)))
    assert compiled(spec).start(3, 1).p[0] == [13, 14, 15]
