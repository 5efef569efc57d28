#!/usr/bin/env python3
"""Runs Pincer on one puzzle and checks what the puzzle says of itself.

A puzzle is a small C or C++ file with lines such as
    // RUN: extra.c --entry f            arguments beside the file itself and a budget in steps
    // EXPECT: exit 0
    // EXPECT: covered 8 of 8                      or: covered at least 7 of 8
    // EXPECT: constant 2
    // EXPECT: open 'x == 7' true [part of the reason]
    // EXPECT: reason_kind 'x == 7' true contradiction
    // EXPECT: infeasible 'x == 7' true [part of the reason]
    // EXPECT: covered_ub|covered_crash|covered_timeout 'x == 7' true     open, but for tests that are not green
    // EXPECT: finding division-by-zero 12         kind and line
    // EXPECT: no finding
    // EXPECT: function f tested|partly|skipped [part of the reason]
    // EXPECT: needs_ub                             some test is marked so
    // EXPECT: outcome exception                    some test ends so
    // EXPECT: environment size 'extern variable'  name and kind
    // EXPECT: output some text
    // EXPECT: emitted some text                    some test file holds it
    // EXPECT: stat 'symbolic runs' at least|at most 1
Beside that, every puzzle's report must hold together: each covered branch names a test that covers it, and so on.
"""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile


def check(expectation, report, result, emitted):
    """Returns a complaint, or None."""
    words = shlex.split(expectation)
    summary = report.get("summary", {})
    if words[0] == "exit":
        return None if result.returncode == int(words[1]) else f"exit code is {result.returncode}"
    if words[0] == "covered":
        got = (summary["covered"], summary["branches"])
        if words[1:3] == ["at", "least"]:
            return None if got[0] >= int(words[3]) and got[1] == int(words[5]) else f"covered {got[0]} of {got[1]}"
        return None if got == (int(words[1]), int(words[3])) else f"covered {got[0]} of {got[1]}"
    if words[0] == "constant":
        return None if summary["constant"] == int(words[1]) else f"constant {summary['constant']}"
    apart = {"covered_ub": "undefined behaviour", "covered_crash": "crash", "covered_timeout": "do not end"}
    if words[0] == "infeasible":
        reasons = [b["reason"] for b in report["branches"]
                   if (b["condition"], b["outcome"], b["verdict"]) == (words[1], words[2], "infeasible")]
        return None if any(" ".join(words[3:]) in reason for reason in reasons) else f"it is not, or for {reasons}"
    if words[0] == "open" or words[0] in apart:
        for branch in report["branches"]:
            if (branch["condition"], branch["outcome"]) == (words[1], words[2]):
                fits = branch["verdict"] == "open" and (
                    "test" not in branch if words[0] == "open" else
                    "test" in branch and apart[words[0]] in branch["reason"])
                if not fits:
                    return f"it is {branch['verdict']}, by {branch.get('test')}"
                reason = " ".join(words[3:])
                return None if reason in branch.get("reason", "") else f"the reason is {branch['reason']}"
        return "there is no such branch"
    if words[0] == "reason_kind":
        kinds = [b.get("reason_kind") for b in report["branches"] if (b["condition"], b["outcome"]) == (words[1], words[2])]
        return None if words[3] in kinds else f"the kinds are {kinds}"
    if words[0] == "finding":
        found = [(f["kind"], f["line"]) for f in report["findings"]]
        wanted = [f for f in found if f[0] == words[1] and (len(words) < 3 or f[1] == int(words[2]))]
        return None if wanted else f"findings are {found}"
    if expectation == "no finding":
        return None if not report["findings"] else f"findings are {report['findings']}"
    if words[0] == "function":
        for function in report["functions"]:
            if function["name"] == words[1]:
                fits = function["state"] == words[2] and " ".join(words[3:]) in function.get("reason", "")
                return None if fits else f"it is {function['state']}: {function.get('reason')}"
        return "there is no such function"
    if words[0] == "needs_ub":
        return None if any(t["needs_ub"] for t in report["tests"]) else "no test needs undefined behaviour"
    if words[0] == "outcome":
        return None if any(t["outcome"] == words[1] for t in report["tests"]) else "no test ends so"
    if words[0] == "environment":
        entries = [(e["name"], e["kind"]) for e in report["environment"]]
        return None if (words[1], words[2]) in entries else f"the environment is {entries}"
    if words[0] == "output":
        text = expectation.split(" ", 1)[1]
        return None if text in result.stdout + result.stderr else f"output is\n{result.stdout}{result.stderr}"
    if words[0] == "emitted":
        text = expectation.split(" ", 1)[1]
        return None if text in emitted else f"the tests are\n{emitted}"
    if words[0] == "stat":
        number = report["stats"].get(words[1], 0)
        fits = number >= float(words[4]) if words[3] == "least" else number <= float(words[4])
        return None if fits else f"it is {number}"
    return "this expectation is not understood"


