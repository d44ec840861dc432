"""Check a change in at most 90 s of processor time: lint, types, certificates, and nearby tests.

Usage: python tools/quick.py [--base REV] [--seconds S] [--fast]

The change is what differs from the merge base with REV (origin/main or main, if there is one, else
the last commit), with what is not committed. Its tests are those of the rooms that it touches, and
of the rooms that import them: first those that changed, then by the number of imports that lie
between a test and the change. They run as long as there is time; the last lines say what was not
run. --fast leaves out certificates and tests. `make test` runs everything.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import affected
import pytest

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 90.0
MOST = 60  # files of tests: more take too long to collect
CERTIFICATES = "derivations/certificates"
LINT = {
    "lint": ["-m", "ruff", "check", "."],
    "format": ["-m", "ruff", "format", "--check", "."],
    "types": ["-m", "mypy"],
}
REPLAY = {"certificates": ["-m", "dpproofs", "replay", CERTIFICATES]}


def spent() -> float:
    """The processor time of this process and of those that it has waited for, in seconds."""
    return sum(os.times()[:4])


class Allowance:
    """Lets pytest run tests until so much processor time is spent, and counts those left out."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.run = seconds, 0
        self.left: dict[str, int] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> bool | None:
        """Leave a test out when the time is up."""
        if spent() < self.seconds:
            self.run += 1
            return None
        name = item.nodeid.partition("::")[0]
        self.left[name] = self.left.get(name, 0) + 1
        return True


def git(*arguments: str) -> list[str]:
    """The lines that git prints; none where it fails."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=False)
    return [] if done.returncode else done.stdout.decode().splitlines()


def changed(base: str | None) -> list[str]:
    """The files that differ from the base, those that git does not know included."""
    wanted = [base] if base else ["origin/main", "main"]
    bases = [line for name in wanted for line in git("merge-base", "HEAD", name)]
    if base and not bases:
        raise SystemExit(f"--base: {base} is no commit that HEAD has something in common with")
    differing = git("diff", "--name-only", bases[0] if bases else "HEAD")
    return sorted({*differing, *git("ls-files", "--others", "--exclude-standard")})


def run_all(commands: Mapping[str, Iterable[str]]) -> bool:
    """Run programs of this environment, and say what each took; whether all went well."""
    fine = True
    for name, arguments in commands.items():
        before = spent()
        done = subprocess.run(
            [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
        )
        told = "fine" if done.returncode == 0 else f"failed\n{done.stdout}{done.stderr}".rstrip()
        print(f"{name} ({spent() - before:.0f} s): {told}", flush=True)
        fine = fine and done.returncode == 0
    return fine


def by_folder(files: Iterable[str]) -> str:
    """Files by their names, or where a folder has more than three as so many of it."""
    folders: dict[str, list[str]] = {}
    for name in sorted(files):
        folders.setdefault(str(Path(name).parent), []).append(name)
    told = [
        ", ".join(names) if len(names) <= 3 else f"{len(names)} files of {folder}"
        for folder, names in folders.items()
    ]
    return ", ".join(told)


def run_tests(files: list[str], seconds: float) -> bool:
    """Run test files in this order, as long as there is time; whether none failed."""
    allowance, before = Allowance(seconds), spent()
    options = [
        "-q",
        "-m",
        "not coq and not sweep",
        "-p",
        "no:cacheprovider",
        "--no-header",
        "-r",
        "fE",
    ]
    code = pytest.main([*options, *files[:MOST]], plugins=[allowance])
    print(f"tests ({spent() - before:.0f} s): {allowance.run} run")
    if allowance.left:
        count = sum(allowance.left.values())
        print(f"not run, as the time was up: {count} tests of {by_folder(allowance.left)}")
    if files[MOST:]:
        print(f"not run, being further away: {by_folder(files[MOST:])}")
    return code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


def main(argv: list[str] | None = None) -> int:
    """Check the change, and say what was checked."""
    parser = argparse.ArgumentParser(description="Check a change quickly.")
    parser.add_argument("--base", metavar="REV", help="what the change is compared with")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of processor time")
    parser.add_argument("--fast", action="store_true", help="lint, format and types alone")
    given = parser.parse_args(argv)
    os.chdir(ROOT)
    fine = run_all(LINT)
    if given.fast:
        return int(not fine)
    fine = run_all(REPLAY) and fine
    files = changed(given.base)
    tests = affected.tests_of(files)
    print(f"{len(files)} changed files, {len(tests)} files of tests about them", flush=True)
    if tests:
        fine = run_tests(tests, 0.97 * given.seconds) and fine  # the last one may take a while
    print(
        f"{'fine' if fine else 'failed'}: {spent():.0f} s of processor time; `make test` runs all"
    )
    return int(not fine)


if __name__ == "__main__":
    sys.exit(main())
