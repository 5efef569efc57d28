"""The installed program works wherever it lies, and the launcher starts what is built at once."""
import os
import pathlib
import subprocess

from harness import BUILD, Case, EXAMPLES, ROOT, main


class Install(Case):
    def test_installed_program(self):
        prefix = self.folder / "prefix"
        self.run_tool("cmake", "--install", BUILD, "--prefix", prefix)
        (self.folder / "elsewhere").mkdir()
        program = prefix / "bin/pincer"
        # Nothing of the build folder is used: it is hidden while the program runs.
        hide = ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs none "$0" && shift 0 && exec "$@"', str(BUILD)]
        can_hide = os.getuid() == 0 and subprocess.run([*hide, "true"], capture_output=True).returncode == 0
        command = [*(hide if can_hide else []), str(program), "test", str(EXAMPLES[0]), "-o", "out", "--steps", "2000", "-q"]
        self.run_tool(*command, cwd=self.folder / "elsewhere")
        report = self.report(self.folder / "elsewhere/out")
        self.assertEqual(report["summary"]["branches"], report["summary"]["covered"])
        self.pincer("replay", "elsewhere/out", program=program)

    def test_moved_after_installing(self):
        self.run_tool("cmake", "--install", BUILD, "--prefix", self.folder / "prefix")
        (self.folder / "prefix").rename(self.folder / "moved")
        (self.folder / "bin").mkdir()
        (self.folder / "bin/pincer").symlink_to(self.folder / "moved/bin/pincer")
        self.pincer("test", EXAMPLES[0], "-o", "out", "--steps", "2000", program=self.folder / "bin/pincer")


class Launcher(Case):
    def test_starts_at_once(self):
        """With a build that is newer than the sources nothing is configured, built or installed."""
        version = (ROOT / "VERSION").read_text().strip()
        build = self.folder / "build"
        (build / "bin").mkdir(parents=True)
        (build / "bin/pincer").symlink_to(BUILD / "bin/pincer")
        (build / "pincer.built").touch()
        before = sorted(path.name for path in build.iterdir())
        tools = self.folder / "tools"  # any of these would say so
        tools.mkdir()
        for tool in ("cmake", "ninja", "apt-get", "dpkg-query"):
            (tools / tool).write_text(f"#!/bin/sh\necho {tool} was called >&2\nexit 1\n")
            (tools / tool).chmod(0o755)
        result = subprocess.run([ROOT / "pincer", "--version"], capture_output=True, text=True, cwd=self.folder,
                                env={**os.environ, "PINCER_BUILD_DIR": str(build), "PATH": f"{tools}:{os.environ['PATH']}"})
        self.assertEqual((0, f"pincer {version}\n", ""), (result.returncode, result.stdout, result.stderr))
        self.assertEqual(before, sorted(path.name for path in build.iterdir()))

    def test_builds_when_a_source_is_newer(self):
        build = self.folder / "build"
        (build / "bin").mkdir(parents=True)
        (build / "bin/pincer").symlink_to(BUILD / "bin/pincer")
        (build / "pincer.built").touch()
        os.utime(build / "pincer.built", (0, 0))
        tools = self.folder / "tools"
        tools.mkdir()
        (tools / "cmake").write_text('#!/bin/sh\necho "cmake $1" >> "$CALLS"\n')
        (tools / "dpkg-query").write_text("#!/bin/sh\necho install ok installed\n")
        for tool in tools.iterdir():
            tool.chmod(0o755)
        calls = self.folder / "calls"
        self.run_tool(ROOT / "pincer", "--version", env={"PINCER_BUILD_DIR": str(build), "CALLS": str(calls),
                                                         "PATH": f"{tools}:{os.environ['PATH']}"})
        self.assertIn("cmake --build", calls.read_text())
        self.assertGreater((build / "pincer.built").stat().st_mtime, 1)


if __name__ == "__main__":
    main()
