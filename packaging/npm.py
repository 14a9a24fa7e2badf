"""satchel-VERSION.tgz for npm: the binary itself is the command, so starting it costs no Node.

There are no install scripts and no dependencies: nothing is fetched and nothing runs when it is installed.
"""

import json

import archive
import identity

CPUS = {"x86_64": "x64", "aarch64": "arm64"}

README = """# {name}

{description}

This package carries the program for Linux ({machine}, glibc {glibc[0]}.{glibc[1]} or later). Nothing is downloaded when it is
installed or run:

    npx {name} version
    npx {name} mcp          # an MCP server on the standard streams

`licences/` has the notices of everything that is compiled in, `satchel.spdx.json` the list.
"""


def manifest(payload):
    return {"name": identity.NPM_NAME, "version": payload.version, "description": f"Satchel {identity.SUMMARY}",
            "license": "Apache-2.0",
            "mcpName": identity.REGISTRY_NAME,  # what the MCP registry compares with server.json
            "os": ["linux"], "cpu": [CPUS[payload.machine]], "libc": ["glibc"],
            "bin": {"satchel": "bin/satchel"}, "files": ["bin", "licences", "satchel.spdx.json"]}


def make(payload, out, level):
    """Writes the package; returns its path."""
    readme = README.format(name=identity.NPM_NAME, description=identity.DESCRIPTION, machine=payload.machine,
                           glibc=payload.glibc)
    files = {"package/package.json": ((json.dumps(manifest(payload), indent=2) + "\n").encode(), False),
             "package/README.md": (readme.encode(), False),
             "package/bin/satchel": (payload.program, True)}
    for name, entry in payload.files.items():
        if name.startswith("share/doc/satchel/"):
            files["package/" + name.removeprefix("share/doc/satchel/")] = entry
    result = out / f"satchel-npm-{payload.version}-{CPUS[payload.machine]}.tgz"
    archive.tar_gz(result, files, payload.epoch, level, folders=False)
    return [result]
