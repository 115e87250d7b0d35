"""Steps many tables at once: actions in; observations, masks, rewards and ends are written into NumPy arrays.

A block of tables is played without the GIL, so threads can play several blocks. Tables do not read each other, and each
has its own streams: results depend neither on the number of tables nor on the number of threads.
"""

from __future__ import annotations

import reprlib
from typing import Any

import numpy as np

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

from bigslick.bots._brain import Brain
from bigslick.bots.house import new_brain
from bigslick.checks import must_be, whole
from bigslick.core.codes import FOLD, MAX_CHIPS
from bigslick.core.draws import Draws
from bigslick.shuffle import Keystream

from . import _table as tables
from ._table import EnvDeal, EnvTable
from .codes import ASKED, DISABLED, DONE, MOST_CODES, MOST_TABLES, MOST_WORKERS, NEXT_STEP, SAME_STEP

COMPILED = cython.compiled

MOST_SEED = 1 << 64
PLAYING = "the tables are being stepped: expected one call at a time"
TORN = "a step was interrupted, so some tables have moved and some have not: reset them"
# The arrays with their types and columns: an observation's numbers, actions, seats, or one number.
BUFFERS = {
    "observations": (np.float32, "width"),
    "masks": (np.int8, "actions"),
    "seats": (np.int8, ""),
    "rewards": (np.float32, "seats"),
    "terminated": (np.bool_, ""),
    "truncated": (np.bool_, ""),
    "totals": (np.int64, ""),
    "illegal": (np.int64, ""),
    "stacks": (np.int64, "seats"),
    "places": (np.int64, "seats"),
    "final_observations": (np.float32, "width"),
}

if not cython.compiled:

    def free(_memory: object) -> None:
        """Do nothing: plain Python frees memory."""

    def hold_tables(_batch: EnvBatch) -> int:
        """Do nothing: the .pxd has compiled twins, which find a table without the GIL."""
        return 0

    def step_at(batch: EnvBatch, table: int, worker: int) -> int:
        """Step one table."""
        return batch.step_table(batch.tables[table], batch.brains[worker], batch.chances[worker], table)

    def is_wrong(batch: EnvBatch, table: int) -> int:
        """Return whether a table's action cannot be played."""
        return batch.wrong(batch.tables[table], table)

    def row_of(rows: Any, row: int) -> Any:
        """Return one row of an array."""
        return rows[row]


