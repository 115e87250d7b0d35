cimport cython
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport free, malloc

from bigslick.bots._brain cimport Brain
from bigslick.core.draws cimport Draws

from . cimport _table as tables
from ._table cimport EnvDeal, EnvTable

cdef int FOLD, NEXT_STEP, SAME_STEP, DISABLED, ASKED, DONE, MOST_CODES
cdef int64_t MAX_CHIPS

@cython.final
cdef class EnvBatch:
    cdef EnvDeal deal
    cdef tuple tables, brains, chances
    cdef object chosen, amounts  # the action arrays, which NumPy fills and the views below read
    cdef void** held  # the tables, then the workers' brains and generators, all kept alive by the tuples
    cdef readonly int count, workers, autoreset, strict, width, actions, seats, continuous, busy
    cdef readonly bint torn
    # Not even readonly: Python could write into a memory view while the tables are stepped.
    cdef int64_t[::1] action, totals, illegal
    cdef double[:, ::1] amount
    cdef signed char[::1] waiting, seeded, pending, seat
    cdef float[:, ::1] observations, rewards, final
    cdef signed char[:, ::1] masks
    cdef unsigned char[::1] terminated, truncated
    cdef int64_t[:, ::1] stacks, places

    # Unchecked methods are for compiled code only; Python calls those without a line here.
    cdef tuple shape_of(self, str columns)
    cdef int check_idle(self) except -1
    cdef int known(self, object table) except -1
    cdef object check_chosen(self, object chosen)
    @cython.locals(number=int, one=EnvTable)
    cpdef object seed(self, object table, object seed)
    @cython.locals(one=EnvTable, table=int)
    cpdef object reset(self, object chosen=*, object deal=*)
    @cython.locals(seat=int)
    cdef int begin(self, EnvTable one, Brain house, Draws chance, int table) except -1 nogil
    @cython.locals(table=int)
    cdef int check_ready(self) except -1
    @cython.locals(table=int)
    cdef int first_waiting(self) noexcept nogil
    @cython.locals(table=int)
    cdef int first_wrong(self) noexcept nogil
    @cython.locals(i=int)
    cdef int wrong(self, EnvTable one, int table) noexcept nogil
    @cython.locals(one=EnvTable)
    cdef int refuse(self, int table) except -1
    @cython.locals(first=int, last=int)
    cdef int run_block(self, int worker) except -1
    @cython.locals(table=int)
    cdef int step_tables(self, int first, int last, int worker) except -1 nogil
    cdef int step_table(self, EnvTable one, Brain house, Draws chance, int table) except -1 nogil
    @cython.locals(i=int)
    cdef int finish(self, EnvTable one, Brain house, Draws chance, int table) except -1 nogil
    @cython.locals(seat=int)
    cdef void deliver(self, EnvTable one, int table) noexcept nogil
    @cython.locals(number=int, one=EnvTable, refusal=int)
    cpdef int answer(self, object table, object code) except -1
    @cython.locals(number=int, one=EnvTable, rows=cython.float[:, ::1])
    cpdef object observe(self, object table, object seat, object out)
    @cython.locals(table=int, seat=int, one=EnvTable, rows=cython.float[:, ::1])
    cpdef object observe_all(self, object out)
    @cython.locals(one=EnvTable)
    cpdef int turn(self, object table) except -2
    @cython.locals(one=EnvTable, dealt=int, small=int, i=int)
    cpdef tuple facts(self, object table)
    @cython.locals(one=EnvTable)
    cpdef dict counts(self, object table)

cdef inline int hold_tables(EnvBatch batch) except -1:
    cdef int i
    batch.held = <void**>malloc((batch.count + 2 * batch.workers) * sizeof(void*))
    if batch.held == NULL:
        raise MemoryError()
    for i in range(batch.count):
        batch.held[i] = <void*>batch.tables[i]
    for i in range(batch.workers):
        batch.held[batch.count + i] = <void*>batch.brains[i]
        batch.held[batch.count + batch.workers + i] = <void*>batch.chances[i]
    return 0

cdef inline int step_at(EnvBatch batch, int table, int worker) except -1 nogil:
    return batch.step_table(
        <EnvTable>batch.held[table],
        <Brain>batch.held[batch.count + worker],
        <Draws>batch.held[batch.count + batch.workers + worker],
        table,
    )

cdef inline int is_wrong(EnvBatch batch, int table) noexcept nogil:
    return batch.wrong(<EnvTable>batch.held[table], table)

cdef inline float* row_of(float[:, ::1] rows, int row) noexcept nogil:
    return &rows[row, 0]
