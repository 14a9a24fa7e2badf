"""satchel-VERSION-linux-MACHINE.tar.gz, to be unpacked over a prefix such as ~/.local, and the symbols."""

import archive
import payload as payloads


def make(payload, out, level):
    """Writes both archives; returns their paths."""
    # Where the tarball is unpacked is the user's choice; ~/.local is what docs/guide/install.md tells.
    files = {"bin/satchel": (payload.program, True),
             "share/systemd/user/satchel-watch@.service": (payloads.unit("%h/.local/bin/satchel").encode(), False),
             **payload.files}
    release = out / f"{payload.name}.tar.gz"
    archive.tar_gz(release, {f"{payload.name}/{name}": entry for name, entry in files.items()}, payload.epoch, level)
    # Debuggers look for symbols by the id of the build, below lib/debug.
    symbols = out / f"{payload.name}-debug.tar.gz"
    name = f"lib/debug/.build-id/{payload.build_id[:2]}/{payload.build_id[2:]}.debug"
    archive.tar_gz(symbols, {f"{payload.name}-debug/{name}": (payload.symbols, False)}, payload.epoch, level)
    return [release, symbols]
