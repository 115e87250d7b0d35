cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t, uint64_t

from bigslick.core.draws cimport Draws
from bigslick.core cimport hand as core
from bigslick.core.hand cimport State
from bigslick.bots._brain cimport Brain
from bigslick.core.rotation cimport Rotation
from bigslick.core.terms cimport Terms
from bigslick.tournament._clocks cimport Clocks

cdef int CHAIRS, MOST_ACTIONS, BATCH, MORE, RIVER, FOLD, CALL, FOLDS, DUE, AFTER_NEXT
cdef int64_t MOST_CHIPS

cdef int64_t within(str what, object value, int64_t least, int64_t most) except? -1

@cython.final
cdef class Floor:
    cdef readonly Terms terms
    cdef readonly State state
    cdef readonly Rotation rotation
    cdef readonly Brain house
    cdef readonly Draws cards, chance
    cdef Clocks clocks
    # Not even readonly: Python could write into a memory view, and these numbers are indices.
    cdef int64_t[::1] stack, player, style, arrives, before, by, shared
    cdef int64_t[::1] chairs, button, small_at, big_at, opened, fresh, hands, length, report, dealt, dealt_in
    cdef uint64_t[::1] seed, chance_of, chance_at
    cdef int64_t[::1] bust_table, codes, starts, level_rows, ante_rows, pauses, order
    cdef readonly int64_t tables, players, bust_tables, code_count, level, pause, asking, order_at
    cdef readonly int64_t small, big, ante, pace_hand, pace_action, played, pressure
    cdef readonly int button_rule
    cdef readonly bint playing

    # What is unchecked is for compiled code alone: Python calls the methods without a line here.
    @cython.locals(player=int64_t, high=uint64_t, low=uint64_t)
    cdef draw_seeds(self, Draws stream)
    cdef int64_t at(self, object table, object seat) except -1
    cdef int64_t known_table(self, object table) except -1
    cdef int64_t known_style(self, object style) except? -1
    @cython.locals(i=int64_t)
    cdef int check_order(self, int64_t[::1] order) except -1
    cdef int64_t known_player(self, object player) except -1
    cdef void place(self, int64_t at, int64_t player, int64_t stack, int64_t style, int64_t arrives) noexcept
    cdef void clear(self, int64_t at) noexcept
    @cython.locals(row=int64_t, seat=int64_t, at=int64_t)
    cdef list busts_in(self, int64_t table)
    cdef int check_idle(self) except -1
    cdef int check_made(self) except -1
    cdef void set_level(self, int64_t small, int64_t big, int64_t ante) noexcept nogil
    cdef int64_t run_round(self) except -1
    @cython.locals(busted=int, hands=int)
    cdef int play_some(self) except -1 nogil
    cdef inline void note(self, int64_t code) noexcept nogil
    @cython.locals(row=int64_t, at=int64_t, code=int64_t)
    cdef int play(self, int64_t table) except -1 nogil
    @cython.locals(row=int64_t, taken=int, seat=int, dealt=int, small=int)
    cdef int seat_hand(self, int64_t table) noexcept nogil
    @cython.locals(row=int64_t, seat=int, busted=int)
    cdef int settle_hand(self, int64_t table) except -1 nogil
    @cython.locals(found=int64_t)
    cdef int64_t run_clock(self, int64_t limit) except -2
    @cython.locals(_=int)
    cdef int64_t run_some(self, int64_t limit) except -3 nogil
    @cython.locals(table=int64_t, now=int64_t, row=int64_t, hands=int64_t)
    cdef int play_earliest(self) except -1 nogil
