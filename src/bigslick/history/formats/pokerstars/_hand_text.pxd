cimport cython
from libc.stdint cimport int64_t

from bigslick.history.formats cimport _amounts as amounts
from bigslick.history.formats.pokerstars cimport _cards as card_reader

cdef int ANTE, SMALL, BIG, BOTH, STRADDLE, DEAD
cdef int SEATS, PLAY, SUMMARY
cdef int DEALER, NO_AMOUNT
cdef int MOST_PLACES, MOST_PLAYERS
cdef int64_t MOST_VALUE

@cython.final
cdef class HandText:
    cdef readonly list names, seats, stacks, notes, posts, who, what, heroes, summed, remarks
    cdef readonly list order, players, chairs, antes, blinds, actions, began, ended, won
    cdef readonly list collected, committed, returned, acted
    cdef readonly dict prizes, holes, boards
    cdef readonly str board
    cdef readonly int deal, runs, second
    cdef readonly bint short
    cdef readonly int64_t paid, gathered, total, rake, jackpot, small, big
    cdef dict _players, _shown
    cdef str _symbol
    cdef int _places, _stage, _at
    cdef list _bets, _live, _folded, _awkward

    @cython.locals(line=str, i=int, at=int, player=int)
    cdef _read(self, list lines)
    @cython.locals(start=int, end=int, at=int, close=int, seat=int, stack=str, name=str)
    cdef bint _seat(self, str line) except -1
    @cython.locals(player=int)
    cdef int _in_seat(self, int seat) except? -1
    cdef _be_seated(self)
    @cython.locals(verb=Py_UCS4, last=Py_UCS4, end=int, middle=int, all_in=bint, text=str, amount=int64_t)
    cdef bint _act(self, int player, str line, int at) except -1
    @cython.locals(at=int, to=int64_t, text=str)
    cdef _wager(self, int player, str line, int start, int end)
    @cython.locals(kind=int, start=int, amount=int64_t, live=int64_t)
    cdef bint _post(self, int player, str line, int at, int end, bint all_in) except -1
    cdef _put(self, int player, int64_t amount)
    @cython.locals(end=int, cards=str)
    cdef bint _show(self, int player, str line, int at) except -1
    cdef _add(self, int player, str what)
    cdef _know(self, int player, str cards)
    @cython.locals(at=int, player=int, name=str, first=Py_UCS4)
    cdef bint _other(self, str line) except -1
    @cython.locals(end=int)
    cdef bint _collect(self, int player, str line, int at) except -1
    cdef _pay(self, list chips, int player, int64_t amount)
    @cython.locals(end=int, wanted=int, had=int, i=int, title=str, run=str, cards=str)
    cdef bint _street(self, str line) except -1
    @cython.locals(end=int, seat=int, at=int, player=int)
    cdef _sum_up(self, str line)
    @cython.locals(end=int)
    cdef _total(self, str line)
    @cython.locals(best=int64_t, second=int64_t, bet=int64_t, owner=int, player=int)
    cdef _give_back(self)
    @cython.locals(at=int, start=int, player=int, stack=int64_t, places=list, what=str)
    cdef _settle(self, int button)
    @cython.locals(at=int)
    cdef _deal_out(self)
    @cython.locals(player=int, seat=int, by_seat=dict, seats=list, first=list)
    cdef _deal_in(self, int button)
    @cython.locals(
        n=int, at=int, player=int, kind=int, after=int, paid=int, amount=int64_t, most=int64_t,
        antes=list, dead=list, blinds=list, broke=list, posted_big=bint, all_in=bint,
    )
    cdef _owe(self)
    cdef str _clean(self, str text)
    @cython.locals(found=int64_t, point=int, needs=int)
    cdef int64_t _units(self, str text) except -1
    @cython.locals(found=int64_t)
    cdef int64_t _amount(self, str line, int start, int end) except -1
    cdef int _after_symbol(self, str line, int at) except -1
    @cython.locals(cards=str)
    cdef str _cards(self, str text, int least, int most)

cdef dict TITLES
cdef tuple PLAYERS, FOLDS, CALLS, DEALS
