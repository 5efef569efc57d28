"""The same seed and steps give the same bytes, in another folder and in the same one again."""
import json

from harness import Case, EXAMPLES, PUZZLES, files_of, main


def stable(report_text):
    report = json.loads(report_text)
    del report["elapsed_s"]
    report["stats"] = {name: value for name, value in report["stats"].items() if not name.startswith("seconds")}
    return report


class Determinism(Case):
    def expect_same(self, *sources, steps=6000):
        # Both folders have one depth, since what is written may name them relatively.
        first = self.generate(*sources, out="one", steps=steps, seed=5)
        before = files_of(first)
        second = files_of(self.generate(*sources, out="another_name_of_another_length", steps=steps, seed=5))
        again = files_of(self.generate(*sources, out="one", steps=steps, seed=5))
        self.assertTrue(any(name.startswith("inputs/") for name in before))
        for other in (second, again):
            for folder in ("tests/", "inputs/", "coverage.info"):
                def of(run):
                    return {name: text for name, text in run.items() if name.startswith(folder)}
                self.assertEqual(of(before), of(other))
            self.assertEqual(stable(before["report.json"]), stable(other["report.json"]))

    def test_clean_subject(self):
        self.expect_same(EXAMPLES[2], EXAMPLES[3])

    def test_crashes(self):
        self.expect_same(PUZZLES / "crashes.c", PUZZLES / "undefined_behaviour.c")

    def test_library_code(self):
        self.expect_same(PUZZLES / "cxx_texts.cpp", steps=300)

    def test_another_seed_is_another_search(self):
        one = files_of(self.generate(EXAMPLES[2], out="one", steps=3000, seed=1))
        two = files_of(self.generate(EXAMPLES[2], out="two", steps=3000, seed=2))
        self.assertNotEqual(one, two)


if __name__ == "__main__":
    main()