def consistency(report):
    """What must hold of every report."""
    tests = {t["id"]: t for t in report["tests"]}
    for branch in report["branches"]:
        if branch["verdict"] == "covered":
            test = tests.get(branch.get("test"))
            if test is None or branch["id"] not in test["covers"] or not test["green"]:
                yield f"{branch['id']} is called covered by {branch.get('test')}, which does not show it"
        if branch["verdict"] in ("open", "infeasible") and not branch.get("reason"):
            yield f"{branch['id']} is {branch['verdict']} without a reason"
        if (branch["verdict"] == "open") != ("reason_kind" in branch):
            yield f"{branch['id']} is {branch['verdict']}, and its reason is of the kind {branch.get('reason_kind')}"
    for finding in report["findings"]:
        if finding["test"] not in tests:
            yield f"a finding names the unknown test {finding['test']}"
    if report["stats"].get("merged self-check mismatches", 0) != 0:
        yield "merged formulas do not fit the runs"
    if report["stats"].get("self-check mismatches", 0) != 0:
        yield "the self-check found terms that do not fit their values"
    summary = report["summary"]
    verdicts = [b["verdict"] for b in report["branches"]]
    for verdict in ("covered", "infeasible", "open", "constant"):
        if verdicts.count(verdict) != summary[verdict]:
            yield f"summary says {summary[verdict]} {verdict}, the list {verdicts.count(verdict)}"


def main():
    pincer, puzzle = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    text = puzzle.read_text()
    extra = " ".join(re.findall(r"^// RUN: (.*)$", text, re.M))
    expectations = re.findall(r"^// EXPECT: (.*?)\s*$", text, re.M)
    if not expectations:
        sys.exit(f"{puzzle}: a puzzle must expect something")
    with tempfile.TemporaryDirectory() as folder:
        command = [pincer, "test", str(puzzle), "-o", f"{folder}/out", "--seed", "1", "-q", "--self-check"]
        if "--steps" not in extra and "--time" not in extra:
            command += ["--steps", "60000"]
        words = shlex.split(extra)
        split = words.index("--") if "--" in words else len(words)
        command += words[:split]
        if split < len(words):
            command += words[split:]
        result = subprocess.run(command, cwd=puzzle.parent, capture_output=True, text=True, timeout=1700)
        path = pathlib.Path(folder, "out", "report.json")
        report = json.loads(path.read_text()) if path.exists() else {}
        emitted = "".join(file.read_text() for file in sorted(pathlib.Path(folder, "out", "tests").glob("*_test.cpp")))
        problems = [f"{puzzle.name}: expected {e}: {why}" for e in expectations
                    if (why := check(e, report, result, emitted) if report or e.split()[0] in ("exit", "output") else "no report")]
        if report:
            problems += consistency(report)
    if problems:
        print("\n".join(problems))
        print("---\n" + " ".join(command) + "\n" + result.stdout + result.stderr)
        sys.exit(1)
    print(f"{puzzle.name}: {len(expectations)} expectations hold")


if __name__ == "__main__":
    main()
