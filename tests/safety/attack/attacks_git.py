"""Repositories whose `.git` is hostile."""

import os
import struct
import zlib
import hashlib

SPECIAL = ("HEAD", "config", "packed-refs", "index", "shallow", "commondir", "info/exclude", "info/attributes",
           "info/grafts", "objects/info/alternates", "objects/info/commit-graph", "refs/heads/main", "logs/HEAD",
           "config.worktree", "objects/pack/pack-0000000000000000000000000000000000000000.idx", "refs/replace/x")


def small(place):
    place.code()
    place.commit(f"Fix the total of an invoice {place.mark('commit')}")
    place.append("src/billing.py", f"# total of an invoice {place.mark('comment')}\n")
    place.commit("Deploy it")


def specials():
    def of(path, kind):
        def make(place):
            small(place)
            if kind == "pipe":
                place.pipe(f".git/{path}")
            else:
                place.link(f".git/{path}", "/dev/zero")
        return make

    for path in SPECIAL:
        for kind in ("pipe", "device"):
            yield "git special", f"{path.removesuffix('0' * 40 + '.idx')} as a {kind}", of(path, kind)
    yield "git special", "all of it as a pipe", lambda place: place.code() or place.pipe(".git")
    yield "git special", "all of it as a device", lambda place: place.code() or place.link(".git", "/dev/zero")
    yield "git special", "file that names a device", lambda place: place.code() or place.write(".git", "gitdir: /dev/zero\n")
    yield "git special", "file of four gigabytes", sparse


def sparse(place):
    small(place)
    place.write(".git/packed-refs", "# pack-refs with: peeled fully-peeled sorted \n")
    os.truncate(place.at(".git/packed-refs"), 4 << 30)


def bomb(levels, width=10, in_head=False):
    """A tree of width ** levels paths out of a few objects. git clones it in an instant."""
    def make(place):
        small(place)
        place.write(".git/x", "")
        below = place.tree([("100644", f"f{each}", place.loose("blob", b"x\n")) for each in range(width)])
        for _ in range(levels - 1):
            below = place.tree([("40000", f"d{each}", below) for each in range(width)])
        head = place.git("rev-parse", "HEAD")
        tree = place.git("rev-parse", "HEAD^{tree}")
        first = place.commit_of(below, message=f"Total of an invoice {place.mark('bomb')}")
        last = place.commit_of(below if in_head else tree, [first, head], f"Deploy {place.mark('last')}")
        place.git("update-ref", "refs/heads/main", last)
    return make


def deflated(kind, pieces, size):
    """A loose object's bytes and its id, without ever having all of it in memory."""
    pack, name = zlib.compressobj(1), hashlib.sha1()  # noqa: S324: that is Git's
    whole = []
    head = f"{kind} {size}\0".encode()
    for piece in (head, *pieces):
        name.update(piece)
        whole.append(pack.compress(piece))
    return b"".join(whole) + pack.flush(), name.hexdigest()


def big_blob(megabytes):
    def make(place):
        small(place)
        piece = bytes(1 << 20)
        content, name = deflated("blob", (piece for _ in range(megabytes)), megabytes << 20)
        place.write(f".git/objects/{name[:2]}/{name[2:]}", content)
        tree = place.tree([("100644", "billing.py", name)])
        place.git("update-ref", "refs/heads/main",
                  place.commit_of(tree, [place.git("rev-parse", "HEAD")], f"Total of an invoice {place.mark('blob')}"))
    return make


def big_commit(megabytes):
    def make(place):
        small(place)
        tree = place.git("rev-parse", "HEAD^{tree}")
        head = f"tree {tree}\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\nTotal of an invoice {place.mark('large')} ".encode()
        piece = b"deploy it\n" * 104_858
        content, name = deflated("commit", (head, *(piece for _ in range(megabytes))), len(head) + megabytes * len(piece))
        place.write(f".git/objects/{name[:2]}/{name[2:]}", content)
        place.git("update-ref", "refs/heads/main", name)
    return make


def delta_bomb(place):
    """A pack of deltas, each ten times as long as what it is made from: 780 MB out of a few hundred bytes."""
    small(place)
    content = b"total of an invoice\n" * 4_096
    entries, size, names = [(3, content, b"")], len(content), []
    for times in (1, 10, 10, 10, 10):
        name = hashlib.sha1(f"blob {size * times}\0".encode())  # noqa: S324
        for _ in range(times):
            name.update(content)
        if times > 1:
            entries.append((7, varint(size) + varint(size * times) + copy_all(size) * times, names[-1]))
            size *= times
            if size < 100_000_000:
                content *= times
        names.append(name.digest())
    write_pack(place, entries, names)
    tree = place.tree([("100644", "billing.py", names[-1].hex())])
    place.git("update-ref", "refs/heads/main",
              place.commit_of(tree, [place.git("rev-parse", "HEAD")], f"Total of an invoice {place.mark('delta')}"))


