"""One hand: its setup, the players' options, its events, and each seat's view."""

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
from .result import NotOver, Pot, PotAward, Result
from .setup import BadSetup, Post, Setup
from .status import Status
from .view import SeatView, StaleView, TurnView, View, ViewData, view
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
    "NotOver",
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
    "TurnView",
    "View",
    "ViewData",
    "Wagered",
    "Why",
    "perft",
    "view",
]
