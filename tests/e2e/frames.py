"""`pincer trace --at N`: every variable at an event of a run, by name, with its value and its formula."""
import json
import re

from harness import Case, main

SOURCE = r"""#include <setjmp.h>
#include <string.h>
struct point { int x; unsigned small : 5, high : 3; short row[2]; };
static int calls;
_Thread_local int mine = 9;
static jmp_buf *back;
enum color { RED = 1, GREEN = 2 };

static int deep(struct point *at, int level) {
  double half = level * 0.5;
  enum color color = GREEN;
  if (level > 0)
    return deep(at, level - 1);
  for (int i = 0; i < 2; i++) {
    static long visits = 40;
    visits += i;
    if (at->row[i] == 1234)
      longjmp(*back, 7);
  }
  return (int)half + color;
}

int frames(int x, unsigned char c) {
  struct point p = {x + 1, c, 5, {1, 2}};
  char text[4] = "ab";
  p.row[1] = (short)(x ^ 3);
  calls++;
  jmp_buf here;
  back = &here;
  if (setjmp(here)) {
    back = 0;
    if (p.x > 1000)
      return 3;
    return 1;
  }
  int n = c % 3 + 1, vla[n];
  memset(vla, 0, sizeof vla);
  vla[n - 1] = x;
  if (text[0] == 'a' && vla[n - 1] > 100)
    n = deep(&p, 2), back = 0;
  back = 0;
  return 0;
}
"""


class Inspect(Case):
    def run_trace(self, *arguments, code=0):
        return self.pincer("trace", "out", *arguments, code=code).stdout

    def setUp(self):
        super().setUp()
        self.write("frames.c", SOURCE)
        self.pincer("test", "frames.c", "--entry", "frames", "--steps", "3000", "--seed", "1", "-o", "out")
        report = json.loads((self.folder / "out/report.json").read_text())
        self.tests = [test["id"] for test in report["tests"]]

    def test_deep(self):
        """The test that jumps back stands four frames deep at its last condition but one."""
        for test in self.tests:
            trace = self.run_trace("--test", test)
            number = re.search(r"^ +(\d+)  frames\.c:\d+:\d+.*at->row\[i\] == 1234: true", trace, re.M)
            if number:
                break
        else:
            self.fail("no test jumps")
        frames = self.run_trace("--test", test, "--at", number[1])
        self.assertEqual(re.findall(r"^  (\w+)  \(", frames, re.M), ["deep", "deep", "deep", "frames"])
        inner, middle, _, outer = re.split(r"^  \w+  \(", frames, flags=re.M)[1:]
        self.assertRegex(inner, r"int level = 0\n")
        self.assertRegex(inner, r"double half = 0\n")
        self.assertRegex(inner, r"enum color color = 2\n")
        self.assertRegex(inner, r"int i = 1\n")
        self.assertRegex(inner, r"^frames.c:17\)")
        self.assertRegex(middle, r"int level = 1\n")
        self.assertRegex(middle, r"double half = 0.5\n")
        x = int(re.search(r"int x = (\d+)    formula: x\n", outer)[1])
        self.assertIn(f"int p.x = {x + 1}    formula: x + 1\n", outer)
        self.assertRegex(outer, r"unsigned int p\.small = \d+    formula: .*c")
        self.assertRegex(outer, r"unsigned int p\.high = 5\n")
        self.assertRegex(outer, r"short p\.row\[1\] = 1234    formula: .*x")
        self.assertIn("int[0] vla = (not shown)\n", outer)
        self.assertRegex(outer, r"char text\[1\] = 98 'b'\n")
        self.assertRegex(outer, r"char text\[3\] = 0\n")
        self.assertRegex(outer, r"int n = \d    formula: .*c")
        self.assertRegex(outer, r"globals(.|\n)*int calls = 1\n")
        self.assertRegex(outer, r"globals(.|\n)*int mine = 9\n")
        self.assertRegex(outer, r"globals(.|\n)*long deep::visits = 41\n")

        # After the jump the frames it left are gone.
        later = re.search(r"^ +(\d+)  frames\.c:\d+:\d+.*p\.x > 1000: \w+", trace, re.M)
        frames = self.run_trace("--test", test, "--at", later[1])
        self.assertEqual(re.findall(r"^  (\w+)  \(", frames, re.M), ["frames"])

    def test_bad_numbers(self):
        events = re.search(r"(\d+) events", self.run_trace("--test", self.tests[0]))[1]
        message = self.pincer("trace", "out", "--test", self.tests[0], "--at", str(int(events) + 1), code=2).stderr
        self.assertIn(f"this run has {events} events", message)
        self.pincer("trace", "out", "--test", self.tests[0], "--at", "0", code=2)


main()
