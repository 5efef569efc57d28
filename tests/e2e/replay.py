"""`pincer replay` runs a suite again and tells what is different."""
import shutil

from harness import Case, EXAMPLES, PUZZLES, main


class Replay(Case):
    def test_all_as_reported(self):
        for source in (EXAMPLES[2], PUZZLES / "crashes.c", PUZZLES / "undefined_behaviour.c"):
            with self.subTest(source=source.name):
                out = self.generate(source, out=source.stem, steps=4000)
                report = self.report(out)
                result = self.pincer("replay", out)
                tests, summary = report["summary"]["tests"], report["summary"]
                self.assertIn(f"{tests} tests, {tests} as reported, 0 changed; "
                              f"{summary['covered']} of {summary['branches']} branches covered", result.stdout)
                for test in report["tests"]:
                    self.assertIn(test["id"], result.stdout)

    def test_one(self):
        out = self.generate(EXAMPLES[0], steps=4000)
        name = self.report(out)["tests"][0]["id"]
        result = self.pincer("replay", out, "--test", name)
        self.assertIn(name, result.stdout)
        self.assertIn("1 tests, 1 as reported, 0 changed", result.stdout)
        self.assertIn("nobody", self.pincer("replay", out, "--test", "nobody", code=2).stderr)

    def change(self, before, after):
        """Replays the suite of a copy of the triangle after an edit."""
        source = self.write("triangle.c", EXAMPLES[0].read_text())
        self.assertIn(before, source.read_text())
        out = self.generate("triangle.c", steps=4000)
        source.write_text(source.read_text().replace(before, after))
        return out

    def test_another_path(self):
        out = self.change("a + b <= c", "a + b < c")
        result = self.pincer("replay", out, code=1)
        self.assertIn("CHANGED  classify-", result.stdout)
        self.assertNotIn(" 0 changed", result.stdout)

    def test_another_value(self):
        out = self.change("return EQUILATERAL", "return SCALENE")
        self.assertIn("CHANGED  classify-", self.pincer("replay", out, code=1).stdout)

    def test_another_outcome(self):
        out = self.change("return EQUILATERAL", "return *(volatile enum triangle *)0")
        self.assertIn("CHANGED  classify-", self.pincer("replay", out, code=1).stdout)

    def test_a_function_is_gone(self):
        out = self.change("enum triangle classify(int a", "enum triangle classify(long a")
        self.assertIn("no longer fit", self.pincer("replay", out, code=1).stdout)

    def test_the_source_is_gone(self):
        out = self.change("a + b", "b + a")
        (self.folder / "triangle.c").unlink()
        self.assertIn("triangle.c", self.pincer("replay", out, code=3).stderr)

    def test_folder_moved(self):
        out = self.generate(EXAMPLES[0], steps=4000)
        shutil.move(out, self.folder / "moved")
        self.pincer("replay", "moved")


if __name__ == "__main__":
    main()
