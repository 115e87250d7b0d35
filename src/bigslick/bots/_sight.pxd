cimport cython

from bigslick.core.hand cimport State
from bigslick.hand._options cimport Offers

cdef int OVER, RIVER

@cython.final
cdef class Sight:
    cdef State _state
    cdef Offers _offers
    cdef tuple _cards, _streets, _blinds
    cdef object _tell, _offer, _view
    cdef int _seat

    cpdef void _look(self) noexcept
    cpdef void _leave(self) noexcept
    cpdef object view(self)
