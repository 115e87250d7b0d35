"""Bots as processes, in any language: `process:node bot.js`, with one line of JSON per message."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Generic, Literal, Protocol, TypeVar

import msgspec

from bigslick.bots import BadBot, Bot, BotFailed
from bigslick.bots.foreign import no_more_options, number_option
from bigslick.hand.actions import Action
from bigslick.hand.events import Event
from bigslick.hand.options import Options
from bigslick.hand.view import View, ViewData
from bigslick.protocol.encoding import decode, encode
from bigslick.protocol.view import encode_view

from .child import Child, ProcessLimits, check_command

VERSION = 1
SECONDS = 30.0
"""The longest an answer can take, in seconds, unless the match allows less."""
RESTARTS = 3
"""How often a process is restarted in one match."""
LIMIT_OPTIONS = ("seconds", "memory", "cpu", "file", "log")


class Hello(msgspec.Struct, frozen=True, kw_only=True, tag="hello"):
    """The first line sent to a bot."""

    protocol: int
    name: str


class TurnMessage(msgspec.Struct, frozen=True, kw_only=True, tag="turn"):
    """It is the bot's turn; it answers with the same id."""

    id: int
    seat: int
    options: Options
    view: ViewData
    events: tuple[Event, ...]


class HandOver(msgspec.Struct, frozen=True, kw_only=True, tag="hand_over"):
    """A hand has ended, as the bot's seat sees it; the bot does not answer."""

    seat: int
    stacks: tuple[int, ...]
    events: tuple[Event, ...]


class ByeMessage(msgspec.Struct, frozen=True, tag="bye"):
    """The match is over: the process should end."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's answer: the action, under the question's id."""

    id: int
    action: Action
    type: Literal["action"] = "action"


class ProcessSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings for every protocol that starts a process."""

    seconds: float = SECONDS
    limits: ProcessLimits = ProcessLimits()
    log: Path | None = None


def process_settings(name: str, options: dict[str, str], more: tuple[str, ...] = ()) -> ProcessSettings:
    """Read the settings from a bot's options; `more` names the protocol's own."""
    no_more_options(name, options, (*LIMIT_OPTIONS, *more))
    plain = ProcessLimits()
    return ProcessSettings(
        seconds=number_option(name, options, "seconds", SECONDS, 0.01, 86_400),
        limits=ProcessLimits(
            memory=int(number_option(name, options, "memory", plain.memory, 0, 1 << 20)),
            cpu=int(number_option(name, options, "cpu", plain.cpu, 0, 10**9)),
            file=int(number_option(name, options, "file", plain.file, 0, 1 << 20)),
        ),
        log=Path(options["log"]) if "log" in options else None,
    )


class Running(Protocol):
    """A running process, over any channel."""

    def let_go(self) -> None:
        """End it without waiting."""

    def kill(self) -> None:
        """End it at once."""

    def say_goodbye(self, line: bytes = b"") -> None:
        """Send a last line and end it."""


R = TypeVar("R", bound=Running)


class Restarting(Generic[R]):
    """A process that is started when needed, and restarted a few times after it fails."""

    def __init__(self, start: Callable[[], R]) -> None:
        self._start = start
        self._starts = 0
        self._why = ""
        self._failed: list[R] = []
        self.child: R | None = None

    def running(self) -> R:
        """Return the running process; raise `BotFailed` if it has failed too often."""
        if self.child is None:
            if self._starts > RESTARTS:
                raise BotFailed(f"not started again after {RESTARTS} restarts: {self._why}")
            self._starts += 1
            try:
                self.child = self._start()
            except BaseException as error:
                self._why = str(error) or "too slow"
                raise
        return self.child

    def fail(self, why: BaseException) -> None:
        """Kill the process; the next question starts it again.

        We do not wait for it to end here: while a bot is asked, the time limit can interrupt us at any moment.
        """
        self._why = str(why) or "too slow"
        child, self.child = self.child, None
        if child is not None:
            self._failed.append(child)
            child.let_go()

    def close(self, farewell: bytes = b"") -> None:
        """Send the process a last line and end it, and wait for failed ones to end."""
        child, self.child = self.child, None
        if child is not None:
            child.say_goodbye(farewell)
        for child in self._failed:
            child.kill()


class ProcessPlayer:
    """Asks a process and reads its answers."""

    def __init__(self, name: str, command: list[str], settings: ProcessSettings) -> None:
        self.name = name
        self._command = command
        self._settings = settings
        self._asked = 0
        self._process = Restarting(self._begin)
        self._process.running()

    def _begin(self) -> Child:
        child = Child(self._command, self._settings.limits, log=self._settings.log)
        try:
            child.write(_line(Hello(protocol=VERSION, name=self.name)), self._settings.seconds)
        except BotFailed:
            pass  # the first question reports why
        except BaseException:
            child.kill()
            raise
        return child

    def decide(self, view: View) -> Action:
        """Return the process's answer as an action."""
        options = view.options
        assert options is not None
        self._asked += 1
        turn = TurnMessage(
            id=self._asked, seat=options.seat, options=options, view=encode_view(view), events=tuple(view.events)
        )
        child = self._process.running()
        try:
            child.write(_line(turn), self._settings.seconds)
            while True:
                line = child.read(self._settings.seconds)
                answer = _read_answer(line) if line.strip() else None
                if answer is not None and answer.id >= self._asked:
                    break
        except _Nonsense:
            raise
        except BaseException as error:
            self._process.fail(error)
            raise
        if answer.id > self._asked:
            raise BotFailed(f"answered question {answer.id}, which was not asked: the last is {self._asked}")
        return answer.action

    def hand_over(self, view: View) -> None:
        child = self._process.child
        if child is None or view.seat is None:
            return
        over = HandOver(seat=view.seat, stacks=view.stacks, events=tuple(view.events))
        try:
            child.write(_line(over), self._settings.seconds)
        except BaseException as error:
            self._process.fail(error)
            raise

    def close(self) -> None:
        self._process.close(_line(ByeMessage()))


class _Nonsense(BotFailed):
    """A line that is not an answer: a fault, but the process can continue."""


def _line(message: msgspec.Struct) -> bytes:
    return encode(message) + b"\n"


def _read_answer(line: bytes) -> Answer:
    try:
        return decode(line, Answer)
    except (msgspec.MsgspecError, ValueError, TypeError, UnicodeDecodeError) as error:
        shown = line[:60].decode(errors="replace")
        raise _Nonsense(f"wrote {shown!r} where an answer belongs: {error}") from None


def split_command(name: str, target: str) -> list[str]:
    try:
        return shlex.split(target)
    except ValueError as error:
        raise BadBot(f"{name}: cannot read the command: {error}") from None


def bot(name: str, target: str, options: dict[str, str]) -> Bot:
    """Return the bot `process:COMMAND`."""
    settings = process_settings(name, options)
    command = check_command(name, split_command(name, target))
    return Bot(name, None, lambda name: ProcessPlayer(name, command, settings), separate=True)
