"""Plays one of our bots at an ACPC dealer: connects, reads states, answers on our turn."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress

from bigslick.bots import BotFailed, Follower, Guard, Player, Watch
from bigslick.errors import BigslickError
from bigslick.hand.view import view

from ..processes.lines import Lines
from .game import AcpcGame
from .log import values_of
from .state import MOST_BYTES, VERSION, BadState, action_text, play_state, read_state

CONNECT_SECONDS = 10.0


class DealerGone(BigslickError, OSError):
    """A dealer that cannot be reached."""


class Played:
    def __init__(self, guard: Guard) -> None:
        self.guard = guard
        self.hands = 0
        self.won = 0.0
        """Chips won, where the states show them."""


def play_at(
    host: str,
    port: int,
    game: AcpcGame,
    player: Player,
    name: str,
    *,
    seconds: float = 0,
    patience: float = 3600.0,
    step: Callable[[int], object] | None = None,
) -> Played:
    """Play until the dealer closes the connection; `patience` is the longest allowed silence, in seconds."""
    try:
        link = socket.create_connection((host, port), CONNECT_SECONDS)
    except OSError as error:
        raise DealerGone(f"there is no dealer at {host}:{port}: {error.strerror or error}") from None
    lines = Lines(link, MOST_BYTES)
    guard = Guard(player, name, seconds)
    played = Played(guard)
    try:
        lines.write(VERSION, CONNECT_SECONDS)
        with Watch([guard], seconds):
            while True:
                try:
                    line = lines.read(patience).decode(errors="replace")
                except BotFailed as error:
                    if "closed" in str(error):
                        return played
                    raise DealerGone(f"the dealer at {host}:{port}: {error}") from None
                if line and line[0] not in "#;":
                    _answer(lines, line, game, played, step)
    finally:
        lines.close()


def _answer(lines: Lines, line: str, game: AcpcGame, played: Played, step: Callable[[int], object] | None) -> None:
    kind, _, rest = line.partition(":")
    seat, _, text = rest.partition(":")
    if kind != "MATCHSTATE" or not seat.isdecimal() or int(seat) >= game.players:
        raise BadState(f"the dealer sent {line[:80]!r}: expected MATCHSTATE and a player from 0 to {game.players - 1}")
    viewer = int(seat)
    hand = play_state(game, read_state(text, game.players))
    seen = view(hand, viewer)
    if hand.turn is None:
        played.hands += 1
        played.won += values_of(hand)[viewer]
        if isinstance(played.guard.player, Follower):
            played.guard.answer(played.guard.player.hand_over, seen, None)
        if step is not None:
            step(1)
    elif hand.turn == viewer:
        action = played.guard.decide(seen)
        answer = f"{line}:{action_text(seen, action, limit=game.limit)}\r\n"
        with suppress(BotFailed):  # the next read reports that the dealer is gone
            lines.write(answer.encode(), CONNECT_SECONDS)
