"""Players' figures and winnings in histories, by group."""

from __future__ import annotations

import tomllib
import tracemalloc
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from itertools import islice
from pathlib import Path

import pytest

from bigslick import Hand
from bigslick.bots import HouseBot
from bigslick.hand.view import view
from bigslick.history import History, dumps, read, statistics
from bigslick.history.formats.registry import format_named
from bigslick.history.statistics.statistics import GROUPS
from bigslick.history.statistics.where_filter import parse_where

from .plain_count import PlainHand

GOOD = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\n"


@pytest.mark.parametrize("pattern", ["pluribus.phhs", "handhq/*.phhs"])
def test_every_player_of_the_recorded_hands_has_the_figures_of_a_plain_count(shared: Path, pattern: str) -> None:
    files = sorted((shared / "hands").glob(pattern))
    counts: dict[str, Counter[str]] = {}
    hands = 0
    for file in files:
        for fields in tomllib.loads(file.read_text(), parse_float=Decimal).values():
            hands += 1
            plain = PlainHand(fields)
            for player, name in enumerate(fields["players"]):
                counts.setdefault(name, Counter()).update(plain.figures(player))
    found = statistics(files)
    assert (found.hands, found.left_out, found.bad) == (hands, 0, ())
    assert {row.group[0] for row in found.rows} == set(counts)
    for row in found.rows:
        for name, count in counts[row.group[0]].items():
            assert getattr(row.figures, name) == count, (row.group, name)
    assert found.all.winnings.adjusted == pytest.approx(found.all.winnings.big_blinds, abs=1e-6)


@pytest.mark.parametrize("by", GROUPS)
def test_the_rows_of_every_grouping_add_up_to_all(shared: Path, by: str) -> None:
    file = shared / "hands" / "handhq" / "ps_50nlh-21.phhs"
    found = statistics([file], by=(by,))
    assert sum(row.figures.dealt for row in found.rows) == found.all.figures.dealt > 900
    assert sum(row.winnings.big_blinds for row in found.rows) == pytest.approx(found.all.winnings.big_blinds)
    assert sum(row.winnings.money["$"] for row in found.rows) == found.all.winnings.money["$"]
    groups = [row.group[0] for row in found.rows]
    assert len(set(groups)) == len(groups)
    if by == "position":
        assert groups == ["SB", "BB", "UTG", "UTG+1", "UTG+2", "LJ", "HJ", "CO", "BTN"]
    elif by == "players":
        assert groups == sorted(groups)
    elif by == "stake":
        assert groups == ["$0.25/$0.50"]


def test_two_groupings_at_once_and_a_condition(shared: Path) -> None:
    file = shared / "hands" / "pluribus.phhs"
    found = statistics([file], by=("player", "position"), where=parse_where("player = Pluribus and pot > 50bb"))
    assert {row.group[0] for row in found.rows} == {"Pluribus"}
    assert 0 < found.all.figures.dealt < 500
    assert found.hands == 5360


def test_an_unknown_grouping_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a list of player, position, depth, players, stake; did you mean"):
        statistics([], by=("positon",))
    with pytest.raises(ValueError, match="expected a list of"):
        statistics([], by="player")


def test_files_of_bots(tmp_path: Path) -> None:
    texts = []
    for number in range(1, 31):
        hand = Hand.start([1000] * 4, (10, 20), button=number % 4, seed=number)
        bots = [HouseBot(name, number) for name in ("caller", "maniac", "tag", "rock")]
        while hand.turn is not None:
            hand.act(bots[hand.turn].decide(view(hand, hand.turn)))
        names = [bot.name for bot in bots]
        texts.append(f"[{number}]\n{dumps(History.from_hand(hand, players=names))}\n")
    path = tmp_path / "bots.phhs"
    path.write_text("".join(texts))
    found = {row.group[0]: row.figures for row in statistics([path]).rows}
    assert found["caller"].dealt == 30
    assert found["caller"].pfr == 0
    assert found["caller"].vpip == pytest.approx(100, abs=25)
    assert (found["maniac"].vpip or 0) > (found["rock"].vpip or 0)


def test_bad_hands_are_named_and_left_out(tmp_path: Path) -> None:
    path = tmp_path / "bad.phhs"
    path.write_text(
        f"[1]\n{GOOD}actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']\n\n"
        f"[2]\n{GOOD}actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 cbr 3']\n"
    )
    found = statistics([path])
    assert (found.hands, found.left_out) == (1, 1)
    assert len(found.bad) == 1
    assert "hand 2" in found.bad[0]
    assert [row.group for row in found.rows] == [("p1",), ("p2",)]


@pytest.mark.parametrize("name", ["pokerstars", "ohh"])
def test_every_format_of_the_same_hands_has_the_same_statistics(shared: Path, tmp_path: Path, name: str) -> None:
    hands = [*islice(read(shared / "hands" / "pluribus.phhs"), 120)]
    known = format_named(name)
    assert known.write is not None
    phh, other = tmp_path / "hands.phhs", tmp_path / f"hands{known.suffix}"
    phh.write_text(dumps(hands))
    texts = [known.before(number) + known.write(hand, None).text for number, hand in enumerate(hands, 1)]
    other.write_text("".join(texts))
    first, second = statistics([phh]), statistics([other])
    assert second.hands == first.hands == 120
    for one, two in zip(first.rows, second.rows, strict=True):
        assert (one.group, one.figures) == (two.group, two.figures)
        assert one.winnings.big_blinds == pytest.approx(two.winnings.big_blinds)
        assert one.winnings.adjusted == pytest.approx(two.winnings.adjusted)


def peak(work: Callable[[], object]) -> int:
    """Return the peak memory of the work, in bytes."""
    work()  # data loaded once does not count
    tracemalloc.start()
    work()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


def test_counting_holds_no_more_than_reading_does(shared: Path) -> None:
    path = shared / "hands" / "pluribus.phhs"

    def only_read() -> None:
        for _ in read(path):
            pass

    assert peak(lambda: statistics([path])) < peak(only_read) + 200_000


def test_statistics_are_a_table_in_a_notebook(tmp_path: Path) -> None:
    hand = Hand.start([1000, 1000], (10, 20), seed=7)
    (tmp_path / "one.phh").write_text(dumps(History.from_hand(hand, players=["ada", "b<o"])))
    found = statistics([tmp_path / "one.phh"])
    assert repr(found) == "<Statistics: 1 hands, 2 rows, 0 bad hands>"
    assert "<td>b&lt;o</td><td>1</td><td>-</td><td>0.0</td>" in found._repr_html_()
