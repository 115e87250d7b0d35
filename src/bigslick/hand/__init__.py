"""One hand: what it starts from, what players may do, what happened, and what one seat may see."""

from .actions import Action, AllIn, Bet, Call, Check, Fold, IllegalAction, Muck, Raise, Show
from .events import Event
from .hand import Hand, Pot, PotAward, Result
from .options import Options
from .perft import perft
from .setup import BadSetup, Post, Setup
from .view import SeatView, View, view

__all__ = [
    "Action",
    "AllIn",
    "BadSetup",
    "Bet",
    "Call",
    "Check",
    "Event",
    "Fold",
    "Hand",
    "IllegalAction",
    "Muck",
    "Options",
    "Post",
    "Pot",
    "PotAward",
    "Raise",
    "Result",
    "SeatView",
    "Setup",
    "Show",
    "View",
    "perft",
    "view",
]
