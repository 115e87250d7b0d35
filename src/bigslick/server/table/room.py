"""The card room as a served table sees it."""

from __future__ import annotations

from typing import Protocol

from bigslick.server.store.records import StoredHand

from .script import ScriptedUpdate


class TableRoom(Protocol):
    """The card room, as far as a table needs it."""

    def shuts_out(self, player: str, club: str) -> bool:
        """Whether a player is kept out of what belongs to a club, or to none."""

    def observe(self, update: ScriptedUpdate) -> None:
        """Take note of an update that viewers see now."""

    def hand_ended(self, hand: StoredHand) -> None:
        """Take note of a hand whose end is committed."""


class NoRoom:
    """For a table outside a card room: nobody is shut out, and nobody takes note."""

    def shuts_out(self, player: str, club: str) -> bool:  # noqa: ARG002, D102
        return False

    def observe(self, update: ScriptedUpdate) -> None: ...  # noqa: D102

    def hand_ended(self, hand: StoredHand) -> None: ...  # noqa: D102
