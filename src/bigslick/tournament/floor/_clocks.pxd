cimport cython
from libc.stdint cimport int64_t

cdef int DUE

@cython.final
cdef class Clocks:
    # Not even readonly: Python could write into a memory view, and these numbers are indices.
    cdef int64_t[::1] time, heap, place, report, rest
    cdef readonly int64_t tables, count

    # Unchecked methods are for compiled code only; Python calls those without a line here.
    cdef int64_t known(self, object table) except -1
    cdef void ask(self, int64_t table) noexcept nogil
    cdef int is_due(self, int64_t table) noexcept nogil
    @cython.locals(table=int64_t)
    cdef int64_t take_due(self) noexcept nogil
    cdef void put(self, int64_t at, int64_t table) noexcept nogil
    @cython.locals(table=int64_t)
    cdef void rise(self, int64_t at) noexcept nogil
    @cython.locals(least=int64_t, child=int64_t, table=int64_t)
    cdef void sink(self, int64_t at) noexcept nogil
    cdef int earlier(self, int64_t one, int64_t other) noexcept nogil
