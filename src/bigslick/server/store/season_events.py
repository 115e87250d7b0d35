"""Finished nights as events of a season: everyone's place, and what they paid and took away."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from fractions import Fraction

from bigslick.tournament.director.standings import PlayerResult
from bigslick.tournament.points import EventResult
from bigslick.tournament.season import Outcome, SeasonEvent

from .nights import NightResult, night_kind
from .records import Stream


def people_of(results: Iterable[NightResult]) -> list[NightResult]:
    """Return the results that count: not the house's, and of players who paid."""
    return [result for result in results if not result.house and result.buy_ins > 0]


def season_event(stream: Stream, results: Iterable[NightResult], finished: Mapping[str, PlayerResult]) -> SeasonEvent:
    """Return a night as an event of a season. Players who did not finish a tournament, and all in a cash night, are
    placed by what they won.
    """
    people = people_of(results)
    nets = sorted(result.net for result in people)
    outcomes = []
    for mine in people:
        beaten, level = bisect_left(nets, mine.net), bisect_right(nets, mine.net)
        tied = level - beaten - 1
        by_net = EventResult(
            n=len(people),
            place=len(people) - level + 1,
            prize=mine.left_with,
            buyin=Fraction(mine.bought_in, mine.buy_ins),
            spent=mine.bought_in + mine.topped_up,
            rebuys=mine.buy_ins - 1,
            beaten=beaten,
            tied=tied,
        )
        end = finished.get(mine.player)
        if end is None:
            outcomes.append(Outcome(mine.player, by_net, shared=tied + 1, bounties=0, net=mine.net))
            continue
        result = by_net._replace(
            place=end.place, prize=end.prize, buyin=end.buyin, spent=end.spent, rebuys=end.rebuys, hits=end.hits
        )
        outcomes.append(Outcome(mine.player, result, end.shared, end.bounties, mine.net))
    return SeasonEvent(stream.name, night_kind(stream) == "tournament", stream.chip_value, outcomes)
