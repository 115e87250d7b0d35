cimport cython
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

cdef uint64_t[52] KEY
cdef uint64_t[52] MASK
cdef uint16_t[43718] LO
cdef uint32_t[10552] HI
cdef uint16_t[73775] VALUE
cdef uint16_t[8192] FLUSH

cdef int[128] RANK_OF
cdef int[128] SUIT_OF
cdef uint64_t[256] BYTE_KEY
cdef uint64_t[256] BYTE_MASK

cdef int lookup(uint64_t key, uint64_t mask) noexcept nogil
cdef int rank_lookup(uint64_t key) noexcept nogil

@cython.locals(key=uint64_t, mask=uint64_t, bit=uint64_t, n=Py_ssize_t, i=Py_ssize_t, number=int)
cpdef int strength(object cards) except -1

@cython.locals(text=str, key=uint64_t, mask=uint64_t, bit=uint64_t, i=Py_ssize_t, n=int, letter=int, rank=int, number=int)
cdef int text_strength(str text) except -2

cpdef Py_ssize_t strength_many(const uint8_t[:, ::1] hands, uint16_t[::1] out) except -1
@cython.locals(i=Py_ssize_t, j=Py_ssize_t, key=uint64_t, mask=uint64_t, total=uint64_t, bit=uint64_t, card=uint8_t)
cdef Py_ssize_t fill(const uint8_t[:, ::1] hands, uint16_t[::1] out, Py_ssize_t rows, Py_ssize_t width) noexcept nogil

cpdef int count_strengths(int cards, uint64_t[::1] counts) except -1
@cython.locals(card=int)
cdef void count(int first, int left, uint64_t key, uint64_t mask, uint64_t[::1] counts) noexcept nogil
