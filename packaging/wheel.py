"""A wheel for pip, pipx and uv: the binary is installed as a script, no Python of ours is in it."""

import base64
import hashlib

import archive
import identity


def record_line(name, content):
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}\n"


def make(payload, out, level):
    """Writes the wheel; returns its path."""
    # The tag promises which C library the binary runs with; it is what its symbols ask for.
    tag = f"py3-none-manylinux_{payload.glibc[0]}_{payload.glibc[1]}_{payload.machine}"
    stem = f"{identity.WHEEL_NAME}-{payload.version}"
    info, data = f"{stem}.dist-info", f"{stem}.data"
    metadata = (f"Metadata-Version: 2.1\nName: {identity.WHEEL_NAME}\nVersion: {payload.version}\n"
                f"Summary: Satchel {identity.SUMMARY}\nLicense: Apache-2.0\nRequires-Python: >=3.8\n\n"
                f"{identity.DESCRIPTION}\n")
    files = {f"{data}/scripts/satchel": (payload.program, True)}
    for name, entry in sorted(payload.files.items()):
        if name.startswith("share/doc/satchel/"):
            files[f"{info}/" + name.removeprefix("share/doc/satchel/")] = entry
        elif name.startswith("share/"):
            files[f"{data}/data/{name}"] = entry
    files[f"{info}/METADATA"] = (metadata.encode(), False)
    files[f"{info}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: satchel-package {payload.version}\n"
                              f"Root-Is-Purelib: false\nTag: {tag}\n".encode(), False)
    record = "".join(record_line(name, content) for name, (content, _) in files.items())
    files[f"{info}/RECORD"] = (f"{record}{info}/RECORD,,\n".encode(), False)
    result = out / f"{stem}-{tag}.whl"
    archive.zip_file(result, files, payload.epoch, level)
    return [result]
