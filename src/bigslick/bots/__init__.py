"""Players that are programs: the protocol, the bots of the house, and bots of one's own."""

from .guard import Guard
from .house import HOUSE_BOTS, HouseBot, UnknownBot, new_house, style_number
from .load import BadBot, Bot, find_bot
from .player import Player
from .sight import new_sight
from .styles import STYLES, Style
from .watch import DEFAULT_SECONDS, Watch, can_interrupt

__all__ = [
    "DEFAULT_SECONDS",
    "HOUSE_BOTS",
    "STYLES",
    "BadBot",
    "Bot",
    "Guard",
    "HouseBot",
    "Player",
    "Style",
    "UnknownBot",
    "Watch",
    "can_interrupt",
    "find_bot",
    "new_house",
    "new_sight",
    "style_number",
]
