# Nothing here is for Python: other extension modules cimport it.
