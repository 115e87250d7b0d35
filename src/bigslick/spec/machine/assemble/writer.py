"""Writes instructions, and tracks where each program's bindings are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bigslick.spec.expressions import Local
from bigslick.spec.limits import MAX_ITEMS
from bigslick.spec.machine import opcodes as op
from bigslick.spec.tree import Spec

from .layout import Layout, NotAssembled


class Label:
    """A code address that instructions can use before it is known."""

    def __init__(self) -> None:
        self.at: int | None = None
        self.waiting: list[int] = []


class Writer:
    """Writes instructions one after another."""

    def __init__(self, spec: Spec, layout: Layout) -> None:
        self.spec = spec
        self.layout = layout
        self.code: list[int] = []
        self.scope: object = None
        """The program or macro that owns the bindings; a slot has one word in each."""
        self._places: dict[tuple[object, int, bool], int] = {}

    # -- instructions --------------------------------------------------------------------------------------------

    def put(self, number: int, a: int = 0, b: int = 0, c: int = 0, d: int | Label = 0) -> None:
        if isinstance(d, Label):
            if d.at is None:
                d.waiting.append(len(self.code) + op.WIDTH - 1)
            d = d.at or 0
        self.code += (number, a, b, c, d)

    def place(self, label: Label) -> None:
        """Make a label point at the next instruction."""
        label.at = len(self.code)
        for waiting in label.waiting:
            self.code[waiting] = label.at

    def goto(self, label: Label) -> None:
        self.put(op.GOTO, d=label)

    def move(self, target: int, source: int) -> None:
        if target != source:
            self.put(op.MOVE, target, source)

    # -- words ---------------------------------------------------------------------------------------------------

    def temp(self) -> int:
        """Return a word for an intermediate value."""
        return self.layout.reserve(1)

    def constant(self, number: int) -> int:
        return self.layout.constant(number)

    def bind(self, local: Local, address: int) -> None:
        """Give a binding in the scope a known address."""
        self._places[self.scope, local.slot, local.type.kind == "list"] = address

    @contextmanager
    def bound(self, local: Local | None, address: int) -> Iterator[None]:
        """Keep a binding at this address within the block."""
        if local is None:
            yield
            return
        key = (self.scope, local.slot, local.type.kind == "list")
        before = self._places.get(key)
        self._places[key] = address
        yield
        if before is None:
            del self._places[key]
        else:
            self._places[key] = before

    def local(self, local: Local) -> int:
        """Return a binding's word, or its list if it holds one."""
        key = (self.scope, local.slot, local.type.kind == "list")
        found = self._places.get(key)
        if found is None:
            if local.type.kind == "string":
                raise NotAssembled("it works with strings")
            words = 1 + self.room(local) if local.type.kind == "list" else 1
            found = self._places[key] = self.layout.reserve(words)
        return found

    def room(self, local: Local) -> int:
        """Return how many items a binding's list can hold."""
        return self.room_for(local.type.item)

    def room_for(self, item: str) -> int:
        """Return how many items a list of some item type can hold."""
        if item == "player":
            return self.layout.seats
        return 2 * self.layout.tokens if item == "token" else MAX_ITEMS
