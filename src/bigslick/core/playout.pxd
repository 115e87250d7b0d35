cimport cython
from libc.stdint cimport int64_t

from .deck cimport Deck
from .hand cimport State

cdef int CALL, FOLD, CALLER, RANDOM

@cython.final
cdef class Playout:
    cdef readonly State state
    cdef readonly Deck cards, choices
    cdef int64_t[10] net
    cdef readonly int64_t hands, decisions

    cpdef run(self, int64_t hands, int policy)
    cdef int loop(self, int64_t hands, int policy) except -1 nogil
    @cython.locals(choices=int, drawn=int)
    cdef int64_t choose(self, int policy) except -2 nogil
    @cython.locals(state=State, refusal=int, _=int64_t)
    cpdef ask(self, int64_t hands, object policy)
    @cython.locals(count=int, seat=int, place=int)
    cdef int deal(self) except -1 nogil
    cdef void settle(self) noexcept nogil
