cimport cython
from libc.stdint cimport uint64_t

from . cimport bits
from . cimport evaluate as ev
from .chips cimport Chips

cdef int FLOP, LOG_HOLES, LOG_STREET, SHOWDOWN

cdef class HandCards(Chips):
    # short keeps the object below about 1,000 bytes, the size up to which the C library allocates fastest.
    cdef short[10] strength
    cdef short[20] hole
    cdef short[5] board
    cdef short[15] further
    cdef readonly int street, next_card, board_count, boards
    cdef int shuffled, shared
    cdef short[52] deck  # last, because a state that never shuffled need not copy it

    cdef void lay_out_cards(self)
    cdef int card(self, int place) noexcept nogil
    @cython.locals(seat=int, place=int, count=int)
    cdef void deal_holes(self, int count) noexcept nogil
    @cython.locals(count=int)
    cdef void deal_board(self) noexcept nogil
    @cython.locals(i=int)
    cdef void deal_second_board(self, int count) noexcept nogil
    @cython.locals(board=int, street=int, count=int, size=int, i=int)
    cdef void deal_further_boards(self) noexcept nogil
    @cython.locals(i=int, card=int)
    cdef void turn_to_board(self, int board) noexcept nogil
    @cython.locals(seat=int)
    cdef void rank_live(self) noexcept nogil
    @cython.locals(winners=int)
    cdef int winners_on(self, int pot, int board) noexcept nogil
    @cython.locals(key=uint64_t, mask=uint64_t, card=int)
    cdef void rank(self, int seat) noexcept nogil
    @cython.locals(seat=int, seats=int, winners=int, best=int)
    cdef int winners(self, int pot) noexcept nogil
    @cython.locals(best=int, winners=int, other=int)
    cdef int best_of_others(self, int pot, int seat) noexcept nogil
    cpdef tuple holes(self, Py_ssize_t seat)
