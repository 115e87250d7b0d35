"""Plays one of our bots on any server with Slumbot's HTTP API."""

from __future__ import annotations

import http.client
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import msgspec

from bigslick.bots import Follower, Guard, Player, Watch
from bigslick.cards import parse_cards
from bigslick.errors import BadCards, BigslickError
from bigslick.hand.hand import Hand
from bigslick.hand.view import view

from .session import PATHS, BadRequest, letters_of, play_letters

MOST_BYTES = 1 << 16
REPLY_SECONDS = 60.0


class SlumbotFailed(BigslickError, OSError):
    """A server that cannot be reached, refuses, or breaks the API."""


class SlumbotClient:
    """Plays a bot on a server; `won` adds up the server's results."""

    def __init__(self, url: str, player: Player, name: str, *, seconds: float = 0) -> None:
        parts = urlsplit(url if "//" in url else f"http://{url}")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise SlumbotFailed(f"{url} is not an address: expected one such as http://127.0.0.1:8000")
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        try:
            self._link = kind(parts.hostname, parts.port, timeout=REPLY_SECONDS)
        except ValueError as error:
            raise SlumbotFailed(f"{url} is not an address: {error}") from None
        self._url = url
        self._path = parts.path.rstrip("/") or PATHS[0]
        self.guard = Guard(player, name, seconds)
        self._token = ""
        self.hands = 0
        self.won = 0

    def play(self, hands: int, step: Callable[[int], object] | None = None) -> None:
        with Watch([self.guard], self.guard.seconds):
            for _ in range(hands):
                self._play_hand()
                if step is not None:
                    step(1)

    def close(self) -> None:
        self._link.close()

    def _play_hand(self) -> None:
        reply = self._ask("new_hand", {"token": self._token} if self._token else {})
        while True:
            self._token = str(reply.get("token") or self._token)
            hand, seat = self._hand(reply)
            if "winnings" in reply:
                break
            seen = view(hand, seat)
            if seen.options is None:
                raise SlumbotFailed(f"{self._url} waits at {reply.get('action')!r}, where it is not our turn")
            incr = letters_of(seen, self.guard.decide(seen))
            reply = self._ask("act", {"token": self._token, "incr": incr})
        won = reply["winnings"]
        if type(won) not in (int, float):
            raise SlumbotFailed(f"{self._url} says winnings {won!r}: expected a number")
        self.hands += 1
        self.won += won
        if isinstance(self.guard.player, Follower):
            self.guard.answer(self.guard.player.hand_over, view(hand, seat), None)

    def _hand(self, reply: dict[str, Any]) -> tuple[Hand, int]:
        try:
            seat = reply["client_pos"]
            holes = {seat: parse_cards("".join(reply["hole_cards"]))}
            if reply.get("bot_hole_cards"):
                holes[1 - seat] = parse_cards("".join(reply["bot_hole_cards"]))
            return play_letters(holes, parse_cards("".join(reply["board"])), reply["action"]), seat
        except (KeyError, TypeError, AttributeError, BadCards, BadRequest, ValueError) as error:
            raise SlumbotFailed(f"{self._url} answered what the API does not have: {error}") from None

    def _ask(self, what: str, body: dict[str, Any]) -> dict[str, Any]:
        try:
            headers = {"Content-Type": "application/json"}
            self._link.request("POST", f"{self._path}/{what}", msgspec.json.encode(body), headers)
            answer = self._link.getresponse()
            data = answer.read(MOST_BYTES)
        except (OSError, http.client.HTTPException) as error:
            self._link.close()
            raise SlumbotFailed(f"{self._url} does not answer: {error}") from None
        try:
            found = msgspec.json.decode(data)
        except msgspec.MsgspecError:
            found = None
        if not isinstance(found, dict):
            raise SlumbotFailed(f"{self._url} answered {answer.status} without JSON: is it a Slumbot server?")
        if "error_msg" in found:
            raise SlumbotFailed(f"{self._url} refuses: {found['error_msg']}")
        return found
