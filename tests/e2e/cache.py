"""What was compiled before is not compiled again, and a suite is the same with and without it."""
from harness import Case, files_of, main

FIRST = """#include "limit.h"
int second(const char *text);
int first(int x) { return x > LIMIT && second("abc") ? 1 : 2; }
"""
SECOND = "int second(const char *text) { return text && text[0] == 'q' && text[1] == 'z' ? 1 : 2; }\n"


class Cache(Case):
    def entries(self):
        return {path for path in (self.folder / "out/.pincer/cache").rglob("*") if path.is_file()}

    def suite(self, out="out"):
        files = files_of(self.generate(*self.sources, out=out, steps=400))
        return {name: text for name, text in files.items() if name.startswith(("tests/", "coverage.info"))}

    def test_all_of_it(self):
        self.write("limit.h", "#define LIMIT 1000\n")
        self.sources = [self.write("first.c", FIRST), self.write("second.c", SECOND)]
        suite, made = self.suite(), self.entries()
        self.assertTrue(made)
        self.assertEqual(suite, self.suite())
        self.assertEqual(made, self.entries(), "the second run compiled something")
        self.assertEqual(suite, self.suite(out="new"), "without a cache")

        for entry in made:
            entry.write_bytes(entry.read_bytes()[:-1] + b"?")
        self.assertEqual(suite, self.suite(), "damaged entries were used")

        self.write("limit.h", "#define LIMIT 2000\n")
        other = self.suite()
        self.assertNotEqual(suite, other)
        self.assertGreater(self.entries(), made)
        self.assertEqual(other, self.suite(out="newer"), "something of before the change was used")


if __name__ == "__main__":
    main()
