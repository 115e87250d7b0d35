"""Tournaments: a plain director on top of open_spiel, the cost of a hand as the field grows, and a save.

The peer's director is one you could write in an afternoon: lists of players and stacks; a table breaks when the others
have enough seats; short tables are filled from the fullest; blinds rise by half every ten rounds. Each hand is a new
`universal_poker` game, because stacks and blinds are parameters of the game. Its players act at random without looking
at a card, which costs next to nothing. Ours look at their cards, the board and the pot, and our director ranks,
balances by the next big blind, halts, plays hand for hand and reports all its decisions. We compare hands per second of
CPU time, since different players need different numbers of hands to finish an event.

To run only this: `python -m bench.tournament`.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from bigslick.bots import POPULATION
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.structure import Structure

from .rows import Row, agree, named, need
from .timing import best

SEATS, STACK, BIG, ROUNDS = 6, 10_000, 100, 10
ENTRANTS, MANY = 1_000, 100_000
MIX = POPULATION
TAME = (0.55, 0.88, 0.97)
"""The peer's players: fold .55, check or call .33, bet the pot .09, all-in .03; a free fold is a check."""
ROOM = 250
"""Megabytes that an event with a hundred thousand entrants may take."""


def tournaments() -> Iterable[Row]:
    """Time an event of a thousand, the same event a hundred times larger, and a save of ten thousand in progress."""
    yield from against_open_spiel()
    yield from growing()
    yield from saving()


# -- a thousand entrants ----------------------------------------------------------------------------------------------


