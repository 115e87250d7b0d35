cimport cython

from .hand cimport State
from .offers cimport Offers

cdef int OVER, RIVER

@cython.final
cdef class Sight:
    cdef State _state
    cdef Offers _offers
    cdef tuple _cards, _streets, _blinds
    cdef object _tell, _offer, _view

    cpdef void look(self) noexcept
    cpdef object view(self)
