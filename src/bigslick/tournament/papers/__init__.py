"""The papers of an event: results, moves, the log, the seat-draw sheet and the table plan, each as lines of text.

Each is a function of a `Tournament`; who keeps them, such as `bigslick tournament --out`, writes the lines to files.
"""

from .cells import cell_text
from .finishers import Finisher, StackLeft, finishers, prizes_left, stacks_left
from .sheets import seat_draw_sheet, table_plan
from .tables import log_lines, moves_table, results_table

__all__ = [
    "Finisher",
    "StackLeft",
    "cell_text",
    "finishers",
    "log_lines",
    "moves_table",
    "prizes_left",
    "results_table",
    "seat_draw_sheet",
    "stacks_left",
    "table_plan",
]
