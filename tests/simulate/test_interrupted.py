"""Ctrl-C in a match or an exploit search returns the results so far."""

from __future__ import annotations

import pytest

from bigslick import Action, Call, Check, View
from bigslick.simulate import Interrupted, MatchResult, play_match


class StopsAfter:
    """Checks and calls, then presses Ctrl-C."""

    def __init__(self, answers: int) -> None:
        self.left = answers

    def decide(self, view: View) -> Action:
        if not self.left:
            raise KeyboardInterrupt
        self.left -= 1
        options = view.options
        assert options is not None
        return Check() if options.check else Call()


@pytest.mark.parametrize("duplicate", [False, True])
def test_a_match_keeps_whole_deals(duplicate: bool) -> None:
    bot = StopsAfter(50)
    with pytest.raises(Interrupted) as stopped:
        play_match([bot, "caller"], hands=10_000, seed=1, duplicate=duplicate)
    result = stopped.value.result
    assert isinstance(result, MatchResult)
    whole = play_match(
        [StopsAfter(-1), "caller"], hands=result.deals * (2 if duplicate else 1), seed=1, duplicate=duplicate
    )
    assert 0 < result.deals < 60
    assert result.scores[0].bb100 == whole.scores[0].bb100


def test_without_a_deal_it_is_plain_ctrl_c() -> None:
    with pytest.raises(KeyboardInterrupt) as stopped:
        play_match([StopsAfter(0), "caller"], hands=100, seed=1)
    assert not isinstance(stopped.value, Interrupted)
