cimport cython
from libc.stdint cimport int64_t

cdef int ANTE_BIG_BLIND, ANTE_BUTTON, ANTE_PER_PLAYER
cdef int LOG_SMALL_BLIND, LOG_BIG_BLIND, LOG_STRADDLE, LOG_LIVE_POST

@cython.final
cdef class Terms:
    cdef int64_t[10] stack, ante, live, dead
    cdef int[10] kind
    cdef int[52] deck
    cdef readonly int seats, button, opener, poster
    cdef readonly int limit, bet_cap, single, reveal, streets
    cdef readonly int burn, open_fold, posted_price, ante_first, ante_kind, pot_antes, pot_full
    cdef readonly int64_t min_bet, small_bet, big_bet, odd_unit, price, pot_assumed

    @cython.locals(seat=int, place=int)
    cpdef fill(self, tuple numbers, tuple stacks, tuple deck)
    cdef set_rules(self, tuple numbers)
    @cython.locals(seat=int)
    cpdef void post(
        self, int button, int small_seat, int big_seat, int64_t small, int64_t big, int64_t ante
    ) noexcept nogil
    cpdef void straddle(self, int seat, int64_t amount) noexcept nogil
    cpdef void extra(self, int seat, int64_t live, int64_t dead) noexcept nogil
    cdef void add_live(self, int seat, int64_t amount, int kind) noexcept nogil
