"""What happened at a table between hands: frozen facts in the past tense."""

from __future__ import annotations

from typing import Literal

import msgspec

from .seats import ComesIn


class PlayerJoined(msgspec.Struct, frozen=True, tag="player_joined"):
    """Somebody took a free seat with chips."""

    seat: int
    player: str
    chips: int


class LeaveAnnounced(msgspec.Struct, frozen=True, tag="leave_announced"):
    """Somebody goes when the hand is over."""

    seat: int
    player: str


class PlayerLeft(msgspec.Struct, frozen=True, tag="player_left"):
    """Somebody went, and these chips with him."""

    seat: int
    player: str
    chips: int


class SatOut(msgspec.Struct, frozen=True, tag="sat_out"):
    """Somebody is away from now on."""

    seat: int
    player: str


class SatIn(msgspec.Struct, frozen=True, tag="sat_in"):
    """Somebody wants to be dealt in; `comes_in` says how, where he owes a blind."""

    seat: int
    player: str
    comes_in: ComesIn | None = None


class TopUpAnnounced(msgspec.Struct, frozen=True, tag="top_up_announced"):
    """Somebody bought chips that he gets when the hand is over."""

    seat: int
    player: str
    chips: int


class ToppedUp(msgspec.Struct, frozen=True, tag="topped_up"):
    """Somebody has more chips than he won."""

    seat: int
    player: str
    chips: int


class TopUpLapsed(msgspec.Struct, frozen=True, tag="top_up_lapsed"):
    """After the hand these chips were over the largest buy-in, and he did not get them."""

    seat: int
    player: str
    chips: int


class BlindMissed(msgspec.Struct, frozen=True, tag="blind_missed"):
    """A blind passed somebody who was not dealt in."""

    seat: int
    player: str
    blind: Literal["small", "big"]


class PlayerBusted(msgspec.Struct, frozen=True, tag="player_busted"):
    """Somebody lost the last chip; `stack` is what he had before the hand."""

    seat: int
    player: str
    stack: int


class LevelSet(msgspec.Struct, frozen=True, tag="level_set"):
    """The next hands have these blinds and this ante."""

    small: int
    big: int
    ante: int


class ButtonPlaced(msgspec.Struct, frozen=True, tag="button_placed"):
    """The next hand begins as at a new table, with the button drawn, at the highest seat or at a chosen one."""

    where: Literal["draw", "highest"] | int


class GameStarted(msgspec.Struct, frozen=True, tag="game_started"):
    """From this hand on: nobody who is dealt in owes a blind, because nobody else was playing."""

    number: int


class HandStarted(msgspec.Struct, frozen=True, tag="hand_started"):
    """A hand was set up: button and blinds have a place even where nobody sits."""

    number: int
    button: int
    small: int
    big: int
    dealt: tuple[int, ...]


class HandFinished(msgspec.Struct, frozen=True, tag="hand_finished"):
    """The chips of the hand are back in the stacks."""

    number: int


class HandVoided(msgspec.Struct, frozen=True, tag="hand_voided"):
    """A misdeal: nobody won or lost a chip, and button and blinds are where they were."""

    number: int


TableEvent = (
    PlayerJoined
    | LeaveAnnounced
    | PlayerLeft
    | SatOut
    | SatIn
    | TopUpAnnounced
    | ToppedUp
    | TopUpLapsed
    | BlindMissed
    | PlayerBusted
    | LevelSet
    | ButtonPlaced
    | GameStarted
    | HandStarted
    | HandFinished
    | HandVoided
)
