cimport cython
from libc.stdint cimport int64_t

@cython.final
cdef class Terms:
    cdef int64_t[10] stack, ante, live, dead
    cdef int[10] kind
    cdef int[52] deck
    cdef readonly int seats, button, opener, poster
    cdef readonly int limit, bet_cap, single, reveal, streets
    cdef readonly int burn, open_fold, posted_price, ante_first, ante_dead, pot_antes
    cdef readonly int64_t min_bet, small_bet, big_bet, odd_unit, price, pot_assumed

    cpdef fill(self, tuple numbers, tuple rows, tuple deck)
