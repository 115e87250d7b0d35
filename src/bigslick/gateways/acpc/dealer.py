"""An ACPC dealer: deals a match from a game file to our bots and to other programs, and writes its log.

It judges like the original: a raise out of range becomes the nearest legal total, and any other illegal action is a
call. The original ends a match when a player is gone or out of time; here we check or fold for that player until the
end, and count the faults.
"""

from __future__ import annotations

import re
import socket
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, Protocol, TextIO

from bigslick.bots import BotFailed, Follower, Guard, Player, Watch
from bigslick.hand.actions import Action, Bet, Call, Check, Raise
from bigslick.hand.events import Called, Checked, Folded, StreetDealt, Wagered
from bigslick.hand.hand import Hand
from bigslick.hand.view import SeatView, view
from bigslick.shuffle import Keystream, Seed, shuffled

from ..processes.connected import Connected
from ..processes.lines import Lines
from ..processes.process import ProcessSettings
from .game import AcpcGame
from .log import score_line, state_line, values_of
from .state import MOST_ACTIONS, MOST_BYTES, BadState, action_of, action_text, match_states

MOST_IGNORED = 1000
_VERSION = re.compile(r"VERSION:2\.0\.\d+")


class TimeLimits(NamedTuple):
    """A player's time limits in seconds: the original's defaults."""

    response: float = 600.0
    hand: float = 600.0
    per_hand: float = 7.0
    """On average over the match."""


class DealerPlace(Protocol):
    """A player at the dealer's table, wherever it runs."""

    def tell(self, line: str, /) -> None:
        """Send a state that needs no answer."""

    def ask(self, line: str, seen: SeatView, seconds: float, /) -> str:
        """Ask for an action: its letter, plus the total for a raise."""

    def hand_over(self, line: str, seen: SeatView, /) -> None:
        """Send the end of a hand."""

    def close(self) -> None:
        """End the player's match."""


class LocalPlace:
    """One of our players."""

    def __init__(self, player: Player, name: str, game: AcpcGame, seconds: float = 0) -> None:
        self.guard = Guard(player, name, seconds)
        self._limit = game.limit

    def tell(self, _line: str) -> None:
        """Do nothing: our players see the whole hand on their turn."""

    def ask(self, _line: str, seen: SeatView, _seconds: float) -> str:
        before = self.guard.faults
        action = self.guard.decide(seen)
        if self.guard.faults > before:
            raise BotFailed(next(reversed(self.guard.reasons)))
        return action_text(seen, action, limit=self._limit)

    def hand_over(self, _line: str, seen: SeatView) -> None:
        """Send the end of the hand to a player that wants it."""
        if isinstance(self.guard.player, Follower):
            self.guard.answer(self.guard.player.hand_over, seen, None)

    def close(self) -> None:
        if isinstance(self.guard.player, Follower):
            self.guard.player.close()


class RemotePlace:
    """A program at the other end of a connection."""

    def __init__(self, link: Connected | Lines, seconds: float) -> None:
        self._link = link
        self._seconds = seconds
        said = self._read(seconds)
        if not _VERSION.match(said):
            raise BotFailed(f"said {said[:40]!r} where VERSION:2.0.0 belongs")

    def _read(self, seconds: float) -> str:
        said = self._link.read(seconds)
        return said if isinstance(said, str) else said.decode(errors="replace")

    def tell(self, line: str) -> None:
        if isinstance(self._link, Lines):
            self._link.write(f"{line}\r\n".encode(), self._seconds)
        else:
            self._link.write(f"{line}\r\n", self._seconds)

    def ask(self, line: str, _seen: SeatView, seconds: float) -> str:
        """Wait for the answer to the state just sent, skipping comments and answers to other states."""
        until = time.monotonic() + seconds
        for _ in range(MOST_IGNORED):
            said = self._read(max(0.0, until - time.monotonic()))
            if said.startswith(f"{line}:"):
                return said[len(line) + 1 :].strip()
        raise BotFailed(f"sent {MOST_IGNORED:,} lines that answer nothing")

    def hand_over(self, line: str, _seen: SeatView) -> None:
        self.tell(line)

    def close(self) -> None:
        """Close the connection, and end the program if we started it."""
        if isinstance(self._link, Lines):
            self._link.close()
        else:
            self._link.say_goodbye()


def start_place(command: Sequence[str], settings: ProcessSettings) -> RemotePlace:
    """Start a competition program and accept its connection."""
    link = Connected(command, settings, MOST_BYTES)
    try:
        return RemotePlace(link, settings.seconds)
    except BaseException:
        link.kill()
        raise


def accept_place(server: socket.socket, seconds: float) -> RemotePlace:
    """Wait for a program to connect to a listening socket."""
    server.settimeout(seconds)
    try:
        link, _ = server.accept()
    except TimeoutError:
        raise BotFailed(f"no one connected to port {server.getsockname()[1]} within {seconds:g} s") from None
    return RemotePlace(Lines(link, MOST_BYTES), seconds)


class DealerSeat:
    """A seat at the dealer's table: its player, time and faults."""

    def __init__(self, name: str, place: DealerPlace) -> None:
        self.name = name
        self.place = place
        self.score = 0.0
        self.asked = 0
        self.reasons: Counter[str] = Counter()
        self.hand_seconds = self.match_seconds = 0.0
        self.gone = ""
        """Why it no longer plays."""

    @property
    def faults(self) -> int:
        """How often the dealer had to act for it or correct it."""
        return sum(self.reasons.values())

    def fail(self, reason: str) -> None:
        """Count a fault that ends its play."""
        self.gone = self.gone or reason
        self.reasons[reason] += 1


