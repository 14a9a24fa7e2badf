"""The header check fails on a header that does not compile alone.

Uses the project's own satchel_module() in a project with one module, and the same target that CI
builds, so that what is proven is the real rule and not a copy of it.
"""

import unittest

from support import ROOT, ScratchTest, run

PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(planted LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 23)
list(APPEND CMAKE_MODULE_PATH "@ROOT@/cmake")
include(SatchelCompiler)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
include(SatchelModule)
add_subdirectory(src/base)
"""


class HeadersTest(ScratchTest):
    def test_a_header_that_misses_an_include_fails_alone(self):
        self.write("CMakeLists.txt", PROJECT.replace("@ROOT@", str(ROOT)))
        self.write("src/base/CMakeLists.txt", "satchel_module(NAME base HEADERS planted.h SOURCES user.cc)\n")
        header = self.write("src/base/planted.h", "#pragma once\ninline std::string Name() { return \"a\"; }\n")
        # The one source that includes the header hides the mistake, as real ones do.
        self.write("src/base/user.cc", "#include <string>\n\n#include \"base/planted.h\"\n")
        build = ["cmake", "--build", "build", "--target"]

        status, output = run("cmake", "-G", "Ninja", "-B", "build", "-DCMAKE_CXX_COMPILER=clang++-19", cwd=self.scratch)
        self.assertEqual(status, 0, output)
        status, output = run(*build, "satchel_base", cwd=self.scratch)
        self.assertEqual(status, 0, output)
        status, output = run(*build, "all_verify_interface_header_sets", cwd=self.scratch)
        self.assertNotEqual(status, 0)
        self.assertIn("planted.h:2:", output)

        header.write_text("#pragma once\n#include <string>\ninline std::string Name() { return \"a\"; }\n", encoding="utf-8")
        status, output = run(*build, "all_verify_interface_header_sets", cwd=self.scratch)
        self.assertEqual(status, 0, output)


if __name__ == "__main__":
    unittest.main()
