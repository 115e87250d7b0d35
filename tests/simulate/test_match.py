"""Matches: who beats whom, seats without advantage, narrower intervals in duplicate, and Python bots that may fail."""

import math
import statistics
from pathlib import Path
from random import Random

import pytest

from bigslick import Action, Call, Check, StaleView, View
from bigslick.bots import Bot
from bigslick.hand.events import StreetDealt, Wagered
from bigslick.simulate._match import COMPILED
from bigslick.simulate.match import MatchHand, MatchResult, play_match
from bigslick.tournament.floor.played_hand import PlayedHand
from tests.playing import dealt_cards

BOTS = """
from bigslick import Call, Check, Fold
class Caller:
    def decide(self, view):
        return Check() if view.options.check else Call()
class Reader:
    def decide(self, view):
        assert view.events and view.pots is not None and len(view.hole) == 2
        return Check() if view.options.check else Fold()
class Broken:
    def decide(self, view):
        raise RuntimeError("oops")
"""
HANDS = 30_000 if COMPILED else 300


@pytest.fixture
def mine(tmp_path: Path) -> str:
    path = tmp_path / "mine.py"
    path.write_text(BOTS)
    return str(path)


def test_the_same_seed_plays_the_same_match() -> None:
    one, two = (play_match(["shark", "lag"], hands=300, seed=5) for _ in range(2))
    assert one == two
    assert one != play_match(["shark", "lag"], hands=300, seed=6)


@pytest.mark.skipif(not COMPILED, reason="needs many hands")
@pytest.mark.parametrize(
    ("better", "worse", "seats"),
    [
        *[("shark", "tag", 2), ("shark", "tag", 6), ("tag", "caller", 2), ("tag", "caller", 6)],
        ("caller", "random", 6),  # two seats: see below
    ],
)
def test_the_ladder_of_the_house_bots(better: str, worse: str, seats: int) -> None:
    hands = 240_000 if worse == "tag" else 120_000 if worse == "random" else 30_000
    result = play_match([better, worse], hands=hands, seats=seats, duplicate=True, seed=11)
    assert result.scores[0].more_hands == 0
    assert result.scores[0].bb100 > 0


@pytest.mark.slow
def test_a_caller_beats_a_random_bot_heads_up() -> None:
    """Heads-up the random bot loses only by folding, which takes millions of hands to show."""
    caller = play_match(["caller", "random"], hands=3_000_000, duplicate=True, seed=11).scores[0]
    assert caller.interval is not None
    assert caller.interval[0] > 0


@pytest.mark.skipif(not COMPILED, reason="needs many hands")
def test_the_house_bots_are_plausible_poker() -> None:
    low_high = {"rock": (9, 16), "tag": (13, 20), "lag": (21, 31), "shark": (15, 23), "maniac": (45, 80)}
    passive = {"rock": 0.3, "fish": 0.2, "whale": 0.3}
    for name, (low, high) in (low_high | {"fish": (20, 34), "whale": (38, 58)}).items():
        figures = play_match([name, *["tag"] * 5], hands=12_000, seed=3).scores[0].figures
        assert figures.vpip is not None
        assert figures.pfr is not None
        assert figures.wtsd is not None
        assert low <= figures.vpip <= high, (name, figures.vpip)
        assert passive.get(name, 0.6) * figures.vpip < figures.pfr <= figures.vpip, name
        assert 15 < figures.wtsd < 60, name


def even(result: MatchResult) -> None:
    for score in result.scores:
        assert abs(score.bb100) < 3.5 * score.error, score.bot


def test_equal_bots_are_even_in_every_seat() -> None:
    even(play_match(["tag"] * 6, hands=HANDS, seed=2))


@pytest.mark.slow
def test_equal_bots_are_even_in_every_seat_for_a_million_hands() -> None:
    even(play_match(["tag"] * 6, hands=1_000_000, seed=2))
    even(play_match(["lag"] * 2, hands=1_000_000, seed=2))


def test_duplicate_deals_reduce_the_error() -> None:
    plain, twice = (
        play_match(["lag", "tag"], hands=HANDS, seats=6, duplicate=d, seed=4).scores[0] for d in (False, True)
    )
    assert plain.raw_error == pytest.approx(plain.plain_error)
    assert twice.plain_error == pytest.approx(plain.plain_error, rel=0.2)
    if COMPILED:
        assert twice.error < plain.raw_error / 1.3
        assert plain.error < plain.raw_error


def test_the_chips_agree_with_the_fair_result() -> None:
    for score in play_match(["shark", "maniac"], hands=HANDS, seed=4).scores:
        assert abs(score.raw - score.bb100) < 3.5 * score.raw_error


def test_without_taking_luck_out_the_chips_are_the_result() -> None:
    score = play_match(["shark", "maniac"], hands=200, adjust_all_ins=False).scores[0]
    assert (score.raw, score.raw_error) == (score.bb100, score.error)


