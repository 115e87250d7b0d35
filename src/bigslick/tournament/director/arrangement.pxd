cimport cython

from bigslick.core.draws cimport Draws
from .short_tables cimport ShortTables
from .table_sizes cimport TableSizes

cdef class Arrangement:
    cdef public object structure, level, now, ended
    cdef public list events, where, _no_button
    cdef public dict chairs, _first_buttons
    cdef public Py_ssize_t left
    cdef public bint closed, over
    cdef public set held, _asked, _redraws
    cdef public ShortTables short_tables
    cdef public TableSizes _sizes
    cdef public object _stream, _positions, _next_table, _breaking, _final
    cdef Draws _draws

    @cython.locals(seats=list)
    cpdef _sit(self, object entry, object table, Py_ssize_t seat)
    @cython.locals(taken=int, seat=int, entry=Py_ssize_t)
    cdef int _taken(self, object table) except? -1
    @cython.locals(free=list)
    cpdef Py_ssize_t _drawn_seat(self, object table) except -1
    cpdef _stand(self, object entry)
    @cython.locals(leaving=list, place=Py_ssize_t)
    cdef _break(self, object table)
    cdef _move(self, object entry, object table, Py_ssize_t seat, object reason)
