cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t

from bigslick.core.draws cimport Draws
from bigslick.core cimport hand as core
from bigslick.core.hand cimport State
from bigslick.core.rotation cimport Rotation
from bigslick.core.terms cimport Terms
from bigslick.tournament.floor._seats cimport Seats

cdef int CHAIRS, MOST_ACTIONS, BATCH, MORE, RIVER, FOLD, CALL, FOLDS, AFTER_NEXT
cdef int64_t MAX_CHIPS

@cython.final
cdef class Floor(Seats):
    cdef readonly Terms terms
    cdef readonly State state
    cdef readonly Rotation rotation
    cdef readonly Draws cards, chance
    # Not even readonly: Python could write into a memory view, and these numbers are indices.
    cdef int64_t[::1] codes, starts, level_rows, ante_rows, pauses, order
    cdef readonly int64_t bust_tables, code_count, level, pause, asking, order_at
    cdef readonly int64_t small, big, ante, pace_hand, pace_action, played, pressure
    cdef readonly int button_rule

    # Unchecked methods are for compiled code only; Python calls those without a line here.
    @cython.locals(i=int64_t)
    cdef int check_order(self, int64_t[::1] order) except -1
    cdef void set_level(self, int64_t small, int64_t big, int64_t ante) noexcept nogil
    cdef int64_t run_round(self) except -1
    @cython.locals(busted=int, hands=int)
    cdef int play_some(self) except -1 nogil
    cdef inline void note(self, int64_t code) noexcept nogil
    @cython.locals(row=int64_t, at=int64_t, code=int64_t)
    cdef int play(self, int64_t table) except -1 nogil
    @cython.locals(row=int64_t, taken=int, seat=int, dealt=int, small=int)
    cdef int seat_hand(self, int64_t table) noexcept nogil
    @cython.locals(row=int64_t, seat=int, busted=int)
    cdef int settle_hand(self, int64_t table) except -1 nogil
    @cython.locals(found=int64_t)
    cdef int64_t run_clock(self, int64_t limit) except -2
    @cython.locals(_=int)
    cdef int64_t run_some(self, int64_t limit) except -3 nogil
    @cython.locals(table=int64_t, now=int64_t, row=int64_t, hands=int64_t)
    cdef int play_earliest(self) except -1 nogil
