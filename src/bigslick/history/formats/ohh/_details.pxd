cdef tuple _KEPT
