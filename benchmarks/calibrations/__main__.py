"""Noise as libraries prescribe it, beside the least that keeps the claim, both enclosed.

    python -m benchmarks.calibrations [--python autodp=PATH ...] [--only WORD] [--json]

Each library answers from an environment of its own, `PATH`, a Python interpreter; by default from
this one. The least sigma is that of Balle & Wang 2018, Theorem 8, in ball arithmetic, and so is the
true delta; programs whose names end in `_laplace` prescribe the scale of Laplace noise for delta =
0, of which the least is 1/epsilon. "enough" forgives what rounding a double costs. With `--json`
the last line has what `calibrations` is in the data of the report of the field, which keeps it.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from itertools import product
from pathlib import Path

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.record import CalibrationRecord, PlaceRecord, to_json
from dpproofs.mechanisms.formulas.calibration import calibrated_sigma
from dpproofs.privacy.enclosed import known_noise
from dpproofs.privacy.enclosed.claims import keeps

HERE = Path(__file__).parent
EPSILONS = (0.01, 0.1, 0.3, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 8.0, 10.0, 15.0, 17.5, 20.0)
DELTAS = (0.1, 1e-2, 1e-3, 1e-5, 1e-6, 1e-8, 1e-10, 1e-12)
PURE = "_laplace"
SLACK = Fraction(1, 10**12)
CLEAR = 1.001  # times the claimed delta
PATIENCE = 600.0  # seconds for all answers of a library


@dataclass(frozen=True)
class Answer:
    """What a library prescribes at one claim.

    Attributes
    ----------
    enough
        Whether it keeps the claim.
    times
        The true delta over the claimed one; for delta = 0 the true epsilon over the claimed one.
    excess
        Its sigma, or scale, over the least one.
    """

    epsilon: float
    delta: float
    enough: bool
    times: float
    excess: float

    @classmethod
    def of(cls, epsilon: float, delta: float, width: float) -> Answer:
        """Held against the claim: Gaussian noise, or Laplace noise where delta is 0."""
        if delta == 0:
            noise = known_noise("laplace", {"scale": width})
            times, least = float(noise.pure_epsilon(1)) / epsilon, 1 / epsilon
        else:
            noise = known_noise("gaussian", {"sigma": width})
            times = float(noise.profile(epsilon, 1)) / delta
            least = float(calibrated_sigma(epsilon, delta, 1, digits=30))
        enough = keeps(noise, epsilon, delta, 1, SLACK)
        return cls(epsilon, delta, enough, times, width / least)


def answers(
    python: str, program: Path, *, sparse: bool = False, seconds: float = PATIENCE
) -> tuple[str, list[Answer], int]:
    """The version, what was answered in time, and how many claims were refused.

    With ``sparse`` every third epsilon from 1 on and every second delta from 1e-5 on is asked for.

    Raises
    ------
    ImportError
        When the library is not there, or gave no answer.
    """
    epsilons, deltas = (EPSILONS[4::3], DELTAS[3::2]) if sparse else (EPSILONS, DELTAS)
    claims = list(product(epsilons, (0.0,) if program.stem.endswith(PURE) else deltas))
    said, errors = _said(
        [python, HERE / "answers.py", program],
        "".join(f"{epsilon!r} {delta!r}\n" for epsilon, delta in claims),
        seconds,
    )
    if len(said) < 2:
        raise ImportError((errors.strip().splitlines() or ["it said nothing"])[-1])
    return said[0], list(_held(claims, said[1:])), sum(map(_refused, said[1:]), 0)


def _said(command: list[str | Path], text: str, seconds: float) -> tuple[list[str], str]:
    """The lines that a program writes, those that it got to in time; and its errors."""
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        try:
            out, errors = child.communicate(text, timeout=seconds)
        except subprocess.TimeoutExpired:
            child.kill()
            out, errors = child.communicate()
    return out.splitlines(), errors


def _refused(line: str) -> bool:
    """Whether a line is none, so that the claim was refused."""
    try:
        return not float(line) > 0
    except ValueError:
        return True


def _held(claims: list[tuple[float, float]], lines: list[str]) -> Iterator[Answer]:
    for (epsilon, delta), line in zip(claims, lines, strict=False):  # it may have been too slow
        if not _refused(line):
            yield Answer.of(epsilon, delta, float(line))


def row(name: str, version: str, found: list[Answer], refused: int) -> str:
    """One line of the table."""
    short = [answer for answer in found if not answer.enough]
    worst = max(short, key=lambda answer: answer.times, default=None)
    dear = max(found, key=lambda answer: answer.excess)
    clearly = sum(answer.times > CLEAR for answer in short)
    told = "-" if worst is None else f"{worst.times:.6g} x at ({worst.epsilon:g}, {worst.delta:g})"
    most = f"{dear.excess:.6g} x at ({dear.epsilon:g}, {dear.delta:g})"
    cells = (f"{name} {version}", len(found), refused, len(short), clearly, told, most)
    return f"| {' | '.join(map(str, cells))} |"


def record(name: str, version: str, found: list[Answer], refused: int) -> CalibrationRecord:
    """The same, for the report of the field."""
    short = [answer for answer in found if not answer.enough]
    worst = max(short, key=lambda answer: answer.times, default=None)
    return CalibrationRecord(
        name=f"{name} {version}",
        date=datetime.now(tz=UTC).date().isoformat(),
        claims=len(found),
        refused=refused,
        too_little=len(short),
        clearly=sum(answer.times > CLEAR for answer in short),
        worst=None if worst is None else _place(worst, f"{worst.times:.6g} times what is claimed"),
        dearest=_place(max(found, key=lambda answer: answer.excess)),
    )


def _place(answer: Answer, short: str = "") -> PlaceRecord:
    claimed, width = ("delta", "sigma") if answer.delta else ("epsilon", "scale")
    dear = f"{answer.excess:.6g} times the least {width}"
    claim = PrivacyClaim(answer.epsilon, answer.delta, 1.0)
    return PlaceRecord(claim, f"{claimed} is {short}" if short else dear)


def main() -> None:
    """Print the table, a line as soon as it is known."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--python", action="append", default=[], metavar="LIBRARY=PATH")
    options.add_argument("--only", default="", help="libraries whose name contains this")
    options.add_argument("--sparse", action="store_true", help="few claims, for slow libraries")
    options.add_argument("--seconds", type=float, default=PATIENCE, help="for a library")
    options.add_argument("--json", action="store_true", help="for the report of the field")
    given = options.parse_args()
    records = []
    homes = dict(each.split("=", 1) for each in given.python)
    print("| library | claims | refused | too little | by 0.1 % | worst | dearest |")
    print("| --- | ---: | ---: | ---: | ---: | --- | --- |")
    for program in sorted((HERE / "programs").glob("*.py")):
        if given.only not in program.stem:
            continue
        try:
            home = homes.get(program.stem.removesuffix(PURE), sys.executable)
            found = answers(home, program, sparse=given.sparse, seconds=given.seconds)
        except (ImportError, OSError) as missing:
            print(f"| {program.stem} | not asked: {missing} ||||||", flush=True)
            continue
        print(row(program.stem, *found), flush=True)
        records.append(to_json(record(program.stem, *found)))
    if given.json:
        print(json.dumps(records))


if __name__ == "__main__":
    main()
