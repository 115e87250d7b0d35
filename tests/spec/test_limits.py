from bigslick.spec import limits


def test_every_int_within_the_limit_is_exact_in_other_languages() -> None:
    assert limits.SAFE == 2**53
    assert float(limits.SAFE - 1) + 1 == limits.SAFE
