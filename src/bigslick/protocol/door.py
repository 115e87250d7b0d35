"""The door of a table or tournament: who can come in, and who can watch."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from bigslick.sentence import say

from .settings import BadSettings

Approval = Literal["none", "players", "buy_ins"]
"""Which buy-ins need the host's approval: none, each player's first, or every buy-in and top-up."""
Spectators = Literal["on", "delayed", "off"]
"""Whether viewers who do not play see the hands: live, delayed, or not at all."""
LEAST_DELAY_MS: Final = 1_000
MOST_DELAY_MS: Final = 600_000
LEAST_AWAY_MS: Final = 5_000
MOST_AWAY_MS: Final = 3_600_000
LEAST_PAUSE_MS: Final = 60_000
MOST_PAUSE_MS: Final = 86_400_000

Delay = Annotated[int, Meta(ge=0, le=MOST_DELAY_MS)]
Away = Annotated[int, Meta(ge=0, le=MOST_AWAY_MS)]
LongestPause = Annotated[int, Meta(ge=LEAST_PAUSE_MS, le=MOST_PAUSE_MS)]


class GameDoor(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Access to a table or tournament: who can come in, and who can watch."""

    private: bool = False
    """Whether it is visible only to invited players."""
    approve: Approval = "none"
    spectators: Spectators = "on"
    delay_ms: Delay = 0
    """The delay for viewers who do not play; 0 without a delay."""
    take_over_ms: Away = 300_000
    """How long the host can be away before another player may take over; 0 = forever."""
    longest_pause_ms: LongestPause = 3_600_000
    """How long the host can keep it paused before play resumes by itself."""

    def __post_init__(self) -> None:
        if 0 < self.take_over_ms < LEAST_AWAY_MS:
            raise BadSettings(
                say(
                    "take_over_ms={take_over_ms}: expected {least} to {most}, or 0 if nobody may take over",
                    take_over_ms=str(self.take_over_ms),
                    least=str(LEAST_AWAY_MS),
                    most=str(MOST_AWAY_MS),
                )
            )
        if self.spectators == "delayed":
            if not LEAST_DELAY_MS <= self.delay_ms <= MOST_DELAY_MS:
                raise BadSettings(
                    say(
                        "delay_ms={delay_ms}: expected {least} to {most} for delayed spectators",
                        delay_ms=str(self.delay_ms),
                        least=str(LEAST_DELAY_MS),
                        most=str(MOST_DELAY_MS),
                    )
                )
        elif self.delay_ms:
            raise BadSettings(
                say(
                    "delay_ms={delay_ms}: only delayed spectators have a delay; leave it out",
                    delay_ms=str(self.delay_ms),
                )
            )
