cimport cython
from libc.stdint cimport int64_t

from bigslick.core.draws cimport Draws
from bigslick.spec.machine cimport _lists as lists

cdef int64_t SAFE, LIMIT, NONE
cdef int WIDTH, FUEL, DEPTH, GIVE_UP

@cython.final
cdef class Memory:
    cdef int64_t[::1] words
    cdef const int[::1] code
    cdef int tokens, zones, zone_sizes, zone_tokens, grants, stack, scratch, menu, menu_room, log, log_room
    cdef list twins
    cdef int turn, fuel
    cdef bytes key, opened
    cdef Draws draws
    cdef object stopped
    cdef int64_t drawn, start

    cdef void refuel(self) noexcept nogil
    @cython.locals(
        op=int, a=int, b=int, c=int, d=int, x=int64_t, y=int64_t, z=int64_t, i=int, k=int, depth=int
    )
    cdef int run(self, int pc) noexcept nogil
    @cython.locals(size=int, start=int, i=int, j=int)
    cdef bint rotate(self, int out, int source, int64_t item, int inclusive) noexcept nogil
    @cython.locals(p=int, q=int, size=int, there=int, rest=int, i=int)
    cdef bint move_tokens(self, int64_t source, int64_t target, int64_t count) noexcept nogil
    cdef bint draw(self, int64_t source, int64_t target, int64_t count) noexcept nogil
    @cython.locals(p=int, q=int, i=int, j=int, kept=int, moved=int, there=int)
    cdef bint move_some(self, int64_t source, int64_t target, int chosen) noexcept nogil
    @cython.locals(p=int, q=int, i=int, at=int, size=int, there=int)
    cdef bint move_token(self, int64_t token, int64_t source, int64_t target) noexcept nogil
    @cython.locals(at=int, i=int, draws=Draws, order=list, items=list)
    cdef bint shuffle(self, int zone) noexcept with gil
    @cython.locals(at=int, size=int, i=int, k=int)
    cdef bint reveal(self, int64_t zone, int64_t players) noexcept nogil
    @cython.locals(items=list, i=int)
    cdef bint native(self, int out, int source, int which) noexcept with gil

@cython.locals(size=int64_t, found=int64_t, below=bint, exact=bint)
cdef int64_t divide(int op, int64_t x, int64_t y) noexcept nogil
