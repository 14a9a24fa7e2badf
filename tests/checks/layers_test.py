"""scripts/check_layers names file and line of every planted mistake, and accepts the tree as it is."""

import re
import unittest

from support import ROOT, ScratchTest, load_script, run

check_layers = load_script("check_layers")
TABLE = check_layers.Table.read(ROOT / "scripts/layers.toml")


class LayersTest(ScratchTest):
    def setUp(self):
        super().setUp()
        self.write("src/README.md", "| `base` | | \n| `text` | |\n")
        for folder in ("base", "text"):
            self.write(f"src/{folder}/README.md", "# A folder\n")
            self.write(f"src/{folder}/CMakeLists.txt", "satchel_module(HEADERS a.h SOURCES a.cc b.cc TESTS a_test.cc)\n")
            self.write(f"src/{folder}/a.h", "#pragma once\n")

    def findings(self):
        return [str(finding) for finding in check_layers.Checker(self.scratch, TABLE).run()]

    def expect(self, path, text, line, words):
        """Planting `text` in `path` gives exactly one finding: at `line`, with `words` in it."""
        self.write(path, text)
        findings = self.findings()
        self.assertEqual(len(findings), 1, findings)
        self.assertRegex(findings[0], rf"^{re.escape(path)}:{line}: .*{re.escape(words)}")

    def test_the_tree_as_it_is_passes(self):
        status, output = run(ROOT / "scripts/check_layers")
        self.assertEqual(status, 0, output)

    def test_a_finding_is_printed_and_fails_the_command(self):
        self.write("src/base/b.cc", '#include "text/a.h"\n')
        status, output = run(ROOT / "scripts/check_layers", "--root", self.scratch)
        self.assertEqual(status, 1)
        self.assertIn("src/base/b.cc:1: base may not include text", output)

    def test_a_planted_tree_without_mistakes_passes(self):
        self.write("src/text/a.cc", '#include "text/a.h"\n#include <sys/stat.h>\n#include <string>\n'
                                    '#include <fmt/format.h>\n#include <re2/re2.h>\n#include "base/a.h"\n')
        self.assertEqual(self.findings(), [])

    def test_an_include_that_goes_up_fails(self):
        self.expect("src/base/b.cc", '#include "base/a.h"\n\n#include "text/a.h"\n', 3, "base may not include text")

    def test_an_include_that_goes_sideways_fails(self):
        self.write("src/notes/README.md", "x")
        self.write("src/README.md", "`base` `text` `notes`\n")
        self.write("src/notes/CMakeLists.txt", "a.cc\n")
        self.expect("src/notes/a.cc", '#include "graph/files/a.h"\n', 1, "may not include graph/files")

    def test_a_unit_test_may_include_the_part_below_its_folder_but_the_code_may_not(self):
        self.write("src/README.md", "`base` `text` `packet`\n")
        self.write("src/packet/README.md", "x")
        self.write("src/packet/CMakeLists.txt", "a.cc a_test.cc render/a.h\n")
        self.write("src/packet/render/a.h", "#pragma once\n")
        self.write("src/packet/a_test.cc", '#include "packet/render/a.h"\n')
        self.expect("src/packet/a.cc", '#include "packet/render/a.h"\n', 1, "packet may not include packet/render")

    def test_folders_that_include_each_other_fail(self):
        self.write("src/base/CMakeLists.txt", "a.h b.h part/a.h part/a_test.cc\n")
        self.write("src/base/b.h", '#pragma once\n#include "base/part/a.h"\n')
        self.write("src/base/part/a_test.cc", '#include "base/b.h"\n')
        self.write("src/base/part/a.h", "#pragma once\n")
        self.assertEqual(self.findings(), [])
        self.write("src/base/part/a.h", '#pragma once\n#include "base/a.h"\n')
        self.assertEqual(self.findings(), ["src/base/b.h:2: base and base/part include each other (src/base/part/a.h:2)"])

    def test_a_relative_include_fails(self):
        self.expect("src/base/b.cc", '#include "../text/a.h"\n', 1, "relative include")

    def test_an_include_without_its_folder_fails(self):
        self.expect("src/base/b.cc", '#include "a.h"\n', 1, "no path from src/")

    def test_a_third_party_header_outside_its_folder_fails(self):
        self.expect("src/base/b.cc", "#include <re2/re2.h>\n", 1, "in text only, not in base")

    def test_an_unknown_third_party_header_fails(self):
        self.expect("src/base/b.cc", "#include <unheard/of.h>\n", 1, "which folder owns it?")

    def test_a_test_header_in_production_code_fails_but_not_in_a_unit_test(self):
        self.write("tests/support/random.h", "#pragma once\n")
        self.write("src/base/a_test.cc", '#include <gtest/gtest.h>\n#include "tests/support/random.h"\n')
        self.expect("src/base/b.cc", '#include "tests/support/random.h"\n', 1, "nothing includes tests/")

    def test_std_regex_and_its_header_fail_everywhere(self):
        self.expect("src/base/b.cc", "\nstd::regex pattern;\n", 2, "std::regex")
        self.expect("src/base/b.cc", "#include <regex>\n", 1, "<regex> is banned")
        (self.scratch / "src/base/b.cc").unlink()
        self.expect("tests/e2e/a_test.cc", "std::regex_constants::x; std::smatch m;\n", 1, "std::regex")

    def test_printing_and_exiting_fail_below_the_surfaces(self):
        for statement in ("std::cout << 1;", "fmt::print(\"x\");", "std::fprintf(stderr, \"\");", "printf(\"\");"):
            self.expect("src/base/b.cc", f"void F() {{ {statement} }}\n", 1, "writing to a stream")
        for statement in ("exit(1);", "std::abort();", "std::terminate();"):
            self.expect("src/base/b.cc", f"void F() {{ {statement} }}\n", 1, "ending the process")

    def test_cmd_may_exit_and_fuzz_targets_may_abort(self):
        self.write("cmd/satchel/main.cc", "int main() { std::exit(1); }\n")
        self.write("fuzz/a_fuzz.cc", "void F() { std::abort(); }\n")
        self.assertEqual(self.findings(), [])

    def test_comments_and_literals_are_not_code(self):
        self.write("src/base/b.cc", '// std::regex, exit(1)\n/* std::cout\n using namespace x */\n'
                                    'const char* kText = "std::cerr exit(1) \\" std::regex";\n'
                                    'const char* kRaw = R"x(" using namespace y )x";\n'
                                    'int Million() { return 1\'000\'000; }  // abort()\n'
                                    'void G() { snprintf(b, 1, ""); app.exit(error); context->abort(); on_exit(); }\n')
        self.assertEqual(self.findings(), [])

    def test_using_namespace_fails(self):
        self.expect("src/base/b.cc", "using namespace std;\n", 1, "using namespace")

    def test_a_header_without_pragma_once_fails(self):
        self.expect("src/base/a.h", "// #pragma once\n", 1, "#pragma once")

    def test_a_source_that_does_not_include_its_header_first_fails(self):
        self.write("src/base/a.cc", '// The idea.\n#include "base/a.h"\n\n#include <string>\n')
        self.assertEqual(self.findings(), [])
        self.expect("src/base/a.cc", '#include <string>\n\n#include "base/a.h"\n', 1, 'the first include is "base/a.h"')
        self.expect("src/base/a.cc", "// #include \"base/a.h\"\nint a;\n", 1, 'the first include is "base/a.h"')

    def test_a_header_that_leans_on_the_precompiled_ones_fails(self):
        for name, header in (("std::vector<int> A();", "vector"), ("std::string A();", "string"), ("fmt::memory_buffer A();", "fmt/"),
                             ("nlohmann::json A();", "nlohmann/")):
            self.expect("src/base/a.h", f"#pragma once\n#include <string_view>\n{name}\n", 3, f"without <{header}>")
        self.write("src/base/a.h", "#pragma once\n#include <fmt/core.h>\n#include <string>\n")
        self.write("src/text/a.h", '#pragma once\n#include "base/a.h"\nstd::string A();\nfmt::context B();\n')
        self.assertEqual(self.findings(), [], "through a header of ours")

    def test_a_precompiled_header_may_be_leaned_on_by_a_source(self):
        self.write("src/base/b.cc", "std::vector<int> A();\n")
        self.assertEqual(self.findings(), [])

    def test_an_unknown_folder_fails(self):
        self.expect("src/helpers/a.cc", "\n", 1, "'src/helpers' is not in scripts/layers.toml")

    def test_a_file_that_no_list_names_fails(self):
        self.expect("src/base/forgotten.cc", "\n", 1, "not named in src/base/CMakeLists.txt")

    def test_a_folder_without_readme_or_line_fails(self):
        (self.scratch / "src/text/README.md").unlink()
        self.write("src/README.md", "`base`\n")
        self.assertEqual([line.split(":")[0] for line in self.findings()], ["src/README.md", "src/text/README.md"])

    def test_long_functions_are_listed_and_are_no_error(self):
        body = "  Step();\n" * 45
        self.write("src/base/b.cc", f"namespace a {{\nclass B {{\n  void C(int d,\n         int e) {{\n{body}  }}\n}};\n"
                                    f"void Short() {{\n  if (x) {{\n    y();\n  }}\n}}\n}}\n")
        self.assertEqual(self.findings(), [])
        status, output = run(ROOT / "scripts/check_layers", "--root", self.scratch, "--sizes")
        self.assertEqual(status, 0)
        self.assertEqual(output.splitlines(), ["src/base/b.cc:3: function of 48 lines (long): void C(int d, int e)"])


if __name__ == "__main__":
    unittest.main()
