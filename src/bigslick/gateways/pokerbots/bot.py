"""Runs an MIT Pokerbots skeleton folder as one of our bots: `pokerbots:./my_skeleton`.

The folder's commands.json says how to build the bot and how to run it; the bot connects to the given port and gets the
same clauses as from the competition's engine. Its game is heads-up, 1/2, with stacks of 400. The competition's yearly
variants have different cards and actions; here it plays hold'em.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from bigslick.bots import BadBot, Bot, BotFailed, FixedGame
from bigslick.bots.foreign import number_option
from bigslick.cards import format_cards
from bigslick.hand.actions import Action, Bet, Call, Check, Fold, Raise
from bigslick.hand.events import Called, Checked, Folded, Posted, StreetDealt, Wagered
from bigslick.hand.view import View

from ..chips import Scale
from ..processes.child import Child, check_command
from ..processes.connected import Connected
from ..processes.process import ProcessSettings, process_settings

BIG_BLIND, STACK = 2, 400
ROUNDS = 1000
CLOCK = 60.0
"""A bot's seconds for a thousand hands."""
BUILD_SECONDS = 300.0
MOST_BYTES = 1 << 12
MOST_SETTINGS = 1 << 16
WIRES = {"plain": ("", "D"), "2026": (" G", "A")}
"""For each wire version, the clause after the hole cards and the letter for a hand's result."""


class PokerbotsPlayer:
    """Talks to one bot as the competition's engine does; the bot's clock runs for the whole match."""

    def __init__(self, command: list[str], folder: Path, settings: ProcessSettings, clock: float, wire: str) -> None:
        self._after_hole, self._won = WIRES[wire]
        self._settings = settings
        self._scale = Scale(BIG_BLIND, STACK)
        self._per_hand = clock / ROUNDS
        self._clock = clock
        self._hands = 0
        self._said = 0
        """The number of this hand's events already sent to the bot."""
        self._gone = ""
        self._running: Connected | None = None
        try:
            self._running = Connected(command, settings, MOST_BYTES, host=False, folder=str(folder))
        except BotFailed as error:
            self._gone = str(error)

    def decide(self, view: View) -> Action:
        """Send what is new and read the answer."""
        options = view.options
        assert options is not None
        scale = self._scale.of(view)
        said = self._ask(" ".join(self._clauses(view, scale)))
        kind, amount = said[:1], said[1:]
        if kind == "R" and amount.isdecimal() and len(amount) < 12:
            to = self._scale.to_table(int(amount), scale)
            return Raise(to=to) if view.current_bet else Bet(to=to)
        if said == "F" and options.check:
            raise BotFailed("illegal: a fold where checking is free")
        plain: dict[str, Action] = {"F": Fold(), "C": Call(), "K": Check()}
        if said not in plain:
            raise BotFailed(f"answered {said[:40]!r}: expected F, C, K or R and a total")
        return plain[said]

    def hand_over(self, view: View) -> None:
        """Send the end of a hand; the bot has to acknowledge it."""
        scale = self._scale.of(view)
        seat = view.seat
        assert seat is not None
        clauses = self._clauses(view, scale)
        clauses += [f"O{_cards(cards)}" for other, cards in view.shown.items() if other != seat]
        won = view.stacks[seat] * scale - STACK
        clauses.append(f"{self._won}{won}")
        self._said = 0
        self._hands += 1
        if self._hands >= ROUNDS:
            self._clock += self._per_hand
        if not self._gone:
            self._ask(" ".join(clauses))

    def close(self) -> None:
        """Tell the bot that the match is over."""
        running, self._running = self._running, None
        if running is not None:
            running.say_goodbye(b"Q\n")

    def _ask(self, clauses: str) -> str:
        if self._gone or self._running is None:
            raise BotFailed(f"no longer asked: {self._gone}")
        start = time.perf_counter()
        try:
            allowed = min(self._clock, self._settings.seconds)
            self._running.write(f"T{self._clock:.3f} {clauses}\n", allowed)
            said = self._running.read(allowed).strip()
            self._clock -= time.perf_counter() - start
        except BaseException as error:
            self._clock -= time.perf_counter() - start
            self._gone = "its clock has run out" if self._clock <= 0 else str(error) or "too slow"
            self._running.let_go()
            raise
        return said

    def _clauses(self, view: View, scale: int) -> list[str]:
        events = view.events
        clauses = []
        if not self._said:
            index = 0 if view.seat == view.button else 1
            clauses = [f"P{index}", f"H{_cards(view.hole)}{self._after_hole}"]
        board: list[Any] = []
        last = max(at for at, event in enumerate(events) if isinstance(event, (Posted, Wagered, *_LETTERS)))
        for at, event in enumerate(events):
            if isinstance(event, StreetDealt):
                board += event.cards
                # With both players all-in, the competition's engine keeps asking, so both check on every street.
                clause = f"B{_cards(board)}{' K K' if view.turn is None and at > last else ''}"
            elif isinstance(event, Wagered):
                clause = f"R{event.to * scale}"
            else:
                clause = _LETTERS.get(type(event), "")
            if clause and at >= self._said:
                clauses.append(clause)
        self._said = len(events)
        return clauses


