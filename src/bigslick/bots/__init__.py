"""Bots: the protocol, the house bots, your own bots, and the game loop that plays them."""

from ._playout import Playout
from .bot import Bot, BotLike, as_bot
from .foreign import BadBot, BotFailed
from .guard import Guard
from .house import HOUSE_BOTS, HouseBot, UnknownBot, new_brain, style_number
from .loop import GameLoop, GameResult, play_game
from .player import FixedGame, Follower, Player
from .population import POPULATION, RECREATIONAL, REGULAR, STRONG
from .styles import STYLES, TOURNAMENT_STYLES, Style
from .watch import DEFAULT_SECONDS, Watch, can_interrupt

__all__ = [
    "DEFAULT_SECONDS",
    "HOUSE_BOTS",
    "POPULATION",
    "RECREATIONAL",
    "REGULAR",
    "STRONG",
    "STYLES",
    "TOURNAMENT_STYLES",
    "BadBot",
    "Bot",
    "BotFailed",
    "BotLike",
    "FixedGame",
    "Follower",
    "GameLoop",
    "GameResult",
    "Guard",
    "HouseBot",
    "Player",
    "Playout",
    "Style",
    "UnknownBot",
    "Watch",
    "as_bot",
    "can_interrupt",
    "new_brain",
    "play_game",
    "style_number",
]
