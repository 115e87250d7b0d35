"""A hand as JSON text and back: its setup and its actions."""

from __future__ import annotations

import msgspec

from .actions import Action
from .setup import BadSetup, Setup

FORMAT = "bigslick.hand/1"


class _SavedHand(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    setup: Setup
    actions: tuple[Action, ...]


def write_save(setup: Setup, actions: tuple[Action, ...]) -> str:
    """The text of a hand."""
    return msgspec.json.encode(_SavedHand(FORMAT, setup, actions), enc_hook=int).decode()


def read_save(text: str | bytes) -> tuple[Setup, tuple[Action, ...]]:
    """The setup and the actions of a text that `write_save` wrote."""
    try:
        saved = msgspec.json.decode(text, type=_SavedHand)
    except (msgspec.MsgspecError, ValueError, TypeError) as error:
        raise BadSetup(f"this is not a saved hand: {error}") from None
    if saved.format != FORMAT:
        raise BadSetup(f"this is not a saved hand: its format is {saved.format!r}, expected {FORMAT!r}")
    return saved.setup, saved.actions
