import ast
import pickle
from pathlib import Path

import pytest

import bigslick
from bigslick.errors import BadCards, BigslickError

SOURCE = Path(__file__).parents[1] / "src" / "bigslick"
OTHERS = {
    "BigslickError": "the base itself",
    "TooSlow": "must pass through a bot's own `except Exception`",
    "Fault": "control flow inside the spec's runtime, turned into RunError",
    "NotAssembled": "control flow inside the spec's assembler: the game is played by generated code",
    "_TooMuchError": "control flow inside the spec's reader",
    "WrongKind": "a SpecError, and so a BigslickError, that is a TypeError too",
    "Stopped": "Ctrl-C on its way out of a command",
    "Leave": "the person gets up from `bigslick play`",
    "RequestDropped": "ends the reading of a connection whose request has been refused",
    "Asked": "control flow inside the games of OpenSpiel: chance has to choose a token first",
    "ParseError": "control flow inside the short form's reader, turned into a problem with its position",
    "Unwritten": "control flow inside the short form's writer: the part keeps its long form",
    "_Undefined": "control flow inside the arithmetic of points, turned into BadFormula with its position",
    "FoldForFree": "a question that `bigslick play` asks once",
}
PLAIN = {"BaseException", "Exception", "KeyError", "RuntimeError", "TypeError", "ValueError"}


def test_every_error_class_derives_from_the_one_base() -> None:
    others = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                bases = {ast.unparse(base) for base in node.bases}
                if bases & PLAIN and "BigslickError" not in bases:
                    others.add(node.name)
    assert others == set(OTHERS)


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
