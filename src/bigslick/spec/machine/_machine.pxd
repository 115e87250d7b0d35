cimport cython
from libc.stdint cimport int64_t

from bigslick.spec.machine._memory cimport Memory

cdef int64_t MOST
cdef int MOST_WORDS, MOST_ADVANCES, MOST_AT_ONCE, GIVE_UP, NO_JUMP

cdef class Machine

@cython.final
cdef class Words:
    cdef int64_t[::1] row
    cdef int size
    cdef Machine owner

    @cython.locals(twin=Words, i=int)
    cpdef Words copy(self)
    cpdef bint release(self, object state) except -1

@cython.final
cdef class Machine:
    cdef Memory memory
    cdef const int[::1] acts, enters, exits, ends, listings, holds, targets, blocks, widths, draws
    cdef int score, setup, state_size, tokens, zones, globals_at, players_at, zone_sizes, zone_tokens, grants, uses
    cdef int actor, active, result, winners, broken, menu, log, global_count, player_count, phases, actions, endings
    cdef readonly int seats
    cdef bint limited, round_robin, highest
    cdef list singles, booleans
    cdef object lock
    cdef Words fresh, backup
    cdef int phase
    cdef bint over, failed

    cpdef bint start(self, object state, bint listed) except -1
    @cython.locals(action=int)
    cpdef bint play(self, object state, tuple move) except -1
    @cython.locals(
        memory=Memory, made=int, at=int, action=int, phase=int, turn=int, active=int, log=int,
        drawn=int64_t, i=int
    )
    cpdef object play_out(self, object state, object draw, int most, list phases, list broken)
    @cython.locals(end=int, groups=int, at=int, last=int, which=int, start=int, count=int)
    cdef int pick(self, object draw) except -1
    @cython.locals(i=int)
    cdef bint count_broken(self, list broken) except -1
    @cython.locals(turn=int, at=int, end=int, i=int)
    cdef void forget(self) noexcept nogil
    @cython.locals(found=list, i=int)
    cpdef list check(self, object state)
    @cython.locals(
        booleans=list, variables=list, columns=list, zones=list, i=int, k=int,
        at=int, seat=int
    )
    cdef bint release(self, object state, Words words) except -1
    cdef bint owns(self, Words words) noexcept nogil
    @cython.locals(memory=Memory, i=int, phase=int, active=int)
    cdef bint read(self, object state, Words words) except -1
    @cython.locals(variables=list, columns=list, zones=list, column=list, at=int, i=int)
    cdef bint read_lists(self, object state) except -1
    @cython.locals(number=int64_t)
    cdef bint fill(self, int at, list values) except -1
    @cython.locals(action=int, size=int)
    cdef int read_move(self, tuple move) except -2
    @cython.locals(i=int)
    cdef void count_use(self, int action) noexcept nogil
    @cython.locals(memory=Memory, words=Words, i=int, seat=int)
    cdef bint keep(self, object state) except -1
    cdef bint stop(self) except -1
    @cython.locals(memory=Memory, found=list, at=int, end=int, action=int, width=int, i=int)
    cdef list listed(self)
    @cython.locals(memory=Memory, entries=list, at=int, end=int, size=int, least=int, i=int)
    cdef bint keep_reveals(self, object state) except -1
    @cython.locals(advances=int, index=int)
    cdef void settle(self, int site) noexcept nogil
    @cython.locals(target=int)
    cdef int jump(self, int site) noexcept nogil
    @cython.locals(action=int)
    cdef int advance(self) noexcept nogil
    @cython.locals(action=int)
    cdef int change(self, int phase, bint leave) noexcept nogil
    @cython.locals(best=int64_t, found=int64_t, seat=int, scores=int)
    cdef void finish(self, int ending) noexcept nogil
    cdef int program(self, int at) noexcept nogil

cdef int below(double point, int count) except -1
cpdef bint is_listed(object menu, object move) except -1
