import pytest

from bigslick import Fold, Raise, RunOut, Show
from bigslick.hand.substantial import in_turn, substantial_action
from tests.playing import start


@pytest.mark.parametrize(
    ("actions", "substantial"),
    [
        ([], False),
        (["raise"], False),
        (["fold", "fold"], False),
        (["check", "check"], False),
        (["fold", "call"], True),
        (["check", "bet"], True),
        (["all_in", "fold"], True),
        (["fold", "fold", "fold"], True),
        (["check", "check", "check"], True),
    ],
)
def test_tda_36_two_actions_with_chips_or_any_three(actions: list[str], substantial: bool) -> None:
    assert substantial_action(actions) is substantial


def test_tda_36_a_check_and_a_fold_put_no_chips_in() -> None:
    assert not substantial_action(["check", "fold"])


def test_a_post_is_not_an_action_in_turn() -> None:
    with pytest.raises(ValueError, match="'post' is not an action in turn"):
        substantial_action(["post", "call"])


def test_s2_1_3_a_hand_says_whether_it_must_be_played_out() -> None:
    hand = start([1000] * 4)
    seen = [hand.substantial_action]
    for action in (Fold(), Raise(to=60), Fold()):
        hand.act(action)
        seen.append(hand.substantial_action)
    assert seen == [False, False, True, True]


def test_s2_1_3_shows_and_boards_are_no_actions() -> None:
    assert list(in_turn([Fold(), Show(), RunOut(boards=2)])) == ["fold"]
