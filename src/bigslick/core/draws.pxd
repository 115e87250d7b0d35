cimport cython
from libc.stdint cimport int64_t, uint64_t

cdef int[257] LEFT_OVER
cdef int64_t WORDS
cdef Py_ssize_t MOST_IN_ORDER

cdef extern from "Python.h":
    int PyErr_CheckSignals() except -1
cdef uint64_t WHOLE, STEP, FIRST_MIX, SECOND_MIX

@cython.final
cdef class Draws:
    cdef int[52] cards
    cdef object _more
    cdef bytes _block
    cdef const unsigned char* _bytes
    cdef Py_ssize_t _at, _end
    cdef int64_t _before
    cdef bint _small, _busy
    cdef readonly uint64_t state

    @cython.locals(bits=uint64_t)
    cdef inline uint64_t mixed(self) noexcept nogil
    cdef int refill(self) except -1 with gil
    cdef int byte(self) except -1 nogil
    @cython.locals(word=uint64_t, at=Py_ssize_t, i=int)
    cdef int64_t word(self) except -1 nogil
    cpdef int64_t used(self)
    @cython.locals(step=Py_ssize_t)
    cpdef int skip(self, Py_ssize_t count) except -1 nogil
    @cython.locals(scaled=int, left_over=int)
    cdef int draw(self, int n) except -1 nogil
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
