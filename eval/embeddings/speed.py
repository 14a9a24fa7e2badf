#!/usr/bin/env python3
"""What a search with vectors costs, in a new process and in one that runs.

    eval/embeddings/speed.py --satchel PATH --url URL --model NAME --workspace DIR [--home DIR] [--times N] QUESTION…

DIR is a workspace that `satchel index` gave vectors of that model, such as one that run.py left (--work; its home is the
directory above). Each question is asked N times by each of: `satchel search` by words and with vectors; the tool `search`
of one `satchel mcp`, by words and with vectors; and the server alone. All five take turns, so that a busy machine
is as busy for each. Prints medians and 90th percentiles in milliseconds, and the CPU time of a search.
"""

import argparse
import http.client
import json
import os
import pathlib
import resource
import statistics
import subprocess
import time
import urllib.parse


def environment_of(args, vectors):
    environment = {"HOME": args.home, "PATH": os.environ["PATH"]}
    environment |= {name: value for name, value in os.environ.items() if name.startswith("SATCHEL_EMBED_MAX")}
    if vectors:
        environment |= {"SATCHEL_EMBED_BASE_URL": args.url, "SATCHEL_EMBED_MODEL": args.model}
    return environment


class Process:
    """A new one for each question."""

    def __init__(self, args, vectors):
        self.args, self.environment, self.cpu, self.alone = args, environment_of(args, vectors), [], 0

    def ask(self, question):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([self.args.satchel, "search", question, "--format", "json"], cwd=self.args.workspace,
                              env=self.environment, capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.cpu.append((after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000)
        self.alone += b"found by words alone" in done.stdout


class Server:
    """One `satchel mcp` for all questions."""

    def __init__(self, args, vectors):
        self.process = subprocess.Popen([args.satchel, "mcp"], cwd=args.workspace, env=environment_of(args, vectors),
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        text=True)
        self.last, self.cpu, self.alone = 0, [], 0
        self.call("initialize", {"protocolVersion": "2025-06-18", "capabilities": {},
                                 "clientInfo": {"name": "speed", "version": "1"}})
        self.say({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def say(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def call(self, method, params):
        self.last += 1
        self.say({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params})
        while True:
            answer = json.loads(self.process.stdout.readline())
            if answer.get("id") == self.last:
                return answer["result"]

    def cpu_time(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")

    def ask(self, question):
        answer = self.call("tools/call", {"name": "search", "arguments": {"query": question}})
        self.alone += "found by words alone" in json.dumps(answer)


class Embedder:
    """The server of embeddings, without Satchel."""

    def __init__(self, args):
        self.model, self.cpu, self.alone = args.model, [], 0
        url = urllib.parse.urlsplit(args.url)
        self.connection, self.path = http.client.HTTPConnection(url.hostname, url.port), url.path + "/embeddings"

    def ask(self, question):
        self.connection.request("POST", self.path, json.dumps({"model": self.model, "input": [question]}))
        self.connection.getresponse().read()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--satchel", required=True)
    parser.add_argument("--url", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--workspace", required=True)
    parser.add_argument("--home", help="of the settings; default: the directory above the workspace")
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("questions", nargs="+", metavar="QUESTION")
    args = parser.parse_args()
    args.satchel = str(pathlib.Path(args.satchel).resolve())
    args.home = args.home or str(pathlib.Path(args.workspace).resolve().parent)
    ways = {"new process, words": Process(args, False), "new process, vectors": Process(args, True),
            "running process, words": Server(args, False), "running process, vectors": Server(args, True),
            "the server of embeddings alone": Embedder(args)}
    taken = {name: [] for name in ways}
    for question in args.questions:  # the first time of each is not counted
        for way in ways.values():
            way.ask(question)
    servers = [way for way in ways.values() if isinstance(way, Server)]
    for way in ways.values():
        way.cpu, way.alone = [], 0
    before = [server.cpu_time() for server in servers]
    for _ in range(args.times):
        for question in args.questions:
            for name, way in ways.items():
                began = time.monotonic()
                way.ask(question)
                taken[name].append((time.monotonic() - began) * 1000)
    for server, cpu in zip(servers, before):
        server.cpu = [(server.cpu_time() - cpu) / (args.times * len(args.questions))]
    print(f"{len(args.questions)} questions, {args.times} times each; milliseconds" + " " * 4 + "p50   p90   CPU")
    for name, times in taken.items():
        high = statistics.quantiles(times, n=10)[-1]
        cpu = f"{statistics.median(ways[name].cpu):6.1f}" if ways[name].cpu else ""
        alone = f"   {ways[name].alone} found by words alone" if ways[name].alone else ""
        print(f"{name:42}{statistics.median(times):6.1f}{high:6.0f}{cpu}{alone}")
    for server in servers:
        server.process.stdin.close()
        server.process.wait()


if __name__ == "__main__":
    main()
