import pytest

from bigslick.hand.substantial import substantial_action


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
