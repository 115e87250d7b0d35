"""The machine: plays an assembled game, a whole move per call.

If its memory gives up, nothing has happened: the state is unchanged, and the interpreter plays the move or reports the
error.
"""

from __future__ import annotations

from array import array
from threading import Lock
from typing import TYPE_CHECKING, Any

from ..limits import MOST_STATE
from ._memory import Memory

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..state import GameState, Move
    from .assemble import Assembly

COMPILED = not __file__.endswith(".py")

MOST = 2**61
MOST_WORDS = MOST_STATE
MOST_ADVANCES = 10_000
MOST_AT_ONCE = 2_000
GIVE_UP = -2
NO_JUMP = -1


class Words:
    """One state's words, and their machine."""

    def __init__(self, size: int, owner: Machine | None = None) -> None:
        if not 0 <= size <= MOST_WORDS:
            raise ValueError(f"a state of {size} words: expected at most {MOST_WORDS}")
        self.row = array("q", bytes(8 * size))
        self.size = len(self.row)
        self.owner = owner

    def copy(self) -> Words:
        """Copy the words."""
        twin = Words(self.size, self.owner)
        for i in range(self.size):
            twin.row[i] = self.row[i]
        return twin

    def release(self, state: GameState) -> None:
        """Write the words into their state's lists."""
        if self.owner is None or self.owner.state_size != self.size:
            raise ValueError("these words are not of a game")
        self.owner.release(state, self)


