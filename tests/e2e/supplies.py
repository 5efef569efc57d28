"""What nobody defines: the emitted suite sets and feeds it, a user's own definition takes its place, replay knows it."""
import json
import subprocess

from harness import Case, PUZZLES, main

SENSORS = """
int read_sensor(int channel, int *value);
extern const int limit;
int alarm(int channel) {
  int value = 0;
  if (read_sensor(channel, &value) != 0)
    return -1;
  return value > limit ? 1 : 0;
}
"""

BROKEN_SENSOR = "int read_sensor(int channel, int *value) { *value = channel; return 77; }\n"


class Supplies(Case):
    def configure(self, out, build, c, cxx, *more):
        return ["cmake", "-S", out / "tests", "-B", build, "-G", "Ninja", f"-DCMAKE_C_COMPILER={c}",
                f"-DCMAKE_CXX_COMPILER={cxx}", "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror", *more]

    def test_emitted_suites_pass_with_both_compilers(self):
        sources = [PUZZLES / f"{name}.c" for name in ("extern_valves", "extern_functions", "extern_variables", "callbacks")]
        out = self.generate(*sources)
        self.report(out)
        for c, cxx in (("gcc", "g++"), ("clang-19", "clang++-19")):
            with self.subTest(compiler=cxx):
                build = self.folder / f"build-{cxx}"
                self.run_tool(*self.configure(out, build, c, cxx))
                self.run_tool("cmake", "--build", build, "-j2")
                self.run_tool("ctest", "--test-dir", build, "--no-tests=error", "-j2")
                # All in one process: what one test supplies must not reach the next.
                self.run_tool(build / "pincer_tests", "--gtest_shuffle", "--gtest_random_seed=7")

    def test_replay(self):
        out = self.generate(self.write("sensors.c", SENSORS))
        saved = [json.loads(path.read_text()) for path in (out / "inputs").iterdir()]
        self.assertTrue(any(test.get("supplied") for test in saved))
        result = self.pincer("replay", out)
        self.assertIn("0 changed", result.stdout)

    def test_a_definition_of_the_users_takes_their_place(self):
        out = self.generate(self.write("sensors.c", SENSORS))
        report = self.report(out)
        self.assertEqual({("read_sensor", "stub function"), ("limit", "extern variable")},
                         {(e["name"], e["kind"]) for e in report["environment"]})
        own = self.write("own.c", BROKEN_SENSOR)
        lists = out / "tests" / "CMakeLists.txt"
        lists.write_text(lists.read_text().replace("pincer_undefined.cpp", f'pincer_undefined.cpp "{own}"'))
        build = self.folder / "build"
        self.run_tool(*self.configure(out, build, "gcc", "g++"))
        self.run_tool("cmake", "--build", build, "-j2")
        result = subprocess.run([build / "pincer_tests"], capture_output=True, text=True, timeout=600)
        # A sensor that always fails fits the test of the failure, and no other.
        self.assertIn("[  PASSED  ] 1 test", result.stdout)
        self.assertIn(f"{len(report['tests']) - 1} FAILED TEST", result.stdout)


if __name__ == "__main__":
    main()
