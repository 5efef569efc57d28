"""What a run found survives its end, whoever ends it, and the next run goes on from there."""
import json
import os
import shutil
import signal

from harness import Case, main, wait_until

# Each call costs a process and ten milliseconds, so the search lasts as long as it is let; the second branch is found
# soon (its number stands in the text), the third never.
SLOW = """#include <unistd.h>
int f(unsigned x) {
  usleep(10000);
  if (x == 1000003)
    return 1;
  if (x * 2654435761u == 0x12345678u)
    return 2;
  return 3;
}
"""
# That y depends on x is hidden from the recorder, so it foretells that 777 leads to the second condition.
HIDDEN = """static int hidden(int x) {
  int y;
  __asm__("leal 1(%1), %0" : "=r"(y) : "r"(x));
  return y;
}
int f(int x) {
  if (hidden(x) > 100)
    return 0;
  return x == 777 ? 1 : 2;
}
"""
QUEUE = """#include <stdlib.h>
struct queue { int count, limit; };
struct queue *queue_new(int limit) {
  struct queue *q = malloc(sizeof *q);
  if (!q)
    return NULL;
  q->count = 0;
  q->limit = limit;
  return q;
}
void queue_free(struct queue *q) { free(q); }
int queue_push(struct queue *q) { return q->count < q->limit ? ++q->count : -1; }
int queue_sum(const struct queue *a, const struct queue *b) { return a->count > 2 ? b->count : 0; }
"""
BYTES = (1000003).to_bytes(4, "little").hex()  # as the saved test has it


class Journal(Case):
    def search_until_found(self):
        """A running search that has saved the test with 1000003."""
        self.write("slow.c", SLOW)
        process = self.start("test", "slow.c", "-o", "out", "--time", "100s")
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        inputs = self.folder / "out/inputs"
        self.assertTrue(wait_until(lambda: any(BYTES in path.read_text() for path in inputs.glob("*.json"))),
                        "the branch was not found in a minute")
        return process

    def verdicts(self, out):
        return {(b["condition"], b["outcome"]): b["verdict"] for b in self.report(out)["branches"]}

    def test_kill_9(self):
        process = self.search_until_found()
        process.kill()
        process.communicate()
        self.expect_nothing_runs()
        self.assertFalse((self.folder / "out/report.json").exists())
        saved = [json.loads(path.read_text()) for path in (self.folder / "out/inputs").glob("*.json")]
        self.assertEqual({"pincer"}, {test["tool"] for test in saved})

        # One step does not find the branch; the saved test has it.
        fresh = self.generate("slow.c", out="fresh", steps=1, seed=9)
        self.assertEqual("open", self.verdicts(fresh)[("x == 1000003", "true")])
        out = self.generate("slow.c", steps=1, seed=9)
        self.assertEqual("covered", self.verdicts(out)[("x == 1000003", "true")])

    def test_a_damaged_test_is_passed_over(self):
        process = self.search_until_found()
        process.kill()
        process.communicate()
        self.write("out/inputs/f-00000000.json", '{"tool": "pincer", "fun')
        self.write("out/inputs/f-11111111.json", '{"tool": "pincer", "function": "gone", "arguments": []}')
        out = self.generate("slow.c", steps=1, seed=9)
        self.assertEqual("covered", self.verdicts(out)[("x == 1000003", "true")])

    def test_what_waited_to_be_judged_is_judged_next_time(self):
        process = self.search_until_found()
        process.kill()
        process.communicate()
        waiting = self.folder / "out/.pincer/unjudged"
        shutil.rmtree(waiting, ignore_errors=True)
        (self.folder / "out/inputs").rename(waiting)
        out = self.generate("slow.c", steps=1, seed=9)
        self.assertEqual("covered", self.verdicts(out)[("x == 1000003", "true")])
        self.assertFalse(waiting.exists())

    def expect_results(self, process):
        output, errors = process.communicate(timeout=600)
        self.assertEqual(130, process.returncode, output + errors)
        self.expect_nothing_runs()
        out = self.folder / "out"
        report = self.report(out)
        self.assertTrue(report["interrupted"])
        self.assertEqual("covered", self.verdicts(out)[("x == 1000003", "true")])
        self.assertIn("1000003", (out / "tests/slow_test.cpp").read_text())
        self.assertIn("covered", output)

    def test_the_same_command_again(self):
        """What waits behind the last step of a saved test keeps no step from being left out."""
        self.write("queue.c", QUEUE)
        command = ("test", "queue.c", "-o", "out", "--time", "6s", "-q", "--exit-zero")
        self.pincer(*command)
        for path in (self.folder / "out/inputs").glob("*.json"):
            test = json.loads(path.read_text())
            if "steps" not in test:
                continue
            made = {"file": test["steps"][0]["file"], "slot": 9}
            test["steps"].insert(0, {**made, "function": "queue_new", "arguments": [{"bytes": "05000000"}]})
            test["observers"] = [{"file": made["file"], "function": "queue_free", "arguments": [{"slot": 9, "how": "value"}]}]
            path.write_text(json.dumps(test))
        self.pincer(*command)
        self.assertEqual(6, self.report(self.folder / "out")["summary"]["covered"])

    def test_interrupt(self):
        process = self.search_until_found()
        process.send_signal(signal.SIGINT)
        self.expect_results(process)

    def test_interrupt_from_the_keyboard(self):
        """A terminal sends the signal to everyone in the group, the processes that pincer started included."""
        process = self.search_until_found()
        os.killpg(process.pid, signal.SIGINT)
        self.expect_results(process)

    def test_terminate(self):
        process = self.search_until_found()
        process.terminate()
        self.expect_results(process)

    def test_interrupt_while_building(self):
        self.write("slow.c", SLOW)
        process = self.start("test", "slow.c", "-o", "out")
        self.assertTrue(wait_until(lambda: (self.folder / "out/.pincer").exists()))
        os.killpg(process.pid, signal.SIGINT)
        process.communicate(timeout=600)
        self.assertIn(process.returncode, (130, -signal.SIGINT))
        self.expect_nothing_runs()
        self.generate("slow.c", steps=100)

    def test_wrong_predictions_are_kept(self):
        """With --self-check: what was foretold, both runs, and the question as Z3 would read it."""
        self.write("hidden.c", HIDDEN)
        for options, kept in (([], False), (["--self-check"], True)):
            out = self.generate("hidden.c", "--strategy", "concolic", *options, out="out" + "".join(options), steps=300)
            files = sorted((out / ".pincer/wrong_predictions").glob("*.smt2"))
            self.assertEqual(kept, bool(files))
        text = files[0].read_text()
        for part in ("; foretold for event", '"bytes":"09030000"', "bv777", "(check-sat)"):
            self.assertIn(part, text)


if __name__ == "__main__":
    main()
