"""File descriptors. Every connection takes one, so some are reserved for the database and the log."""

from __future__ import annotations

import sys
from typing import Final

MOST: Final = 65_536
"""More than a single-process card room can serve."""
LEAST_RESERVED: Final = 128


def raise_limit() -> int:
    """Raise this process's descriptor limit as far as the system allows, and return it."""
    if sys.platform == "win32":
        return 8_192
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return MOST if soft == resource.RLIM_INFINITY else min(soft, MOST)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # macOS refuses more than OPEN_MAX, whatever its hard limit says
        return int(soft)
    return wanted


def reserve(descriptors: int) -> int:
    """Return how many descriptors to keep back from clients."""
    return max(LEAST_RESERVED, descriptors // 8)


def backlog(descriptors: int) -> int:
    """Return how many connections may be accepted at a time, before the intake counts them."""
    return max(16, min(1024, reserve(descriptors) // 2))