class Machine:
    """Plays one game for one number of seats; a state's words are copied into memory for each move."""

    def __init__(self, assembly: Assembly) -> None:
        layout, spec = assembly.layout, assembly.spec
        self.memory = Memory(assembly)
        self.acts = array("i", assembly.acts)
        self.enters = array("i", assembly.enters)
        self.exits = array("i", assembly.exits)
        self.ends = array("i", assembly.ends)
        self.listings = array("i", assembly.listings)
        self.holds = array("i", assembly.holds)
        self.targets = array("i", [goto.phase for goto in spec.gotos])
        self.blocks = array("i", assembly.blocks)
        self.widths = array("i", [len(action.params) for action in spec.actions])
        self.draws = array("i", [int(ending.result == "draw" or assembly.score < 0) for ending in spec.terminal])
        self.score = assembly.score
        self.setup = assembly.setup
        self.seats = layout.seats
        self.state_size = layout.state_size
        self.tokens = layout.tokens
        self.zones = layout.zones
        self.globals_at = layout.globals
        self.players_at = layout.players
        self.zone_sizes = layout.zone_sizes
        self.zone_tokens = layout.zone_tokens
        self.grants = layout.grants
        self.uses = layout.uses
        self.actor = layout.actor
        self.active = layout.active
        self.result = layout.result
        self.winners = layout.winners
        self.broken = layout.broken
        self.menu = layout.menu
        self.log = layout.log
        self.global_count = len(spec.globals)
        self.player_count = len(spec.players)
        self.phases = len(spec.phases)
        self.actions = len(spec.actions)
        self.endings = len(spec.terminal)
        self.limited = any(action.limits for action in spec.actions)
        self.round_robin = spec.round_robin
        self.highest = spec.scoring is not None and spec.scoring.highest
        self.singles = [(action.index,) for action in spec.actions]
        self.booleans = [isinstance(var.init, bool) for var in [*spec.globals, *spec.players]]
        self.lock = Lock()
        self.fresh = Words(self.state_size, self)
        self.backup = Words(self.state_size, self)
        for i in range(self.state_size):
            self.fresh.row[i] = layout.words[i]
        self.phase = 0
        self.over = False
        self.failed = False

    # -- called by a game --------------------------------------------------------------------------------------------

    def start(self, state: GameState, listed: bool) -> bool:
        """Set up a new game and advance to its first decision; False, with nothing changed, if the caller must do it.

        A state without lists starts from the beginning.
        """
        if not self.lock.acquire(False):
            return False
        try:
            if not self.read(state, None if listed else self.fresh):
                return False
            self.failed = self.program(self.setup) == GIVE_UP
            if not self.failed:
                self.settle(self.program(self.enters[0]))
            return self.keep(state)
        finally:
            self.lock.release()

    def play(self, state: GameState, move: Move) -> bool:
        """Make a move and advance to the next decision; False, with nothing changed, if the caller must do it."""
        if not self.lock.acquire(False):
            return False
        try:
            if not self.read(state, None):
                return False
            action = self.read_move(move)
            if action < 0:
                return False
            self.settle(self.program(self.acts[action]))
            if not self.keep(state):
                return False
            state.moves += 1
            return True
        finally:
            self.lock.release()

    def play_out(
        self, state: GameState, draw: Callable[[], float], most: int, phases: list[int], broken: list[int] | None
    ) -> Move | None:
        """Make random moves, chosen as in `policies.choose`, until the game is over or `most` are made.

        Stops after a few thousand moves, so an interrupt does not wait for the end of a long game.

        Counts the decisions in each phase and, if asked, each invariant that a move broke. If the machine gives up on a
        move, the move is still chosen and counted, and left to the caller.
        """
        if not self.lock.acquire(False):
            return None
        try:
            if len(phases) != self.phases or (broken is not None and len(broken) != len(self.holds)):
                raise ValueError("expected a count for each phase, and for each invariant")
            if most < 1 or not self.read(state, None):
                return None
            memory, row = self.memory, self.memory.words
            if self.program(self.listings[self.phase]) == GIVE_UP or row[self.menu] == 0:
                return None
            made, move = 0, None
            # The caller's lists can change while `draw` runs.
            decisions, failures = list(phases), None if broken is None else list(broken)
            if most > MOST_AT_ONCE:
                most = MOST_AT_ONCE
            while made < most and not self.over:
                at = self.pick(draw)
                action, phase, turn, drawn = row[at], self.phase, memory.turn, memory.drawn
                active, log = row[self.active], row[self.log]
                for i in range(self.widths[action]):
                    row[self.blocks[action] + 1 + i] = row[at + 1 + i]
                for i in range(self.state_size):
                    self.backup.row[i] = row[i]
                decisions[phase] += 1
                self.count_use(action)
                self.settle(self.program(self.acts[action]))
                if failures is not None and not self.failed:
                    self.failed = not self.count_broken(failures)
                if self.failed:
                    move = (action, *[row[self.blocks[action] + 1 + i] for i in range(self.widths[action])])
                    for i in range(self.state_size):
                        row[i] = self.backup.row[i]
                    self.phase, memory.turn, row[self.active], row[self.log] = phase, turn, active, log
                    memory.drawn = drawn
                    self.over = False
                    self.failed = False
                    row[self.menu] = 0
                    self.program(self.listings[phase])
                    break
                made += 1
                if memory.turn != turn:
                    self.forget()
            self.keep(state)
            state.moves += made
            phases[:] = decisions
            if broken is not None and failures is not None:
                broken[:] = failures
            return move
        finally:
            self.lock.release()

    def pick(self, draw: Callable[[], float]) -> int:
        """Return the address of a random move in the menu: first an action, then its parameters."""
        row = self.memory.words
        end = self.menu + 1 + row[self.menu]
        groups, at, last = 0, self.menu + 1, -1
        while at < end:
            if row[at] != last:
                last = row[at]
                groups += 1
            at += 1 + self.widths[last]
        which = 0
        if groups > 1:
            which = below(draw(), groups)
        at, last = self.menu + 1, row[self.menu + 1]
        while which:
            at += 1 + self.widths[last]
            if row[at] != last:
                last = row[at]
                which -= 1
        start, count = at, 0
        while at < end and row[at] == last:
            at += 1 + self.widths[last]
            count += 1
        return start + below(draw(), count) * (1 + self.widths[last])

    def count_broken(self, broken: list[int]) -> bool:
        """Count the broken invariants; False, with none counted, if the machine gives up."""
        row = self.memory.words
        for i in range(len(self.holds)):
            if self.program(self.holds[i]) == GIVE_UP:
                return False
            row[self.broken + i] = 0 if row[self.result] else 1
        for i in range(len(self.holds)):
            if row[self.broken + i]:
                broken[i] += 1
        return True

    def forget(self) -> None:
        """Drop log entries from before the last turn."""
        row, turn = self.memory.words, self.memory.turn
        at = self.log + 1
        end = at + row[self.log]
        while at < end and row[at] < turn - 1:
            at += 4 + row[at + 3]
        for i in range(end - at):
            row[self.log + 1 + i] = row[at + i]
        row[self.log] = end - at

    def check(self, state: GameState) -> list[bool] | None:
        """Return which invariants hold; None means that the interpreter must decide."""
        if not self.lock.acquire(False):
            return None
        try:
            if not self.read(state, None):
                return None
            found = []
            for i in range(len(self.holds)):
                if self.program(self.holds[i]) == GIVE_UP:
                    return None
                found.append(self.memory.words[self.result] != 0)
            return found
        finally:
            self.lock.release()

    def release(self, state: GameState, words: Words) -> None:
        """Write a state's words back into its lists."""
        if not self.owns(words):
            raise ValueError("these words are not of this game")
        row = words.row
        booleans = self.booleans
        variables = []
        for i in range(self.global_count):
            variables.append(row[self.globals_at + i] != 0 if booleans[i] else row[self.globals_at + i])
        columns: list[list[Any]] = []
        for i in range(self.player_count):
            at = self.players_at + i * self.seats
            if booleans[self.global_count + i]:
                columns.append([row[at + seat] != 0 for seat in range(self.seats)])
            else:
                columns.append([row[at + seat] for seat in range(self.seats)])
        zones = []
        for i in range(self.zones):
            at = self.zone_tokens + i * self.tokens
            zones.append([row[at + k] for k in range(row[self.zone_sizes + i])])
        grants = [row[self.grants + i] for i in range(self.zones)]
        state.put_lists(variables, columns, zones, grants, [row[self.uses + i] for i in range(3 * self.actions)])

    def owns(self, words: Words) -> bool:
        """Whether words belong to this game and number of seats."""
        return words.owner is self and words.size == self.state_size

    # -- a state in and out --------------------------------------------------------------------------------------

    def read(self, state: GameState, words: Words | None) -> bool:
        """Copy a state into memory: these words, or its own, or its lists; False if it does not fit."""
        memory = self.memory
        phase, active = state.phase, state.active
        if not 0 <= phase < self.phases or not 0 <= active < self.seats:
            return False
        if words is None and state.ahead:
            words = state.words
        if words is None or not self.owns(words):
            if not self.read_lists(state):
                return False
        else:
            for i in range(self.state_size):
                memory.words[i] = words.row[i]
        self.phase = phase
        self.over = False
        self.failed = False
        memory.words[self.active] = active
        memory.words[self.log] = 0
        memory.words[self.menu] = 0
        memory.turn = state.turn
        memory.key = state.stream
        memory.drawn = state.drawn
        return True

    def read_lists(self, state: GameState) -> bool:
        """Copy a state's lists into memory; False if one does not fit."""
        variables, columns, zones = state.g, state.p, state.z
        if len(variables) != self.global_count or len(columns) != self.player_count or len(zones) != self.zones:
            return False
        if len(state.grants) != self.zones or len(state.uses) != 3 * self.actions:
            return False
        if not self.fill(self.globals_at, variables) or not self.fill(self.grants, state.grants):
            return False
        if not self.fill(self.uses, state.uses):
            return False
        at = self.players_at
        for column in columns:
            if len(column) != self.seats or not self.fill(at, column):
                return False
            at += self.seats
        at = self.zone_tokens
        for i in range(self.zones):
            column = zones[i]
            if len(column) > self.tokens or not self.fill(at, column):
                return False
            self.memory.words[self.zone_sizes + i] = len(column)
            at += self.tokens
        return True

    def fill(self, at: int, values: list[int]) -> bool:
        """Copy a list into memory; False if it holds anything but ints that fit in a word."""
        for value in values:
            if not isinstance(value, int):
                return False
            try:
                number = value
            except OverflowError:
                return False
            if number > MOST or number < -MOST:
                return False
            self.memory.words[at] = number
            at += 1
        return True

    def read_move(self, move: Move) -> int:
        """Store a move's parameters and count it; -1 if it is not a move in this game."""
        size = len(move)
        first = move[0] if size > 0 else None
        if not isinstance(first, int) or not 0 <= first < self.actions:
            return -1
        action = first
        if size != self.widths[action] + 1:
            return -1
        if not self.fill(self.blocks[action] + 1, list(move[1:])):
            return -1
        self.count_use(action)
        return action

    def count_use(self, action: int) -> None:
        """Count an action in this phase, this turn and this game."""
        if self.limited:
            for i in range(3):
                self.memory.words[self.uses + 3 * action + i] += 1

    def keep(self, state: GameState) -> bool:
        """Write the memory back to a state; False, with nothing changed, if the machine has given up."""
        self.stop()
        if self.failed:
            return False
        memory = self.memory
        words = state.words
        if words is None or not self.owns(words):
            words = Words(self.state_size, self)
            state.words = words
        for i in range(self.state_size):
            words.row[i] = memory.words[i]
        if memory.words[self.log] or memory.turn != state.turn:
            self.keep_reveals(state)
        state.ahead = True
        state.phase = self.phase
        state.active = memory.words[self.active]
        state.turn = memory.turn
        state.drawn = memory.drawn
        if self.over:
            state.winners = tuple([seat for seat in range(self.seats) if memory.words[self.winners + seat]])
            state.menu = []
        else:
            state.menu = self.listed()
        return True

    def stop(self) -> None:
        """Raise the exception that stopped a shuffle, if any."""
        error = self.memory.stopped
        if error is not None:
            self.memory.stopped = None
            raise error

    def listed(self) -> list[Move]:
        """Return the menu as moves."""
        found: list[Move] = []
        memory = self.memory
        at = self.menu + 1
        end = at + memory.words[self.menu]
        while at < end:
            action = memory.words[at]
            width = self.widths[action]
            if width == 0:
                found.append(self.singles[action])
            elif width == 1:
                found.append((action, memory.words[at + 1]))
            else:
                found.append((action, *[memory.words[at + 1 + i] for i in range(width)]))
            at += 1 + width
        return found

    def keep_reveals(self, state: GameState) -> None:
        """Add the log to a state's reveals; a new turn drops those from before the previous one."""
        memory = self.memory
        entries = list(state.reveals)
        at = self.log + 1
        end = at + memory.words[self.log]
        while at < end:
            size = memory.words[at + 3]
            shown = tuple([memory.words[at + 4 + i] for i in range(size)])
            entries.append((memory.words[at], memory.words[at + 1], memory.words[at + 2], shown))
            at += 4 + size
        if memory.turn != state.turn:
            least = memory.turn - 1
            entries = [entry for entry in entries if entry[0] >= least]
        state.reveals = entries

    # -- phases ------------------------------------------------------------------------------------------------------

    def settle(self, site: int) -> None:
        """Follow jumps, then pass phases until someone can decide or the game is over."""
        advances = 0
        while True:
            while site >= 0:
                site = self.jump(site)
            self.failed = site == GIVE_UP
            index = 0
            while index < self.endings and not self.failed:
                self.failed = self.program(self.ends[index]) == GIVE_UP
                if not self.failed and self.memory.words[self.result]:
                    self.finish(index)
                    return
                index += 1
            self.memory.words[self.menu] = 0
            if self.failed or self.program(self.listings[self.phase]) == GIVE_UP or advances == MOST_ADVANCES:
                self.failed = True
                return
            if self.memory.words[self.menu]:
                return
            advances += 1
            site = self.advance()

    def jump(self, site: int) -> int:
        """Follow one jump; return the next one, if any."""
        target = self.targets[site]
        if target < self.phase:
            return GIVE_UP
        if target == self.phase:
            return NO_JUMP
        return self.change(target, True)

    def advance(self) -> int:
        """Advance to the next phase, or to the next turn."""
        words = self.memory.words
        if self.phase + 1 < self.phases:
            return self.change(self.phase + 1, True)
        self.memory.turn += 1
        if self.limited:
            for action in range(self.actions):
                words[self.uses + 3 * action + 1] = 0
        if self.program(self.exits[self.phase]) == GIVE_UP:
            return GIVE_UP
        if self.round_robin:
            words[self.active] = (words[self.active] + 1) % self.seats
        return self.change(0, False)

    def change(self, phase: int, leave: bool) -> int:
        """Leave the phase, unless already done, and enter another."""
        if leave and self.program(self.exits[self.phase]) == GIVE_UP:
            return GIVE_UP
        if self.limited:
            for action in range(self.actions):
                self.memory.words[self.uses + 3 * action] = 0
        self.phase = phase
        return self.program(self.enters[phase])

    def finish(self, ending: int) -> None:
        """Mark the winners."""
        words = self.memory.words
        self.over = True
        scores = self.winners + self.seats
        best = 0
        for seat in range(self.seats):
            words[self.winners + seat] = 0
        if self.draws[ending]:
            return
        for seat in range(self.seats):
            words[self.actor] = seat
            self.memory.refuel()
            if self.memory.run(self.score) == GIVE_UP:
                self.failed = True
                return
            found = words[self.result]
            words[scores + seat] = found
            if seat == 0 or (found > best if self.highest else found < best):
                best = found
        for seat in range(self.seats):
            if words[scores + seat] == best:
                words[self.winners + seat] = 1

    def program(self, at: int) -> int:
        """Run a program for the active player; do nothing if there is none."""
        if at < 0:
            return NO_JUMP
        self.memory.words[self.actor] = self.memory.words[self.active]
        self.memory.refuel()
        return self.memory.run(at)


def below(point: float, count: int) -> int:
    """Return a number from 0 to count - 1, from one in the range 0 to 1 (exclusive)."""
    if not 0 <= point < 1:
        raise ValueError(f"{point!r} is not a random number: expected one from 0 to below 1")
    return int(point * count)


def is_listed(menu: object, move: object) -> bool:
    """Whether a move is in a menu: the same tuple, or an equal one of ints."""
    if type(menu) is not list or type(move) is not tuple:
        return False
    for listed in menu:
        if listed is move:
            return True
    for number in move:
        if type(number) is not int:
            return False
    return move in menu
