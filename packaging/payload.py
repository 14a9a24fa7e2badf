"""The files that every package carries: one stripped binary, and what it prints or is made of."""

import dataclasses
import pathlib
import platform
import re
import subprocess
import tempfile

import ingredients
import sbom

HERE = pathlib.Path(__file__).resolve().parent


@dataclasses.dataclass(frozen=True)
class Payload:
    version: str
    machine: str  # x86_64 or aarch64
    epoch: int
    glibc: tuple  # the oldest C library that has everything the binary asks for
    program: bytes
    symbols: bytes  # what was stripped, for debuggers
    build_id: str
    files: dict  # (bytes, executable) by a path below a prefix such as /usr; the program is not among them

    @property
    def name(self):
        return f"satchel-{self.version}-linux-{self.machine}"


def run(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True).stdout


def newest_glibc(program):
    """The newest version of the C library that one of the program's symbols is from."""
    versions = re.findall(rb"\bGLIBC_(\d+)\.(\d+)", run("objdump", "-T", program))
    return max((int(major), int(minor)) for major, minor in versions)


def stripped(program, scratch):
    """(the program without symbols, the symbols), each naming the other."""
    symbols, result = scratch / "satchel.debug", scratch / "satchel"
    run("objcopy", "--only-keep-debug", program, symbols)
    run("strip", "--strip-all", "--remove-section=.comment", "-o", result, program)
    run("objcopy", f"--add-gnu-debuglink={symbols}", result)
    return result, symbols


def unit(program):
    """The text of the user unit that watches a project, for a program in this place."""
    return (HERE / "satchel-watch@.service").read_text(encoding="utf-8").replace("@PROGRAM@", program)


def collect(build, root, epoch):
    """Everything from a build directory of the release preset."""
    built = pathlib.Path(build) / "cmd/satchel/satchel"
    if not built.exists():
        raise ingredients.PackagingError(f"{built} is missing: build the release preset's target satchel")
    parts = ingredients.Ingredients(build, root).parts()
    with tempfile.TemporaryDirectory(prefix="satchel-package-") as scratch:
        shipped, symbols = stripped(built, pathlib.Path(scratch))
        program = shipped.read_bytes()
        version = run(shipped, "version").decode().split()[1]
        files = {"share/man/man1/satchel.1": run(shipped, "man"),
                 "share/bash-completion/completions/satchel": run(shipped, "completion", "bash"),
                 "share/zsh/site-functions/_satchel": run(shipped, "completion", "zsh"),
                 "share/fish/vendor_completions.d/satchel.fish": run(shipped, "completion", "fish")}
        documents = "share/doc/satchel"
        for name in ("LICENSE", "CHANGELOG.md"):
            files[f"{documents}/{name}"] = (pathlib.Path(root) / name).read_bytes()
        files[f"{documents}/satchel.spdx.json"] = sbom.document(version, program, parts, epoch).encode()
        for part in parts:
            files[f"{documents}/licences/{part.file_name}"] = part.file_content
        for name, text in ingredients.common_licences(parts).items():
            files[f"{documents}/licences/common/{name}"] = text.encode()
        notes = run("readelf", "--notes", shipped).decode()
        return Payload(version=version, machine=platform.machine(), epoch=epoch, glibc=newest_glibc(shipped),
                       program=program, symbols=symbols.read_bytes(),
                       build_id=re.search(r"Build ID: ([0-9a-f]+)", notes).group(1),
                       files={name: (content, False) for name, content in files.items()})
