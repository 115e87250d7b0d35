cimport cython
from libc.stdint cimport int64_t

from bigslick.core.hand cimport State

cdef int CALL, FOLD, OVER, RIVER
cdef Py_ssize_t MOST_ACTIONS

cdef extern from "Python.h":
    int PyErr_CheckSignals() except -1

@cython.final
cdef class Counter:
    cdef list pool
    cdef object breathe
    cdef bint busy
    cdef readonly int64_t leaves
    cdef int64_t[4] decisions, actions

    cpdef int64_t walk(self, State state) except -1
    @cython.locals(street=int, low=int64_t, high=int64_t, to=int64_t, leaves=int64_t)
    cdef int64_t count(self, State state, Py_ssize_t depth) except -1
    @cython.locals(child=State)
    cdef int64_t follow(self, State state, int64_t code, Py_ssize_t depth) except -1
