"""The server's counters and timings, for Prometheus to fetch.

The counters are plain numbers in the single serving thread. They become Prometheus families only when fetched, because
at thousands of messages a second, counting must cost nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import Final, get_args

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector

from bigslick.protocol import wire

_SECONDS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class MetricValue:
    """A counter or gauge."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value = 0

    def inc(self, by: int = 1) -> None:
        self.value += by

    def dec(self) -> None:
        self.value -= 1

    def set(self, value: int) -> None:
        self.value = value


class LabelledValues(dict[str, MetricValue]):
    def __missing__(self, word: str) -> MetricValue:
        value = self[word] = MetricValue()
        return value


class Durations:
    """A histogram of durations, and their sum."""

    def __init__(self) -> None:
        self.counts = [0] * (len(_SECONDS) + 1)
        self.sum = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(_SECONDS, seconds)] += 1
        self.sum += seconds

    def at_most(self, share: float) -> float | None:
        """Return the bucket bound within which a share of them finished; None for the last bucket, or if there are
        none.
        """
        total, wanted = 0, share * sum(self.counts)
        for bound, count in zip(_SECONDS, self.counts, strict=False):
            total += count
            if total and total >= wanted:
                return bound
        return None

    def buckets(self) -> list[tuple[str, float]]:
        """Return cumulative counts, as Prometheus wants them."""
        found, total = [], 0
        for bound, count in zip((*map(str, _SECONDS), "+Inf"), self.counts, strict=True):
            total += count
            found.append((bound, float(total)))
        return found


class Metrics(Collector):
    """One server's metrics, in their own registry."""

    content_type = CONTENT_TYPE_LATEST

    def __init__(self) -> None:
        self._families: list[tuple[str, str, str, MetricValue | LabelledValues | Durations]] = []
        self.answer = self._histogram("answer_seconds", "From a command read to its answer written")
        self.append = self._histogram("append_seconds", "From facts given to the store to their commit")
        self.tables = self._gauge("tables", "Open tables")
        self.tournaments = self._gauge("tournaments", "Tournaments that are not over")
        self.sockets = self._gauge("sockets", "Open sockets")
        self.connections = self._gauge("connections", "Open TCP connections, sockets included")
        self.connections_refused = self._counters("connections_refused", "reason", "Connections refused, by reason")
        self.connections_cut = self._counters("connections_cut", "reason", "Connections cut off, by reason")
        self.requests_refused = self._counters(
            "requests_refused", "status", "Requests refused before they were read, by status"
        )
        self.wrong_guesses = self._counters("wrong_guesses", "of", "Wrong passwords and wrong admin tokens")
        self.sweep = self._histogram("sweep_seconds", "Sweeps of the garbage collector, in which nothing is answered")
        self.watchers = self._gauge("watchers", "Pairs of a socket and a table it watches")
        kinds = self._counters("commands", "kind", "Messages read, by kind")
        self.commands = {kind: kinds[kind.__struct_config__.tag] for kind in get_args(wire.Command)}
        self.refused = self._counters("refused", "code", "Commands refused, by code")
        self.hands = self._counter("hands", "Hands played to their end")
        self.timeouts = self._counter("timeouts", "Turns that ran out of time")
        self.reconnects = self._counter("reconnects", "Tables resumed from a last_seq")
        self.overflows = self._counter("queue_overflows", "Queues of slow sockets dropped")
        self.closed = self._counters("sockets_closed", "code", "Sockets closed by us, by code")
        self.violations = self._counter("chip_violations", "Chips found missing or too many by the audit")
        self.checks = self._counter("chip_checks", "Audits of all chips")
        self.chips = self._gauge("chips", "Chips ever given out, by the last audit")
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def _counter(self, name: str, help_text: str) -> MetricValue:
        value = MetricValue()
        self._families.append((name, help_text, "counter", value))
        return value

    def _gauge(self, name: str, help_text: str) -> MetricValue:
        value = MetricValue()
        self._families.append((name, help_text, "gauge", value))
        return value

    def _counters(self, name: str, label: str, help_text: str) -> LabelledValues:
        values = LabelledValues()
        self._families.append((name, help_text, label, values))
        return values

    def _histogram(self, name: str, help_text: str) -> Durations:
        durations = Durations()
        self._families.append((name, help_text, "histogram", durations))
        return durations

    def collect(self) -> Iterator[Metric]:
        """Return everything as Prometheus families."""
        for name, help_text, kind, found in self._families:
            name = f"bigslick_{name}"
            if isinstance(found, Durations):
                yield HistogramMetricFamily(name, help_text, buckets=found.buckets(), sum_value=found.sum)
            elif isinstance(found, LabelledValues):
                family = CounterMetricFamily(name, help_text, labels=[kind])
                for word, value in found.items():
                    family.add_metric([word], value.value)
                yield family
            elif kind == "gauge":
                yield GaugeMetricFamily(name, help_text, value=found.value)
            else:
                yield CounterMetricFamily(name, help_text, value=found.value)

    def text(self) -> bytes:
        """Return everything in Prometheus' text format."""
        return generate_latest(self._registry)
