"""A table between hands: seats, button, and owed blinds."""

from .positions import positions
from .seats import BadTable, Seat
from .table import Table

__all__ = ["BadTable", "Seat", "Table", "positions"]
