"""Every pair heads-up: what each bot won from each, and when a match is played this way."""

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
    assert sum(result.total(bot).value for bot in range(3)) == pytest.approx(0)
    assert result.total(0).missing == 1400  # a hundred deals per pair


def test_only_bots_that_need_it_make_it_so() -> None:
    plain = [as_bot("tag")] * 3
    heads_up = Bot("x", None, lambda: None, FixedGame(2, 400, 2))  # type: ignore[arg-type,return-value]
    assert not needs_pairs(plain, None)
    assert needs_pairs([*plain, heads_up], None)
    assert not needs_pairs([*plain, heads_up], 4)  # a table was requested: refused with its sentence
    assert not needs_pairs([plain[0], heads_up], None)
