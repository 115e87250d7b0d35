"""Finding a bot by what a person calls it: a house bot, `module:Class`, or `path/to/my_bot.py:MyBot`."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from bigslick.errors import BigslickError
from bigslick.shuffle import Seed

from .house import HOUSE_BOTS, HouseBot, UnknownBot, style_number
from .player import Maker, Player, make_player


class BadBot(BigslickError, ValueError):
    """A bot that cannot be loaded or made; the sentence names the file and what its own traceback said last."""


class Bot(msgspec.Struct, frozen=True):
    """A bot that was found: what it is called, and how to make one; a house bot has a style and no maker."""

    name: str
    style: int | None = None
    maker: Maker | None = None

    def player(self, seed: Seed | None = None, *labels: Seed, called: str = "") -> Player:
        """A new player of this kind with chance of its own; he is told that he is `called` so, or as the bot."""
        if self.maker is None:
            return HouseBot(self.name, seed, *labels)
        try:
            player = make_player(self.maker, called or self.name, seed, *labels)
        except Exception as error:
            raise BadBot(f"the bot {self.name} cannot be made: {last_line(error)}") from None
        if not isinstance(player, Player):
            raise BadBot(f"the bot {self.name} has no method decide(view): expected a class with one")
        return player


def find_bot(name: str) -> Bot:
    """The bot that a name means; a sentence with the nearest name if there is none."""
    place, colon, wanted = name.rpartition(":")
    if not colon or not place:
        if name.endswith(".py"):
            raise BadBot(f"{name!r} names a file and no class: expected {name}:MyBot")
        try:
            return Bot(name, style_number(name))
        except UnknownBot as error:
            raise UnknownBot(f"{error}; a bot of your own is named module:Class or path.py:Class") from None
    module = _from_file(place) if place.endswith(".py") else _from_module(place)
    maker: Any = getattr(module, wanted, None)
    where = getattr(module, "__file__", None) or place
    if maker is None:
        names = [known for known, thing in vars(module).items() if callable(getattr(thing, "decide", None))]
        near = difflib.get_close_matches(wanted, names, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"its bots are {', '.join(names) or 'none'}"
        raise BadBot(f"{where} has no bot {wanted!r}: {hint}")
    if not callable(maker) or not callable(getattr(maker, "decide", None) if isinstance(maker, type) else maker):
        raise BadBot(f"{wanted} of {where} is no bot: expected a class with a method decide(view)")
    return Bot(name, None, maker)


def last_line(error: BaseException) -> str:
    """The last line of an error's own traceback, with the place in the bot's file where it happened."""
    frames = traceback.extract_tb(error.__traceback__)
    words = traceback.format_exception_only(error)[-1].strip()
    if isinstance(error, SyntaxError) and error.filename:
        return f"{words} ({error.filename}, line {error.lineno})"
    own = [frame for frame in frames if not _is_ours(frame.filename)]
    return f"{words} ({own[-1].filename}, line {own[-1].lineno})" if own else words


def _is_ours(filename: str) -> bool:
    return filename.startswith("<frozen") or Path(filename).parent == Path(__file__).parent


def _from_file(text: str) -> ModuleType:
    path = Path(text)
    if not path.is_file():
        near = difflib.get_close_matches(path.name, [p.name for p in path.parent.glob("*.py")], 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise BadBot(f"there is no file {text}{hint}")
    # A name of its own, so that two files called my_bot.py in two folders are two modules.
    name = f"bigslick_bot_{abs(hash(path.resolve())):x}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path.resolve())
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, KeyboardInterrupt):
            raise
        raise BadBot(f"{text} does not import: {last_line(error)}") from None
    return module


def _from_module(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            near = difflib.get_close_matches(name, HOUSE_BOTS, 1)
            hint = f"; did you mean the house bot {near[0]!r}?" if near else ""
            raise BadBot(f"there is no module {name!r} on Python's path{hint}") from None
        raise BadBot(f"{name} does not import: {last_line(error)}") from None
    except Exception as error:
        raise BadBot(f"{name} does not import: {last_line(error)}") from None
