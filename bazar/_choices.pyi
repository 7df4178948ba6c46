# Nothing here is for Python: other extension modules cimport it.
__pyx_capi__: dict[str, object]
