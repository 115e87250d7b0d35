"""Queries: a small loop over players is unrolled, a large one is not."""

from __future__ import annotations

from bigslick.spec import Spec
from bigslick.spec.expressions import IntsInRange, Literal, Players
from bigslick.spec.kinds import INT, PLAYER, list_of
from bigslick.spec.machine import opcodes
from bigslick.spec.machine.assemble.effects import Effects
from bigslick.spec.machine.assemble.layout import Layout
from bigslick.spec.machine.assemble.weight import MOST


def loops(spec: Spec, size: int) -> tuple[list[int], list[int]]:
    """Return the instructions for a loop over four players, and the addresses its body was given."""
    writer = Effects(spec, Layout(spec, 4), {}, strict=False)
    items: list[int] = []
    writer.each(Players(spec.setup.place, list_of(PLAYER), None), None, items.append, size)
    return writer.code[::5], [writer.layout.known(item) for item in items]  # type: ignore[misc]


def test_a_small_loop_over_players_is_written_out(s0: Spec) -> None:
    assert loops(s0, 1) == ([], [0, 1, 2, 3])


def test_a_large_one_counts(s0: Spec) -> None:
    code, items = loops(s0, MOST)
    assert code == [opcodes.MOVE, opcodes.COUNT_TO, opcodes.COUNT_ON]
    assert items == [None]


def test_lists_have_room_for_what_their_query_can_hold(s0: Spec) -> None:
    place = s0.setup.place
    writer = Effects(s0, Layout(s0, 4), {}, strict=False)
    one, ten = Literal(place, INT, 1), Literal(place, INT, 10)
    assert writer.size_of(IntsInRange(place, list_of(INT), one, ten, None, [], None)) == 10_000
    assert writer.size_of(IntsInRange(place, list_of(INT), one, ten, None, [], ten)) == 10
    assert writer.size_of(Players(place, list_of(PLAYER), None)) == 4
