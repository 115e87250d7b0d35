cimport cython
from libc.stdint cimport int64_t, uint64_t

from bigslick.core.hand cimport State

cdef int SHOWDOWN
cdef int CALLS, DEALS_BOARD, DEALS_ONE, DEALS_TWO, FOLDS, MUCKS, NOTES, SHOWS, WAGERS
cdef int MOST_PLACES, MOST_PLAYERS
cdef int64_t MOST_VALUE

@cython.locals(code=int64_t, text=str, steps=list)
cpdef list scan(list actions)
@cython.locals(size=int, at=int, player=int, cards=int64_t, amount=int64_t)
cpdef int64_t scan_one(str text)
cdef int scan_player(str text, int at, int size)
@cython.locals(value=int64_t, places=int, point=int, i=int)
cdef int64_t scan_amount(str text, int at, int size)
@cython.locals(value=int64_t, factor=int64_t, card=int, i=int)
cdef int64_t scan_cards(str text, int at, int size)
@cython.locals(value=int)
cdef int scan_card(Py_UCS4 rank, Py_UCS4 suit) noexcept
@cython.locals(
    deck=list, got=int64_t, missing=int, board=int, most_places=int, seen=uint64_t, one=uint64_t, bit=uint64_t, i=int, code=int64_t, kind=int,
    player=int, cards=int64_t, card=int, had=int
)
cpdef tuple survey(list steps, int players)
@cython.locals(
    count=int, players=int, shown=int, i=int, code=int64_t, kind=int, player=int, seat=int, amount=int64_t,
    cards=int64_t, after=int
)
cpdef int64_t follow(State state, list steps, int start, int dealt, tuple seats, int places)
