"""Lists in the machine's memory: ranges, subsets and choices; a function returns False if the machine gives up."""

from __future__ import annotations

from array import array
from typing import TypeAlias

from ..limits import MAX_ITEMS

Row: TypeAlias = "array[int]"
COMPILED = not __file__.endswith(".py")

MOST_ITEMS = MAX_ITEMS


def ints(m: Row, out: int, block: int, always: int, base: int, room: int) -> bool:
    """List the values of intsInRange, as `menus.menu` does."""
    low, high, step, most = m[block], m[block + 1], m[block + 2], m[block + 3]
    m[out] = 0
    if low > high or step <= 0:
        return True
    sampled = m[block + 4]
    if sampled and (most < 1 or (most < 2 and low < high)):
        return True
    if sampled and most > MOST_ITEMS:
        return False
    # The required numbers, sorted, without duplicates.
    m[base] = low
    needed = 1
    for i in range(m[always] + 1):
        value = m[always + 1 + i] if i < m[always] else high
        if value < low or value > high:
            continue
        j = 0
        while j < needed and m[base + j] < value:
            j += 1
        if j < needed and m[base + j] == value:
            continue
        for k in range(needed - j):
            m[base + needed - k] = m[base + needed - k - 1]
        m[base + j] = value
        needed += 1
    off = 0
    for i in range(needed):
        if (m[base + i] - low) % step != 0:
            off += 1
    total = (high - low) // step + 1 + off
    size = 0
    if not sampled or total <= most:
        if total > MOST_ITEMS or total > room:
            return False
        value, j = low, 0
        while value <= high or j < needed:
            if j < needed and (value > high or m[base + j] <= value):
                if m[base + j] == value:
                    value += step
                m[out + 1 + size] = m[base + j]
                j += 1
            else:
                m[out + 1 + size] = value
                value += step
            size += 1
        m[out] = size
        return True
    if most > room:
        return False
    if needed >= most:
        for i in range(most):
            m[out + 1 + i] = m[base + i]
        m[out] = most
        return True
    slots, spare = most - needed, total - needed
    j = 0
    for slot in range(slots):
        place = spare // slots * slot + spare % slots * slot // slots  # slot * spare would overflow
        for i in range(needed):  # ascending, so each required number at or before the place shifts it by one
            x = m[base + i] - low
            if x % step == 0 and x // step <= place:
                place += 1
        value = low + place * step
        while j < needed and m[base + j] < value:
            m[out + 1 + size] = m[base + j]
            size += 1
            j += 1
        m[out + 1 + size] = value
        size += 1
    while j < needed:
        m[out + 1 + size] = m[base + j]
        size += 1
        j += 1
    m[out] = size
    return True


def subsets(m: Row, counter: int, source: int, wanted: int, room: int) -> bool:
    """Start counting through a list's subsets: the counter holds the positions, with the last one step behind."""
    items = m[source]
    if wanted < 1 or wanted > items or wanted > room:
        return False
    count = 1
    for i in range(wanted):
        count = count * (items - i) // (i + 1)
        if count > MOST_ITEMS * (items + 1):
            return False
    if count > MOST_ITEMS:
        return False
    m[counter] = wanted
    for i in range(wanted):
        m[counter + 1 + i] = i
    m[counter + wanted] -= 1
    return True


def next_subset(m: Row, counter: int, source: int, subset: int) -> bool:
    """Write the next subset, in the order of the positions."""
    size, items = m[counter], m[source]
    i = size - 1
    while i >= 0 and m[counter + 1 + i] >= items - size + i:
        i -= 1
    if i < 0:
        return False
    m[counter + 1 + i] += 1
    for j in range(i + 1, size):
        m[counter + 1 + j] = m[counter + j] + 1
    m[subset] = size
    for j in range(size):
        m[subset + 1 + j] = m[source + 1 + m[counter + 1 + j]]
    return True


def choices(m: Row, out: int, source: int, least: int, most: int, bits: int, room: int) -> bool:
    """List every choice of some items as bits: small choices first, then in item order."""
    places, one, items = bits + 64, 1, 0
    for i in range(m[source]):
        x = m[source + 1 + i]
        if x < 0 or x > 60:
            return False
        x = one << x
        seen = False
        for j in range(items):
            if m[bits + j] == x:
                seen = True
                break
        if not seen:
            m[bits + items] = x
            items += 1
    m[out] = 0
    most = items if most > items else most
    for size in range(least if least > 0 else 0, most + 1):
        for i in range(size):
            m[places + i] = i
        while True:
            if m[out] >= room:
                return False
            x = 0
            for i in range(size):
                x += m[bits + m[places + i]]
            m[out] += 1
            m[out + m[out]] = x
            i = size - 1
            while i >= 0 and m[places + i] >= items - size + i:
                i -= 1
            if i < 0:
                break
            m[places + i] += 1
            for j in range(i + 1, size):
                m[places + j] = m[places + j - 1] + 1
    return True
