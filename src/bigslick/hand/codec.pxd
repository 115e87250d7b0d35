from libc.stdint cimport int64_t

from bigslick.core cimport hand as core

cdef inline int64_t mark(core.State state, int64_t code) noexcept:
    if code < 0:
        return code
    return 2 * code + ((state.to_call if code == 0 else state.current) == 0)

cdef inline int64_t unmark(int64_t kept) noexcept:
    return kept if kept < 0 else kept >> 1
