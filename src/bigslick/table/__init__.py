"""A table between hands: who sits where, whose button it is, and who owes which blind."""

from .positions import positions
from .seats import BadTable, Seat
from .table import Table

__all__ = ["BadTable", "Seat", "Table", "positions"]
