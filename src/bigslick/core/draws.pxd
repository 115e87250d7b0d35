cimport cython
from libc.stdint cimport int64_t, uint64_t

cdef int[257] LEFT_OVER
cdef int64_t WORDS
cdef Py_ssize_t MOST_IN_ORDER

cdef extern from "Python.h":
    int PyErr_CheckSignals() except -1
cdef uint64_t WHOLE, STEP

@cython.final
cdef class Draws:
    cdef short[52] cards
    cdef object _more
    cdef bytes _block
    cdef const unsigned char* _bytes
    cdef Py_ssize_t _at, _end
    cdef int64_t _before
    cdef bint _small, _busy
    cdef readonly uint64_t state

    # These are here rather than in the module because a call into another compiled module is never inlined.
    cdef inline uint64_t mixed(self) noexcept nogil:
        self.state += 0x9E3779B97F4A7C15ULL
        cdef uint64_t bits = self.state
        bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9ULL
        bits = (bits ^ bits >> 27) * 0x94D049BB133111EBULL
        return bits ^ bits >> 31

    cdef inline int byte(self) except -1 nogil:
        if self._at >= self._end:
            return <int>(self.mixed() >> 56) if self._small else self.next_block()
        self._at += 1
        return self._bytes[self._at - 1]

    cdef inline int draw(self, int n) except -1 nogil:
        cdef int scaled
        while True:
            scaled = self.byte() * n
            if (scaled & 0xFF) >= LEFT_OVER[n]:
                return scaled >> 8

    cdef inline int64_t word(self) except -1 nogil:
        return <int64_t>(self.mixed() >> 32) if self._small else self.read_word()

    cdef int refill(self) except -1 with gil
    cdef int next_block(self) except -1 nogil
    @cython.locals(word=uint64_t, at=Py_ssize_t, i=int)
    cdef int64_t read_word(self) except -1 nogil
    cpdef int64_t used(self)
    @cython.locals(step=Py_ssize_t)
    cpdef int skip(self, Py_ssize_t count) except -1 nogil
    @cython.locals(scaled=uint64_t, left_over=uint64_t)
    cpdef int64_t below(self, Py_ssize_t n) except -1 nogil
    @cython.locals(i=int, j=int, card=int)
    cpdef int shuffle_first(self, Py_ssize_t k) except -1 nogil
    @cython.locals(i=int)
    cpdef tuple first(self, Py_ssize_t k)
    @cython.locals(i=int)
    cpdef tuple shuffled(self, tuple deck)
    @cython.locals(i=Py_ssize_t, j=Py_ssize_t)
    cpdef list permutation(self, Py_ssize_t n)
