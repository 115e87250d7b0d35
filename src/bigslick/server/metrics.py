"""What the server counts and measures, for Prometheus to fetch."""

from __future__ import annotations

from typing import get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from . import wire

_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The figures of one server, in a registry of its own."""

    content_type = CONTENT_TYPE_LATEST

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        r = self.registry
        self.answer = Histogram(
            "bigslick_answer_seconds", "From a command read to its answer queued", registry=r, buckets=_SECONDS
        )
        self.append = Histogram(
            "bigslick_append_seconds", "From facts handed to the store to their commit", registry=r, buckets=_SECONDS
        )
        self.tables = Gauge("bigslick_tables", "Open tables", registry=r)
        self.tournaments = Gauge("bigslick_tournaments", "Tournaments that are not over", registry=r)
        self.sockets = Gauge("bigslick_sockets", "Open sockets", registry=r)
        self.watchers = Gauge("bigslick_watchers", "Pairs of a socket and a table it sees", registry=r)
        commands = Counter("bigslick_commands", "Messages read, by kind", ["kind"], registry=r)
        self.commands = {kind: commands.labels(kind.__struct_config__.tag) for kind in get_args(wire.Command)}
        self.refused = Counter("bigslick_refused", "Commands refused, by code", ["code"], registry=r)
        self.hands = Counter("bigslick_hands", "Hands played to their end", registry=r)
        self.timeouts = Counter("bigslick_timeouts", "Turns on which nobody acted in time", registry=r)
        self.reconnects = Counter("bigslick_reconnects", "Tables resumed from a last_seq", registry=r)
        self.overflows = Counter("bigslick_queue_overflows", "Queues of slow sockets dropped", registry=r)
        self.closed = Counter("bigslick_sockets_closed", "Sockets closed by us, by code", ["code"], registry=r)
        self.violations = Counter(
            "bigslick_chip_violations", "Standing checks that found a chip missing or too many", registry=r
        )
        self.checks = Counter("bigslick_chip_checks", "Standing checks of all chips", registry=r)
        self.chips = Gauge("bigslick_chips", "Chips that were ever given out, by the last check", registry=r)

    def text(self) -> bytes:
        """Everything, in Prometheus' format."""
        return generate_latest(self.registry)
