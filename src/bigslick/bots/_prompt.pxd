cimport cython
from libc.stdint cimport int64_t

from bigslick.core.hand cimport State
from bigslick.hand._view cimport SeatView

cdef int CALL, FOLD
cdef object SEAT_VIEW

@cython.final
cdef class Prompt:
    cdef object _decide, _fold, _check, _call, _bet, _raise, _judge, _fail
    cdef readonly int64_t asked
    cdef readonly int busy, late, stopped

    @cython.locals(code=int64_t, shown=SeatView)
    cdef int64_t answer(self, object view, State state) except -3
