#!/usr/bin/env python3
"""attack.py [--pincer P] [--seconds N] [--steps N] [--csmith N --seed S] [--work DIR] [SOURCE... [-- FLAGS]]

Attacks every branch that `pincer test` calls infeasible: libFuzzer (clang-19) calls the functions of the source in a build that
knows nothing of Pincer, with arbitrary arguments, globals, memory and callbacks, and llvm-cov says what was taken. Undefined
behaviour that clang's checks see ends a run before it counts. A claimed branch that was taken is printed as WRONG: look at it by
hand, since stores out of an object are not seen. Exits with 1 if there is one."""
import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ENDS = ["exit", "_exit", "abort"]
HERE = Path(__file__).resolve().parent
UNDEFINED = "-fsanitize=undefined,float-cast-overflow -fno-sanitize=vptr,function,alignment -fsanitize-trap=all"


def run(command, timeout=120, **more):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, errors="replace", timeout=timeout, **more)


def claims_of(report):
    return [branch for branch in json.loads(report.read_text())["branches"] if branch["verdict"] == "infeasible"]


def split(text):
    """At commas that stand in no parentheses."""
    parts, depth, start = [], 0, 0
    for at, char in enumerate(text):
        depth += (char in "([{<") - (char in ")]}>")
        if char == "," and depth == 0:
            parts.append(text[start:at])
            start = at + 1
    return [part.strip() for part in parts + [text[start:]] if part.strip()]


NAME = r'@(?:"[^"]*"|[\w$.]+)'
PLAIN = re.compile(r"^(i\d+|float|double|x86_fp80|fp128|half|ptr|<\d+ x \w+>|\{.*\}|\[.*\])( |$)")


def functions_of(ir):
    """Name, result, parameters with their attributes, of what is defined."""
    found = []
    for line in ir.splitlines():
        if not line.startswith("define "):
            continue
        name = re.search(NAME + r"\(", line)
        if not name or "available_externally" in line:
            continue
        depth, at = 0, name.end() - 1
        for end in range(at, len(line)):
            depth += (line[end] == "(") - (line[end] == ")")
            if depth == 0:
                break
        parameters = [re.sub(r" %[\w.\"]+$", "", part) for part in split(line[at + 1:end])]
        result = re.search(r"(void|i\d+|float|double|x86_fp80|fp128|half|ptr|<[^>]*>|\{[^{}]*\}|\[[^\]]*\]|%[\w.:\"]+)$",
                           line[:name.start()].strip())
        if not result or any(not PLAIN.match(part) and part != "..." for part in parameters):
            continue
        found.append((name.group(0)[:-1], result.group(0), parameters))
    return found


def globals_of(ir):
    return [(m.group(1), m.group(2)) for m in
            re.finditer(r"^(@[\w$.]+) = (?:(?!external)\w+ )*?global (.+?)(?:, (?:align|section|comdat|!).*)?$", ir, re.M)
            if not m.group(1).startswith(("@__prof", "@__llvm", "@__cov", "@llvm.", "@__sanc"))
            and "external global" not in m.group(0) and "thread_local" not in m.group(0)]


def type_of(text):
    """The type that an initialised global's text begins with."""
    if text[0] in "[{<":
        depth = 0
        for at, char in enumerate(text):
            depth += (char in "[{<") - (char in "]}>")
            if depth == 0:
                return text[:at + 1]
    return text.split(" ")[0]


