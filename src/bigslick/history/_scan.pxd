cimport cython
from libc.stdint cimport int64_t, uint64_t

from bigslick.core.hand cimport State
from bigslick.core.terms cimport Terms

cdef int LIVE, OVER, SHOWDOWN
cdef int FOLD_CODE, CALL_CODE
cdef int MAX_SEATS
cdef int NO_CARD, UNREAD
cdef int BOARD, CALL, FOLD, HOLE, MUCK, REMARK, SHOW, WAGER
cdef int MOST_PLACES, MOST_PLAYERS
cdef int64_t MOST_VALUE

@cython.final
@cython.freelist(64)
@cython.no_gc
cdef class RecordedAction:
    cdef readonly int kind, player, places
    cdef readonly int64_t amount
    cdef readonly tuple cards

@cython.final
cdef class Survey:
    cdef readonly list deck
    cdef readonly int board, places

@cython.final
cdef class Playback:
    cdef readonly State state
    cdef readonly list claims
    cdef readonly int places, next, dealt
    cdef list actions
    cdef int players
    cdef int[10] seat_of

    @cython.locals(action=RecordedAction, i=int, count=int, kind=int, amount=int64_t, after=int)
    cpdef bint play(self) except -1
    cpdef skip(self)

@cython.locals(text=str, actions=list, action=RecordedAction)
cpdef list scan(list texts)
@cython.locals(size=int, at=int, player=int)
cpdef RecordedAction scan_one(str text)
@cython.locals(action=RecordedAction)
cdef RecordedAction record_bet(int kind, int player)
@cython.locals(action=RecordedAction, cards=tuple)
cdef RecordedAction record_cards(int kind, int player, str text, int at, int size)
@cython.locals(action=RecordedAction, value=int64_t, places=int, point=int, i=int)
cdef RecordedAction record_wager(int player, str text, int at, int size)
cdef int scan_player(str text, int at, int size)
@cython.locals(first=int, second=int, third=int)
cdef tuple scan_cards(str text, int at, int size)
@cython.locals(value=int)
cdef int scan_card(Py_UCS4 rank, Py_UCS4 suit) noexcept
@cython.locals(
    deck=list, got=int64_t, missing=int, board=int, places=int, players=int, seen=uint64_t, one=uint64_t, bit=uint64_t,
    action=RecordedAction, kind=int, player=int, card=int, had=int, i=int,
    hole_place=cython.int[20], board_place=cython.int[5],
)
cpdef Survey survey(list actions, tuple hole_places, tuple board_places)
@cython.locals(found=Py_ssize_t)
cdef int number(object value, str what, Py_ssize_t low, Py_ssize_t high) except? -1
