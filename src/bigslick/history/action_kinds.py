"""The kinds of recorded action, and how large their numbers may be."""

# The three kinds of bet come first, so that `kind <= WAGER` asks for any of them.
FOLD, CALL, WAGER, HOLE, BOARD, SHOW, MUCK, REMARK = range(8)
MOST_PLAYERS = 10
MOST_PLACES = 9
"""Decimal places of an amount."""
MOST_VALUE = 1 << 50
"""An amount in its own smallest unit."""
