"""The columns of a figure count, in the order of the fields in `Figures`.

Compiled modules have their own C copies, which Python cannot see; import the names from here.
"""

DEALT = 0
ENTERED = 1
RAISED = 2
THREE_BET = 3
FACED_THREE_BET = 5
STEAL = 7
FACED_STEAL = 9
C_BET = 11  # chance and bet on flop, turn and river
FACED_C_BET = 17  # faced and folded on flop, turn and river
FLOPS = 23
SHOWDOWNS = 24
SETTLED_SHOWDOWNS = 25
WON_SHOWDOWNS = 26
SETTLED_FLOPS = 27
WON_FLOPS = 28
BITS = 29  # columns that are bits
WAGERS = 29
CALLS = 30
FOLDS = 31
COLUMNS = 32
