"""Explains why an action is not legal now: the failing clause of its `pre`, with its values and its line."""

from __future__ import annotations

from dataclasses import dataclass

from . import expressions as ex
from .frame import Frame
from .game import Game
from .interpret import Interpreter, bound_value
from .problems import Fault, RunError, SpecError, must_be, name_hint
from .source import Place
from .state import GameState
from .tree import Action
from .words import say


@dataclass(frozen=True)
class Obstacle:
    """One thing that makes an action illegal: a description, its location, and the values that decide."""

    text: str
    place: Place
    values: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        values = ", ".join(f"{name} is {_show(value)}" for name, value in self.values)
        return f"{self.place}: {self.text}" + (f" ({values})" if values else "")

    def to_json(self) -> dict[str, object]:
        return {"text": self.text, "file": self.place.source.name, "line": self.place.line, "values": dict(self.values)}


def why_not(game: Game, state: GameState, name: str, values: tuple[int, ...] = ()) -> list[Obstacle]:
    """Find what makes an action illegal, with its parameters' values if given; empty if it is legal."""
    must_be(Game, game, "a game: expected what `load_game` gives")
    must_be(GameState, state, "a state of a game: expected what `game.start` gives")
    spec = game.spec
    action = next((action for action in spec.actions if action.name == name), None)
    if action is None:
        names = [action.name for action in spec.actions]
        raise SpecError(f"there is no action {name!r}; {name_hint(name, names)}".rstrip("; "))
    if state.winners is not None:
        return [Obstacle("the game is over", action.place)]
    if state.phase not in action.phases:
        phases = ", ".join(spec.phases[phase].name for phase in action.phases)
        return [
            Obstacle(f"the phase is '{spec.phases[state.phase].name}', and '{name}' belongs to {phases}", action.place)
        ]
    reasons = []
    for scope, most in action.limits:
        used = state.uses[3 * action.index + ("phase", "turn", "game").index(scope)]
        if used >= most:
            reasons.append(
                Obstacle(f"'{name}' was done {used} times this {scope}, and {most} is the limit", action.place)
            )
    walker = Interpreter(spec)
    frame = walker.frame(state, action.slots)
    try:
        if action.pre is not None:
            reasons += _failed(walker, frame, action.pre)
        return reasons or _no_value(walker, frame, action, values)
    except Fault as fault:
        raise RunError(fault.message, fault.places) from None


def _failed(walker: Interpreter, frame: Frame, value: ex.Value, wanted: bool = True) -> list[Obstacle]:
    """Find the smallest clauses that make a condition differ from the wanted value."""
    if walker.value(value, frame) is wanted:
        return []
    if isinstance(value, ex.Not):
        return _failed(walker, frame, value.arg, not wanted)
    if isinstance(value, ex.Logic) and (value.op == "and") is wanted:
        return [reason for arg in value.args for reason in _failed(walker, frame, arg, wanted)]
    if isinstance(value, ex.Logic):
        return [
            Obstacle(
                f"none of these holds: {say(value)}" if wanted else f"this holds: {say(value)}",
                value.place,
                _values(walker, frame, value),
            )
        ]
    if isinstance(value, ex.ConditionCall):
        inside = Frame(frame.state, frame.actor, value.macro.slots)
        for param, arg in zip(value.macro.params, value.args, strict=True):
            inside.values[param.slot] = walker.argument(arg, frame)
        return _failed(walker, inside, value.macro.condition, wanted)
    text = f"{say(value)} does not hold" if wanted else f"{say(value)} holds"
    return [Obstacle(text, value.place, _values(walker, frame, value))]


def _values(walker: Interpreter, frame: Frame, value: ex.Value) -> tuple[tuple[str, object], ...]:
    found: dict[str, object] = {}
    sides: list[ex.Value] = []
    if isinstance(value, ex.Compare):
        sides = [value.left, value.right]
    elif isinstance(value, ex.Logic):
        for arg in value.args:
            found.update(_values(walker, frame, arg))
    elif isinstance(value, ex.GlobalRef | ex.PlayerRef | ex.LocalRef):
        sides = [value]
    for side in sides:
        if not isinstance(side, ex.Literal):
            found[say(side) if not isinstance(side, ex.Aggregate) or len(say(side)) < 60 else f"the {side.op}"] = (
                walker.value(side, frame)
            )
    return tuple(found.items())


def _no_value(walker: Interpreter, frame: Frame, action: Action, values: tuple[int, ...]) -> list[Obstacle]:
    """Find parameters without a value, or with one outside their domain."""
    for number, param in enumerate(action.params):
        domain = param.domain
        known: tuple[tuple[str, object], ...] = ()
        if isinstance(domain, ex.IntsInRange):
            low, high, step, _ = walker.domain(domain, frame)
            known = (("min", low), ("max", high)) if step == 1 else (("min", low), ("max", high), ("step", step))
        if not walker.query(domain, frame):
            return [Obstacle(f"'{param.local.name}' has no value to choose", domain.place, known)]
        if number >= len(values):
            return []
        if not walker.accepts(domain, values[number], frame):
            return [Obstacle(f"{values[number]} is not a value of '{param.local.name}'", domain.place, known)]
        frame.values[param.local.slot] = bound_value(param.local, values[number])
    return []


def _show(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
