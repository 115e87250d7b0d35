cimport cython
from libc.stdint cimport int64_t
from libc.string cimport memcmp, memcpy

from bigslick.core.hand cimport State
from bigslick.core.terms cimport Terms
from . cimport _start as starts
from ._start cimport Start

cdef extern from "Python.h":
    bint PyUnicode_CheckExact(object)
    bint PyUnicode_IS_COMPACT_ASCII(object)
    void* PyUnicode_DATA(object)
    object PyUnicode_New(Py_ssize_t, Py_UCS4)
    bint PyBytes_CheckExact(object)
    char* PyBytes_AS_STRING(object)

cdef int ROOM, LONGEST_RULES, CALL, FOLD, MAX_SEATS, MUCKED, COMMA, DIGIT, QUOTE, CLOSED
cdef int LETTER_B, LETTER_C, LETTER_F, LETTER_R
cdef unsigned char[256] RANK_OF, SUIT_OF
cdef unsigned char[104] NAMES
cdef int64_t MAX_CHIPS
cdef bytes HEAD, BUTTON, SMALL_SEAT, BIG_SEAT, SMALL, BIG, ANTE, DECK, RULES, ACTIONS, END
cdef bytes FOLDS, CHECKS, CALLS, BETS, RAISES, REST_OF_CALL, REST_OF_CHECK, REST_OF_FOLD

cdef inline bint is_at(const unsigned char* data, Py_ssize_t at, bytes piece, Py_ssize_t length) noexcept:
    return memcmp(data + at, <const char*>piece, length) == 0

cdef inline bint are_at(const unsigned char* data, Py_ssize_t at, bytes four) noexcept:
    return memcmp(data + at, <const char*>four, 4) == 0

cdef inline void put_at(unsigned char* page, Py_ssize_t at, bytes piece, Py_ssize_t length) noexcept:
    memcpy(page + at, <const char*>piece, length)

cdef inline const unsigned char* letters_of(object text) noexcept:
    # The letters of a text with a 0 after them, as Python keeps them, or NULL where they are not plain.
    if PyUnicode_CheckExact(text):
        return <const unsigned char*>PyUnicode_DATA(text) if PyUnicode_IS_COMPACT_ASCII(text) else NULL
    return <const unsigned char*>PyBytes_AS_STRING(text) if PyBytes_CheckExact(text) else NULL

cdef inline object text_of(const unsigned char* page, Py_ssize_t size):
    cdef object text = PyUnicode_New(size, 127)
    memcpy(PyUnicode_DATA(text), page, size)
    return text

cdef inline int64_t mark(State state, int64_t code) noexcept:
    if code < 0:
        return code
    return 2 * code + ((state.to_call if code == 0 else state.current) == 0)

cdef inline int64_t unmark(int64_t kept) noexcept:
    return kept if kept < 0 else kept >> 1

@cython.final
cdef class PlainWriter:
    cdef unsigned char* page
    cdef Py_ssize_t at

    @cython.locals(terms=Terms, known=starts.KnownRules, page=cython.uchar[4608], seat=int, place=int, card=int)
    cdef object write(self, Start start, list codes, int count)
    @cython.locals(i=int, kept=int64_t)
    cdef bint write_actions(self, list codes, int count) except -1
    @cython.locals(length=Py_ssize_t)
    cdef int put(self, bytes piece) except -1
    cdef int put_number(self, bytes piece, int64_t number) except -1
    @cython.locals(size=int, i=int, rest=int64_t)
    cdef int number(self, int64_t number) except -1

@cython.final
cdef class PlainReader:
    cdef object text
    cdef const unsigned char* data
    cdef Py_ssize_t at, size
    cdef Start start
    cdef State state
    cdef list codes

    cdef bint read(self, object text) except -1
    @cython.locals(
        terms=Terms, start=Start, last=starts.KnownRules, seats=int, place=int, seen=cython.int[52], chips=int64_t, button=int64_t,
        small_seat=int64_t, big_seat=int64_t, small=int64_t, big=int64_t, ante=int64_t, rank=int, suit=int, card=int, first=Py_ssize_t,
    )
    cdef bint read_start(self) except -1
    @cython.locals(begun=Start, state=State, codes=list, kept=int64_t)
    cdef bint read_actions(self) except -1
    @cython.locals(at=Py_ssize_t, letter=int, to=int64_t)
    cdef int64_t read_action(self) except? -1
    @cython.locals(length=Py_ssize_t)
    cdef bint skip(self, bytes piece) except -1
    cdef bint comma(self) noexcept
    @cython.locals(at=Py_ssize_t, value=int64_t)
    cdef int64_t number(self) noexcept
    cdef int64_t number_after(self, bytes piece) except? -1
