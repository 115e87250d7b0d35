"""Finds problems without playing: unreachable phases, effects that never run, and jumps that only lead backwards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from bigslick.spec.tree import Bind, Effect, EffectMacro, EvaluateSubset, ForEach, Goto, If, MacroCall, Reduce, Spec

from .context import Context


def check_flow(spec: Spec, context: Context) -> None:
    """Report all such problems in a spec whose names and types are correct."""
    for effects in _programs(spec):
        _unreachable_effects(effects, context)
    _backward_jumps(spec, context)
    _unreachable_phases(spec, context)
    order = {source: index for index, source in enumerate(spec.sources)}
    last = max((order[change.place.source] for change in spec.overrides), default=-1)
    for var in (*spec.globals, *spec.players):
        # An override can remove the only use of a variable, but cannot remove the variable.
        if not var.reads and not var.writes and order[var.place.source] >= last:
            context.problem(var.place, f"the variable '{var.name}' is never used", "a use, or no such variable")


def blocks(effect: Effect) -> list[list[Effect]]:
    if isinstance(effect, If):
        return [effect.then, effect.orelse]
    if isinstance(effect, ForEach):
        return [effect.effects]
    if isinstance(effect, Bind | Reduce):
        return [effect.inside]
    if isinstance(effect, EvaluateSubset):
        return [effect.compute, effect.inside]
    return []


def every(effects: list[Effect]) -> Iterator[Effect]:
    """Yield the effects and all effects inside them, without entering macros."""
    for effect in effects:
        yield effect
        for block in blocks(effect):
            yield from every(block)


def always_jumps(effects: list[Effect]) -> bool:
    return any(_leaves(effect) for effect in effects)


def _leaves(effect: Effect) -> bool:
    if isinstance(effect, Goto):
        return True
    if isinstance(effect, If):
        return always_jumps(effect.then) and always_jumps(effect.orelse)
    if isinstance(effect, Bind | Reduce | EvaluateSubset):
        return always_jumps(effect.inside)
    return isinstance(effect, MacroCall) and effect.macro.leaves


def _programs(spec: Spec) -> list[list[Effect]]:
    found = [spec.setup.effects]
    for phase in spec.phases:
        found += [phase.enter.effects, phase.exit.effects]
    found += [action.run.effects for action in spec.actions]
    return found + [macro.program.effects for macro in spec.macros]


def _unreachable_effects(effects: list[Effect], context: Context) -> None:
    for effect, following in pairwise(effects):
        if _leaves(effect):
            context.problem(
                following.place,
                "this never runs: the effect before it always jumps",
                "no effects after a jump",
                see=effect.place,
            )
            break
    for effect in effects:
        for block in blocks(effect):
            _unreachable_effects(block, context)


def _callers(spec: Spec) -> list[tuple[list[Effect], set[int]]]:
    """Yield programs with the phases they run in."""
    found = [(phase.enter.effects, {phase.index}) for phase in spec.phases]
    return found + [(action.run.effects, set(action.phases)) for action in spec.actions]


def _backward_jumps(spec: Spec, context: Context) -> None:
    """Refuse a jump whose target phase has already passed in every phase that can reach the jump."""
    reached: dict[EffectMacro | None, set[int]] = {}
    direct: list[tuple[Goto, set[int]]] = []
    pending: list[tuple[EffectMacro | None, list[Effect], set[int]]]
    pending = [(None, effects, phases) for effects, phases in _callers(spec)]
    while pending:
        owner, effects, phases = pending.pop()
        for effect in every(effects):
            if isinstance(effect, Goto) and owner is None:
                direct.append((effect, phases))
            elif isinstance(effect, MacroCall) and effect.macro.jumps:
                known = reached.setdefault(effect.macro, set())
                if not phases <= known:
                    known |= phases
                    pending.append((effect.macro, effect.macro.program.effects, set(known)))
    for macro, phases in reached.items():
        if macro is not None:
            direct += [(effect, phases) for effect in every(macro.program.effects) if isinstance(effect, Goto)]
    for goto, phases in direct:
        if phases and all(goto.phase < phase for phase in phases):
            names = ", ".join(f"'{spec.phases[phase].name}'" for phase in sorted(phases))
            context.problem(
                goto.place,
                f"'{goto.name}' comes before {names}",
                "a later phase: a turn goes forward, and begins again after the last phase",
            )
    exits = [phase.exit.effects for phase in spec.phases]
    for effects in (spec.setup.effects, *exits):
        for effect in every(effects):
            if isinstance(effect, Goto) or (isinstance(effect, MacroCall) and effect.macro.jumps):
                context.problem(effect.place, "a jump from setup or onExit", "jumps in onEnter and in actions only")


def targets(effects: list[Effect]) -> frozenset[int]:
    """Return the phases that some effects can jump to."""
    found: frozenset[int] = frozenset()
    for effect in every(effects):
        if isinstance(effect, Goto):
            found |= {effect.phase}
        elif isinstance(effect, MacroCall):
            found |= effect.macro.targets
    return found


def _unreachable_phases(spec: Spec, context: Context) -> None:
    reached: set[int] = set()
    waiting = [0]
    while waiting:
        index = waiting.pop()
        if index in reached or index >= len(spec.phases):
            continue
        reached.add(index)
        phase = spec.phases[index]
        waiting += [target for target in targets(phase.enter.effects) if target > index]
        if not always_jumps(phase.enter.effects):
            waiting.append(index + 1)
        for action in spec.actions:
            if index in action.phases:
                waiting += [target for target in targets(action.run.effects) if target > index]
    for phase in spec.phases:
        if phase.index not in reached:
            context.problem(
                phase.place, f"the phase '{phase.name}' is never reached", "a phase that some other leads to"
            )
