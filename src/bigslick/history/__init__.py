"""Hand histories: PHH files read, written and played again."""

from .files import dump, dumps, load, loads, loads_all, read
from .notation import BadHistory
from .phh import History
from .replay import Outcome, Replay, outcomes, replay

__all__ = [
    "BadHistory",
    "History",
    "Outcome",
    "Replay",
    "dump",
    "dumps",
    "load",
    "loads",
    "loads_all",
    "outcomes",
    "read",
    "replay",
]
