"""An event's summary for trackers, in the Open Tournament Summary format.

Our events have a clock but no date, so it starts at the beginning of 1970, which the format's readers take as unknown.
The money has no currency, so it counts as play money.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from bigslick.history.formats.ohh.fields import OhhSpeed
from bigslick.history.formats.ohh.tournament_summary import (
    TournamentFinish,
    TournamentRebuys,
    TournamentSummary,
    summary_text,
)

from ..director.events import AddedOn, Rebought
from .finishers import finishers, stacks_left

if TYPE_CHECKING:
    from ..floor.run import Tournament
    from ..structure.structure import Structure

_SITE: Final = "bigslick"
_VERSION: Final = "1.0.0"
_PLAY_MONEY: Final = "XPM"
_START: Final = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)


def tournament_summary(event: Tournament) -> Iterator[str]:
    """Yield the text of summary.ots: the cost, the entries, and the winners."""
    structure, director = event.structure, event.director
    bounty = structure.bounty
    finishes = [
        TournamentFinish(
            player_name=row.player,
            finish_position=row.place,
            still_playing=False,
            prize=0 if row.seat_won else row.prize,
            ticket_value=row.prize if row.seat_won else 0,
        )
        for row in finishers(event)
    ]
    finishes += [TournamentFinish(player_name=left.player, still_playing=True) for left in stacks_left(event)]
    yield summary_text(
        TournamentSummary(
            site_name=_SITE,
            network_name=_SITE,
            internal_version=_VERSION,
            tournament_number=str(event.seed),
            tournament_name=structure.name,
            start_date_utc=_moment(0),
            end_date_utc=_moment(director.now if event.timed else 0),
            currency=_PLAY_MONEY,
            buyin_amount=structure.buy_in,
            fee_amount=structure.fee,
            bounty_fee_amount=bounty.amount if bounty else None,
            bounty_value_amount=bounty.amount if bounty else None,
            initial_stack=structure.starting_stack,
            type="STT" if len(director.names) <= structure.seats else "MTT",
            flags=tuple(_flags(structure)),
            speed=OhhSpeed(type="Normal", round_time=structure.levels[0].seconds),
            prize_pool=sum(director.prizes),
            player_count=len(set(director.names)),
            tournament_finishes_and_winnings=tuple(finishes),
            rebuy_cost=structure.rebuy.cost
            if structure.rebuy
            else structure.buy_in
            if structure.reentry_limit
            else None,
            addon_cost=structure.addon.cost if structure.addon else None,
            tournament_rebuys=tuple(_rebuys(event)),
        )
    )


def _moment(seconds: int) -> str:
    return (_START + datetime.timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")


def _flags(structure: Structure) -> Iterator[str]:
    """Yield the event's types, in the standard's terms."""
    if structure.bounty is not None:
        yield "Progressive-Bounty" if structure.bounty.kind == "progressive" else "Bounty"
    if structure.shootout is not None:
        yield "Shootout"
    if structure.rebuy is not None:
        yield "Rebuy"
    if structure.reentry_limit:
        yield "Re-Entry"
    if structure.payouts.kind == "satellite":
        yield "Satellite"


def _rebuys(event: Tournament) -> Iterator[TournamentRebuys]:
    """Yield every player who bought chips more than once."""
    names = event.director.names
    again = Counter(names[happened.entry] for happened in event.events if isinstance(happened, Rebought))
    for name, entries in Counter(names).items():
        again[name] += entries - 1
    addons = Counter(names[happened.entry] for happened in event.events if isinstance(happened, AddedOn))
    for name in dict.fromkeys(names):
        if again[name] or addons[name]:
            yield TournamentRebuys(player_name=name, rebuys=again[name], addons=addons[name])
