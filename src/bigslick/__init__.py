"""Texas hold'em, played exactly."""

from bigslick.hand.actions import Action, AllIn, Bet, Call, Check, Fold, IllegalAction, Muck, Options, Raise, Show
from bigslick.hand.events import Event
from bigslick.hand.hand import Hand, Pot, PotAward, Result
from bigslick.hand.perft import perft
from bigslick.hand.setup import BadSetup, Post, Setup
from bigslick.hand.view import View, view
from bigslick.table.positions import positions
from bigslick.table.seats import BadTable, Seat
from bigslick.table.table import Table

from .cards import BadCards, Card, format_cards, parse_cards
from .rules import BadRules, Rules
from .simulate.study_results import results
from .strength import Category, best_five, category, describe, evaluate, evaluate_many

__version__ = "0.1.0"

__all__ = [
    "Action",
    "AllIn",
    "BadCards",
    "BadRules",
    "BadSetup",
    "BadTable",
    "Bet",
    "Call",
    "Card",
    "Category",
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
    "Rules",
    "Seat",
    "Setup",
    "Show",
    "Table",
    "View",
    "__version__",
    "best_five",
    "category",
    "describe",
    "evaluate",
    "evaluate_many",
    "format_cards",
    "parse_cards",
    "perft",
    "positions",
    "results",
    "view",
]
