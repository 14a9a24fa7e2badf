"""Packages the built binary and looks at what people would install.

    package_test.py PATH_TO_SATCHEL

Everything is made once, not compressed; the tests read it.
"""

import base64
import gzip
import hashlib
import json
import os
import pathlib
import re
import shutil
import sys
import tarfile
import tempfile
import tomllib
import unittest
import unittest.mock
import zipfile

from support import ROOT, load_script, run

EPOCH = 1_790_000_000
MOST_BYTES = 62_000_000  # unpacked


class PackageTest(unittest.TestCase):
    build = None  # the build directory

    @classmethod
    def setUpClass(cls):
        os.environ["SOURCE_DATE_EPOCH"] = str(EPOCH)
        cls.package = load_script("package")
        cls.out = pathlib.Path(tempfile.mkdtemp(prefix="satchel-package-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.out)
        cls.payload = cls.package.payloads.collect(cls.build, ROOT, EPOCH)
        for kind in cls.package.KINDS.values():
            kind.make(cls.payload, cls.out, cls.package.archive.QUICK)
        name = cls.payload.name
        with tarfile.open(cls.out / f"{name}.tar.gz") as packed:
            cls.entries = packed.getmembers()
            packed.extractall(cls.out)
        with tarfile.open(cls.out / f"{name}-debug.tar.gz") as packed:
            packed.extractall(cls.out)
        cls.tree = cls.out / name
        cls.program = cls.tree / "bin/satchel"
        cls.sbom = json.loads((cls.tree / "share/doc/satchel/satchel.spdx.json").read_text(encoding="utf-8"))

    # --- The binary --------------------------------------------------------------------------------

    def test_the_program_needs_the_c_library_and_nothing_else(self):
        status, output = run("ldd", self.program)
        self.assertEqual(status, 0, output)
        names = {pathlib.Path(line.split()[0]).name for line in output.splitlines()}
        expected = ("linux-vdso.so.1", "libc.so.6", "libm.so.6")
        self.assertEqual({name for name in names if not name.startswith("ld-linux")}, set(expected))

    def test_the_program_runs_from_where_it_was_unpacked(self):
        status, output = run(self.program, "version", env={"PATH": "/nonexistent"})
        self.assertEqual((status, output), (0, f"satchel {self.payload.version}\n"))

    def test_the_program_is_stripped_and_its_symbols_are_apart(self):
        _, sections = run("readelf", "--wide", "--sections", self.program)
        self.assertNotIn(".symtab", sections)
        self.assertIn(".gnu_debuglink", sections)
        symbols = list(self.out.glob("*-debug/lib/debug/.build-id/*/*.debug"))
        self.assertEqual(len(symbols), 1)
        _, notes = run("readelf", "--notes", self.program)
        self.assertIn(symbols[0].parent.name + symbols[0].stem, notes)
        _, names = run("nm", "--demangle", symbols[0])
        self.assertIn("satchel::cli::Run(", names)

    def test_the_program_does_not_tell_where_it_was_built(self):
        self.assertNotIn(str(ROOT).encode(), self.program.read_bytes())

    # --- The tarball -------------------------------------------------------------------------------

    def test_what_is_unpacked_stays_below_its_limit(self):
        self.assertLess(sum(entry.size for entry in self.entries), MOST_BYTES)

    def test_names_are_sorted_and_owner_mode_and_time_are_fixed(self):
        for kind in (tarfile.DIRTYPE, tarfile.REGTYPE):
            names = [entry.name for entry in self.entries if entry.type == kind]
            self.assertEqual(names, sorted(names))
        for entry in self.entries:
            with self.subTest(entry=entry.name):
                executable = entry.isdir() or entry.name.endswith("/bin/satchel")
                self.assertEqual((entry.uid, entry.gid, entry.uname, entry.mtime, entry.mode),
                                 (0, 0, "root", EPOCH, 0o755 if executable else 0o644))

    def test_the_same_build_gives_the_same_bytes(self):
        again = self.out / "again"
        again.mkdir()
        payload = self.package.payloads.collect(self.build, ROOT, EPOCH)
        for kind in self.package.KINDS.values():
            for path in kind.make(payload, again, self.package.archive.QUICK):
                with self.subTest(package=path.name):
                    self.assertEqual(hashlib.sha256(path.read_bytes()).hexdigest(),
                                     hashlib.sha256((self.out / path.name).read_bytes()).hexdigest())

    def test_the_manual_and_the_completions_are_those_of_the_program(self):
        for name, words in (("share/man/man1/satchel.1", ["man"]),
                            ("share/bash-completion/completions/satchel", ["completion", "bash"]),
                            ("share/zsh/site-functions/_satchel", ["completion", "zsh"]),
                            ("share/fish/vendor_completions.d/satchel.fish", ["completion", "fish"])):
            _, output = run(self.program, *words)
            self.assertEqual((self.tree / name).read_text(encoding="utf-8"), output, name)

    # --- What it is made of ------------------------------------------------------------------------

    def test_the_bill_of_materials_has_what_spdx_asks_for(self):
        self.assertEqual(self.sbom["spdxVersion"], "SPDX-2.3")
        self.assertEqual(self.sbom["creationInfo"]["created"], "2026-09-21T14:13:20Z")
        ids = [package["SPDXID"] for package in self.sbom["packages"]]
        self.assertEqual(len(ids), len(set(ids)))
        for package in self.sbom["packages"]:
            self.assertRegex(package["SPDXID"], r"^SPDXRef-[A-Za-z0-9.-]+$")
            for field in ("name", "downloadLocation", "licenseConcluded", "licenseDeclared", "copyrightText"):
                self.assertTrue(package[field], f"{package['name']}: {field}")
        for relation in self.sbom["relationships"]:
            self.assertIn(relation["spdxElementId"], [*ids, "SPDXRef-DOCUMENT"])
            self.assertIn(relation["relatedSpdxElement"], ids)
        digest = hashlib.sha256(self.program.read_bytes()).hexdigest()
        self.assertEqual(self.sbom["packages"][0]["checksums"][0]["checksumValue"], digest)

    def test_what_is_known_to_be_linked_is_in_the_bill(self):
        relation = {entry["relatedSpdxElement"]: entry["relationshipType"] for entry in self.sbom["relationships"]}
        found = {package["name"]: relation.get(package["SPDXID"]) for package in self.sbom["packages"]}
        for name in ("libre2-dev", "libssl-dev", "libstdc++-12-dev", "libzstd-dev", "better-sqlite3",
                     "gpt-tokenizer", "tree-sitter", "tree-sitter-rust"):
            self.assertEqual(found.get(name), "STATIC_LINK", name)
        for name in ("libboost1.74-dev", "libfmt-dev", "libtomlplusplus-dev", "nlohmann-json3-dev"):
            self.assertEqual(found.get(name), "CONTAINS", name)
        # Tests link these, the program does not.
        for name in ("libgtest-dev", "libcmark-dev", "libpq-dev"):
            self.assertNotIn(name, found)

    def test_every_part_comes_with_its_licence(self):
        licences = self.tree / "share/doc/satchel/licences"
        for part in self.package.ingredients.Ingredients(self.build, ROOT).parts():
            with self.subTest(part=part.package):
                content = (licences / part.file_name).read_bytes()
                self.assertLess(len(content), 300_000)
                notice = (gzip.decompress(content) if part.is_packed else content).decode()
                self.assertRegex(notice, r"(?i)copyright")
                for name in re.findall(r"/usr/share/common-licenses/([\w.+-]*\w)", notice):
                    self.assertTrue((licences / "common" / name).exists(), name)

    def test_every_part_is_one_that_the_documents_explain(self):
        parts = tomllib.loads((ROOT / "packaging/parts.toml").read_text(encoding="utf-8"))
        text = (ROOT / "docs/dependencies.md").read_text(encoding="utf-8").lower()
        for entry in [*parts["debian"].values(), *parts["npm"].values()]:
            self.assertIn(f"\n## {entry['name'].partition(':')[0].lower()}", text)

    # --- The other kinds ---------------------------------------------------------------------------

    def deb(self, *words):
        status, output = run("dpkg-deb", *words, next(self.out.glob("*.deb")))
        self.assertEqual(status, 0, output)
        return output

    def test_the_debian_package_says_what_it_needs(self):
        fields = dict(line.split(": ", 1) for line in self.deb("--field").splitlines() if not line.startswith(" "))
        self.assertEqual(fields["Version"], f"{self.payload.version}-1")
        self.assertEqual(fields["Depends"], "libc6 (>= {}.{})".format(*self.payload.glibc))

    def test_the_debian_package_has_the_same_program_and_no_scripts(self):
        root = self.out / "deb"
        run("dpkg-deb", "--raw-extract", next(self.out.glob("*.deb")), root)
        self.assertEqual((root / "usr/bin/satchel").read_bytes(), self.payload.program)
        self.assertEqual({file.name for file in (root / "DEBIAN").iterdir()}, {"control", "md5sums"})
        self.assertEqual(run("md5sum", "--check", "--quiet", "DEBIAN/md5sums", cwd=root), (0, ""))
        listed = {line.split()[5].removeprefix("./") for line in self.deb("--contents").splitlines()}
        for name in ("usr/share/man/man1/satchel.1.gz", "usr/share/bash-completion/completions/satchel",
                     "usr/share/zsh/vendor-completions/_satchel", "usr/share/fish/vendor_completions.d/satchel.fish",
                     "usr/lib/systemd/user/satchel-watch@.service", "usr/share/doc/satchel/copyright"):
            self.assertIn(name, listed)

    def test_the_npm_package_carries_the_program_and_runs_nothing(self):
        with tarfile.open(next(self.out.glob("*.tgz"))) as packed:
            manifest = json.load(packed.extractfile("package/package.json"))
            program = packed.extractfile("package/" + manifest["bin"]["satchel"])
            self.assertEqual(program.read(), self.payload.program)
            self.assertEqual(packed.getmember("package/bin/satchel").mode, 0o755)
        # Nothing is fetched and nothing runs when it is installed.
        self.assertFalse({"scripts", "dependencies", "optionalDependencies"} & manifest.keys())
        self.assertEqual((manifest["version"], manifest["os"]), (self.payload.version, ["linux"]))

    def test_the_wheel_carries_the_program_and_its_record_is_right(self):
        wheel = next(self.out.glob("*.whl"))
        # The C library that the tag promises is the one that the program's symbols are from.
        self.assertIn("-manylinux_{}_{}_".format(*self.payload.glibc), wheel.name)
        with zipfile.ZipFile(wheel) as packed:
            stem = f"satchel-{self.payload.version}"
            self.assertEqual(packed.read(f"{stem}.data/scripts/satchel"), self.payload.program)
            self.assertEqual(packed.getinfo(f"{stem}.data/scripts/satchel").external_attr >> 16, 0o100755)
            record = packed.read(f"{stem}.dist-info/RECORD").decode().splitlines()
            self.assertEqual([line.split(",")[0] for line in record], packed.namelist())
            for line in record[:-1]:
                name, digest, size = line.split(",")
                content = packed.read(name)
                expected = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
                self.assertEqual((digest, int(size)), (f"sha256={expected}", len(content)), name)

    def test_the_program_starts_with_the_c_library_that_the_documents_name(self):
        text = (ROOT / "docs/guide/install.md").read_text(encoding="utf-8")
        named = re.search(r"glibc\s+(\d+)\.(\d+) or later", text)
        self.assertEqual(tuple(int(number) for number in named.groups()), self.payload.glibc)

    # --- Mistakes ----------------------------------------------------------------------------------

    def test_a_file_of_nobody_ends_packaging(self):
        found = self.package.ingredients.Ingredients(self.build, ROOT)
        found.taken[str(self.program.parent / "stray.a"), "stray.o"] = 1
        with self.assertRaisesRegex(self.package.ingredients.PackagingError, "stray.a .*belongs to no Debian package"):
            found.parts()

    def test_packages_that_depend_on_where_they_were_built_are_named(self):
        def make(place, out):
            out.mkdir(parents=True)
            (out / "same").write_text("the same everywhere", encoding="utf-8")
            (out / "different").write_text(str(place), encoding="utf-8")

        with unittest.mock.patch.multiple(self.package.reproducible, copy_tree=unittest.mock.DEFAULT,
                                          build=unittest.mock.DEFAULT):
            differ, names, _ = self.package.reproducible.check(self.out / "twice", 0, make)
        self.assertEqual((differ, names), (["different"], ["different", "same"]))

    def test_a_part_without_an_entry_ends_packaging(self):
        found = self.package.ingredients.Ingredients(self.build, ROOT)
        del found.known["debian"]["libre2-dev"]
        with self.assertRaisesRegex(self.package.ingredients.PackagingError, "libre2-dev .*no entry"):
            found.parts()


if __name__ == "__main__":
    PackageTest.build = pathlib.Path(sys.argv.pop(1)).resolve().parent.parent.parent
    if not (PackageTest.build / "cmd/satchel/satchel.map").exists():
        print("only the release build is packaged")
        sys.exit(77)
    unittest.main()
