"""Every pair heads-up: what each won from each, and when that is how a match is played."""

import pytest

from bigslick.bots import FixedGame, as_bot
from bigslick.bots.bot import Bot
from bigslick.simulate import Interrupted
from bigslick.simulate.pairs import needs_pairs, play_pairs


def test_every_pair_plays_and_the_rows_mirror_each_other() -> None:
    result = play_pairs([as_bot(name) for name in ("shark", "tag", "caller")], hands=200, duplicate=True, seed=3)
    assert [(pair.first, pair.second) for pair in result.pairs] == [(0, 1), (0, 2), (1, 2)]
    for one, two in ((0, 1), (0, 2), (1, 2)):
        mine, theirs = result.rate(one, two), result.rate(two, one)
        assert mine is not None
        assert theirs is not None
        assert mine.value == pytest.approx(-theirs.value)
    assert result.rate(1, 1) is None
    totals = [total for bot in range(3) if (total := result.total(bot)) is not None]
    assert sum(total.value for total in totals) == pytest.approx(0)
    assert [total.missing for total in totals] == [1400] * 3  # a hundred deals of each pair


@pytest.mark.parametrize(("calls", "played", "hands"), [(40, 1, 82), (99, 1, 200), (150, 2, 302)])
def test_ctrl_c_keeps_the_pairs_so_far(calls: int, played: int, hands: int) -> None:
    """By the calls of `step`, a hundred in each pair."""
    names = [as_bot(name) for name in ("shark", "tag", "caller")]
    left = calls

    def step(_hands: int) -> None:
        nonlocal left
        if not left:
            raise KeyboardInterrupt
        left -= 1

    with pytest.raises(Interrupted) as stopped:
        play_pairs(names, hands=200, duplicate=True, seed=3, step=step)
    result = stopped.value.result
    whole = play_pairs(names, hands=200, duplicate=True, seed=3)
    assert len(result.pairs) == played
    assert played == 1 or result.rate(0, 1) == whole.rate(0, 1)
    assert (result.total(0) is None) is (played == 1)
    assert result.total(1) is result.total(2) is None
    assert result.hands == hands
    assert result.rate(1, 2) is None


def test_only_bots_that_need_it_make_it_so() -> None:
    plain = [as_bot("tag")] * 3
    heads_up = Bot("x", None, lambda: None, FixedGame(2, 400, 2))  # type: ignore[arg-type,return-value]
    assert not needs_pairs(plain, None)
    assert needs_pairs([*plain, heads_up], None)
    assert not needs_pairs([*plain, heads_up], 4)  # a table was requested: refused with its sentence
    assert not needs_pairs([plain[0], heads_up], None)
