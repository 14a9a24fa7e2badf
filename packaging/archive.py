"""Archives whose bytes depend on nothing but names, contents and one time.

Names are sorted, everything belongs to root, files are 0644 or 0755, and every time is that of
SOURCE_DATE_EPOCH.
"""

import gzip
import io
import tarfile
import time
import zipfile

BEST, QUICK = 9, 0  # levels of compression; 0 is none


def tar_gz(path, files, epoch, level=BEST, folders=True):
    """Writes `files`, which has (bytes, executable) by name, as a .tar.gz."""
    with open(path, "wb") as out, gzip.GzipFile("", "wb", level, out, mtime=0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive:
            for folder in folders_of(files) if folders else []:
                archive.addfile(_entry(folder, tarfile.DIRTYPE, 0o755, epoch))
            for name in sorted(files):
                content, executable = files[name]
                entry = _entry(name, tarfile.REGTYPE, 0o755 if executable else 0o644, epoch)
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))


def zip_file(path, files, epoch, level=BEST):
    """Writes the same as a .zip, in the order of `files`: a wheel has its list of files last."""
    date = time.gmtime(max(epoch, 315532800))[:6]  # zip begins in 1980
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as archive:
        for name, (content, executable) in files.items():
            entry = zipfile.ZipInfo(name, date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix: the mode counts
            entry.external_attr = (0o100755 if executable else 0o100644) << 16
            archive.writestr(entry, content, compresslevel=level)


def folders_of(files):
    """Every folder above one of the files, parents first."""
    found = set()
    for name in files:
        steps = name.split("/")[:-1]
        found.update("/".join(steps[:depth + 1]) for depth in range(len(steps)))
    return sorted(found)


def _entry(name, kind, mode, epoch):
    entry = tarfile.TarInfo(name)
    entry.type, entry.mode, entry.mtime = kind, mode, epoch
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    return entry
