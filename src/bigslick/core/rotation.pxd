cimport cython

from . cimport bits

cdef int MOVING_BUTTON, MAX_SEATS

@cython.final
cdef class Rotation:
    cdef readonly int seats, button, small, big, dealt

    cpdef int place(self, Py_ssize_t seats, Py_ssize_t button, Py_ssize_t small, Py_ssize_t big) except -1 nogil
    cpdef int open(self, Py_ssize_t taken, Py_ssize_t button) except -1 nogil
    cdef void begin(self, int taken, int button) noexcept nogil
    @cython.locals(due=int, button=int, big=int)
    cpdef int advance(self, Py_ssize_t taken, Py_ssize_t new, Py_ssize_t rule) except -1 nogil
    @cython.locals(waits=int, seat=int)
    cdef int waiting(self, int new) noexcept nogil
    @cython.locals(active=int, button=int, other=int, big=int)
    cdef void move(self, int taken, int new) noexcept nogil
    cdef int preceding(self, int taken, int seat) noexcept nogil
    cdef int fit(self, Py_ssize_t taken, Py_ssize_t button) noexcept nogil
