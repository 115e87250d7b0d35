"""Bots at one table: who sits where, and how each acts without ever stopping the hand."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bigslick.bots import Player
    from bigslick.hand.actions import Action
    from bigslick.hand.hand import Hand
    from bigslick.hand.view import View

NAMES = ("Ada", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo")
REGULARS = "shark,lag,tag,rock,maniac,caller"


class SeatedBot:
    """A bot at the table; one that fails or answers illegally is checked or folded, and the reason is counted."""

    def __init__(self, kind: str, player: Player) -> None:
        self.kind = kind
        self.player = player
        self.asked = 0
        self.reasons: Counter[str] = Counter()

    def decide(self, view: View) -> Action:
        """A legal action, the bot's own if it has one."""
        from bigslick.bots.bot import last_line

        assert view.options is not None
        self.asked += 1
        try:
            with redirect_stdout(sys.stderr):
                action = self.player.decide(view)
        except Exception as error:
            self.reasons[last_line(error)] += 1
        else:
            if view.options.allows(action, view.bets[view.options.seat]):
                return action
            self.reasons[f"illegal: {action!r}"] += 1
        return view.options.give_up


def seat_bots(seats: int, bots: str, seed: int | str) -> list[SeatedBot]:
    """A bot for each seat, in the order of `--bots`, again and again."""
    from bigslick.bots import as_bot

    if not 2 <= seats <= len(NAMES):
        raise ValueError(f"--seats: a table of {seats} cannot be played; expected 2 to {len(NAMES)}")
    found = [as_bot(name.strip()) for name in bots.split(",")]
    kinds = [found[seat % len(found)] for seat in range(seats)]
    return [SeatedBot(kind.name, kind.player(f"{seed} seat {seat}")) for seat, kind in enumerate(kinds)]


def called(bots: Sequence[SeatedBot]) -> list[str]:
    """What each seat is called: `Ada (shark)`."""
    return [f"{name} ({bot.kind})" for name, bot in zip(NAMES, bots, strict=False)]


def fault_reports(bots: Iterable[SeatedBot]) -> list[dict[str, Any]]:
    """How each kind of bot behaved in all its seats, as matches and tournaments report it."""
    asked: Counter[str] = Counter()
    reasons: dict[str, Counter[str]] = {}
    for bot in bots:
        asked[bot.kind] += bot.asked
        reasons.setdefault(bot.kind, Counter()).update(bot.reasons)
    return [
        {"bot": kind, "asked": asked[kind], "faults": why.total(), "reasons": dict(why.most_common())}
        for kind, why in reasons.items()
    ]


def events_json(hand: Hand) -> Any:
    """What happened, as JSON values; cards by name."""
    import msgspec

    return msgspec.to_builtins(hand.events, enc_hook=str)