def test_a_python_caller_plays_as_the_house_caller(mine: str) -> None:
    ours = play_match(["caller", "tag", "rock"], hands=300, seed=9).scores
    theirs = play_match([f"{mine}:Caller", "tag", "rock"], hands=300, seed=9).scores
    assert [score.bb100 for score in ours] == [score.bb100 for score in theirs]
    assert [score.figures for score in ours] == [score.figures for score in theirs]
    assert theirs[0].asked > 0


def test_another_bot_in_one_seat_leaves_the_others_their_chance() -> None:
    def drawn(other: str) -> list[list[float]]:
        made: list[list[float]] = []

        class Drawer:
            def __init__(self, random: Random) -> None:
                self.random, self.drawn = random, list[float]()
                made.append(self.drawn)

            def decide(self, view: View) -> Action:
                self.drawn.append(self.random.random())
                return Check() if view.options is not None and view.options.check else Call()

        play_match([Bot("mine", None, Drawer), other, Bot("mine", None, Drawer)], hands=30, seed=9)
        return [numbers[:50] for numbers in made]

    one, two = drawn("tag")
    assert drawn("maniac") == [one, two]
    assert one != two


def test_equal_house_bots_draw_from_streams_of_their_own() -> None:
    with_random = play_match(["random", "random", "caller"], hands=60, seed=9)
    one, two, _ = with_random.scores
    assert one.figures != two.figures


def test_a_bot_may_read_everything_that_is_in_its_view(mine: str) -> None:
    assert play_match([f"{mine}:Reader", "maniac"], hands=40, seed=1).scores[0].faults == 0


def test_the_events_that_a_bot_reads_are_those_of_its_hand() -> None:
    """Reading them at only some decisions gives the same events as reading them at all."""

    class Historian:
        def __init__(self, random: Random) -> None:
            self.random = random

        def decide(self, view: View) -> Action:
            assert view.options is not None
            if self.random.random() < 0.5:
                dealt = dealt_cards(view.events)
                assert [seat for seat, cards in dealt.items() if cards != (None, None)] == [view.seat]
                assert dealt[view.options.seat] == view.hole
                board = [card for event in view.events if isinstance(event, StreetDealt) for card in event.cards]
                assert tuple(board) == view.board
                paid = [event for event in view.events if isinstance(event, Wagered)]
                assert not paid or max(view.bets) in (0, paid[-1].to)
            return Check() if view.options.check else Call()

    bot = Bot("historian", None, Historian)
    for duplicate in (False, True):
        result = play_match([bot, "maniac", bot, "lag"], hands=80, duplicate=duplicate, seed=2)
        assert [score.reasons for score in result.scores] == [{}] * 4


def test_a_bot_that_keeps_its_view_sees_no_cards_of_others() -> None:
    kept: list[View] = []
    seen: list[object] = []

    class Keeper:
        def decide(self, view: View) -> Action:
            kept[:] = [view]
            return Check() if view.options is not None and view.options.check else Call()

    class Thief(Keeper):
        def decide(self, view: View) -> Action:
            for other in kept:
                if other is not view:
                    with pytest.raises(StaleView):
                        other.hole  # noqa: B018
                    seen.append("refused")
            return Check() if view.options is not None and view.options.check else Call()

    play_match([Bot("keeper", None, Keeper), Bot("thief", None, Thief)], hands=6)
    assert seen


def test_a_broken_bot_is_counted_and_stops_nothing(mine: str) -> None:
    result = play_match([f"{mine}:Broken", "tag"], hands=50, duplicate=True, seed=1)
    broken = result.scores[0]
    assert result.hands == 50
    assert broken.faults == broken.asked == sum(broken.reasons.values()) > 0
    assert list(broken.reasons) == [f"RuntimeError: oops ({mine}, line 12)"]


def test_the_curve_ends_at_the_result() -> None:
    result = play_match(["shark", "tag"], hands=500)
    hands, last = result.curve[-1]
    assert hands == 500
    assert last[0] == result.scores[0].rate


def test_a_handful_of_hands_has_no_interval_and_no_verdict() -> None:
    score = play_match(["shark", "tag"], hands=2, seed=1).scores[0]
    assert (score.interval, score.more_hands) == (None, 1498)
    assert str(score).endswith(" ± ? bb/100")
    assert all(row.rate.half is None for row in score.positions)
    rounds = play_match(["shark", "tag"], hands=200, duplicate=True, seed=1).scores[0]
    assert (rounds.deals, rounds.more_hands) == (100, 2800)
    assert play_match(["shark", "tag", "rock"], hands=1000, seed=1).scores[0].more_hands == 2000


def test_more_bots_are_more_looks() -> None:
    assert [score.looks for score in play_match(["shark", "tag"], hands=6, seats=6).scores] == [1, 1]
    assert [score.looks for score in play_match(["shark", "tag", "rock"], hands=6).scores] == [3, 3, 3]


