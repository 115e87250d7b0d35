cimport cython
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcmp

from bigslick.core cimport hand as core
from bigslick.core.hand cimport State
from bigslick.core.terms cimport Terms
from bigslick.history.formats.phh._script cimport Amounts, Script

cdef extern from "Python.h":
    char* PyBytes_AS_STRING(object)
    ctypedef struct PyTypeObject:
        pass
    object PyType_GenericAlloc(PyTypeObject*, Py_ssize_t)
    int PyObject_GenericSetAttr(object, object, object) except -1

cdef int LIVE, OVER, SHOWDOWN, FOLD_CODE, CALL_CODE, MAX_SEATS
cdef int BOARD, FOLD, MUCK, SHOW, WAGER
cdef int MOST_PLACES, MOST_DIGITS
cdef int64_t MAX_CHIPS, MOST_VALUE, UNKNOWN_STACK
cdef int UNKNOWN_CARD, NO_CLAIM, MUCKED
cdef int NEWLINE, SPACE, QUOTE, COMMA, MINUS, POINT, OPEN, CLOSE, DIGIT, NINE, COLON
cdef int IS_VARIANT, IS_BOOL, IS_AMOUNTS, IS_AMOUNT, IS_ACTIONS, IS_TEXT, IS_TIME, IS_WHOLE, IS_WHOLE_OR_TEXT
cdef int IS_WHOLES, IS_TEXTS, IS_OURS
cdef int ANTES, BLINDS, MIN_BET, SMALL_BET, BIG_BET, STACKS, ACTIONS, EVENT, LEVEL, FINISHING, WINNINGS, OUR_FIELD
cdef int KEY_COUNT
cdef tuple KEYS, RULES
cdef unsigned char[64] KIND_OF, LENGTH_OF
cdef unsigned char[256] IS_ODD
cdef bytes TRUE, FALSE, INF, BRACES
cdef tuple VARIANT_TEXTS

cdef inline bint is_at(const unsigned char* data, Py_ssize_t at, bytes piece, Py_ssize_t length) noexcept:
    return memcmp(data + at, <const char*>piece, length) == 0

cdef inline const unsigned char* letters_of(bytes text) noexcept:
    # The letters with a 0 after them, as Python keeps them.
    return <const unsigned char*>PyBytes_AS_STRING(text)

cdef inline object blank(object kind):
    # Every field is NULL, which is how msgspec has a field that was deleted.
    return PyType_GenericAlloc(<PyTypeObject*>kind, 0)

cdef inline int set_field(object history, str name, object value) except -1:
    return PyObject_GenericSetAttr(history, name, value)

@cython.final
@cython.no_gc
cdef class PlainHand:
    cdef readonly bytes text
    cdef readonly State state
    cdef readonly bint finished
    cdef readonly int players, places, unknown
    cdef const unsigned char* data
    cdef Py_ssize_t at, size, actions_at
    cdef uint64_t seen
    cdef int variant, guess
    cdef bint high
    cdef Amounts stacks, antes, blinds, bets, finishing, winnings

    @cython.locals(field=int, one=uint64_t)
    cdef bint read(self, bytes text) except -1
    @cython.locals(i=int, field=int)
    cdef int key(self) except -2
    @cython.locals(kind=int)
    cdef bint read_value(self, int field) except -1
    cdef bint has(self, int field) noexcept
    cdef bint is_complete(self) noexcept
    @cython.locals(letter=int)
    cdef bint quoted(self) noexcept
    @cython.locals(first=Py_ssize_t)
    cdef bint whole(self) noexcept
    cdef bint clock(self) noexcept
    cdef int two_digits(self, Py_ssize_t at) noexcept
    @cython.locals(value=int64_t, places=int, minus=bint, first=Py_ssize_t, digits=int)
    cdef bint number(self, Amounts found) noexcept
    cdef bint amounts(self, Amounts found, bint unknown) except -1
    cdef bint follows(self) noexcept
    @cython.locals(count=int)
    cdef bint texts(self, bint several) noexcept
    @cython.locals(count=int)
    cdef bint wholes(self) noexcept

    @cython.locals(script=Script, terms=Terms, state=State)
    cpdef bint play(self) except -1
    @cython.locals(
        terms=Terms, n=int, big=int, small=int, seat=int, place=int, ante=int64_t, chips=int64_t, least=int64_t, i=int,
        found=Amounts, places=int,
    )
    cdef Terms terms(self, Script script)
    @cython.locals(i=int, kind=int, code=int64_t, dealt=int, after=int, step=int)
    cdef bint act(self, Script script, State state) except -1
    @cython.locals(i=int, seat=int, hidden=int)
    cdef bint show_down(self, Script script, State state) except -1
    @cython.locals(seat=int, paid=bint)
    cdef bint wins_nothing(self, int hidden) noexcept
    @cython.locals(seat=int)
    cpdef bint agrees(self) except -1

@cython.locals(hand=PlainHand)
cpdef PlainHand plain_hand(bytes text)
cpdef object unread(object kind, PlainHand hand, object file, object number)
