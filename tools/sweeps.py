"""Run what is slow where something that it depends on has changed since it passed.

Usage: python tools/sweeps.py [--all | --list] [--jobs N] [NAME...]

A sweep is a test with the mark `sweep`: it goes over all claims, thousands of seeds or long audits,
and repeats what a test with fewer of them shows. `make test` leaves sweeps out. The record beside
the tests says on which sources those of each file passed last: the file itself and every module
that it imports, directly or not, or the whole package where it runs programs. With the same
sources a file is not run again, but with --all. Two commands are kept in the same way: whether the
derivations are those that would be derived (`derivations`), and what Coq says (`coq`). What has
passed is written down at once, file by file. With names only these are run; --list runs nothing.
"""

import argparse
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from affected import TESTS, imports, sources
from rooms import ROOT

from dpproofs import _HOME

RECORD = TESTS / "sweeps.json"
MARK = "mark.sweep"
COMMON = "tests/conftest.py"  # whose fixture alone imports, and that of nothing that decides
NOTHING_COLLECTED = 5  # an exit code of pytest


#: Of files that are no modules only these are read: tools leave others beside them.
KINDS = {
    ".bib", ".css", ".html", ".jinja", ".js", ".json", ".md", ".pdf", ".py", ".sty", ".svg",
    ".tex", ".toml", ".txt", ".v",
}  # fmt: skip
UNCOMMITTED = {"derivations/index.html"}
#: By the beginning of a test file's name, folders that its sweeps depend on besides modules.
FOLDERS = {"tests/site/": ("docs", "tools/website")}


@dataclass(frozen=True)
class Step:
    """Slow commands: the modules and the folders that they depend on, and a program they need."""

    commands: Sequence[Sequence[str]]
    modules: Sequence[str]  # by the beginnings of their names
    folders: tuple[str, ...]
    needs: str = "make"


STEPS = {
    "derivations": Step([["make", "stale"]],
        ["dpproofs.", "kept_consequences"], ("derivations", "dpproofs")),
    "coq": Step([["make", "coq", "COQ=--missing --jobs 2"], ["make", "test-coq"]],
        ["coq", "tests/coq/"], ("coq", "derivations/certificates", "dpproofs/coq"), needs="coqc"),
}  # fmt: skip


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


def reached(*names: str) -> set[str]:
    """Some modules, those that they get at by imports, and the settings of their folders."""
    found = {each for name in names for each in (name, *settings(name))}
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
    """A digest of everything that the sweeps of a file, or a step, depend on."""
    step = STEPS.get(name)
    first = [each for each in sources() if each.startswith(tuple(step.modules))] if step else [name]
    found = {each: sources()[each] for each in reached(*first)}
    folders = step.folders if step else ()
    folders += tuple(each for start in FOLDERS if name.startswith(start) for each in FOLDERS[start])
    found |= other_files(folders)
    total = hashlib.sha256()
    for each, path in sorted(found.items()):
        total.update(f"{each}\n".encode() + path.read_bytes())
    return total.hexdigest()


def other_files(folders: Iterable[str], root: Path = ROOT) -> dict[str, Path]:
    """The files of some folders that are no modules, or none that sources() knows."""
    paths = (path for folder in folders for path in (root / folder).rglob("*"))
    found = {path.relative_to(root).as_posix(): path for path in paths if path.suffix in KINDS}
    return {name: path for name, path in found.items() if name not in UNCOMMITTED}


def record() -> dict[str, str]:
    """The digests on which sweeps and steps passed, by their names."""
    return dict(json.loads(RECORD.read_text("utf-8"))) if RECORD.exists() else {}


def keep(passed: Mapping[str, str]) -> None:
    """Write down what has passed, and forget what is no more."""
    known = {*files(), *STEPS}
    kept = {name: seen for name, seen in (record() | passed).items() if name in known}
    draft = RECORD.with_suffix(".draft")
    draft.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", "utf-8")
    draft.replace(RECORD)


def stale(known: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What has other sources than a record says, with the digest of these."""
    for name in (*files(), *STEPS):
        if known.get(name) != (now := digest(name)):
            yield name, now


@dataclass
class Keeper:
    """A plugin of pytest: it keeps each file when the last of its tests is over and none failed."""

    digests: Mapping[str, str]
    left: Counter[str] = field(default_factory=Counter)
    failed: set[str] = field(default_factory=set)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Iterable[str]) -> None:
        """Count the tests of each file."""
        self.left = Counter(name.partition("::")[0] for name in ids)

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Note what failed; with the last of a file that did not, write it down."""
        name = report.nodeid.partition("::")[0]
        if report.failed:
            self.failed.add(name)
        if report.when == "teardown":
            self.left[name] -= 1
            if not self.left[name] and name not in self.failed:
                keep({name: self.digests[name]})


def run_tests(wanted: Mapping[str, str], jobs: int) -> bool:
    """Run the sweeps of some files, keep what passes, and say whether all did."""
    options = ["-n", str(jobs), "--dist", "worksteal", "-m", "sweep", "-p", "no:cacheprovider"]
    os.chdir(ROOT)
    passed = pytest.main([*options, *wanted], [Keeper(wanted)]) in {0, NOTHING_COLLECTED}
    if passed:
        keep(wanted)
    return passed


def run_step(name: str, now: str, jobs: int) -> bool:
    """Run the commands of a step, keep that they passed, and say whether they did."""
    for command in STEPS[name].commands:
        print(f"== {shlex.join(command)}", flush=True)
        if subprocess.run([*command, f"JOBS={jobs}"], cwd=ROOT, check=False).returncode:
            return False
    keep({name: now})
    return True


def main(argv: Sequence[str] | None = None) -> int:
    """Run what has to be run, and keep what passed."""
    parser = argparse.ArgumentParser(description="Run what is slow and not up to date.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these files and steps")
    parser.add_argument("--all", action="store_true", help="also those that are up to date")
    parser.add_argument("--list", action="store_true", help="print the names, and run nothing")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args(argv)
    known = [*files(), *STEPS]
    if unknown := set(given.names) - set(known):
        parser.error(
            f"no sweep or step is called {min(unknown)!r}; there are {', '.join(STEPS)} "
            "and the test files with the mark"
        )
    wanted = dict(stale({} if given.all else record()))
    wanted = {name: now for name, now in wanted.items() if name in (given.names or known)}
    if given.list:
        print(*wanted, sep="\n")
        return 0
    tests = {name: now for name, now in wanted.items() if name not in STEPS}
    lacking = [name for name in wanted if name in STEPS and not shutil.which(STEPS[name].needs)]
    for name in lacking:
        print(f"sweeps: {name} is left out, as {STEPS[name].needs} is not installed")
    steps = [name for name in wanted if name in STEPS and name not in lacking]
    passed = [not tests or run_tests(tests, given.jobs)]
    passed += [run_step(name, wanted[name], given.jobs) for name in steps]
    verdict = "passed" if all(passed) else "failed"
    print(f"sweeps: {len(wanted) - len(lacking)} of {len(known)} run; {verdict}")
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
