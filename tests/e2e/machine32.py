"""Subjects compiled with -m32: their pointers and longs have four bytes, in every build and in the suite."""
import json

from harness import Case, PUZZLES, main

LIST = """
struct node { struct node *next; long value; };
int find(const struct node *list, long wanted) {
  if (sizeof(void *) != 4 || sizeof(long) != 4 || sizeof(struct node) != 8)
    return -1;
  for (int i = 0; list && i < 3; i++, list = list->next)
    if (list->value == wanted)
      return i;
  return 9;
}
int starts(const char *s) { return s && s[0] == 'o' && s[1] == 'k'; }
int wide(long long v, double d) { return v > 0x100000000LL ? 1 : d > 2.5 ? 2 : 0; }
"""

NETWORK = """
#include <sys/socket.h>
int dial(int x) {
  if (x == 3)
    return connect(socket(AF_INET, SOCK_STREAM, 0), 0, 0);
  return 0;
}
"""


class Machine32(Case):
    def generate32(self, name, text):
        out = self.folder / "out"
        self.pincer("test", self.write(name, text), "-o", out, "--steps", 20000, "--seed", 1, "--exit-zero", "--", "-m32")
        return out

    def test_covers_and_builds(self):
        out = self.generate32("list.c", LIST)
        missing = [b for b in self.report(out)["branches"] if b["verdict"] not in ("covered", "constant")]
        # The sizes are what they are.
        self.assertEqual([], [b for b in missing if "sizeof" not in b["condition"]])
        self.run_tool("cmake", "-S", out / "tests", "-B", self.folder / "build", "-G", "Ninja")
        self.run_tool("cmake", "--build", self.folder / "build")
        self.run_tool("ctest", "--test-dir", self.folder / "build", "--no-tests=error")
        self.pincer("replay", out)

    def test_the_fence_stands(self):
        out = self.generate32("dial.c", NETWORK)
        findings = self.report(out)["findings"]
        self.assertEqual(["forbidden-call"], [f["kind"] for f in findings])
        self.assertIn("socket", findings[0]["message"])

    def test_a_harness(self):
        """With a unit of ours beside it: each has a list of its variables, and the lists are read as one."""
        out = self.folder / "out"
        self.pincer("test", PUZZLES / "svcomp_task.c", "--32", "-o", out, "--steps", 40000, "--self-check", "--exit-zero")
        report = self.report(out)
        self.assertEqual(8, report["summary"]["covered"])
        self.assertEqual(0, report["stats"]["self-check mismatches"])

    def test_one_program_is_one_machines(self):
        self.write("a.c", "int a(int x) { return x > 3; }\n")
        self.write("b.c", "int b(int x) { return x > 3; }\n")
        entries = [{"directory": str(self.folder), "file": name, "arguments": ["cc", *flags, "-c", name]}
                   for name, flags in (("a.c", ["-m32"]), ("b.c", []))]
        self.write("compile_commands.json", json.dumps(entries))
        done = self.pincer("test", "a.c", "b.c", "-p", self.folder, "-o", "out", code=3, cwd=self.folder)
        self.assertIn("b.c", done.stderr)
        self.assertIn("-m32", done.stderr)


if __name__ == "__main__":
    main()
