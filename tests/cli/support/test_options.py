"""Seeds and numbers on the command line."""

import pytest

from bigslick import shuffle
from bigslick.cli.support.options import check_seat, seed_or_new, two_blinds, whole_numbers


def test_a_drawn_seed_has_128_bits_and_is_never_the_same() -> None:
    drawn = [seed_or_new(None) for _ in range(64)]
    assert len(set(drawn)) == 64
    assert all(len(str(seed)) == 32 for seed in drawn)
    numbers = [int(str(seed), 16) for seed in drawn]
    # No bit of the 128 is constant: each is sometimes set and sometimes not (chance of a miss: 2**-56).
    assert all(0 < sum(number >> bit & 1 for number in numbers) < 64 for bit in range(128))


def test_a_drawn_seed_can_be_named_even_if_it_is_all_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shuffle, "new_seed", lambda: "12345678901234567890123456789012")
    assert seed_or_new(str(seed_or_new(None))) == seed_or_new(None)


@pytest.mark.parametrize(
    ("text", "seed"),
    [("7", 7), ("-7", -7), ("007", "007"), ("monday", "monday"), ("7.0", "7.0"), ("-", "-"), ("²", "²")],
)
def test_a_seed_is_a_number_or_a_text(text: str, seed: int | str) -> None:
    assert seed_or_new(text) == seed


def test_numbers_with_commas() -> None:
    assert whole_numbers("10, 20", "--stacks") == [10, 20]
    assert two_blinds("1,2") == (1, 2)
    with pytest.raises(ValueError, match="expected two numbers"):
        two_blinds("1,2,3")


def test_people_count_seats_from_1() -> None:
    assert check_seat(1, 2, "--seat") == 0
    with pytest.raises(ValueError, match="--seat: there is no seat 0; expected 1 to 2"):
        check_seat(0, 2, "--seat")
