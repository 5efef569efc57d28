"""What can be wrong with a command: each case has its exit code and a message that names the culprit."""
import json
import os
import shutil
import signal
import subprocess
import unittest

from harness import Case, EXAMPLES, PINCER, main, wait_until

TRIANGLE = EXAMPLES[0]
QUICK = ("--steps", "300")


class BadInput(Case):
    def expect(self, code, *arguments, says):
        """The run fails with this code, and says each of these on stderr, in a few lines."""
        result = self.pincer("test", *arguments, *QUICK, code=code)
        for text in says:
            self.assertIn(text, result.stderr)
        self.assertNotIn("terminate called", result.stderr)
        self.assertEqual("", result.stdout)
        return result

    def test_missing_file(self):
        self.expect(3, "nowhere.c", "-o", "out", says=["nowhere.c", "o such file"])
        self.assertFalse((self.folder / "out").exists())

    def test_one_missing_of_two(self):
        self.expect(3, TRIANGLE, "nowhere.c", says=["nowhere.c"])

    def test_c_that_does_not_compile(self):
        self.write("broken.c", "int f(int x) {\n  return x +;\n}\n")
        self.expect(3, "broken.c", says=["broken.c:2:13: error: expected expression", "return x +;"])
        self.assertFalse((self.folder / "pincer-out").exists())

    def test_missing_header(self):
        self.write("broken.c", '#include "nowhere.h"\nint f(int x) { return x; }\n')
        self.expect(3, "broken.c", says=["broken.c:1:10: fatal error: 'nowhere.h' file not found"])

    def test_broken_only_when_compiled_with_these_flags(self):
        self.write("flags.c", "#ifdef BAD\n#error this configuration is bad\n#endif\nint f(int x) { return x; }\n")
        result = self.pincer("test", "flags.c", *QUICK, "--", "-DBAD", code=3)
        self.assertIn("flags.c:2:2: error: this configuration is bad", result.stderr)

    def test_two_files_that_do_not_link(self):
        self.write("a.c", "int twice(int x) { return x; }\n")
        self.write("b.c", "int twice(int x) { return 2 * x; }\n")
        self.expect(3, "a.c", "b.c", says=["twice"])

    def test_empty_file(self):
        self.write("empty.c", "")
        out = self.generate("empty.c", code=3)
        self.assertEqual(0, self.report(out)["summary"]["tests"])

    def test_no_functions(self):
        self.write("data.c", "int table[] = {1, 2, 3};\n")
        result = self.pincer("test", "data.c", "-o", "out", *QUICK, code=3)
        self.assertIn("no functions", result.stdout + result.stderr)
        self.assertEqual([], self.report(self.folder / "out")["functions"])

    def test_directory_as_source(self):
        (self.folder / "folder.c").mkdir()
        self.expect(3, "folder.c", says=["folder.c is a folder"])

    def test_broken_cpp_source(self):
        self.write("a.cpp", "namespace a { int f(int x) { return y; } }\n")
        self.expect(3, "a.cpp", says=["a.cpp:1:", "undeclared identifier 'y'"])

    def test_binary_file(self):
        (self.folder / "a.c").write_bytes(bytes(range(256)) * 20)
        self.expect(3, "a.c", says=["a.c:1:"])

    @unittest.skipIf(os.getuid() == 0, "root reads everything")
    def test_unreadable_source(self):
        self.write("a.c", "int f(int x) { return x; }\n").chmod(0)
        self.expect(3, "a.c", says=["a.c", "ermission denied"])

    def test_broken_compile_commands(self):
        self.write("compile_commands.json", '[\n  {"directory": "/",\n   "file" "a.c"}\n]\n')
        self.expect(3, TRIANGLE, "-p", ".", says=["compile_commands.json:3:"])

    def test_compile_commands_of_another_kind(self):
        self.write("compile_commands.json", '{"file": "a.c"}\n')
        self.expect(3, TRIANGLE, "-p", ".", says=["compile_commands.json", "list"])

    def test_compile_commands_without_the_file(self):
        entry = {"directory": "/", "file": "other.c", "command": "cc -c other.c"}
        self.write("compile_commands.json", json.dumps([entry]))
        self.expect(3, TRIANGLE, "-p", ".", says=["triangle.c has no entry in", "compile_commands.json"])

    def test_build_folder_that_is_none(self):
        self.expect(3, TRIANGLE, "-p", "nowhere", says=["nowhere"])

    def test_build_folder_without_the_file(self):
        (self.folder / "build").mkdir()
        self.expect(3, TRIANGLE, "-p", "build", says=["compile_commands.json does not exist"])

    def test_unknown_option(self):
        self.expect(2, TRIANGLE, "--fast", says=["--fast"])

    def test_no_command_and_unknown_command(self):
        self.assertNotEqual("", self.pincer(code=2).stderr)
        self.assertIn("explode", self.pincer("explode", code=2).stderr)

    def test_no_sources(self):
        self.expect(2, says=["sources"])

    def test_values_that_are_none(self):
        for option, value in (("--steps", "many"), ("--time", "soon"), ("--memory", "1t"), ("--fail-under", "101"),
                              ("--test-timeout", "0"), ("--seed", "-1"), ("-j", "0"), ("--strategy", "magic")):
            with self.subTest(option=option):
                result = self.pincer("test", TRIANGLE, option, value, code=2)
                self.assertIn(option, result.stderr)

    def test_unknown_entry(self):
        self.expect(2, TRIANGLE, "--entry", "nobody", says=["--entry", "nobody"])

    def test_unknown_flag_for_the_compiler(self):
        result = self.pincer("test", TRIANGLE, *QUICK, "--", "-fno-such-flag", code=3)
        self.assertIn("-fno-such-flag", result.stderr)

    def test_output_folder_that_cannot_be_made(self):
        self.expect(2, TRIANGLE, "-o", "/proc/nowhere/out", says=["/proc/nowhere/out"])

    def test_output_folder_is_a_file(self):
        theirs = self.write("file", "mine\n")
        self.expect(2, TRIANGLE, "-o", "file", says=["file"])
        self.assertEqual("mine\n", theirs.read_text())

    def test_odd_names_of_sources_and_folders(self):
        """What can't be named in an #include, in CMake or in JSON is refused; with all else the suite builds."""
        text = "int f(int x) { return x > 5 ? 1 : 2; }\n"
        for name, says in ((b'a"b', "a '\"'"), (b"a\\b", "a '\\'"), (b"a\nb", "line's end"), (b"a\xffb", "0xff")):
            with self.subTest(name=name):
                source = os.fsencode(self.folder) + b"/" + name + b".c"
                with open(source, "w") as file:
                    file.write(text)
                self.expect(2, os.fsdecode(source), "-o", "out", says=[says, "rename"])
                self.write("f.c", text)
                self.expect(2, "f.c", "-o", os.fsdecode(name), says=[says, "rename"])
        self.expect(2, "f.c", "-o", "100%", says=["a '%'", "-o"])
        name = "-a;b ${x} #c @d@ $<f> 'g' (h)"
        source = self.write(f"{name}/{name} 100%.c", text)
        out = self.generate(source, out=f"{name}/out", steps=300)
        self.assertEqual({"covered"}, {branch["verdict"] for branch in self.report(out)["branches"]})
        self.run_tool("cmake", "-S", out / "tests", "-B", "built", "-G", "Ninja")
        self.run_tool("cmake", "--build", "built")
        self.run_tool("ctest", "--test-dir", "built")

    def test_full_disk(self):
        """A disk of two megabytes, which takes privileges to make."""
        disk = self.folder / "disk"
        disk.mkdir()
        if os.getuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "none", disk]).returncode != 0:
            self.skipTest("no disk of that size can be made here")
        self.addCleanup(subprocess.run, ["umount", "-l", disk])
        for size in (0, 1 << 20, 1900 << 10):
            with self.subTest(filled=size):
                shutil.rmtree(disk / "out", ignore_errors=True)
                (disk / "filling").write_bytes(bytes(size))
                result = subprocess.run([PINCER, "test", TRIANGLE, "-o", disk / "out", *QUICK, "-q"], cwd=self.folder,
                                        capture_output=True, text=True, timeout=1200)
                self.assertIn(result.returncode, (2, 3, 4), result.stdout + result.stderr)
                self.assertRegex(result.stderr, "[Nn]o space left")
        # What is built fits, what the final check builds does not; or everything does.
        (disk / "filling").unlink()
        for size in (2500, 2900, 4000):
            with self.subTest(disk=size):
                shutil.rmtree(disk / "out", ignore_errors=True)
                self.run_tool("mount", "-o", f"remount,size={size}k", disk)
                result = subprocess.run([PINCER, "test", TRIANGLE, "-o", disk / "out", *QUICK, "-q"], cwd=self.folder,
                                        capture_output=True, text=True, timeout=1200)
                if result.returncode != 0:
                    self.assertEqual(4, result.returncode)
                    self.assertRegex(result.stderr, "[Nn]o space left")

    def test_second_pincer_in_the_folder(self):
        self.write("slow.c", "#include <unistd.h>\nint f(int x) { usleep(1000); return x > 5; }\n")
        first = self.start("test", "slow.c", "-o", "out", "--time", "60s")
        try:
            self.assertTrue(wait_until(lambda: list(self.folder.glob("out/inputs/*.json"))))
            self.expect(2, TRIANGLE, "-o", "out", says=["out", "another pincer"])
        finally:
            first.send_signal(signal.SIGINT)
            first.communicate()
        self.assertEqual(130, first.returncode)

    def test_coverage_below_what_is_asked(self):
        self.write("hard.c", "int f(unsigned a, unsigned b) {\n"
                             "  return a > 1 && b > 1 && 1ull * a * b == 18446743979220271189ull ? 1 : 2;  // two primes\n}\n")
        self.pincer("test", "hard.c", "-o", "out", *QUICK, "--strategy", "random", "--fail-under", "50")
        result = self.pincer("test", "hard.c", "-o", "out", *QUICK, "--strategy", "random", "--fail-under", "90%", code=5)
        self.assertIn("90", result.stdout + result.stderr)

    def test_budget_for_the_first_function_only(self):
        self.write("two.c", "int f(void) { return 1; }\nint g(void) { return 2; }\n")
        states = {f["name"]: f for f in self.report(self.generate("two.c", steps=1))["functions"]}
        self.assertEqual("tested", states["f"]["state"])
        self.assertEqual(("partly", "the search ended before it was called"), (states["g"]["state"], states["g"].get("reason")))

    def test_replay_of_what_is_no_output_folder(self):
        self.assertIn("nowhere", self.pincer("replay", "nowhere", code=2).stderr)
        self.assertFalse((self.folder / "nowhere").exists())
        self.assertIn(str(self.folder), self.pincer("replay", self.folder, code=2).stderr)

    def test_nobody_reads_the_output(self):
        command = f"'{PINCER}' test '{TRIANGLE}' -o out --steps 300 2>&1 | true; exit ${{PIPESTATUS[0]}}"
        result = subprocess.run(["bash", "-c", command], cwd=self.folder, timeout=1200)
        self.assertEqual(0, result.returncode)
        self.assertTrue((self.folder / "out/report.json").exists())


if __name__ == "__main__":
    main()
