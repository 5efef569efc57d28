"""The printer of proof obligations (docs/proofs.md) against what runs did: it never calls infeasible what a test covers, and
does so for branches that the text says are never taken."""
import subprocess

from harness import BUILD, Case, PUZZLES, EXAMPLES, main

SUBJECTS = [EXAMPLES[1], PUZZLES / "learnt_contradictions.c", PUZZLES / "aliases.c"]


class Proofs(Case):
    def test_covered_is_never_infeasible(self):
        folders = []
        for source in SUBJECTS:
            folders.append(self.folder / source.stem)
            self.pincer("test", source, "-o", folders[-1], "--steps", 3000, "--exit-zero", "-q")
        result = subprocess.run([BUILD / "bin/proof_check", *folders], capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn(" 0 wrong", result.stdout)
        self.assertRegex(result.stdout, "covered +[0-9]+  some state")
        self.assertIn("infeasible: learnt_contradictions.c:23:7:true in check", result.stdout)


if __name__ == "__main__":
    main()
