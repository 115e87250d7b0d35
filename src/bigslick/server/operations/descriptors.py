"""File descriptors: every connection takes one, and the database and the log need some that no client can take."""

from __future__ import annotations

import sys
from typing import Final

MOST: Final = 65_536
"""More than a card room of one process can serve."""
LEAST_RESERVED: Final = 128


def raise_limit() -> int:
    """Allow this process as many descriptors as the system lets it; gives how many it may have."""
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
    """How many of them are kept back from clients."""
    return max(LEAST_RESERVED, descriptors // 8)


def backlog(descriptors: int) -> int:
    """How many connections may be accepted at one go, before the door has counted them."""
    return max(16, min(1024, reserve(descriptors) // 2))
