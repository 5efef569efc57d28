"""`pincer explain` says why an outcome is covered, infeasible or open; findings.sarif has the findings."""
import json

from harness import Case, main

SUBJECT = """\
int narrow(int x) {
  if (x > 10) {
    if (x < 5)
      return 1;
  }
  return 100 / x;
}
int nothing(int x) {
  return x;
}
"""


class Explain(Case):
    def setUp(self):
        super().setUp()
        self.write("narrow.c", SUBJECT)
        self.out = self.generate("narrow.c", steps=4000, code=1)

    def test_covered(self):
        test = next(b["test"] for b in self.report(self.out)["branches"] if b["line"] == 2 and b["outcome"] == "true")
        said = self.pincer("explain", self.out, "narrow.c:2:true").stdout
        self.assertIn("x > 10 (true): covered", said)
        self.assertIn(test, said)
        self.assertIn(": narrow(", said)
        self.assertNotIn("(false)", said)
        self.assertIn("(false): covered", self.pincer("explain", self.out, "narrow.c:2").stdout)

    def test_infeasible(self):
        said = self.pincer("explain", self.out, "narrow.c:3:true").stdout
        self.assertIn("infeasible", said)
        self.assertIn("contradiction", said)
        self.assertIn("assumed: ", said)
        self.assertIn(".smt2", said)

    def test_finding(self):
        said = self.pincer("explain", self.out, self.folder / "narrow.c:6").stdout
        self.assertIn("division-by-zero", said)
        self.assertIn("narrow(0)", said)

    def test_sarif(self):
        results = json.loads((self.out / "findings.sarif").read_text())["runs"][0]["results"]
        self.assertEqual([("division-by-zero", 6), ("infeasible-branch", 3)],
                         [(r["ruleId"], r["locations"][0]["physicalLocation"]["region"]["startLine"]) for r in results])

    def test_nothing_there(self):
        self.assertIn("the nearest is on line 3", self.pincer("explain", self.out, "narrow.c:9", code=2).stderr)
        self.assertIn("outcome 'case 1'", self.pincer("explain", self.out, "narrow.c:2:case 1", code=2).stderr)
        self.assertIn("narrow.c", self.pincer("explain", self.out, "wide.c:2", code=2).stderr)
        self.assertIn("FILE:LINE", self.pincer("explain", self.out, "2", code=2).stderr)
        self.assertIn("report.json", self.pincer("explain", "nowhere", "narrow.c:2", code=2).stderr)


main()
