cimport cython

from bigslick.core.hand cimport State
from bigslick.hand._options cimport OptionsCache

cdef int OVER, RIVER

@cython.final
cdef class LiveView:
    cdef State _state
    cdef OptionsCache _cache
    cdef tuple _cards, _streets, _blinds
    cdef object _frozen, _options, _view
    cdef int _seat

    cpdef object _look(self)
    cpdef object _leave(self)
    cpdef object view(self)
