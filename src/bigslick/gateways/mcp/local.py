"""A language model's match against house bots, in this process: fresh stacks every hand, as in `bigslick match`."""

from __future__ import annotations

from typing import Any

from bigslick.bots import Guard, as_bot, style_number
from bigslick.checks import is_whole
from bigslick.errors import BigslickError
from bigslick.hand.actions import IllegalAction
from bigslick.hand.hand import Hand
from bigslick.hand.sentences import YOU
from bigslick.hand.setup import MAX_SEATS
from bigslick.hand.view import view
from bigslick.shuffle import Keystream

from .seat import ModelSeat, read_action, story, told, with_options

BLINDS = (50, 100)
MOST_HANDS = 100_000
MOST_DEPTH = 10_000
MOST_TOLD = 20
"""The most finished hands in one look; the latest, if there are more."""


class BadLocalMatch(BigslickError, ValueError):
    """A match that cannot be played."""


class LocalMatch(ModelSeat):
    """The model sits in seat 1, and the button moves each hand."""

    def __init__(self, bots: list[str], hands: int, depth: int, seed: int | str) -> None:
        if not 1 <= len(bots) <= MAX_SEATS - 1:
            raise BadLocalMatch(f"{len(bots)} bots cannot be seated: expected 1 to {MAX_SEATS - 1}")
        for name in bots:
            style_number(name)  # only house bots: a client must not be able to run files on this machine
        if not is_whole(hands, 1, MOST_HANDS):
            raise BadLocalMatch(f"hands={hands!r}: expected 1 to {MOST_HANDS:,}")
        if not is_whole(depth, 2, MOST_DEPTH):
            raise BadLocalMatch(f"depth={depth!r}: expected stacks of 2 to {MOST_DEPTH:,} big blinds")
        self.hands = hands
        self.played = 0
        self.won = 0
        self.names = [YOU, *(f"{name} (seat {at})" for at, name in enumerate(bots, 2))]
        self._stack = depth * BLINDS[1]
        self._seed = seed
        self._bots = [Guard(as_bot(name).player(seed, "mcp", at), name) for at, name in enumerate(bots)]
        self._finished: list[dict[str, Any]] = []
        self._missed = 0
        self._hand = self._next_hand()
        self._go_on()

    def _next_hand(self) -> Hand:
        seats = len(self.names)
        deck = Keystream(self._seed, "mcp", "cards", self.played).shuffled()
        return Hand.start([self._stack] * seats, BLINDS, self.played % seats, deck=deck)

    def _go_on(self) -> None:
        """Play until it is the model's turn or the match is over."""
        while self.played < self.hands:
            while not self._hand.over:
                seat = self._hand.turn
                assert seat is not None
                if seat == 0:
                    return
                self._hand.act(self._bots[seat - 1].decide(view(self._hand, seat)))
            net = self._hand.stacks[0] - self._stack
            self.played += 1
            self.won += net
            told_to = {"hand": self.played, "you_won": net, "story": story(view(self._hand, 0).events, self.names)}
            self._finished.append(told_to)
            if len(self._finished) > MOST_TOLD:
                del self._finished[0]
                self._missed += 1
            if self.played < self.hands:
                self._hand = self._next_hand()

    async def look(self, wait: float = 0) -> dict[str, Any]:  # noqa: ARG002  # bots answer at once
        """Return the table now, and the hands that ended since the last look."""
        over = self.played == self.hands
        finished, self._finished = self._finished, []
        missed, self._missed = self._missed, 0
        seen: dict[str, Any] = {
            "hand": min(self.played + 1, self.hands),
            "hands": self.hands,
            "your_turn": not over,
            "won_so_far": self.won,
            "bb_per_100": round(self.won / BLINDS[1] * 100 / self.played, 2) if self.played else None,
            "finished_hands": finished,
        }
        if missed:
            seen["finished_hands_left_out"] = missed
        if over:
            return {**seen, "over": True}
        now = view(self._hand, 0)
        return {**seen, "over": False, "view": told(now), "story": story(now.events, self.names)}

    async def act(self, action: str, to: int | None) -> dict[str, Any]:
        """Act for seat 1."""
        options = self._hand.options
        if self.played == self.hands or options is None:
            raise IllegalAction("the match is over: start a new one with new_match")
        try:
            self._hand.act(read_action(action, to))
        except IllegalAction as error:
            raise with_options(error, options) from None
        self._go_on()
        return await self.look()

    async def leave(self) -> dict[str, Any]:
        """Forfeit the rest of the match."""
        return {"hands_played": self.played, "won": self.won}
