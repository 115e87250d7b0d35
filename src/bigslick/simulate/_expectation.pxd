cimport cython
from libc.stdint cimport int64_t, uint64_t

from bigslick.core cimport evaluate as ev
from bigslick.core.draws cimport Draws
from bigslick.core.hand cimport State

cdef int EMPTY, LIVE, BOARDS

@cython.final
cdef class Expectation:
    cdef State state
    cdef Draws boards
    cdef int seats, one_pot
    cdef int[52] left
    cdef uint64_t[10] key, mask
    cdef int[10] strength
    cdef double[10] chips

    # Unchecked, so for compiled code only.
    @cython.locals(
        used=uint64_t, one=uint64_t, seat=int, i=int, j=int, card=int, count=int, boards=int, key=uint64_t, mask=uint64_t, _=int,
    )
    cdef int find(self, int cards) except -1 nogil
    @cython.locals(seat=int, pot=int)
    cdef void weigh(self, uint64_t key, uint64_t mask) noexcept nogil
    @cython.locals(seat=int, best=int, winners=int, part=double)
    cdef void share_out(self, int64_t amount, int bits) noexcept nogil
    cdef int find_one_pot(self, int cards) except -1 nogil
