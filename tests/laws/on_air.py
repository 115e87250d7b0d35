"""The law of a broadcast: cards of finished hands only, late, and only of players who agreed before the deal."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bigslick.cards import Card
from bigslick.hand.events import Dealt, HandEnded, Shown
from bigslick.hand.hand import Hand
from bigslick.protocol import encoding, room_events
from bigslick.server.table import facts
from bigslick.server.table.broadcast.film import Shot
from bigslick.server.table.broadcast.viewers import snapshot
from bigslick.server.table.facts import Fact
from bigslick.server.table.script import ScriptedUpdate, for_viewer
from bigslick.server.table.state import LiveTable

_CARD = re.compile(rb'"([2-9TJQKA][cdhs])"')
_SALT = re.compile(rb'"([0-9a-f]{32})"')


def frame_of(shot: Shot) -> bytes:
    """Return a shot as its audience gets it."""
    if shot.update is None:
        return encoding.encode(shot.table)
    return encoding.encode(for_viewer(shot.update, "t", None, shot.disclosed or ()))


class OnAir:
    """The audience of a table's broadcast, with its own record of who agreed and when each hand ended."""

    def __init__(self, public: Mapping[int, set[Card]]) -> None:
        self.frames: list[bytes] = []
        self.cards = 0
        """How many hole cards were broadcast."""
        self._public = public
        """Cards that became public after each hand."""
        self._answers: set[str] = set()
        """The players who agree now."""
        self._known: dict[int, set[Card]] = {}
        """The cards of each hand that may be broadcast once it is over."""
        self._ended: dict[int, int] = {}
        """When viewers saw the end of each hand."""
        self._hand = 0
        """The hand in the broadcast."""
        self._played: dict[int, Hand] = {}

    def note(self, live: LiveTable, fact: Fact) -> None:
        """Keep the players who agree, wherever they sit, after a fact."""
        if isinstance(fact, facts.BroadcastStarted):
            self._answers.clear()
        elif isinstance(fact, facts.SeatTaken):
            self._answers.discard(fact.player)
        elif isinstance(fact, facts.BroadcastAnswered):
            (self._answers.add if fact.yes else self._answers.discard)(live.occupant(fact.seat).player)
        self._answers &= {*live.sitting.values()}

    def deal(self, live: LiveTable, number: int, hand: Hand) -> None:
        """Keep the hole cards of players who agree when a hand is dealt."""
        there = live.sitting if live.broadcast is not None else {}
        agreed = [seat for seat, player in there.items() if player in self._answers and hand.setup.stacks[seat]]
        self._known[number] = {card for seat in agreed for card in hand.hole(seat)}
        self._played[number] = hand

    def see(self, told: ScriptedUpdate, hand: int) -> None:
        """Keep when the end of a hand was seen."""
        if any(isinstance(event, HandEnded) for event in told.events):
            self._ended[hand] = told.at

    def check(self, live: LiveTable, now: int) -> None:
        """Check everything that the audience sees now."""
        broadcast = live.broadcast
        for shot in live.aired:
            assert broadcast is not None
            for event in () if shot.update is None else shot.update.events:
                if isinstance(event, room_events.HandBegan):
                    self._hand = event.hand
                elif isinstance(event, Dealt) and event.card is not None:
                    assert now >= self._ended[self._hand] + broadcast.delay_ms
                    self.cards += 1
            self.frames.append(frame_of(shot))
            self._check_cards(self.frames[-1])
        if live.aired:
            self._check_cards(encoding.encode(snapshot(live, now)))

    def _check_cards(self, frame: bytes) -> None:
        found = {Card(card.decode()) for card in _CARD.findall(frame)}
        known: set[Card] = set()
        if self._hand:
            hand = self._played[self._hand]
            known |= self._known[self._hand] | self._public.get(self._hand, set())
            known |= {card for board in hand.boards for card in board}
            known |= {card for event in hand.events if isinstance(event, Shown) for card in event.cards}
        assert found <= known
        assert not _SALT.search(frame), "a proof would tell more than the card"
