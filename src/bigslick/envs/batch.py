"""Many tables at once: actions in, observations, masks and rewards out, in NumPy arrays that can be your own."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bigslick.bots import Guard
from bigslick.checks import is_whole
from bigslick.hand.actions import Show
from bigslick.hand.codec import decode, encode
from bigslick.hand.hand import Hand, state_of
from bigslick.hand.setup import Setup
from bigslick.hand.view import View, view

from ._batch import BUFFERS, MOST_SEED, EnvBatch
from .codes import DISABLED, MOST_TABLES, MOST_WORKERS, NEXT_STEP, SAME_STEP
from .menu import BadEnv
from .prize_equity import PrizeEquity
from .settings import Settings, make_settings

Autoreset: TypeAlias = Literal["next_step", "same_step", "disabled"]
AUTORESETS: Final = {"next_step": NEXT_STEP, "same_step": SAME_STEP, "disabled": DISABLED}


class HoldemBatch:
    """N tables stepped together; bigslick's other environments are built on this one.

    After `reset` and each `step` the arrays hold, for each table: `observations` for the seat to act and its `masks`,
    `seats` (whose turn it is), `rewards` by seat, `terminated`, `truncated`, `totals` (the last action: -1 a fold, 0 a
    check or call, otherwise the wager's total) and `illegal` (masked actions in this episode so far). At the end of an
    episode the observation is for the learner who acted last. The next step overwrites the arrays.

    A learner who does not get to act in a one-hand episode (a walk) is dealt another hand, because there was nothing to
    decide.
    """

    def __init__(
        self,
        tables: int,
        *,
        threads: int = 1,
        autoreset: Autoreset = "next_step",
        buffers: Mapping[str, NDArray[Any]] | None = None,
        settings: Settings | None = None,
        **changes: Any,
    ) -> None:
        """Make the tables; `buffers` are your own arrays by name, and the other arguments are those of `Settings`."""
        if not is_whole(tables, 1, MOST_TABLES):
            raise BadEnv(f"tables={reprlib.repr(tables)}: expected a whole number from 1 to {MOST_TABLES:,}")
        if not is_whole(threads, 1, MOST_WORKERS):
            raise BadEnv(f"threads={reprlib.repr(threads)}: expected a whole number from 1 to {MOST_WORKERS}")
        if autoreset not in AUTORESETS:
            raise BadEnv(f"autoreset={autoreset!r}: expected one of {', '.join(map(repr, AUTORESETS))}")
        self.settings = make_settings(changes) if settings is None else settings
        self.tables = tables
        self.layout = self.settings.layout
        self.menu = self.settings.menu
        self._deal = self.settings.deal()
        self._core = EnvBatch(self._deal, tables, min(threads, tables), AUTORESETS[autoreset], self.settings.strict)
        self._now = [self.settings] * tables
        self._guards: dict[tuple[int, int], Guard] = {}
        self._seeds: list[int | None] = [None] * tables
        self._pool = ThreadPoolExecutor(self._core.workers) if self._core.workers > 1 else None
        self._equity = PrizeEquity(self.settings, tables) if self.settings.reward == "icm" else None
        given = {} if buffers is None else dict(buffers)
        for name in given:
            if name not in BUFFERS:
                raise BadEnv(f"there is no buffer {name!r}: expected one of {', '.join(BUFFERS)}")
        for name, (dtype, columns) in BUFFERS.items():
            shape = (tables, getattr(self._core, columns)) if columns else (tables,)
            array = given.get(name)
            array = np.zeros(shape, dtype) if array is None else array
            try:
                self._core.bind(name, array)
            except (TypeError, ValueError) as error:
                raise BadEnv(str(error)) from None
            setattr(self, name, array)

    observations: NDArray[np.float32]
    masks: NDArray[np.int8]
    seats: NDArray[np.int8]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    totals: NDArray[np.int64]
    illegal: NDArray[np.int64]
    stacks: NDArray[np.int64]
    places: NDArray[np.int64]
    final_observations: NDArray[np.float32]

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: Mapping[str, Any] | None = None,
        chosen: NDArray[np.bool_] | None = None,
    ) -> None:
        """Begin new episodes, at all tables or at the chosen ones.

        With seed s, table i has the streams for seed s + i; a list gives each table its own; None keeps the current
        streams. `options` change these tables' settings until their next reset, not counting automatic ones.
        """
        settings = self.settings.changed(options or {})
        deal = self._deal if settings is self.settings or settings == self.settings else settings.deal()
        for table, number in enumerate(self._spread(seed)):
            if number is not None:
                self._core.seed(table, number)
                self._seeds[table] = number
        for table in range(self.tables):
            if chosen is None or (len(chosen) == self.tables and chosen[table]):
                if settings.opponents is not self._now[table].opponents:
                    self._guards = {key: guard for key, guard in self._guards.items() if key[0] != table}
                self._now[table] = settings
        self._core.reset(chosen, deal)
        self._answer()
        if self._equity is not None:
            self._equity.reset(chosen, settings.chips())

    def step(self, actions: Any) -> None:
        """Play one action at each table; a table whose episode was over begins its next one instead."""
        core = self._core
        core.take_actions(actions)
        if self._pool is None:
            core.play_block(0)
        else:
            for done in [self._pool.submit(core.play_block, worker) for worker in range(core.workers)]:
                done.result()
        self._after()

    def step_one(self, action: int) -> None:
        """Do the same for one table and one menu action, without an array."""
        self._core.step_one(action)
        self._after()

    def _after(self) -> None:
        self._answer()
        if self._equity is not None:
            self._equity.reward(self.stacks, self.places, self.terminated, self.rewards)

    def observe(self, table: int, seat: int) -> NDArray[np.float32]:
        """Return any seat's current observation at a table."""
        out = np.zeros(self.layout.width, np.float32)
        self._core.observe(table, seat, out)
        return out

    def observe_all(self, out: NDArray[np.float32]) -> None:
        """Write every seat's observation, table by table, into an array with one row each."""
        self._core.observe_all(out)

    def hand(self, table: int = 0) -> Hand:
        """Return a table's hand so far with all its cards, for you and not for a player."""
        stacks, button, small_seat, big_seat, (small, big, ante), deck, codes = self._core.facts(table)
        hand = Hand(
            Setup(
                stacks=stacks,
                button=button,
                small_blind_seat=None if small_seat < 0 else small_seat,
                big_blind_seat=big_seat,
                small_blind=small,
                big_blind=big,
                ante=ante,
                deck=deck,
                rules=self._now[table].rules,
            )
        )
        for code in codes:
            hand.act(decode(state_of(hand), code))
        while hand.street == "showdown" and not hand.over:
            hand.act(Show())
        return hand

    def view(self, table: int = 0, seat: int | None = None) -> View:
        """Return the exact view of a seat, by default the observation's."""
        return view(self.hand(table), int(self.seats[table]) if seat is None else seat)

    def turn(self, table: int = 0) -> int | None:
        """Return the seat to act; None when the episode is over."""
        seat = self._core.turn(table)
        return seat if seat >= 0 else None

    def counts(self, table: int = 0) -> dict[str, int]:
        """Return the episode's hands and decisions so far, its illegal actions, and the total hands skipped."""
        return self._core.counts(table)

    def faults(self) -> dict[str, int]:
        """Return how often we checked or folded for Python bots that failed or acted illegally, with the reasons."""
        found: dict[str, int] = {}
        for guard in self._guards.values():
            for reason, count in guard.reasons.items():
                found[f"{guard.name}: {reason}"] = found.get(f"{guard.name}: {reason}", 0) + count
        return found

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()

    def _spread(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None:
            return [None] * self.tables
        if is_whole(seed, 0, MOST_SEED - 1 - self.tables):
            return [seed + table for table in range(self.tables)]
        if isinstance(seed, str) or not isinstance(seed, Sequence) or len(seed) != self.tables:
            each = f"one for each of {self.tables} tables"
            raise BadEnv(f"seed={reprlib.repr(seed)}: expected a number from 0, or {each}")
        for number in seed:
            if number is not None and not is_whole(number, 0, MOST_SEED - 1):
                raise BadEnv(f"seed={reprlib.repr(number)}: expected a number from 0 to {MOST_SEED - 1}, or None")
        return [*seed]

    def _answer(self) -> None:
        """Ask the Python bots until every table is waiting for a learner."""
        core = self._core
        while tables := core.asking():
            for table in tables:
                hand = self.hand(table)
                seat = core.turn(table)
                action = self._guard(table, seat).decide(view(hand, seat))
                refused = core.answer(table, encode(state_of(hand), action))
                assert not refused, "a guard lets only legal actions pass"

    def _guard(self, table: int, seat: int) -> Guard:
        if (table, seat) not in self._guards:
            bot = self._now[table].bots()[seat]
            assert bot is not None
            player = bot.player(self._seeds[table], "envs", seat)
            self._guards[table, seat] = Guard(player, bot.name)
        return self._guards[table, seat]
