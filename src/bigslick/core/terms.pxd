cimport cython
from libc.stdint cimport int64_t, uint64_t

from . cimport bits

cdef int ANTE_BIG_BLIND, ANTE_BUTTON, ANTE_PER_PLAYER, FIXED_LIMIT
cdef int LOG_SMALL_BLIND, LOG_BIG_BLIND, LOG_STRADDLE, LOG_LIVE_POST
cdef int MAX_SEATS, MOST_BOARDS, UNKNOWN
cdef int64_t MAX_CHIPS

@cython.final
cdef class Terms:
    cdef int64_t[10] stack, ante, live, dead
    cdef int[10] kind
    cdef int[52] deck
    cdef readonly int seats, button, opener, poster
    cdef int antes, owing_bits
    cdef readonly int limit, bet_cap, reopening, reveal, streets
    cdef readonly int burn, open_fold, posted_price, ante_first, ante_kind, pot_antes, pot_full, run_outs
    cdef readonly int bomb_pot, double_board
    cdef readonly int64_t min_bet, small_bet, big_bet, odd_unit, price, pot_assumed

    @cython.locals(seat=int, place=int, card=Py_ssize_t, bit=uint64_t, seen=uint64_t, one=uint64_t)
    cdef int fill(self, tuple numbers, tuple stacks, tuple deck) except -1
    cdef void take_rules(self, Terms other) noexcept
    @cython.locals(seat=int, each=int64_t)
    cdef void post(
        self, int button, int small_seat, int big_seat, int64_t small, int64_t big, int64_t ante
    ) noexcept nogil
    cdef void set_bets(self, int64_t least, int64_t small, int64_t large) noexcept nogil
    cdef void straddle(self, int seat, int64_t amount) noexcept nogil
    cdef void extra(self, int seat, int64_t live, int64_t dead) noexcept nogil
    cdef void add_live(self, int seat, int64_t amount, int kind) noexcept nogil
    @cython.locals(twin=Terms, seat=int, place=int)
    cdef Terms without_cards(self)
    cdef int players(self) noexcept nogil
    @cython.locals(found=int, seat=int)
    cdef int taken(self) noexcept nogil

@cython.locals(terms=Terms, seat=int, live=int64_t, dead=int64_t)
cpdef Terms new_terms(
    tuple numbers, tuple stacks, tuple deck, tuple posting, tuple straddles=*, tuple posts=*, Py_ssize_t bomb_pot=*,
    Py_ssize_t double_board=*, tuple bets=*
)
cdef int whole_number(tuple numbers, int place, str what, int low, int high) except? -1
@cython.locals(found=Py_ssize_t)
cdef int64_t amount(tuple numbers, int place, str what, int64_t low, int64_t high) except? -1
