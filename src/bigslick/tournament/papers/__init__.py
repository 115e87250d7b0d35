"""An event's papers: results, moves, the log, and printable sheets, each as lines of text.

Each is a function that takes a `Tournament` or a `Structure`; `bigslick tournament --out` writes the lines to files.
"""

from .blinds import blinds_sheet, event_blinds_sheet
from .cells import cell_text, csv_lines
from .finishers import Finisher, StackLeft, finishers, prizes_left, stacks_left
from .sheets import seat_draw_sheet, table_plan
from .summary import tournament_summary
from .tables import log_lines, moves_table, results_table

__all__ = [
    "Finisher",
    "StackLeft",
    "blinds_sheet",
    "cell_text",
    "csv_lines",
    "event_blinds_sheet",
    "finishers",
    "log_lines",
    "moves_table",
    "prizes_left",
    "results_table",
    "seat_draw_sheet",
    "stacks_left",
    "table_plan",
    "tournament_summary",
]