class EnvBatch:
    """The tables, the arrays they write into, and the threads' blocks."""

    def __init__(self, deal: EnvDeal, count: int, workers: int = 1, autoreset: int = 0, strict: int = 0) -> None:
        """Make `count` tables from a deal, for this many workers, each with its block.

        `strict` refuses a masked action instead of playing the nearest legal one.
        """
        if getattr(self, "count", 0):
            raise ValueError("this batch has its tables: make another")
        must_be(EnvDeal, deal, "a deal: expected an EnvDeal")
        if deal.seats == 0:
            raise ValueError("this deal was never filled in")
        count = whole("the number of tables", count, 1, MOST_TABLES)
        workers = whole("the number of workers", workers, 1, min(MOST_WORKERS, count))
        autoreset = whole("the autoreset mode", autoreset, NEXT_STEP, DISABLED)
        self.deal = deal
        self.tables = tuple([EnvTable(deal) for _ in range(count)])
        self.brains = tuple([new_brain() for _ in range(workers)])
        self.chances = tuple([Draws(None) for _ in range(workers)])
        self.workers = workers
        self.autoreset = autoreset
        self.strict = 1 if strict else 0
        self.width = deal.width
        self.actions = deal.actions
        self.seats = deal.seats
        self.busy = 0
        self.torn = True
        self.chosen = np.zeros(count, np.int64)
        self.action = self.chosen
        self.amounts = np.zeros((count, 2), np.float64)
        self.amount = self.amounts
        self.waiting = np.zeros(count, np.int8)
        self.seeded = np.zeros(count, np.int8)
        self.pending = np.zeros(workers, np.int8)
        self.continuous = deal.continuous
        self.count = count
        hold_tables(self)
        for name, (dtype, columns) in BUFFERS.items():
            self.bind(name, np.zeros(self.shape_of(columns), dtype))

    def __dealloc__(self) -> None:  # only the compiled class calls this
        free(self.held)  # type: ignore[attr-defined]  # a pointer of the .pxd

    # -- arrays -------------------------------------------------------------------------------------------------------

    def shape_of(self, columns: str) -> tuple[int, ...]:
        """Return the shape of an array with a row for each table."""
        wide = {"width": self.width, "actions": self.actions, "seats": self.seats}
        return (self.count, wide[columns]) if columns else (self.count,)

    def bind(self, name: str, array: Any) -> None:
        """Use your own array; it needs the right shape and type, contiguous and writeable."""
        self.check_idle()
        if not isinstance(name, str) or name not in BUFFERS:
            raise ValueError(f"there is no buffer {reprlib.repr(name)}: expected one of {', '.join(BUFFERS)}")
        dtype, columns = BUFFERS[name]
        shape = self.shape_of(columns)
        if type(array) is not np.ndarray:
            raise TypeError(f"the buffer {name} is a {type(array).__name__}: expected a NumPy array of {shape}")
        if array.dtype != np.dtype(dtype) or array.shape != shape:
            raise ValueError(
                f"the buffer {name} is {array.dtype} of {array.shape}: expected {np.dtype(dtype)} of {shape}"
            )
        if not array.flags.c_contiguous:
            raise ValueError(f"the buffer {name} is not in one piece: expected a C-contiguous array")
        if not array.flags.writeable:
            raise ValueError(f"the buffer {name} is read-only: expected one that can be written to")
        plain: Any = array.view(np.uint8) if dtype is np.bool_ else array
        if name == "observations":
            self.observations = plain
        elif name == "masks":
            self.masks = plain
        elif name == "seats":
            self.seat = plain
        elif name == "rewards":
            self.rewards = plain
        elif name == "terminated":
            self.terminated = plain
        elif name == "truncated":
            self.truncated = plain
        elif name == "totals":
            self.totals = plain
        elif name == "illegal":
            self.illegal = plain
        elif name == "stacks":
            self.stacks = plain
        elif name == "places":
            self.places = plain
        else:
            self.final = plain

    def check_idle(self) -> int:
        """Refuse a call while a block is being played, or before there are tables."""
        if self.busy:
            raise ValueError(PLAYING)
        if self.count == 0:
            raise ValueError("this batch was never given tables")
        return 0

    def known(self, table: int) -> int:
        """Return the table's number if it exists."""
        self.check_idle()
        return whole("the table", table, 0, self.count - 1)

    # -- seeds and resets ---------------------------------------------------------------------------------------------

    def seed(self, table: int, seed: int | None) -> None:
        """Give a table its streams, from a seed or from the operating system."""
        number = self.known(table)
        if seed is not None:
            seed = whole("the seed of a table", seed, 0, MOST_SEED - 1)
        stream = Keystream(seed, "envs")
        chance = stream.derive("chance")
        self.check_idle()
        one = self.tables[number]
        one.cards = stream.derive("cards").draws
        one.chance = chance.below(1 << 32) << 32 | chance.below(1 << 32)
        self.seeded[number] = 1

    def reset(self, chosen: Any = None, deal: EnvDeal | None = None) -> None:
        """Reset all tables, or those in a boolean mask, optionally with a new deal."""
        self.check_idle()
        if deal is not None:
            must_be(EnvDeal, deal, "a deal: expected an EnvDeal")
            if (deal.seats, deal.width, deal.actions) != (self.seats, self.width, self.actions):
                raise ValueError("the deal has other seats or actions than the tables: expected as many")
        picked = self.check_chosen(chosen)
        for table in range(self.count):
            if picked is None or picked[table]:
                if not self.seeded[table]:
                    self.seed(table, None)
        self.torn = True
        self.pending[:] = 0
        self.busy += 1
        try:
            for table in range(self.count):
                if picked is None or picked[table]:
                    one = self.tables[table]
                    if deal is not None:
                        one.take_deal(deal)
                    self.begin(one, self.brains[0], self.chances[0], table)
            self.torn = False
        finally:
            self.busy -= 1

    def check_chosen(self, chosen: Any) -> Any:
        """Return the tables to reset as a list of bools; None for all of them."""
        if chosen is None:
            return None
        if type(chosen) is not np.ndarray or chosen.dtype != np.bool_ or chosen.shape != (self.count,):
            what = f"{chosen.dtype} of {chosen.shape}" if isinstance(chosen, np.ndarray) else type(chosen).__name__
            raise ValueError(f"the tables to reset are {what}: expected a bool array of ({self.count},)")
        if not chosen.any():
            raise ValueError("no table is chosen: expected at least one True among the tables to reset")
        return chosen.tolist()

    def begin(self, one: EnvTable, house: Brain, chance: Draws, table: int) -> int:
        """Begin a new episode: no reward, no end, and the first observation."""
        for seat in range(self.seats):
            self.rewards[table, seat] = 0
        self.terminated[table] = 0
        self.truncated[table] = 0
        self.totals[table] = 0
        one.renew()
        one.deal_hand()
        one.play_on(house, chance)
        return self.finish(one, house, chance, table)

    # -- steps --------------------------------------------------------------------------------------------------------

    def take_actions(self, actions: Any) -> None:
        """Check one action per table and store them for the blocks; if one is refused, nothing has changed."""
        self.check_ready()
        given = actions if type(actions) is np.ndarray else np.asarray(actions)
        if self.continuous:
            if given.dtype.kind != "f" or given.shape != (self.count, 2):
                raise ValueError(
                    f"the actions are {given.dtype} of {given.shape}: expected floats of {(self.count, 2)}, a kind and "
                    "an amount for each table"
                )
            self.amounts[:] = given
        else:
            if given.dtype.kind not in "iu" or given.shape != (self.count,):
                raise ValueError(
                    f"the actions are {given.dtype} of {given.shape}: expected whole numbers of ({self.count},)"
                )
            if given.dtype == np.uint64:
                given = np.minimum(given, np.uint64(MOST_TABLES))
            self.chosen[:] = given
        wrong = self.first_wrong()
        if wrong >= 0:
            self.refuse(wrong)
        self.pending[:] = 1

    def check_ready(self) -> int:
        """Refuse a step after an interrupted one, or before a Python bot has answered."""
        self.check_idle()
        if self.torn:
            raise ValueError("there is no episode yet: reset first" if not self.seeded[0] else TORN)
        table = self.first_waiting()
        if table >= 0:
            raise ValueError(f"a Python bot is to act at table {table}: answer for it first")
        return 0

    def first_waiting(self) -> int:
        """Return the first table where a Python bot is to act; -1 if there is none."""
        for table in range(self.count):
            if self.waiting[table]:
                return table
        return -1

    def first_wrong(self) -> int:
        """Return the first table whose action cannot be played; -1 if all can."""
        for table in range(self.count):
            if is_wrong(self, table):
                return table
        return -1

    def wrong(self, one: EnvTable, table: int) -> int:
        """Return whether a table's action cannot be played; a finished table needs none."""
        if one.waits == DONE:
            return self.autoreset == DISABLED
        if self.continuous:
            for i in range(2):
                if not (self.amount[table, i] >= 0.0 and self.amount[table, i] <= 1.0):  # nor is it NaN
                    return 1
            return self.strict and not one.open[tables.kind_of(self.amount[table, 0])]
        if self.action[table] < 0 or self.action[table] >= self.actions:
            return 1
        return self.strict and not one.open[self.action[table]]

    def refuse(self, table: int) -> None:
        """Say why a table's action cannot be played."""
        one = self.tables[table]
        if one.waits == DONE:
            raise ValueError(f"the episode of table {table} is over: reset it")
        legal = [i for i in range(self.actions) if one.open[i]]
        if self.continuous:
            kind, amount = self.amount[table, 0], self.amount[table, 1]
            if not (0 <= kind <= 1 and 0 <= amount <= 1):
                raise ValueError(
                    f"the action of table {table} is a kind of {kind} and an amount of {amount}: expected both from "
                    "0 to 1"
                )
            raise ValueError(f"table {table}: kind {tables.kind_of(kind)} is not legal now: expected one of {legal}")
        action = self.action[table]
        if action < 0 or action >= self.actions:
            raise ValueError(f"the action of table {table} is {action}: expected 0 to {self.actions - 1}")
        raise ValueError(f"table {table}: action {action} is not legal now: expected one of {legal}")

    def play_block(self, worker: int) -> None:
        """Play one worker's block with the stored actions; threads can play different blocks at the same time."""
        if self.count == 0:
            raise ValueError("this batch was never given tables")
        worker = whole("the worker", worker, 0, self.workers - 1)
        if not self.pending[worker]:
            raise ValueError("no actions were taken for this block: call take_actions first")
        self.pending[worker] = 0
        self.busy += 1
        try:
            self.run_block(worker)
        except BaseException:
            self.torn = True
            raise
        finally:
            self.busy -= 1

    def run_block(self, worker: int) -> int:
        """Step a block's tables."""
        first = self.count * worker // self.workers
        last = self.count * (worker + 1) // self.workers
        with cython.nogil:
            self.step_tables(first, last, worker)
        return 0

    def step_tables(self, first: int, last: int, worker: int) -> int:
        """Step some tables with their actions."""
        for table in range(first, last):
            step_at(self, table, worker)
        return 0

    def step_table(self, one: EnvTable, house: Brain, chance: Draws, table: int) -> int:
        """Play a table's action, or begin its next episode, and write the result."""
        if one.waits == DONE:
            return self.begin(one, house, chance, table)
        if self.continuous:
            one.step(one.decode_amount(self.amount[table, 0], self.amount[table, 1]), house, chance)
        else:
            one.step(one.decode(self.action[table]), house, chance)
        return self.finish(one, house, chance, table)

    def step_one(self, action: int) -> None:
        """Step a batch of one table with one menu action."""
        self.check_ready()
        if self.count != 1 or self.continuous:
            raise ValueError("one action is for a batch of one table with a menu: take_actions takes an array")
        # When compiled, these are C integers, and the conversion accepts only whole numbers.
        self.action[0] = action if type(action) is int else whole("the action", action, 0, self.actions - 1)
        if self.first_wrong() >= 0:
            self.refuse(0)
        self.pending[:] = 0
        self.busy += 1
        try:
            self.step_tables(0, 1, 0)
        except BaseException:
            self.torn = True
            raise
        finally:
            self.busy -= 1

    def finish(self, one: EnvTable, house: Brain, chance: Draws, table: int) -> int:
        """Write a table's result, or leave it waiting for a Python bot."""
        while True:
            if one.waits == ASKED:
                self.waiting[table] = 1
                return 0
            self.waiting[table] = 0
            if one.delivering:
                one.delivering = 0
                self.deliver(one, table)
                if one.over and self.autoreset == SAME_STEP:
                    one.observe(row_of(self.final, table), one.seat)
                    one.renew()
                    one.deal_hand()
                    one.play_on(house, chance)
                    continue
            self.seat[table] = one.seat
            one.find_open()
            for i in range(self.actions):
                self.masks[table, i] = one.open[i]
            one.observe(row_of(self.observations, table), one.seat)
            return 0

    def deliver(self, one: EnvTable, table: int) -> None:
        """Write a step's rewards, whether it ended the episode, and the action played."""
        for seat in range(self.seats):
            self.rewards[table, seat] = one.reward[seat]
            one.reward[seat] = 0
            self.stacks[table, seat] = one.stack[seat]
            self.places[table, seat] = one.place[seat]
        self.terminated[table] = one.over
        self.truncated[table] = 0
        self.totals[table] = one.total
        self.illegal[table] = one.illegal

    # -- Python bots
    # -------------------------------------------------------------------------------------------------------

    def asking(self) -> list[int]:
        """Return the tables where a Python bot is to act."""
        self.check_idle()
        return [table for table in range(self.count) if self.waiting[table]]

    def answer(self, table: int, code: int) -> int:
        """Act for the Python bot to act; return the core's reason if it refuses, which changes nothing."""
        number = self.known(table)
        code = whole("the action", code, FOLD, MAX_CHIPS)
        if not self.waiting[number]:
            raise ValueError(f"no Python bot is to act at table {number}")
        one = self.tables[number]
        refusal = one.play(code)
        if refusal:
            return refusal
        self.busy += 1
        try:
            one.play_on(self.brains[0], self.chances[0])
            self.finish(one, self.brains[0], self.chances[0], number)
        except BaseException:
            self.torn = True
            raise
        finally:
            self.busy -= 1
        return 0

    # -- for Python ---------------------------------------------------------------------------------------------------

    def observe(self, table: int, seat: int, out: Any) -> None:
        """Write any seat's observation at a table into a row of float32."""
        number = self.known(table)
        seat = whole("the seat", seat, 0, self.seats - 1)
        if type(out) is not np.ndarray or out.dtype != np.float32 or out.shape != (self.width,):
            raise ValueError(f"an observation goes into a float32 array of ({self.width},)")
        if not out.flags.c_contiguous or not out.flags.writeable:
            raise ValueError("an observation goes into an array in one piece that can be written to")
        rows: Any = out.reshape(1, self.width)
        one = self.tables[number]
        one.observe(row_of(rows, 0), seat)

    def observe_all(self, out: Any) -> None:
        """Write every seat's observation, table by table, into a float32 array with one row each."""
        self.check_idle()
        shape = (self.count * self.seats, self.width)
        if type(out) is not np.ndarray or out.dtype != np.float32 or out.shape != shape:
            raise ValueError(f"the observations of all seats go into a float32 array of {shape}")
        if not out.flags.c_contiguous or not out.flags.writeable:
            raise ValueError("the observations of all seats go into an array in one piece that can be written to")
        rows: Any = out
        for table in range(self.count):
            one = self.tables[table]
            for seat in range(self.seats):
                one.observe(row_of(rows, self.seats * table + seat), seat)

    def turn(self, table: int) -> int:
        """Return the seat to act at a table; -1 if the hand is over."""
        one = self.tables[self.known(table)]
        return one.state.turn

    def facts(self, table: int) -> tuple[Any, ...]:
        """Return a table's hand as data.

        Stacks, button, both blinds' seats (-1 for none), both blinds and ante, the deck and the actions as ints.
        """
        one = self.tables[self.known(table)]
        if one.number == 0:
            raise ValueError(f"table {table} has no hand yet: reset it")
        if one.code_count > MOST_CODES:
            raise ValueError(f"the hand has {one.code_count} actions, more than the {MOST_CODES} kept")
        dealt = one.rotation.dealt
        small = one.rotation.small if dealt >> one.rotation.small & 1 else -1
        return (
            one.terms.stacks(),
            one.rotation.button,
            small,
            one.rotation.big,
            (one.small, one.big, one.ante),
            one.state.cards(),
            tuple([one.code[i] for i in range(one.code_count)]),
        )

    def counts(self, table: int) -> dict[str, int]:
        """Return a table's hands and decisions in this episode, its illegal actions, and the hands skipped."""
        one = self.tables[self.known(table)]
        return {
            "hands": one.number,
            "decisions": one.decisions,
            "illegal": one.illegal,
            "skipped": one.skipped,
        }
