cdef unsigned char[1024] COUNT
cdef unsigned char[1024] LOWEST

# These are here rather than in the module because a call into another compiled module is never inlined.
cdef inline int next_seat(int bits, int seat) noexcept nogil:
    cdef int later = bits >> (seat + 1) << (seat + 1)
    return LOWEST[later if later else bits]
