cimport cython
from libc.stdint cimport int64_t

cdef int64_t MOST_ITEMS

@cython.locals(
    low=int64_t, high=int64_t, step=int64_t, most=int64_t, total=int64_t, value=int64_t, spare=int64_t, slots=int64_t,
    slot=int64_t, place=int64_t, x=int64_t, sampled=bint, needed=int, off=int, i=int, j=int, k=int, size=int
)
cdef bint ints(int64_t[::1] m, int out, int block, int always, int base, int room) noexcept nogil
@cython.locals(count=int64_t, items=int64_t, i=int)
cdef bint subsets(int64_t[::1] m, int counter, int source, int64_t wanted, int room) noexcept nogil
@cython.locals(size=int, items=int, i=int, j=int)
cdef bint next_subset(int64_t[::1] m, int counter, int source, int subset) noexcept nogil
@cython.locals(places=int, one=int64_t, x=int64_t, items=int, i=int, j=int, size=int64_t, seen=bint)
cdef bint choices(int64_t[::1] m, int out, int source, int64_t least, int64_t most, int bits, int room) noexcept nogil
