import pickle
from collections.abc import Iterator

import pytest

import bigslick
from bigslick.errors import BadCards, BigslickError


def everything(kind: type[BigslickError]) -> Iterator[type[BigslickError]]:
    for child in kind.__subclasses__():
        yield child
        yield from everything(child)


def test_an_error_knows_its_place() -> None:
    error = BadCards("Ax is not a card", "hands.phh, hand 3")
    assert (error.sentence, error.where) == ("Ax is not a card", "hands.phh, hand 3")
    assert str(error) == "hands.phh, hand 3: Ax is not a card"
    assert str(BadCards("Ax is not a card")) == "Ax is not a card"


def test_an_error_survives_a_trip_to_another_process() -> None:
    error = pickle.loads(pickle.dumps(BadCards("Ax is not a card", "hands.phh")))
    assert (type(error), str(error)) == (BadCards, "hands.phh: Ax is not a card")


def test_every_public_error_is_a_bigslick_error() -> None:
    errors = [thing for name in bigslick.__all__ if isinstance(thing := getattr(bigslick, name), type)]
    errors = [thing for thing in errors if issubclass(thing, Exception)]
    assert len(errors) >= 4
    assert all(issubclass(error, BigslickError) for error in errors)


def test_bad_cards_are_caught_as_a_bigslick_error() -> None:
    with pytest.raises(BigslickError):
        bigslick.parse_cards("Ax")
