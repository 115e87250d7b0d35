"""One hand: what it starts from, what players may do, what happened, and what one seat may see."""

from .actions import Action, AllIn, Bet, Call, Check, Fold, IllegalAction, Muck, Options, Raise, Show
from .events import Event
from .hand import Hand, Pot, PotAward, Result
from .perft import perft
from .setup import BadSetup, Post, Setup
from .view import View, view

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
    "Setup",
    "Show",
    "View",
    "perft",
    "view",
]
