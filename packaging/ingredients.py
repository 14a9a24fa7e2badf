"""What a built binary is made of, from what the linker and the compiler wrote down.

The linker's map names every object that it took and how much of it; ninja's log has every header that
the compiler read for these objects, and every source of the third-party archives. Each of these files
belongs to us, to a Debian package or to a pinned tarball, and anything else is an error.
"""

import collections
import dataclasses
import gzip
import json
import pathlib
import re
import shlex
import subprocess
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
DPKG_LISTS = pathlib.Path("/var/lib/dpkg/info")
DOCUMENTS = pathlib.Path("/usr/share/doc")
COMMON_LICENCES = pathlib.Path("/usr/share/common-licenses")
LONGEST_PLAIN = 200_000  # characters of a notice


class PackagingError(Exception):
    """Something that whoever packages can repair; the text says what."""


@dataclasses.dataclass(frozen=True, order=True)
class Part:
    """One thing of somebody else's in the binary."""

    origin: str  # "debian" or "npm"
    package: str
    version: str
    name: str
    licence: str
    linked: bool  # False: its headers were compiled in
    notice: str = dataclasses.field(repr=False)

    @property
    def purl(self):
        if self.origin == "debian":
            return f"pkg:deb/debian/{self.package.replace('+', '%2B')}@{self.version.replace('+', '%2B')}"
        return f"pkg:npm/{self.package.replace('@', '%40')}@{self.version}"

    @property
    def file_name(self):
        plain = re.sub(r"[^\w.+-]", "_", self.package.lstrip("@")) + ".txt"
        return plain + ".gz" if self.is_packed else plain

    @property
    def is_packed(self):
        """Boost's notices name the author of every file: 2 MB, packed 0.3."""
        return len(self.notice) > LONGEST_PLAIN

    @property
    def file_content(self):
        content = self.notice.encode()
        return gzip.compress(content, 9, mtime=0) if self.is_packed else content


# --- What the tools wrote down -------------------------------------------------------------------

MAP_LINE = re.compile(r"^ (?:\S+)?\s+0x([0-9a-f]+)\s+0x([0-9a-f]+) (\S.*?)(?:\(([^()]*)\))?$", re.MULTILINE)


def linked_files(map_text):
    """Bytes in memory by archive (or object) and its member, from the linker's map."""
    taken = collections.Counter()
    # What has the address 0 is not loaded: notes of the compiler.
    for address, size, file, member in MAP_LINE.findall(map_text):
        if int(address, 16) and int(size, 16) and re.search(r"\.(a|o)$", file):
            taken[file, member] += int(size, 16)
    if not taken:
        raise PackagingError("the linker's map names no file: is it one of GNU ld?")
    return taken


def ninja(directory, tool, *targets):
    return subprocess.run(["ninja", "-C", str(directory), "--quiet", "-t", tool, *targets], check=True,
                          capture_output=True, text=True).stdout


def inputs_of(directory, target):
    """Every file that a target is made from, however far away; paths as the build names them."""
    return [path for line in ninja(directory, "inputs", target).splitlines() for path in shlex.split(line)]


def headers_of(directory, target):
    """Every file that the compiler read for the objects of a target."""
    objects = [path for path in inputs_of(directory, target) if path.endswith((".o", ".gch"))]
    if not objects:
        return set()
    lines = ninja(directory, "deps", *objects).splitlines()
    return {line.strip() for line in lines if line.startswith("    ")}


# --- Who owns a file -----------------------------------------------------------------------------

def owners(paths):
    """The Debian package of each path that belongs to one."""
    wanted = {}
    for path in paths:
        resolved = str(pathlib.Path(path).resolve())
        # Older packages name /lib, which is a link to /usr/lib.
        for name in (resolved, resolved.removeprefix("/usr")):
            wanted[name] = path
    found = {}
    for file in sorted(DPKG_LISTS.glob("*.list")):
        for line in file.read_text(encoding="utf-8").splitlines():
            if line in wanted:
                found[wanted[line]] = file.stem.partition(":")[0]
    return found


