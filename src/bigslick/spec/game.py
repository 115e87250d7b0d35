"""Plays a spec: start, moves, apply.

There are two runners. The machine is fast and plays whole moves. The interpreter plays the rest through the phases and
jumps below, and finds every error. A game that does not fit the machine is interpreted; `Game.runner` says so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Final

from bigslick.checks import did_you_mean, is_whole

from .code import Code
from .frame import Observer
from .interpret import Interpreter
from .kinds import INT
from .machine._machine import Machine, is_listed
from .machine.assemble import Machines
from .problems import Fault, RunError, SpecError, WrongKind, must_be
from .saves import load_state
from .state import GameState, Move, bits_of, items_of
from .tree import Spec

MAX_ADVANCES: Final = 10_000
"""How many phases can pass without a decision or an ending."""

Watch = Callable[[GameState, int], None]
"""Called with each phase, before it is entered."""


class IllegalMove(SpecError):
    """A move that the spec does not allow now."""

    __module__ = "bigslick.spec"


class Game:
    """A checked spec, ready to play."""

    def __init__(self, spec: Spec, code: Code, watch: Watch | None = None) -> None:
        self.spec = spec
        self.code = code
        self.watch = watch
        self._by_phase: list[list[int]] = [
            [action.index for action in spec.actions if phase.index in action.phases] for phase in spec.phases
        ]
        self._targets = [goto.phase for goto in spec.gotos]
        self._limits = [
            [(("phase", "turn", "game").index(scope), most) for scope, most in action.limits] for action in spec.actions
        ]
        self._limited = any(self._limits)
        self._enter = [
            program if phase.enter.effects else None for phase, program in zip(spec.phases, code.enter, strict=True)
        ]
        self._exit = [
            program if phase.exit.effects else None for phase, program in zip(spec.phases, code.exit, strict=True)
        ]
        # A watcher must see each phase, but a machine plays several at once.
        self._machines: Mapping[int, Machine | None] = code.machines if watch is None else defaultdict(lambda: None)

    def runner(self, seats: int) -> str:
        """Name the runner for this number of players, and if it is not the machine, why."""
        machines = self._machines
        if machines[seats] is not None:
            return "The machine plays this game."
        why = f": {machines.missing}" if isinstance(machines, Machines) else ""
        return f"This game is interpreted, which is slow{why}."

    # -- starting ------------------------------------------------------------------------------------------------

    def start(
        self, seats: int, seed: int | str | None = None, variables: Mapping[str, int | bool] | None = None
    ) -> GameState:
        """Start a game and advance to its first decision; `variables` replaces the initial values of global variables.

        The same seed always deals the same cards; without one, the operating system supplies the randomness.
        """
        spec = self.spec
        if not is_whole(seats, spec.least_players, spec.most_players):
            raise SpecError(f"seats={seats!r}: '{spec.id}' is for {spec.table_sizes}")
        if variables is not None:
            must_be(Mapping, variables, "a set of variables: expected a dict by name, as in {'ante': 5}")
        machine = self._machines[seats]
        if machine is not None and not variables:
            state = GameState.without_lists(seats, seed)
            if machine.start(state, False):
                return state
        state = GameState(spec, seats, seed)
        for name, value in (variables or {}).items():
            self.set_global(state, name, value)
        for zone, tokens in spec.tokens.starts:
            state.z[zone.index].extend(tokens)
        if machine is not None and machine.start(state, True):
            return state
        with _faults():
            self.code.setup(state)
            if self.watch:
                self.watch(state, 0)
            enter = self._enter[0]
            self._settle(state, enter(state) if enter else None)
        return state

    def set_global(self, state: GameState, name: str, value: int | bool) -> None:
        """Set a global variable by name, within its range."""
        _must_be_state(state)
        for var in self.spec.globals:
            if var.name == name:
                fits = isinstance(value, bool) if isinstance(var.init, bool) else is_whole(value, var.low, var.high)
                if not fits:
                    wanted = "true or false" if isinstance(var.init, bool) else f"a number from {var.low} to {var.high}"
                    raise SpecError(f"{name}={value!r}: expected {wanted}")
                state.g[var.slot] = value
                return
        known = [var.name for var in self.spec.globals]
        raise SpecError(f"there is no global variable {name!r}{did_you_mean(name, known)}")

    def load(self, text: str) -> GameState:
        """Load a state that `GameState.save` wrote."""
        state = load_state(text, self.spec)
        if state.winners is None:
            with _faults():
                state.menu = self._moves(state)
            if not state.menu:
                phase = self.spec.phases[state.phase].name
                raise SpecError(f"this save is inconsistent: seat {state.active + 1} has no move in phase '{phase}'")
        return state

    # -- moves ---------------------------------------------------------------------------------------------------

    def moves(self, state: GameState) -> list[Move]:
        """List every legal action, with its parameters' listed values."""
        _must_be_state(state)
        return state.menu

    def _moves(self, state: GameState) -> list[Move]:
        found: list[Move] = []
        code = self.code
        for action in self._by_phase[state.phase]:
            if self._limited and not self._within(state, action):
                continue
            pre = code.pre[action]
            if pre is not None and not pre(state):
                continue
            menus = code.menus[action]
            if not menus:
                found.append((action,))
            elif len(menus) == 1:
                found += [(action, value) for value in menus[0](state)]
            else:
                found += [(action, *values) for values in self._product(state, menus, ())]
        return found

    def _product(
        self, state: GameState, menus: Sequence[Callable[..., Sequence[int]]], chosen: tuple[int, ...]
    ) -> Iterator[tuple[int, ...]]:
        for value in menus[len(chosen)](state, *chosen):
            if len(chosen) + 1 == len(menus):
                yield (*chosen, value)
            else:
                yield from self._product(state, menus, (*chosen, value))

    def _within(self, state: GameState, action: int) -> bool:
        return all(state.uses[3 * action + scope] < most for scope, most in self._limits[action])

    def legal(self, state: GameState, move: Move) -> bool:
        """Whether a move is legal, even if the menu does not list it."""
        _must_be_state(state)
        _must_be_move(move)
        if state.winners is not None or not move or not 0 <= move[0] < len(self.spec.actions):
            return False
        action, values = move[0], move[1:]
        if move in state.menu:
            return True
        if action not in self._by_phase[state.phase] or len(values) != len(self.spec.actions[action].params):
            return False
        if not values or not any(listed[0] == action for listed in state.menu):
            return False
        with _faults():
            return all(
                accepts(state, value, *values[:number])
                for number, (accepts, value) in enumerate(zip(self.code.accepts[action], values, strict=True))
            )

    def apply(self, state: GameState, move: Move) -> None:
        """Make a move, or raise IllegalMove and change nothing."""
        if not self.legal(state, move):
            if state.winners is not None:
                raise IllegalMove(f"{self.describe(move)} is not legal now: the game is over")
            legal = dict.fromkeys(self.spec.actions[listed[0]].name for listed in state.menu)
            raise IllegalMove(f"{self.describe(move)} is not legal now; you may {' or '.join(legal)}")
        self._make(state, move)

    def play(self, state: GameState, move: Move) -> None:
        """Make a move from the menu quickly, and any other through `apply`."""
        if type(state) is GameState and is_listed(state.menu, move):
            self._make(state, move)
        else:
            self.apply(state, move)

    def _make(self, state: GameState, move: Move) -> None:
        machine = self._machines[state.seats]
        if machine is not None and machine.play(state, move):
            return
        action = move[0]
        state.moves += 1
        if self._limited:
            for scope in range(3):
                state.uses[3 * action + scope] += 1
        with _faults():
            self._settle(state, self.code.act[action](state, *move[1:]))

    def play_at_random(
        self, state: GameState, rng: Random, most: int, phases: list[int], broken: list[int] | None
    ) -> None:
        """Make up to `most` random moves in the machine, chosen as in `choose`; without a machine, do nothing.

        Counts the decisions in each phase and, if asked, how often a move broke each invariant.
        """
        machine = self._machines[state.seats]
        while machine is not None and most > 0 and state.winners is None:
            before = state.moves
            move = machine.play_out(state, rng.random, most, phases, broken)
            if move is None and state.moves == before:
                return
            if move is not None:
                self._make(state, move)
            if move is not None and broken is not None:
                failed = self.violations(state)
                for index, invariant in enumerate(self.spec.invariants):
                    broken[index] += invariant.name in failed
            most -= state.moves - before

    # -- phases ------------------------------------------------------------------------------------------------------

    def _settle(self, state: GameState, site: int | None) -> None:
        """Follow jumps, then pass phases until someone can decide or the game is over."""
        advances = 0
        while True:
            while site is not None:
                site = self._jump(state, site)
            for index, ends in enumerate(self.code.ends):
                if ends(state):
                    self._finish(state, index)
                    return
            state.menu = self._moves(state) if self._by_phase[state.phase] else []
            if state.menu:
                return
            advances += 1
            if advances > MAX_ADVANCES:
                raise Fault(f"{MAX_ADVANCES:,} phases passed without a decision: the game is stuck")
            site = self._advance(state)

    def _jump(self, state: GameState, site: int) -> int | None:
        target = self._targets[site]
        if target < state.phase:
            goto = self.spec.gotos[site]
            here = self.spec.phases[state.phase].name
            raise Fault(f"a jump from '{here}' back to '{goto.name}' crosses the end of the turn", goto.place)
        if target == state.phase:
            return None
        return self._change(state, target)

    def _advance(self, state: GameState) -> int | None:
        if state.phase + 1 < len(self.spec.phases):
            return self._change(state, state.phase + 1)
        state.turn += 1
        if state.reveals:
            state.reveals = [entry for entry in state.reveals if entry[0] >= state.turn - 1]
        if self._limited:
            for action in range(len(self.spec.actions)):
                state.uses[3 * action + 1] = 0
        last = self._exit[state.phase]
        if last is not None:
            last(state)
        if self.spec.round_robin:
            state.active = (state.active + 1) % state.seats
        return self._change(state, 0, leave=False)

    def _change(self, state: GameState, phase: int, *, leave: bool = True) -> int | None:
        leaving = self._exit[state.phase] if leave else None
        if leaving is not None:
            leaving(state)
        if self._limited:
            for action in range(len(self.spec.actions)):
                state.uses[3 * action] = 0
        state.phase = phase
        if self.watch is not None:
            self.watch(state, phase)
        enter = self._enter[phase]
        return enter(state) if enter is not None else None

    def _finish(self, state: GameState, index: int) -> None:
        state.menu = []
        scoring = self.spec.scoring
        if self.spec.terminal[index].result == "draw" or scoring is None or self.code.score is None:
            state.winners = ()
            return
        scores = [self.code.score(state, seat) for seat in range(state.seats)]
        best = max(scores) if scoring.highest else min(scores)
        state.winners = tuple(seat for seat, score in enumerate(scores) if score == best)

    # -- reading -------------------------------------------------------------------------------------------------

    def violations(self, state: GameState) -> list[str]:
        """Return the invariants that do not hold now."""
        _must_be_state(state)
        machine = self._machines[state.seats]
        found = machine.check(state) if machine is not None else None
        if found is not None:
            return [invariant.name for invariant, holds in zip(self.spec.invariants, found, strict=True) if not holds]
        with _faults():
            return [
                invariant.name
                for invariant, holds in zip(self.spec.invariants, self.code.holds, strict=True)
                if not holds(state)
            ]

    def describe(self, move: Move) -> str:
        """Format a move as text: `raise 60`, `play 8h`."""
        _must_be_move(move)
        if not move or not 0 <= move[0] < len(self.spec.actions):
            return f"move {move!r}"
        action = self.spec.actions[move[0]]
        words = [action.name]
        for index, value in enumerate(move[1:]):
            kind = action.params[index].local.type if index < len(action.params) else INT
            if kind.kind == "list" and value >= 0:
                words.append(",".join(self._item(item, kind.item) for item in items_of(value)) or "none")
            else:
                words.append(self._item(value, kind.kind))
        return " ".join(words)

    def _item(self, value: int, kind: str) -> str:
        names = self.spec.tokens.names
        return names[value] if kind == "token" and 0 <= value < len(names) else str(value)

    def parse(self, text: str) -> Move:
        """Parse a move from text: the inverse of `describe`."""
        must_be(str, text, "a move: expected a text, such as 'raise 60'")
        words = text.split()
        names = [action.name for action in self.spec.actions]
        if not words or words[0] not in names:
            raise SpecError(f"{text!r} is not a move: the actions are {', '.join(names)}")
        action = self.spec.actions[names.index(words[0])]
        if len(words) - 1 != len(action.params):
            wanted = " ".join(f"<{param.local.name}>" for param in action.params)
            raise SpecError(f"{text!r} is not a move: expected '{action.name}{' ' + wanted if wanted else ''}'")
        values = []
        for word, param in zip(words[1:], action.params, strict=True):
            kind = param.local.type
            if kind.kind != "list":
                values.append(self._value(word, kind.kind, param.local.name))
                continue
            items = [self._value(part, kind.item, param.local.name) for part in word.split(",") if word != "none"]
            known = len(self.spec.tokens.names) if kind.item == "token" else self.spec.most_players
            if len(set(items)) != len(items) or not all(0 <= item < known for item in items):
                raise SpecError(f"{word!r} is not a choice for {param.local.name!r}: expected each item once")
            values.append(bits_of(items))
        return (action.index, *values)

    def _value(self, word: str, kind: str, name: str) -> int:
        if kind == "token" and word in self.spec.tokens.names:
            return self.spec.tokens.names.index(word)
        if word.removeprefix("-").isdigit() and word.isascii() and len(word) < 17:
            return int(word)
        raise SpecError(f"{word!r} is not a value for {name!r}")


