"""scripts/format --check fails on an unformatted file, and scripts/format mends it."""

import unittest

from support import ROOT, ScratchTest, run


class FormatTest(ScratchTest):
    def test_an_unformatted_file_fails_until_it_is_formatted(self):
        file = self.write("planted.cc", "int  Add( int a,int b ){return a+b;}\n")
        status, output = run(ROOT / "scripts/format", "--check", file)
        self.assertNotEqual(status, 0)
        self.assertIn("planted.cc:1:", output)
        self.assertEqual(run(ROOT / "scripts/format", file)[0], 0)
        self.assertEqual(file.read_text(encoding="utf-8"), "int Add(int a, int b) { return a + b; }\n")
        self.assertEqual(run(ROOT / "scripts/format", "--check", file)[0], 0)


if __name__ == "__main__":
    unittest.main()
