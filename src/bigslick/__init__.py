"""Texas hold'em, played exactly."""

from . import _source_tree  # noqa: F401 - first, because it looks before anything compiled is imported
from .actions import Action, AllIn, Bet, Call, Check, Fold, IllegalAction, Muck, Options, Raise, Show
from .cards import BadCards, Card, format_cards, parse_cards
from .events import Event
from .hand import Hand, Pot, PotAward, Result
from .perft import perft
from .positions import positions
from .rules import BadRules, Rules
from .seats import BadTable, Seat
from .setup import BadSetup, Post, Setup
from .simulate.results import results
from .strength import Category, best_five, category, describe, evaluate, evaluate_many
from .table import Table
from .views import View, view

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
