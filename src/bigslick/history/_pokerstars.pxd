cimport cython
from libc.stdint cimport int64_t

cdef int ANTE, SMALL, BIG, BOTH, STRADDLE, DEAD
cdef int SEATS, PLAY, SUMMARY
cdef int DEALER, NO_AMOUNT
cdef int MOST_PLACES, MOST_PLAYERS
cdef int64_t MOST_VALUE

@cython.final
cdef class HandText:
    cdef readonly list names, seats, stacks, notes, posts, who, what, heroes, summed
    cdef readonly list collected, committed, returned, acted
    cdef readonly dict prizes, holes, boards
    cdef readonly str board
    cdef readonly int deal, runs
    cdef readonly bint capped
    cdef readonly int64_t total, rake, jackpot, small, big
    cdef dict _players, _shown
    cdef str _symbol
    cdef int _places, _stage, _at
    cdef list _bets, _live, _folded, _awkward

    @cython.locals(line=str, i=int, at=int, player=int)
    cdef _read(self, list lines)
    @cython.locals(start=int, end=int, at=int, close=int, seat=int, stack=str, name=str)
    cdef bint _seat(self, str line) except -1
    cdef _be_seated(self)
    @cython.locals(verb=Py_UCS4, end=int, middle=int, all_in=bint, text=str, amount=int64_t)
    cdef bint _act(self, int player, str line, int at) except -1
    cdef _wager(self, int player, str text, int64_t to)
    @cython.locals(kind=int, start=int, amount=int64_t, live=int64_t)
    cdef bint _post(self, int player, str line, int at, int end, bint all_in) except -1
    cdef _put(self, int player, int64_t amount)
    @cython.locals(end=int, cards=str)
    cdef bint _show(self, int player, str line, int at) except -1
    cdef _add(self, int player, str what)
    cdef _know(self, int player, str cards)
    @cython.locals(at=int, player=int, name=str)
    cdef bint _other(self, str line) except -1
    @cython.locals(end=int)
    cdef bint _collect(self, int player, str line, int at) except -1
    @cython.locals(end=int, wanted=int, had=int, i=int, title=str, run=str, cards=str)
    cdef bint _street(self, str line) except -1
    @cython.locals(end=int, seat=int, at=int, player=int)
    cdef _sum_up(self, str line)
    @cython.locals(end=int)
    cdef _total(self, str line)
    @cython.locals(best=int64_t, second=int64_t, bet=int64_t, owner=int, player=int)
    cpdef int uncalled(self) except? -2
    cdef str _clean(self, str text)
    @cython.locals(found=int64_t, point=int, needs=int)
    cdef int64_t _units(self, str text) except -1
    cdef int64_t _amount(self, str line, int start, int end) except -1
    @cython.locals(cards=str, size=int, good=bint, i=int)
    cdef str _cards(self, str text, int least, int most)

cpdef str quoted(str text)
@cython.locals(value=int64_t, digits=int, after=int, i=int, letter=Py_UCS4)
cpdef int64_t units(str text, int places) except? -3
