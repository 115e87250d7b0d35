"""Reads a written hand back: a hand that a format cannot hold exactly is refused, never written differently.

We check only hands with something beyond two blinds and an ante that everyone can pay. The others fit every format.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from ..action_kinds import BOARD, WAGER
from ..history import History
from ..notation import BadHistory
from ..replay.recorded_setup import ReplayRules
from ..replay.replay import Replay, replay
from .registry import Written


def check_reread(
    played: Replay, written: Written, read: Callable[[bytes], History], says: str, rules: ReplayRules | None
) -> Written:
    """Return the text if it reads back and plays as the same hand; otherwise refuse the hand."""
    if not played.start.plain:
        history = played.history
        why = f"{says} has no place for its posts or house rules: read again"
        try:
            again = replay(read(written.text.encode(errors="replace")), rules)
            again.check_finish()
        except BadHistory as refusal:
            raise history.bad(f"{why}, {refusal.sentence}") from None
        before, after = _course(played), _course(again)
        if played.start.unknown:
            after["stacks"] = before["stacks"]  # these are made up
        for what, value in before.items():
            if value != after[what]:
                raise history.bad(f"{why}, its {what} would differ")
    return written


def _course(played: Replay) -> dict[str, Any]:
    """Summarise the course of a hand in the file's amounts, before rake, without shows and mucks."""
    unit = played.unit
    actions: list[Any] = []
    for action in played.actions:
        if action.kind == BOARD:
            actions += action.cards
        elif action.kind <= WAGER:
            actions.append((action.kind, action.player, Decimal(action.amount).scaleb(-action.places)))
    amounts = {"stacks": played.start.stacks, "bets": played.put_in, "pots": played.winnings}
    return {"actions": actions} | {what: [chips * unit for chips in row] for what, row in amounts.items()}
