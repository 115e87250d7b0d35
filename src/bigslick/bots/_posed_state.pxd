from bigslick.core cimport hand as core
from bigslick.core.hand cimport State
from bigslick.core.terms cimport Terms

cimport cython

cdef int EMPTY, FOLDED, LIVE, PREFLOP

@cython.final
cdef class PosedState:
    cdef Terms terms
    cdef State state

    # It writes into a state: Python has `Brain.consider`.
    cdef int pose(self, object numbers, object rows, object cards) except -1
