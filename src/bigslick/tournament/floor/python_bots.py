"""A tournament's Python bots: a guarded player for each entry, and how each bot behaved."""

from __future__ import annotations

import time
import weakref
from collections import Counter
from collections.abc import Callable, Mapping

import msgspec

from bigslick.bots import Bot, BotLike, Guard, Style, Watch, as_bot, can_interrupt, style_number
from bigslick.bots.guard import OTHER_REASONS
from bigslick.bots.watch import is_time_limit
from bigslick.hand.hand import Hand
from bigslick.hand.view import SeatView, live_view
from bigslick.shuffle import Seed

from ..structure.problems import BadTournament
from ._floor import Floor
from .rebuy_rates import Offer

MOST_REASONS = 20


class BotReport(msgspec.Struct, frozen=True, kw_only=True):
    """A Python bot's behaviour, across all its entries."""

    bot: str
    entries: int
    asked: int
    faults: int
    """Decisions that were made for it, because it failed, answered illegally or was too slow."""
    reasons: dict[str, int]
    """Why, with counts, most common first."""


class _Totals:
    """A bot's decision and fault counts."""

    def __init__(self) -> None:
        self.entries = self.asked = self.faults = 0
        self.reasons: Counter[str] = Counter()

    def add(self, other: Guard | _Totals) -> None:
        self.asked += other.asked
        self.faults += other.faults
        for reason, count in other.reasons.items():
            known = reason in self.reasons or len(self.reasons) < MOST_REASONS
            self.reasons[reason if known else OTHER_REASONS] += count


class PythonBots:
    """Makes a player when an entry sits down and drops it when the entry is out, keeping only its totals."""

    def __init__(self, seed: Seed, seconds: float) -> None:
        """Take the event's seed, and the time limit for a decision in seconds; 0 = no limit."""
        if not is_time_limit(seconds):
            raise BadTournament(
                f"a bot cannot have {seconds!r} seconds to decide: expected more than 0, or 0 = no limit"
            )
        self.seed = seed
        self.seconds = seconds
        self.bots: list[Bot] = []
        self.guards: dict[int, Guard] = {}
        self.watch = Watch(self.guards.values(), seconds)
        """Active while bots decide: it interrupts a bot that thinks too long."""
        self._views: dict[int, SeatView] = {}
        self._hand: Callable[[], Hand]
        self._blinds = (0, 0, 0)
        self._totals: dict[str, _Totals] = {}

    def style_of(self, bot: BotLike, styles: Mapping[str, Style]) -> int:
        """Return the floor's number for a bot: a house bot's style, or a negative number for a Python bot."""
        if isinstance(bot, str) and bot in styles:
            return style_number(bot, styles)
        found = as_bot(bot)
        if found.maker is None:
            return style_number(found.name, styles)
        if found not in self.bots:
            self.bots.append(found)
        return -1 - self.bots.index(found)

    def named(self, style: int) -> str:
        """Name the bot with a negative style."""
        return self.bots[-1 - style].name

    def sit(self, entry: int, style: int, name: str, bullet: int) -> None:
        """Make an entry's player, named after the entrant, with its own random stream."""
        bot = self.bots[-1 - style]
        player = bot.player(self.seed, "tournament", bullet, called=name)
        self.guards[entry] = Guard(player, bot.name, self.seconds, None if can_interrupt() else time.perf_counter)
        self._totals.setdefault(bot.name, _Totals()).entries += 1

    def leave(self, entry: int) -> None:
        """Drop the player of an entry that is out, if a Python bot played it."""
        guard = self.guards.pop(entry, None)
        self._views.pop(entry, None)
        if guard is not None:
            self._totals[guard.name].add(guard)

    def answer(self, floor: Floor, whole: Callable[[], Hand]) -> None:
        """Decide for the seat where the floor stopped; `whole` returns the hand so far."""
        entry = floor.player_at(floor.asking, floor.state.turn)
        self._hand = whole
        seen = self._view(entry, floor)
        refused = floor.take(self.guards[entry].code(seen, floor.state))
        assert not refused, "a guard lets only legal actions pass"

    def buys(self, entry: int, offer: Offer) -> bool | None:
        """Ask an entry's bot about an offer; None if it leaves that to the structure, as house bots do."""
        guard = self.guards.get(entry)
        ask = getattr(guard.player, "buys", None) if guard is not None else None
        if guard is None or ask is None:
            return None
        answer = guard.answer(ask, offer, instead=False)
        if isinstance(answer, bool):
            return answer
        guard.blame(f"{answer!r} is not an answer to an offer: expected True or False")
        return False

    def _view(self, entry: int, floor: Floor) -> SeatView:
        """Return an entry's own view, so no bot can keep another's; it is replaced when the blinds change."""
        blinds = (floor.small, floor.big, floor.ante)
        if blinds != self._blinds:
            self._views.clear()
            self._blinds = blinds
        view = self._views.get(entry)
        if view is None:
            bots = weakref.proxy(self)  # the garbage collector does not track views, so they must not refer back here
            view = self._views[entry] = live_view(floor.state, blinds, lambda: bots._hand())
        return view

    def reports(self) -> list[BotReport]:
        """Return the event's Python bots with their totals so far."""
        found = []
        for name, gone in self._totals.items():
            whole = _Totals()
            whole.add(gone)
            for guard in self.guards.values():
                if guard.name == name:
                    whole.add(guard)
            # Ties are sorted by name, so the order does not depend on who was out first.
            reasons = dict(sorted(whole.reasons.items(), key=lambda item: (-item[1], item[0])))
            found.append(
                BotReport(bot=name, entries=gone.entries, asked=whole.asked, faults=whole.faults, reasons=reasons)
            )
        return found
