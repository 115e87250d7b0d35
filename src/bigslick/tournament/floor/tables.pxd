from ._floor cimport Floor
from ..director.director cimport Director

cdef class FloorTables:
    cdef readonly Floor floor
    cdef readonly Director director
    cdef readonly dict row_of
    cdef readonly list table_of, free_rows
    cdef readonly set waiting
    cdef readonly Py_ssize_t applied
    cdef object _field_bots, _python_bots
    cdef set _unsettled
    cdef list _playing
    cdef dict _handlers, _guards

    cpdef list playing_rows(self)
    cpdef tuple losses(self, list rows)
    cpdef apply(self, object now)
    cdef _seat(self, object event, object now)
