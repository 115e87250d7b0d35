"""Hand histories: read and write PHH files, play recorded hands again, and count players' statistics.

>>> from bigslick.history import read, replay
>>> for history in read("hands.phhs"):
...     print(replay(history).final_stacks)
"""

from .figures import HEADINGS, Figures, figures_of
from .files import dump, dumps, load, loads, loads_all, read
from .notation import BadHistory
from .phh import History
from .record import record
from .replay import Replay, ReplayOutcome, outcomes, replay
from .statistics import PlayerStatistics, Statistics, statistics

__all__ = [
    "HEADINGS",
    "BadHistory",
    "Figures",
    "History",
    "PlayerStatistics",
    "Replay",
    "ReplayOutcome",
    "Statistics",
    "dump",
    "dumps",
    "figures_of",
    "load",
    "loads",
    "loads_all",
    "outcomes",
    "read",
    "record",
    "replay",
    "statistics",
]
