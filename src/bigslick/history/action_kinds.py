"""The kinds of recorded actions, and the limits on their numbers."""

# The three kinds of bets come first, so `kind <= WAGER` matches any of them.
FOLD, CALL, WAGER, HOLE, BOARD, SHOW, MUCK, REMARK = range(8)
MOST_PLAYERS = 10
MOST_PLACES = 9
"""The most decimal places in an amount."""
MOST_VALUE = 1 << 50
"""The largest amount, in its smallest unit."""
