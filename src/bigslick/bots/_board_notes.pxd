cimport cython
from libc.stdint cimport int64_t, uint64_t

from bigslick.core cimport evaluate as ev
from bigslick.core.hand cimport State

cdef uint64_t ONE, NOTHING
cdef unsigned char[8192] STRAIGHT_OUTS

@cython.final
cdef class BoardNotes:
    cdef uint64_t[64] likely, likely_key, likely_mask
    cdef short[64] made
    cdef uint64_t held, key, mask
    cdef int made_count

    # Unchecked, for compiled code only.
    @cython.locals(
        held=uint64_t, card=int, i=int, first=int, second=int, mine=short, beaten=short, gone=short,
    )
    cdef int percentile(self, State state, int seat, int count) noexcept nogil
    @cython.locals(key=uint64_t, mask=uint64_t, i=int, gone=int64_t)
    cdef void make(self, int count) noexcept nogil
    @cython.locals(suits=uint64_t, whole_hand=uint64_t, found=int, more=int)
    cdef int outs(self, int first, int second) noexcept nogil

cdef int ranks_of(uint64_t mask) noexcept nogil
@cython.locals(low=int)
cdef int is_straight(int ranks) noexcept nogil
@cython.locals(ranks=int, found=int, rank=int)
cdef void fill_straight_outs() noexcept
