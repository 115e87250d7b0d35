"""Rate limits: buckets of tokens that refill with time, for each socket, player and address.

Time is handed in, in milliseconds; nothing here reads a clock.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Annotated

import msgspec
from msgspec import Meta

AtLeastOne = Annotated[int, Meta(ge=1)]


class Rate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`burst` at once, and `burst` again in each span of milliseconds."""

    burst: Annotated[int, Meta(ge=1)]
    span_ms: Annotated[int, Meta(ge=1)]


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


class Guesses:
    """Wrong guesses of each client: after a few, each one doubles the wait before the next."""

    def __init__(self, free: int, longest_ms: int, most: int = 10_000) -> None:
        self._free = free
        self._longest = longest_ms
        self._most = most
        self._wrong: OrderedDict[Hashable, tuple[int, int]] = OrderedDict()

    def wait(self, who: Hashable, now: int) -> int:
        """How many milliseconds a client must wait before its next guess."""
        wrong, at = self._wrong.get(who, (0, now))
        left = at + self._delay(wrong) - now
        return min(max(0, left), self._longest)

    def wrong(self, who: Hashable, now: int) -> None:
        """Count a wrong guess; those before a long pause are forgotten."""
        wrong, at = self._wrong.pop(who, (0, now))
        self._wrong[who] = (1 if now - at > 2 * self._longest else wrong + 1, now)
        if len(self._wrong) > self._most:
            self._wrong.popitem(last=False)

    def right(self, who: Hashable) -> None:
        """Forget the wrong guesses of a client who knew."""
        self._wrong.pop(who, None)

    def _delay(self, wrong: int) -> int:
        return 0 if wrong < self._free else min(self._longest, 1000 << min(wrong - self._free, 20))


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


class Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The limits of a server; `[limits]` in a file of tables sets others."""

    commands: Rate = Rate(60, 10_000)
    """Messages of one socket."""
    warnings: Rate = Rate(10, 60_000)
    """Messages of one socket that are too fast or invalid, before it is closed."""
    arrivals: Rate = Rate(1_000, 60_000)
    """New TCP connections of one address."""
    connections_per_address: AtLeastOne = 100
    """TCP connections of one address at a time, sockets included."""
    connections: AtLeastOne = 10_000
    """TCP connections of all addresses at a time; fewer if the system allows fewer descriptors."""
    header_ms: AtLeastOne = 10_000
    """How long a connection may take to send the headers of a request."""
    header_bytes: AtLeastOne = 16_384
    """The longest headers of a request."""
    body_ms: AtLeastOne = 20_000
    """How long a request may take to send its body."""
    unread_ms: AtLeastOne = 30_000
    """How long a client may leave its answer unread."""
    keep_alive_ms: AtLeastOne = 15_000
    """How long a connection may be silent between two requests."""
    connects: Rate = Rate(60, 60_000)
    """New sockets of one address."""
    sign_ups: Rate = Rate(20, 3_600_000)
    """New accounts of one address, guests included."""
    sign_ins: Rate = Rate(20, 60_000)
    """Attempts to sign in of one address."""
    free_guesses: AtLeastOne = 5
    """Wrong passwords for one name from one address before the next one must wait; then each doubles the wait."""
    longest_wait_ms: AtLeastOne = 15 * 60_000
    """The longest wait after wrong passwords or admin tokens."""
    chat: Rate = Rate(5, 10_000)
    """Messages that one player writes to the tables."""
    jottings: Rate = Rate(30, 60_000)
    """Notes and avatars that one player changes."""
    requests: Rate = Rate(300, 60_000)
    """Requests of one address to the API."""
    page_requests: Rate = Rate(3_000, 60_000)
    """Requests of one address for everything else: the page, its files, the health of the server."""
    tables: Rate = Rate(5, 3_600_000)
    """Tables that one player opens."""
    most_tables: AtLeastOne = 2_000
    sockets_per_address: AtLeastOne = 50
    sockets_per_player: AtLeastOne = 8
    tables_per_socket: AtLeastOne = 20
    queued_frames: AtLeastOne = 256
    """Frames that wait for a slow socket before a snapshot replaces them."""
    queued_bytes: AtLeastOne = 1_000_000
    slow_ms: AtLeastOne = 15_000
    """How long a socket may be slow."""
    body_bytes: AtLeastOne = 16_384
    """The largest body of a request."""
    request_seconds: float = 10.0
    """How long a request that changes something waits for a database that is away."""


class Usage:
    """How much players and addresses have used of their limits."""

    def __init__(self, limits: Limits) -> None:
        self.connects = Buckets(limits.connects)
        self.requests = Buckets(limits.requests)
        self.page_requests = Buckets(limits.page_requests)
        self.sign_ups = Buckets(limits.sign_ups)
        self.sign_ins = Buckets(limits.sign_ins)
        self.guesses = Guesses(limits.free_guesses, limits.longest_wait_ms)
        self.openings = Buckets(limits.tables)
        self.chat = Buckets(limits.chat)
        self.jottings = Buckets(limits.jottings)
        self.sockets_of_address = Counts(limits.sockets_per_address)
        self.sockets_of_player = Counts(limits.sockets_per_player)
