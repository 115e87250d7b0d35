cimport cython
from libc.stdint cimport int64_t, uint64_t

from bigslick.core.draws cimport Draws
from bigslick.core cimport hand as core
from bigslick.core.hand cimport State
from bigslick.bots._brain cimport Brain
from bigslick.core.rotation cimport Rotation
from bigslick.core.terms cimport Terms

cdef int CHAIRS, MOST_ACTIONS
cdef int64_t MOST_CHIPS

@cython.final
cdef class Floor:
    cdef readonly Terms terms
    cdef readonly State state
    cdef readonly Rotation rotation
    cdef readonly Brain house
    cdef readonly Draws cards, chance
    cdef readonly int64_t[::1] stack, player, style, arrives, before, by
    cdef readonly int64_t[::1] chairs, button, small_at, big_at, opened, fresh, hands, length, clock, report, dealt, dealt_in
    cdef readonly uint64_t[::1] seed, chance_of, chance_at
    cdef int64_t[::1] heap, place, bust_table, codes, starts, level_rows, pauses, order
    cdef readonly int64_t tables, players, heap_count, bust_tables, code_count, level, pause, asking, order_at
    cdef readonly int64_t small, big, ante, pace_hand, pace_action, played
    cdef readonly int button_rule

    @cython.locals(player=int64_t, high=uint64_t, low=uint64_t)
    cdef draw_seeds(self, Draws stream)
    cpdef open_table(self, int64_t table, int chairs, int button, int64_t clock)
    @cython.locals(at=int64_t)
    cpdef sit(self, int64_t table, int64_t seat, int64_t player, int64_t stack, int style, int64_t arrives)
    cpdef give_chance(self, int64_t player, int64_t number)
    @cython.locals(at=int64_t)
    cpdef stand(self, int64_t table, int64_t seat)
    cpdef add_chips(self, int64_t table, int64_t seat, int64_t chips)
    cdef int check(self, int64_t table, int64_t seat) except -1
    cpdef void set_blinds(self, int64_t small, int64_t big, int64_t ante) noexcept nogil
    cpdef set_clock(self, int64_t table, int64_t clock)
    cpdef ask_report(self, int64_t table)
    @cython.locals(row=int64_t, seat=int64_t)
    cpdef list busts_at(self, int64_t table)
    cpdef int64_t play_round(self, list tables) except -1
    @cython.locals(busted=int)
    cpdef int64_t resume_round(self) except -1
    cdef inline void note(self, int64_t code) noexcept nogil
    @cython.locals(refusal=int)
    cpdef int take(self, int64_t code) except -1
    @cython.locals(row=int64_t, at=int64_t, code=int64_t)
    cdef int play(self, int64_t table) except -1 nogil
    @cython.locals(row=int64_t, taken=int, seat=int, dealt=int, small=int)
    cdef int seat_hand(self, int64_t table) noexcept nogil
    @cython.locals(row=int64_t, seat=int, busted=int)
    cdef int settle_hand(self, int64_t table) noexcept nogil
    cpdef enlist(self, int64_t table)
    @cython.locals(at=int64_t)
    cpdef delist(self, int64_t table)
    cpdef int64_t run_until(self, int64_t limit) except -2
    @cython.locals(table=int64_t, now=int64_t, row=int64_t)
    cdef int play_earliest(self) except -1 nogil
    cdef void put(self, int64_t at, int64_t table) noexcept nogil
    @cython.locals(table=int64_t)
    cdef void rise(self, int64_t at) noexcept nogil
    @cython.locals(least=int64_t, child=int64_t, table=int64_t)
    cdef void sink(self, int64_t at) noexcept nogil
    cdef int earlier(self, int64_t one, int64_t other) noexcept nogil
