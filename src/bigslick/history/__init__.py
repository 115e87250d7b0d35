"""Hand histories: read and write them in every format, play recorded hands again, and count players' statistics.

>>> from bigslick.history import read, replay
>>> for history in read("hands.phhs"):
...     print(replay(history).final_stacks)
"""

from .conversion import Converted, convert
from .details import Details
from .figures import HEADINGS, Figures, figures_of
from .formats import hands_of, load, read
from .frame import FrameError, Frames, frame
from .history import History
from .notation import BadFile, BadHistory
from .phh import dump, dumps, loads, loads_all
from .record import record
from .replay import Replay, ReplayOutcome, outcomes, replay
from .statistics import Statistics, StatisticsRow, statistics
from .where import BadWhere, parse_where
from .winnings import Winnings

__all__ = [
    "HEADINGS",
    "BadFile",
    "BadHistory",
    "BadWhere",
    "Converted",
    "Details",
    "Figures",
    "FrameError",
    "Frames",
    "History",
    "Replay",
    "ReplayOutcome",
    "Statistics",
    "StatisticsRow",
    "Winnings",
    "convert",
    "dump",
    "dumps",
    "figures_of",
    "frame",
    "hands_of",
    "load",
    "loads",
    "loads_all",
    "outcomes",
    "parse_where",
    "read",
    "record",
    "replay",
    "statistics",
]
