"""Every type of case, in one table: its model, the function that checks it, and the function that describes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

from . import bounties, button, dealing, hands, levels, misdeals, odds, places, returns, seven_deuce, strengths, tables
from .case import Ruling


class CaseType(NamedTuple):
    model: type[Ruling]
    check: Callable[[Any], Iterable[str]]
    """Yields one sentence for each difference between the case and the engine."""
    tell: Callable[[Any], Iterator[str]]
    """Yields the case as lines for people."""


CASE_TYPES: Final[dict[str, CaseType]] = {
    "hand": CaseType(hands.HandCase, hands.check_hand, hands.tell_hand),
    "seven_deuce": CaseType(seven_deuce.SevenDeuceCase, seven_deuce.check_seven_deuce, seven_deuce.tell_seven_deuce),
    "deal": CaseType(dealing.DealCase, dealing.check_deal, dealing.tell_deal),
    "first_button": CaseType(dealing.FirstButtonCase, dealing.check_first_button, dealing.tell_first_button),
    "button": CaseType(button.ButtonCase, button.check_button, button.tell_button),
    "positions": CaseType(button.PositionsCase, button.check_positions, button.tell_positions),
    "return": CaseType(returns.ReturnCase, returns.check_return, returns.tell_return),
    "substantial_action": CaseType(
        misdeals.SubstantialActionCase, misdeals.check_substantial_action, misdeals.tell_substantial_action
    ),
    "misdeal": CaseType(misdeals.MisdealCase, misdeals.check_misdeal, misdeals.tell_misdeal),
    "balance": CaseType(tables.BalanceCase, tables.check_balance, tables.tell_balance),
    "table_plan": CaseType(tables.TablePlanCase, tables.check_table_plan, tables.tell_table_plan),
    "break_order": CaseType(tables.BreakOrderCase, tables.check_break_order, tables.tell_break_order),
    "ranking": CaseType(places.RankingCase, places.check_ranking, places.tell_ranking),
    "payouts": CaseType(places.PayoutsCase, places.check_payouts, places.tell_payouts),
    "bounty": CaseType(bounties.BountyCase, bounties.check_bounty, bounties.tell_bounty),
    "levels_by_hands": CaseType(levels.LevelsByHandsCase, levels.check_levels_by_hands, levels.tell_levels_by_hands),
    "levels_by_time": CaseType(levels.LevelsByTimeCase, levels.check_levels_by_time, levels.tell_levels_by_time),
    "icm": CaseType(odds.IcmCase, odds.check_icm, odds.tell_icm),
    "equity": CaseType(odds.EquityCase, odds.check_equity, odds.tell_equity),
    "hand_rank": CaseType(strengths.HandRankCase, strengths.check_hand_rank, strengths.tell_hand_rank),
    "showdown": CaseType(strengths.ShowdownCase, strengths.check_showdown, strengths.tell_showdown),
    "census": CaseType(strengths.CensusCase, strengths.check_census, strengths.tell_census),
}