def _must_be_state(state: object) -> None:
    must_be(GameState, state, "a state of a game: expected what `game.start` gives")


def _must_be_move(move: object) -> None:
    if not isinstance(move, tuple) or not all(isinstance(number, int) for number in move):
        raise WrongKind(f"{move!r} is not a move: expected one of `game.moves(state)`, or game.parse('raise 60')")


@contextmanager
def _faults() -> Iterator[None]:
    """Turn a fault inside the block into a RunError."""
    try:
        yield
    except Fault as fault:
        raise RunError(fault.message, fault.places) from None


def compiled(spec: Spec, *, strict: bool = False, native: bool = True, watch: Watch | None = None) -> Game:
    """Return a game that the machine plays where it can, and the interpreter elsewhere."""
    must_be(Spec, spec, "a spec: expected what `load_spec` gives")
    runner = Interpreter(spec, strict=strict, native=native)
    return Game(spec, replace(runner.code(), machines=Machines(spec, runner.twins, strict=strict)), watch)


def interpreted(
    spec: Spec,
    *,
    strict: bool = False,
    native: bool = True,
    watch: Watch | None = None,
    observer: Observer | None = None,
) -> Game:
    """Return a game that walks the tree: slow, and a second opinion on the machine."""
    must_be(Spec, spec, "a spec: expected what `load_spec` gives")
    return Game(spec, Interpreter(spec, strict=strict, native=native, observer=observer).code(), watch)
