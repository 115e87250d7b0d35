"""Programs that count in their own chips: the scale at a table, and tables they cannot play at."""

import pytest

from bigslick import Hand, view
from bigslick.bots import BotFailed
from bigslick.gateways.chips import Scale


def test_the_scale_of_a_table() -> None:
    scale = Scale(100, 20_000)
    assert scale.of(view(Hand.start([400, 400], (1, 2), seed=1), 0)) == 50
    assert scale.of(view(Hand.start([20_000] * 3, (50, 100), seed=1), 0)) == 1
    assert [scale.to_table(amount, 50) for amount in (0, 50, 74, 75, 20_000)] == [0, 1, 1, 2, 400]


@pytest.mark.parametrize("stacks", [[300, 300], [400, 500]])
def test_other_stacks_cannot_be_played(stacks: list[int]) -> None:
    with pytest.raises(BotFailed, match="its program plays stacks of 20,000"):
        Scale(100, 20_000).of(view(Hand.start(stacks, (1, 2), seed=1), 0))
