"""All the ways to name a bot: a house name, a class, a function, `path.py:Class` or `acpc:./bot.sh`."""

from __future__ import annotations

import importlib
import importlib.util
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FrameType, FunctionType, ModuleType
from typing import Any, TypeAlias

import msgspec

from bigslick.checks import did_you_mean
from bigslick.hand.actions import Action
from bigslick.hand.view import TurnView
from bigslick.shuffle import Seed

from .foreign import BadBot, BotFailed, foreign_bot
from .house import HOUSE_BOTS, HouseBot, UnknownBot, style_number
from .player import FixedGame, Maker, Player, make_player


class Bot(msgspec.Struct, frozen=True):
    """A kind of bot: its name, and how to make a player; a house bot has a style instead of a maker."""

    name: str
    style: int | None = None
    maker: Maker | None = None
    game: FixedGame | None = None
    """The game built into its program, if it can play only that one."""
    separate: bool = False
    """Whether each seat needs a separate player, because the program handles only one."""

    def player(self, seed: Seed | None = None, *labels: Seed, called: str = "") -> Player:
        """Make a new player of this kind with its own random stream, named `called` or after the bot."""
        if self.maker is None:
            return HouseBot(self.name, seed, *labels)
        try:
            player = make_player(self.maker, called or self.name, seed, *labels)
        except BadBot:
            raise
        except Exception as error:
            raise BadBot(f"the bot {self.name} cannot be made: {last_line(error)}") from None
        if not isinstance(player, Player):
            raise BadBot(f"the bot {self.name} has no method decide(view): expected a class with one")
        return player


BotLike: TypeAlias = str | Bot | Player | type[Player] | Callable[[TurnView], Action]
"""Anything that names a bot; see `as_bot` for each form."""


class _Function:
    """A function `view -> Action` as a player."""

    def __init__(self, decide: Callable[[TurnView], Action]) -> None:
        self.decide = decide


class _Same:
    """Gives the same player to every seat; `made_from` is its source."""

    def __init__(self, player: Player, wrapped: object) -> None:
        self._player = player
        self.made_from = wrapped

    def __call__(self) -> Player:
        return self._player


def as_bot(thing: BotLike) -> Bot:
    """Return the bot for a name, a class, an instance or a function.

    A string is a house bot ("tag"), a class on Python's path ("module:Class"), one in a file ("my_bot.py:MyBot";
    "my_bot.py" is enough if the file has one bot), or a protocol and its program ("acpc:./bot.sh"). A class makes a new
    player for each seat; an instance or a function plays all of its seats.
    """
    if isinstance(thing, Bot):
        return thing
    if isinstance(thing, str):
        return _named(thing)
    if isinstance(thing, type):
        if callable(getattr(thing, "decide", None)):
            return Bot(thing.__name__, None, thing)
    elif isinstance(thing, Player):
        return Bot(str(getattr(thing, "name", "") or type(thing).__name__), None, _Same(thing, type(thing)))
    elif callable(thing):
        return Bot(getattr(thing, "__name__", "function"), None, _Same(_Function(thing), thing))
    raise BadBot(
        f"{thing!r} is not a bot: expected a class or an object with decide(view), a function of the view, "
        f"a house bot ({', '.join(HOUSE_BOTS)}), or 'module:Class' or 'path.py:Class'"
    )


def last_line(error: BaseException) -> str:
    """Return the last line of an error's own traceback, with its location in the bot's file."""
    if isinstance(error, BotFailed):
        return str(error)
    words = traceback.format_exception_only(error)[-1].strip()
    if isinstance(error, SyntaxError) and error.filename:
        return f"{words} ({error.filename}, line {error.lineno})"
    own = [(frame, line) for frame, line in traceback.walk_tb(error.__traceback__) if not _is_ours(frame)]
    return f"{words} ({own[-1][0].f_code.co_filename}, line {own[-1][1]})" if own else words


def _named(name: str) -> Bot:
    foreign = foreign_bot(name)
    if foreign is not None:
        return foreign
    place, colon, wanted = name.rpartition(":")
    if not colon or not place:
        if not name.endswith(".py"):
            try:
                return Bot(name, style_number(name))
            except UnknownBot as error:
                own = "bot of your own is 'module:Class' or 'path.py:Class'"
                raise UnknownBot(f"{error} A {own}" if str(error).endswith("?") else f"{error}; a {own}") from None
        place, wanted = name, ""
    module = load_module(place)
    where = getattr(module, "__file__", None) or place
    names = [known for known, thing in vars(module).items() if _is_own_bot(module, thing)]
    if not wanted:
        if len(names) != 1:
            raise BadBot(_not_one(place, names))
        wanted = names[0]
    found: Any = getattr(module, wanted, None)
    if found is None:
        functions = [known for known, thing in vars(module).items() if _is_own_function(module, thing)]
        if functions and not names:
            hint = did_you_mean(wanted, functions) or f"; it has {', '.join(functions)}"
            raise BadBot(f"{where} has no function {wanted!r}{hint}")
        hint = did_you_mean(wanted, names) or f"; its bots are {', '.join(names) or 'none'}"
        raise BadBot(f"{where} has no bot {wanted!r}{hint}")
    try:
        bot = as_bot(found)
    except BadBot:
        raise BadBot(f"{wanted} in {where} is not a bot: expected a class with a method decide(view)") from None
    return Bot(name, None, bot.maker)


def _not_one(place: str, names: list[str]) -> str:
    if names:
        return f"{place} has {len(names)} bots: say which, as {place}:{names[0]}"
    return (
        f"{place} has no bot: a bot is a class with a method decide(view) that returns an action; "
        f"a function is named, as {place}:my_function"
    )


def _is_own_bot(module: ModuleType, thing: object) -> bool:
    own = getattr(thing, "__module__", None) == module.__name__
    return own and isinstance(thing, type) and callable(getattr(thing, "decide", None))


def _is_own_function(module: ModuleType, thing: object) -> bool:
    return isinstance(thing, FunctionType) and thing.__module__ == module.__name__ and thing.__name__[0] != "_"


def _is_ours(frame: FrameType) -> bool:
    """Whether a frame is bigslick's or the import machinery's; compiled code has no path to check."""
    module = str(frame.f_globals.get("__name__", ""))
    return module.startswith("bigslick.") or frame.f_code.co_filename.startswith("<frozen")


def load_module(place: str) -> ModuleType:
    """Load the module in a file `path.py`, or on Python's path."""
    return _from_file(place) if place.endswith(".py") else _from_module(place)


def _from_file(text: str) -> ModuleType:
    path = Path(text)
    if not path.is_file():
        raise BadBot(f"there is no file {text}{did_you_mean(path.name, [p.name for p in path.parent.glob('*.py')])}")
    # A unique name, so that files called my_bot.py in two folders are two modules.
    name = f"bigslick_bot_{abs(hash(path.resolve())):x}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path.resolve())
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    folder = str(path.resolve().parent)
    if folder not in sys.path:  # a bot may import its neighbours; last, so they shadow nothing
        sys.path.append(folder)
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
            raise BadBot(f"there is no module {name!r} on Python's path{did_you_mean(name, HOUSE_BOTS)}") from None
        raise BadBot(f"{name} does not import: {last_line(error)}") from None
    except Exception as error:
        raise BadBot(f"{name} does not import: {last_line(error)}") from None