def table(ir, claimed):
    """Text that is added to the subject's module: functions that take their arguments from memory, and tables."""
    functions = functions_of(ir)
    wanted = [f for f in functions if f[0].strip('@"') in claimed]
    functions = wanted * max(1, 2 * len(functions) // max(1, len(wanted))) + functions
    text = []
    made = {}
    for name, result, parameters in functions:
        if name in made:
            continue
        body, given = [], []
        varied = "..." in parameters
        parameters = [part for part in parameters if part != "..."]
        for i, part in enumerate(parameters):
            kind = type_of(part)
            offset = i % 16 * 16 + (8 if kind == "ptr" else 0)
            body.append(f"  %p{i} = getelementptr i8, ptr %in, i64 {offset}\n  %a{i} = load {kind}, ptr %p{i}, align 1")
            given.append(f"{part} %a{i}")
        signature = f" ({', '.join([type_of(p) for p in parameters] + ['...'])})" if varied else ""
        made[name] = f"@attack.{len(made)}"
        call = f"  {'%r = ' if result != 'void' else ''}call {result}{signature} {name}({', '.join(given)})"
        text.append(f"define void {made[name]}(ptr %in) {{\n" + "\n".join(body + [call]) + "\n  ret void\n}")
    pointers = ", ".join(f"ptr {made[name]}" for name, _, _ in functions)
    text.append(f"@attackFunctions = constant [{len(functions)} x ptr] [{pointers}]")
    text.append(f"@attackFunctionCount = constant i64 {len(functions)}")
    found = [(name, type_of(rest)) for name, rest in globals_of(ir)]
    entries = ", ".join("{ ptr, i64 } { ptr %s, i64 ptrtoint (ptr getelementptr (%s, ptr null, i32 1) to i64) }" % each for each in found)
    text.append(f"@attackGlobals = constant [{len(found)} x {{ ptr, i64 }}] [{entries}]")
    text.append(f"@attackGlobalCount = constant i64 {len(found)}")
    numbers = sorted({int(n) & (2**64 - 1) for n in re.findall(r"(?:i(?:8|16|32|64) |, )(-?\d{1,19})\b", ir)})[:60000]
    text.append(f"@attackNumbers = constant [{len(numbers)} x i64] [{', '.join(f'i64 {n}' for n in numbers)}]")
    text.append(f"@attackNumberCount = constant i64 {len(numbers)}")
    return "\n".join(text) + "\n"


def build(source, flags, claimed, work):
    compiler = "clang++-19" if source.suffix in (".cpp", ".cc", ".cxx", ".C") else "clang-19"
    ir_file = work / "subject.ll"
    made = run([compiler, "-w", "-g", "-O0", "-Xclang", "-disable-O0-optnone", *UNDEFINED.split(), "-fprofile-instr-generate",
                "-fcoverage-mapping", "-S", "-emit-llvm", source, "-o", ir_file, *flags])
    if made.returncode:
        return None, made.stderr
    ir = ir_file.read_text(errors="replace").replace("define hidden ", "define ").replace("@main(", "@attackedMain(")
    for name in ENDS:
        ir = ir.replace(f"@{name}(", f"@attacked.{name}(")
    ir_file.write_text(ir + table(ir, claimed))
    objects = work / "subject.o"
    made = run(["clang-19", "-w", "-c", "-O1", "-fsanitize=fuzzer-no-link", ir_file, "-o", objects])
    if made.returncode:
        return None, made.stderr
    ends = "void attackExit(void);\n" + "\n".join(
        f'void attacked_{name}() __asm__("attacked.{name}");\nvoid attacked_{name}() {{ attackExit(); }}' for name in ENDS)
    extra = work / "extra.c"
    extra.write_text(ends)
    link = [compiler if compiler == "clang++-19" else "clang-19", "-w", "-fuse-ld=lld-19", "-fsanitize=fuzzer", "-fprofile-instr-generate",
            objects, work / "driver.o", work / "extra.o", "-lm", "-lpthread", "-o", work / "attack"]
    for _ in range(2):
        run(["clang-19", "-w", "-c", extra, "-o", work / "extra.o"])
        run(["clang-19", "-w", "-O1", "-c", HERE / "driver.c", "-o", work / "driver.o"])
        made = run(link + ["-Wl,--error-limit=0"])
        if made.returncode == 0:
            return work / "attack", ""
        missing = sorted(set(re.findall(r"undefined symbol: ([\w$]+)", made.stderr)))
        extra.write_text(ends + "\nunsigned long attackCallback(void);\n" +
                         "\n".join(f"unsigned long {name}() {{ return attackCallback(); }}" for name in missing))
    return None, made.stderr


def place_of(branch):
    return str(Path(branch["file"]).resolve()), branch["line"], branch["column"]


def taken(binary, work):
    """Counts by file, line and column of branches: of true and of false."""
    profile = work / "attack.profdata"
    if run(["llvm-profdata-19", "merge", "-o", profile, work / "attack.profraw"]).returncode:
        return None
    made = run(["llvm-cov-19", "export", "-instr-profile", profile, binary])
    counts = {}
    for file in json.loads(made.stdout)["data"][0]["files"]:
        for line, column, _, _, true, false, *_ in file["branches"]:
            place = (str(Path(file["filename"]).resolve()), line, column)
            old = counts.get(place, (0, 0))
            counts[place] = (old[0] + true, old[1] + false)
    return counts


def attack(source, flags, options, work):
    work.mkdir(parents=True, exist_ok=True)
    report = work / "out/report.json"
    effort = ["--steps", options.steps] if options.steps else ["--time", f"{options.time}s"]
    made = run([options.pincer, "test", source, "-o", work / "out", "--exit-zero", "-q", *effort, "--", *flags], timeout=900)
    if not report.exists():
        print(f"{source}: pincer: {made.stderr.strip().splitlines()[-1:]}")
        return 0, 0
    claims = claims_of(report)
    if not claims:
        print(f"{source}: no claims")
        return 0, 0
    binary, problem = build(source, flags, {claim["function"] for claim in claims}, work)
    if not binary:
        print(f"{source}: no attack on {len(claims)} claims: {problem.strip().splitlines()[:1]}")
        return 0, 0
    handlers = [f"-handle_{name}=0" for name in ("segv", "bus", "abrt", "ill", "fpe", "int", "term", "xfsz", "usr1", "usr2", "alrm")]
    run(["timeout", "-s", "INT", str(options.seconds + 30), binary, f"-max_total_time={options.seconds}", "-max_len=600", "-len_control=0", "-timeout=0", "-rss_limit_mb=0",
         "-verbosity=0", f"-seed={options.seed}", *handlers], timeout=options.seconds + 60, cwd=work,
        env={**os.environ, "LLVM_PROFILE_FILE": str(work / "attack.profraw")})
    counts = taken(binary, work)
    if counts is None:
        print(f"{source}: the attack left no profile")
        return 0, 0
    attacked = wrong = unseen = 0
    for claim in claims:
        found = counts.get(place_of(claim))
        if found is None or claim["outcome"] == "default":
            unseen += 1
            continue
        attacked += 1
        if found[1 if claim["outcome"] == "false" else 0] > 0:
            wrong += 1
            print(f"{source}: WRONG: {claim['id']} '{claim['condition']}' {claim['outcome']} of {claim['function']}")
    covered = [b for b in json.loads(report.read_text())["branches"] if b["verdict"] == "covered" and b["outcome"] in ("true", "false")]
    reached = sum(1 for b in covered if counts.get(place_of(b), (0, 0))[b["outcome"] == "false"])
    arrived = sum(1 for claim in claims if any(counts.get(place_of(claim), (0,))))
    print(f"{source}: {len(claims)} claims, {attacked} attacked ({arrived} conditions were come to), {unseen} not in this build, {wrong} wrong; "
          f"the attack took {reached} of {len(covered)} branches that tests cover", flush=True)
    return attacked, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pincer", default=HERE.parent.parent / "build/bin/pincer")
    parser.add_argument("--seconds", type=int, default=10, help="of each attack")
    parser.add_argument("--time", type=int, default=20, help="of each run of Pincer")
    parser.add_argument("--steps", type=int)
    parser.add_argument("--csmith", type=int, default=0, help="programs to make")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", type=Path, default=Path("attack"))
    parser.add_argument("sources", nargs="*", type=Path)
    arguments = sys.argv[1:]
    flags = arguments[arguments.index("--") + 1:] if "--" in arguments else []
    options = parser.parse_args(arguments[:arguments.index("--")] if "--" in arguments else arguments)
    options.work.mkdir(parents=True, exist_ok=True)
    jobs = [(source, flags) for source in options.sources]
    for i in range(options.seed, options.seed + options.csmith):
        source = options.work / f"csmith{i}.c"
        source.write_text(run(["csmith", "--seed", i, "--no-argc", "--max-funcs", 6, "--max-block-size", 3, "--concise"]).stdout)
        jobs.append((source, [*flags, "-I/usr/include/csmith"]))
    attacked = wrong = 0
    for source, flags in jobs:
        try:
            more = attack(source.resolve(), flags, options, (options.work / (source.stem + ".d")).resolve())
        except subprocess.TimeoutExpired as late:
            print(f"{source}: {Path(str(late.cmd[0])).name} took too long")
            continue
        attacked += more[0]
        wrong += more[1]
    print(f"{attacked} claims attacked, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
