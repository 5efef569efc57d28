"""`pincer reach`: what it says was reached was executed, and what is no target is told so."""
import json
import re

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
ODD = """#include "odd.h"
#define TWICE(x) \\
  ((x) + \\
   (x))
#if WANTED
int removed(int x) {
  return x + 1;
}
#endif
template <class T> int unused(const T &x) {
  return x.weight();
}
template <class T> T used(T x) {
  return x == T(4711) ? x + 1 :
      x;
}
int calls(int x) { return used(x) + from_header(x) + TWICE(x); }
"""
ODD_H = """#pragma once
inline int from_header(int x) {
  if (x == 987654)
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


def test_in(line):
    """The id of the test that a line of the terminal names."""
    return re.search(r" by test (\S+): ", line)[1]


class Reach(Case):
    def reach(self, *targets, code=0, source="a.c", steps=20000):
        result = self.pincer("reach", *targets, source, "-o", "out", "--steps", steps, "-q", code=code)
        return [line for line in result.stdout.splitlines() if line.startswith(tuple(targets))]

    def reach_json(self, *arguments, code=0, steps=20000):
        result = self.pincer("reach", *arguments, "-o", "out", "--steps", steps, "-q", "--json", code=code)
        return json.loads(result.stdout)["targets"]

    def refuse(self, *arguments):
        return self.pincer("reach", *arguments, "-o", "out", "--steps", 10, "-q", code=2).stderr

    def test_code_after_a_call_that_may_end_the_run(self):
        self.write("a.c", SUBJECT)
        target = f"a.c:{line_of(SUBJECT, 'x += 5')}"
        lines = self.reach(target)
        self.assertEqual(1, len(lines))
        self.assertIn("reached by test behind_exit", lines[0])
        call = next(t for t in self.report(self.folder / "out")["tests"] if t["id"] == test_in(lines[0]))
        self.assertGreaterEqual(int(call["inputs"]["x"]), 1000)
        self.assertIn(f": behind_exit({call['inputs']['x']})", lines[0])
        self.pincer("replay", "out")

    def test_code_after_a_call_that_may_throw(self):
        self.write("a.cpp", THROWS)
        lines = self.reach(f"a.cpp:{line_of(THROWS, 'return x + 1')}", source="a.cpp")
        self.assertIn("Gate::pass({}, 123456)", lines[0])
        call = next(t for t in self.report(self.folder / "out")["tests"] if t["id"] == test_in(lines[0]))
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

    def test_json(self):
        self.write("a.c", SUBJECT)
        target = f"a.c:{line_of(SUBJECT, 'return 1;')}"
        reached, left = self.reach_json("a.c:helper", target, "a.c", steps=5000)
        self.assertEqual(("a.c:helper", "reached"), (reached["target"], reached["state"]))
        self.assertEqual({"x": "4242"} if "calls" in reached["test"] else {"x": reached["inputs"]["x"]}, reached["inputs"])
        self.assertTrue(reached["input"].endswith(f"({reached['inputs']['x']})"), reached)
        self.assertEqual((target, "infeasible"), (left["target"], left["state"]))
        self.assertTrue(left["reason"])
        self.assertNotIn("test", left)

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
                                ("a.c:3:maybe", "a target is FILE:LINE"),
                                ("a.c:0", "a target is FILE:LINE"),
                                (f"a.c:{line_of(SUBJECT, 'x += 5')}:true", "there is no condition on this line")):
            self.assertIn(message, self.refuse(target, "a.c"))

    def test_headers_templates_macros_and_removed_code(self):
        self.write("odd.cpp", ODD)
        self.write("odd.h", ODD_H)
        for part, message in (("   (x))", "belongs to the macro TWICE: name a line that uses it (17)"),
                              ("return x + 1;\n}\n#endif", "the preprocessor removes this line"),
                              ("x.weight()", "nothing in the sources instantiates this template")):
            self.assertIn(message, self.refuse(f"odd.cpp:{line_of(ODD, part)}", "odd.cpp"))
        states = self.reach_json("odd.h:4", f"odd.cpp:{line_of(ODD, 'x == T(4711)')}:true", "odd.cpp")
        self.assertEqual(["reached", "reached"], [state["state"] for state in states])

    def test_a_function_that_nothing_calls(self):
        self.write("a.c", SUBJECT)
        self.assertIn("nothing that is called leads to helper",
                      self.refuse("a.c:helper", "a.c", "--entry", "never"))

    def test_changed_lines(self):
        self.write("a.c", SUBJECT)
        self.assertIn("is in no git repository", self.refuse("--diff", "HEAD", "a.c"))
        git = ("git", "-c", "user.name=a", "-c", "user.email=a@example.org")
        self.run_tool("git", "init", "-q")
        self.run_tool("git", "add", "a.c")
        self.run_tool(*git, "commit", "-q", "-m", "first")
        self.assertIn("git knows no revision 'nowhere'", self.refuse("--diff", "nowhere", "a.c"))
        self.assertEqual([], self.reach_json("--diff", "HEAD", "a.c"))
        changed = SUBJECT.replace("x += 5;", "/* more */\n    x += 6;").replace("x * 2", "x * 3")
        self.write("a.c", changed)
        states = self.reach_json("--diff", "HEAD", "a.c")
        self.assertEqual([f"a.c:{line_of(changed, part)}" for part in ("x += 6", "x * 3")],
                         [state["target"] for state in states])
        self.assertEqual({"reached"}, {state["state"] for state in states})

    def sarif(self, *alarms):
        results = [{"ruleId": rule, "message": {"text": text},
                    "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri}, "region": {"startLine": line}}}]}
                   for rule, text, uri, line in alarms]
        self.write("alarms.sarif", json.dumps({"version": "2.1.0", "runs": [{"results": results}]}))

    def test_alarms(self):
        self.write("a.c", SUBJECT)
        self.sarif(("null", "p may be null", "file://" + str(self.folder / "a.c"), line_of(SUBJECT, "*p;")),
                   ("dead", "is this so", "a.c", line_of(SUBJECT, "return 1;")),
                   ("style", "elsewhere", "b.c", 3),
                   ("style", "no code here", "a.c", 1))
        states = {state["alarm"]: state for state in
                  self.reach_json("--from-sarif", "alarms.sarif", "a.c", code=6, steps=5000)}
        self.assertEqual("confirmed", states["null: p may be null"]["state"])
        self.assertIn("crashes(77)", states["null: p may be null"]["input"])
        self.assertEqual("infeasible", states["dead: is this so"]["state"])
        self.assertIn("there is no code on this line", states["style: no code here"]["reason"])
        self.assertEqual(3, len(states))

    def test_alarms_are_looked_into(self):
        """That a line is reached does not confirm an alarm: the search goes on until it goes wrong there."""
        text = "int share(int total, int parts) {\n  int all = total + 0;\n  return all / (parts - 77345);\n}\nint fine(int x) {\n  return x & 7;\n}\n"
        self.write("share.c", text)
        self.sarif(("div", "may be zero", "share.c", 3), ("style", "nothing is wrong here", "share.c", 6))
        states = {state["target"]: state for state in
                  self.reach_json("--from-sarif", "alarms.sarif", "share.c", code=6, steps=20000)}
        self.assertEqual("confirmed", states["share.c:3"]["state"])
        self.assertRegex(states["share.c:3"]["input"], "7734[45]")  # by zero, or the least number by -1
        self.assertEqual("reached", states["share.c:6"]["state"])

    def test_bad_sarif(self):
        self.write("a.c", SUBJECT)
        self.sarif(("style", "elsewhere", "b.c", 3))
        self.assertIn("none of its alarms is in the sources", self.refuse("--from-sarif", "alarms.sarif", "a.c"))
        for text, message in (("{", "it is no JSON"), ("{}", "it has no list of runs"), ("[1]", "it has no list of runs")):
            self.write("bad.sarif", text)
            self.assertIn(message, self.refuse("--from-sarif", "bad.sarif", "a.c"))
        self.assertIn("nowhere.sarif", self.refuse("--from-sarif", "nowhere.sarif", "a.c"))


if __name__ == "__main__":
    main()
