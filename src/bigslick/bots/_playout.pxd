cimport cython
from libc.stdint cimport int64_t

from bigslick.core.draws cimport Draws
from bigslick.core.hand cimport State
from ._brain cimport Brain

@cython.final
cdef class Playout:
    cdef readonly State state
    cdef readonly Draws cards
    cdef int64_t[10] net
    cdef readonly int64_t hands, decisions

    @cython.locals(by_seat=cython.int[10], seat=int, _=int64_t)
    cpdef run(self, int64_t hands, Brain house, list styles, Draws chance)
    @cython.locals(state=State, refusal=int, _=int64_t)
    cpdef ask(self, int64_t hands, object policy)
    cdef void settle(self) noexcept nogil
