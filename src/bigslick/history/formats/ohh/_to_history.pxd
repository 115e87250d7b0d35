cimport cython

cdef int FOLD, CHECK, CALL, WAGER, SMALL, BIG, ANTE, DEAD, STRADDLE, EXTRA, DEALT, OUTSIDE, CLAIM, SEAT, OTHER
cdef dict _STREETS, _KINDS
cdef frozenset _CARDS
cdef list _NAMES

@cython.final
cdef class _Reading:
    cdef object hand
    cdef dict seated, names, left, put, refunds, antes, blinds, holes, claimed
    cdef list order, actions, boards
    cdef set folded
    cdef object current, big, spent
    cdef bint all_in, short_ante, told, double_board
    cdef int matched

    cdef play(self)
    @cython.locals(where=str)
    cdef _begin(self, object street)
    @cython.locals(kind=int)
    cdef _take(self, object action)
    @cython.locals(name=str)
    cdef _put_in(self, object action, object player, int kind)
    cdef bint _covers(self, object player) except -1
    cdef _pass_bomb_pot(self)
    cdef _return(self, object own)
    cdef _refund(self)
    cdef _post(self, object action, object player, int kind)
    cdef _owed(self, object player, object posted, object blind)
    cdef _deal(self, str street, object given)
    cdef _claim(self, object action, object player)
    cdef show_down(self, dict results)
    cdef list all_actions(self)
    cdef _other(self, object action)
    cdef _remark(self, str text)
    cdef _bad(self, object action, str why)

@cython.locals(kind=int, count=Py_ssize_t, seated=Py_ssize_t, flop=bint)
cdef list _order(object hand)
cdef str _text(object amount)
cdef str _cards(object given, Py_ssize_t count)
cdef dict _results(object hand, dict seated, _Reading reading)
cdef _table_size(object given, list seats)
cdef _number(object given)
