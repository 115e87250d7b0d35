"""Every type of case, in one table: the model it is read into, the function that checks it, the one that tells it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

from .bounties import BountyCase, check_bounty, tell_bounty
from .button import ButtonCase, PositionsCase, check_button, check_positions, tell_button, tell_positions
from .case import Ruling
from .dealing import DealCase, FirstButtonCase, check_deal, check_first_button, tell_deal, tell_first_button
from .hands import HandCase, check_hand, tell_hand
from .levels import (
    LevelsByHandsCase,
    LevelsByTimeCase,
    check_levels_by_hands,
    check_levels_by_time,
    tell_levels_by_hands,
    tell_levels_by_time,
)
from .misdeals import (
    MisdealCase,
    SubstantialActionCase,
    check_misdeal,
    check_substantial_action,
    tell_misdeal,
    tell_substantial_action,
)
from .odds import EquityCase, IcmCase, check_equity, check_icm, tell_equity, tell_icm
from .places import PayoutsCase, RankingCase, check_payouts, check_ranking, tell_payouts, tell_ranking
from .returns import ReturnCase, check_return, tell_return
from .strengths import (
    CensusCase,
    HandRankCase,
    ShowdownCase,
    check_census,
    check_hand_rank,
    check_showdown,
    tell_census,
    tell_hand_rank,
    tell_showdown,
)
from .tables import (
    BalanceCase,
    BreakOrderCase,
    TablePlanCase,
    check_balance,
    check_break_order,
    check_table_plan,
    tell_balance,
    tell_break_order,
    tell_table_plan,
)


class CaseType(NamedTuple):
    """A type of case."""

    model: type[Ruling]
    check: Callable[[Any], Iterable[str]]
    """Yields one sentence for each difference between the case and the engine."""
    tell: Callable[[Any], Iterator[str]]
    """Yields the lines of the case for people."""


CASE_TYPES: Final[dict[str, CaseType]] = {
    "hand": CaseType(HandCase, check_hand, tell_hand),
    "deal": CaseType(DealCase, check_deal, tell_deal),
    "first_button": CaseType(FirstButtonCase, check_first_button, tell_first_button),
    "button": CaseType(ButtonCase, check_button, tell_button),
    "positions": CaseType(PositionsCase, check_positions, tell_positions),
    "return": CaseType(ReturnCase, check_return, tell_return),
    "substantial_action": CaseType(SubstantialActionCase, check_substantial_action, tell_substantial_action),
    "misdeal": CaseType(MisdealCase, check_misdeal, tell_misdeal),
    "balance": CaseType(BalanceCase, check_balance, tell_balance),
    "table_plan": CaseType(TablePlanCase, check_table_plan, tell_table_plan),
    "break_order": CaseType(BreakOrderCase, check_break_order, tell_break_order),
    "ranking": CaseType(RankingCase, check_ranking, tell_ranking),
    "payouts": CaseType(PayoutsCase, check_payouts, tell_payouts),
    "bounty": CaseType(BountyCase, check_bounty, tell_bounty),
    "levels_by_hands": CaseType(LevelsByHandsCase, check_levels_by_hands, tell_levels_by_hands),
    "levels_by_time": CaseType(LevelsByTimeCase, check_levels_by_time, tell_levels_by_time),
    "icm": CaseType(IcmCase, check_icm, tell_icm),
    "equity": CaseType(EquityCase, check_equity, tell_equity),
    "hand_rank": CaseType(HandRankCase, check_hand_rank, tell_hand_rank),
    "showdown": CaseType(ShowdownCase, check_showdown, tell_showdown),
    "census": CaseType(CensusCase, check_census, tell_census),
}
