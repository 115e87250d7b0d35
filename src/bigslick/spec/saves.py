"""Loads saved games; refuses an edited or damaged save with a sentence."""

from __future__ import annotations

import json
import re
import reprlib
from typing import Any, Final

from bigslick.checks import is_whole

from .problems import SpecError, must_be
from .state import FORMAT, MOST_DRAWN, GameState
from .tree import Spec, Variable

_MANY: Final = 10**9


def load_state(text: str, spec: Spec) -> GameState:
    """Load a state that `save` wrote; refuse another spec's state, or a damaged one."""
    must_be((str, bytes, bytearray), text, "a saved game: expected the text that `state.save` gave")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SpecError(f"this is not a saved game: it is not JSON ({error})") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise SpecError(f"this is not a saved game: its format is not {FORMAT}")
    if data.get("spec") != spec.digest:
        raise SpecError("this game was saved with another version of the spec: load it with the documents of its time")
    return _Save(data, spec).state()


class _Save:
    """A save's entries, each checked as it is read."""

    def __init__(self, data: dict[str, Any], spec: Spec) -> None:
        self.data = data
        self.spec = spec

    def state(self) -> GameState:
        spec = self.spec
        state = GameState(spec, self.number("seats", spec.least_players, spec.most_players), 0)
        state.phase = self.number("phase", 0, len(spec.phases) - 1)
        state.active = self.number("active", 0, state.seats - 1)
        state.turn = self.number("turn", 0, _MANY)
        state.moves = self.number("moves", 0, _MANY)
        state.drawn = self.number("drawn", 0, MOST_DRAWN)
        state.stream = self.stream()
        variables = [
            _variable(value, var) for var, value in zip(spec.globals, self.rows("g", len(spec.globals)), strict=True)
        ]
        columns = [
            [_variable(value, var) for value in _list(column, var.name, state.seats)]
            for var, column in zip(spec.players, self.rows("p", len(spec.players)), strict=True)
        ]
        state.put_lists(
            variables,
            columns,
            self.zones(),
            [_whole(bits, "grants", 0, (1 << state.seats) - 1) for bits in self.rows("grants", spec.zone_count)],
            [_whole(count, "uses", 0, _MANY) for count in self.rows("uses", 3 * len(spec.actions))],
        )
        if self.entry("winners") is not None:
            winners = [_whole(seat, "winners", 0, state.seats - 1) for seat in self.rows("winners")]
            if winners != sorted(set(winners)):
                raise _damaged(f"its winners are {winners}")
            state.winners = tuple(winners)
        state.reveals = [self.reveal(entry, state.seats) for entry in self.rows("reveals")]
        return state

    def stream(self) -> bytes:
        text = self.entry("stream")
        if not isinstance(text, str) or not re.fullmatch("[0-9a-f]{64}", text):
            raise _damaged(f"'stream' is {reprlib.repr(text)}; expected 64 hexadecimal digits")
        return bytes.fromhex(text)

    def entry(self, name: str) -> Any:
        if name not in self.data:
            raise _damaged(f"it has no '{name}'")
        return self.data[name]

    def number(self, name: str, low: int, high: int) -> int:
        return _whole(self.entry(name), name, low, high)

    def rows(self, name: str, length: int | None = None) -> list[Any]:
        return _list(self.entry(name), name, length)

    def zones(self) -> list[list[int]]:
        spec = self.spec
        names = spec.zone_names()
        last = len(spec.tokens.names) - 1
        zones = [
            [_whole(token, name, 0, last) for token in _list(zone, name)]
            for name, zone in zip(names, self.rows("z", len(names)), strict=True)
        ]
        placed = sorted(token for zone in zones for token in zone)
        if placed != list(range(len(spec.tokens.names))):
            twice = [token for at, token in enumerate(placed) if token in placed[:at]]
            lost = [token for token in range(len(spec.tokens.names)) if token not in placed]
            if twice:
                raise _damaged(f"{spec.tokens.names[twice[0]]} appears twice")
            raise _damaged(f"{spec.tokens.names[lost[0]]} is missing")
        return zones

    def reveal(self, entry: Any, seats: int) -> tuple[int, int, int, tuple[int, ...]]:
        turn, zone, bits, tokens = _list(entry, "reveals", 4)
        last = len(self.spec.tokens.names) - 1
        return (
            _whole(turn, "reveals", 0, _MANY),
            _whole(zone, "reveals", 0, self.spec.zone_count - 1),
            _whole(bits, "reveals", 0, (1 << seats) - 1),
            tuple(_whole(token, "reveals", 0, last) for token in _list(tokens, "reveals")),
        )


def _damaged(what: str) -> SpecError:
    return SpecError(f"this save is damaged: {what}")


def _list(value: object, name: str, length: int | None = None) -> list[Any]:
    if not isinstance(value, list):
        raise _damaged(f"'{name}' is {reprlib.repr(value)}; expected a list")
    if length is not None and len(value) != length:
        raise _damaged(f"'{name}' has {len(value)} entries; expected {length}")
    return value


def _whole(value: object, name: str, low: int, high: int) -> int:
    if not is_whole(value, low, high):
        raise _damaged(f"'{name}' has {reprlib.repr(value)}; expected a whole number from {low} to {high}")
    return value


def _variable(value: object, var: Variable) -> int | bool:
    if isinstance(var.init, bool):
        if not isinstance(value, bool):
            raise _damaged(f"'{var.name}' is {reprlib.repr(value)}; expected true or false")
        return value
    return _whole(value, var.name, var.low, var.high)