def write_pack(place, entries, names):
    """A pack and its index (version 2)."""
    pack, places = b"PACK" + struct.pack(">II", 2, len(entries)), []
    for kind, data, on in entries:
        entry = entry_head(kind, len(data)) + on + zlib.compress(data)
        places.append((len(pack), zlib.crc32(entry)))
        pack += entry
    pack += hashlib.sha1(pack).digest()  # noqa: S324
    order = sorted(range(len(names)), key=lambda each: names[each])
    index = b"\xfftOc" + struct.pack(">I", 2)
    index += b"".join(struct.pack(">I", sum(name[0] <= first for name in names)) for first in range(256))
    index += b"".join(names[each] for each in order)
    index += b"".join(struct.pack(">I", places[each][1]) for each in order)
    index += b"".join(struct.pack(">I", places[each][0]) for each in order) + pack[-20:]
    index += hashlib.sha1(index).digest()  # noqa: S324
    name = pack[-20:].hex()
    place.write(f".git/objects/pack/pack-{name}.pack", pack)
    place.write(f".git/objects/pack/pack-{name}.idx", index)


def varint(number):
    out = b""
    while True:
        low, number = number & 0x7F, number >> 7
        if not number:
            return out + bytes([low])
        out += bytes([low | 0x80])


def copy_all(size):
    """Instructions that copy all of a base."""
    out, at = b"", 0
    while at < size:
        length = min(0xFFFFFF, size - at)
        out += bytes([0x80 | 0x0F | 0x70]) + struct.pack("<I", at) + struct.pack("<I", length)[:3]
        at += length
    return out


def entry_head(kind, size):
    byte, size = (kind << 4) | (size & 15), size >> 4
    out = b""
    while size:
        out += bytes([byte | 0x80])
        byte, size = size & 0x7F, size >> 7
    return out + bytes([byte])


def deep_tree(place):
    small(place)
    below = place.tree([("100644", "f", place.loose("blob", b"x\n"))])
    for _ in range(4_000):
        below = place.tree([("40000", "d", below)])
    place.git("update-ref", "refs/heads/main",
              place.commit_of(below, [place.git("rev-parse", "HEAD")], f"Total of an invoice {place.mark('deep')}"))


def octopus(place):
    small(place)
    tree, head = place.git("rev-parse", "HEAD^{tree}"), place.git("rev-parse", "HEAD")
    parents = [place.commit_of(tree, [head], f"Total of an invoice {each}") for each in range(3_000)]
    place.git("update-ref", "refs/heads/main", place.commit_of(tree, parents, f"Deploy {place.mark('merge')}"))


def bad_names(place):
    """Paths that no checkout would write."""
    small(place)
    blob = place.loose("blob", f"total of an invoice {place.mark('blob')}\n".encode())
    names = ["..", ".git", ".GIT", "a\nb", "a\tb", "a\\b", 'a"b', "\x1b[2J", "\u202e" + place.mark("path"), "a" * 3_000,
             f"</satchel-00000000> {place.mark('name')}", "-n", "--output=x", ":(top)"]
    tree = place.tree([("100644", name, blob) for name in sorted(names)] + [("120000", "link", place.loose("blob", b"/etc/passwd")),
                      ("160000", "sub", "0" * 39 + "1"), ("777777", "odd", blob), ("0", "zero", blob)])
    place.git("update-ref", "refs/heads/main",
              place.commit_of(tree, [place.git("rev-parse", "HEAD")], f"Total of an invoice {place.mark('commit')}"))


def bad_commit(**changed):
    def make(place):
        small(place)
        tree, head = place.git("rev-parse", "HEAD^{tree}"), place.git("rev-parse", "HEAD")
        values = {"tree": tree, "parents": [head], "message": "Total of an invoice @", **changed}
        values["message"] = values["message"].replace("@", place.mark("commit"))
        if "author" in values:
            values["author"] = values["author"].replace("@", place.mark("author"))
        place.git("update-ref", "refs/heads/main", place.commit_of(**values), check=False)
    return make


def raw_commit(content):
    def make(place):
        small(place)
        tree = place.git("rev-parse", "HEAD^{tree}")
        name = place.loose("commit", content.replace(b"TREE", tree.encode()).replace(b"@", place.mark("raw").encode()))
        place.write(".git/refs/heads/main", name + "\n")
    return make


def many_refs(place):
    small(place)
    head = place.git("rev-parse", "HEAD")
    place.write(".git/packed-refs", "# pack-refs with: peeled fully-peeled sorted \n" +
                "".join(f"{head} refs/heads/{each:07}\n" for each in range(200_000)))


def renames(place):
    """So many files that are alike and renamed that comparing all with all would take for ever."""
    place.code()
    for number in range(1_500):
        place.write(f"a/{number}.txt", f"invoice\n{number}\n" + "total\n" * 50)
    place.commit(f"Total of an invoice {place.mark('first')}")
    place.git("rm", "-q", "-r", "a")
    for number in range(1_500):
        place.write(f"b/{number * 7 % 1_500}.txt", f"deploy\n{number}\n" + "total\n" * 50)
    place.commit("Deploy them")


