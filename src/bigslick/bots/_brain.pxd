cimport cython
from libc.stdint cimport int64_t, uint64_t

from bigslick.bots._board_notes cimport BoardNotes
from bigslick.bots._posed_state cimport PosedState
from bigslick.core cimport bits
from bigslick.core.draws cimport Draws
from bigslick.core.hand cimport State

cdef int CALL, EMPTY, FLOP, FOLD, FOLDED, LIVE, PREFLOP, RIVER
cdef int MAX_STYLES, KIND, OPEN, LIMP, RERAISE, CALL_RAISE, DEFEND, NERVE, CBET, VALUE, RAISE_VALUE, MARGIN, BLUFF
cdef int BET_SIZE, PUSH_DEPTH, PRESSURE, SIZES, COLUMNS, CALLER, RANDOM, THINKER
cdef int RAISE_FIRST, LIMP_FIRST, RAISE_LIMPERS, LIMP_ALONG, THREE_BET, COLD_CALL, HABITS
cdef int SIZE_OF_OPEN, SIZE_OF_RERAISE, SIZE_OF_FLOP_BET, SIZE_OF_FLOP_RAISE, SIZE_OF_LATER_RAISE
cdef int WAGERS, LIKELY, IN_RAISED, IN_RERAISED
cdef uint64_t NOTHING
cdef int[16] STAYING
cdef int[4] AFTER_WAGERS, BLUFFED
cdef short[1024] STAYS
cdef unsigned char[2704] NUMBER
cdef unsigned char[132] POSITION

@cython.final
cdef class Brain:
    cdef int[1024] style
    cdef int[169] share, tight
    cdef int[1352] worth
    cdef int[108] habit
    cdef int[224] size
    cdef short[6912] plays
    cdef BoardNotes notes
    cdef readonly int styles
    cdef PosedState posed

    # Unchecked methods are for compiled code only; Python calls `decide` and `consider`.
    @cython.locals(kind=int, luck=int64_t)
    cdef int64_t choose(self, State state, int style, Draws chance, int64_t pressure) except -2 nogil
    @cython.locals(choices=int, drawn=int)
    cdef int64_t at_random(self, State state, Draws chance) except -2 nogil
    cdef int against_any(self, int first, int second) noexcept nogil
    @cython.locals(
        seat=int, style=int, hand=int, share=int64_t, tight=int64_t, blind=int64_t, behind=int, limpers=int, others=int,
        chips=int64_t, deepest=int64_t, other=int, mine=int64_t, shallow=int64_t, deep=int64_t, plays=int, blur=int64_t,
        raises=int64_t, calls=int64_t, reraises=int64_t, odds=int64_t, felt=int64_t, target=int64_t,
    )
    cdef int64_t before_flop(self, State state, int number, int64_t luck, int64_t pressure) noexcept nogil
    @cython.locals(found=int)
    cdef int limpers(self, State state, int seats) noexcept nogil
    @cython.locals(after=int)
    cdef int position(self, State state, int seat) noexcept nogil
    cdef int after_button(self, State state, int seat) noexcept nogil
    @cython.locals(wide=int64_t, edge=int64_t, margin=int64_t)
    cdef int64_t commit(
        self, State state, int style, int hand, int64_t tight, int64_t deep, int64_t odds, int64_t felt
    ) noexcept nogil
    @cython.locals(column=int)
    cdef int against(self, int hand, int64_t share) noexcept nogil
    @cython.locals(callers=int64_t, fold_all=int64_t, risked=int64_t, equity=int64_t, called=int64_t)
    cdef int push_pays(
        self, State state, int hand, int64_t mine, int behind, int64_t depth, int64_t felt
    ) noexcept nogil
    cdef int64_t stack_off(self, int style, int64_t deep) noexcept nogil
    @cython.locals(
        seat=int, blind=int64_t, place=int64_t, rivals=int, best=int64_t, hit=int64_t, deep=int64_t, bluff=int64_t,
        whim=int64_t, ours=bint, value=int64_t, target=int64_t, after=int64_t, odds=int64_t, row=int, stays=int64_t,
        equity=int64_t, bluffed=int64_t, felt=int64_t,
    )
    cdef int64_t after_flop(self, State state, int style, int64_t luck, int64_t pressure) except -2 nogil
    @cython.locals(most=int64_t, others=int, other=int, chips=int64_t)
    cdef int likely(self, State state, int64_t blind) noexcept nogil
    cdef int64_t staying(self, int64_t deep) noexcept nogil
    @cython.locals(part=int64_t)
    cdef int64_t bet_to(self, State state, int style, int64_t luck) noexcept nogil
    @cython.locals(
        seat=int, mine=int64_t, deepest=int64_t, chips=int64_t, dealt=int, other=int, average=int64_t, kept=int64_t,
    )
    cdef int64_t felt(self, State state, int64_t pressure) noexcept nogil
    @cython.locals(stack=int64_t)
    cdef int64_t at_risk(self, State state, int64_t felt, int64_t chips) noexcept nogil
    cdef int64_t risky_odds(self, State state, int64_t odds, int64_t felt) noexcept nogil
    cdef int64_t sized(self, int style, int row, int64_t luck) noexcept nogil
    cdef int64_t deep(self, State state, int64_t mine, int64_t blind) noexcept nogil
    @cython.locals(found=int64_t)
    cdef int64_t in_blinds(self, int64_t chips, int64_t blind) noexcept nogil
    cdef int64_t blind(self, State state) noexcept nogil
    @cython.locals(pot=int64_t)
    cdef int64_t odds(self, State state) noexcept nogil
    cdef int64_t give_up(self, State state) noexcept nogil
    @cython.locals(bet=int64_t)
    cdef int64_t wager(self, State state, int64_t to) noexcept nogil

cdef int64_t thousandths(int64_t chips, int64_t part) noexcept nogil
@cython.locals(more=int64_t)
cdef int64_t times_the_odds(int64_t share, int64_t times) noexcept nogil
@cython.locals(step=int, low=int64_t, over=int64_t)
cdef int64_t between_powers(int64_t deep) noexcept nogil
@cython.locals(deep=int)
cdef void fill_stays() noexcept
