cimport cython
from libc.stdint cimport int64_t

from bigslick.core cimport hand as core
from bigslick.core.hand cimport State

from bigslick.history._scan cimport Playback, RecordedAction

cdef int CALL, EMPTY, FLOP, FOLD, OVER, PREFLOP, RIVER, SHOWDOWN
cdef int BOARD, FOLD_KIND, MOST_PLACES, WAGER
cdef int64_t MOST_VALUE
cdef int DEALT, ENTERED, RAISED, THREE_BET, FACED_THREE_BET, STEAL, FACED_STEAL, C_BET, FACED_C_BET, FLOPS, SHOWDOWNS
cdef int SETTLED_SHOWDOWNS, WON_SHOWDOWNS, SETTLED_FLOPS, WON_FLOPS, BITS, WAGERS, CALLS, FOLDS, COLUMNS, NO_SEAT, SUMS

@cython.final
cdef class Tally:
    cdef int[29] bit
    cdef int[10] wagers, calls, folds
    cdef int64_t[10] put, won
    cdef double[10] fair
    cdef readonly int seats, live, street, cards, all_in
    cdef readonly bint settled
    cdef readonly int64_t pot
    cdef int stealers, blinds, raises, stayed, called, acted, stealer, raiser, raiser_before, holder, bettor, bets

    # Unchecked methods are for compiled code only; Python calls those without a line here.
    cdef void start(self, State state, int stealers, int blinds) noexcept nogil
    @cython.locals(i=int)
    cdef void clear(self, int seats, int dealt, int stealers, int blinds) noexcept nogil
    cpdef begin(self, State state, int stealers, int blinds)
    cpdef see(self, int seat, int street, int cards, int64_t due, int64_t code)
    @cython.locals(bit=int)
    cdef void note(self, int seat, int street, int cards, int64_t due, int64_t code) noexcept nogil
    @cython.locals(wager=bint)
    cdef void before_flop(self, int seat, int bit, int64_t due, int64_t code) noexcept nogil
    cdef void open_street(self, int street) noexcept nogil
    @cython.locals(wager=bint, at=int)
    cdef void after_flop(self, int seat, int bit, int64_t due, int64_t code) noexcept nogil
    cdef void finish(self, bint showdown, int cards) noexcept nogil
    @cython.locals(seat=int, winners=int)
    cdef void settle(self) noexcept nogil
    cpdef close(self, State state)
    @cython.locals(seat=int)
    cdef void end(self, State state, int cards) noexcept nogil
    @cython.locals(
        state=State, action=RecordedAction, dealt=int, seat=int, street=int, cards=int, due=int64_t, code=int64_t, _=int,
    )
    cpdef play(self, Playback playback, int stealers, int blinds)
    @cython.locals(seat=int)
    cpdef collect(self, tuple won)
    @cython.locals(seat=int)
    cpdef adjust(self, tuple fair)
    cdef int check_seat(self, int seat) except -1
    @cython.locals(i=Py_ssize_t, last=Py_ssize_t)
    cdef void add_to(self, int64_t* columns, Py_ssize_t at, int seat) noexcept nogil

@cython.final
cdef class SeatCounts:
    cdef int64_t[32] column
    cdef double[6] sum
    cdef int64_t[10] chips
    cdef double[10] fair_chips
    cdef readonly int64_t known

    @cython.locals(i=int, chips=int64_t, fair=double, blinds=double)
    cpdef add(self, Tally tally, int seat, int64_t big_blind, int places)
    @cython.locals(i=int)
    cpdef merge(self, SeatCounts other)
