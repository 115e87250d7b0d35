cimport cython
from libc.stdint cimport int64_t

from bigslick.core cimport bits as seat_bits
from bigslick.core cimport chips as core_chips
from bigslick.core.hand cimport State
from bigslick.core.terms cimport Terms
from . cimport _options as offered
from . cimport _past as pasts
from . cimport _start as starts
from . cimport codec, log, saved
from ._options cimport OptionsCache
from ._past cimport Past
from ._start cimport Start

cdef int CALL, FOLD, LIVE, MAX_SEATS, OVER, RIVER, SHOWDOWN, MUCKS
cdef int64_t UNUSUAL
cdef OptionsCache CHOICES
cdef object NO_BOARD, AUTO, NO_POSTS, NOTHING, FOLDS, CHECKS, CALLS, BETS, RAISES, ALL_INS
cdef tuple CARDS, SEATS

@cython.final
cdef class Hand:
    cdef State _state
    cdef Start _start
    cdef Past _past
    cdef int _count
    cdef bint _shared
    cdef tuple _events

    @cython.locals(state=State, to=int64_t, total=int64_t)
    cdef int64_t code_of(self, object action) except? -1
    @cython.locals(twin=Hand)
    cpdef Hand copy(self)

@cython.locals(known=Hand)
cpdef State state_of(object hand)
cdef int street_of(State state) except -1
cdef tuple pots_of(State state)
cdef tuple board_of(State state)
cdef tuple boards_of(State state)
@cython.locals(first=int, second=int)
cdef tuple hole_of(State state, int seat)
cdef object options_of(State state)
cdef Hand new_hand()
@cython.locals(hand=Hand)
cdef Hand begin(Start start)
@cython.locals(state=State, kept=int64_t, code=int64_t)
cdef int redo(Hand hand, str word) except -1
cdef bint same_hand(Hand one, Hand other) except -1
@cython.locals(won=int, seat=int, place=int, count=int, amount=int64_t, even=int64_t, share=int64_t)
cdef object award_of(State state, int pot, int board)
cdef object seats_of(int bits)
