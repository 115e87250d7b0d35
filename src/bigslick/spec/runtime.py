"""What generated code may call: arithmetic with its limits, lists of ints, zones and reveals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final

from .source import Place
from .state import GameState, shuffle

SAFE: Final = 2**53
MAX_ITEMS: Final = 10_000
MAX_TEXT: Final = 1_000
BUDGET: Final = 10_000_000
"""How many loop steps one program may take."""


class Fault(Exception):
    """Something went wrong in a running game; turned into a RunError with the places of the spec."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        self.places: list[Place] = []


def charge(state: GameState, items: Sequence[Any]) -> Sequence[Any]:
    """Take the steps of a loop off the budget of the running program."""
    state.budget -= len(items)
    if state.budget < 0:
        raise Fault(f"more than {BUDGET:,} steps in one program")
    return items


def spend(state: GameState, steps: int) -> GameState:
    """Take the steps of a macro off the budget of the running program."""
    state.budget -= steps
    if state.budget < 0:
        raise Fault(f"more than {BUDGET:,} steps in one program")
    return state


def mul(left: int, right: int) -> int:
    """A product within 2^53."""
    return safe(left * right)


def safe(value: int) -> int:
    """A number within 2^53."""
    if -SAFE <= value <= SAFE:
        return value
    raise Fault("a number beyond 2^53")


def quot(left: int, right: int) -> int:
    """Division towards zero."""
    if right == 0:
        raise Fault("division by 0")
    found = abs(left) // abs(right)
    return found if (left < 0) == (right < 0) else -found


def floor_div(left: int, right: int) -> int:
    """Division rounded down."""
    if right == 0:
        raise Fault("division by 0")
    return left // right


