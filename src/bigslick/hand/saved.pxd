cimport cython
from libc.stdint cimport int64_t

from bigslick.core.terms cimport Terms
from . cimport _start as starts
from ._start cimport Start

cdef int UNNAMED, MUCKED, LONGEST
cdef int64_t NOT_BETTING
cdef tuple NAMES, WORDS
cdef bytes FIRST, SECOND
cdef dict KEPT

@cython.locals(terms=Terms, letters=bytearray, place=int, card=int, i=int)
cdef str write_save(Start start, list codes, int count)
cdef str word_of(int64_t kept)
cdef int64_t kept_of(str word) except? -1
cdef bint is_amount(str text) except -1
@cython.locals(start=Start, ranks=bytes, suits=bytes, cards=list, place=int)
cdef Start read_start(object saved)
