"""The machine's memory: one row of words, and the instructions that work on it.

It has no error messages. Anything unusual (an error in the spec, a number too large, a loop too long) makes it give up.
Every index from a word is checked, so no state or move can leave the row. The numbers in `run` are those in `opcodes`,
written out because the compiler makes jump tables only from literals.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

from bigslick.shuffle import draws_after

from ..limits import SAFE as SAFE_INT
from . import _lists as lists
from .opcodes import WIDTH as WIDTH_OF_ALL

if TYPE_CHECKING:
    from .assemble import Assembly

COMPILED = not __file__.endswith(".py")

WIDTH = WIDTH_OF_ALL
SAFE = SAFE_INT
LIMIT = 2**61
NONE = -(2**62)
FUEL = 1_000_000
DEPTH = 64
GIVE_UP = -2


class Memory:
    """The machine's words: the state first, then constants, bindings and lists."""

    def __init__(self, assembly: Assembly) -> None:
        layout = assembly.layout
        self.words = array("q", layout.words)
        self.code = array("i", assembly.code)
        self.tokens = layout.tokens
        self.zones = layout.zones
        self.zone_sizes = layout.zone_sizes
        self.zone_tokens = layout.zone_tokens
        self.grants = layout.grants
        self.stack = layout.stack
        self.scratch = layout.scratch
        self.menu = layout.menu
        self.menu_room = layout.menu_room
        self.log = layout.log
        self.log_room = layout.log_room
        self.twins = assembly.twins
        self.turn = 0
        self.key = b""
        self.drawn = 0
        self.opened = b""
        self.draws: Any = None  # the last stream opened
        self.start = 0
        self.stopped: BaseException | None = None
        self.fuel = 0

    def refuel(self) -> None:
        """Give a program its steps: far fewer than its budget, so that only the interpreter can exhaust a budget."""
        self.fuel = FUEL

    def run(self, pc: int) -> int:
        """Run instructions until they halt; return the number of a jump, NO_JUMP or GIVE_UP."""
        m, code = self.words, self.code
        depth = 0
        while True:
            op, a, b, c, d = code[pc], code[pc + 1], code[pc + 2], code[pc + 3], code[pc + 4]
            pc += WIDTH
            if op == 0:  # HALT
                return a
            elif op == 1:  # GOTO
                pc = d
            elif op == 2:  # CALL
                self.fuel -= 1
                if depth >= DEPTH or self.fuel < 0:
                    return GIVE_UP
                m[self.stack + depth] = pc
                depth += 1
                pc = d
            elif op == 3:  # RETURN
                depth -= 1
                pc = m[self.stack + depth]
            elif op == 4:  # MOVE
                m[a] = m[b]
            elif op == 5:  # ADD
                x = m[b] + m[c]
                if x > LIMIT or x < -LIMIT:
                    return GIVE_UP
                m[a] = x
            elif op == 6:  # SUBTRACT
                x = m[b] - m[c]
                if x > LIMIT or x < -LIMIT:
                    return GIVE_UP
                m[a] = x
            elif op == 7:  # MULTIPLY
                x, y = m[b], m[c]
                if x > SAFE or x < -SAFE or y > SAFE or y < -SAFE:
                    return GIVE_UP
                z = SAFE // (y if y > 0 else -y if y < 0 else 1)
                if x > z or x < -z:
                    return GIVE_UP
                m[a] = x * y
            elif op == 8:  # QUOTIENT
                if m[c] == 0:
                    return GIVE_UP
                m[a] = divide(op, m[b], m[c])
            elif op == 9:  # FLOOR
                if m[c] == 0:
                    return GIVE_UP
                m[a] = divide(op, m[b], m[c])
            elif op == 10:  # CEILING
                if m[c] == 0:
                    return GIVE_UP
                m[a] = divide(op, m[b], m[c])
            elif op == 11:  # MODULO
                if m[c] == 0:
                    return GIVE_UP
                m[a] = m[b] - m[c] * divide(9, m[b], m[c])
            elif op == 12:  # LEAST
                x, y = m[b], m[c]
                m[a] = x if x < y else y
            elif op == 13:  # GREATEST
                x, y = m[b], m[c]
                m[a] = x if x > y else y
            elif op == 14:  # IF_TRUE
                if m[a]:
                    pc = d
            elif op == 15:  # IF_FALSE
                if not m[a]:
                    pc = d
            elif op == 16:  # IF_EQUAL
                if m[a] == m[b]:
                    pc = d
            elif op == 17:  # IF_DIFFERENT
                if m[a] != m[b]:
                    pc = d
            elif op == 18:  # IF_LESS
                if m[a] < m[b]:
                    pc = d
            elif op == 19:  # IF_AT_MOST
                if m[a] <= m[b]:
                    pc = d
            elif op == 20:  # FETCH
                x = m[b]
                if x < 0 or x >= d:
                    return GIVE_UP
                y = m[c + x]
                if y == NONE:
                    return GIVE_UP
                m[a] = y
            elif op == 21:  # STORE
                x = m[b]
                if x < 0 or x >= d:
                    return GIVE_UP
                m[c + x] = m[a]
            elif op == 22:  # CHECK
                if m[a] < m[b] or m[a] > m[b + 1]:
                    return GIVE_UP
            elif op == 23:  # CLAMP
                x = m[b]
                m[a] = m[c] if x < m[c] else m[c + 1] if x > m[c + 1] else x
            elif op == 24:  # BIT
                x = m[b]
                if x < 0 or x > 31:
                    return GIVE_UP
                y = 1
                m[a] = y << x
            elif op == 25:  # CLEAR
                m[a] = 0
            elif op == 26:  # PUSH
                x = m[a]
                if x >= c:
                    return GIVE_UP
                m[a] = x + 1
                m[a + 1 + x] = m[b]
            elif op == 27:  # APPEND
                x, y = m[a], m[b]
                if x + y > c:
                    return GIVE_UP
                for i in range(y):
                    m[a + 1 + x + i] = m[b + 1 + i]
                m[a] = x + y
            elif op == 28:  # APPEND_ZONE
                z = m[b]
                if z < 0 or z >= self.zones:
                    return GIVE_UP
                x, y = m[a], m[self.zone_sizes + z]
                if x + y > c:
                    return GIVE_UP
                k = self.zone_tokens + z * self.tokens
                for i in range(y):
                    m[a + 1 + x + i] = m[k + i]
                m[a] = x + y
            elif op == 29:  # ROTATE
                if not self.rotate(a, b, m[c], d):
                    return GIVE_UP
            elif op == 30:  # EACH
                self.fuel -= 1
                if self.fuel < 0:
                    return GIVE_UP
                x = m[a] + 1
                m[a] = x
                if x < m[b]:
                    m[c] = m[b + 1 + x]
                else:
                    pc = d
            elif op == 31:  # EACH_TOKEN
                self.fuel -= 1
                z = m[b]
                if self.fuel < 0 or z < 0 or z >= self.zones:
                    return GIVE_UP
                x = m[a] + 1
                m[a] = x
                if x < m[self.zone_sizes + z]:
                    m[c] = m[self.zone_tokens + z * self.tokens + x]
                else:
                    pc = d
            elif op == 32:  # COUNT_TO
                self.fuel -= 1
                if self.fuel < 0:
                    return GIVE_UP
                x = m[a] + 1
                m[a] = x
                if x < m[b]:
                    m[c] = x
                else:
                    pc = d
            elif op == 33:  # AMONG
                x = m[b]
                y = 0
                for i in range(m[c]):
                    if m[c + 1 + i] == x:
                        y = 1
                        break
                m[a] = y
                self.fuel -= m[c]
            elif op == 34:  # SIZE_OF_ZONE
                z = m[b]
                if z < 0 or z >= self.zones:
                    return GIVE_UP
                m[a] = m[self.zone_sizes + z]
            elif op == 35:  # INTS
                if not lists.ints(m, a, b, c, self.scratch, d):
                    return GIVE_UP
            elif op == 36:  # MOVE_ALL
                if m[a] != m[b] and not self.move_tokens(m[a], m[b], LIMIT):
                    return GIVE_UP
            elif op == 37:  # MOVE_SOME
                if not self.move_some(m[a], m[b], c):
                    return GIVE_UP
            elif op == 38:  # MOVE_TOKEN
                if not self.move_token(m[c], m[a], m[b]):
                    return GIVE_UP
            elif op == 39:  # DRAW
                if not self.draw(m[a], m[b], m[c]):
                    return GIVE_UP
            elif op == 40:  # SHUFFLE
                z = m[a]
                if z < 0 or z >= self.zones or not self.shuffle(z):
                    return GIVE_UP
            elif op == 41:  # REVEAL
                if not self.reveal(m[a], m[b]):
                    return GIVE_UP
            elif op == 42:  # CONCEAL
                z = m[a]
                if z < 0 or z >= self.zones:
                    return GIVE_UP
                m[self.grants + z] &= ~m[b]
            elif op == 43:  # SUBSETS
                if not lists.subsets(m, a, b, m[c], self.tokens):
                    return GIVE_UP
            elif op == 44:  # NEXT_SUBSET
                self.fuel -= 1
                if self.fuel < 0:
                    return GIVE_UP
                if not lists.next_subset(m, a, b, c):
                    pc = d
            elif op == 45:  # SCORE
                if not self.native(a, b, c):
                    return GIVE_UP
            elif op == 46:  # LIST_MOVE
                x = m[self.menu]
                if x + d > self.menu_room:
                    return GIVE_UP
                k = self.menu + 1 + x
                for i in range(d):
                    m[k + i] = m[a + i]
                m[self.menu] = x + d
            elif op == 47:  # IF_CELL_TRUE
                x = m[a]
                if x < 0 or x >= b:
                    return GIVE_UP
                if m[c + x]:
                    pc = d
            elif op == 48:  # IF_CELL_FALSE
                x = m[a]
                if x < 0 or x >= b:
                    return GIVE_UP
                if not m[c + x]:
                    pc = d
            elif op == 49:  # NEXT
                self.fuel -= 1
                if self.fuel < 0:
                    return GIVE_UP
                x = m[a] + 1
                m[a] = x
                if x < m[b]:
                    m[c] = m[b + 1 + x]
                    pc = d
            elif op == 50:  # NEXT_TOKEN
                self.fuel -= 1
                z = m[b]
                if self.fuel < 0 or z < 0 or z >= self.zones:
                    return GIVE_UP
                x = m[a] + 1
                m[a] = x
                if x < m[self.zone_sizes + z]:
                    m[c] = m[self.zone_tokens + z * self.tokens + x]
                    pc = d
            elif op == 51:  # COUNT_ON
                self.fuel -= 1
                if self.fuel < 0:
                    return GIVE_UP
                x = m[a] + 1
                m[a] = x
                if x < m[b]:
                    m[c] = x
                    pc = d
            elif op == 52:  # CHOICES
                if not lists.choices(m, a, b, m[c], m[c + 1], self.scratch, d):
                    return GIVE_UP
                self.fuel -= m[a]
            elif op == 53:  # CHOSEN
                x, k = m[b], 0
                m[a] = 0
                while x > 0:
                    if x % 2:
                        if m[a] >= c:
                            return GIVE_UP
                        m[a] += 1
                        m[a + m[a]] = k
                    x //= 2
                    k += 1
                if x < 0:
                    return GIVE_UP
            else:
                return GIVE_UP

    def rotate(self, out: int, source: int, item: int, inclusive: int) -> bool:
        """Rotate a list to start after an item, or at it."""
        m = self.words
        size = m[source]
        for i in range(size):
            if m[source + 1 + i] == item:
                start = i if inclusive else i + 1
                m[out] = size
                for j in range(size):
                    m[out + 1 + j] = m[source + 1 + (start + j) % size]
                return True
        return False

    # -- zones ---------------------------------------------------------------------------------------------------

    def move_tokens(self, source: int, target: int, count: int) -> bool:
        """Move up to this many tokens from the front of one zone to the front of another."""
        m = self.words
        if source < 0 or source >= self.zones or target < 0 or target >= self.zones or count < 0:
            return False
        size = m[self.zone_sizes + source]
        if count < size:
            size = count
        if source == target or size == 0:
            return True
        there = m[self.zone_sizes + target]
        if there + size > self.tokens:
            return False
        p = self.zone_tokens + source * self.tokens
        q = self.zone_tokens + target * self.tokens
        for i in range(there):
            m[q + size + there - 1 - i] = m[q + there - 1 - i]
        for i in range(size):
            m[q + i] = m[p + i]
        rest = m[self.zone_sizes + source] - size
        for i in range(rest):
            m[p + i] = m[p + size + i]
        m[self.zone_sizes + source] = rest
        m[self.zone_sizes + target] = there + size
        return True

    def draw(self, source: int, target: int, count: int) -> bool:
        """Move exactly this many tokens from the front of one zone to the front of another."""
        if source < 0 or source >= self.zones or count > self.words[self.zone_sizes + source]:
            return False
        return self.move_tokens(source, target, count)

    def move_some(self, source: int, target: int, chosen: int) -> bool:
        """Move some of a zone's tokens, keeping their order, to the front of another."""
        m = self.words
        if source < 0 or source >= self.zones or target < 0 or target >= self.zones:
            return False
        moved, there = m[chosen], m[self.zone_sizes + target]
        if source == target or moved == 0:
            return True
        if there + moved > self.tokens:
            return False
        p = self.zone_tokens + source * self.tokens
        q = self.zone_tokens + target * self.tokens
        kept = j = 0
        for i in range(m[self.zone_sizes + source]):
            if j < moved and m[p + i] == m[chosen + 1 + j]:
                j += 1
            else:
                m[p + kept] = m[p + i]
                kept += 1
        for i in range(there):
            m[q + moved + there - 1 - i] = m[q + there - 1 - i]
        for i in range(moved):
            m[q + i] = m[chosen + 1 + i]
        m[self.zone_sizes + source] = kept
        m[self.zone_sizes + target] = there + moved
        return True

    def move_token(self, token: int, source: int, target: int) -> bool:
        """Move one token to the front of another zone."""
        m = self.words
        if source < 0 or source >= self.zones or target < 0 or target >= self.zones:
            return False
        size = m[self.zone_sizes + source]
        p = self.zone_tokens + source * self.tokens
        at = 0
        while at < size and m[p + at] != token:
            at += 1
        if at == size:
            return False
        for i in range(at, size - 1):
            m[p + i] = m[p + i + 1]
        m[self.zone_sizes + source] = size - 1
        q = self.zone_tokens + target * self.tokens
        there = m[self.zone_sizes + target]
        if there >= self.tokens:
            return False
        for i in range(there):
            m[q + there - i] = m[q + there - 1 - i]
        m[q] = token
        m[self.zone_sizes + target] = there + 1
        return True

    def shuffle(self, zone: int) -> bool:
        """Shuffle like `state.shuffle`; a game that continues from the stream's position does not reopen it."""
        at = self.zone_tokens + zone * self.tokens
        try:
            draws = self.draws
            if draws is None or self.key != self.opened or self.start + draws.used() != self.drawn:
                draws = draws_after(self.key, self.drawn)
                self.draws, self.opened, self.start = draws, self.key, self.drawn - self.drawn % 64
            order = draws.permutation(self.words[self.zone_sizes + zone])
            items = [self.words[at + i] for i in order]
            self.drawn = self.start + draws.used()
        except BaseException as error:  # a signal handler runs when the stream needs its next block
            self.stopped = error
            return False
        for i in range(len(items)):
            self.words[at + i] = items[i]
        return True

    def reveal(self, zone: int, players: int) -> bool:
        """Reveal a zone to players, and log it."""
        m = self.words
        if zone < 0 or zone >= self.zones:
            return False
        size = m[self.zone_sizes + zone]
        if m[self.log] + 4 + size > self.log_room:
            return False
        m[self.grants + zone] |= players
        at = self.log + 1 + m[self.log]
        m[at] = self.turn
        m[at + 1] = zone
        m[at + 2] = players
        m[at + 3] = size
        for i in range(size):
            m[at + 4 + i] = m[self.zone_tokens + zone * self.tokens + i]
        m[self.log] += 4 + size
        return True

    def native(self, out: int, source: int, which: int) -> bool:
        """Get a list's score from a native twin."""
        try:
            self.words[out] = self.twins[which]([self.words[source + 1 + i] for i in range(self.words[source])])
        except Exception:
            return False
        return True


def divide(op: int, x: int, y: int) -> int:
    """Return a quotient rounded towards zero (8), down (9) or up (10), identically in C and Python."""
    size = (x if x > 0 else -x) // (y if y > 0 else -y)
    below = (x < 0) != (y < 0)
    found = -size if below else size
    exact = found * y == x
    if op == 9 and below and not exact:
        return found - 1
    if op == 10 and not below and not exact:
        return found + 1
    return found
