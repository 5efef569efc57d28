"""Projects with a compile_commands.json: each file is read, built, tested and emitted with its own flags."""
import json

from harness import Case, main


class CompileCommands(Case):
    def setUp(self):
        super().setUp()
        self.write("include/a/unit.h", "#define UNIT_LIMIT 10\n")
        self.write("include/b/unit.h", "#define UNIT_LIMIT 2000\n")
        body = '#include "unit.h"\n#ifndef {define}\n#error {define} is missing\n#endif\n' \
               "int {name}(int x) {{ return x > UNIT_LIMIT + {define} ? 1 : 2; }}\n"
        self.write("src/a/a.c", body.format(define="OFFSET_A", name="a"))
        self.write("src/b/b.c", body.format(define="OFFSET_B", name="b"))
        self.entries = [
            {"directory": str(self.folder / "src/a"), "file": "a.c",
             "command": "gcc -I../../include/a '-DOFFSET_A=(1 + 2)' -fno-tree-dominator-opts -O2 -c a.c -o a.o"},
            {"directory": str(self.folder / "src/b"), "file": str(self.folder / "src/b/b.c"),
             "arguments": ["/usr/bin/gcc", "-I", "../../include/b", "-DOFFSET_B=7", "-mno-such-option", "-Wall", "-Werror",
                           "-MD", "-MF", "b.d", "-c", "b.c"]},
            {"directory": str(self.folder / "src/a"), "file": "a.c", "command": "gcc -DSECOND -c a.c"},
        ]
        self.write("build/compile_commands.json", json.dumps(self.entries, indent=1))

    def test_two_directories_one_twice_and_flags_of_gcc(self):
        result = self.pincer("test", "src/a/a.c", "src/b/b.c", "-p", "build", "-o", "out", "--steps", "4000")
        notes = [line for line in result.stderr.splitlines() if line.startswith("pincer: note: ")]
        for text in ("-fno-tree-dominator-opts", "-mno-such-option", "a.c has 2 entries"):
            self.assertEqual(1, sum(text in note for note in notes), f"{text} in {notes}")
        report = self.report(self.folder / "out")
        self.assertEqual((4, 4), (report["summary"]["covered"], report["summary"]["branches"]))
        self.assertFalse((self.folder / "src/b/b.d").exists())
        self.assertEqual(["a.c"], [path.name for path in (self.folder / "src/a").iterdir()])

        # The emitted project has the flags too, and stands on its own.
        for compiler in ("gcc", "clang-19"):
            build = self.folder / f"build-{compiler}"
            self.run_tool("cmake", "-S", self.folder / "out/tests", "-B", build, "-G", "Ninja",
                          f"-DCMAKE_C_COMPILER={compiler}", f"-DCMAKE_CXX_COMPILER={compiler.replace('cc', '++').replace('clang', 'clang++')}")
            self.run_tool("cmake", "--build", build, "-j2")
            self.run_tool("ctest", "--test-dir", build, "--no-tests=error")
        self.pincer("replay", "out")

    def test_the_file_itself_and_flags_on_top(self):
        self.pincer("test", "src/b/b.c", "-p", "build/compile_commands.json", "-o", "out", "--steps", "2000", "-q",
                    "--", "-UOFFSET_B", "-DOFFSET_B=3")
        conditions = {b["condition"] for b in self.report(self.folder / "out")["branches"]}
        self.assertEqual({"x > UNIT_LIMIT + OFFSET_B"}, conditions)
        tests = (self.folder / "out/tests/b_test.cpp").read_text()
        self.assertIn("b(2004)", tests)


if __name__ == "__main__":
    main()
