"""One recorded action as one int: its kind in the lowest four bits, then the player, the decimal places, and a value.

The value is the amount of a wager in its own decimal places, or up to three cards of six bits each: 0 for no card,
1 for a card that nobody recorded, and the card plus 2.
"""

FOLDS, CALLS, WAGERS, DEALS_TWO, DEALS_ONE, DEALS_BOARD, SHOWS, MUCKS, NOTES = range(9)
MOST_PLAYERS = 10
MOST_PLACES = 9
MOST_VALUE = 1 << 50
