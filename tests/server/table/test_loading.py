"""Loading a table from the store: the saved state only saves time, the facts are the truth, and damage is named."""

from __future__ import annotations

import logging
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from bigslick import Fold
from bigslick.server.store.records import FactRow
from bigslick.server.store.trouble import DamagedStream
from bigslick.server.table.draft import SAVE_EVERY
from bigslick.server.table.loading import load_table
from bigslick.server.table.saves import save
from bigslick.server.table.script import for_viewer
from bigslick.server.table.task import TableTask

from ..virtual import Served, serving


def play_hands(served: Served, hands: int) -> None:
    """Play hands in which everyone folds, until viewers have seen them end."""
    for _ in range(hands):
        served.begin()
        while served.live.playing:
            served.act(Fold())
    served.advance()


def test_start_up_takes_the_last_state_that_was_kept() -> None:
    with serving(None, "ann", "bob") as served:
        play_hands(served, SAVE_EVERY + 3)
        kept = served.memory.kept["t1"]
        assert 0 < kept.seq < len(served.memory.rows["t1"])
        before = save(served.live)
        served.memory.rows["t1"][5] = served.memory.rows["t1"][6]  # it is not read again
        again = served.run(TableTask.restore("t1", served.services))
        again.live.show_due(served.clock.now())
        assert save(again.live) == before


def test_a_damaged_or_foreign_save_is_logged_and_the_facts_make_the_same_table(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with serving(None, "ann", "bob") as served:
        play_hands(served, SAVE_EVERY + 1)
        before, good = save(served.live), served.memory.kept["t1"]
        for spoiled in (
            replace(good, payload=b"secret"),
            replace(good, seq=good.seq - 1),
            replace(good, payload=good.payload.replace(b'"t1"', b'"t2"')),
        ):
            assert spoiled != good
            caplog.clear()
            served.memory.kept["t1"] = spoiled
            with caplog.at_level(logging.ERROR, "bigslick.server"):
                live, _ = served.run(load_table("t1", served.store))
            live.show_due(served.clock.now())
            assert save(live) == before
            assert [record.getMessage() for record in caplog.records] == ["save_damaged"]
            assert "secret" not in caplog.text


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        (lambda rows: [rows[0], *rows[2:]], "fact 2 of table t1 is missing"),
        (lambda rows: rows[1:], "fact 1 of table t1 is missing"),
        (lambda rows: [], "table t1 has no facts"),
        (lambda rows: [replace(rows[0], payload=rows[1].payload), *rows[1:]], "fact 1 of table t1 is damaged"),
        (lambda rows: [*rows[:2], replace(rows[2], payload=b"secret")], "fact 3 of table t1 is damaged: DecodeError"),
    ],
    ids=["a gap", "no opening", "nothing", "another opening", "garbage"],
)
def test_facts_that_make_no_table_are_named_without_their_content(
    harm: Callable[[list[FactRow]], list[FactRow]], sentence: str
) -> None:
    with serving(None, "ann", "bob") as served:
        served.memory.rows["t1"] = harm(served.memory.rows["t1"])
        with pytest.raises(DamagedStream) as caught:
            served.run(load_table("t1", served.store))
        assert str(caught.value).startswith(sentence)
        assert "secret" not in str(caught.value)


def test_the_updates_since_the_save_are_those_that_viewers_saw() -> None:
    with serving(None, "ann", "bob") as served:
        play_hands(served, 1)
        assert "t1" not in served.memory.kept
        live, shown = served.run(load_table("t1", served.store))
        assert len(shown) > 3
        assert [for_viewer(update, "t1", None) for update in shown] == served.all.updates[: len(shown)]
        assert live.shown.seq == shown[-1].seq