def structure(entrants: int, hands: int = ROUNDS, depth: int = STACK // BIG) -> Structure:
    """Build a structure with this many big blinds, where blinds rise by half after a number of rounds."""
    levels, big = [], STACK // depth
    while big < 4 * STACK * entrants:
        levels.append(Level(small=big // 2, big=big, hands=hands))
        big = big * 3 // 2
    return Structure(seats=SEATS, starting_stack=STACK, entrants=entrants, levels=tuple(levels))


def against_open_spiel() -> Iterable[Row]:
    spiel = need("pyspiel")
    peer = named("open_spiel")
    plan = structure(ENTRANTS)
    found: dict[str, Any] = {}

    def theirs() -> None:
        found["theirs"] = Plain(spiel, random.Random(7))
        found["theirs"].run()

    def ours(name: str, bots: tuple[str, ...]) -> None:
        found[name] = Tournament(plan, 7, bots=bots)
        found[name].finish()

    them, mix, tag = best(theirs, lambda: ours("mixed", MIX), lambda: ours("tight", ("tag",)), rounds=3)
    agree(sum(found["theirs"].stacks) == ENTRANTS * STACK, "the peer's director made or lost chips")
    for name in ("mixed", "tight"):
        agree(found[name].chips == ENTRANTS * STACK, f"{found[name].chips} chips are left of {ENTRANTS * STACK}")
    rate = found["theirs"].hands / them
    yield Row(
        "1,000 entrants, the population against random actions",
        peer,
        "hands/s",
        rate,
        found["mixed"].hands / mix,
        20,
    )
    tight = found["tight"].hands / tag
    yield Row("1,000 entrants, house bots tag against random actions", peer, "hands/s", rate, tight, 20)


class Plain:
    """A director in a few lines on top of the peer's engine."""

    def __init__(self, spiel: Any, rng: random.Random) -> None:
        self.spiel = spiel
        self.rng = rng
        self.hands = 0
        self.stacks = [STACK] * ENTRANTS
        order = rng.sample(range(ENTRANTS), ENTRANTS)
        count = -(-ENTRANTS // SEATS)
        self.tables = [order[place::count] for place in range(count)]

    def run(self) -> None:
        """Play until one player has every chip."""
        rounds, big = 0, BIG
        while len(self.tables) > 1 or len(self.tables[0]) > 1:
            if rounds and rounds % ROUNDS == 0:
                big = big * 3 // 2
            for table in self.tables:
                if len(table) > 1:
                    self.hand(table, big)
                    self.hands += 1
                    table.append(table.pop(0))  # the button goes to the next player
                    table[:] = [player for player in table if self.stacks[player]]
            rounds += 1
            self.arrange()

    def hand(self, table: list[int], big: int) -> None:
        """Play one hand; the table's first player posts the small blind."""
        stacks = [self.stacks[player] for player in table]
        count = len(table)
        blinds = [min(big // 2, stacks[0]), min(big, stacks[1])] + [0] * (count - 2)
        game = self.spiel.load_game(
            "universal_poker",
            {
                "betting": "nolimit",
                "bettingAbstraction": "fcpa",
                "numPlayers": count,
                "numRounds": 4,
                "numSuits": 4,
                "numRanks": 13,
                "numHoleCards": 2,
                "numBoardCards": "0 3 1 1",
                "blind": " ".join(map(str, blinds)),
                "firstPlayer": "1 2 2 2" if count == 2 else "3 1 1 1",
                "stack": " ".join(map(str, stacks)),
            },
        )
        state = game.new_initial_state()
        cards = iter(self.rng.sample(range(52), 2 * count + 5))
        draw = self.rng.random
        while True:
            player = state.current_player()
            if player >= 0:
                legal = state.legal_actions()
                x = draw()
                if x < TAME[0]:
                    action = legal[0]  # fold, or check if folding is not offered
                elif x < TAME[1] or len(legal) < 3:
                    action = 1
                else:
                    action = legal[-1] if x >= TAME[2] else legal[2 if legal[0] == 0 else 1]
                state.apply_action(action)
            elif player == -1:
                state.apply_action(next(cards))
            else:
                break
        won = state.returns()
        chips = [int(amount // 1) for amount in won]
        chips[won.index(max(won))] -= sum(chips)  # its pots are split into fractions of a chip
        for player, more in zip(table, chips, strict=True):
            self.stacks[player] += more

    def arrange(self) -> None:
        """Break surplus tables, then move players from the fullest to the emptiest."""
        self.tables = [table for table in self.tables if table]
        left = sum(map(len, self.tables))
        while len(self.tables) > max(1, -(-left // SEATS)):
            for player in self.tables.pop():
                min(self.tables, key=len).append(player)
        while len(self.tables) > 1:
            most, fewest = max(self.tables, key=len), min(self.tables, key=len)
            if len(most) - len(fewest) < 2:
                break
            fewest.append(most.pop())


# -- a hundred times as many ------------------------------------------------------------------------------------------


def growing() -> Iterable[Row]:
    """Measure the cost of a hand among a hundred thousand, each in its own process to see its memory too."""
    for unit, how in (("hands", ""), ("time", "by time, ")):
        rounds = [(apart(ENTRANTS, 20, unit), apart(MANY, 1, unit)) for _ in range(3)]
        small, large = (min(side[0] for side in sides) for sides in zip(*rounds, strict=True))
        memory = max(many[1] for _, many in rounds)
        work = f"{how}a hand among {MANY:,} entrants"
        yield Row(f"{work}, in hands among {ENTRANTS:,}", "", "times", None, large / small, 1.2, lower=True)
        yield Row(work, "", "us", None, large, 10, lower=True)
        yield Row(f"{how}memory of {MANY:,} entrants", "", "MB", None, memory, ROOM, lower=True)


def apart(entrants: int, times: int, unit: str) -> tuple[float, float]:
    """Return microseconds of CPU time per hand, and megabytes, for an event with deep stacks and slow levels."""
    command = [sys.executable, "-m", "bench.tournament", str(entrants), str(times), unit]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds, memory = done.stdout.split()
    return float(seconds), float(memory)


def measure(entrants: int, times: int, unit: str) -> None:
    spent, hands = 0.0, 0
    for seed in range(times):
        plan = structure(entrants, hands=20, depth=200)
        if unit == "time":
            timed = tuple(Level(small=level.small, big=level.big, seconds=1200) for level in plan.levels)
            plan = msgspec.structs.replace(plan, levels=timed)
        start = time.process_time()
        event = Tournament(plan, seed, bots=MIX)
        event.finish()
        spent += time.process_time() - start
        hands += event.hands
    print(1e6 * spent / hands, peak_memory())


def peak_memory() -> float:
    """Return the most megabytes that this process had; getrusage would include its parent's, from before the exec."""
    try:
        (line,) = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM:")]
        return int(line.split()[1]) / 1024
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


# -- saving -----------------------------------------------------------------------------------------------------------


def saving() -> Iterable[Row]:
    """Save ten thousand entrants, a third of them out."""
    event = Tournament(structure(10_000), 7, bots=MIX)
    while event.director.left > 6_667:
        event.step()
    size = len(event.save())
    (spent,) = best(event.save, rounds=3)
    loaded = Tournament.load(event.save())
    agree(loaded.save() == event.save(), "a save that was loaded differs")
    yield Row("save 10,000 entrants in progress", "", "s", None, spent, 1, lower=True)
    yield Row("a save of 10,000 entrants in progress", "", "MB", None, size / 1e6, 10, lower=True)


def main() -> None:
    if len(sys.argv) == 4:
        measure(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
        return
    for row in tournaments():
        theirs = "" if row.theirs is None else f", {row.peer}: {row.theirs:,.0f} {row.unit}, {row.ratio:.1f}x"
        print(f"{row.work}: {row.ours:,.3g} {row.unit}{theirs} ({row.verdict})", flush=True)


if __name__ == "__main__":
    main()
