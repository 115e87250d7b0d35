"""The machine's instructions: a number for each, with the meaning of its four operands a, b, c and d.

An operand is a word's address, unless described as a number or as the position of an instruction. A list is a word with
its length, followed by the items. `?` marks a condition: the machine gives up if it does not hold.
"""

from __future__ import annotations

from typing import Final

WIDTH: Final = 5
"""The number of words in an instruction: its opcode and four operands."""

HALT: Final = 0
"""End the program; a: the number of the jump that ends it, or -1."""
GOTO: Final = 1
"""Jump to d."""
CALL: Final = 2
"""Jump to d, and come back at the next RETURN."""
RETURN: Final = 3
"""Continue after the last CALL."""
MOVE: Final = 4
"""a := b."""
ADD: Final = 5
"""a := b + c; ? within 2^61."""
SUBTRACT: Final = 6
"""a := b - c; ? within 2^61."""
MULTIPLY: Final = 7
"""a := b * c; ? within 2^53."""
QUOTIENT: Final = 8
"""a := b / c towards zero; ? c is not 0."""
FLOOR: Final = 9
"""a := b / c rounded down; ? c is not 0."""
CEILING: Final = 10
"""a := b / c rounded up; ? c is not 0."""
MODULO: Final = 11
"""a := the remainder of b / c rounded down; ? c is not 0."""
LEAST: Final = 12
"""a := the smaller of b and c."""
GREATEST: Final = 13
"""a := the larger of b and c."""
IF_TRUE: Final = 14
"""Jump to d if a is not 0."""
IF_FALSE: Final = 15
"""Jump to d if a is 0."""
IF_EQUAL: Final = 16
"""Jump to d if a == b."""
IF_DIFFERENT: Final = 17
"""Jump to d if a != b."""
IF_LESS: Final = 18
"""Jump to d if a < b."""
IF_AT_MOST: Final = 19
"""Jump to d if a <= b."""
FETCH: Final = 20
"""a := the word b after c; ? b is from 0 to the number d - 1, and the word is a number."""
STORE: Final = 21
"""The word b after c := a; ? b is from 0 to the number d - 1."""
CHECK: Final = 22
"""? a is from the word b to the word b + 1."""
CLAMP: Final = 23
"""a := b clamped to the range from the word c to the word c + 1."""
BIT: Final = 24
"""a := 1 << b; ? b is from 0 to 31."""
CLEAR: Final = 25
"""Empty the list a."""
PUSH: Final = 26
"""Append b to the list a; ? it has room: c is its capacity."""
APPEND: Final = 27
"""Append the list b to the list a; ? it has room: c is its capacity."""
APPEND_ZONE: Final = 28
"""Append zone b's tokens to the list a; ? it has room: c is its capacity."""
ROTATE: Final = 29
"""The list a := the list b rotated to begin after the item c, or at c if the number d is 1; ? c is in b."""
EACH: Final = 30
"""Increment a; c := that item of the list b, or jump to d after the last."""
EACH_TOKEN: Final = 31
"""Increment a; c := that token of zone b, or jump to d after the last."""
COUNT_TO: Final = 32
"""Increment a; c := the count, or jump to d when it reaches b."""
AMONG: Final = 33
"""a := whether b is in the list c."""
SIZE_OF_ZONE: Final = 34
"""a := the number of tokens in zone b."""
INTS: Final = 35
"""The list a := intsInRange of five words starting at b (least, greatest, step, most, and whether most counts) and the
list c of required numbers; ? it has room: d is its capacity.
"""
MOVE_ALL: Final = 36
"""Move all tokens from zone a to the front of zone b."""
MOVE_SOME: Final = 37
"""Move the tokens in the list c from zone a to the front of zone b."""
MOVE_TOKEN: Final = 38
"""Move the token c from zone a to the front of zone b; ? it is there."""
DRAW: Final = 39
"""Move c tokens from the front of zone a to the front of zone b; ? c is not negative."""
SHUFFLE: Final = 40
"""Shuffle zone a."""
REVEAL: Final = 41
"""Show zone a to the players with bits in b; ? the log has room."""
CONCEAL: Final = 42
"""Hide zone a from the players with bits in b."""
SUBSETS: Final = 43
"""For `evaluateSubset`: start on the subsets of c items of list b, counted in list a; ? there are from 1 to 10,000."""
NEXT_SUBSET: Final = 44
"""The list c := the next subset of the list b, counted in the list a, or jump to d after the last."""
SCORE: Final = 45
"""a := the score of the list b from native twin number c; ? it has one."""
LIST_MOVE: Final = 46
"""Add the d words starting at a to the menu: an action and its parameters; ? the menu has room."""
IF_CELL_TRUE: Final = 47
"""Jump to d if the word a after c is not 0; ? a is from 0 to the number b - 1."""
IF_CELL_FALSE: Final = 48
"""Jump to d if the word a after c is 0; ? a is from 0 to the number b - 1."""
NEXT: Final = 49
"""Increment a; c := that item of the list b, and jump to d, unless there is none."""
NEXT_TOKEN: Final = 50
"""Increment a; c := that token of zone b, and jump to d, unless there is none."""
COUNT_ON: Final = 51
"""Increment a; c := the count, and jump to d, unless it reaches b."""
CHOICES: Final = 52
"""The list a := every choice of items from the list b as bits, at least c and at most the word after c of them. ? It
has room: d is its capacity.
"""
CHOSEN: Final = 53
"""The list a := the items with bits in b; ? it has room: c is its capacity."""
