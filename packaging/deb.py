"""satchel_VERSION-1_ARCHITECTURE.deb: the same binary where Debian expects it. It has no scripts of its own."""

import datetime
import email.utils
import gzip
import os
import pathlib
import subprocess
import tempfile
import textwrap

import archive
import identity
import payload as payloads

HERE = pathlib.Path(__file__).resolve().parent
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
# Where Debian wants another place than a prefix has.
MOVED = {"share/zsh/site-functions/_satchel": "share/zsh/vendor-completions/_satchel"}
DOCUMENTS = "usr/share/doc/satchel"


def packed(content):
    return gzip.compress(content, 9, mtime=0)


def control(payload, installed):
    """The fields of the package; `installed` in KiB."""
    description = "".join(f" {line}\n" for line in textwrap.wrap(identity.DESCRIPTION, 78))
    return (f"Package: satchel\n"
            f"Version: {payload.version}-1\n"
            f"Architecture: {ARCHITECTURES[payload.machine]}\n"
            f"Maintainer: {identity.MAINTAINER}\n"
            f"Installed-Size: {installed}\n"
            f"Depends: libc6 (>= {payload.glibc[0]}.{payload.glibc[1]})\n"
            f"Recommends: git\n"
            f"Suggests: graphviz, libcurl4, libpq5\n"
            f"Section: devel\n"
            f"Priority: optional\n"
            f"Description: {identity.SUMMARY}\n{description}")


def changelog(payload):
    date = email.utils.format_datetime(datetime.datetime.fromtimestamp(payload.epoch, datetime.UTC))
    return (f"satchel ({payload.version}-1) unstable; urgency=medium\n\n"
            f"  * Packaged from the release build; changelog.gz has what is new.\n\n"
            f" -- {identity.MAINTAINER}  {date}\n")


COPYRIGHT = """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: satchel
Comment: The binary contains code of others. satchel.spdx.json beside this file lists every part
 with its version and licence, licences/ has their notices.

Files: *
Copyright: 2026 the Satchel authors
License: Apache-2.0
 On Debian systems the text of the Apache License 2.0 is in
 /usr/share/common-licenses/Apache-2.0.
"""


def tree(payload):
    """Everything that is installed, (bytes, executable) by path."""
    files = {"usr/bin/satchel": (payload.program, True),
             "usr/lib/systemd/user/satchel-watch@.service": (payloads.unit("/usr/bin/satchel").encode(), False),
             f"{DOCUMENTS}/copyright": (COPYRIGHT.encode(), False),
             f"{DOCUMENTS}/changelog.Debian.gz": (packed(changelog(payload).encode()), False),
             "usr/share/lintian/overrides/satchel": ((HERE / "lintian-overrides").read_bytes(), False)}
    for name, (content, executable) in payload.files.items():
        if name.startswith("share/man/"):
            files[f"usr/{name}.gz"] = (packed(content), False)
        elif name == "share/doc/satchel/CHANGELOG.md":
            files[f"{DOCUMENTS}/changelog.gz"] = (packed(content), False)
        elif name == "share/doc/satchel/LICENSE" or name.startswith("share/doc/satchel/licences/common/"):
            continue  # the copyright file and /usr/share/common-licenses have it
        else:
            files[f"usr/{MOVED.get(name, name)}"] = (content, executable)
    return files


def make(payload, out, level):
    """Writes the package; returns its path."""
    files = tree(payload)
    with tempfile.TemporaryDirectory(prefix="satchel-deb-") as scratch:
        root = pathlib.Path(scratch) / "root"
        for name, (content, executable) in files.items():
            file = root / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
            file.chmod(0o755 if executable else 0o644)
        sizes = sum(-(-len(content) // 1024) for content, _ in files.values()) + len(archive.folders_of(files))
        (root / "DEBIAN").mkdir()
        (root / "DEBIAN/control").write_text(control(payload, sizes), encoding="utf-8")
        sums = subprocess.run(["md5sum", *sorted(files)], cwd=root, check=True, capture_output=True).stdout
        (root / "DEBIAN/md5sums").write_bytes(sums)
        for path in sorted(root.rglob("*"), reverse=True):
            if path.is_dir():
                path.chmod(0o755)
            os.utime(path, (payload.epoch, payload.epoch))
        root.chmod(0o755)
        os.utime(root, (payload.epoch, payload.epoch))
        result = out / f"satchel_{payload.version}-1_{ARCHITECTURES[payload.machine]}.deb"
        method = ["-Znone"] if level == archive.QUICK else ["-Zxz"]
        subprocess.run(["dpkg-deb", "--root-owner-group", *method, "--build", root, result], check=True,
                       capture_output=True, env={**os.environ, "SOURCE_DATE_EPOCH": str(payload.epoch)})
    return [result]
