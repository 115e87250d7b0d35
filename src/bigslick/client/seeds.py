"""A player's seeds: promised by their hash, opened once when a deck is sealed, and recorded for the hand's proof."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from typing import Any, Final

from bigslick.protocol import room_events, wire
from bigslick.protocol.fairness import SEED_BYTES, SealNote, promise_of

MOST_SEEDS: Final = 100
"""How many promised seeds to remember."""
MOST_NOTES: Final = 1_000
"""How many sealed-deck notes to keep."""


class PlayerSeeds:
    """One player's seeds at all their tables; no seed is opened for two decks."""

    def __init__(self, draw: Callable[[], bytes] = lambda: secrets.token_bytes(SEED_BYTES)) -> None:
        self.notes: dict[str, SealNote] = {}
        """Notes made when each deck was sealed, by hand id."""
        self._draw = draw
        self._seeds: dict[str, tuple[str, str]] = {}
        """By promise: the seed, and the root of the deck that it was opened for."""

    def promise(self) -> str:
        """Make a new seed and return its promise."""
        seed = self._draw().hex()
        promise = promise_of(seed)
        self._seeds[promise] = seed, ""
        _keep(self._seeds, MOST_SEEDS)
        return promise

    def answers(
        self, message: wire.TableSnapshot | wire.Update, player: str | None, cmd_id: Callable[[], str]
    ) -> Iterable[wire.OpenSeed | wire.PromiseSeed]:
        """Yield the commands that answer a table's message: opening a seed, or making a missing promise."""
        table, events = message.table, message.events
        if isinstance(message, wire.TableSnapshot):
            events = () if message.sealed is None else (message.sealed,)
            if message.you is not None and message.sealed is None and message.promise not in self._seeds:
                yield wire.PromiseSeed(cmd_id=cmd_id(), table=table, promise=self.promise())
        for event in events:
            if isinstance(event, room_events.DeckSealed):
                seed = self._open(table, event, player)
                if seed:
                    yield wire.OpenSeed(
                        cmd_id=cmd_id(), table=table, hand=event.hand, seed=seed, promise=self.promise()
                    )
            elif isinstance(event, room_events.HandBegan):
                seat = _seat_of(event.players, player)
                if seat is not None and not (seat in event.seeds and event.seeds[seat].seed):
                    yield wire.PromiseSeed(cmd_id=cmd_id(), table=table, promise=self.promise())

    def _open(self, table: str, sealed: room_events.DeckSealed, player: str | None) -> str:
        """Record a sealed deck, and return the seed to open for it, or ""."""
        name = wire.hand_id(table, sealed.hand)
        if name in self.notes:  # sent again; if it is another deck for the same hand, the proof will fail
            return ""
        seat = _seat_of(sealed.players, player)
        promise = "" if seat is None else sealed.promises.get(seat, "")
        seed, opened_for = self._seeds.get(promise, ("", ""))
        if opened_for:
            seed = ""
        elif seed:
            self._seeds[promise] = seed, sealed.root
        self.notes[name] = SealNote(
            table=table,
            hand=sealed.hand,
            root=sealed.root,
            button=sealed.button,
            players=sealed.players,
            promises=sealed.promises,
            seat=seat,
            seed=None if seat is None else seed,
        )
        _keep(self.notes, MOST_NOTES)
        return seed


def _seat_of(players: dict[int, str], player: str | None) -> int | None:
    return next((seat for seat, name in players.items() if name == player is not None), None)


def _keep(found: dict[str, Any], most: int) -> None:
    """Forget the oldest."""
    while len(found) > most:
        del found[next(iter(found))]
