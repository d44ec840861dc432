"""What ``dpproofs audit`` was asked: the options, and the target and claim that they name."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dpproofs.kernel.errors import BadInput

if TYPE_CHECKING:
    from dpproofs.audit.claim import PrivacyClaim
    from dpproofs.audit.target import Argument, Pair, Target

SUBJECTS = ("sampler", "numbers", "parameters")


@dataclass(frozen=True)
class Options:
    """What the command line said, by the names of its options."""

    target: str | None
    program: str | None
    draws: Path | None
    form: str
    timeout: float
    arguments: tuple[str, ...]
    subjects: tuple[str, ...]
    inputs: tuple[str, ...]
    shifts: tuple[str, ...]
    epsilon: float | None
    delta: float
    sensitivity: float | None
    alpha: float
    max_draws: int
    seconds: float | None
    seed: int
    workers: int
    dask: str | None
    to_the_end: bool
    save: Path | None
    resume: Path | None
    page: Path | None
    suite: bool
    directory: Path
    libraries: tuple[str, ...]
    as_json: bool


def what(chosen: Options) -> tuple[PrivacyClaim, Target, Sequence[Pair]]:
    """The claim, the target, and pairs of vectors if inputs are vectors."""
    from dpproofs.audit.claim import PrivacyClaim
    from dpproofs.audit.target import Pair

    claim = PrivacyClaim(
        _needed("--epsilon", chosen.epsilon),
        chosen.delta,
        _needed("--sensitivity", chosen.sensitivity),
    )
    ways = {"TARGET": chosen.target, "--command": chosen.program, "--draws": chosen.draws}
    given = [name for name, value in ways.items() if value is not None]
    if chosen.draws is not None and chosen.resume is not None:
        raise BadInput("--resume", str(chosen.resume), "left out with --draws, which start anew")
    if len(given) != 1:
        accepted = "exactly one of TARGET, --command and --draws"
        raise BadInput("what to audit", ", ".join(given) or "nothing", accepted)
    target = _target(chosen, claim)
    values = [_value("--input", text) for text in chosen.inputs]
    if not any(isinstance(value, list) for value in values):
        return claim, target, ()
    shifts = [_value("--shift", text) for text in chosen.shifts]
    pairs = [
        Pair(tuple(x), tuple(a + b for a, b in zip(x, d, strict=True)))
        for x in values
        for d in shifts
        if isinstance(x, list) and isinstance(d, list) and len(x) == len(d)
    ]
    if len(pairs) != len(values) * len(shifts) or not pairs:
        accepted = "lists of numbers, and --shift lists of the same length"
        raise BadInput("--input", ", ".join(chosen.inputs), accepted)
    return claim, target, pairs


def _needed(option: str, value: float | None) -> float:
    if value is None:
        raise BadInput(option, value, "a number: it is part of the claim")
    return value


def _target(chosen: Options, claim: PrivacyClaim) -> Target:
    from dpproofs.audit.targets import find
    from dpproofs.audit.targets.program import ProgramTarget
    from dpproofs.audit.targets.recorded import RecordedTarget

    if chosen.target is not None:
        return find(chosen.target, claim, read_arguments(chosen.arguments))
    if chosen.arguments:
        raise BadInput("--arg", chosen.arguments[0], "left out unless there is a TARGET")
    if chosen.program is not None:
        return ProgramTarget(chosen.program, form=chosen.form, timeout=chosen.timeout)
    return RecordedTarget(str(chosen.draws))


def read_arguments(texts: Sequence[str]) -> Mapping[str, Argument]:
    """Arguments by name: booleans and numbers where the text is one, otherwise strings."""
    found: dict[str, Argument] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.isidentifier():
            raise BadInput("--arg", text, "name=value")
        if name in found:
            raise BadInput("--arg", text, f"one value for {name}")
        found[name] = _literal(value)
    return found


def _literal(text: str) -> Argument:
    try:
        value = json.loads(text.lower() if text in ("True", "False") else text)
    except ValueError:
        return text
    return value if isinstance(value, bool | int | float) else text


def _value(option: str, text: str) -> float | list[float]:
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    numbers = value if isinstance(value, list) else [value]
    if not all(isinstance(n, int | float) and not isinstance(n, bool) for n in numbers):
        raise BadInput(option, text, "a number, or a list such as [1, 0, 2]")
    return value if isinstance(value, list) else float(numbers[0])


def read_numbers(option: str, texts: Sequence[str]) -> list[float]:
    values = [_value(option, text) for text in texts]
    return [value for value in values if not isinstance(value, list)]


def reproduction(chosen: Options) -> str:
    """A command line that does the audit again."""
    words = ["dpproofs", "audit"]
    if chosen.target is not None:
        words.append(chosen.target)
    pairs: list[tuple[str, object]] = [
        ("--command", chosen.program),
        ("--draws", chosen.draws),
        ("--format", chosen.form if chosen.program and chosen.form != "text" else None),
        ("--epsilon", chosen.epsilon),
        ("--delta", chosen.delta or None),
        ("--sensitivity", chosen.sensitivity),
        *(("--arg", argument) for argument in chosen.arguments),
        *(("--of", subject) for subject in chosen.subjects),
        *(("--input", value) for value in chosen.inputs),
        *(("--shift", value) for value in chosen.shifts),
        ("--alpha", chosen.alpha),
        ("--max-draws", chosen.max_draws),
        ("--seconds", chosen.seconds),
        ("--seed", chosen.seed),
    ]
    for name, value in pairs:
        if value is not None:
            words += [name, str(value)]
    return shlex.join([*words, *(["--to-the-end"] if chosen.to_the_end else [])])
