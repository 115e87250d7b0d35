"""Writes instructions, and knows where the bindings of each program lie."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bigslick.spec import opcodes as op
from bigslick.spec.expressions import Local
from bigslick.spec.limits import MAX_ITEMS
from bigslick.spec.tree import Spec

from .layout import Layout, NotAssembled


class Label:
    """A place in the code that instructions can go to before it is known."""

    def __init__(self) -> None:
        self.at: int | None = None
        self.waiting: list[int] = []


class Writer:
    """Puts instructions one behind the other."""

    def __init__(self, spec: Spec, layout: Layout) -> None:
        self.spec = spec
        self.layout = layout
        self.code: list[int] = []
        self.scope: object = None
        """The program or macro whose bindings are meant; a slot has one word in each."""
        self._places: dict[tuple[object, int, bool], int] = {}

    # -- instructions --------------------------------------------------------------------------------------------

    def put(self, number: int, a: int = 0, b: int = 0, c: int = 0, d: int | Label = 0) -> None:
        """One instruction."""
        if isinstance(d, Label):
            if d.at is None:
                d.waiting.append(len(self.code) + op.WIDTH - 1)
            d = d.at or 0
        self.code += (number, a, b, c, d)

    def place(self, label: Label) -> None:
        """Make a label point at what comes next."""
        label.at = len(self.code)
        for waiting in label.waiting:
            self.code[waiting] = label.at

    def goto(self, label: Label) -> None:
        """Go on at a label."""
        self.put(op.GOTO, d=label)

    def move(self, target: int, source: int) -> None:
        """Copy a word."""
        if target != source:
            self.put(op.MOVE, target, source)

    # -- words ---------------------------------------------------------------------------------------------------

    def temp(self) -> int:
        """A word for something in between."""
        return self.layout.reserve(1)

    def constant(self, number: int) -> int:
        """The address of a number."""
        return self.layout.constant(number)

    def bind(self, local: Local, address: int) -> None:
        """Give a binding of the scope an address that is known already."""
        self._places[self.scope, local.slot, local.type.kind == "list"] = address

    @contextmanager
    def bound(self, local: Local | None, address: int) -> Iterator[None]:
        """Within the block, a binding lies at this address."""
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
        """The word of a binding, or the list of one that holds a list."""
        key = (self.scope, local.slot, local.type.kind == "list")
        found = self._places.get(key)
        if found is None:
            if local.type.kind == "string":
                raise NotAssembled("it works with strings")
            words = 1 + self.room(local) if local.type.kind == "list" else 1
            found = self._places[key] = self.layout.reserve(words)
        return found

    def room(self, local: Local) -> int:
        """How many items the list of a binding can hold."""
        return self.room_for(local.type.item)

    def room_for(self, item: str) -> int:
        """How many items a list of some kind of item can hold."""
        if item == "player":
            return self.layout.seats
        return 2 * self.layout.tokens if item == "token" else MAX_ITEMS
