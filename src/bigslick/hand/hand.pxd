cimport cython
from libc.stdint cimport int64_t

from bigslick.core.draws cimport Draws
from bigslick.core.hand cimport State
from bigslick.core.terms cimport Terms
from . cimport _options as offered
from . cimport log
from ._options cimport OptionsCache

cdef extern from "Python.h":
    bint PyLong_CheckExact(object)
    long PyLong_AsLong(object) except? -1
    long long PyLong_AsLongLongAndOverflow(object, int*) except? -1

cdef int CALL, FOLD, LIVE, MAX_SEATS, OVER, RIVER, SHOWDOWN, MUCKS
cdef int64_t MAX_CHIPS, UNUSUAL
cdef OptionsCache CHOICES
cdef object DEFAULT_RULES, NO_BOARD, AUTO, NO_POSTS, CARD, RULES, FOLDS, CHECKS, CALLS, BETS, RAISES, ALL_INS
cdef tuple CARDS, SEATS

cdef inline int64_t whole(object value):
    # A plain int from 0 to the most chips there can be, or -1 for anything else.
    cdef int too_large = 0
    cdef int64_t number
    if not PyLong_CheckExact(value):
        return -1
    number = PyLong_AsLongLongAndOverflow(value, &too_large)
    return number if too_large == 0 and 0 <= number <= MAX_CHIPS else -1

cdef inline int card_number(object value):
    # A plain int from 0 to 51 or a Card, or -1 for anything else.
    cdef int too_large = 0
    cdef int64_t number
    if not PyLong_CheckExact(value) and type(value) is not CARD:
        return -1
    number = PyLong_AsLongLongAndOverflow(value, &too_large)
    return <int>number if too_large == 0 and 0 <= number <= 51 else -1

@cython.final
@cython.no_gc
cdef class Past:
    cdef list codes, events, ends

@cython.final
@cython.no_gc
@cython.freelist(16)
cdef class Hand:
    cdef State _state
    cdef object _setup, _rules
    cdef Past _past
    cdef int _count, _small_seat, _big_seat
    cdef int64_t _small_blind, _big_blind, _ante
    cdef tuple _events

    @cython.locals(state=State)
    cdef int street_now(self) except -1
    @cython.locals(state=State, first=int, second=int)
    cdef object hole_of(self, int seat)
    @cython.locals(state=State)
    cdef object options_now(self)
    @cython.locals(state=State, to=int64_t, total=int64_t)
    cdef int64_t code_of(self, object action) except? -1
    @cython.locals(past=Past, mine=Past)
    cdef int own_past(self) except -1
    @cython.locals(twin=Hand)
    cpdef Hand copy(self)
    @cython.locals(past=Past, count=Py_ssize_t)
    cdef object events_now(self)
    @cython.locals(past=Past, state=State, i=int, before=int64_t)
    cdef int read_events(self) except -1

@cython.locals(known=Hand)
cpdef State state_of(object hand)
cdef Hand new_hand()
@cython.locals(state=State)
cdef State new_state(Terms terms)
@cython.locals(state=State)
cdef State begun(Terms terms)
cdef int step(State state, int64_t code) except -1
cdef bint same_hand(Hand one, Hand other) except -1
@cython.locals(won=int, seat=int, even=int64_t, rest=int64_t, extra=int64_t)
cdef object award_of(State state, int pot)
cdef object seats_of(int bits)

@cython.locals(
    row=tuple, seats=int, players=int, seat=int, small_seat=int, big_seat=int, place=int64_t,
    chips=int64_t, small=int64_t, big=int64_t, owed=int64_t, terms=Terms, hand=Hand,
)
cdef Hand quick_start(object stacks, object blinds, object button, object seed, object deck, object ante, object rules)
cdef int next_player(Terms terms, int seat) except -1
@cython.locals(cards=tuple, seen=cython.int[52], place=int, card=int)
cdef bint lay_deck(Terms terms, object deck) except -1
@cython.locals(draws=Draws, place=int)
cdef int shuffle_into(Terms terms, object seed) except -1
