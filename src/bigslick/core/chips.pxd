cimport cython
from libc.stdint cimport int64_t
from libc.string cimport memset

from . cimport bits
from .terms cimport Terms

cdef int LIVE, LOG_AWARD, LOG_REFUND, LOG_LINES, MAX_SEATS
cdef int64_t MAX_CHIPS, TOTAL
cdef Terms NO_TERMS

@cython.locals(share=int64_t, odd=int64_t)
cdef int64_t part(int64_t amount, int count, int place, int64_t unit) noexcept nogil
cpdef int64_t part_of(int64_t amount, int count, int place, int64_t unit) except -1

@cython.final
cdef class Log:
    cdef int64_t[512] line

cdef class Chips:
    cdef readonly Terms terms
    cdef Log log
    cdef int64_t[10] stack, bet, paid, refund, won, pot_amount
    cdef int[10] status, pot_seats
    cdef readonly int seats, button, pots, log_count
    cdef int dealt_bits, live_bits
    cdef readonly int64_t middle, dead

    cdef void lay_out(self)
    # These are here rather than in the module because a call into another compiled module is never inlined.
    cdef inline void clear_chips(self) noexcept nogil:
        self.clear_bets()
        memset(&self.paid[0], 0, sizeof(self.paid))
        memset(&self.refund[0], 0, sizeof(self.refund))
        memset(&self.won[0], 0, sizeof(self.won))

    cdef inline void clear_bets(self) noexcept nogil:
        memset(&self.bet[0], 0, sizeof(self.bet))

    cdef inline int64_t within(self, int seat, int64_t due) noexcept nogil:
        if not self.live_bits >> seat & 1:
            return 0
        return due if due < self.stack[seat] else self.stack[seat]

    cdef inline void put(self, int seat, int64_t chips) noexcept nogil:
        self.stack[seat] -= chips
        self.bet[seat] += chips
        self.paid[seat] += chips
        self.middle += chips

    cdef inline void note(self, int kind, int seat, int64_t amount) noexcept nogil:
        if self.log is not None:
            self.write(kind, seat, amount)

    cdef void write(self, int kind, int seat, int64_t amount) noexcept nogil
    @cython.locals(top=int, rest=int, seat=int, paid=int64_t, called=int64_t, excess=int64_t)
    cdef void return_uncalled(self) noexcept nogil
    @cython.locals(level=int64_t, below=int64_t, floor=int64_t, amount=int64_t, laid=int64_t, seats=int)
    cdef void build_pots(self) noexcept nogil
    @cython.locals(first=int, rest=int)
    cdef int all_paid_alike(self) noexcept nogil
    cdef int claims(self, int pot) noexcept nogil
    @cython.locals(count=int, seat=int, place=int)
    cdef void award(self, int pot, int board, int64_t amount, int winners) noexcept nogil
    cdef void pay(self, int pot, int board, int seat, int64_t chips) noexcept nogil
    cdef int64_t even_share(self, int64_t amount, int count) noexcept nogil
