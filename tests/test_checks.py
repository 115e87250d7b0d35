import numpy as np
import pytest

from bigslick import Hand, Table, view
from bigslick.checks import counted, did_you_mean, is_whole, nearest, whole


@pytest.mark.parametrize("value", [True, False, 1.0, "1", None, [1]])
def test_only_an_int_is_a_whole_number(value: object) -> None:
    assert not is_whole(value)


def test_bounds_are_inclusive() -> None:
    assert is_whole(0, 0, 3)
    assert is_whole(3, 0, 3)
    assert not is_whole(-1, 0)
    assert not is_whole(4, most=3)
    assert is_whole(-(10**30))


def test_the_nearest_word_is_found_whatever_its_case() -> None:
    assert nearest("Sharc", ["tag", "shark"]) == "shark"
    assert nearest("TAG", ["tag", "TAG"]) == "tag"
    assert nearest("zebra", ["tag", "shark"]) is None
    assert nearest(7, ["tag"]) is None
    assert did_you_mean("taag", ["tag"]) == "; did you mean 'tag'?"
    assert did_you_mean("zebra", ["tag"]) == ""


def test_counts() -> None:
    assert (counted(1, "file"), counted(2000, "file")) == ("1 file", "2,000 files")


class Liar(int):
    """An int that claims to satisfy every comparison."""

    def __ge__(self, other: object) -> bool:
        return True

    __le__ = __lt__ = __gt__ = __ge__


def test_a_subclass_of_int_cannot_talk_its_way_in() -> None:
    assert is_whole(Liar(3), 0, 5)
    assert not is_whole(Liar(-1), 0, 5)
    assert not is_whole(Liar(10**8), 0, 5)


def test_a_whole_number_of_another_type_is_refused_with_a_true_sentence() -> None:
    seat = np.int64(1)
    hand = Hand.start([100, 100], (1, 2))
    table = Table(2, blinds=(1, 2))
    for ask in (hand.hole, lambda seat: view(hand, seat), table.absent, lambda seat: Hand.start([9, 9], (1, 2), seat)):
        with pytest.raises(ValueError, match=r"a seat from 0 to 1.*, as a Python int: int\(\) converts an int64"):
            ask(seat)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="as a Python int"):
        whole("a style", seat, 0, 6)
    with pytest.raises(ValueError, match=r"from 0 to 6$"):
        whole("a style", 1.5, 0, 6)
