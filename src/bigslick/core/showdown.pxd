cimport cython
from libc.stdint cimport int64_t

from . cimport bits
from .cards cimport HandCards

cdef int EMPTY, LAST_CLAIM, LOG_END, LOG_MUCK, LOG_SHOW, MUCKED, MUST_SHOW, NOT_ASKED, OK
cdef int OVER, REVEAL_ASK, REVEAL_MUCK, REVEAL_NONE, SHOWDOWN

cdef class Showdown(HandCards):
    cdef short[10] show_order  # first, because `copy_numbers` begins here, right after the deck
    # Enough ints to fill the struct to a multiple of eight bytes: a gap would push a state above 1,016 bytes.
    cdef readonly int turn, aggressor, initiative, live, shows, asked, all_in_showdown

    cdef void lay_out_showdown(self)
    @cython.locals(seat=int)
    cdef void show_down(self) noexcept nogil
    @cython.locals(best=int, seat=int, tabled=int, mucks=bint)
    cdef void table_hands(self) noexcept nogil
    @cython.locals(board=int, other=int, best=int, beaten=bint)
    cdef int beaten_on_further(self, int seat, int tabled) noexcept nogil
    @cython.locals(card=int, board=int)
    cdef int may_show(self, Py_ssize_t first, Py_ssize_t second) noexcept nogil
    cdef void show_hand(self) noexcept nogil
    cdef void ask_next(self) noexcept nogil
    @cython.locals(pot=int)
    cdef void settle(self) noexcept nogil
    cdef int parts(self) noexcept nogil
    @cython.locals(part=int64_t)
    cdef int64_t board_share(self, int pot, int board) noexcept nogil
    @cython.locals(board=int, amount=int64_t)
    cdef void award_boards(self, int pot) noexcept nogil
    @cython.locals(last=int, pot=int)
    cdef int last_pot_of(self, Py_ssize_t seat) except -1 nogil
    @cython.locals(winners=int)
    cdef int winner_over(self, Py_ssize_t seat) except -1 nogil
