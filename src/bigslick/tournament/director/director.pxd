from .arrangement cimport Arrangement

cdef class Director(Arrangement):
    cdef public list names, bullets, rebuys, prizes, _unplaced, _round
    cdef public set met
    cdef public object stack_of, enters_again
    cdef public dict finishes, busted_by, _last_entry, agreed, bags
    cdef public object rebought, addons, paid, bounties, for_first, removed, stage
    cdef public bint hand_for_hand
    cdef public Py_ssize_t ends_at

    cpdef _enter(self, object name)
    cpdef _seat(self, object entry, object table, object seat, object reason)
    cdef list _lost(self, object table, object busted, object wants_rebuy)
    cpdef bint can_rebuy(self, object entry) except -1
    cpdef _bust(self, list group)
    cdef _rank(self, Py_ssize_t before, list group)
    cdef _place(self, object entry, object place, object shared, object prize)
    cpdef _seal_envelopes(self)
