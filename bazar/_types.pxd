# What Cython has no words for: the public name of an extension type, and calling it without a tuple.

from cpython.object cimport PyObject

cdef extern from *:
    """
    static inline int bazar_publish(PyObject *type, const char *name, vectorcallfunc call)
    {
        PyTypeObject *t = (PyTypeObject *)type;
        t->tp_vectorcall = call;
        if (t->tp_flags & Py_TPFLAGS_HEAPTYPE) {
            PyObject *module = PyUnicode_FromString("bazar");
            int failed = module == NULL || PyObject_SetAttrString(type, "__module__", module) < 0;
            Py_XDECREF(module);
            return failed ? -1 : 0;
        }
        /* A static type reads __module__ off its full name. */
        t->tp_name = name;
        PyType_Modified(t);
        return 0;
    }
    """
    ctypedef PyObject* (*vectorcallfunc)(PyObject* type, PyObject** args, size_t count, PyObject* names)
    # `name` is "bazar." and the type's name, and must live as long as the type.
    int publish "bazar_publish" (object type, const char* name, vectorcallfunc call) except -1

cdef extern from "Python.h":
    Py_ssize_t PyVectorcall_NARGS(size_t count)
    # What a vectorcall returns is a new reference, as a plain pointer.
    PyObject* new_reference "Py_NewRef" (object value)


cdef inline Py_ssize_t positional(size_t count, PyObject* names, Py_ssize_t most, str type) except -1:
    """How many arguments a type was called with; keywords and more than `most` are refused."""
    cdef Py_ssize_t given = PyVectorcall_NARGS(count)
    if names is not NULL and len(<tuple>names):
        raise TypeError(f"{type}() takes no keyword arguments")
    if given > most:
        raise TypeError(f"{type}() takes at most {most} argument{'s' if most > 1 else ''}, not {given}")
    return given
