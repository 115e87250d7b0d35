cimport cython
from libc.stdint cimport int64_t

from bigslick.core.chips cimport Log
from bigslick.core.hand cimport State

cdef int FLOP, LOG_AWARD, LOG_BET, LOG_CALL, LOG_CHECK, LOG_DEAD_POST, LOG_END, LOG_FOLD, LOG_HOLES, LOG_MUCK
cdef int LOG_RAISE, LOG_REFUND, LOG_RUN_OUT, LOG_SHOW, LOG_STREET
cdef tuple POSTS, FOLDS, CHECKS, MUCKS, DEALS, CARDS, STREET_NAMES

@cython.locals(log=Log, i=int, k=int, kind=int, seat=int, first=int, amount=int64_t)
cdef int read_step(State state, int64_t before, list events) except -1
@cython.locals(seat=int, place=int)
cdef int read_deal(State state, list events) except -1
@cython.locals(left=int64_t, i=int)
cdef bint took_last_chip(State state, Log log, int last, int seat)
@cython.locals(left=int64_t, i=int, kind=int, who=int)
cdef bint was_all_in(State state, Log log, int seat)