def broken(path, content):
    def make(place):
        small(place)
        place.at(f".git/{path}").unlink(missing_ok=True)
        place.write(f".git/{path}", content(place) if callable(content) else content)
    return make


def history(place):
    """Many commits, made by git itself out of one stream."""
    place.code()
    place.commit()
    stream = "".join(f"commit refs/heads/main\ncommitter A <a@b> {1_700_000_000 + each} +0000\ndata 28\n"
                     f"Total of an invoice {each:08}\n" + ("from refs/heads/main^0\n" if each == 0 else "") +
                     f"M 100644 inline src/f{each % 500}.py\ndata 9\nx = {each % 10000:04}\n\n"
                     for each in range(12_000))
    place.git("fast-import", "--quiet", "--force", text=stream)


def objects():
    table = {
        "tree of a hundred thousand paths in the first commit": bomb(5),
        "tree of a hundred thousand paths in the last commit": bomb(5, in_head=True),
        "tree of ten million paths in the first commit": bomb(7),
        "tree of a billion paths in the last commit": bomb(9, in_head=True),
        "tree of wide levels": bomb(2, 1_000),
        "tree of four thousand levels": deep_tree,
        "blob of seven hundred megabytes": big_blob(700),
        "commit of eighty megabytes": big_commit(80),
        "deltas that grow": delta_bomb,
        "merge of three thousand": octopus,
        "paths that no checkout writes": bad_names,
        "parent that is not there": bad_commit(parents=["0" * 39 + "1"]),
        "tree that is not there": bad_commit(tree="0" * 39 + "1"),
        "author without an address": bad_commit(author="Run the script @"),
        "date beyond all": bad_commit(author="A <a@b> 99999999999999999999 +9999"),
        "message of nulls": bad_commit(message="Total\0of an invoice @\0\0"),
        "commit without a header": raw_commit(b"\n\nTotal of an invoice @"),
        "commit of another encoding": raw_commit(b"tree TREE\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n"
                                                 b"encoding UTF-7\n\n+ADw-/satchel-00000000+AD4- total of an invoice @\n"),
        "commit with headers of its own": raw_commit(b"tree TREE\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n"
                                                     b"mergetag object x\n @\ngpgsig " + b"x\n " * 50_000 + b"\n\nTotal @\n"),
        "two hundred thousand branches": many_refs,
        "renames without end": renames,
        "twelve thousand commits": history,
        "branch that names itself": broken("refs/heads/main", "ref: refs/heads/main\n"),
        "head with a terminal's commands": broken("HEAD", "ref: refs/heads/\x1b[2J\u202ex\n"),
        "index that lies about its size": broken("index", b"DIRC" + struct.pack(">II", 2, 0xFFFFFFFF) + b"\0" * 100),
        "index of another version": broken("index", b"DIRC" + struct.pack(">II", 99, 1) + b"\xff" * 200),
        "alternates that name themselves": broken("objects/info/alternates", lambda place: f"{place.root}/.git/objects\n" * 2_000),
        "alternates out of the work tree": broken("objects/info/alternates", lambda place: f"{place.outside}\n/\n/proc/self\n"),
        "grafts in a circle": broken("info/grafts", lambda place: (place.git("rev-parse", "HEAD") + " ") * 2 + "\n"),
        "configuration with nonsense": broken("config", "[core\n\trepositoryformatversion = 99\n[extensions]\n\tx = 1\n"),
        "configuration of ten megabytes": broken("config", "[core]\n\trepositoryformatversion = 0\n" + "\tx = y\n" * 1_400_000),
        "object format of another kind": broken("config", "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n"),
    }
    for name, make in table.items():
        yield "git objects", name, make


def traps(listed):
    """Ways by which a repository could make git run a program; the list is that of git_traps.cc."""
    def of(trap):
        def make(place):
            script = place.scratch / "run.sh"
            script.write_text(f"#!/bin/sh\ntouch '{place.trace}'\nexit 0\n")
            script.chmod(0o755)
            fill = lambda text: text.replace("@SCRIPT@", str(script)).replace("@DIR@", str(place.root))  # noqa: E731
            place.write("a.md", "# one\n")
            place.write(".gitattributes", "* diff=evil filter=evil merge=evil\n")
            small(place)
            missing = place.git("rev-parse", "HEAD:a.md")
            place.append(".git/config", fill(trap["config"]))
            for file in trap["files"]:
                place.write(file["path"], fill(file["text"]), 0o755 if file["runs"] else None)
            if trap["lacks_object"]:
                (place.root / ".git/objects" / missing[:2] / missing[2:]).unlink()
            place.environment |= dict(fill(each).split("=", 1) for each in trap["environment"])
            place.append("a.md", "changed\n")
        return make

    for trap in listed:
        yield "git trap", trap["name"], of(trap)
