"""A file that Pincer did not write is never overwritten, and Pincer says so before it searches."""
from harness import Case, EXAMPLES, files_of, main


class Overwrite(Case):
    def expect_refusal(self, name, text="int mine;\n"):
        theirs = self.write(f"out/{name}", text)
        result = self.pincer("test", EXAMPLES[0], "-o", "out", "--time", "60s", code=2)
        self.assertIn(str(theirs), result.stderr)
        self.assertEqual(text, theirs.read_text())
        self.assertEqual([name], [path for path in files_of(self.folder / "out") if not path.startswith(".pincer/")])

    def test_green_suite(self):
        self.expect_refusal("tests/triangle_test.cpp")

    def test_suites_that_may_not_come_to_be(self):
        self.expect_refusal("tests/triangle_crash_test.cpp")

    def test_build_file(self):
        self.expect_refusal("tests/CMakeLists.txt", "project(mine)\n")

    def test_report(self):
        self.expect_refusal("report.json", "{}\n")

    def test_coverage(self):
        self.expect_refusal("coverage.info", "TN:mine\n")

    def test_a_work_folder_of_somebody_else(self):
        theirs = self.write("out/.pincer/plain", "mine\n")
        result = self.pincer("test", EXAMPLES[0], "-o", "out", "--time", "60s", code=2)
        self.assertIn(str(theirs.parent), result.stderr)
        self.assertEqual({".pincer/plain": b"mine\n"}, files_of(self.folder / "out"))

    def test_a_folder_in_the_way(self):
        (self.folder / "out/tests/triangle_exports.c").mkdir(parents=True)
        result = self.pincer("test", EXAMPLES[0], "-o", "out", "--time", "60s", code=2)
        self.assertIn("triangle_exports.c", result.stderr)

    def test_other_files_stay(self):
        self.write("out/tests/handwritten_test.cpp", "#error does not compile yet\n")
        self.write("out/inputs/mine.json", "{}\n")
        self.generate(EXAMPLES[0], steps=2000)
        files = files_of(self.folder / "out")
        self.assertEqual(b"#error does not compile yet\n", files["tests/handwritten_test.cpp"])
        self.assertEqual(b"{}\n", files["inputs/mine.json"])

    def test_own_files_are_replaced(self):
        out = self.generate(EXAMPLES[0], steps=2000)
        stale = self.write("out/tests/old_test.cpp", (out / "tests/triangle_test.cpp").read_text())
        self.generate(EXAMPLES[0], steps=2000)
        self.assertFalse(stale.exists())


if __name__ == "__main__":
    main()
