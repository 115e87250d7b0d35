"""Rate limits: token buckets that refill over time, for each socket, player and address.

Callers pass the time in milliseconds; nothing here reads a clock.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from math import ceil
from typing import Annotated

import msgspec
from msgspec import Meta

from bigslick.protocol.broadcast import LEAST_BROADCAST_MS, MOST_BROADCAST_MS

AtLeastOne = Annotated[int, Meta(ge=1)]


class Rate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`burst` requests at once, and `burst` more per span of milliseconds."""

    burst: Annotated[int, Meta(ge=1)]
    span_ms: Annotated[int, Meta(ge=1)]


class Bucket:
    """One client's tokens: full at first, and each request takes one."""

    __slots__ = ("_at", "_rate", "_tokens")

    def __init__(self, rate: Rate, now: int) -> None:
        self._rate = rate
        self._tokens = float(rate.burst)
        self._at = now

    def take(self, now: int) -> bool:
        """Take a token; False if none is left."""
        self._refill(now)
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def charge(self, tokens: float, now: int) -> None:
        """Take tokens for work already done; the bucket may then owe some."""
        self._refill(now)
        self._tokens -= tokens

    def debt_ms(self, now: int) -> int:
        """Return how many milliseconds it takes to refill what the bucket owes; 0 if it owes nothing."""
        self._refill(now)
        return 0 if self._tokens >= 0 else ceil(-self._tokens * self._rate.span_ms / self._rate.burst)

    def _refill(self, now: int) -> None:
        """Add the tokens for the time since the last call; time that goes backwards adds none."""
        rate = self._rate
        if now > self._at:
            self._tokens = min(float(rate.burst), self._tokens + (now - self._at) * rate.burst / rate.span_ms)
            self._at = now


class Buckets:
    """A bucket for each client. When there are too many, the least recently used is dropped."""

    def __init__(self, rate: Rate, most: int = 10_000) -> None:
        self._rate = rate
        self._most = most
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def take(self, who: Hashable, now: int) -> bool:
        """Take one of a client's tokens; False if none is left."""
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
    """Each client's wrong guesses. After a few, each one doubles the wait before the next."""

    def __init__(self, free: int, longest_ms: int, most: int = 10_000) -> None:
        self._free = free
        self._longest = longest_ms
        self._most = most
        self._wrong: OrderedDict[Hashable, tuple[int, int]] = OrderedDict()

    def wait(self, who: Hashable, now: int) -> int:
        """Return how many milliseconds a client must wait before its next guess."""
        wrong, at = self._wrong.get(who, (0, now))
        left = at + self._delay(wrong) - now
        return min(max(0, left), self._longest)

    def wrong(self, who: Hashable, now: int) -> None:
        """Count a wrong guess; a long pause clears earlier ones."""
        wrong, at = self._wrong.pop(who, (0, now))
        self._wrong[who] = (1 if now - at > 2 * self._longest else wrong + 1, now)
        if len(self._wrong) > self._most:
            self._wrong.popitem(last=False)

    def right(self, who: Hashable) -> None:
        """Clear a client's wrong guesses after a correct one."""
        self._wrong.pop(who, None)

    def _delay(self, wrong: int) -> int:
        return 0 if wrong < self._free else min(self._longest, 1000 << min(wrong - self._free, 20))


class Counts:
    """How many things each client holds, up to a limit."""

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
        held = self._held.get(who, 0)
        if held > 1:
            self._held[who] = held - 1
        else:
            self._held.pop(who, None)

    def held(self, who: Hashable) -> int:
        return self._held.get(who, 0)


class Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A server's limits; `[limits]` in a tables file overrides them."""

    commands: Rate = Rate(60, 10_000)
    """Messages per socket."""
    warnings: Rate = Rate(10, 60_000)
    """How often a socket may be too fast before it is closed."""
    arrivals: Rate = Rate(1_000, 60_000)
    """New TCP connections per address."""
    connections_per_address: AtLeastOne = 100
    """Concurrent TCP connections per address, sockets included."""
    connections: AtLeastOne = 10_000
    """Concurrent TCP connections in total; fewer if the system allows fewer descriptors."""
    header_ms: AtLeastOne = 10_000
    """How long a connection may take to send a request's headers."""
    header_bytes: AtLeastOne = 16_384
    """The largest request headers."""
    body_ms: AtLeastOne = 20_000
    """How long a request may take to send its body."""
    unread_ms: AtLeastOne = 30_000
    """How long a client may leave its answer unread."""
    keep_alive_ms: AtLeastOne = 15_000
    """How long a connection may be silent between requests."""
    connects: Rate = Rate(60, 60_000)
    """New sockets per address."""
    sign_ups: Rate = Rate(20, 3_600_000)
    """New accounts per address, guests included."""
    sign_ins: Rate = Rate(20, 60_000)
    """Sign-in attempts per address."""
    passwords_waiting: AtLeastOne = 50
    """Passwords waiting to be checked or stored; when there are more, the address with the most gives one up."""
    free_guesses: AtLeastOne = 5
    """Wrong passwords for one name from one address before the client must wait; each further one doubles the wait."""
    longest_wait_ms: AtLeastOne = 15 * 60_000
    """The longest wait after wrong passwords or admin tokens."""
    chat: Rate = Rate(5, 10_000)
    """Chat messages per player."""
    jottings: Rate = Rate(30, 60_000)
    """Changes to notes and avatars per player."""
    imports: Rate = Rate(30, 3_600_000)
    """Nights imported into clubs per player."""
    names: Rate = Rate(5, 3_600_000)
    """Changes of name per player."""
    requests: Rate = Rate(300, 60_000)
    """API requests per address."""
    page_requests: Rate = Rate(3_000, 60_000)
    """Other requests per address: the page, its files, the health check."""
    pictures: Rate = Rate(60, 60_000)
    """Pictures of invitations per address."""
    tables: Rate = Rate(5, 3_600_000)
    """Tables opened per player."""
    checks: Rate = Rate(60, 60_000)
    """Structures checked per player."""
    most_tables: AtLeastOne = 2_000
    sockets_per_address: AtLeastOne = 50
    sockets_per_player: AtLeastOne = 8
    tables_per_socket: AtLeastOne = 20
    broadcast_delay_ms: Annotated[int, Meta(ge=LEAST_BROADCAST_MS, le=MOST_BROADCAST_MS)] = LEAST_BROADCAST_MS
    """The shortest delay of a broadcast after the end of a hand; hosts can only choose a longer one."""
    broadcasts: AtLeastOne = 20
    """Tables that are broadcast at a time."""
    broadcast_viewers: AtLeastOne = 20
    """Viewers of one broadcast."""
    queued_frames: AtLeastOne = 256
    """Frames queued for a slow socket before a snapshot replaces them."""
    queued_bytes: AtLeastOne = 1_000_000
    slow_ms: AtLeastOne = 15_000
    """How long a socket may be slow."""
    body_bytes: AtLeastOne = 16_384
    """The largest request body."""
    request_seconds: float = 10.0
    """How long a request that changes something waits while the database is away."""

    @property
    def frames(self) -> Rate:
        """Frames per socket, including fragments, pings and pongs: twice its messages."""
        return Rate(2 * self.commands.burst, self.commands.span_ms)


class Usage:
    """How much of their limits players and addresses have used."""

    def __init__(self, limits: Limits) -> None:
        self.connects = Buckets(limits.connects)
        self.requests = Buckets(limits.requests)
        self.page_requests = Buckets(limits.page_requests)
        self.sign_ups = Buckets(limits.sign_ups)
        self.sign_ins = Buckets(limits.sign_ins)
        self.guesses = Guesses(limits.free_guesses, limits.longest_wait_ms)
        self.pictures = Buckets(limits.pictures)
        self.openings = Buckets(limits.tables)
        self.checks = Buckets(limits.checks)
        self.chat = Buckets(limits.chat)
        self.jottings = Buckets(limits.jottings)
        self.imports = Buckets(limits.imports)
        self.names = Buckets(limits.names)
        self.sockets_of_address = Counts(limits.sockets_per_address)
        self.sockets_of_player = Counts(limits.sockets_per_player)
