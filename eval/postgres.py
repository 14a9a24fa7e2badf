"""A PostgreSQL server of its own for a measurement, gone with the directory that it is in."""

import os
import pathlib
import pwd
import subprocess

PROGRAMS = pathlib.Path("/usr/lib/postgresql/15/bin")
SETTINGS = "listen_addresses = ''\nunix_socket_directories = '{place}'\nfsync = off\nlog_min_messages = fatal\n"


class Server:
    """Started in `place`, an empty directory; `url` is for the role that Satchel runs as."""

    def __init__(self, place):
        self.place = place
        place.mkdir()
        # The server refuses to run as root.
        self.user = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
        if self.user:
            os.chown(place, self.user.pw_uid, self.user.pw_gid)
            for parent in place.parents:
                if parent.stat().st_mode & 0o001 == 0:
                    parent.chmod(parent.stat().st_mode | 0o011)
        data = str(place / "data")
        self.run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        with open(place / "data/postgresql.conf", "a", encoding="utf-8") as settings:
            settings.write(SETTINGS.format(place=place))
        self.run("pg_ctl", "-D", data, "-l", str(place / "log"), "-w", "start")
        self.run("createdb", "-h", str(place), "-U", "postgres", "satchel")
        host = str(place).replace("/", "%2F")
        self.owner_url = f"postgresql://postgres@{host}/satchel"
        self.url = f"postgresql://satchel_app@{host}/satchel"

    def run(self, program, *arguments):
        as_user = {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []} if self.user else {}
        subprocess.run([str(PROGRAMS / program), *arguments], cwd=self.place, check=True, stdout=subprocess.DEVNULL,
                       stdin=subprocess.DEVNULL, **as_user)

    def stop(self):
        self.run("pg_ctl", "-D", str(self.place / "data"), "-m", "immediate", "stop")
