"""Run the sweeps whose sources have changed since they last passed.

Usage: python tools/sweeps.py [--all] [--jobs N]

A sweep is a test with the mark `sweep`: it goes over all claims, thousands of seeds or long audits,
and repeats what a test with fewer of them shows. `make test` leaves sweeps out. The record beside
the tests says on which sources those of each file passed last: the file itself and every module
that it imports, directly or not, or the whole package where it runs programs. With the same
sources a file is not run again, but with --all.
"""

import argparse
import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from affected import TESTS, imports, sources
from rooms import ROOT

from dpproofs import _HOME

RECORD = TESTS / "sweeps.json"
MARK = "mark.sweep"
COMMON = "tests/conftest.py"  # whose fixture alone imports, and that of nothing that decides
NOTHING_COLLECTED = 5  # an exit code of pytest


def files() -> list[str]:
    """The test files that have the mark, or whose folder's settings give it."""
    tests = [name for name, path in sources().items() if path.name.startswith("test_")]
    return [
        name
        for name in tests
        if any(MARK in sources()[each].read_text("utf-8") for each in (name, *settings(name)))
    ]


def settings(name: str) -> list[str]:
    """The settings of the folders that a test file lies in."""
    folders = [folder for folder in sources()[name].parents if TESTS in (folder, *folder.parents)]
    told = [(folder / "conftest.py").relative_to(ROOT).as_posix() for folder in folders]
    return [each for each in told if each in sources()]


def reached(name: str) -> set[str]:
    """A test file, the modules that it gets at by imports, and the settings of its folders."""
    found = {name, *settings(name)}
    todo = [each for each in found if each != COMMON]
    for each in todo:  # grows meanwhile
        new = (named(each) | imports()[each]) - found
        found |= new
        todo += new
    return found


@cache
def named(name: str) -> frozenset[str]:
    """The homes of the public names that a test uses; all of the package where it runs programs."""
    text = sources()[name].read_text("utf-8") if name.startswith("tests/") else ""
    if "subprocess" in text or "exec(" in text:
        return frozenset(each for each in sources() if not each.startswith("tests/"))
    used = re.findall(r"\bdp(?:proofs)?\.(\w+)", text)
    for listed in re.findall(r"(?m)^ *from dpproofs import (\([^)]*\)|.*)$", text):
        used += re.findall(r"\w+", listed)
    homes = (_HOME[each] for each in used if each in _HOME)
    return frozenset(each if each in sources() else f"{each}.__init__" for each in homes)


def digest(name: str) -> str:
    """A digest of everything that the sweeps of a file depend on."""
    total = hashlib.sha256()
    for each in sorted(reached(name)):
        total.update(f"{each}\n".encode() + sources()[each].read_bytes())
    return total.hexdigest()


def record() -> dict[str, str]:
    """The digests on which sweeps passed, by the names of their files."""
    return dict(json.loads(RECORD.read_text("utf-8"))) if RECORD.exists() else {}


def stale(known: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The files whose sources are not those of the record, with their digests."""
    for name in files():
        if known.get(name) != (now := digest(name)):
            yield name, now


def run(names: Sequence[str], jobs: int) -> int:
    """Run the sweeps of some files; the exit code of pytest, or 0 where there are none."""
    options = ["-n", str(jobs), "--dist", "worksteal", "-m", "sweep", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", *options, *names]
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    return 0 if code == NOTHING_COLLECTED else code


def main(argv: Sequence[str] | None = None) -> int:
    """Run what has to be run, and keep what passed."""
    parser = argparse.ArgumentParser(description="Run the sweeps that are not up to date.")
    parser.add_argument("--all", action="store_true", help="also those that are up to date")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args(argv)
    known = record()
    wanted = dict(stale({} if given.all else known))
    code = run([*wanted], given.jobs) if wanted else 0
    if code == 0:
        kept = {name: seen for name, seen in (known | wanted).items() if name in files()}
        RECORD.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", "utf-8")
    verdict = "passed" if code == 0 else "failed"
    print(f"sweeps: {len(wanted)} of {len(files())} files run; {verdict}")
    return code


if __name__ == "__main__":
    sys.exit(main())
