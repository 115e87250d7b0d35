cimport cython
from cpython.exc cimport PyErr_CheckSignals
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
cdef int BATCH, ROWS, BOARDS
cdef uint64_t WORDS

cdef extern from *:
    """
    #define BIGSLICK_LOW 0xFFFFFFFFULL
    #define BIGSLICK_WHOLE 0xFFFFFFFFFFFFFFFFULL
    #define BIGSLICK_STEP 0x9E3779B97F4A7C15ULL
    #define BIGSLICK_FIRST_MIX 0xBF58476D1CE4E5B9ULL
    #define BIGSLICK_SECOND_MIX 0x94D049BB133111EBULL
    """
    const uint64_t LOW "BIGSLICK_LOW"
    const uint64_t WHOLE "BIGSLICK_WHOLE"
    const uint64_t STEP "BIGSLICK_STEP"
    const uint64_t FIRST_MIX "BIGSLICK_FIRST_MIX"
    const uint64_t SECOND_MIX "BIGSLICK_SECOND_MIX"

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
    cdef uint64_t[52] card_key, card_mask
    cdef uint64_t[1326] pair_key, pair_mask
    cdef int64_t[1024] tally
    cdef uint64_t[512] plain_key, flush_key, flush_mask
    cdef uint64_t dealt, chance
    cdef int cards_in_deck, pairs_in_deck, ranged, randoms
    cdef readonly bint counting

    # Unchecked methods are for compiled code only; Python calls those without a line here.
    cdef int check_idle(self) except -1
    @cython.locals(left=int)
    cpdef int64_t boards(self)
    @cython.locals(done=Py_ssize_t, batch=Py_ssize_t)
    cdef Py_ssize_t count_rows(self, const uint8_t[::1] holes, int64_t[::1] out, Py_ssize_t rows) except -1
    cdef Py_ssize_t count_deals(self, const uint8_t[::1] holes, int64_t[::1] out, Py_ssize_t first_row, Py_ssize_t rows) noexcept nogil
    cdef void deal(self, int hand, int first, int second) noexcept nogil
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
    @cython.locals(hand=int, first=int, second=int, known=uint64_t)
    cdef int check_combos(self, bytes combos, list starts, object upto) except -1
    @cython.locals(done=int64_t, batch=int64_t)
    cdef int64_t draw_batches(self, const uint8_t[::1] combos, const int64_t[::1] upto, int64_t samples, int64_t tries) except -1
    @cython.locals(card=int, other=int)
    cdef void lay_out(self, uint64_t known) noexcept nogil
    @cython.locals(
        flush=uint64_t, chance=uint64_t, pairs=uint64_t, singles=uint64_t, pair_rest=uint64_t, single_rest=uint64_t, word=uint64_t,
        used=uint64_t, before=uint64_t, key=uint64_t, mask=uint64_t, at=Py_ssize_t, left=int, hand=int, done=int64_t,
    )
    cdef int64_t draw_samples(self, const uint8_t[::1] combos, const int64_t[::1] upto, int64_t samples, int64_t tries) noexcept nogil
    @cython.locals(
        flush=uint64_t, chance=uint64_t, pairs=uint64_t, singles=uint64_t, pair_rest=uint64_t, last_rest=uint64_t,
        drawn=uint64_t, first=uint64_t, second=uint64_t, last=uint64_t, clash=uint64_t, key=uint64_t, mask=uint64_t,
        one=int, two=int, three=int, _=int, plain=int, flushes=int, drawable=int, flushing=int, done=int64_t,
    )
    cdef int64_t draw_boards(self, int64_t samples) noexcept nogil
    @cython.locals(key=uint64_t, at=int, hand=int, value=int, best=int, found=int)
    cdef void settle_plain(self, int boards) noexcept nogil
    @cython.locals(
        key=uint64_t, suits=uint64_t, mask=uint64_t, shift=int, at=int, hand=int, flush=int, value=int, best=int, found=int,
    )
    cdef void settle_flushes(self, int boards) noexcept nogil
    @cython.locals(hand=int, best=int, found=int)
    cdef int winners(self) noexcept nogil
    @cython.locals(counters=uint64_t, most=int, held=int, suit=int, hand=int)
    cdef uint64_t flush_counters(self) noexcept nogil
    cdef int draw_combos(self, const uint8_t[::1] combos, const int64_t[::1] upto) noexcept nogil
    @cython.locals(word=uint64_t)
    cdef int64_t below(self, uint64_t n) noexcept nogil
    @cython.locals(weight=int64_t, part=int64_t, winners=int, hand=int)
    cdef void add_tally(self) noexcept nogil
    @cython.locals(hand=int, win=int64_t, share=int64_t, square=int64_t)
    cpdef tuple totals(self)

cdef int bits(uint64_t mask) noexcept nogil
cdef int rank_set(uint64_t mask) noexcept nogil
cdef int suited(uint64_t key, int suit) noexcept nogil
cdef uint64_t mixed(uint64_t state) noexcept nogil
