"""A served tournament's settings: structure, house bots and clocks, fixed when it opens."""

from __future__ import annotations

from typing import Final

import msgspec

from bigslick.bots import style_number
from bigslick.protocol.settings import BadSettings, TablePace
from bigslick.sentence import say
from bigslick.server.bot_names import USUAL_BOTS
from bigslick.tournament.structure.structure import Structure

MOST_FIELD: Final = 1000


class TournamentSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tournament's initial settings: a sit-and-go that starts when its field is full."""

    structure: Structure
    bots: tuple[str, ...] = ()
    """House bots that enter immediately."""
    fill_ms: int | None = None
    """How long after the first person enters house bots fill the open places; None = never."""
    fill_bots: tuple[str, ...] = USUAL_BOTS
    """Their styles, in turn."""
    pace: TablePace = TablePace()
    club: str = ""
    """The club it is limited to; empty for everyone."""

    def __post_init__(self) -> None:
        structure = self.structure
        if not structure.name.strip():
            raise BadSettings(say("name='{name}': expected 1 to 40 printable letters", name=structure.name))
        if not 2 <= structure.entrants <= MOST_FIELD or structure.entries:
            raise BadSettings(
                say(
                    "entrants is {entrants}: expected a field of 2 to {most}, without names",
                    entrants=str(structure.entrants),
                    most=str(MOST_FIELD),
                )
            )
        if structure.rebuy is not None or structure.addon is not None or structure.reentry_limit:
            raise BadSettings("a live tournament has no rebuys, add-ons or re-entries: expected a freezeout")
        if structure.in_rounds or structure.days or structure.no_shows is not None:
            raise BadSettings("a live tournament has no rounds, days or no-shows: expected a freezeout")
        if any(level.ante_kind is not None for level in structure.levels):
            raise BadSettings("a live tournament has one kind of ante: expected levels without ante_kind")
        if structure.bounty is not None:
            raise BadSettings("a live tournament has no bounties: expected a structure without [bounty]")
        if structure.rules.reveal == "ask":
            raise BadSettings("rules.reveal is 'ask', but house bots always show at showdown: leave it out")
        if structure.rules.run_outs > 1:
            raise BadSettings("rules.run_outs is more than 1, but tournaments run one board: leave it out")
        if len(self.bots) > structure.entrants:
            raise BadSettings(
                say("{bots} house bots do not fit in a field of {field}", bots=len(self.bots), field=structure.entrants)
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
