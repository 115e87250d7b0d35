"""How much a client may ask for: buckets of tokens that refill with time, for each socket and each address.

Time is handed in, in milliseconds; nothing here reads a clock.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable

import msgspec


class Rate(msgspec.Struct, frozen=True):
    """So many at once, and so many again in each span of milliseconds."""

    burst: int
    span_ms: int


class Bucket:
    """The tokens of one client: full at first, and each request takes one."""

    __slots__ = ("_at", "_rate", "_tokens")

    def __init__(self, rate: Rate, now: int) -> None:
        self._rate = rate
        self._tokens = float(rate.burst)
        self._at = now

    def take(self, now: int) -> bool:
        """Take a token; False if there is none. Time that goes backwards adds none."""
        rate = self._rate
        if now > self._at:
            self._tokens = min(float(rate.burst), self._tokens + (now - self._at) * rate.burst / rate.span_ms)
            self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Buckets:
    """A bucket for each client; with too many, the least recently used is forgotten."""

    def __init__(self, rate: Rate, most: int = 10_000) -> None:
        self._rate = rate
        self._most = most
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def take(self, who: Hashable, now: int) -> bool:
        """Take a token of a client; False if there is none."""
        bucket = self._buckets.get(who)
        if bucket is None:
            bucket = self._buckets[who] = Bucket(self._rate, now)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(who)
        return bucket.take(now)

    def __len__(self) -> int:
        return len(self._buckets)


class Counts:
    """How many things each client holds at the moment, up to a limit."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._held: dict[Hashable, int] = {}

    def take(self, who: Hashable) -> bool:
        """Count one more; False at the limit."""
        held = self._held.get(who, 0)
        if held >= self.most:
            return False
        self._held[who] = held + 1
        return True

    def give_back(self, who: Hashable) -> None:
        """One less."""
        held = self._held.get(who, 0)
        if held > 1:
            self._held[who] = held - 1
        else:
            self._held.pop(who, None)

    def held(self, who: Hashable) -> int:
        """How many the client holds."""
        return self._held.get(who, 0)


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What a server allows."""

    commands: Rate = Rate(60, 10_000)
    """Messages of one socket."""
    warnings: Rate = Rate(10, 60_000)
    """Messages of one socket that are too fast or invalid, before it is closed."""
    connects: Rate = Rate(60, 60_000)
    """New sockets of one address."""
    sign_ups: Rate = Rate(20, 3_600_000)
    """New accounts of one address, guests included."""
    sign_ins: Rate = Rate(10, 60_000)
    """Attempts to sign in, by address and by name."""
    requests: Rate = Rate(300, 60_000)
    """Requests of one address to the API."""
    tables: Rate = Rate(5, 3_600_000)
    """Tables that one player opens."""
    most_tables: int = 2_000
    sockets_per_address: int = 50
    sockets_per_player: int = 8
    tables_per_socket: int = 20
    queued_frames: int = 256
    """Frames that wait for a slow socket before a snapshot replaces them."""
    queued_bytes: int = 1_000_000
    slow_ms: int = 15_000
    """How long a socket may be slow."""
    body_bytes: int = 16_384
    """The largest body of a request."""
    request_seconds: float = 10.0
    """How long a request that changes something waits for a database that is away."""
