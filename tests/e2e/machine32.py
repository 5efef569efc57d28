"""Subjects compiled with -m32: their pointers and longs have four bytes, in every build and in the suite."""
from harness import Case, main

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
    def test_covers_and_builds(self):
        out = self.generate(self.write("list.c", LIST), "--", "-m32")
        report = self.report(out)
        missing = [b for b in report["branches"] if b["verdict"] not in ("covered", "constant")]
        # The sizes are what they are.
        self.assertEqual([], [b for b in missing if "sizeof" not in b["condition"]])
        self.run_tool("cmake", "-S", out / "tests", "-B", self.folder / "build", "-G", "Ninja")
        self.run_tool("cmake", "--build", self.folder / "build")
        self.run_tool("ctest", "--test-dir", self.folder / "build", "--no-tests=error")

    def test_fence_stands(self):
        out = self.generate(self.write("dial.c", NETWORK), "--", "-m32", expect=None)
        tests = self.report(out)["tests"]
        self.assertTrue(tests)

    def test_mixed_machines_are_refused(self):
        pass


if __name__ == "__main__":
    main()
