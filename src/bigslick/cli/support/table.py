"""Bots at one table: who sits where, and how each acts without ever stopping the hand."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Any

from bigslick.bots import Guard

if TYPE_CHECKING:
    from bigslick.hand.actions import Action
    from bigslick.hand.hand import Hand
    from bigslick.hand.view import View

NAMES = ("Ada", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo")


class SeatedBot(Guard):
    """A guarded bot at the table. Its output goes to stderr, out of the way of `--json`."""

    def decide(self, view: View) -> Action:
        """Return a legal action, the bot's choice if it has one."""
        with redirect_stdout(sys.stderr):
            return super().decide(view)


def seat_bots(seats: int, bots: str, seed: int | str) -> list[SeatedBot]:
    """Make a bot for each seat, cycling through `--bots`."""
    from bigslick.bots import as_bot

    if not 2 <= seats <= len(NAMES):
        raise ValueError(f"--seats: a table of {seats} cannot be played; expected 2 to {len(NAMES)}")
    found = [as_bot(name.strip()) for name in bots.split(",")]
    kinds = [found[seat % len(found)] for seat in range(seats)]
    return [SeatedBot(kind.player(f"{seed} seat {seat}"), kind.name) for seat, kind in enumerate(kinds)]


def called(bots: Sequence[SeatedBot]) -> list[str]:
    """Return the seats' names: `Ada (shark)`."""
    return [f"{name} ({bot.name})" for name, bot in zip(NAMES, bots, strict=False)]


def fault_reports(bots: Iterable[SeatedBot]) -> list[dict[str, Any]]:
    """Return the faults of each kind of bot over all its seats, as matches and tournaments report them."""
    asked: Counter[str] = Counter()
    reasons: dict[str, Counter[str]] = {}
    for bot in bots:
        asked[bot.name] += bot.asked
        reasons.setdefault(bot.name, Counter()).update(bot.reasons)
    return [
        {"bot": kind, "asked": asked[kind], "faults": why.total(), "reasons": dict(why.most_common())}
        for kind, why in reasons.items()
    ]


def events_json(hand: Hand) -> Any:
    """Return events as JSON values, with cards by name."""
    import msgspec

    return msgspec.to_builtins(hand.events, enc_hook=str)
