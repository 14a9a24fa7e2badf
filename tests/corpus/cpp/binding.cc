#include <pybind11/pybind11.h>

namespace shop {
int Turn(int a) { return a; }
}  // namespace shop

PYBIND11_MODULE(_fast, m) {
  m.def("turn", &shop::Turn, "Turns.");
  m.def("twice", [](int a) { return a * 2; });
}

// FACT: use bound 8 turn in PYBIND11_MODULE times 1 of shop::Turn
// NONE: use bound 9
