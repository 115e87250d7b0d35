"""The figures of players in histories: the same as an independent count, and as the core counts in a match."""

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from bigslick import Hand
from bigslick.bots import HouseBot
from bigslick.hand.view import view
from bigslick.history import History, dumps, statistics


def independent_count(text: str) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Hands, VPIP and PFR by player, from the actions as they are written and no engine at all."""
    hands: Counter[str] = Counter()
    entered: Counter[str] = Counter()
    raised: Counter[str] = Counter()
    for hand in tomllib.loads(text).values():
        names = hand["players"]
        hands.update(names)
        most = dict(enumerate(hand["blinds_or_straddles"]))
        highest = max(most.values())
        put, wagered = set(), set()
        for action in hand["actions"]:
            if action.startswith("d db"):
                break
            acted = re.match(r"p(\d+) (f|cc|cbr (\d+))", action)
            if not acted:
                continue
            n = int(acted[1]) - 1
            if acted[2] == "cc" and most[n] < highest:
                put.add(n)
                most[n] = highest
            elif acted[3]:
                put.add(n)
                wagered.add(n)
                highest = most[n] = int(acted[3])
        entered.update(names[n] for n in put)
        raised.update(names[n] for n in wagered)
    return hands, entered, raised


def test_vpip_and_pfr_of_the_pluribus_hands_agree_with_an_independent_count(shared: Path) -> None:
    path = shared / "hands" / "pluribus.phhs"
    hands, entered, raised = independent_count(path.read_text())
    found = statistics([path])
    assert not found.bad
    assert found.hands > 0
    assert {row.player: row.all.dealt for row in found.players} == dict(hands)
    assert {row.player: row.all.entered for row in found.players} == {name: entered[name] for name in hands}
    assert {row.player: row.all.raised for row in found.players} == {name: raised[name] for name in hands}
    for row in found.players:
        assert sum(figures.dealt for figures in row.by_position.values()) == row.all.dealt
        assert set(row.by_position) <= {"SB", "BB", "UTG", "HJ", "CO", "BTN"}


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
    found = {row.player: row for row in statistics([path]).players}
    assert found["caller"].all.dealt == 30
    assert found["caller"].all.pfr == 0
    assert found["caller"].all.vpip == pytest.approx(100, abs=25)
    assert (found["maniac"].all.vpip or 0) > (found["rock"].all.vpip or 0)


def test_bad_hands_are_named_and_left_out(tmp_path: Path) -> None:
    path = tmp_path / "bad.phhs"
    good = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\n"
    path.write_text(
        f"[1]\n{good}actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']\n\n"
        f"[2]\n{good}actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 cbr 3']\n"
    )
    found = statistics([path])
    assert found.hands == 1
    assert len(found.bad) == 1
    assert "hand 2" in found.bad[0]
    assert [row.player for row in found.players] == ["p1", "p2"]


def test_statistics_are_a_table_in_a_notebook(tmp_path: Path) -> None:
    hand = Hand.start([1000, 1000], (10, 20), seed=7)
    (tmp_path / "one.phh").write_text(dumps(History.from_hand(hand, players=["ada", "b<o"])))
    found = statistics([tmp_path / "one.phh"])
    assert repr(found) == "<Statistics: 1 hands, 2 players, 0 bad hands>"
    assert "<td>b&lt;o</td><td>1</td><td>0.0</td>" in found._repr_html_()
