cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t

from bigslick.core.draws cimport Draws
from bigslick.core cimport hand as core
from bigslick.core.hand cimport State
from ._brain cimport Brain

cdef int FOLD, RIVER
cdef int64_t MAX_CHIPS

@cython.final
cdef class Playout:
    cdef State state, lent
    cdef Draws cards
    cdef int64_t[10] net
    cdef int[10] style
    cdef readonly int64_t hands, decisions
    cdef readonly bint playing

    cdef int begin_play(self) except -1
    @cython.locals(batch=int64_t)
    cdef int run_hands(self, int64_t hands, Brain house, Draws chance) except -1
    @cython.locals(_=int64_t)
    cdef int run_batch(self, int64_t hands, Brain house, Draws chance) except -1 nogil
    @cython.locals(state=State, refusal=int, shown=int, _=int64_t)
    cdef int ask_hands(self, int64_t hands, object policy) except -1
    cdef int betting(self, State state) except -1 nogil
    cdef int settle(self, State state) except -1 nogil

@cython.locals(code=int64_t)
cdef int64_t action_code(object answer) except? -1
