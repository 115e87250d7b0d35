from __future__ import annotations

from bigslick.protocol import wire
from bigslick.server.operations.metrics import Metrics


def test_what_was_counted_is_told_in_the_format_of_prometheus() -> None:
    metrics = Metrics()
    metrics.sockets.inc()
    metrics.sockets.inc()
    metrics.sockets.dec()
    metrics.commands[wire.Act].inc(3)
    metrics.refused["stale"].inc()
    for seconds in (0.0004, 0.0005, 0.02, 10.0):
        metrics.answer.observe(seconds)
    lines = metrics.text().decode().splitlines()
    for line in (
        "# TYPE bigslick_answer_seconds histogram",
        'bigslick_answer_seconds_bucket{le="0.0005"} 2.0',
        'bigslick_answer_seconds_bucket{le="0.025"} 3.0',
        'bigslick_answer_seconds_bucket{le="2.5"} 3.0',
        'bigslick_answer_seconds_bucket{le="+Inf"} 4.0',
        "bigslick_answer_seconds_count 4.0",
        "bigslick_answer_seconds_sum 10.0209",
        "bigslick_sockets 1.0",
        'bigslick_commands_total{kind="act"} 3.0',
        'bigslick_commands_total{kind="sit"} 0.0',
        'bigslick_refused_total{code="stale"} 1.0',
        "bigslick_chip_violations_total 0.0",
    ):
        assert line in lines, line


def test_two_servers_in_one_process_count_by_themselves() -> None:
    first, second = Metrics(), Metrics()
    first.hands.inc()
    assert "bigslick_hands_total 0.0" in second.text().decode()
