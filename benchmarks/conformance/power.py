"""Planted faults: which check finds each, beside the draws that are needed; and correct samplers.

    python -m benchmarks.conformance.power [--seed 0] [--only WORD] [--correct] [--faults]
                                           [--seconds 5] [--processor]

Every sampler goes through `check_sampler` at its default budget, with levels that sum to 0.05. A
fault counts as found when any check fails on it; the checks that found it are listed. A fault that
needs more draws than the budget has is missed, and counted.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from functools import cache

from benchmarks.conformance import calibration, correct, leaks, records, reported
from benchmarks.conformance.cases import Case
from benchmarks.conformance.clock import by_processor
from dpproofs.testing import SuiteReport, check_sampler


@cache
def faults() -> tuple[Case, ...]:
    """Every planted fault."""
    rooms = (calibration, leaks, records, reported)
    return tuple(case for room in rooms for case in room.all_cases())


def checked(
    case: Case, seed: int, checks: Sequence[str] | None = None, seconds: float | None = None
) -> SuiteReport:
    """What the suite says about a case."""
    return check_sampler(case.subject, **case.arguments, seed=seed, checks=checks, seconds=seconds)


def failed(report: SuiteReport) -> list[str]:
    """The checks that failed: what could not be told is no fault that was found."""
    return [each.check for each in report.failures if each.verdict == "failed"]


def shown(report: SuiteReport) -> str:
    """The checks that failed, or what could not be told."""
    names = failed(report)
    names += [f"({each.check} undecided)" for each in report.undecided]
    return ", ".join(names) or "-"


def main() -> None:
    """Print the tables."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--only", default="", help="rows whose name contains this")
    options.add_argument("--correct", action="store_true", help="correct samplers only")
    options.add_argument("--faults", action="store_true", help="faults only")
    options.add_argument(
        "--seconds", type=float, default=None, help="for a check, on a busy machine"
    )
    options.add_argument("--processor", action="store_true", help="seconds of processor time")
    given = options.parse_args()
    if given.processor:
        by_processor()
    if not given.correct:
        _faults([case for case in faults() if given.only in case.name], given)
    if not given.faults:
        _correct([case for case in correct.all_cases() if given.only in case.name], given)


def _faults(cases: Sequence[Case], given: argparse.Namespace) -> None:
    print("| fault | breaks | need | found by | s |\n| --- | --- | ---: | --- | ---: |")
    found = {"privacy": [0, 0], "law": [0, 0], "contract": [0, 0]}
    for case in cases:
        began = time.perf_counter()
        report = checked(case, given.seed, seconds=given.seconds)
        seconds = time.perf_counter() - began
        found[case.breaks][0] += bool(failed(report))
        found[case.breaks][1] += 1
        row = f"| {case.name} | {case.breaks} | {case.need:,.0f} | {shown(report)} |"
        print(f"{row} {seconds:.1f} |", flush=True)
    told = ", ".join(f"{k} {hits} of {count}" for k, (hits, count) in found.items())
    together = [sum(column) for column in zip(*found.values(), strict=True)]
    print(f"\nfound: {told}, all {together[0]} of {together[1]}")


def _correct(cases: Sequence[Case], given: argparse.Namespace) -> None:
    print("\n| correct sampler | checks | flagged by | s |\n| --- | ---: | --- | ---: |")
    flagged, longest = 0, 0.0
    for case in cases:
        began = time.perf_counter()
        report = checked(case, given.seed, seconds=given.seconds)
        seconds = time.perf_counter() - began
        flagged += bool(failed(report))
        longest = max(longest, seconds)
        row = f"| {case.name} | {len(report.findings)} | {shown(report)} | {seconds:.1f} |"
        print(row, flush=True)
    print(f"\nflagged: {flagged} of {len(cases)}; the slowest took {longest:.1f} s")


if __name__ == "__main__":
    main()