def tarball_of(path):
    """The package of third_party/npm that a file belongs to, or nothing."""
    match = re.search(r"/third_party/npm/node_modules/((?:@[^/]+/)?[^/]+)/", path)
    return match.group(1) if match else None


class Ingredients:
    """`build` is a build directory of the release preset in which `satchel` is built."""

    def __init__(self, build, root):
        self.build = pathlib.Path(build).resolve()
        self.npm = pathlib.Path(root) / "third_party/npm/node_modules"
        self.known = tomllib.loads((HERE / "parts.toml").read_text(encoding="utf-8"))
        map_file = self.build / "cmd/satchel/satchel.map"
        if not map_file.exists():
            raise PackagingError(f"{map_file} is missing: build the release preset's target satchel")
        self.taken = linked_files(map_file.read_text(encoding="utf-8", errors="replace"))

    def parts(self):
        """Every part once, sorted."""
        linked, tarballs, headers = set(), set(), headers_of(self.build, "cmd/satchel/satchel")
        for file in sorted({file for file, _ in self.taken}):
            if not file.startswith("/"):
                continue  # an archive or object of this build
            if pathlib.Path(file).name.startswith("libsatchel_"):
                directory, name = pathlib.Path(file).parent, pathlib.Path(file).name
                sources = [tarball_of(path) for path in inputs_of(directory, name)]
                tarballs.update(package for package in sources if package)
                headers |= headers_of(directory, name)
            else:
                linked.add(file)
        # A path below the project is ours, or counted as a tarball already.
        system = {path for path in headers if path.startswith("/usr/")}
        owned = owners(linked | system)
        for path in sorted(linked | system):
            if path not in owned:
                raise PackagingError(f"{path} is compiled in and belongs to no Debian package")
        in_archives = {owned[path] for path in linked}
        packages = {owned[path] for path in linked | system} - set(self.known["declarations"])
        found = [self._debian(package, package in in_archives) for package in packages]
        found += [self._npm(package) for package in tarballs]
        return sorted(found)

    def _entry(self, package, *tables):
        for table in tables:
            if package in self.known[table]:
                return self.known[table][package]
        raise PackagingError(f"{package} is compiled in and has no entry in packaging/parts.toml")

    def _debian(self, package, linked):
        entry = self._entry(package, "debian", "toolchain")
        version = subprocess.run(["dpkg-query", "--show", "--showformat=${Version}", package], check=True,
                                 capture_output=True, text=True).stdout
        notice = (DOCUMENTS / package / "copyright").read_text(encoding="utf-8", errors="replace")
        return Part("debian", package, version, entry["name"], entry["licence"], linked, notice)

    def _npm(self, package):
        entry = self._entry(package, "npm")
        folder = self.npm / package
        if "header" in entry:
            text = (folder / entry["header"]).read_text(encoding="utf-8")
            version = re.search(entry["version"], text).group(1)
            notice = re.match(r"/\*\n(.*?)\*/", text, re.DOTALL).group(1).replace("\n** ", "\n").removeprefix("** ")
        else:
            version = json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"]
            notice = (folder / "LICENSE").read_text(encoding="utf-8")
        return Part("npm", package, version, entry["name"], entry["licence"], True, notice)

    def sizes(self):
        """(what, bytes) of the loaded sections, largest first."""
        sums = collections.Counter()
        for (file, _), size in self.taken.items():
            name = pathlib.Path(file).name
            if not file.startswith("/"):
                name = "Satchel's own code and tables"
            elif name.startswith(("crt", "Scrt", "libgcc", "libc_nonshared", "libdl")):
                # The linker counts the relocations of everything as the first object's.
                name = "relocations, start-up code and libgcc"
            sums[name.removeprefix("libsatchel_").removesuffix(".a")] += size
        return sorted(sums.items(), key=lambda entry: (-entry[1], entry[0]))


def common_licences(parts):
    """The licence texts that Debian's notices refer to instead of repeating them, by name."""
    named = set()
    for part in parts:
        named.update(re.findall(rf"{COMMON_LICENCES}/([\w.+-]*\w)", part.notice))
    return {name: (COMMON_LICENCES / name).read_text(encoding="utf-8")
            for name in sorted(named) if (COMMON_LICENCES / name).exists()}
