"""Texas hold'em, played exactly."""
# ruff: noqa: F403, F405 - `hand` lists its own public names

from importlib import import_module
from typing import TYPE_CHECKING, Any

from . import _source_tree  # noqa: F401 - first, because it looks before anything compiled is imported

if TYPE_CHECKING:
    from .bots import as_bot, play_game
    from .cards import Card, format_cards, parse_cards
    from .errors import BadCards, BigslickError
    from .hand import *
    from .rules import BadRules, Rules
    from .shuffle import Keystream, shuffled
    from .strength import Category, best_five, category, describe, evaluate, evaluate_many
    from .table import BadTable, Seat, Table, positions

__version__ = "0.2.0"

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
    "Called",
    "Card",
    "Category",
    "Check",
    "Checked",
    "Dealt",
    "Event",
    "Fold",
    "Folded",
    "Hand",
    "HandEnded",
    "IllegalAction",
    "Keystream",
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
    "Rules",
    "RunOut",
    "RunOutAgreed",
    "Seat",
    "SeatView",
    "Setup",
    "Show",
    "Shown",
    "StaleView",
    "Status",
    "StreetDealt",
    "Table",
    "TurnView",
    "View",
    "ViewData",
    "Wagered",
    "Why",
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

_MODULES = ("errors", "cards", "shuffle", "strength", "rules", "hand", "table", "bots")
"""The modules that define the public names, lowest first, so looking one up imports nothing above it."""

if not TYPE_CHECKING:  # for a type checker, __getattr__ would make every misspelt name valid

    def __getattr__(name: str) -> Any:
        """Import a public name on first use: importing all of them takes three times as long as Python's own start."""
        if name in _MODULES:
            return import_module(f"{__name__}.{name}")
        if name in __all__:
            for module in _MODULES:
                found = getattr(import_module(f"{__name__}.{module}"), name, None)
                if found is not None:
                    globals()[name] = found
                    return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__, *_MODULES})
