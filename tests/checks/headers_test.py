"""The header check fails on a header that does not compile alone and that no source of its name checks.

Uses the project's own satchel_module() in a project with one module, and the same target that CI
builds, so that what is proven is the real rule and not a copy of it.
"""

import unittest

from support import ScratchTest, planted_project, run


class HeadersTest(ScratchTest):
    def build(self, target):
        return run("cmake", "--build", "build", "--target", target, cwd=self.scratch)

    def test_a_header_that_misses_an_include_fails_alone(self):
        self.write("CMakeLists.txt", planted_project("add_subdirectory(src/base)"))
        self.write("src/base/CMakeLists.txt", "satchel_module(NAME base HEADERS pair.h planted.h SOURCES pair.cc user.cc)\n")
        header = self.write("src/base/planted.h", "#pragma once\ninline std::string Name() { return \"a\"; }\n")
        # The one source that includes the header hides the mistake, as real ones do.
        self.write("src/base/user.cc", "#include <string>\n\n#include \"base/planted.h\"\n")
        self.write("src/base/pair.h", "#pragma once\nint Two();\n")
        self.write("src/base/pair.cc", "#include \"base/pair.h\"\nint Two() { return 2; }\n")

        status, output = run("cmake", "-G", "Ninja", "-B", "build", "-DCMAKE_CXX_COMPILER=clang++-19",
                             "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", cwd=self.scratch)
        self.assertEqual(status, 0, output)
        status, output = self.build("satchel_base")
        self.assertEqual(status, 0, output)
        status, output = self.build("all_verify_interface_header_sets")
        self.assertNotEqual(status, 0)
        self.assertIn("planted.h:2:", output)

        header.write_text("#pragma once\n#include <string>\ninline std::string Name() { return \"a\"; }\n", encoding="utf-8")
        status, output = self.build("all_verify_interface_header_sets")
        self.assertEqual(status, 0, output)

        # pair.cc has compiled pair.h already: see scripts/check_layers.
        commands = (self.scratch / "build/compile_commands.json").read_text(encoding="utf-8")
        self.assertIn("planted.h.cxx", commands)
        self.assertNotIn("pair.h.cxx", commands)


if __name__ == "__main__":
    unittest.main()
