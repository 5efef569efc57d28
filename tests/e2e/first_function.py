"""Whatever one function does, the others are tested; if nothing can be called at all, the reason is told."""
from harness import Case, main

AFTER = "int after(int x) { if (x == 7) return 1; return 0; }\n"

ENDS_FOR_ALL = {
    "bomb": "#include <unistd.h>\nint first(int n) { if (n > 3) for (;;) fork(); return 0; }\n",
    "nap": "#include <unistd.h>\nint first(int n) { if (n != 4) sleep(1000); return 0; }\n",
    "thread": "#include <pthread.h>\n#include <unistd.h>\n"
              "static void *wait(void *p) { sleep(1000); return p; }\n"
              "int first(int n) { pthread_t t; if (n > 3) { pthread_create(&t, 0, wait, 0); pthread_join(t, 0); } return 0; }\n",
    "polls": "#include <unistd.h>\nint first(int n) { while (n != 4) usleep(10000); return 0; }\n",
}


class FirstFunction(Case):
    def test_the_others_are_tested(self):
        for name, text in ENDS_FOR_ALL.items():
            with self.subTest(name):
                source = self.write(f"{name}.c", text + AFTER)
                out = self.folder / name
                self.pincer("test", source, "-o", out, "--time", "20", "-q", "--exit-zero")
                after = [b for b in self.report(out)["branches"] if b["function"] == "after"]
                self.assertEqual(["covered"] * 2, [b["verdict"] for b in after], after)

    def test_a_gigabyte_of_variables(self):
        source = self.write("big.c", "static char table[1 << 30];\n"
                            "int first(int x) { if (x == 7) { table[x << 20] = 1; return 1; } return table[0]; }\n" + AFTER)
        out = self.generate(source, steps=400)
        summary = self.report(out)["summary"]
        self.assertEqual((4, 4), (summary["covered"], summary["branches"]))

    def test_what_ends_before_main_is_told(self):
        for name, body, told in (
                ("leaves", 'fprintf(stderr, "no licence\\n"); exit(9);', ["exit code 9", "no licence"]),
                ("crashes", "abort();", ["abort()"]),
                ("fills", "for (long i = 0; i < 8L << 30; i += 4096) ((volatile char *)malloc(4096))[0] = 1;", ["more than"])):
            with self.subTest(name):
                source = self.write(f"{name}.c", "#include <stdio.h>\n#include <stdlib.h>\n"
                                    f"__attribute__((constructor)) static void start(void) {{ {body} }}\n" + AFTER)
                result = self.pincer("test", source, "-o", self.folder / name, "--steps", 100, code=3)
                for part in ["before any function can be called", "constructors", *told]:
                    self.assertIn(part, result.stderr)


main()
