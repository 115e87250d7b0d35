cimport cython
from libc.stdint cimport int64_t

cdef int _ALL

@cython.locals(x=int, kept=int)
cdef list _highest_bits()
cdef list _multisets(tuple keys, object shift)
@cython.locals(held=int, runs=int)
cdef list _straights(list highest)
@cython.locals(ranks=int64_t, half=int64_t, code=int64_t, once=int, twice=int, trip=int, quad=int, pairs=int, one=list, two=list, three=list, five=list)
cdef list _codes(int64_t high, list low, list top, list straight)
