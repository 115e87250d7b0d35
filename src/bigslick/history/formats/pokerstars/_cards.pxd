cimport cython

from bigslick.history.formats cimport _amounts as amounts

cdef dict known_cards

@cython.locals(known=str, cards=str, size=int, i=int)
cdef str letters_of(str text, int least, int most)
cdef bint is_card(Py_UCS4 rank, Py_UCS4 suit) noexcept
