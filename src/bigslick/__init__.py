"""Texas hold'em, played exactly."""

from . import _source_tree  # noqa: F401 - first, because it looks before anything compiled is imported
from .bots import as_bot, play_game
from .cards import Card, format_cards, parse_cards
from .errors import BadCards, BigslickError
from .hand import (
    Action,
    AllIn,
    BadSetup,
    Bet,
    Call,
    Check,
    Event,
    Fold,
    Hand,
    IllegalAction,
    Muck,
    Options,
    Post,
    Pot,
    PotAward,
    Raise,
    Result,
    SeatView,
    Setup,
    Show,
    View,
    perft,
    view,
)
from .rules import BadRules, Rules
from .shuffle import Keystream, shuffled
from .strength import Category, best_five, category, describe, evaluate, evaluate_many
from .table import BadTable, Seat, Table, positions

__version__ = "0.1.0"

__all__ = [
    "Action",
    "AllIn",
    "BadCards",
    "BadRules",
    "BadSetup",
    "BadTable",
    "Bet",
    "BigslickError",
    "Call",
    "Card",
    "Category",
    "Check",
    "Event",
    "Fold",
    "Hand",
    "IllegalAction",
    "Keystream",
    "Muck",
    "Options",
    "Post",
    "Pot",
    "PotAward",
    "Raise",
    "Result",
    "Rules",
    "Seat",
    "SeatView",
    "Setup",
    "Show",
    "Table",
    "View",
    "__version__",
    "as_bot",
    "best_five",
    "category",
    "describe",
    "evaluate",
    "evaluate_many",
    "format_cards",
    "parse_cards",
    "perft",
    "play_game",
    "positions",
    "shuffled",
    "view",
]
