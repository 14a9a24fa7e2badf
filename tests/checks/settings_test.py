"""scripts/check_settings names every planted mistake, and accepts the settings as they are."""

import re
import unittest

from support import ROOT, ScratchTest, load_script, run

check_settings = load_script("check_settings")

HEADER = "constexpr std::array kSettings = {\n"


def row(key, planned=""):
    text = f"    Setting{{.key = Key::{key},\n            .name = \"a.b\",\n            .standard = \"{{}}\",\n"
    return text + (f'            .planned = "{planned}",\n' if planned else "") + '            .description = "x"},\n'


class SettingsTest(ScratchTest):
    def setUp(self):
        super().setUp()
        self.write(check_settings.TABLE, HEADER + row("kRead") + row("kLater", "later") + "};\n")
        self.reader = self.write("src/engine/a.cc", "int A() { return settings.Integer(Key::kRead); }\n")

    def findings(self):
        return check_settings.check(self.scratch)[0]

    def test_the_tree_as_it_is_passes(self):
        status, output = run(ROOT / "scripts/check_settings")
        self.assertEqual(status, 0, output)

    def test_every_key_has_a_row(self):
        header = (ROOT / "src/settings/setting.h").read_text(encoding="utf-8")
        keys = re.findall(r"^  (k\w+),$", header.partition("enum class Key ")[2].partition("};")[0], re.MULTILINE)
        self.assertGreater(len(keys), 30)
        self.assertEqual(sorted(check_settings.read_table(ROOT)), sorted(keys))

    def test_a_planted_tree_without_mistakes_passes(self):
        self.assertEqual(self.findings(), [])

    def test_a_setting_that_nothing_reads_fails(self):
        self.reader.unlink()
        self.assertEqual(self.findings(), [f"{check_settings.TABLE}:2: nothing reads kRead: read it, or say what it "
                                           "is planned for"])

    def test_a_comment_a_test_and_the_table_read_nothing(self):
        self.reader.write_text("// Key::kRead\n", encoding="utf-8")
        self.write("src/engine/a_test.cc", "Key::kRead\n")
        self.write("src/settings/settings.cc", "Key::kRead\n")
        self.write("tests/e2e/a.cc", "Key::kRead\n")
        self.assertEqual(len(self.findings()), 1)

    def test_a_longer_name_is_another_setting(self):
        self.reader.write_text("Key::kReadToo\n", encoding="utf-8")
        self.assertEqual(len(self.findings()), 1)

    def test_a_planned_setting_that_is_read_fails(self):
        self.write("src/surfaces/cli/b.cc", "\nsettings.Text(settings::Key::kLater);\n")
        self.assertEqual(self.findings(), [f"src/surfaces/cli/b.cc:2: reads kLater, which {check_settings.TABLE}:6 says "
                                           "is planned"])

    def test_a_finding_is_printed_and_fails_the_command(self):
        self.reader.unlink()
        status, output = run(ROOT / "scripts/check_settings", "--root", self.scratch)
        self.assertEqual(status, 1)
        self.assertIn("nothing reads kRead", output)

    def test_a_table_without_rows_fails(self):
        self.write(check_settings.TABLE, "\n")
        self.assertEqual(self.findings(), [f"{check_settings.TABLE}:1: no settings"])


if __name__ == "__main__":
    unittest.main()
