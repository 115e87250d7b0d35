cimport cython
from libc.stdint cimport int64_t, uint8_t, uint64_t

from bigslick.core cimport evaluate as ev
from bigslick.core.draws cimport Draws

cdef int STRAIGHT_FLUSH
cdef uint64_t[13] RANK_KEY
cdef int[2380] SUBSETS
cdef uint64_t[2380] SUBSET_KEY
cdef int[7] SUBSETS_FROM
cdef int64_t[318] CHOOSE
cdef int64_t[11] SHARE
cdef uint64_t WORDS

@cython.final
cdef class Spot:
    cdef readonly int hands, to_come
    cdef uint64_t known, used, board_key, board_mask
    cdef uint64_t[10] hole_key, hole_mask
    cdef int[10] value, flush
    cdef int64_t[10] win, tie, share, square
    cdef int[4] need, suit_left
    cdef int[13] rank_left
    cdef int cards_left, least_need
    cdef int64_t[65] ways
    cdef int64_t[260] without_suit, with_suit
    cdef int64_t[120] reach
    cdef int[11] starts
    cdef int[52] deck, fresh
    cdef int cards_in_deck, ranged, randoms

    cdef int take(self, int card) except -1
    cpdef int64_t boards(self)
    cpdef Py_ssize_t count(self, const uint8_t[::1] holes, int64_t[::1] out) except -1
    cdef Py_ssize_t count_deals(self, const uint8_t[::1] holes, int64_t[::1] out, Py_ssize_t rows) noexcept nogil
    cdef void deal(self, int hand, int first, int second) noexcept nogil
    cpdef clear(self)
    cdef void reset(self) noexcept nogil
    cdef void finish(self) noexcept nogil
    cdef void settle(self, int64_t weight) noexcept nogil
    cdef void settle_ranks(self, uint64_t key, int64_t weight) noexcept nogil
    cdef void count_boards(self, uint64_t known) noexcept nogil
    cdef void prepare(self, uint64_t known) noexcept nogil
    cdef void walk(self, int top, int left, uint64_t key, int level) noexcept nogil
    cdef void extend(self, int level, int cell) noexcept nogil
    @cython.locals(pair=int, paired=int)
    cdef void count_flushes(self, int suit) noexcept nogil
    @cython.locals(counted=int64_t, here=int)
    cdef int64_t count_full_houses(self, int suit, uint64_t key, int ranks, int paired, int others, int best) noexcept nogil
    cdef int64_t count_if_better(self, uint64_t key, int64_t weight, int best) noexcept nogil
    @cython.locals(card=int, hand=int, first=int, second=int, known=uint64_t)
    cpdef int64_t sample(self, Draws draws, const uint8_t[::1] combos, object starts, const int64_t[::1] upto, int64_t samples, int64_t tries) except -1
    @cython.locals(size=uint64_t, power=uint64_t, left_over=uint64_t, word=uint64_t)
    cdef int64_t draw_samples(self, Draws draws, const uint8_t[::1] combos, const int64_t[::1] upto, uint64_t known, int64_t samples, int64_t tries) except -1 nogil
    cdef int draw_combos(self, Draws draws, const uint8_t[::1] combos, const int64_t[::1] upto, uint64_t known) except -1 nogil
    @cython.locals(hand=int, win=int64_t, share=int64_t, square=int64_t)
    cpdef tuple totals(self)

cdef int bits(uint64_t mask) noexcept nogil
cdef int rank_set(uint64_t mask) noexcept nogil
cdef int suited(uint64_t key, int suit) noexcept nogil
cdef int rank_value(uint64_t key) noexcept nogil
@cython.locals(word=uint64_t)
cdef int64_t next_word(Draws draws) except -1 nogil
