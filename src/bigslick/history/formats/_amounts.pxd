cimport cython
from libc.stdint cimport int64_t

cdef int MOST_KNOWN, MOST_PLACES
cdef int64_t MOST_VALUE
cdef tuple SCALES
cdef dict known_numbers

@cython.locals(scale=int64_t, key=int64_t)
cpdef object number(int64_t value, int places)
@cython.locals(value=int64_t)
cpdef list numbers(list values, int places)
cpdef int64_t units(str text, int places) except? -3
@cython.locals(value=int64_t, digits=int, after=int, i=int, letter=Py_UCS4)
cdef int64_t units_between(str text, int start, int end, int places) except? -3
