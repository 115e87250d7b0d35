cimport cython
from libc.stdint cimport int64_t
from libc.string cimport memcmp, memcpy

from bigslick.core.hand cimport State
from bigslick.core.terms cimport Terms
from . cimport _start as starts
from ._start cimport Start

cdef int ROOM, CALL, FOLD, MAX_SEATS, MUCKED, COMMA, DIGIT, OPENED, CLOSED
cdef int64_t MAX_CHIPS
cdef bytes HEAD, BUTTON, SMALL_SEAT, BIG_SEAT, SMALL, BIG, ANTE, DECK, RULES, ACTIONS, END
cdef bytes FOLDS, CHECKS, CALLS, BETS, RAISES, COMMAS, CLOSES

cdef inline bint is_at(const unsigned char* data, Py_ssize_t at, bytes piece, Py_ssize_t length) noexcept:
    return memcmp(data + at, <const char*>piece, length) == 0

cdef inline void put_at(unsigned char* page, Py_ssize_t at, bytes piece, Py_ssize_t length) noexcept:
    memcpy(page + at, <const char*>piece, length)

@cython.final
cdef class PlainWriter:
    cdef unsigned char[4608] page
    cdef Py_ssize_t at

    @cython.locals(terms=Terms, known=starts.KnownRules, seat=int, place=int)
    cdef object write(self, Start start, list codes, int count)
    @cython.locals(state=State, i=int, code=int64_t)
    cdef bint write_actions(self, Terms terms, list codes, int count) except -1
    @cython.locals(length=Py_ssize_t)
    cdef int put(self, bytes piece) except -1
    cdef int put_number(self, bytes piece, int64_t number) except -1
    @cython.locals(size=int, i=int, rest=int64_t)
    cdef int number(self, int64_t number) except -1

@cython.final
cdef class PlainReader:
    cdef bytes text
    cdef const unsigned char* data
    cdef Py_ssize_t at, size
    cdef Start start
    cdef State state
    cdef list codes

    cdef bint read(self, object text) except -1
    @cython.locals(
        terms=Terms, start=Start, last=starts.KnownRules, seats=int, place=int, seen=cython.int[52], chips=int64_t, button=int64_t,
        small_seat=int64_t, big_seat=int64_t, small=int64_t, big=int64_t, ante=int64_t, card=int64_t, first=Py_ssize_t,
    )
    cdef bint read_start(self) except -1
    @cython.locals(begun=Start, state=State, code=int64_t)
    cdef bint read_actions(self) except -1
    @cython.locals(length=Py_ssize_t)
    cdef bint skip(self, bytes piece) except -1
    cdef bint comma(self) noexcept
    @cython.locals(at=Py_ssize_t, value=int64_t)
    cdef int64_t number(self) noexcept
    cdef int64_t number_after(self, bytes piece) except? -1
