cimport cython
from libc.stdint cimport int64_t

from .terms cimport Terms

cdef int LIVE, LOG_AWARD, LOG_REFUND, LOG_LINES
cdef Terms NO_TERMS

@cython.final
cdef class Log:
    cdef int64_t[256] line

cdef class Chips:
    cdef readonly Terms terms
    cdef Log log
    cdef int64_t[10] stack, bet, paid, refund, won, pot_amount
    cdef int[10] status, pot_seats
    cdef readonly int seats, button, pots, log_count
    cdef readonly int64_t middle, dead

    cdef void lay_out(self)
    cdef int after(self, int seat) noexcept nogil
    cdef int64_t within(self, int seat, int64_t due) noexcept nogil
    cdef void put(self, int seat, int64_t chips) noexcept nogil
    cdef void note(self, int kind, int seat, int64_t amount) noexcept nogil
    @cython.locals(top=int, excess=int64_t)
    cdef void return_uncalled(self) noexcept nogil
    @cython.locals(level=int64_t, below=int64_t, floor=int64_t, amount=int64_t, laid=int64_t, seats=int)
    cdef void build_pots(self) noexcept nogil
    cdef int claims(self, int pot) noexcept nogil
    @cython.locals(seat=int, share=int64_t, rest=int64_t, chips=int64_t)
    cdef void award(self, int pot, int winners) noexcept nogil
    @cython.locals(count=int)
    cdef int64_t even_share(self, int pot, int winners) noexcept nogil
    cdef int64_t odd_piece(self, int64_t rest) noexcept nogil
