cimport cython
from libc.stdint cimport int64_t, uint64_t

cdef int BOARD, CALL, FOLD, HOLE, MUCK, SHOW, WAGER
cdef int MOST_PLACES, MOST_ACTIONS
cdef int64_t MAX_CHIPS, MOST_VALUE
cdef int NO_CARD, UNKNOWN_CARD, NO_CLAIM, MUCKED
cdef int SPACE, QUOTE, POINT, DIGIT, NINE, CLOSE, QUERY
cdef int LETTER_B, LETTER_C, LETTER_D, LETTER_F, LETTER_H, LETTER_M, LETTER_P, LETTER_R, LETTER_S
cdef unsigned char[256] RANK_OF, SUIT_OF

@cython.final
@cython.no_gc
cdef class Amounts:
    cdef int count
    cdef int64_t[10] value
    cdef unsigned char[10] places

    @cython.locals(i=int, most=int)
    cdef int most_places(self) noexcept
    cdef int64_t at(self, int place, int places) noexcept

@cython.final
@cython.no_gc
@cython.freelist(8)
cdef class Script:
    cdef int count, players, places, board
    cdef uint64_t dealt
    cdef unsigned char[200] kind, player, places_of
    cdef int64_t[200] value
    cdef signed char[600] card
    cdef signed char[52] deck
    cdef signed char[20] claim

    @cython.locals(missing=int, kind=int, player=int, i=int, got=cython.int[10])
    cdef bint read(self, const unsigned char* data, Py_ssize_t at, int players) noexcept
    @cython.locals(kind=int, player=int)
    cdef Py_ssize_t read_one(self, const unsigned char* data, Py_ssize_t at) noexcept
    @cython.locals(first=Py_ssize_t, value=int64_t, places=int, point=int, letter=int)
    cdef Py_ssize_t read_wager(self, const unsigned char* data, Py_ssize_t at) noexcept
    @cython.locals(i=int, card=int)
    cdef Py_ssize_t read_cards(self, const unsigned char* data, Py_ssize_t at, int most) noexcept
    @cython.locals(one=uint64_t)
    cdef bint lay(self, int place, int card) noexcept
    @cython.locals(first=int, second=int, own=int, other=int, one=uint64_t)
    cdef bint hear(self, int i) noexcept

@cython.locals(rank=int)
cdef int card_at(const unsigned char* data, Py_ssize_t at) noexcept
