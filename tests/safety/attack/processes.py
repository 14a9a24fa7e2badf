"""Runs a program and says what it and all that it started took, and what it left running."""

import ctypes
import dataclasses
import os
import pathlib
import select
import signal
import subprocess
import tempfile
import time

MOST_MEGABYTES = 512  # docs/safety.md
MOST_SECONDS = 60  # of the processor
STUCK_SECONDS = 45  # without any use of the processor
GRACE_SECONDS = 5  # for what has to end with its parent
BACKGROUND_SECONDS = 130  # for an index run in the background, which ends after two minutes at the latest
GUARD_MEGABYTES = 1_500  # the machine is spared what lies beyond
PR_SET_CHILD_SUBREAPER = 36
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


def adopt_orphans():
    """From now on this process is the parent of everything that outlives what it started."""
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


@dataclasses.dataclass
class Seen:
    """A process in /proc."""

    pid: int
    parent: int
    state: str
    seconds: float
    megabytes: float
    name: str


def processes():
    for folder in pathlib.Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            text = (folder / "stat").read_text(errors="replace")
        except OSError:
            continue
        name, fields = text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 2:].split()
        yield Seen(int(folder.name), int(fields[1]), fields[0], (int(fields[11]) + int(fields[12])) / TICKS,
                   int(fields[21]) * PAGE / 1e6, name)


def below(root):
    """The processes whose line of parents leads to `root`."""
    children = {}
    for each in processes():
        children.setdefault(each.parent, []).append(each)
    line, all_of_them = [root], []
    while line:
        for each in children.get(line.pop(), []):
            all_of_them.append(each)
            line.append(each.pid)
    return all_of_them


def is_background(process):
    """Whether it is the index run that a hook leaves behind on purpose."""
    try:
        return b"--background" in pathlib.Path(f"/proc/{process.pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return False


class Watch:
    """Looks at everything below this process while one program runs."""

    def __init__(self):
        self.most, self.largest, self.used, self.moved = 0.0, "", 0.0, time.monotonic()

    def look(self):
        """Why the program has to be stopped, or an empty text."""
        alive = [each for each in below(os.getpid()) if each.state != "Z"]
        for each in alive:
            if each.megabytes > self.most:
                self.most, self.largest = each.megabytes, each.name
            if each.megabytes > GUARD_MEGABYTES:
                return f"{each.name} took {each.megabytes:.0f} MB and was stopped"
            if each.seconds > MOST_SECONDS:
                return f"{each.name} used the processor for {each.seconds:.0f} s and was stopped"
        used = sum(each.seconds for each in alive)
        if used != self.used or any(each.state in "RD" for each in alive):
            self.used, self.moved = used, time.monotonic()
        if time.monotonic() - self.moved > STUCK_SECONDS:
            return f"{', '.join(each.name for each in alive)} did nothing for {STUCK_SECONDS} s and was stopped"
        return ""


def stop_all():
    for each in below(os.getpid()):
        try:
            os.kill(each.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def left_running():
    """What outlived the program, when it had time to end. It is stopped."""
    started = time.monotonic()
    while True:
        try:
            while os.waitpid(-1, os.WNOHANG)[0] > 0:
                pass
        except ChildProcessError:
            return []
        left = [each for each in below(os.getpid()) if each.state != "Z"]
        if not left:
            return []
        grace = BACKGROUND_SECONDS if any(is_background(each) for each in left) else GRACE_SECONDS
        if time.monotonic() > started + grace:
            stop_all()
            return [each.name for each in left]
        select.select([], [], [], 0.02)


@dataclasses.dataclass
class Done:
    """What came of a program."""

    arguments: list
    code: int = 0  # negative: a signal
    out: bytes = b""
    err: bytes = b""
    seconds: float = 0  # of the processor, with everything that it waited for
    complaints: list = dataclasses.field(default_factory=list)

    @property
    def text(self):
        return self.out.decode("utf-8", "surrogateescape")

    @property
    def said(self):
        return self.err.decode("utf-8", "surrogateescape")


def run(arguments, directory, environment, text=b""):
    """Runs it to its end, or stops it when it goes beyond a limit."""
    done = Done(arguments)
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, tempfile.TemporaryFile() as given:
        given.write(text)
        given.seek(0)
        started = subprocess.Popen(arguments, cwd=directory, env=environment, stdin=given, stdout=out, stderr=err,
                                   start_new_session=True)
        end, watch, why = os.pidfd_open(started.pid), Watch(), ""
        while not select.select([end], [], [], 0.25)[0]:
            why = watch.look()
            if why:
                stop_all()
                break
        os.close(end)
        _, status, usage = os.wait4(started.pid, 0)
        started.returncode = done.code = os.waitstatus_to_exitcode(status)
        done.seconds = usage.ru_utime + usage.ru_stime
        judge_usage(done, why, usage, watch)
        done.complaints += [f"it left {name} running" for name in left_running()]
        for file, name in ((out, "out"), (err, "err")):
            file.seek(0)
            setattr(done, name, file.read())
    return done


def judge_usage(done, why, usage, watch):
    megabytes = max(usage.ru_maxrss * 1024 / 1e6, watch.most)
    if why:
        done.complaints.append(why)
    elif megabytes > MOST_MEGABYTES:
        done.complaints.append(f"it or what it started took {megabytes:.0f} MB {watch.largest}".rstrip())
    if not why and done.seconds > MOST_SECONDS:
        done.complaints.append(f"it and what it started used the processor for {done.seconds:.0f} s")


class Server:
    """A program that is asked line by line."""

    def __init__(self, arguments, directory, environment):
        self.done = Done(arguments)
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(arguments, cwd=directory, env=environment, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=self.errors, start_new_session=True)
        self.watch, self.waiting, self.why = Watch(), b"", ""
        os.set_blocking(self.process.stdout.fileno(), False)

    def send(self, line):
        try:
            self.process.stdin.write(line + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def line(self, while_waiting=lambda: False):
        """The next line, or None when there is none any more or `while_waiting` says so."""
        while b"\n" not in self.waiting:
            if select.select([self.process.stdout], [], [], 0.25)[0]:
                more = os.read(self.process.stdout.fileno(), 1 << 20)
                if not more:
                    return None
                self.waiting += more
                continue
            self.why = self.watch.look()
            if self.why or while_waiting():
                return None
        line, _, self.waiting = self.waiting.partition(b"\n")
        self.done.out += line + b"\n"
        return line

    def end(self, kill=False):
        """Closes its input, or kills it, and waits for the end."""
        if kill:
            self.process.kill()
        if self.why:
            stop_all()
        self.process.stdin.close()
        end = os.pidfd_open(self.process.pid)
        while not select.select([end], [], [], 0.25)[0]:
            self.why = self.why or self.watch.look()
            if self.why:
                stop_all()
        os.close(end)
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.done.code = 0 if kill else self.process.returncode
        self.done.seconds = usage.ru_utime + usage.ru_stime
        judge_usage(self.done, self.why, usage, self.watch)
        self.done.complaints += [f"it left {name} running{' when it was killed' if kill else ''}"
                                 for name in left_running()]
        self.process.stdout.close()
        self.errors.seek(0)
        self.done.err = self.errors.read()
        self.errors.close()
        return self.done
