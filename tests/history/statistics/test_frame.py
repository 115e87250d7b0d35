"""Hands, players and actions as Polars frames."""

from __future__ import annotations

import datetime
import sys
from pathlib import Path

import pytest

from bigslick.history import FrameError, Frames, frame, statistics
from bigslick.history.statistics.counted_hand import CountedHand
from bigslick.history.statistics.frame import COLUMNS

pl = pytest.importorskip("polars")


@pytest.fixture(scope="module")
def site(shared: Path) -> Path:
    return shared / "hands" / "handhq" / "ps_50nlh-21.phhs"


@pytest.fixture(scope="module")
def found(site: Path) -> Frames:
    return frame([site])


def test_every_table_has_its_columns_and_types(found: Frames) -> None:
    for name, table in zip(("hands", "players", "actions"), found, strict=False):
        assert {column: str(kind.base_type()) for column, kind in table.schema.items()} == COLUMNS[name]
    assert found.hands.height == 200
    assert found.hands["hand_id"].to_list() == list(range(1, 201))


def test_every_column_is_in_the_reference() -> None:
    text = (Path(__file__).parents[3] / "docs" / "reference" / "statistics.md").read_text()
    parts = text.split("## Frames")[1].split(" has a row for each")
    for name, part in zip(COLUMNS, parts[1:], strict=True):
        rows = [line.split("|") for line in part.splitlines() if line.startswith("| `")]
        written = {column.strip(" `"): row[2].strip() for row in rows for column in row[1].split(",")}
        assert written == COLUMNS[name]


def test_the_first_hand(found: Frames) -> None:
    hand = found.hands.row(0, named=True)
    assert (hand["site"], hand["stake"], hand["limit"], hand["players"]) == ("PokerStars", "$0.25/$0.50", "no-limit", 5)
    assert hand["time"] == datetime.datetime(2009, 7, 6, 22, 58, 30)
    assert (hand["pot"], hand["street"], hand["board"]) == (1.5, "preflop", "")
    first = found.players.filter(pl.col("hand_id") == 1)
    assert first["position"].to_list() == ["SB", "BB", "UTG", "CO", "BTN"]
    assert first["net"].to_list() == [1.0, -0.5, -0.5, 0.0, 0.0]
    assert first["seat"].to_list() == [2, 3, 4, 6, 1]
    actions = found.actions.filter(pl.col("hand_id") == 1)
    assert actions["action"].to_list() == ["call", "fold", "fold", "raise", "fold", "fold"]
    assert actions["to"].to_list() == [None, None, None, 3.0, None, None]


def test_the_figures_of_the_frames_are_those_of_the_statistics(site: Path, found: Frames) -> None:
    counted = {row.group[0]: row for row in statistics([site]).rows}
    summed = found.players.group_by("player").agg(
        pl.len().alias("dealt"),
        pl.col("entered").sum(),
        pl.col("raised").sum(),
        pl.col("three_bet").sum().alias("three_bets"),
        pl.col("could_steal").sum().alias("steal_chances"),
        pl.col("c_bet").sum().alias("flop_c_bets"),
        pl.col("folded_to_c_bet").sum().alias("flop_c_bets_folded"),
        pl.col("saw_flop").sum().alias("flops"),
        pl.col("showdown").sum().alias("showdowns"),
        pl.col("net_bb").sum(),
        pl.col("adjusted_bb").sum(),
    )
    assert summed.height == len(counted)
    for row in summed.iter_rows(named=True):
        figures, won = counted[row["player"]].figures, counted[row["player"]].winnings
        for name in row.keys() - {"player", "net_bb", "adjusted_bb"}:
            assert row[name] == getattr(figures, name), (row["player"], name)
        assert row["net_bb"] == pytest.approx(won.big_blinds)
        assert row["adjusted_bb"] == pytest.approx(won.adjusted)


def test_actions_are_named_as_players_name_them(found: Frames) -> None:
    after = found.actions.filter(pl.col("street") != "preflop")
    assert set(after["action"]) >= {"check", "bet", "call", "raise", "fold", "deal"}
    wagers = after.filter(pl.col("action").is_in(["bet", "raise"]))
    counted = statistics([found.hands["file"][0]]).all.figures
    assert wagers.height == counted.wagers
    assert after.filter(pl.col("action") == "call").height == counted.calls


def test_a_sink_keeps_the_same_rows_as_parquet(
    site: Path, found: Frames, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["bigslick.history.statistics.frame"], "BATCH", 64)
    lazy = frame([site], sink=tmp_path / "tables")
    assert len(list((tmp_path / "tables" / "hands").iterdir())) == 5
    for table, whole in zip(lazy[:3], found[:3], strict=True):
        assert table.collect().equals(whole)
    with pytest.raises(FrameError, match="is in use: expected a new or an empty folder"):
        frame([site], sink=tmp_path / "tables")


def test_no_hand_gives_empty_tables_with_columns(tmp_path: Path) -> None:
    broken = tmp_path / "broken.phhs"
    broken.write_text("what is this?")
    nothing = frame([broken])
    assert nothing.hands.height == 0
    assert (nothing.left_out.count, nothing.left_out.files) == (0, 1)
    assert len(nothing.left_out.sentences) == 1
    assert repr(nothing.left_out) == "<Refusals: 0 hands and 1 file left out>"
    assert frame([broken], sink=tmp_path / "tables").players.collect().height == 0


def test_what_is_unknown_is_null(shared: Path) -> None:
    unknown = frame([shared / "hands" / "handhq" / "ipn_1000nlh-9.phhs"])
    assert unknown.players["stack"].null_count() > 0
    assert unknown.players["depth"].null_count() > 0
    open_hands = unknown.hands.filter(~pl.col("winners_known"))
    assert open_hands.height > 0
    nets = unknown.players.join(open_hands, on="hand_id", how="semi")["net"]
    assert nets.null_count() == len(nets)


def test_each_hand_can_be_watched(site: Path) -> None:
    seen: list[int] = []

    def watch(hand: CountedHand) -> None:
        seen.append(len(hand.seats))

    frame([site], watch=watch)
    assert len(seen) == 200
