cimport cython

from .table_sizes cimport TableSizes

cdef class ShortTables:
    cdef readonly set tables, watched
    cdef set _short
    cdef Py_ssize_t _deficit, _most_checked
    cdef object _trigger

    @cython.locals(size=Py_ssize_t, most=Py_ssize_t, enough=Py_ssize_t, short=list)
    cpdef look(self, TableSizes sizes, object chairs, object seats_of, object free)