class Dealer:
    """Plays a match: `for number in dealer.hands(...)`."""

    def __init__(
        self,
        game: AcpcGame,
        seats: Sequence[DealerSeat],
        *,
        seed: Seed | None = None,
        limits: TimeLimits = TimeLimits(),  # noqa: B008 - a frozen value
        fixed_seats: bool = False,
        log: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take the seats in first-hand order; they rotate unless `fixed_seats`."""
        if len(seats) != game.players:
            raise BadState(f"{len(seats)} players for a game of {game.players}")
        self.game = game
        self.seats = list(seats)
        self._stream = Keystream(seed, "acpc")
        self._limits = limits
        self._fixed = fixed_seats
        self._log = log
        self._clock = clock

    def play(self, hands: int, step: Callable[[int], object] | None = None) -> None:
        """Deal a number of hands, and write the log up to its SCORE."""
        guards = [seat.place.guard for seat in self.seats if isinstance(seat.place, LocalPlace)]
        with Watch(guards, max((guard.seconds for guard in guards), default=0)):
            for number in range(hands):
                self._play_hand(number, self._limits.per_hand * hands)
                if step is not None:
                    step(1)
        self._write(score_line([seat.score for seat in self.seats], [seat.name for seat in self.seats]))

    def close(self) -> None:
        for seat in self.seats:
            seat.place.close()

    def _play_hand(self, number: int, match_limit: float) -> None:
        n = self.game.players
        first = 0 if self._fixed else number % n
        at = [self.seats[(player + first) % n] for player in range(n)]
        for seat in at:
            seat.hand_seconds = 0.0
        hand = Hand(self.game.deal(shuffled(self._stream.seed())))
        while hand.turn is not None:
            turn = hand.turn
            lines = self._show(number, hand, at)
            hand.act(self._decision(at[turn], hand, lines[turn], match_limit))
        for player, (seat, value) in enumerate(zip(at, values_of(hand), strict=True)):
            seat.score += value
            seen = view(hand, player)
            line = self._line(number, seen)
            self._try(seat, partial(seat.place.hand_over, line, seen))
        self._write(state_line(number, hand, [seat.name for seat in at], limit=self.game.limit))

    def _show(self, number: int, hand: Hand, at: Sequence[DealerSeat]) -> list[str]:
        lines = [self._line(number, view(hand, player)) for player in range(len(at))]
        for seat, line in zip(at, lines, strict=True):
            self._try(seat, partial(seat.place.tell, line))
        return lines

    def _line(self, number: int, seen: SeatView) -> str:
        return match_states(number, seen, len(seen.events), limit=self.game.limit)[-1]

    def _try(self, seat: DealerSeat, do: Callable[[], object]) -> None:
        if not seat.gone:
            try:
                do()
            except BotFailed as error:
                seat.fail(str(error))

    def _decision(self, seat: DealerSeat, hand: Hand, line: str, match_limit: float) -> Action:
        options = hand.options
        assert options is not None
        seat.asked += 1
        if seat.gone:
            seat.reasons[f"no longer asked: {seat.gone}"] += 1
            return options.give_up
        start = self._clock()
        left = min(self._limits.response, self._limits.hand - seat.hand_seconds, match_limit - seat.match_seconds)
        try:
            text = seat.place.ask(line, view(hand, options.seat), max(left, 0.001))
        except BotFailed as error:
            if isinstance(seat.place, LocalPlace):
                seat.reasons[str(error)] += 1
            else:
                seat.fail(str(error))
            return options.give_up
        used = self._clock() - start
        seat.hand_seconds += used
        seat.match_seconds += used
        if used > left:
            seat.fail("out of time")
            return options.give_up
        return self._judged(seat, hand, text)

    def _judged(self, seat: DealerSeat, hand: Hand, text: str) -> Action:
        """Return the action in a text, corrected in the way of the original dealer."""
        options = hand.options
        assert options is not None
        instead: Action = Check() if options.check else Call()
        try:
            action = action_of(hand, text)
        except BadState as error:
            seat.reasons[f"changed to a call: {error}"] += 1
            return instead
        if isinstance(action, Bet | Raise) and options.wager_to and not self._crowded(hand):
            to = min(max(action.to or 0, options.wager_to[0]), options.wager_to[-1])
            if to != action.to:
                seat.reasons[f"a raise corrected to a legal total: {text}"[:80]] += 1
            return Bet(to=to) if isinstance(action, Bet) else Raise(to=to)
        if not options.allows(action):
            seat.reasons[f"changed to a call: {text[:20]!r} is not legal"] += 1
            return instead
        return action

    def _crowded(self, hand: Hand) -> bool:
        """Whether a raise would leave no room for the calls in the original server."""
        acted = 0
        for event in hand.events:
            if isinstance(event, StreetDealt):
                acted = 0
            acted += isinstance(event, Folded | Checked | Called | Wagered)
        return acted + self.game.players > MOST_ACTIONS

    def _write(self, line: str) -> None:
        if self._log is not None:
            self._log.write(f"{line}\n")
