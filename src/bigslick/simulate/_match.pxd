cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t

from bigslick.bots._prompt cimport Prompt
from bigslick.core.draws cimport Draws
from bigslick.core cimport hand as core
from bigslick.core.hand cimport State
from bigslick.core.terms cimport Terms
from bigslick.bots._brain cimport Brain
from bigslick.history.statistics._tally cimport Tally
from ._expectation cimport Expectation

cdef int CALL, EMPTY, FOLD, LOG_BIG_BLIND, LOG_SMALL_BLIND, RIVER
cdef int MOST_CODES, COLUMNS
cdef int HOLE, STREETS, ANSWERS, LUCKS, LEARNING
cdef int SUMS, PLACES, BIGGEST, POT, NUMBER, ROTATION, CARDS, CODES, HEAD, MOST_CARDS, KEPT

@cython.final
cdef class Match:
    cdef readonly State state
    cdef readonly Brain house
    cdef readonly Draws cards, boards
    cdef tuple streams
    cdef void* stream[10]  # each bot's, kept alive by the tuple
    cdef int[10] bot, style, share
    cdef double[10] net, fair, extra
    cdef double[300] place
    cdef int64_t[2725] kept
    cdef double[60] sums
    cdef double[50] luck, dealt, square, along
    cdef double[20] lean
    cdef double[10] before
    cdef int64_t[320] figure
    cdef Tally tally
    cdef Expectation expectation
    cdef int64_t[512] code
    cdef readonly int adjust, aivat, seats, rotation, code_count
    cdef readonly bint playing
    cdef int stealers, blinds
    cdef readonly int64_t hands, deals, decisions, runouts

    # Unchecked methods are for compiled code only; Python calls those without a line here.
    @cython.locals(seat=int)
    cdef int start_hand(self, int rotation, int fresh) except -1 nogil
    cdef int slot_of(self, int seat) noexcept nogil
    @cython.locals(slot=int, code=int64_t)
    cdef int run_hand(self) except -2 nogil
    @cython.locals(seat=int, street=int, cards=int, due=int64_t, refusal=int)
    cdef int act(self, int64_t code) except -1 nogil
    @cython.locals(hand=cython.double[10], seat=int, slot=int, bot=int, chips=int64_t, at=int, i=int, each=double)
    cdef int add_hand(self) except -1 nogil
    @cython.locals(pot=int64_t, seat=int, least=int, i=int, at=int)
    cdef void keep_pot(self) noexcept nogil
    @cython.locals(bot=int, each=double, fair=double)
    cdef int add_deal(self, int rotations) except -1 nogil
    @cython.locals(batch=int64_t)
    cdef int run_deals(self, int64_t deals, int rotations, int period) except -1
    @cython.locals(_=int64_t, turn=int)
    cdef int run_batch(self, int64_t deals, int rotations, int period) except -1 nogil
    @cython.locals(_=int64_t, turn=int, slot=int, prompt=Prompt)
    cdef int ask_deals(self, int64_t deals, int rotations, int period, tuple prompts, tuple views, object watch) except -1
    cdef int check_idle(self) except -1
    cdef tuple check_rotations(self, object rotations, object period)
    @cython.locals(seat=int)
    cdef int run_out(self, int cards) except -1 nogil
    @cython.locals(seat=int, i=int, count=int, first=int, second=int, total=double, others=double)
    cdef int look_at_holes(self) except -1 nogil
    @cython.locals(seat=int, street=int)
    cdef int look_at_street(self, int cards) except -1 nogil
    @cython.locals(seat=int, rival=int, gain=double)
    cdef int compare_answers(self, int64_t code, int64_t other) except -1 nogil
    @cython.locals(seat=int, rival=int, total=double, part=double, due=int64_t, add=int64_t)
    cdef double value_of(self, int64_t code) noexcept nogil
    @cython.locals(left=double, i=int, at=int, mean=double, part=double, learnt=double)
    cdef void take_luck_out(self, int bot, double fair, int hands) noexcept nogil

cdef inline int hold_streams(Match match) except -1:
    cdef int bot
    cdef Draws stream
    for bot in range(len(match.streams)):
        stream = match.streams[bot]
        match.stream[bot] = <void*>stream
    return 0

cdef inline int64_t decide_for(Match match, int bot, int style) except -2 nogil:
    return match.house.choose(match.state, style, <Draws>match.stream[bot], 0)

cdef inline int64_t decide_again(Match match, int style) except -2 nogil:
    return match.house.choose(match.state, style, match.boards, 0)

@cython.locals(terms=Terms)
cdef tuple find_stealers(State state)
