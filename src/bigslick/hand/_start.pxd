cimport cython
from libc.stdint cimport int64_t

from bigslick.core.draws cimport Draws
from bigslick.core.hand cimport State
from bigslick.core.rotation cimport Rotation
from bigslick.core.terms cimport Terms

cdef extern from "Python.h":
    bint PyLong_CheckExact(object)
    long long PyLong_AsLongLongAndOverflow(object, int*) except? -1

cdef int MAX_SEATS
cdef int64_t MAX_CHIPS
cdef object DEFAULT_RULES, CARD, RULES
cdef tuple CARDS, FIELDS
cdef Rotation OPENING

cdef inline int64_t whole(object value) except? -1:
    # A plain int from 0 to MAX_CHIPS, or -1 for anything else.
    cdef int too_large = 0
    cdef int64_t number
    if not PyLong_CheckExact(value):
        return -1
    number = PyLong_AsLongLongAndOverflow(value, &too_large)
    return number if too_large == 0 and 0 <= number <= MAX_CHIPS else -1

cdef inline int card_number(object value) except? -1:
    # A plain int from 0 to 51 or a Card, or -1 for anything else.
    cdef int too_large = 0
    cdef int64_t number
    if not PyLong_CheckExact(value) and type(value) is not CARD:
        return -1
    number = PyLong_AsLongLongAndOverflow(value, &too_large)
    return <int>number if too_large == 0 and 0 <= number <= 51 else -1

@cython.final
cdef class Start:
    cdef Terms terms, public
    cdef object rules, setup
    cdef int64_t small_blind, big_blind, ante
    cdef int small_seat, big_seat

@cython.final
cdef class KnownRules:
    cdef object rules
    cdef Terms terms

cdef KnownRules LAST
@cython.locals(found=KnownRules)
cdef KnownRules known(object rules)

@cython.locals(start=Start)
cdef Start from_setup(object setup)
@cython.locals(found=Terms)
cdef Terms public_terms(Start start)
cdef object setup_of(Start start)
cdef dict setup_fields(Start start)
@cython.locals(row=tuple, seat=int, chips=int64_t, small=int64_t, big=int64_t, terms=Terms, start=Start)
cdef Start from_numbers(object stacks, object blinds, object button, object seed, object deck, object ante, object rules)
@cython.locals(taken=int, rotation=Rotation, start=Start)
cdef Start on_terms(Terms terms, int64_t button, int64_t small, int64_t big, int64_t ante, object rules)
@cython.locals(cards=tuple, seen=cython.int[52], place=int, card=int)
cdef bint lay_deck(Terms terms, object deck) except -1
@cython.locals(draws=Draws, place=int)
cdef int shuffle_into(Terms terms, object seed) except -1
@cython.locals(state=State)
cdef State new_state(Terms terms)
@cython.locals(state=State)
cdef State begun(Terms terms)
cdef int64_t whole_chips(object value) except? -1
