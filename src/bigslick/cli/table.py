"""House bots at one table: who sits where, and how they play a hand."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from bigslick.bots import HouseBot, Player
    from bigslick.hand.hand import Hand

NAMES = ("Ada", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo")
REGULARS = "shark,lag,tag,rock,maniac,caller"

Seats = Annotated[int, typer.Option(help="How many players, 2 to 10.")]
SeedOption = Annotated[
    int | None, typer.Option("--seed", help="Repeat what this number dealt before.", show_default=False)
]
BotNames = Annotated[str, typer.Option(help="The bots by name, repeated around the table.")]


def seed_or_new(seed: int | None) -> int:
    """The seed that was asked for, or a new one that can be asked for again."""
    return secrets.randbelow(1 << 32) if seed is None else seed


def seat_bots(seats: int, bots: str, seed: int) -> list[HouseBot]:
    """A bot for each seat."""
    from bigslick.bots import HouseBot

    if not 2 <= seats <= len(NAMES):
        raise ValueError(f"--seats: {seats} players cannot play; expected 2 to {len(NAMES)}")
    names = [name.strip() for name in bots.split(",")]
    return [HouseBot(names[seat % len(names)], f"{seed} seat {seat}") for seat in range(seats)]


def people(bots: Sequence[HouseBot]) -> list[str]:
    """What each seat is called: `Ada (shark)`."""
    return [f"{name} ({bot.name})" for name, bot in zip(NAMES, bots, strict=False)]


def play(hand: Hand, bots: Sequence[Player]) -> Hand:
    """The same hand, played to its end."""
    from bigslick.hand.view import view

    while hand.turn is not None:
        hand.act(bots[hand.turn].decide(view(hand, hand.turn)))
    return hand


def events_json(hand: Hand) -> Any:
    """What happened, as JSON values; cards by name."""
    import msgspec

    return msgspec.to_builtins(hand.events, enc_hook=str)
