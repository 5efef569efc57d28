"""`pincer reach`: what it says was reached was executed, and what is no target is told so."""
from harness import Case, main

# 5: the line behind check() is not reached by taking x > 3 alone, nor is it where check() throws.
SUBJECT = """#include <stdlib.h>
static void check(int x) {
  if (x < 1000)
    exit(3);
}
int behind_exit(int x) {
  if (x > 3) {
    check(x);
    x += 5;
  }
  return x;
}
static int helper(int x) {
  return x * 2;
}
int calls(int x) { return x == 4242 ? helper(x) : 0; }
int crashes(int x) {
  int *p = x == 77 ? NULL : &x;
  return
      *p;
}
int never(unsigned x) {
  if (x > 10 && x < 5)
    return 1;
  return 0;
}
"""
THROWS = """static void check(int x) {
  if (x != 123456)
    throw x;
}
struct Gate {
  int pass(int x) {
    check(x);
    return x + 1;
  }
};
"""


def line_of(text, part):
    return text[:text.index(part)].count("\n") + 1


class Reach(Case):
    def reach(self, *targets, code=0, source="a.c", steps=20000):
        result = self.pincer("reach", *targets, source, "-o", "out", "--steps", steps, "-q", code=code)
        return [line for line in result.stdout.splitlines() if line.startswith(tuple(targets))]

    def test_code_after_a_call_that_may_end_the_run(self):
        self.write("a.c", SUBJECT)
        target = f"a.c:{line_of(SUBJECT, 'x += 5')}"
        lines = self.reach(target)
        self.assertEqual(1, len(lines))
        self.assertIn("reached by test behind_exit", lines[0])
        test = lines[0].split()[-1]
        call = next(t for t in self.report(self.folder / "out")["tests"] if t["id"] == test)
        self.assertGreaterEqual(int(call["inputs"]["x"]), 1000)
        self.pincer("replay", "out")

    def test_code_after_a_call_that_may_throw(self):
        self.write("a.cpp", THROWS)
        lines = self.reach(f"a.cpp:{line_of(THROWS, 'return x + 1')}", source="a.cpp")
        test = lines[0].split()[-1]
        call = next(t for t in self.report(self.folder / "out")["tests"] if t["id"] == test)
        self.assertIn("123456", str(call["inputs"]))

    def test_functions_crashes_and_outcomes(self):
        self.write("a.c", SUBJECT)
        crash = f"a.c:{line_of(SUBJECT, '*p;')}"
        lines = self.reach("a.c:helper", f"a.c:{line_of(SUBJECT, 'x < 1000')}:false", crash)
        self.assertEqual(3, len(lines))
        self.assertTrue(all("reached by test" in line for line in lines), lines)

    def test_what_stays_open(self):
        self.write("a.c", SUBJECT)
        lines = self.reach(f"a.c:{line_of(SUBJECT, 'return 1;')}", "a.c:helper", "--no-proofs", code=6, steps=5000)
        self.assertIn(": open: ", lines[0])
        self.assertIn("reached by test", lines[1])

    def test_what_nothing_reaches(self):
        self.write("a.c", SUBJECT)
        lines = self.reach(f"a.c:{line_of(SUBJECT, 'return 1;')}", "a.c:helper", steps=5000)
        self.assertIn(": unreachable, proved", lines[0])
        self.assertIn("'x < 5' is true", lines[0])
        self.assertIn("reached by test", lines[1])

    def test_what_is_no_target(self):
        self.write("a.c", SUBJECT)
        for target, message in ((f"a.c:{line_of(SUBJECT, '#include')}", "the nearest is on line 3"),
                                ("a.c:nobody", "defines no function 'nobody'"),
                                ("b.c:3", "b.c is not among the sources"),
                                (f"a.c:{line_of(SUBJECT, 'x += 5')}:true", "there is no condition on this line")):
            result = self.pincer("reach", target, "a.c", "-o", "out", "--steps", 10, "-q", code=2)
            self.assertIn(message, result.stderr)


if __name__ == "__main__":
    main()
