cimport cython
from libc.stdint cimport int64_t, uint64_t

from bigslick.core cimport evaluate as ev
from bigslick.core.draws cimport Draws
from bigslick.core cimport hand as core
from bigslick.core.hand cimport State
from bigslick.core.terms cimport Terms

cdef int CALL, FOLD, FOLDED, LIVE, PREFLOP
cdef int MAX_STYLES, KIND, LIMP, RERAISE, CALL_RAISE, OPEN_SIZE, BET_SIZE, VALUE, RAISE_VALUE, MARGIN, BLUFF
cdef uint64_t ONE, LOW
cdef int PUSH_DEPTH, SAMPLES, OPEN, COLUMNS, CALLER, RANDOM, THINKER

@cython.final
cdef class Brain:
    cdef int[1408] style
    cdef int[169] share
    cdef int[1352] worth
    cdef unsigned short[2704] pair
    cdef int[52] rest
    cdef readonly int styles
    cdef Terms terms
    cdef State posed

    cpdef int known(self, int style) except -1

    @cython.locals(kind=int)
    cpdef int64_t decide(self, State state, int style, Draws chance) except -2 nogil
    @cython.locals(state=State, seat=int, i=int)
    cpdef int64_t consider(self, int style, Draws chance, tuple numbers, tuple rows, tuple cards) except -2
    @cython.locals(choices=int, drawn=int)
    cdef int64_t at_random(self, State state, Draws chance) except -2 nogil
    @cython.locals(high=int, low=int)
    cpdef int starting_hand(self, int first, int second) noexcept nogil
    @cython.locals(
        seat=int, hand=int, share=int, blind=int64_t, behind=int, limpers=int, deepest=int64_t, other=int,
        mine=int64_t, depth=int64_t, odds=int64_t, share_of_raiser=int, edge=int64_t, limit=int64_t,
    )
    cdef int64_t before_flop(self, State state, int style, Draws chance) except -2 nogil
    @cython.locals(column=int)
    cdef int against(self, int hand, int share) noexcept nogil
    @cython.locals(callers=int, fold_all=int64_t, risked=int64_t, called=int64_t)
    cdef int push_pays(self, State state, int hand, int64_t mine, int behind, int64_t depth) noexcept nogil
    @cython.locals(seat=int, strength=int64_t, rivals=int, share=int64_t, target=int64_t, odds=int64_t)
    cdef int64_t after_flop(self, State state, int style, Draws chance) except -2 nogil
    @cython.locals(
        blind=int64_t, most=int64_t, other=int, limit=int, key=uint64_t, mask=uint64_t, card=int, i=int, first=int,
        second=int, mine=uint64_t, my_mask=uint64_t, missing=int, score=int, picks=int, pair=int, one=int, two=int, unseen=int,
        seen=uint64_t, all_key=uint64_t, all_mask=uint64_t, ours=int, theirs=int,
    )
    cdef int estimate(self, State state, int seat, int samples, Draws chance) except -2 nogil
    @cython.locals(tries=int, one=int, two=int, left=uint64_t)
    cdef int pick(self, int unseen, int limit, Draws chance) except -1 nogil
    @cython.locals(one=int, two=int)
    cdef int made(self, uint64_t key, uint64_t mask, int pair) noexcept nogil
    @cython.locals(card=int)
    cdef int draw(self, int count, int one, int two, Draws chance) except -1 nogil
    @cython.locals(card=int)
    cdef inline int take(self, int at, int count) noexcept nogil
    cdef int64_t give_up(self, State state) noexcept nogil
    @cython.locals(bet=int64_t)
    cdef int64_t wager(self, State state, int64_t to) noexcept nogil
