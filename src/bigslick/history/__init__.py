"""Hand histories: read and write every format, replay recorded hands, and count players' statistics.

>>> from bigslick.history import read, replay
>>> for history in read("hands.phhs"):
...     print(replay(history).final_stacks)
"""

from .convert.conversion import Converted, convert
from .formats.phh.reading import loads, loads_all
from .formats.phh.writing import dump, dumps
from .formats.registry import hands_of, load, read
from .history import History
from .history_details import Details
from .notation import BadFile, BadHistory
from .record import record
from .replay.replay import Replay, ReplayOutcome, outcomes, replay
from .statistics.figures import HEADINGS, Figures, figures_of
from .statistics.frame import FrameError, Frames, frame
from .statistics.statistics import Statistics, StatisticsRow, statistics
from .statistics.where_filter import BadWhere, parse_where
from .statistics.winnings import Winnings

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
