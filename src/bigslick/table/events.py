"""A table's events between hands: frozen facts in the past tense."""

from __future__ import annotations

from typing import Literal

import msgspec

from .seats import MissedBlinds


class PlayerJoined(msgspec.Struct, frozen=True, tag="player_joined"):
    """A player took a free seat with chips."""

    seat: int
    player: str
    chips: int


class LeaveAnnounced(msgspec.Struct, frozen=True, tag="leave_announced"):
    """A player will leave when the hand is over."""

    seat: int
    player: str


class PlayerLeft(msgspec.Struct, frozen=True, tag="player_left"):
    """A player left with these chips."""

    seat: int
    player: str
    chips: int


class SatOut(msgspec.Struct, frozen=True, tag="sat_out"):
    """A player started sitting out."""

    seat: int
    player: str


class SatIn(msgspec.Struct, frozen=True, tag="sat_in"):
    """A player wants to be dealt in; `missed_blinds` says how, if a blind is owed."""

    seat: int
    player: str
    missed_blinds: MissedBlinds | None = None


class TopUpAnnounced(msgspec.Struct, frozen=True, tag="top_up_announced"):
    """A player bought chips that arrive when the hand is over."""

    seat: int
    player: str
    chips: int


class ToppedUp(msgspec.Struct, frozen=True, tag="topped_up"):
    """A player added bought chips to the stack."""

    seat: int
    player: str
    chips: int


class TopUpLapsed(msgspec.Struct, frozen=True, tag="top_up_lapsed"):
    """These chips would exceed the largest buy-in after the hand, and were not added."""

    seat: int
    player: str
    chips: int


class ChipsTaken(msgspec.Struct, frozen=True, tag="chips_taken"):
    """These chips were taken off the stack, and are the player's again."""

    seat: int
    player: str
    chips: int


class SeatChanged(msgspec.Struct, frozen=True, tag="seat_changed"):
    """A player moved to another seat."""

    seat: int
    player: str
    new_seat: int


class BlindMissed(msgspec.Struct, frozen=True, tag="blind_missed"):
    """A blind passed a player who was not dealt in, or who moved out of its way."""

    seat: int
    player: str
    blind: Literal["small", "big"]


class PlayerBusted(msgspec.Struct, frozen=True, tag="player_busted"):
    """A player lost their last chip; `stack` is the stack before the hand."""

    seat: int
    player: str
    stack: int


class LevelSet(msgspec.Struct, frozen=True, tag="level_set"):
    """The next hands are played with these blinds and this ante."""

    small: int
    big: int
    ante: int


class ButtonPlaced(msgspec.Struct, frozen=True, tag="button_placed"):
    """The next hand begins as at a new table; the button is drawn, goes to the highest seat, or to a chosen one."""

    where: Literal["draw", "highest"] | int


class GameStarted(msgspec.Struct, frozen=True, tag="game_started"):
    """A game starts with this hand: no player dealt in owes a blind."""

    number: int


class HandStarted(msgspec.Struct, frozen=True, tag="hand_started"):
    """A hand was set up; button and blinds can be at empty seats."""

    number: int
    button: int
    small: int
    big: int
    dealt: tuple[int, ...]


class HandFinished(msgspec.Struct, frozen=True, tag="hand_finished"):
    """The hand's chips are back in the stacks."""

    number: int


class HandVoided(msgspec.Struct, frozen=True, tag="hand_voided"):
    """A misdeal: no chips changed hands, and button and blinds stay."""

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
    | ChipsTaken
    | SeatChanged
    | BlindMissed
    | PlayerBusted
    | LevelSet
    | ButtonPlaced
    | GameStarted
    | HandStarted
    | HandFinished
    | HandVoided
)
