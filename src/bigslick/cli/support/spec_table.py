"""A spec game in the terminal: the other players, and what is shown."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from .output import print_json, say

if TYPE_CHECKING:
    from bigslick.gateways.document_hands import HoldemTable
    from bigslick.spec import Game, GameState, Move, Policy


class Opponents:
    """A game's other players: `random`, `search`, or a bot if the game is hold'em."""

    def __init__(self, game: Game, name: str, seed: int | str) -> None:
        from bigslick.spec import at_random, by_search

        self._game = game
        self._rng = random.Random(f"{seed}")
        self._table: HoldemTable | None = None
        self._policy: Policy = at_random
        if name == "search":
            self._policy = by_search()
        elif name != "random":
            from bigslick.bots import as_bot
            from bigslick.gateways.document_hands import HoldemTable

            bot = as_bot(name)
            self._table = HoldemTable(game)
            self._bots = [bot.player(seed, "spec", seat) for seat in range(game.spec.most_players)]

    def move(self, state: GameState) -> Move:
        """Return the move of the player whose turn it is."""
        if self._table is not None:
            return self._table.ask(state, self._bots[state.active])
        return self._policy(self._game, state, self._rng)

    def follow(self, state: GameState, move: Move) -> None:
        """Note any player's legal move before it is made."""
        if self._table is not None:
            self._table.follow(state, move)


def tell(as_json: bool, data: dict[str, Any], text: str) -> None:
    """Print a line: data as JSON, or a text for people."""
    if as_json:
        print_json(data)
    else:
        say(text)


def show_table(seen: dict[str, Any], heading: str) -> None:
    """Print what `observe` shows one player."""
    say(f"\n-- {heading}")
    say("   " + ", ".join(f"{name} {_plain(value)}" for name, value in seen["globals"].items()))
    for number, row in enumerate(seen["players"], 1):
        say(f"   seat {number}: " + ", ".join(f"{name} {_plain(value)}" for name, value in row.items()))
    for name, zone in seen["zones"].items():
        if zone["count"]:
            cards = " ".join(zone["tokens"]) if zone["tokens"] is not None else f"{zone['count']} hidden"
            say(f"   {zone_name(name)}: {cards}")
    for number, move in enumerate(seen["moves"], 1):
        say(f"   {number:>3}  {move}")


def zone_name(name: str) -> str:
    """Return the zone as people say it: `hand:0` is seat 1's hand."""
    zone, colon, owner = name.partition(":")
    return f"{zone} of seat {int(owner) + 1}" if colon and owner.isdigit() else name


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
