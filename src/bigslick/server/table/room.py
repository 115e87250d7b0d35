"""The card room as a served table sees it."""

from __future__ import annotations

from typing import Protocol

from bigslick.server.store.records import StoredHand

from .script import ScriptedUpdate


class TableRoom(Protocol):
    """The part of the card room that a table uses."""

    def shuts_out(self, player: str, club: str) -> bool:
        """Whether a player is shut out, given the table's club, if any."""

    def observe(self, update: ScriptedUpdate) -> None:
        """Handle an update that viewers see now."""

    def hand_ended(self, hand: StoredHand) -> None:
        """Handle a hand once its end is committed."""


class NoRoom:
    """For a table outside a card room: no one is shut out, and nothing is observed."""

    def shuts_out(self, player: str, club: str) -> bool:  # noqa: ARG002
        return False

    def observe(self, update: ScriptedUpdate) -> None: ...

    def hand_ended(self, hand: StoredHand) -> None: ...
