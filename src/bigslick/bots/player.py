"""A bot is anything that answers a view with an action; it can also ask for its name and a random generator."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, runtime_checkable

from bigslick.hand.actions import Action
from bigslick.hand.view import TurnView, View
from bigslick.shuffle import Keystream, Seed


@runtime_checkable
class Player(Protocol):
    """A bot needs only `decide`, which is called whenever it is the bot's turn."""

    def decide(self, view: TurnView) -> Action:
        """Decide from this view, which shows everything the bot can see."""


@runtime_checkable
class Follower(Player, Protocol):
    """A player who also learns how each hand ended, and when play is over."""

    def hand_over(self, view: View) -> None:
        """Receive a finished hand, as this player's seat sees it."""

    def close(self) -> None:
        """Release the player's resources, such as a process: it is not asked again."""


class FixedGame(NamedTuple):
    """The game built into a bot's program, in its own chips; None means any."""

    big_blind: int
    stack: int
    seats: int | None = None
    """How many players its game has."""

    @property
    def depth(self) -> int:
        """The stack in big blinds."""
        return self.stack // self.big_blind


Maker = Callable[..., Player]
"""A class or function that makes a player; it may take `name` and `random` (a seeded `random.Random`)."""


def make_player(maker: Maker, name: str, seed: Seed | None, *labels: Seed) -> Player:
    """Make a new player; its constructor gets `name` and `random` if it has parameters with these names."""
    return maker(**{key: give(name, seed, *labels) for key, give in _GIFTS.items() if key in _asked_for(maker)})


def seeded_random(seed: Seed | None, *labels: Seed) -> random.Random:
    """Return a standard library generator seeded from our streams: the same seed and labels give the same numbers."""
    stream = Keystream(seed, "random", *labels)
    return random.Random(sum(stream.below(1 << 32) << 32 * word for word in range(8)))


_GIFTS: dict[str, Callable[..., Any]] = {
    "name": lambda name, seed, *labels: name,  # noqa: ARG005 - all gifts are made from the same things
    "random": lambda name, seed, *labels: seeded_random(seed, name, *labels),
}


def _asked_for(maker: Maker) -> set[str]:
    try:
        parameters = inspect.signature(maker).parameters.values()
    except (TypeError, ValueError):  # a class written in C may have no signature
        return set()
    return {p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}
