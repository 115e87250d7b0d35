"""Labels and bindings."""

from __future__ import annotations

import pytest

from bigslick.spec import Spec
from bigslick.spec.expressions import Local
from bigslick.spec.kinds import INT, STRING, list_of
from bigslick.spec.machine import opcodes
from bigslick.spec.machine.assemble.layout import Layout, NotAssembled
from bigslick.spec.machine.assemble.writer import Label, Writer
from bigslick.spec.source import Place


@pytest.fixture
def writer(s0: Spec) -> Writer:
    return Writer(s0, Layout(s0, 4))


def local(spec: Spec, slot: int, *, listed: bool = False) -> Local:
    return Local("x", slot, list_of(INT) if listed else INT, spec.setup.place)


def test_a_label_is_filled_in_wherever_it_was_used(writer: Writer) -> None:
    label = Label()
    writer.goto(label)
    writer.put(opcodes.IF_TRUE, 1, d=label)
    writer.place(label)
    writer.goto(label)
    assert writer.code[4::5] == [10, 10, 10]


def test_a_slot_has_one_word_in_each_scope_and_a_list_of_its_own(s0: Spec, writer: Writer) -> None:
    writer.scope = "one"
    first, items = writer.local(local(s0, 0)), writer.local(local(s0, 0, listed=True))
    assert writer.local(local(s0, 0)) == first != items
    writer.scope = "two"
    assert writer.local(local(s0, 0)) not in (first, items)


def test_a_binding_is_bound_to_an_address_only_for_a_while(s0: Spec, writer: Writer) -> None:
    writer.scope = "one"
    with writer.bound(local(s0, 1), 99):
        assert writer.local(local(s0, 1)) == 99
    fresh = writer.local(local(s0, 1))
    assert fresh != 99
    with writer.bound(local(s0, 1), 98), writer.bound(None, 3):
        assert writer.local(local(s0, 1)) == 98
    assert writer.local(local(s0, 1)) == fresh


def test_a_string_has_no_word(s0: Spec, writer: Writer) -> None:
    place: Place = s0.setup.place
    with pytest.raises(NotAssembled, match="works with strings"):
        writer.local(Local("x", 0, STRING, place))


def test_a_word_is_not_copied_onto_itself(writer: Writer) -> None:
    writer.move(5, 5)
    assert writer.code == []
