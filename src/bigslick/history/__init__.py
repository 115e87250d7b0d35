"""Hand histories: read and write them in every format, play recorded hands again, and count players' statistics.

>>> from bigslick.history import read, replay
>>> for history in read("hands.phhs"):
...     print(replay(history).final_stacks)
"""

from .details import Details
from .figures import HEADINGS, Figures, figures_of
from .formats import load, read
from .history import History
from .notation import BadHistory
from .phh import dump, dumps, loads, loads_all
from .record import record
from .replay import Replay, ReplayOutcome, outcomes, replay
from .statistics import PlayerStatistics, Statistics, statistics

__all__ = [
    "HEADINGS",
    "BadHistory",
    "Details",
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
