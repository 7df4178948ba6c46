# Arguments that name a suit, rank, seat or contract, as the core's numbers, and back.

cdef int suit_arg(object value) except -1
cdef int rank_arg(object value) except -1
cdef int seat_arg(object value) except -1
cdef int contract_arg(object value) except -1

cdef object suit_member(int number)
cdef object rank_member(int number)
cdef object contract_member(int number)
cdef object kind_member(int number)
