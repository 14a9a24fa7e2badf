#include <Python.h>

static PyObject *py_blend(PyObject *self, PyObject *args) { return Py_None; }
static PyObject *py_fade(PyObject *self) { return Py_None; }

static PyMethodDef methods[] = {
    {"blend", py_blend, METH_VARARGS, "Blends."},
    {"fade", (PyCFunction)(void (*)(void))py_fade, METH_NOARGS, "Fades."},
    {NULL, NULL, 0, NULL},
};

// FACT: use bound 7 blend in methods times 1 of py_blend
// FACT: use bound 8 fade in methods times 1 of py_fade
