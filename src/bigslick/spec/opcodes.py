"""The instructions of the machine: a number for each, with what its four operands a, b, c and d mean.

An operand is the address of a word, unless it is said to be a number or the place of an instruction. A list is a word
with its length and the items behind it. `?` marks what the machine gives up on when it does not hold.
"""

from __future__ import annotations

from typing import Final

WIDTH: Final = 5
"""How many words an instruction takes: its number and four operands."""

HALT: Final = 0
"""End the program; a: the number of the jump that ends it, or -1."""
GOTO: Final = 1
"""Go on at d."""
CALL: Final = 2
"""Go on at d, and come back at the next RETURN."""
RETURN: Final = 3
"""Go on behind the last CALL."""
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
"""a := what is left of b / c rounded down; ? c is not 0."""
LEAST: Final = 12
"""a := the smaller of b and c."""
GREATEST: Final = 13
"""a := the greater of b and c."""
IF_TRUE: Final = 14
"""Go on at d if a is not 0."""
IF_FALSE: Final = 15
"""Go on at d if a is 0."""
IF_EQUAL: Final = 16
"""Go on at d if a == b."""
IF_DIFFERENT: Final = 17
"""Go on at d if a != b."""
IF_LESS: Final = 18
"""Go on at d if a < b."""
IF_AT_MOST: Final = 19
"""Go on at d if a <= b."""
FETCH: Final = 20
"""a := the word b behind c; ? b is from 0 to the number d - 1, and the word is a number."""
STORE: Final = 21
"""The word b behind c := a; ? b is from 0 to the number d - 1."""
CHECK: Final = 22
"""? a is from the word b to the word b + 1."""
CLAMP: Final = 23
"""a := b cut to the range from the word c to the word c + 1."""
BIT: Final = 24
"""a := 1 << b; ? b is from 0 to 31."""
CLEAR: Final = 25
"""Empty the list a."""
PUSH: Final = 26
"""Put b at the end of the list a; ? it has room: c is the number of items it can hold."""
APPEND: Final = 27
"""Put the list b at the end of the list a; ? it has room: c is the number of items it can hold."""
APPEND_ZONE: Final = 28
"""Put the tokens of zone b at the end of the list a; ? it has room: c is the number of items it can hold."""
ROTATE: Final = 29
"""The list a := the list b from behind the item c round to it, or from c on if the number d is 1; ? c is among b."""
EACH: Final = 30
"""Count a on; c := that item of the list b, or go on at d behind the last."""
EACH_TOKEN: Final = 31
"""Count a on; c := that token of zone b, or go on at d behind the last."""
COUNT_TO: Final = 32
"""Count a on; c := the count, or go on at d where it reaches b."""
AMONG: Final = 33
"""a := whether b is among the items of the list c."""
SIZE_OF_ZONE: Final = 34
"""a := how many tokens zone b has."""
INTS: Final = 35
"""The list a := intsInRange of five words from b on (least, greatest, step, most, and whether most counts) and the list
c of required numbers; ? it has room: d is the number of items it can hold."""
MOVE_ALL: Final = 36
"""All tokens of zone a to the front of zone b."""
MOVE_SOME: Final = 37
"""The tokens of the list c from zone a to the front of zone b."""
MOVE_TOKEN: Final = 38
"""The token c from zone a to the front of zone b; ? it is there."""
DRAW: Final = 39
"""c tokens from the front of zone a to the front of zone b; ? c is not negative."""
SHUFFLE: Final = 40
"""Shuffle zone a."""
REVEAL: Final = 41
"""Show zone a to the players whose bits are in b; ? the log has room."""
CONCEAL: Final = 42
"""Take zone a back from the players whose bits are in b."""
SUBSETS: Final = 43
"""Begin the subsets of c items of the list b, with the list a to count; ? there are from 1 to 10,000."""
NEXT_SUBSET: Final = 44
"""The list c := the next subset of the list b, which the list a counts, or go on at d behind the last."""
SCORE: Final = 45
"""a := the score of the list b by the native twin with the number c; ? it can say."""
LIST_MOVE: Final = 46
"""Put the d words from a on into the menu: an action and its parameters; ? the menu has room."""
IF_CELL_TRUE: Final = 47
"""Go on at d if the word a behind c is not 0; ? a is from 0 to the number b - 1."""
IF_CELL_FALSE: Final = 48
"""Go on at d if the word a behind c is 0; ? a is from 0 to the number b - 1."""
NEXT: Final = 49
"""Count a on; c := that item of the list b, and go on at d, unless there is none."""
NEXT_TOKEN: Final = 50
"""Count a on; c := that token of zone b, and go on at d, unless there is none."""
COUNT_ON: Final = 51
"""Count a on; c := the count, and go on at d, unless it reaches b."""
CHOICES: Final = 52
"""The list a := every choice of items of the list b as bits, at least c and at most the word behind c of them.
? It has room: d is the number of items it can hold."""
CHOSEN: Final = 53
"""The list a := the items whose bits are in b; ? it has room: c is the number of items it can hold."""
