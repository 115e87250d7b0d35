"""The door counts the server's TCP connections per address, and closes those that send nothing in time.

Nothing here reads a clock: callers pass the loop's time in seconds, which never jumps.
"""

from __future__ import annotations

from typing import Final, Protocol

from bigslick.server.operations.limits import Buckets, Limits
from bigslick.server.operations.metrics import Metrics

CLOSING_SECONDS: Final = 30.0
"""How long a client may take to read what was sent while its connection is closing."""


class Cuttable(Protocol):
    """A connection's transport."""

    def abort(self) -> None:
        """Cut the connection immediately."""

    def is_closing(self) -> bool:
        """Whether it is being closed."""


class Entry:
    """One connection."""

    __slots__ = ("address", "deadline", "reason")

    def __init__(self, address: str | None, deadline: float) -> None:
        self.address = address
        """The address it counts toward; None until a trusted proxy names it."""
        self.deadline: float | None = deadline
        self.reason = "headers"
        """Why it is cut off when the deadline passes."""


class Door:
    """Admits connections, up to a limit per address and in total. No refusal costs more than a lookup.

    When the room is full, the address with the most connections gives up its newest one to an address with fewer. If
    all have the same number, the connection that has been idle longest goes.
    """

    def __init__(self, limits: Limits, metrics: Metrics, most: int) -> None:
        self.limits = limits
        self.most = most
        self._metrics = metrics
        self._arrivals = Buckets(limits.arrivals)
        self._open: dict[Entry, Cuttable] = {}
        self._silent: dict[Entry, None] = {}
        self._held: dict[str, dict[Entry, None]] = {}
        self._ranks: dict[int, dict[str, None]] = {}
        self._top = 0

    def __len__(self) -> int:
        return len(self._open)

    def held(self, address: str) -> int:
        """Return how many connections an address holds."""
        return len(self._held.get(address, ()))

    def enter(self, address: str | None, transport: Cuttable, now: float) -> Entry | None:
        """Admit a connection at this loop time; None if it is refused.

        A trusted proxy's connection has no address until its first request names one (`move`).
        """
        refusal = self._refusal(address, now)
        if refusal is not None:
            self._metrics.connections_refused[refusal].inc()
            return None
        entry = Entry(address, now + self.limits.header_ms / 1000)
        self._open[entry] = transport
        self._silent[entry] = None
        self._hold(entry)
        return entry

    def move(self, entry: Entry, address: str) -> bool:
        """Count a connection toward another address from now on; False if that address is at its limit."""
        if entry.address == address or entry not in self._open:
            return True
        if self.held(address) >= self.limits.connections_per_address:
            self._metrics.connections_refused["address"].inc()
            return False
        self._let_go(entry)
        entry.address = address
        self._hold(entry)
        return True

    def heard(self, entry: Entry) -> None:
        """Note that a connection has made a request."""
        self._silent.pop(entry, None)

    def leave(self, entry: Entry) -> None:
        """Remove a closed connection."""
        if self._open.pop(entry, None) is not None:
            self._silent.pop(entry, None)
            self._let_go(entry)

    def sweep(self, now: float) -> int:
        """Cut the connections past their deadline, and return how many."""
        late = []
        for entry, transport in self._open.items():
            if entry.deadline is None:
                if transport.is_closing():
                    entry.deadline, entry.reason = now + CLOSING_SECONDS, "unread"
            elif entry.deadline <= now:
                late.append(entry)
        for entry in late:
            self._cut(entry, entry.reason)
        return len(late)

    def _refusal(self, address: str | None, now: float) -> str | None:
        if address is not None:
            if not self._arrivals.take(address, int(now * 1000)):
                return "rate"
            if self.held(address) >= self.limits.connections_per_address:
                return "address"
        return "full" if len(self._open) >= self.most and not self._make_way(address) else None

    def _cut(self, entry: Entry, reason: str) -> None:
        transport = self._open[entry]
        self.leave(entry)
        self._metrics.connections_cut[reason].inc()
        transport.abort()

    def _make_way(self, address: str | None) -> bool:
        while self._top and not self._ranks.get(self._top):
            self._top -= 1
        if self._top > (0 if address is None else self.held(address)) + 1:
            greediest = next(iter(self._ranks[self._top]))
            self._cut(next(reversed(self._held[greediest])), "greedy")
            return True
        oldest = next(iter(self._silent), None)
        if oldest is None:
            return False
        self._cut(oldest, "silent")
        return True

    def _hold(self, entry: Entry) -> None:
        if entry.address is not None:
            held = self._held.setdefault(entry.address, {})
            held[entry] = None
            self._rank(entry.address, len(held) - 1, len(held))

    def _let_go(self, entry: Entry) -> None:
        if entry.address is not None:
            held = self._held[entry.address]
            del held[entry]
            self._rank(entry.address, len(held) + 1, len(held))
            if not held:
                del self._held[entry.address]

    def _rank(self, address: str, before: int, after: int) -> None:
        if before:
            rank = self._ranks[before]
            del rank[address]
            if not rank:
                del self._ranks[before]
        if after:
            self._ranks.setdefault(after, {})[address] = None
            self._top = max(self._top, after)
