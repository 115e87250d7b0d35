cimport cython
from libc.stdint cimport int64_t

from bigslick.core.hand cimport State

cdef int RIVER, PLACES, FORBIDDEN

@cython.final
cdef class KeptOptions:
    cdef int seat, opens, free_fold
    cdef int64_t to_call, min_to, max_to, all_in
    cdef object made

@cython.final
cdef class OptionsCache:
    cdef object _kind
    cdef list _kept

    @cython.locals(seat=int, opens=int, all_in=int64_t, place=int64_t, kept=KeptOptions)
    cpdef object of(self, State state)

@cython.locals(seat=int, all_in=int64_t)
cpdef int64_t all_in_total(State state) except? -2
