#!/usr/bin/env python3
"""Checks every #include under src/ against src/LAYERS: the direction of includes is the architecture."""
import pathlib
import re
import sys

# How an external library shows in an #include.
EXTERNAL = {"llvm": r"llvm/|llvm-c/", "clang": r"clang/|clang-c/", "seccomp": r"seccomp\.h",
            "cli11": r"CLI/", "z3": r"z3(\+\+)?\.h", "cadical": r"cadical\.hpp"}
TEST_ONLY = r"gtest/|gmock/"


def read_layers(path):
    layers = {}
    for line in path.read_text().splitlines():
        line = line.split("#")[0].strip()
        if not line:
            continue
        folder, rest = (part.strip() for part in line.split(":", 1))
        internal, _, external = rest.partition("|")
        layers[folder] = (set(internal.split()), set(external.split()))
    return layers


def check(source):
    layers = read_layers(source / "LAYERS")
    problems = []
    for path in sorted(p for p in source.rglob("*") if p.suffix in (".h", ".c", ".cpp")):
        folder, *parts = path.relative_to(source).parts
        if folder not in layers:
            problems.append(f"{path}: folder '{folder}' is not in src/LAYERS")
            continue
        allowed, libraries = layers[folder]
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = re.match(r'\s*#\s*include\s+([<"])([^>"]+)[>"]', line)
            if not match:
                continue
            quoted, name = match.group(1) == '"', match.group(2)
            is_test = path.stem.endswith("_test") or "testing" in parts
            if quoted:
                target = name.split("/")[0]
                if "/" not in name or target not in layers:
                    problems.append(f'{path}:{number}: "{name}" does not start with a folder of src/')
                elif target != folder and target not in allowed and not is_test:
                    problems.append(f"{path}:{number}: {folder} may not include {target}")
                elif "testing" in name.split("/") and not is_test:
                    problems.append(f"{path}:{number}: only tests include {name}")
            for library, pattern in EXTERNAL.items():
                if re.match(pattern, name) and library not in libraries:
                    problems.append(f"{path}:{number}: {folder} may not include {library}")
            if re.match(TEST_ONLY, name) and not is_test:
                problems.append(f"{path}:{number}: only tests include {name}")
    return problems


if __name__ == "__main__":
    found = check(pathlib.Path(sys.argv[1]))
    print("\n".join(found) or "every include follows src/LAYERS")
    sys.exit(1 if found else 0)
