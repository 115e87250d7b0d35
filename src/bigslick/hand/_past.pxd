cimport cython
from libc.stdint cimport int64_t

from bigslick.core.hand cimport State
from bigslick.core.terms cimport Terms
from . cimport _start as starts
from . cimport codec, log

cdef int OVER, MUCKS

@cython.final
cdef class Past:
    cdef list codes, events, ends
    cdef State reader

    @cython.locals(state=State, done=Py_ssize_t, i=Py_ssize_t, before=int64_t)
    cdef int read_on(self, Terms terms) except -1
    @cython.locals(mine=Past)
    cdef Past until(self, int count)

@cython.locals(past=Past)
cdef Past past_of(list codes)
cdef int step(State state, int64_t code) except -1
