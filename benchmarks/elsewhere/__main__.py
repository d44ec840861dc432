"""Findings in mechanisms that no adapter sets up, for the report of the field.

    python -m benchmarks.elsewhere FIELD.json --python PATH

PATH is a Python interpreter of an environment with pipeline-dp; OpenDP is the one that is here.
Each mechanism is audited at inputs that a thread or a reading of the code names, and what is found
is derived a second way. The entries replace those of the same name in FIELD.json, beside
which the page is written anew; later runs of ``dpproofs audit --suite`` keep them.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any, cast

import flint

import dpproofs as dp
from dpproofs.auditing.record import (
    AuditsRecord,
    EntryRecord,
    FieldRecord,
    FindingRecord,
    from_json,
    to_json,
)
from dpproofs.auditing.record.threshold import SecondWay
from dpproofs.auditing.sampler import VIOLATION
from dpproofs.auditing.suite import told
from dpproofs.render.suite_page import suite_page

PROGRAM = Path(__file__).parent / "programs" / "contribution_bounds.py"
COMMAND = "python -m benchmarks.elsewhere FIELD.json --python PATH"
PARTITIONS, BOUND, USERS = 2000, 2, 152
DRAWS = 2_000  # pairs at most


def weights_vanish(users: int, partitions: int = PARTITIONS, bound: int = BOUND) -> bool:
    """Return whether every weight of PipelineDP's choice of a bound is rounded to 0.

    The score of k, by its documentation, is -(P std(k) + sum over users of (B - k)) / 2 with
    std(k) = k sqrt(2) / epsilon; the weight is exp(score epsilon / B), here with epsilon = 1. A
    double is 0 below 2^-1075. Decided in ball arithmetic.

    Raises
    ------
    ValueError
        When a weight is too close to that to tell.
    """
    least, root = flint.arb(2).log() * -1075, flint.arb(2).sqrt()
    exponents = [-(partitions * k * root + users * (bound - k)) / (2 * bound)
                 for k in range(1, bound + 1)]  # fmt: skip
    if not all(exponent < least or exponent > least for exponent in exponents):
        raise ValueError(f"users = {users!r}: a weight is about the least double")
    return all(bool(exponent < least) for exponent in exponents)


@contextmanager
def asked(python: str) -> Iterator[tuple[str, Callable[[int], int]]]:
    """The version of PipelineDP, and its bound on contributions as a function of users."""
    command = [python, "-W", "ignore", str(PROGRAM)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        ask, answers = cast("IO[str]", child.stdin), cast("IO[str]", child.stdout)

        def bound(users: int) -> int:
            print(users, file=ask, flush=True)
            said = answers.readline().strip()
            if not said.isdigit():
                raise ValueError(said)
            return int(said)

        yield answers.readline().strip(), bound


def of_pipeline_dp(python: str) -> EntryRecord:
    """The bound on contributions of PipelineDP, at 152 and 153 users."""
    ends = USERS, USERS + 1
    second = SecondWay(
        [weights_vanish(users) for users in ends] == [False, True],
        "ball arithmetic",
        "at 153 users every weight of the exponential mechanism is below 2^-1075, so that their"
        " sum is 0 and the choice raises; at 152 that of 1 is not, so that it answers",
    )
    with asked(python) as (released, bound):
        name = "PipelineDP", released, "private_contribution_bounds"
        return entry(name, bound, dp.PrivacyClaim(1.0), ends, second)


def of_opendp() -> EntryRecord:
    """Randomised response on bits of OpenDP, at inputs of one and two bytes."""
    import opendp.prelude as odp

    odp.enable_features("contrib")
    space = odp.bitvector_domain(max_weight=1), odp.discrete_distance()
    response = odp.m.make_randomized_response_bitvec(*space, f=0.5)
    ends = b"\x01", b"\x01\x00"
    lengths = [{len(response(bytes(n))) for _ in range(200)} for n in range(1, 5)]
    second = SecondWay(
        lengths == [{1}, {2}, {3}, {4}],
        "the lengths of outputs at 1 to 4 bytes",
        "an output is as long as its input, 200 times of 200 at each length: an event of "
        "probability 1 at one input and 0 at the other, for any flips of the bits",
    )
    name = "opendp", version("opendp"), "randomized_response_bitvec"
    claim = dp.PrivacyClaim(response.map(1))  # type: ignore[no-untyped-call]  # it has no types
    return entry(name, response.__call__, claim, ends, second)


def entry(
    name: tuple[str, str, str],
    release: Callable[[Any], Any],
    claim: dp.PrivacyClaim,
    ends: tuple[Any, Any],
    second: SecondWay,
) -> EntryRecord:
    """The entry of a mechanism that was audited at two inputs."""
    library, released, mechanism = name
    target = f"{library}:{mechanism}"
    report = dp.audit(release, claim=claim, pairs=[ends], max_draws=DRAWS)
    record = replace(report.record(), target=target, library=library, version=released)
    findings: tuple[FindingRecord, ...] = ()
    if report.verdict == VIOLATION and record.witness is not None:
        text = f"{record.witness.set.text} from {ends[0]!r} against {ends[1]!r}"
        text += f": delta >= {report.delta_low:.4g} at epsilon {claim.epsilon:g}"
        status = "confirmed" if second.agrees else "unconfirmed"
        one = FindingRecord("sampler", status, claim, text, record.witness, second, COMMAND)  # type: ignore[arg-type]  # one of two words
        findings = (one,)
    return told(
        EntryRecord(
            target=target,
            library=library,
            version=released,
            mechanism=mechanism,
            findings=findings,
            audits=AuditsRecord(sampler=(record,)),
            seconds=round(report.seconds, 1),
        )
    )


def merged(field: FieldRecord, new: list[EntryRecord]) -> FieldRecord:
    """The report with entries in place of those of the same name, or after the others."""
    names = [one.target for one in new]
    kept = tuple(one for one in field.entries if one.target not in names)
    return replace(field, entries=(*kept, *new))


def main() -> None:
    """Write the entries."""
    options = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    options.add_argument("field", type=Path, help="the data of the report of the field")
    options.add_argument("--python", help="an interpreter that has pipeline-dp")
    given = options.parse_args()
    new = [of_opendp()] + ([of_pipeline_dp(given.python)] if given.python else [])
    found = merged(from_json(FieldRecord, json.loads(given.field.read_text("utf-8"))), new)
    given.field.write_text(json.dumps(to_json(found), indent=1) + "\n", "utf-8")
    given.field.with_suffix(".html").write_text(suite_page(found), "utf-8")
    for one in new:
        print(f"{one.target} {one.version}: {one.kind}")


if __name__ == "__main__":
    main()
