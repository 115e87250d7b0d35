"""Without --seed every command draws 128 new bits, prints them, and can repeat the run.

A shorter seed, and with it every card, could be found from an event's public seat draw.
"""

from __future__ import annotations

import io
import json
import os
import re
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest

from bigslick.bots import as_bot
from bigslick.gateways.acpc.dealer import Dealer, DealerPlace, DealerSeat, LocalPlace, accept_place
from bigslick.gateways.acpc.game import standard_game
from tests.gateways.slumbot.test_server import slumbot

from .conftest import Done, Run
from .support.test_help import COMMANDS, PATHS

UNSEEDED: dict[tuple[str, ...], tuple[str, ...]] = {
    ("demo",): ("--entrants", "9"),
    ("play",): ("--seats", "2", "--hands", "1"),
    ("deal",): (),
    ("equity",): ("AhKh", "QQ", "--samples", "200"),
    ("tournament",): ("--entrants", "9"),
    ("simulate",): ("--structure", "s0", "--tournaments", "1", "--entrants", "4", "--workers", "1", "--out", "study"),
    ("match",): ("tag", "lag", "--hands", "40"),
    ("bots",): ("tag", "--hands", "40"),
    ("ladder",): (".", "--with", "tag,caller", "--hands", "20"),
    ("exploit",): ("rock", "--hands", "2"),
    ("acpc", "dealer"): ("tag", "caller", "--hands", "20"),
    ("acpc", "play"): ("lag",),
    ("slumbot", "play"): ("lag", "--hands", "5"),
    ("spec", "sim"): ("std:kuhn", "--games", "5"),
    ("spec", "play"): ("std:kuhn",),
    ("spec", "trace"): ("std:kuhn",),
    ("spec", "why"): ("std:kuhn",),
    ("spec", "coverage"): ("std:kuhn", "--games", "5"),
}
SERVES = {("slumbot", "serve")}
"""Runs until stopped; tests/cli/test_slumbot.py starts it in its own process."""
DREW = re.compile(r"[0-9a-f]{32}|[1-9][0-9]{31}")
TIMES = ("elapsed", "seconds", "games_per_second", "moves_per_second", "folder", "out")

BY_COMMAND = pytest.mark.parametrize("path", sorted(UNSEEDED), ids=" ".join)


@contextmanager
def dealer() -> Iterator[tuple[str, ...]]:
    """Run a dealer who always deals the same ten hands to a player who connects, and yield the address."""
    game = standard_game(2)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def deal() -> None:
            caller = LocalPlace(as_bot("caller").player(1), "caller", game, 5)
            places: list[DealerPlace] = [accept_place(server, 30), caller]
            try:
                Dealer(game, [DealerSeat(f"p{n}", place) for n, place in enumerate(places)], seed=1).play(10)
            finally:
                for place in places:
                    place.close()

        thread = threading.Thread(target=deal)
        thread.start()
        try:
            yield "127.0.0.1", str(server.getsockname()[1])
        finally:
            thread.join(60)


@contextmanager
def slumbot_address() -> Iterator[tuple[str, ...]]:
    with slumbot() as address:
        yield (address,)


SERVERS: dict[tuple[str, ...], Callable[[], AbstractContextManager[tuple[str, ...]]]] = {
    ("acpc", "play"): dealer,
    ("slumbot", "play"): slumbot_address,
}
"""Commands that play at a server, and what serves them; the address is their first argument."""


def seed_of(done: Done) -> str:
    """Return the seed in the JSON, in one object or in the first of many."""
    first: dict[str, Any] = json.loads(done.out.splitlines()[0])
    return str(first["seed"])


def without_times(done: Done) -> list[Any]:
    lines = [json.loads(line) for line in done.out.splitlines()]
    for line in lines:
        for name in TIMES:
            line.pop(name, None)
    return lines


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run every test in its own folder, with nothing to read from the keyboard."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    return tmp_path


@pytest.fixture
def unseeded(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    count = 0

    def call(path: tuple[str, ...], *more: str) -> Done:
        nonlocal count
        count += 1
        folder = tmp_path / str(count)
        folder.mkdir()
        monkeypatch.chdir(folder)
        with SERVERS.get(path, lambda: nullcontext(()))() as address:
            return run(*path, *address, *UNSEEDED[path], *more)

    return call


def test_every_command_with_a_seed_is_here() -> None:
    seeded = {path for path in PATHS if any("--seed" in option.opts for option in COMMANDS[path].params)}
    assert seeded == UNSEEDED.keys() | SERVES


@BY_COMMAND
def test_a_drawn_seed_is_new_has_128_bits_and_repeats_its_run(path: tuple[str, ...], unseeded: Run) -> None:
    first, second = unseeded(path, "--json"), unseeded(path, "--json")
    seeds = [seed_of(done) for done in (first, second)]
    assert all(DREW.fullmatch(seed) for seed in seeds), seeds
    assert seeds[0] != seeds[1]
    again = unseeded(path, "--json", "--seed", seeds[0])
    assert without_times(again) == without_times(first)


@BY_COMMAND
def test_people_read_the_seed_too(path: tuple[str, ...], unseeded: Run) -> None:
    out = unseeded(path).out
    assert DREW.search(out), out


@BY_COMMAND
def test_the_bits_come_from_the_operating_system(
    path: tuple[str, ...], unseeded: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []
    real = os.urandom

    def noted(size: int) -> bytes:
        drawn.append(real(size))
        return drawn[-1]

    monkeypatch.setattr(os, "urandom", noted)
    seed = seed_of(unseeded(path, "--json"))
    assert [len(found) for found in drawn if found.hex() == seed] == [16]
