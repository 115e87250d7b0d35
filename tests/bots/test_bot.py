"""Bots by name: house names, modules and files, and a sentence for any that cannot be loaded."""

import sys
from pathlib import Path
from typing import Any

import pytest

from bigslick import Action, Fold, Hand, View, view
from bigslick.bots import BadBot, BotLike, Guard, Player, UnknownBot, as_bot
from bigslick.hand.hand import state_of

GOOD = """
from bigslick import Call, Check

class MyBot:
    def decide(self, view):
        return Check() if view.options.check else Call()

NUMBER = 7
class NoBot: pass
class Picky:
    def __init__(self, name): raise RuntimeError("not today")
    def decide(self, view): ...
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "my_bot.py"
    path.write_text(GOOD)
    return path


def refused(name: str) -> str:
    with pytest.raises(ValueError) as caught:
        as_bot(name).player(7)
    assert isinstance(caught.value, BadBot | UnknownBot)
    return str(caught.value)


def test_a_house_bot_has_a_style() -> None:
    assert as_bot("shark").style is not None
    assert isinstance(as_bot("shark").player(7), Player)


def test_a_bot_in_a_file(file: Path) -> None:
    bot = as_bot(f"{file}:MyBot")
    assert bot.style is None
    assert type(bot.player(7)).__name__ == "MyBot"


def test_a_bot_in_a_file_imports_its_neighbour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.path", sys.path[:])
    (tmp_path / "ranges_nearby.py").write_text("FOLD = 'fold'\n")
    (tmp_path / "caller.py").write_text(
        "from bigslick import Fold\nfrom ranges_nearby import FOLD\n\n"
        "class Mine:\n    def decide(self, view):\n        return Fold()\n"
    )
    assert as_bot(f"{tmp_path / 'caller.py'}:Mine").name.endswith("Mine")
    del sys.modules["ranges_nearby"]


def test_a_bot_in_a_module(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(file.parent)
    assert type(as_bot("my_bot:MyBot").player()).__name__ == "MyBot"


def test_the_nearest_house_bot_is_suggested() -> None:
    assert "did you mean 'shark'?" in refused("shrak")


def test_the_nearest_class_is_suggested(file: Path) -> None:
    assert "did you mean 'MyBot'?" in refused(f"{file}:MyBott")


def test_the_nearest_file_is_suggested(file: Path) -> None:
    assert "did you mean 'my_bot.py'?" in refused(f"{file.parent}/my_bott.py:MyBot")


def test_a_file_without_a_class(file: Path) -> None:
    assert f"has 2 bots: say which, as {file}:MyBot" in refused(str(file))


@pytest.mark.parametrize("name", ["NUMBER", "NoBot"])
def test_what_is_no_bot(file: Path, name: str) -> None:
    assert "expected a class with a method decide(view)" in refused(f"{file}:{name}")


def test_a_file_that_does_not_import_says_its_last_line_and_the_file(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("import math\nmath.oops\n")
    said = refused(f"{path}:Bot")
    assert f"{path} does not import: AttributeError: module 'math' has no attribute 'oops' ({path}, line 2)" == said


def test_a_file_that_is_no_python(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("def decide(:\n")
    said = refused(f"{path}:Bot")
    assert "SyntaxError" in said
    assert f"({path}, line 1)" in said


def test_a_module_that_is_not_there() -> None:
    assert refused("no_such_module:Bot") == "there is no module 'no_such_module' on Python's path"


def test_a_bot_that_cannot_be_made(file: Path) -> None:
    assert f"RuntimeError: not today ({file}, line 11)" in refused(f"{file}:Picky")


def test_a_player_may_be_called_otherwise_than_their_bot(tmp_path: Path) -> None:
    path = tmp_path / "named_bot.py"
    path.write_text("class Named:\n    def __init__(self, name): self.name = name\n    def decide(self, view): ...\n")
    bot = as_bot(f"{path}:Named")
    assert [getattr(bot.player(7, called=name), "name", None) for name in ("Ann", "")] == ["Ann", f"{path}:Named"]


class Folder:
    def decide(self, view: View) -> Action:
        assert view.options is not None
        return view.options.give_up


def folding(view: View) -> Action:
    return Folder().decide(view)


@pytest.mark.parametrize("form", [Folder, Folder(), folding, f"{__name__}:Folder", f"{__name__}:folding"])
def test_a_bot_is_a_class_an_instance_a_function_or_a_name(form: BotLike) -> None:
    hand = Hand.start([100, 100], (1, 2), seed=1)
    player = as_bot(form).player(7)
    assert player.decide(view(hand, hand.turn)) == Fold()  # type: ignore[arg-type]
    bot = as_bot(form)
    assert as_bot(bot) is bot


def test_a_class_makes_a_new_player_for_each_seat_and_an_instance_is_shared() -> None:
    assert as_bot(Folder).player() is not as_bot(Folder).player()
    shared = as_bot(Folder())
    assert shared.player() is shared.player()
    assert (as_bot(Folder).name, shared.name, as_bot(folding).name) == ("Folder", "Folder", "folding")


@pytest.mark.parametrize("thing", [None, 7, 2.5, int, [Folder], object()])
def test_what_is_no_bot_gets_a_sentence_with_every_form(thing: Any) -> None:
    with pytest.raises(BadBot, match="is not a bot: expected a class or an object with decide"):
        as_bot(thing)


def test_a_file_with_one_bot_needs_no_class_name(tmp_path: Path) -> None:
    file = tmp_path / "one.py"
    file.write_text("class Only:\n    def decide(self, view):\n        return view.options.give_up\n")
    assert as_bot(str(file)).name == str(file)
    assert type(as_bot(str(file)).player()).__name__ == "Only"


def test_a_reason_never_points_into_bigslick() -> None:
    def no_view() -> Action:
        return Fold()

    bots: list[Any] = [no_view, lambda _: 42]
    for bot in bots:
        guard = Guard(as_bot(bot).player(1), "bad")
        hand = Hand.start([1000] * 2, (10, 20), seed=1)
        guard.code(view(hand, 0), state_of(hand))
        (reason,) = guard.reasons
        assert "/bigslick/" not in reason


def test_a_colon_without_a_class_asks_which(tmp_path: Path) -> None:
    file = tmp_path / "two.py"
    file.write_text("class A:\n    def decide(self, view): ...\nclass B(A):\n    pass\n")
    with pytest.raises(BadBot, match=r"two.py has 2 bots: say which, as .*two.py:A$"):
        as_bot(f"{file}:")