_LETTERS: dict[type, str] = {Folded: "F", Called: "C", Checked: "K"}


def _cards(cards: Any) -> str:
    return format_cards(cards, ",")


def bot(name: str, target: str, options: dict[str, str]) -> Bot:
    """Return the bot `pokerbots:FOLDER`; `clock=` is seconds per thousand hands, `wire=2026` that year's clauses."""
    settings = process_settings(name, options, ("clock", "wire"))
    clock = number_option(name, options, "clock", CLOCK, 0.001, 1e6)
    wire = options.get("wire", "plain")
    if wire not in WIRES:
        raise BadBot(f"{name}: there is no wire {wire!r}: expected {' or '.join(WIRES)}")
    folder = Path(target)
    commands = read_commands(name, folder)
    run = check_command(name, commands["run"], str(folder))
    built: list[bool] = []

    def make() -> PokerbotsPlayer:
        if commands["build"] and not built:
            build(name, check_command(name, commands["build"], str(folder)), folder, settings)
            built.append(True)
        return PokerbotsPlayer(run, folder, settings, clock, wire)

    maker: Callable[[], PokerbotsPlayer] = make
    return Bot(name, None, maker, FixedGame(BIG_BLIND, STACK, 2), separate=True)


class _Commands(msgspec.Struct):
    build: list[str]
    run: list[str]


def read_commands(name: str, folder: Path) -> dict[str, list[str]]:
    """Read a skeleton folder's commands."""
    path = folder / "commands.json"
    try:
        with path.open("rb") as file:
            found = json.loads(file.read(MOST_SETTINGS))
    except OSError as error:
        raise BadBot(f"{name}: {path} cannot be read: {error.strerror}; name a skeleton folder") from None
    except ValueError as error:
        raise BadBot(f"{name}: {path} is not JSON: {error}") from None
    try:
        commands = msgspec.convert(found, _Commands)
    except msgspec.ValidationError:
        raise BadBot(f'{name}: {path}: expected {{"build": [...], "run": [...]}}, two lists of words') from None
    return {"build": commands.build, "run": commands.run}


def build(name: str, command: list[str], folder: Path, settings: ProcessSettings) -> None:
    """Build a bot; if that fails, raise `BadBot` with its last error."""
    child = Child(command, settings.limits._replace(memory=0), folder=str(folder), log=settings.log)
    child.ignore_output()
    try:
        code = child.wait(BUILD_SECONDS)
        if code is None:
            raise BadBot(f"{name}: the build took longer than {BUILD_SECONDS:g} s")
        if code:
            raise BadBot(f"{name}: the build failed: {child.obituary()}")
    finally:
        child.kill()
