"""Reading hand histories from files, and replaying them."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import chain
from pathlib import Path
from typing import Any

import bigslick
from bigslick.bots import HouseBot
from bigslick.history import Details, Replay, dump, read, record, replay, statistics
from bigslick.history.formats.registry import format_named
from bigslick.history.history_details import OUR_SITE

from .rows import Row, agree, named, need
from .timing import best

SHARED = Path(os.environ.get("BIGSLICK_SHARED") or Path(__file__).parents[2] / "shared") / "hands"
FILES = ("pluribus.phhs", "handhq/abs_1000nlh-0.phhs", "handhq/ps_50nlh-21.phhs", "handhq/pty_25nlh-24.phhs")
HANDS = 40
"""Hands from the start of each file: PokerKit takes a millisecond per hand."""
PASSES = 5
"""How often we read them in a round, to have enough to time."""


def replaying() -> Iterable[Row]:
    need("pokerkit")
    with tempfile.TemporaryDirectory() as name, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PokerKit warns about the sites' own fields, and a warning takes time
        yield replay_row("replaying PHH files, reading included", sample(Path(name)))
    with tempfile.TemporaryDirectory() as name:
        yield replay_row("the same, files that bigslick wrote", [own_file(Path(name), HANDS)])


def replay_row(work: str, files: list[Path]) -> Row:
    pokerkit = need("pokerkit")

    def theirs() -> Iterator[Any]:
        for file in files:
            with file.open("rb") as stream:
                for history in pokerkit.HandHistory.load_all(stream):
                    *_, end = history
                    yield end

    def ours() -> Iterator[Replay]:
        return (replay(history) for file in files for history in read(file))

    hands = 0
    for state, played in zip(theirs(), ours(), strict=True):
        hands += 1
        stacks = [Decimal(chips) for chips in played.final_stacks]
        agree(
            state.status or stacks == state.stacks,
            f"PokerKit pays hand {played.history.number} differently: {state.stacks} for {stacks}",
        )
    them, us = best(lambda: exhaust(theirs()), lambda: exhaust(chain.from_iterable(ours() for _ in range(PASSES))))
    return Row(work, named("pokerkit"), "hands/s", hands / them, PASSES * hands / us, 20)


def reading() -> Iterable[Row]:
    """Time the readers of other formats, without replaying the hands."""
    with tempfile.TemporaryDirectory() as name:
        file = ohh_sample(Path(name))
        hands = sum(1 for _ in read(file))
        (spent,) = best(lambda: exhaust(chain.from_iterable(read(file) for _ in range(PASSES))))
    yield Row("reading Open Hand History", "", "us/hand", None, 1e6 * spent / hands / PASSES, 50, lower=True)


def ohh_sample(folder: Path) -> Path:
    """Return recorded hold'em hands if they are next to the repository, otherwise house bots' hands."""
    file = folder / "hands.ohh"
    source = SHARED / "ohh" / "18.ohh"
    if source.exists():
        parts = source.read_text("utf-8").split("\n\n")
        file.write_text("\n\n".join(part for part in parts if '"Holdem"' in part), "utf-8")
    else:
        write = format_named("ohh").write
        assert write is not None
        file.write_text("\n".join(write(bot_hand(number), None).text for number in range(1, HANDS + 1)), "utf-8")
    return file


def counting() -> Iterable[Row]:
    with tempfile.TemporaryDirectory() as name:
        files = [found for file in FILES if (found := SHARED / file).exists()] or sample(Path(name))
        yield count_row("statistics over a million hands, reading and replay included", files)
    with tempfile.TemporaryDirectory() as name:
        yield count_row("the same, files that bigslick wrote", [own_file(Path(name), 10 * HANDS)])


def count_row(work: str, files: list[Path]) -> Row:
    hands = statistics(files).hands
    (spent,) = best(lambda: statistics(files))
    return Row(work, "", "s", None, 1_000_000 * spent / hands, 75, lower=True)


def exhaust(hands: Iterator[object]) -> None:
    """Play them all and keep none, because growing memory is slow on both sides."""
    for _ in hands:
        pass


def sample(folder: Path) -> list[Path]:
    """Return recorded hands if they are next to the repository, otherwise house bots' hands."""
    found = [path for name in FILES if (path := SHARED / name).exists()]
    for source in found:
        hands = source.read_text().split("\n\n")[:HANDS]
        (folder / source.name).write_text("\n\n".join(hands))
    if not found:
        dump([bot_hand(number) for number in range(1, HANDS + 1)], folder / "bots.phhs")
    return sorted(folder.iterdir())


def own_file(folder: Path, hands: int) -> Path:
    """Write house bots' hands as a card room saves them: with real seats, names and details."""
    histories = [bot_hand(number) for number in range(1, hands + 1)]
    for history in histories:
        history.players = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"]
        history.details = Details(site=OUR_SITE, hero="Ann")
    file = folder / "own.phhs"
    dump(histories, file)
    return file


def bot_hand(number: int) -> Any:
    hand = bigslick.Hand.start(stacks=[200] * 6, blinds=(1, 2), button=number % 6, seed=f"hand {number}")
    bots = [HouseBot(name, number) for name in ("rock", "tag", "lag", "maniac", "shark", "caller")]
    while hand.turn is not None:
        hand.act(bots[hand.turn].decide(bigslick.view(hand, hand.turn)))
    return record(hand)
