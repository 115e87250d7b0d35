"""Shared by the machine's tests: a machine for any spec, compiled or not, and a game that uses it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bigslick.spec import Game, Spec, compiled
from bigslick.spec.machine._machine import Machine
from bigslick.spec.machine.assemble import Assembly
from bigslick.spec.natives import twins_of


def machine_for(spec: Spec, seats: int, *, native: bool = True, strict: bool = False) -> Machine:
    """Make a machine; if bigslick is not compiled, it runs as plain Python."""
    return Machine(Assembly(spec, seats, twins_of(spec) if native else {}, strict=strict))


class Machines(dict[int, Machine]):
    """A machine for each number of seats, made on first use."""

    def __init__(self, spec: Spec, *, native: bool, strict: bool) -> None:
        super().__init__()
        self.make = partial(machine_for, spec, native=native, strict=strict)

    def __missing__(self, seats: int) -> Machine:
        self[seats] = self.make(seats)
        return self[seats]


def game_with_machines(spec: Spec, *, native: bool = True, strict: bool = False) -> Game:
    """Return a game that machines play even if bigslick is not compiled."""
    code = compiled(spec, native=native, strict=strict).code
    return Game(spec, replace(code, machines=Machines(spec, native=native, strict=strict)))
