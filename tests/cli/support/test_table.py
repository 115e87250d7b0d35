"""Bots at one table."""

from pathlib import Path

import pytest

from bigslick import AllIn, Bet, Call, Check, Fold, Hand, Raise, view
from bigslick.cli.support.table import SeatedBot, called, fault_reports, seat_bots


@pytest.mark.parametrize(
    ("action", "legal"),
    [
        (Fold(), 1),
        (Call(), 1),
        (AllIn(), 1),
        (Raise(to=40), 1),
        (Raise(to=39), 0),
        (Raise(add=30), 1),
        (Raise(add=29), 0),
        (Check(), 0),
        (Bet(to=40), 0),
        (None, 0),
        ("fold", 0),
    ],
)
def test_what_is_legal_is_what_the_hand_allows(action: object, legal: int) -> None:
    hand = Hand.start([1000] * 2, (10, 20), seed=7)  # the small blind, heads-up, to act
    assert hand.options is not None
    assert hand.options.allows(action, hand.bets[0]) == bool(legal)


def test_a_bot_that_fails_or_cheats_folds_and_is_reported() -> None:
    class Broken:
        def decide(self, view: object) -> Fold:
            raise RuntimeError("no idea")

    class Cheat:
        def decide(self, view: object) -> Check:
            return Check()

    hand = Hand.start([1000] * 2, (10, 20), seed=7)
    bots = [SeatedBot(Broken(), "broken"), SeatedBot(Cheat(), "cheat")]
    assert [bot.decide(view(hand, 0)) for bot in bots] == [Fold(), Fold()]
    assert [report["faults"] for report in fault_reports(bots)] == [1, 1]
    assert len(fault_reports([*bots, SeatedBot(Broken(), "broken")])) == 2, "one report for each kind of bot"
    assert "no idea" in next(iter(bots[0].reasons))
    assert bots[1].reasons == {"illegal: Check()": 1}


def test_house_bots_and_files_sit_down_in_turn(tmp_path: Path) -> None:
    file = tmp_path / "my.py"
    file.write_text("class Mine:\n    def decide(self, view):\n        return None\n")
    bots = seat_bots(3, f"tag, {file}:Mine", 7)
    assert called(bots) == ["Ada (tag)", f"Bo ({file}:Mine)", "Cy (tag)"]
    with pytest.raises(ValueError, match="expected 2 to 10"):
        seat_bots(11, "tag", 7)
