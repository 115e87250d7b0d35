cimport cython

from bigslick.core.draws cimport Draws

cdef class TableSizes:
    cdef list _size, _at, _lists, _by_id
    cdef set _came
    cdef readonly set changed

    cpdef add(self, Py_ssize_t table, Py_ssize_t players=*)
    cpdef Py_ssize_t players(self, Py_ssize_t table) except? -1
    cpdef change(self, Py_ssize_t table, Py_ssize_t by)
    cdef Py_ssize_t _open(self, Py_ssize_t table) except -1
    @cython.locals(row=list)
    cdef _enter(self, Py_ssize_t table, Py_ssize_t size)
    @cython.locals(row=list, last=Py_ssize_t, at=Py_ssize_t)
    cdef _leave(self, Py_ssize_t table)
    @cython.locals(size=Py_ssize_t)
    cpdef Py_ssize_t most(self) except -1
    @cython.locals(size=Py_ssize_t)
    cpdef Py_ssize_t fewest(self) except -1
    @cython.locals(row=list)
    cpdef drawn(self, Py_ssize_t size, Draws draws)
