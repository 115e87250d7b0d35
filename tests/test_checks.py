from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
import pytest

from bigslick import Hand, Post, Rules, Setup, Table, view
from bigslick.checks import counted, did_you_mean, is_whole, nearest, whole
from bigslick.odds import icm
from tests.liars import Liar


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


def test_a_subclass_of_int_cannot_talk_its_way_in() -> None:
    assert is_whole(Liar(3), 0, 5)
    assert not is_whole(Liar(-1), 0, 5)
    assert not is_whole(Liar(10**8), 0, 5)


def test_no_number_of_a_hand_is_of_a_subclass_that_could_change_its_mind() -> None:
    start = Hand.start(
        [Liar(100), 100, 100, 100],
        Liar(4),
        button=Liar(0),
        ante=Liar(1),
        straddles={Liar(3): Liar(8)},
        posts=[Post(Liar(0), dead=Liar(1))],
        rules=Rules(odd_chip_unit=Liar(1)),
        deck=[Liar(card) for card in range(52)],
    ).setup
    liars = {
        "stacks": tuple(map(Liar, start.stacks)),
        "small_blind": Liar(start.small_blind),
        "posts": (Post(Liar(0), dead=Liar(1)),),
        "deck": tuple(map(Liar, start.deck)),
    }
    given = Setup(**{**msgspec.structs.asdict(start), **liars})
    assert given == start
    for setup in (start, given):
        kinds = {type(value) for value in msgspec.structs.astuple(setup)}
        kinds |= {type(value) for row in (setup.stacks, setup.deck) for value in row}
        kinds |= {type(value) for post in (*setup.straddles, *setup.posts) for value in msgspec.structs.astuple(post)}
        assert Liar not in kinds
        assert type(setup.rules.odd_chip_unit) is int
    table = Table(2, blinds=(Liar(1), Liar(2)))
    table.join("ann", chips=Liar(100))
    assert {type(number) for number in (*table.stacks, table.level.small, table.level.big)} <= {int}
    with pytest.raises(ValueError, match="from 0 to"):
        icm([Liar(-1), 20], [3])


def test_bytes_are_not_amounts_although_their_items_are_ints() -> None:
    two: Any = b"\x01\x02"
    asks: list[Callable[[], object]] = [
        lambda: Hand.start(two, (1, 2)),
        lambda: Hand.start([9, 9], two),
        lambda: Table(2, blinds=two),
        lambda: icm(two, [1]),
        lambda: icm([1, 2], two),
    ]
    for ask in asks:
        with pytest.raises(ValueError, match="expected"):
            ask()


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
