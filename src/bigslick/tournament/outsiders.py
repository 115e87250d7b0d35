"""The Python bots of an event: a player for each entry, behind a guard that never fails, and what became of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bigslick.bots import Bot, Guard, Style, Watch, as_bot, can_interrupt, live_view, style_number
from bigslick.bots._live_view import LiveView
from bigslick.core.codes import MAX_SEATS as CHAIRS
from bigslick.hand.hand import Hand
from bigslick.shuffle import Seed

from ._floor import Floor

MOST_REASONS = 20


class BotReport(msgspec.Struct, frozen=True, kw_only=True):
    """How a Python bot behaved, all its entries together."""

    bot: str
    entries: int
    asked: int
    faults: int
    """How often it was checked or folded because it failed, answered illegally or was too slow."""
    reasons: dict[str, int]
    """Why, with counts, the commonest first."""


class _Sum:
    """What the players of one bot did that are out."""

    def __init__(self) -> None:
        self.entries = self.asked = self.faults = 0
        self.reasons: Counter[str] = Counter()

    def add(self, guard: Guard | _Sum) -> None:
        self.asked += guard.asked
        self.faults += guard.faults
        for reason, count in guard.reasons.items():
            known = reason in self.reasons or len(self.reasons) < MOST_REASONS
            self.reasons[reason if known else "other reasons"] += count


class Outsiders:
    """Makes a player when an entry sits down, and forgets him when he is out: only his figures stay."""

    def __init__(self, seed: Seed, seconds: float) -> None:
        """Take the seed of the event, and how long a decision may take; 0 is for ever."""
        self.seed = seed
        self.seconds = seconds
        self.bots: list[Bot] = []
        self.guards: dict[int, Guard] = {}
        self.watch = Watch(self.guards.values(), seconds)
        """To be entered while they are asked, so that none of them thinks for ever."""
        self._sights: dict[int, LiveView] = {}
        self._blinds = (0, 0, 0)
        self._sums: dict[str, _Sum] = {}

    def style_of(self, bot: str | Bot, styles: Mapping[str, Style]) -> int:
        """The number that the floor knows a bot by: the style of a house bot, or a negative one for a Python bot."""
        name = bot.name if isinstance(bot, Bot) else bot
        if isinstance(bot, str) and name not in styles and (":" in name or name.endswith(".py")):
            bot = as_bot(name)
        if not isinstance(bot, Bot) or bot.maker is None:
            return style_number(name, styles)
        if bot not in self.bots:
            self.bots.append(bot)
        return -1 - self.bots.index(bot)

    def named(self, style: int) -> str:
        """The bot that a negative style is."""
        return self.bots[-1 - style].name

    def sit(self, entry: int, style: int, name: str, bullet: int) -> None:
        """A new player, called as the entrant is, with chance that depends on nobody else."""
        bot = self.bots[-1 - style]
        player = bot.player(self.seed, "tournament", bullet, called=name)
        self.guards[entry] = Guard(player, bot.name, self.seconds, None if can_interrupt() else time.perf_counter)
        self._sums.setdefault(bot.name, _Sum()).entries += 1

    def leave(self, entry: int) -> None:
        """Forget the player of an entry that is out, if he was one of these."""
        guard = self.guards.pop(entry, None)
        self._sights.pop(entry, None)
        if guard is not None:
            self._sums[guard.name].add(guard)

    def answer(self, floor: Floor, whole: Callable[[], Hand]) -> None:
        """Decide for the seat for which the floor stopped; `whole` tells the hand so far."""
        entry = floor.player[CHAIRS * floor.asking + floor.state.turn]
        sight = self._sight(entry, floor, whole)
        sight._look()
        view: Any = sight  # a view by its names
        code = self.guards[entry].code(view, floor.state)
        sight._leave()
        refused = floor.take(code)
        assert not refused, "a guard lets only legal actions pass"

    def _sight(self, entry: int, floor: Floor, whole: Callable[[], Hand]) -> LiveView:
        """Every entry has a sight of its own, or one could keep that of another; they last as long as the blinds."""
        blinds = (floor.small, floor.big, floor.ante)
        if blinds != self._blinds:
            self._sights.clear()
            self._blinds = blinds
        sight = self._sights.get(entry)
        if sight is None:
            sight = self._sights[entry] = live_view(floor.state, blinds, whole)
        return sight

    def reports(self) -> list[BotReport]:
        """Every Python bot of the event with its figures so far."""
        found = []
        for name, gone in self._sums.items():
            whole = _Sum()
            whole.add(gone)
            for guard in self.guards.values():
                if guard.name == name:
                    whole.add(guard)
            # By name where counts are equal, so that the order does not depend on who was out first.
            reasons = dict(sorted(whole.reasons.items(), key=lambda item: (-item[1], item[0])))
            found.append(
                BotReport(bot=name, entries=gone.entries, asked=whole.asked, faults=whole.faults, reasons=reasons)
            )
        return found
