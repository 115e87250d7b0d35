"""One hand: what it starts from, what players may do, what happened, and what one seat may see."""

from .actions import Action, AllIn, Bet, Call, Check, Fold, IllegalAction, Muck, Raise, RunOut, Show
from .events import (
    Called,
    Checked,
    Dealt,
    Event,
    Folded,
    HandEnded,
    Mucked,
    Posted,
    PotAwarded,
    Refunded,
    RunOutAgreed,
    Shown,
    StreetDealt,
    Wagered,
)
from .hand import Hand
from .options import Options
from .perft import perft
from .result import Pot, PotAward, Result
from .setup import BadSetup, Post, Setup
from .status import Status
from .view import SeatView, StaleView, View, ViewData, view
from .why import Why

__all__ = [
    "Action",
    "AllIn",
    "BadSetup",
    "Bet",
    "Call",
    "Called",
    "Check",
    "Checked",
    "Dealt",
    "Event",
    "Fold",
    "Folded",
    "Hand",
    "HandEnded",
    "IllegalAction",
    "Muck",
    "Mucked",
    "Options",
    "Post",
    "Posted",
    "Pot",
    "PotAward",
    "PotAwarded",
    "Raise",
    "Refunded",
    "Result",
    "RunOut",
    "RunOutAgreed",
    "SeatView",
    "Setup",
    "Show",
    "Shown",
    "StaleView",
    "Status",
    "StreetDealt",
    "View",
    "ViewData",
    "Wagered",
    "Why",
    "perft",
    "view",
]