@pytest.mark.parametrize(
    ("bots", "options", "sentence"),
    [
        (["tag"], {"hands": 10}, "needs at least two bots"),
        (["tag"] * 3, {"hands": 10, "seats": 2}, "3 bots cannot fill 2 seats"),
        (["tag"] * 2, {"hands": 0}, "0 hands"),
        (["tag"] * 2, {"hands": 10, "depth": 1}, "expected 2 to"),
        (["tag", "tagg"], {"hands": 10}, "did you mean 'tag'"),
    ],
)
def test_bad_matches_are_refused(bots: list[str], options: dict[str, int], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        play_match(bots, **options)  # type: ignore[arg-type]


def test_a_result_reads_as_a_sentence_and_as_a_table() -> None:
    result = play_match(["shark", "caller"], hands=120, seed=2)
    assert repr(result).startswith("<MatchResult: 120 hands, 2 seats, 100 big blinds deep, seed 2; shark ")
    assert repr(result).count(" ± ") == 2
    page = result._repr_html_()
    assert result.scores[0].bot in result.scores[0]._repr_html_()
    assert page.count("<tr>") == 3
    assert f"<td>{result.scores[0].bb100:+.1f}</td>" in page


@pytest.mark.parametrize("duplicate", [False, True])
def test_a_watched_match_is_the_same_match(duplicate: bool) -> None:
    seen: list[MatchHand] = []
    plain = play_match(["shark", "tag"], hands=120, seats=4, seed=5, duplicate=duplicate)
    watched = play_match(["shark", "tag"], hands=120, seats=4, seed=5, duplicate=duplicate, watch=seen.append)
    assert watched == plain
    assert [hand.played.number for hand in seen] == list(range(1, 121))
    for hand in seen:
        assert sum(hand.won) == pytest.approx(0)
        assert [("shark", "tag")[bot] for bot in hand.bots] == list(hand.played.bots)
    for bot, score in enumerate(plain.scores):
        won = sum(won for hand in seen for seat, won in enumerate(hand.won) if hand.bots[seat] == bot)
        assert score.bb100 == pytest.approx(won / 240)  # two seats, 120 hands, in hundredths of a big blind


def test_positions_add_up_to_the_win_rate() -> None:
    result = play_match(["shark", "tag", "rock"], hands=600, seats=6, seed=4)
    for score in result.scores:
        assert [row.position for row in score.positions] == ["UTG", "HJ", "CO", "BTN", "SB", "BB"]
        assert sum(row.hands for row in score.positions) == 1200
        assert sum(row.rate.value * row.hands for row in score.positions) / 1200 == pytest.approx(score.bb100)


def test_the_biggest_pots_are_the_biggest() -> None:
    seen: list[MatchHand] = []
    result = play_match(["shark", "maniac", "tag"], hands=300, seats=3, seed=6, watch=seen.append)

    def pot(played: PlayedHand) -> int:
        found = played.hand.result
        assert found is not None
        return sum(found.payouts.values())

    ranked = sorted((hand.played for hand in seen), key=lambda played: (-pot(played), played.number))
    assert list(result.biggest) == ranked[:5]


@pytest.mark.parametrize(
    "bots", [["shark", "tag"], ["random", "caller"], ["maniac", "rock", "fish"], ["lag", "whale", "tag", "shark"]]
)
def test_aivat_is_unbiased_and_surer(bots: list[str]) -> None:
    """Over many matches AIVAT's corrections average out, and the results are closer together."""
    off, plain, sure = [], [], []
    for seed in range(40):
        score = play_match(bots, hands=600, seed=seed, aivat=True).scores[0]
        off.append(score.bb100 - score.raw)
        plain.append(score.raw)
        sure.append(score.bb100)
        assert score.error < score.raw_error
    error = statistics.stdev(off) / math.sqrt(len(off))
    assert abs(statistics.fmean(off)) < 3.5 * error
    assert statistics.stdev(sure) < 0.9 * statistics.stdev(plain)


def test_aivat_says_so() -> None:
    result = play_match(["tag", "lag"], hands=100, aivat=True)
    assert result.aivat
    assert "by AIVAT" in result.summary
    assert not play_match(["tag", "lag"], hands=100).aivat


def test_aivat_leaves_the_hands_as_they_are() -> None:
    with_it, without = (play_match(["tag", "lag"], hands=500, seed=4, aivat=aivat) for aivat in (True, False))
    assert [score.raw for score in with_it.scores] == [score.raw for score in without.scores]
    assert sum(score.bb100 for score in with_it.scores) == pytest.approx(0, abs=1e-6)


def test_without_a_seed_each_match_is_another_and_says_its_seed() -> None:
    one, two = (play_match(["shark", "tag"], hands=40, depth=50) for _ in range(2))
    assert one.seed != two.seed
    assert f"50 big blinds deep, seed {one.seed}" in repr(one)
    assert play_match(["shark", "tag"], hands=40, depth=50, seed=one.seed) == one
