cimport cython
from libc.stdint cimport int64_t, uint64_t

from bigslick.bots._brain cimport Brain
from bigslick.core.draws cimport Draws
from bigslick.tournament.floor._clocks cimport Clocks

cdef int CHAIRS, FOLDS
cdef int64_t MAX_CHIPS

cdef int64_t within(str what, object value, int64_t least, int64_t most) except? -1

cdef class Seats:
    cdef readonly Brain house
    cdef Clocks clocks
    # Not even readonly: Python could write into a memory view, and these numbers are indices.
    cdef int64_t[::1] stack, player, style, arrives, before, by, shared
    cdef int64_t[::1] chairs, button, small_at, big_at, opened, fresh, hands, length, dealt, dealt_in
    cdef int64_t[::1] bust_table
    cdef uint64_t[::1] seed, chance_of, chance_at
    cdef readonly int64_t tables, players
    cdef readonly bint playing, ready

    cpdef sit(self, object table, object seat, object player, object stack, object style, object arrives)
    cpdef move(self, object table, object seat, object to_table, object to_seat, object arrives)
    cpdef stand(self, object table, object seat)
    cpdef int64_t length_of(self, object table) except? -1
    cpdef list busts_at(self, object table)

    # Unchecked methods are for compiled code only; Python calls the methods above, and those without a line here.
    cdef int64_t at(self, object table, object seat) except -1
    cdef int64_t known_table(self, object table) except -1
    cdef int64_t known_player(self, object player) except -1
    cdef int64_t known_style(self, object style) except? -1
    cdef void place(self, int64_t at, int64_t player, int64_t stack, int64_t style, int64_t arrives) noexcept
    cdef void clear(self, int64_t at) noexcept
    @cython.locals(row=int64_t, seat=int64_t, at=int64_t)
    cdef list busts_in(self, int64_t table)
    cdef int check_new(self) except -1
    cdef int check_idle(self) except -1
    cdef int check_made(self) except -1

@cython.locals(fill=uint64_t[::1], player=Py_ssize_t, high=uint64_t, low=uint64_t)
cdef object drawn_seeds(Draws stream, Py_ssize_t players)