def ceil_div(left: int, right: int) -> int:
    """Division rounded up."""
    if right == 0:
        raise Fault("division by 0")
    return -(-left // right)


def mod(left: int, right: int) -> int:
    """The rest of floor division."""
    if right == 0:
        raise Fault("division by 0")
    return left % right


def seat(value: int, seats: int) -> int:
    """An int that must be a seat."""
    if 0 <= value < seats:
        return value
    raise Fault(f"there is no player {value}; the seats are 0 to {seats - 1}")


def clamp(value: int, low: int, high: int) -> int:
    """A value cut to the range of its variable."""
    return low if value < low else high if value > high else value


def refuse(value: int, low: int, high: int, name: str) -> int:
    """The strict twin of clamp: a value out of range is an error."""
    if low <= value <= high:
        return value
    raise Fault(f"{value} is out of the range of '{name}', {low} to {high}")


def text(*parts: object) -> str:
    """Parts joined to a string."""
    found = "".join(("true" if part else "false") if isinstance(part, bool) else str(part) for part in parts)
    if len(found) > MAX_TEXT:
        raise Fault(f"a string longer than {MAX_TEXT:,} letters")
    return found


def prop(column: Sequence[int | None], token: int, name: str) -> int:
    """A property that not every token has."""
    value = column[token]
    if value is None:
        raise Fault(f"this token has no '{name}'")
    return value


def ring(items: Sequence[int], start: int, include: bool) -> list[int]:
    """The items from after `start` round to `start` itself, or from `start` on."""
    if type(items) is range and start in items:  # the players, which need no search
        at = start if include else start + 1
        return [*items[at:], *items[:at]]
    for index, item in enumerate(items):
        if item == start:
            at = index if include else index + 1
            return [*items[at:], *items[:at]]
    raise Fault(f"'from' is {start}, which is not among the items")


def ints(low: int, high: int) -> range:
    """Every int of a range."""
    if high - low >= MAX_ITEMS:
        raise Fault(f"a range of more than {MAX_ITEMS:,} numbers; maxResults lists a sample")
    return range(low, high + 1)


def menu(low: int, high: int, step: int, always: Sequence[int], most: int | None) -> list[int]:
    """What intsInRange lists: grid and required values, or a sample of them, found without building the grid."""
    if low > high or step <= 0:
        return []
    if step == 1 and most is not None and 1 < most <= MAX_ITEMS and high - low >= most:
        return _sample(low, high, always, most)
    required = sorted({low, high, *(value for value in always if low <= value <= high)})
    off_grid = sum((value - low) % step != 0 for value in required)
    total = (high - low) // step + 1 + off_grid
    if most is None:
        if total > MAX_ITEMS:
            raise Fault(f"a range of more than {MAX_ITEMS:,} numbers; maxResults lists a sample")
        return sorted({*range(low, high + 1, step), *required})
    if most < 1 or (most < 2 and low < high):
        return []
    if most > MAX_ITEMS:
        raise Fault(f"maxResults of more than {MAX_ITEMS:,}")
    if total <= most:
        return sorted({*range(low, high + 1, step), *required})
    if len(required) >= most:
        return required[:most]
    slots = most - len(required)
    spare = total - len(required)
    places = [(value - low) // step for value in required if (value - low) % step == 0]
    chosen = []
    for slot in range(slots):
        index = slot * spare // slots
        for place in places:  # ascending, so each required value at or before the index moves it on by one
            if place <= index:
                index += 1
        chosen.append(low + index * step)
    return sorted([*required, *chosen])


def _sample(low: int, high: int, always: Sequence[int], most: int) -> list[int]:
    """A sample of every int of a range: by far the most frequent menu, and so written out."""
    required = sorted({low, high, *[value for value in always if low < value < high]})
    slots = most - len(required)
    if slots <= 0:
        return required[:most]
    spare = high - low + 1 - len(required)
    chosen = required[:]
    for slot in range(slots):
        value = low + slot * spare // slots
        for taken in required:
            if taken > value:
                break
            value += 1
        chosen.append(value)
    chosen.sort()
    return chosen


def on_grid(value: int, low: int, high: int, step: int, always: Sequence[int]) -> bool:
    """What intsInRange accepts: any value of the range on its grid, listed or not, and the required ones."""
    if step <= 0 or not low <= value <= high:
        return False
    return (value - low) % step == 0 or value == high or value in always


def subsets(state: GameState, items: Sequence[int], size: int) -> Sequence[tuple[int, ...]]:
    """All subsets of a size, in the order of their indexes."""
    if not 1 <= size <= len(items):
        raise Fault(f"subsets of {size} from {len(items)} items")
    count = math.comb(len(items), size)
    if count > MAX_ITEMS:
        raise Fault(f"{count:,} subsets, more than {MAX_ITEMS:,}")
    state.budget -= count
    if state.budget < 0:
        raise Fault(f"more than {BUDGET:,} steps in one program")
    return list(combinations(items, size))


def picks(state: GameState, source: Sequence[int], least: int, most: int) -> list[int]:
    """Every choice of `least` to `most` items, each as bits: the small choices first, then by the items' order."""
    items = dict.fromkeys(source)
    low, high = max(0, least), min(most, len(items))
    count = sum(math.comb(len(items), size) for size in range(low, high + 1))
    if count > MAX_ITEMS:
        raise Fault(too_many(low, high, len(items), count))
    charge(state, range(count))
    bits = [1 << item for item in items]
    return [sum(chosen) for size in range(low, high + 1) for chosen in combinations(bits, size)]


def too_many(low: int, high: int, items: int, count: int) -> str:
    """The sentence for a choice with more combinations than a menu can list."""
    amount = f"{low}" if low == high else f"{low} to {high}"
    return f"a choice of {amount} from {items} has {count:,} combinations, more than {MAX_ITEMS:,}; lower its max"


def picked(bits: int) -> list[int]:
    """The items of a choice, the lowest number first."""
    return [item for item in range(bits.bit_length()) if bits >> item & 1]


def move_all(zones: list[list[int]], source: int, target: int) -> None:
    """All tokens of a zone to the front of another."""
    if source != target:
        zones[target][:0] = zones[source]
        zones[source].clear()


def move_some(zones: list[list[int]], source: int, target: int, tokens: Sequence[int]) -> None:
    """Some tokens of a zone to the front of another."""
    if source != target and tokens:
        going = set(tokens)
        zones[source][:] = [token for token in zones[source] if token not in going]
        zones[target][:0] = tokens


def move_token(zones: list[list[int]], token: int, source: int, target: int) -> None:
    """One token to the front of another zone."""
    if token not in zones[source]:
        raise Fault("the token is not in the zone that it is moved from")
    zones[source].remove(token)
    zones[target].insert(0, token)


def draw(zones: list[list[int]], source: int, target: int, count: int) -> None:
    """Tokens from the front of a zone to the front of another; as many as there are."""
    if count < 0:
        raise Fault(f"a draw of {count} tokens")
    taken = zones[source][:count]
    del zones[source][:count]
    zones[target][:0] = taken


def mix(state: GameState, zone: int) -> None:
    """Shuffle a zone."""
    shuffle(state, state.z[zone])


def reveal(state: GameState, zone: int, players: int) -> None:
    """Let players see a zone."""
    state.grants[zone] |= players
    state.reveals.append((state.turn, zone, players, tuple(state.z[zone])))


def conceal(state: GameState, zone: int, players: int) -> None:
    """Take back what reveal allowed."""
    state.grants[zone] &= ~players


def zone_number(numbers: dict[str, int], name: str) -> int:
    """A zone by its spelt name."""
    found = numbers.get(name)
    if found is None:
        raise Fault(f"there is no zone '{name}'; zones are {', '.join(list(numbers)[:12])}")
    return found
