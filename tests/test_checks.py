import pytest

from bigslick.checks import counted, did_you_mean, is_whole, nearest


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
    """An int that says yes to every comparison."""

    def __ge__(self, other: object) -> bool:
        return True

    __le__ = __lt__ = __gt__ = __ge__


def test_a_subclass_of_int_cannot_talk_its_way_in() -> None:
    assert is_whole(Liar(3), 0, 5)
    assert not is_whole(Liar(-1), 0, 5)
    assert not is_whole(Liar(10**8), 0, 5)
