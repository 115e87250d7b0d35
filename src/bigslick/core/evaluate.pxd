cimport cython
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

cdef uint64_t[52] KEY
cdef uint64_t[52] MASK
cdef uint16_t[43718] LO
cdef uint32_t[10552] HI
cdef uint16_t[73775] VALUE
cdef uint16_t[8192] FLUSH

cdef int[128] RANK_OF
cdef int[128] SUIT_OF
cdef uint64_t[256] BYTE_KEY
cdef uint64_t[256] BYTE_MASK

# These are here rather than in the module because a call into another compiled module is never inlined.
cdef inline int lookup(uint64_t key, uint64_t mask) noexcept nogil:
    cdef uint64_t suited = ((key >> 32) + 0x3333) & 0x8888
    if suited:
        if suited & 0x8800:
            mask >>= 32
        if suited & 0x8080:
            mask >>= 16
        return FLUSH[mask & 0x1FFF]
    return rank_lookup(key)

cdef inline int rank_lookup(uint64_t key) noexcept nogil:
    return VALUE[HI[(key >> 16) & 0xFFFF] + LO[key & 0xFFFF]]

# Cython's own conversion to a C int costs 7 ns more per hand, and raises instead of returning a sentence about the
# card.
cdef extern from *:
    """
    static CYTHON_INLINE unsigned int bigslick_card_number(PyObject *value) {
        if (!PyLong_Check(value) || Py_TYPE(value) == &PyBool_Type) return 255;
    #if CYTHON_COMPILING_IN_CPYTHON && PY_VERSION_HEX >= 0x030C0000
        if (!PyUnstable_Long_IsCompact((PyLongObject *)value)) return 255;
        return (unsigned int)PyUnstable_Long_CompactValue((PyLongObject *)value);
    #elif CYTHON_COMPILING_IN_CPYTHON
        if (Py_SIZE(value) == 1) return (unsigned int)((PyLongObject *)value)->ob_digit[0];
        return Py_SIZE(value) == 0 ? 0 : 255;
    #else
        long number = PyLong_AsLong(value);
        if (number == -1) PyErr_Clear();
        return number >= 0 && number < 255 ? (unsigned int)number : 255;
    #endif
    }
    static CYTHON_INLINE unsigned int bigslick_card_at(PyObject *row, Py_ssize_t i) {
    #if CYTHON_COMPILING_IN_CPYTHON && !defined(Py_GIL_DISABLED)
        return bigslick_card_number(PySequence_Fast_GET_ITEM(row, i));
    #else
        PyObject *value = PySequence_GetItem(row, i);
        unsigned int number = 255;
        if (value == NULL) PyErr_Clear();
        else {
            number = bigslick_card_number(value);
            Py_DECREF(value);
        }
        return number;
    #endif
    }
    """
    # The row keeps its cards alive while the GIL is held; a reference to each would cost 3 ns more per hand.
    unsigned int card_at "bigslick_card_at"(object row, Py_ssize_t i) noexcept

ctypedef fused Row:
    list
    tuple

@cython.locals(found=int, row=list, fixed=tuple)
cpdef int strength(object cards) except -1
@cython.locals(key=uint64_t, mask=uint64_t, total=uint64_t, bit=uint64_t, n=Py_ssize_t, i=Py_ssize_t, card="unsigned int")
cdef inline int quick_strength(Row cards) except -2
@cython.locals(key=uint64_t, mask=uint64_t, bit=uint64_t, n=int, letter=int, rank=int, number=int)
cdef int text_strength(str text) except -2

cdef extern from "Python.h":
    int PyErr_CheckSignals() except -1

cdef Py_ssize_t AT_ONCE

@cython.locals(done=Py_ssize_t, start=Py_ssize_t, end=Py_ssize_t, rows=Py_ssize_t, width=Py_ssize_t)
cpdef Py_ssize_t strength_many(const uint8_t[:, ::1] hands, uint16_t[::1] out) except -1
@cython.locals(i=Py_ssize_t, j=Py_ssize_t, key=uint64_t, mask=uint64_t, total=uint64_t, bit=uint64_t, card=uint8_t)
cdef Py_ssize_t fill(
    const uint8_t[:, ::1] hands, uint16_t[::1] out, Py_ssize_t start, Py_ssize_t end, Py_ssize_t width
) noexcept nogil

@cython.locals(first=int)
cpdef int count_strengths(Py_ssize_t cards, uint64_t[::1] counts) except -1
@cython.locals(card=int)
cdef void count(int first, int left, uint64_t key, uint64_t mask, uint64_t[::1] counts) noexcept nogil
