cimport cython

from .hand cimport Hand

cdef int MAX_SEATS
cdef tuple HIDDEN

@cython.final
cdef class SeatView:
    cdef dict _data
    cdef Hand _hand
    cdef int _seat

@cython.locals(shown=Hand, seen=SeatView, chair=int)
cpdef SeatView view(object hand, object seat)
cpdef object redact(object event, object seat)
