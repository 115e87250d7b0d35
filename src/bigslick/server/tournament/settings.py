"""A served tournament's settings: structure, start, house bots and clocks, fixed when it opens."""

from __future__ import annotations

from typing import Final

import msgspec

from bigslick.bots import style_number
from bigslick.checks import is_whole
from bigslick.protocol.lobby import AbsentPlayers, StartKind
from bigslick.protocol.settings import BadSettings, TablePace
from bigslick.sentence import say
from bigslick.server.bot_names import USUAL_BOTS
from bigslick.tournament.structure.structure import Structure

MOST_FIELD: Final = 1000
MOST_ENTRIES: Final = 5 * MOST_FIELD
"""The most entries of one tournament, with late entries and re-entries."""
MOST_WAIT_MS: Final = 24 * 3600 * 1000
LATEST: Final = 1 << 48
"""The latest time for a start, in milliseconds since 1970."""


class TournamentSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tournament's initial settings."""

    structure: Structure
    start: StartKind = "full"
    """It starts when the field is full, at `start_time`, or when its host says so."""
    start_time: int = 0
    """When it starts, in milliseconds since 1970, if it starts at a time."""
    check_in_ms: int = 0
    """How long before a start at a time players can check in; 0 = they need not."""
    absent: AbsentPlayers = "blinded"
    """What becomes of players who have not checked in at the start."""
    kept_for: tuple[str, ...] = ()
    """The ids of players for whom places are kept until the start."""
    stage_times: tuple[int, ...] = ()
    """When its second round, flight or day begins at the earliest, its third and so on; 0 = after the usual pause."""
    stage_pause_ms: int = 30_000
    """The pause before each round, flight or day."""
    rebuy_ms: int = 30_000
    """How long a player who busts can decide about a rebuy."""
    addon_ms: int = 60_000
    """How long the add-on is on sale, if no break follows its level."""
    deal_ms: int = 120_000
    """How long players have to answer when one of them proposes a deal."""
    bots: tuple[str, ...] = ()
    """House bots that enter immediately."""
    fill_ms: int | None = None
    """How long after the first person enters house bots fill the open places; None = never. In a tournament that starts
    at a time or by its host's word, they come at the start.
    """
    fill_bots: tuple[str, ...] = USUAL_BOTS
    """Their styles, in turn."""
    quiet_all_in: bool = False
    """Whether nobody can talk at a table while a player there is all-in."""
    pace: TablePace = TablePace()
    club: str = ""
    """The club it is limited to; empty for everyone."""
    series: str = ""
    """The name of the series it counts in; empty for none."""

    def __post_init__(self) -> None:
        self._check_structure(self.structure)
        for name in ("check_in_ms", "stage_pause_ms", "rebuy_ms", "addon_ms", "deal_ms"):
            _check_time(name, getattr(self, name), MOST_WAIT_MS)
        _check_time("start_time", self.start_time, LATEST)
        for at in self.stage_times:
            _check_time("stage_times", at, LATEST)
        if (self.start == "time") != bool(self.start_time):
            raise BadSettings(say("start_time goes with start = 'time': expected both or neither"))
        if self.start != "time" and (self.check_in_ms or self.absent != "blinded"):
            raise BadSettings(say("check_in_ms and absent go with start = 'time': leave them out"))
        if self.absent == "refunded" and not self.check_in_ms:
            raise BadSettings(say("absent is 'refunded', but nobody can check in: give check_in_ms too"))
        if len(self.kept_for) > self.structure.entrants:
            raise BadSettings(
                say(
                    "places are kept for {players} players in a field of {field}: expected no more than the field",
                    players=len(self.kept_for),
                    field=self.structure.entrants,
                )
            )
        if len(self.bots) > self.structure.entrants:
            raise BadSettings(
                say(
                    "{bots} house bots do not fit in a field of {field}",
                    bots=len(self.bots),
                    field=self.structure.entrants,
                )
            )
        if self.fill_ms is not None and (self.fill_ms < 0 or not self.fill_bots):
            raise BadSettings(
                say(
                    "fill_ms={fill_ms}: expected 0 or more, and at least one style in fill_bots",
                    fill_ms=str(self.fill_ms),
                )
            )
        for style in (*self.bots, *self.fill_bots):
            style_number(style)

    @staticmethod
    def _check_structure(structure: Structure) -> None:
        if not structure.name.strip():
            raise BadSettings(say("name='{name}': expected 1 to 40 printable letters", name=structure.name))
        if not 2 <= structure.entrants <= MOST_FIELD:
            raise BadSettings(
                say(
                    "entrants is {entrants}: expected a field of 2 to {most}",
                    entrants=str(structure.entrants),
                    most=str(MOST_FIELD),
                )
            )
        if structure.entries:
            raise BadSettings(say("entries has names, but players enter by themselves: leave it out"))
        if structure.rules.reveal == "ask":
            raise BadSettings(say("rules.reveal is 'ask', but house bots always show at showdown: leave it out"))
        if structure.rules.run_outs > 1:
            raise BadSettings(say("rules.run_outs is more than 1, but tournaments run one board: leave it out"))

    def stage_begins(self, ended: int, now: int) -> int:
        """Return when the next round, flight or day begins, after this number of them."""
        planned = self.stage_times[ended - 1] if ended <= len(self.stage_times) else 0
        return max(now + self.stage_pause_ms, planned)


def _check_time(name: str, value: object, most: int) -> None:
    if not is_whole(value, 0, most):
        raise BadSettings(
            say("{name}={value}: expected a whole number from 0 to {most}", name=name, value=repr(value), most=most)
        )
