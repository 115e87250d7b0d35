cimport cython
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from bigslick.bots cimport _brain as brains
from bigslick.bots._brain cimport Brain
from bigslick.core cimport bits
from bigslick.core cimport hand as core
from bigslick.core.draws cimport Draws
from bigslick.core.hand cimport State
from bigslick.core.rotation cimport Rotation
from bigslick.core.terms cimport Terms

cdef int CALL, EMPTY, FOLD, LIVE, RIVER, MAX_SEATS, MOVING_BUTTON
cdef int64_t MAX_CHIPS
cdef int FOLD_ENTRY, CALL_ENTRY, MIN_ENTRY, MAX_ENTRY, DONE, LEARNER, ASKED, NOBODY
cdef int MOST_CODES, MOST_SKIPPED, BOARD_AT, STREET_AT, POSITION_AT, PER_SEAT, AMOUNTS, PER_ACTION
cdef int FOLDED_KIND, CHECKED_KIND, CALLED_KIND, WAGERED_KIND
cdef uint64_t ONE

# These are here rather than in the module because Python has neither pointers nor casts.
cdef inline int64_t whole_part(double number) noexcept nogil:
    return <int64_t>number

cdef inline void clear_row(float* out, int count) noexcept nogil:
    memset(out, 0, count * sizeof(float))

@cython.final
cdef class EnvDeal:
    # Unchecked methods are for compiled code only; Python sees a deal's numbers as it gave them, or not at all.
    cdef Terms terms
    cdef int64_t[10] stack
    cdef int[10] style
    cdef int64_t[256] level
    cdef int64_t[64] menu
    cdef int[52] deck
    cdef int[20] hole
    cdef int[5] board
    cdef readonly int seats, width, actions, continuous, recent, hands, learners
    cdef int levels, button, button_rule, street, in_blinds, given, placed
    cdef int fold_at, call_at, min_at, max_at

@cython.final
cdef class EnvTable:
    cdef EnvDeal deal
    cdef Terms terms
    cdef State state
    cdef Rotation rotation
    cdef Draws cards
    cdef uint64_t chance
    cdef int64_t[10] stack
    cdef int[10] place
    cdef double[10] reward
    cdef int[32] recent_seat, recent_kind, recent_street
    cdef double[32] recent_size
    cdef signed char[64] open
    cdef int[52] laid
    cdef int64_t number, level_hands, decisions, illegal, skipped, in_row, total
    cdef int64_t small, big, ante
    cdef int level, code_count, seat, over, delivering, waits
    cdef readonly bint made
    cdef int64_t[512] code  # last, because only the first few are ever touched

    cdef void take_deal(self, EnvDeal deal) noexcept
    @cython.locals(seat=int)
    cdef void renew(self) noexcept nogil
    @cython.locals(taken=int, seat=int, first=bint, button=int, row=int, dealt=int, small=int, _=int)
    cdef int deal_hand(self) except -1 nogil
    @cython.locals(
        players=int, used=uint64_t, place=int, seat=int, i=int, which=int, card=int, at=int,
    )
    cdef int lay_deck(self, int dealt) except -1 nogil
    @cython.locals(style=int, code=int64_t)
    cdef int play_on(self, Brain house, Draws chance) except -1 nogil
    @cython.locals(
        seat=int, street=int, due=int64_t, pot=int64_t, added=int64_t, kind=int, refusal=int, at=int,
    )
    cdef int play(self, int64_t code) noexcept nogil
    @cython.locals(unit=double, left=int, learners=int, seat=int, other=int)
    cdef void settle(self) noexcept nogil
    @cython.locals(low=int64_t, high=int64_t, last=int64_t, to=int64_t, i=int)
    cdef void find_open(self) noexcept nogil
    @cython.locals(to=int64_t)
    cdef int64_t part_of_pot(self, int64_t part) noexcept nogil
    @cython.locals(entry=int64_t)
    cdef int64_t decode(self, int64_t action) noexcept nogil
    @cython.locals(choice=int)
    cdef int64_t decode_amount(self, double kind, double amount) noexcept nogil
    cdef int step(self, int64_t code, Brain house, Draws chance) except -1 nogil
    @cython.locals(
        seats=int, i=int, away=int, at=int, unit=double, other=int, count=int, line=int,
    )
    cdef void observe(self, float* out, int seat) noexcept nogil

cpdef int width_of(int seats, int recent) noexcept
cdef int kind_of(double kind) noexcept nogil
