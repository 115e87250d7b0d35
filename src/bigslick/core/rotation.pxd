cimport cython

cdef int MOVING_BUTTON

@cython.final
cdef class Rotation:
    cdef readonly int seats, button, small, big, dealt

    cpdef void place(self, int seats, int button, int small, int big) noexcept nogil
    cpdef void open(self, int taken, int button) noexcept nogil
    @cython.locals(due=int, button=int, big=int)
    cpdef void advance(self, int taken, int new, int rule) noexcept nogil
    @cython.locals(bits=int, seat=int)
    cdef int waiting(self, int new) noexcept nogil
    @cython.locals(active=int, button=int, other=int, big=int)
    cdef void move(self, int taken, int new) noexcept nogil
    cpdef int following(self, int taken, int seat) noexcept nogil
    @cython.locals(count=int, seat=int)
    cdef int players(self, int bits) noexcept nogil
