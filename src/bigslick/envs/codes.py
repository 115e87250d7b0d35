"""The numbers shared by an environment's tables and their users.

Compiled modules have their own C copies, which Python cannot see; import the names from here.
"""

LEARNER, ASKED, NOBODY = -1, -2, -3  # players other than house bots: the learner, a Python bot, an empty seat
DONE = 0  # a table's status: LEARNER or ASKED while it waits, DONE once its episode is over

# The entries in a menu; a positive one is thousandths of the pot.
FOLD_ENTRY, CALL_ENTRY, MIN_ENTRY, MAX_ENTRY = -1, -2, -3, -4
MOST_ENTRIES = 64
MOST_PART = 10**6

MOST_LEVELS = 64
MOST_RECENT = 32
MOST_CODES = 512
MOST_HANDS = 10**9
MOST_SKIPPED = 10_000  # hands in a row that ended before a learner got to act
MOST_TABLES = 1 << 20
MOST_WORKERS = 64

# When a finished episode's table begins the next one.
NEXT_STEP, SAME_STEP, DISABLED = range(3)

# An observation: 52 numbers for each plane of cards, then street, position, seats, amounts, actions.
BOARD_AT, STREET_AT, POSITION_AT = 52, 104, 108
PER_SEAT, AMOUNTS, PER_ACTION = 5, 4, 7
FOLDED_KIND, CHECKED_KIND, CALLED_KIND, WAGERED_KIND = 1, 2, 3, 4  # also their positions among an action's numbers
