cimport cython
from libc.stdint cimport int64_t
from libc.string cimport memcpy

from . cimport bits
from .draws cimport Draws
from .showdown cimport Showdown
from .terms cimport Terms

cdef int FOLD, CALL, ANTE_PER_PLAYER
cdef int PREFLOP, FLOP, TURN, RIVER, SHOWDOWN
cdef int EMPTY, LIVE, FOLDED
cdef int POT_LIMIT, FIXED_LIMIT
cdef int REOPEN_ANY, REOPEN_EVERY, REOPEN_SINGLE
cdef int OK, NOT_BETTING, FREE_FOLD, NO_WAGER, TOO_LOW, TOO_HIGH, NOT_ASKED
cdef int LOG_ANTE, LOG_SMALL_BLIND, LOG_BIG_BLIND, LOG_DEAD_POST, LOG_FOLD, LOG_CHECK, LOG_CALL
cdef int LOG_BET, LOG_RAISE, LOG_RUN_OUT

@cython.final
cdef class State(Showdown):
    cdef readonly int wagers, bets_made, can_act, pending, offered, answers
    cdef int able_bits, acted_bits, changes
    cdef readonly int64_t current, last_full, least, level, antes_paid, pot_adjust
    cdef readonly int64_t to_call, min_to, max_to

    cdef void lay_out_hand(self)
    cpdef int begin(self) except -1 nogil
    @cython.locals(dealt=int)
    cdef void deal(self) noexcept nogil
    @cython.locals(count=int, place=int)
    cpdef int begin_shuffled(self, Draws cards) except -1 nogil
    @cython.locals(seat=int, chips=int64_t)
    cdef void post_antes(self) noexcept nogil
    @cython.locals(seat=int, owing=int, chips=int64_t, blinds=int64_t, highest=int64_t)
    cdef void post_blinds(self) noexcept nogil
    @cython.locals(able=int)
    cdef void open_street(self, int before) noexcept nogil
    cdef void seek(self, int seat) noexcept nogil
    cdef int outbid(self, int seat) noexcept nogil
    @cython.locals(others=int, other=int)
    cdef int answerable(self, int seat) noexcept nogil
    cdef int64_t fixed_size(self) noexcept nogil
    cdef int may_raise(self, int seat) noexcept nogil
    @cython.locals(faced=int64_t)
    cdef int reopened(self, int seat) noexcept nogil
    @cython.locals(full=bint, reopens=bint, rest=int64_t)
    cdef int size_up(self, int64_t to) noexcept nogil
    cdef int may_wager(self, int seat) noexcept nogil
    @cython.locals(due=int64_t, all_in=int64_t, low=int64_t, high=int64_t, size=int64_t)
    cdef void find_options(self, int seat) noexcept nogil
    @cython.locals(most=int64_t)
    cdef int64_t enough_on_sites(self, int seat, int64_t low) noexcept nogil
    cdef int64_t pot_size(self) noexcept nogil
    cpdef int act(self, Py_ssize_t code) noexcept nogil
    @cython.locals(reopens=bint)
    cdef void wager(self, int seat, int64_t to) noexcept nogil
    cdef void end_street(self) noexcept nogil
    cdef void gather(self) noexcept nogil
    @cython.locals(cards=int, most=int, street=int)
    cdef int offer_run_outs(self) noexcept nogil
    cpdef int run_out(self, Py_ssize_t boards) noexcept nogil
    cdef void win_uncontested(self) noexcept nogil
    @cython.locals(last=int, board=int, winners=int)
    cpdef int winners_over(self, Py_ssize_t seat) except -1 nogil
    cdef void assume(self, State other) noexcept
    @cython.locals(twin=State)
    cpdef State copy(self)
    @cython.locals(laid=State, i=int)
    cpdef tuple layers(self)

@cython.locals(state=State)
cdef State state_on(Terms terms)

cdef inline void copy_numbers(State to, State source) noexcept:
    # Every number in Chips and HandCards, from the first one declared to the deck, and then all of Showdown and State.
    memcpy(&to.stack[0], &source.stack[0], <char*>&source.deck[0] - <char*>&source.stack[0])
    memcpy(&to.show_order[0], &source.show_order[0], <char*>(&source.max_to + 1) - <char*>&source.show_order[0])
    if source.shuffled:
        memcpy(&to.deck[0], &source.deck[0], sizeof(source.deck))
