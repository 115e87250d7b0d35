"""The population's mix: house bots that think, one of each kind, in real players' proportions."""

from __future__ import annotations

from collections import Counter

from bigslick.bots import POPULATION, RECREATIONAL, REGULAR, STRONG, STYLES


def test_every_member_is_a_thinking_house_bot_of_one_kind() -> None:
    assert {STYLES[name].kind for name in POPULATION} == {"thinker"}
    kinds = Counter([*STRONG, *REGULAR, *RECREATIONAL])
    assert set(kinds) == set(POPULATION)
    assert set(kinds.values()) == {1}


def test_test_bots_are_no_members() -> None:
    assert not {"caller", "random", "maniac"} & set(POPULATION)


def test_the_mix_is_that_of_real_hands() -> None:
    """Half of the regulars' hands are tight-aggressive, a quarter loose-aggressive, few tight-passive. Casual players,
    a third of the field, play loose.
    """
    parts = Counter(POPULATION)
    assert 0.28 <= (parts["tag"] + parts["shark"]) / len(POPULATION) <= 0.36
    assert 0.16 <= parts["lag"] / len(POPULATION) <= 0.22
    assert 0.4 <= sum(parts[name] for name in RECREATIONAL) / len(POPULATION) <= 0.5
    assert parts["rock"] / len(POPULATION) <= 0.06
