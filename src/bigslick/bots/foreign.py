"""Bots that speak their own protocol: in `acpc:./bot.sh`, the protocol comes first, then its program.

Packages above this one, and third-party packages, register protocols as entry points in the group `bigslick.bots`:
`name = "module:function"`, where the function makes a bot from its full name, the target and the options.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, TypeAlias

from bigslick.checks import did_you_mean
from bigslick.errors import BigslickError

if TYPE_CHECKING:
    from .bot import Bot

GROUP = "bigslick.bots"
_HEAD = re.compile(r"[a-z][a-z0-9_]*(,[^:]*)?")

MakesBot: TypeAlias = "Callable[[str, str, dict[str, str]], Bot]"
"""Makes a bot from its full name, the part after the colon, and the options before it."""


class BadBot(BigslickError, ValueError):
    """A bot that cannot be loaded or made; the sentence names the file and the last line of its own traceback."""

    __module__ = "bigslick.bots"


class BotFailed(BigslickError, RuntimeError):
    """A bot behind a protocol died, hung or broke the protocol: a fault, and the match continues."""

    __module__ = "bigslick.bots"


@cache
def protocols() -> dict[str, EntryPoint]:
    """Return the available protocols, by name."""
    return {point.name: point for point in entry_points(group=GROUP)}


def foreign_bot(name: str) -> Bot | None:
    """Return the bot named by `protocol:target` or `protocol,option=value:target`; None without a protocol."""
    head, colon, target = name.partition(":")
    if not colon or not _HEAD.fullmatch(head):
        return None
    protocol, *settings = head.split(",")
    point = protocols().get(protocol)
    if point is None:
        if settings:
            hint = did_you_mean(protocol, protocols()) or f"; there are {', '.join(sorted(protocols()))}"
            raise BadBot(f"{name}: there is no protocol {protocol!r}{hint}")
        return None
    if not target.strip():
        raise BadBot(f"{name}: what is to be played? Name it after the colon, as in {protocol}:./my_bot")
    options: dict[str, str] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals or not value or key in options:
            raise BadBot(f"{name}: {setting!r} is not an option: expected key=value, each key once")
        options[key] = value
    make: MakesBot = point.load()
    return make(name, target, options)


def no_more_options(name: str, options: dict[str, str], known: tuple[str, ...]) -> None:
    """Refuse options that a protocol does not have."""
    for key in options:
        if key not in known:
            hint = did_you_mean(key, known) or f"; it has {', '.join(known) or 'none'}"
            raise BadBot(f"{name}: there is no option {key!r}{hint}")


def number_option(name: str, options: dict[str, str], key: str, default: float, least: float, most: float) -> float:
    """Return an option's number, or its default."""
    text = options.get(key)
    if text is None:
        return default
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not least <= value <= most:
        raise BadBot(f"{name}: {key}={text} is not a number from {least:g} to {most:g}")
    return value
