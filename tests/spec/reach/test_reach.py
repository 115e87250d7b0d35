"""Warnings name what can never happen, with its location, and no bundled game gives a false alarm."""

from __future__ import annotations

from pathlib import Path

import pytest

from bigslick.spec import Spec, WrongKind, bundled, find_warnings, load_spec
from tests.spec.conftest import Write

LIBRARIES = {"betting", "holdem-base", "poker"}
PAGE = Path(__file__).parents[3] / "docs" / "how-to" / "write-a-game.md"
ROOM = Path(__file__).parents[1]
POT_IS_3 = "    pre: { op: '==', left: { ref: gvar, var: pot }, right: 3 }\n"
NOT_FOLDED = "    pre: { op: not, arg: { ref: pvar, player: actor, var: folded } }\n"


def warned(path: str, **options: int) -> list[str]:
    return [f"{warning.place.line}: {warning.message}" for warning in find_warnings(load_spec(path), **options)]


@pytest.mark.parametrize("name", sorted(set(bundled()) - LIBRARIES))
def test_no_bundled_game_gives_a_false_alarm(name: str) -> None:
    assert find_warnings(load_spec(f"std:{name}")) == []


def test_s0_and_its_variants_give_no_false_alarm(s0: Spec, s0_path: str) -> None:
    assert find_warnings(s0) == []
    for variant in ("pot-limit.yaml", "six-plus.yaml"):
        assert find_warnings(load_spec("std:holdem-base", s0_path, ROOM / variant)) == []


@pytest.mark.parametrize("path", [PAGE, ROOM / "swap.yaml", ROOM / "broken" / "sound.yaml"])
def test_other_sound_games_give_no_false_alarm(path: Path) -> None:
    assert find_warnings(load_spec(path)) == []


def test_an_ending_that_can_never_hold_is_named(vary: Write) -> None:
    above = "  - { when: { op: '>', left: { ref: gvar, var: pot }, right: 100 }, result: draw }\n"
    path = vary(("terminal:\n", f"terminal:\n{above}"))
    assert warned(path, most_moves=0) == ["65: this ending can never hold: pot > 100"]
    assert warned(path) == ["65: this ending can never hold: pot > 100"]


def test_a_game_that_nothing_ends_is_named(vary: Write) -> None:
    """`over` is set, but never to true."""
    path = vary(("var: over, value: true", "var: over, value: false"))
    assert warned(path, most_moves=0) == ["65: this ending can never hold: over"]
    found = warned(path)
    assert found[-1] == "65: this ending can never hold: over"
    assert any("no game came to an end" in warning or "the game is stuck" in warning for warning in found)


def test_an_ending_that_random_games_never_meet_says_so(vary: Write) -> None:
    rare = "{ when: { op: '==', left: { ref: gvar, var: pot }, right: 97 }, result: draw }"
    path = vary(("terminal:\n", f"terminal:\n  - {rare}\n"))
    assert warned(path, most_moves=0) == []
    [warning] = warned(path, most_moves=300)
    assert warning.startswith("65: this ending never held in ")
    assert warning.endswith("moves: pot == 97")


def test_a_phase_behind_a_jump_that_cannot_happen_is_named(vary: Write) -> None:
    """`done` always jumps over `extra`, and the only way into it depends on a variable that is never set."""
    onward = "      onEnter: [{ gotoPhaseExact: { phase: last } }]\n    - id: extra\n    - id: last\n"
    jump = "      - gotoPhaseExact: { phase: done }\n"
    odd = "{ when: { ref: pvar, player: actor, var: odd }, then: [{ gotoPhaseExact: { phase: extra } }] }"
    path = vary(
        ("    - id: done\n", f"    - id: done\n{onward}"),
        (jump, f"      - if: {odd}\n{jump}"),
        ("  - { name: folded,", "  - { name: odd, type: boolean, init: false }\n  - { name: folded,"),
    )
    assert warned(path, most_moves=0) == ["30: the phase 'extra' is never entered"]
    assert warned(path) == ["30: the phase 'extra' is never entered"]


def test_an_action_that_is_never_legal_is_named(vary: Write) -> None:
    never = "    pre: { op: '<', left: { ref: pvar, player: actor, var: chips }, right: 0 }\n"
    path = vary(("    phase: [bet]\n    effects:\n", f"    phase: [bet]\n{never}    effects:\n"))
    assert warned(path, most_moves=0)[0] == "46: the action 'stop' is never legal: chips[actor] < 0 cannot hold"


def test_an_action_without_a_phase_is_named(vary: Write) -> None:
    path = vary(("    phase: [bet]\n    params", "    phase: []\n    params"))
    assert "the action 'put' belongs to no phase" in warned(path, most_moves=0)[0]


def test_a_game_without_a_move_is_named(vary: Write) -> None:
    stop = "    phase: [bet]\n    effects:\n"
    path = vary((NOT_FOLDED, "    pre: false\n"), (stop, "    phase: [bet]\n    pre: false\n    effects:\n"))
    assert "23: no player ever has a move" in warned(path)
    path = vary(
        (NOT_FOLDED, POT_IS_3),
        (stop, f"    phase: [bet]\n{POT_IS_3}    effects:\n"),
        ("  - shuffle:", "  - addVar: { scope: global, var: pot, delta: 4 }\n  - shuffle:"),
    )
    assert any("the game does not start: 10,000 phases passed without a decision" in one for one in warned(path))


def test_a_game_that_is_over_at_once_is_named(vary: Write) -> None:
    path = vary(("  - shuffle:", "  - setVar: { scope: global, var: over, value: true }\n  - shuffle:"))
    assert [one for one in warned(path) if "over before the first move" in one] == [
        f"24: with {seats} seats the game is over before the first move" for seats in (2, 3, 4)
    ]


def test_a_broken_invariant_and_a_fault_are_named(vary: Write) -> None:
    empty = "  - { name: no pot, holds: { op: '==', left: { ref: gvar, var: pot }, right: 0 } }"
    path = vary(("terminal:\n", f"invariants:\n{empty}\nterminal:\n"))
    [warning] = warned(path)
    assert warning.startswith("65: the invariant 'no pot' is broken ")
    path = vary(("op: min, left: 1, right", "op: '-', left: 9, right"))
    [warning] = warned(path)
    assert warning == "25: the game does not start: a draw of -1 tokens"


def test_only_a_spec_has_warnings() -> None:
    with pytest.raises(WrongKind, match="is not a spec"):
        find_warnings(None)  # type: ignore[arg-type]
