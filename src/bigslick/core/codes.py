"""The numbers that the core shares with the packages above it.

Compiled modules have their own C copies, which Python cannot see; import the names from here.
"""

FOLD, CALL = -1, 0  # any other action is the seat's new total bet

PREFLOP, FLOP, TURN, RIVER, SHOWDOWN, OVER = range(6)
EMPTY, LIVE, FOLDED, MUCKED = range(4)
NO_LIMIT, POT_LIMIT, FIXED_LIMIT = range(3)
DEAD_BUTTON, MOVING_BUTTON = range(2)
ANTE_PER_PLAYER, ANTE_BIG_BLIND, ANTE_BUTTON = range(3)
REOPEN_CUMULATIVE, REOPEN_SINGLE, REOPEN_ANY, REOPEN_EVERY = range(4)
REVEAL_ALL, REVEAL_MUCK, REVEAL_ASK, REVEAL_NONE = range(4)

# Why an action is refused.
OK, NOT_BETTING, FREE_FOLD, NO_WAGER, TOO_LOW, TOO_HIGH, NOT_ASKED, LAST_CLAIM, MUST_SHOW = range(9)

# Kinds of log lines.
(
    LOG_ANTE,
    LOG_SMALL_BLIND,
    LOG_BIG_BLIND,
    LOG_STRADDLE,
    LOG_LIVE_POST,
    LOG_DEAD_POST,
    LOG_HOLES,
    LOG_FOLD,
    LOG_CHECK,
    LOG_CALL,
    LOG_BET,
    LOG_RAISE,
    LOG_REFUND,
    LOG_STREET,
    LOG_SHOW,
    LOG_MUCK,
    LOG_AWARD,
    LOG_END,
    LOG_RUN_OUT,
) = range(19)

UNKNOWN = -1  # a card not in the record
MAX_SEATS = 10
MOST_BOARDS = 4  # the most boards a hand can be run out on
MOST_IN_ORDER = 1 << 24  # the largest permutation: a larger one would fill a small machine's memory
MAX_CHIPS = 1 << 50  # ten such stacks still fit in 64 bits

# Returned by `all_in_total` if the rules forbid an all-in.
FORBIDDEN = -1
