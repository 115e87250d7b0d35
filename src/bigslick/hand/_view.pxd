cimport cython
from libc.stdint cimport int64_t

from bigslick.core.hand cimport State
from bigslick.core.terms cimport Terms
from . cimport _past as pasts
from . cimport _start as starts
from ._past cimport Past
from ._start cimport Start
from . cimport hand as hands
from .hand cimport Hand

cdef int MAX_SEATS, RIVER, UNKNOWN
cdef tuple HIDDEN

@cython.final
cdef class SeatView:
    cdef State _state
    cdef object _options, _events, _whole
    cdef list _codes
    cdef int _count, _seat
    cdef bint _open, _borrows
    cdef int64_t _small, _big, _ante

    cdef State _now(self)
    cdef int _show(self, State state) except -1
    cdef int _close(self) except -1

@cython.locals(shown=Hand, state=State, start=Start, seen=SeatView, chair=int)
cpdef SeatView view(object hand, object seat)
@cython.locals(seen=SeatView)
cdef SeatView new_view(State state, int seat)
@cython.locals(twin=State, other=int, place=int)
cdef State copy_for(State state, int seat, Terms public)
@cython.locals(terms=Terms, past=Past, i=int, board=int)
cdef tuple events_before_showdown(State state, list codes, int count)
cpdef object redact(object event, object seat)
