#!/usr/bin/env python3
"""When hooks answer a failed command, and whether the answer shows the line that failed.

    eval/hooks/failures.py --satchel PROGRAM [--set DIR] [--half development|held_out|both] [--agent NAME]
                           [--budget TOKENS] [--mirrors DIR] [--list] [--check]

Each output of the set (eval/hooks/failures, whose check.py recreates its workspace) is given to `satchel hook` as the agent
gives it, in a workspace that was indexed after the change that made the command fail. Every output is a conversation of its
own. Prints how many failures got an answer, how many of the answers show the text of a failing line, how many of the other
outputs got one, and the processor time of silent hooks. Held out is the half that is measured once: tune on `development`.

  --list   names the outputs that went wrong, with the reason that the hook logs
  --check  ends with 1 unless at least 95 % of failures are answered, 95 % show the line, and at most 1 % of the others speak
"""

import argparse
import importlib.util
import json
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def load_set(folder):
    """check.py of the set: reads it and writes its workspaces."""
    spec = importlib.util.spec_from_file_location("failures_check", folder / "check.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def payload_of(agent, case, tree, texts):
    """(event, input) as the agent tells of this command."""
    out, err = texts
    both = out + ("\n" if out and err and not out.endswith("\n") else "") + err
    base = {"session_id": case["id"], "cwd": str(tree), "tool_input": {"command": case["command"]}}
    if agent == "claude-code" and case["exit"] == 0:
        return "PostToolUse", {**base, "tool_name": "Bash", "tool_response": {"stdout": out, "stderr": err}}
    if agent == "claude-code":
        return "PostToolUseFailure", {**base, "tool_name": "Bash", "error": f"Exit code {case['exit']}\n{both}"}
    if agent == "codex":
        return "PostToolUse", {**base, "tool_name": "Bash", "tool_response": both}
    if agent == "gemini":
        code = f"\nExit Code: {case['exit']}" if case["exit"] else ""
        return "AfterTool", {**base, "tool_name": "run_shell_command", "tool_response": {
            "returnDisplay": both, "llmContent": f"Output: {both}{code}\nProcess Group PGID: 7\n"}}
    if agent == "cursor":
        return "postToolUse", {**base, "conversation_id": case["id"], "tool_name": "Shell",
                               "tool_output": json.dumps({"exitCode": case["exit"], "stdout": both})}
    return "tool.execute.after", {**base, "tool_name": "bash", "exit": case["exit"], "output": both}


def context_of(printed):
    if not printed.strip():
        return ""
    answer = json.loads(printed)
    answer = answer.get("hookSpecificOutput", answer)
    return answer.get("additionalContext", answer.get("additional_context", answer.get("context", "")))


class Measuring:
    def __init__(self, options, cases, scratch):
        self.options, self.cases, self.scratch = options, cases, scratch
        self.environment = {"HOME": str(scratch / "home"), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
                            "SATCHEL_HOOK_FAILURE_BUDGET": str(options.budget)}
        (scratch / "home").mkdir()
        self.trees = {}

    def tree_of(self, case):
        """The indexed workspace of a case; None if it cannot be recreated."""
        key = json.dumps([case.get(name) for name in ("fixture", "repository", "commit", "patch")])
        if key not in self.trees:
            tree = self.scratch / f"tree-{len(self.trees)}" / (case.get("fixture") or "project")
            tree.parent.mkdir()
            there = self.cases.prepare(case, tree, self.options.mirrors)
            if there:
                subprocess.run([self.options.satchel, "index"], cwd=tree, env=self.environment, check=True,
                               stdin=subprocess.DEVNULL, capture_output=True)
            self.trees[key] = tree if there else None
        return self.trees[key]

    def ask(self, case, tree):
        """(context, reason, processor seconds)."""
        event, payload = payload_of(self.options.agent, case, tree, self.cases.output(case, tree))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([self.options.satchel, "hook", event, "--agent", self.options.agent, "--timeout", "30s",
                               "--log-level", "debug"],
                              input=json.dumps(payload), cwd="/", env=self.environment, capture_output=True, text=True,
                              check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        reason = re.search(r"reason=(\w+)", done.stderr)
        return (context_of(done.stdout), reason[1] if reason else done.stderr[-200:],
                after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def share(part, whole):
    return f"{part} of {whole} ({part / whole:.1%})" if whole else "none"


def measure(options):
    cases = load_set(options.set)
    halves = ("development", "held_out") if options.half == "both" else (options.half,)
    failures = answered = shown = others = wrong = skipped = tokens = 0
    silent_times = []
    with tempfile.TemporaryDirectory(prefix="satchel-failures-") as place:
        measuring = Measuring(options, cases, pathlib.Path(place))
        for case in (case for half in halves for case in cases.read(half)):
            tree = measuring.tree_of(case)
            if tree is None:
                skipped += 1
                continue
            context, reason, seconds = measuring.ask(case, tree)
            if not context:
                silent_times.append(seconds)
            if case["kind"] != "failure":
                others += 1
                wrong += bool(context)
                if options.list and context:
                    print(f"{case['id']}: answered although it should not be")
                continue
            failures += 1
            answered += bool(context)
            tokens += len(context.encode()) // 4
            visible = any(each["text"] in context for each in case["places"])
            shown += visible
            if options.list and not visible:
                print(f"{case['id']}: {'the line is not shown' if context else f'silent: {reason}'}")
    silent_times.sort()
    print(f"{options.agent}, {options.half}, {options.budget} tokens")
    print(f"failures that were answered      {share(answered, failures)}, {tokens // max(answered, 1)} tokens each")
    print(f"failures whose line was shown    {share(shown, failures)}")
    print(f"other outputs that were answered {share(wrong, others)}")
    if silent_times:
        print(f"processor time of silent hooks   {silent_times[len(silent_times) // 2] * 1000:.1f} ms in the median, "
              f"{silent_times[-1] * 1000:.1f} ms at most")
    if skipped:
        print(f"not measured: {skipped}, whose repositories --mirrors does not have")
    good = answered >= 0.95 * failures and shown >= 0.95 * failures and wrong <= 0.01 * others
    return 1 if options.check and not good else 0


def main():
    parser = argparse.ArgumentParser(description="When hooks answer a failed command.")
    parser.add_argument("--satchel", required=True, type=lambda text: str(pathlib.Path(text).resolve()))
    parser.add_argument("--set", type=pathlib.Path, default=HERE / "failures")
    parser.add_argument("--half", choices=("development", "held_out", "both"), default="development")
    parser.add_argument("--agent", choices=("claude-code", "codex", "cursor", "gemini", "opencode"), default="claude-code")
    parser.add_argument("--budget", type=int, default=1500)
    parser.add_argument("--mirrors", type=pathlib.Path)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--check", action="store_true")
    return measure(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
