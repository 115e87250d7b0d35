"""The kinds of recorded action, and how large their numbers may be."""

# The three kinds of bet come first, so that `kind <= WAGER` asks for any of them.
FOLD, CALL, WAGER, HOLE, BOARD, SHOW, MUCK, REMARK = range(8)
MOST_PLAYERS = 10
MOST_PLACES = 9
"""Decimal places of an amount."""
MOST_VALUE = 1 << 50
"""An amount in its own smallest unit."""
NO_CARD, UNKNOWN_CARD = -2, -1
"""What is in the place of a card that is not one, and of one that is not known."""
NO_CLAIM, MUCKED = -4, -3
"""What is in the place of the cards of a player who claims nothing yet, and of one who mucked."""
