"""What ``dpproofs audit`` was asked: the options, and the target and claim that they name."""

from __future__ import annotations

import json
import math
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpproofs.kernel.errors import BadInput

if TYPE_CHECKING:
    from dpproofs.auditing.claim import PrivacyClaim
    from dpproofs.auditing.data_sets import DataSets
    from dpproofs.auditing.target import Argument, Pair, Target

SPECIAL = {"nan", "inf", "infinity"}  # inputs that are no finite numbers
NUMBERS_ONLY = {  # what has no effect on data sets, by what it is called here
    "inputs": "--input",
    "shifts": "--shift",
    "domain": "--domain",
    "special": "--special",
    "dimension": "--dimension",
    "norm": "--norm",
    "save": "--save",
    "resume": "--resume",
    "program": "--command",
    "draws": "--draws",
}
PATIENCE = 30.0  # seconds that a program may be silent unless told otherwise
PAIRS = {"--domain", "--renyi"}  # options with two numbers
SUBJECTS = ("sampler", "numbers", "parameters", "threshold")  # as in `dpproofs.auditing.report`


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
    domain: tuple[float, float] | None
    records: str | None
    relation: str | None
    special: bool
    fresh: bool
    dimension: int | None
    norm: str | None
    epsilon: float | None
    rho: float | None
    renyi: tuple[float, float] | None
    mu: float | None
    delta: float
    sensitivity: float | None
    alpha: float
    max_draws: int
    seconds: float | None
    seed: int
    workers: int
    singly: bool
    dask: str | None
    to_the_end: bool
    power: float | None
    save: Path | None
    resume: Path | None
    page: Path | None
    plot: Path | None
    sarif: Path | None
    badge: Path | None
    suite: bool
    directory: Path
    libraries: tuple[str, ...]
    against: Path | None
    as_json: bool


def integer(value: Any) -> int:
    """Return an integer that may be written like 1e9; anything else is a usage error."""
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not number.is_integer():  # nor are those that are not finite
        raise click.BadParameter(f"{value!r} is not an integer")
    return int(number)


def what(chosen: Options) -> tuple[PrivacyClaim, Target, Sequence[Pair]]:
    """The claim, the target, and pairs of vectors if inputs are vectors."""
    claim = claimed(chosen)
    ways = {"TARGET": chosen.target, "--command": chosen.program, "--draws": chosen.draws}
    given = [name for name, value in ways.items() if value is not None]
    _check_resumed(chosen)
    if len(given) != 1:
        accepted = "exactly one of TARGET, --command and --draws"
        raise BadInput("what to audit", ", ".join(given) or "nothing", accepted)
    if chosen.draws is not None and chosen.inputs + chosen.shifts:
        raise BadInput("--draws", str(chosen.draws), "without --input and --shift: it has its own")
    sets = data_sets(chosen)
    pairs = _pairs_of_vectors(chosen) if sets is None else sets.pairs()
    return claim, open_target(chosen, claim), pairs


def data_sets(chosen: Options) -> DataSets | None:
    """The data sets that are to be searched; None where inputs are no data sets."""
    from dpproofs.auditing.data_sets import DataSets
    from dpproofs.auditing.neighbours import RELATIONS

    if chosen.records is None:
        if chosen.relation is not None:
            raise BadInput("--relation", chosen.relation, "left out without --records")
        return None
    if any(getattr(chosen, name) for name in NUMBERS_ONLY):
        accepted = f"left out with {', '.join(NUMBERS_ONLY.values())}"
        raise BadInput("--records", chosen.records, accepted)
    try:
        found = json.loads(chosen.records)
    except ValueError as error:
        accepted = """records as JSON, such as [18, 90] or [{"age": 18}]"""
        raise BadInput("--records", chosen.records, accepted) from error
    return DataSets.of(found, chosen.relation or RELATIONS[0])


def claimed(chosen: Options) -> PrivacyClaim:
    """The claim."""
    from dpproofs.auditing.claim import PrivacyClaim

    sensitivity = _needed("--sensitivity", chosen.sensitivity)
    others = {"rho": chosen.rho, "renyi": chosen.renyi, "mu": chosen.mu}
    given = {name: value for name, value in others.items() if value is not None}
    if not given:
        _needed("--epsilon", chosen.epsilon)
        delta = abs(chosen.delta) if chosen.delta == 0 else chosen.delta  # -0 is 0
        return PrivacyClaim(chosen.epsilon, delta, sensitivity)
    return PrivacyClaim(chosen.epsilon, chosen.delta or None, sensitivity, **given)  # type: ignore[arg-type]  # by name


def _pairs_of_vectors(chosen: Options) -> list[Pair]:
    """Every input with every shift where they are lists; none where they are numbers."""
    from dpproofs.auditing.target import Pair

    if chosen.dimension is not None or chosen.norm is not None:
        return _pairs_in_a_norm(chosen)
    inputs = [_value("--input", text) for text in chosen.inputs]
    shifts = [_value("--shift", text) for text in chosen.shifts]
    lists = [value for value in (*inputs, *shifts) if isinstance(value, list)]
    if not lists:
        return []
    lengths = {len(value) for value in lists}
    whole = len(lists) == len(inputs) + len(shifts) and len(lengths) == 1 and 0 not in lengths
    if not (whole and inputs and shifts):
        found = " ".join(
            [*(f"--input {x}" for x in chosen.inputs), *(f"--shift {d}" for d in chosen.shifts)]
        )
        accepted = "an --input and a --shift, all of them lists of numbers of one length"
        raise BadInput("vectors", found, accepted)
    for d, text in zip(shifts, chosen.shifts, strict=True):
        if isinstance(d, list) and not any(d):
            raise BadInput("--shift", text, "a list that is not all 0")
    return [
        Pair(tuple(x), tuple(a + b for a, b in zip(x, d, strict=True)))
        for x in inputs
        for d in shifts
        if isinstance(x, list) and isinstance(d, list)
    ]


def _pairs_in_a_norm(chosen: Options) -> list[Pair]:
    """Neighbours as far apart as the sensitivity in a norm, of the inputs or of 0."""
    from dpproofs.auditing.neighbours import vectors

    for name, text in (("--shift", chosen.shifts), ("--resume", chosen.resume)):
        if text:
            raise BadInput(name, str(text), "left out with --dimension and --norm")
    inputs = [_value("--input", text) for text in chosen.inputs]
    rows = [value for value in inputs if isinstance(value, list)]
    if len(rows) < len(inputs):
        raise BadInput("--input", " ".join(chosen.inputs), "lists of numbers with --norm")
    width = chosen.dimension
    if width is None:
        if not rows:
            raise BadInput("--norm", chosen.norm, "with --dimension, or an --input that is a list")
        width = len(rows[0])
    if width < 1 or any(len(row) != width for row in rows):
        raise BadInput("--dimension", width, "the length of the inputs, at least 1")
    reach = _needed("--sensitivity", chosen.sensitivity)
    return vectors(rows or [[0.0] * width], reach, chosen.norm or "l2")


def _check_resumed(chosen: Options) -> None:
    """What a saved audit has decided already cannot be chosen again."""
    if chosen.resume is None:
        return
    if not chosen.resume.is_file():
        raise BadInput("--resume", str(chosen.resume), "a file that an audit has saved")
    if chosen.draws is not None:
        raise BadInput("--resume", str(chosen.resume), "left out with --draws, which start anew")
    own = {"--input": chosen.inputs, "--shift": chosen.shifts, "--domain": chosen.domain or ()}
    own["--special"] = ("given",) * chosen.special
    for name, values in own.items():
        if values:
            accepted = "left out with --resume, which goes on at the inputs that it has"
            raise BadInput(name, ", ".join(map(str, values)), accepted)


def _needed(option: str, value: float | None) -> float:
    if value is None:
        missing = f"Missing option '{option}': it is part of the claim"
        raise click.UsageError(missing, click.get_current_context(silent=True))
    return value


def open_target(chosen: Options, claim: PrivacyClaim) -> Target:
    """The target that was named, anew: recorded draws from the first one on."""
    from dpproofs.auditing.targets import find, find_anew
    from dpproofs.auditing.targets.of_records import OfRecords
    from dpproofs.auditing.targets.program import ProgramTarget
    from dpproofs.auditing.targets.recorded import RecordedTarget
    from dpproofs.auditing.targets.singly import Singly

    if chosen.program is None and chosen.form != "text":
        raise BadInput("--format", chosen.form, "left out without a --command")
    if chosen.target is not None:
        named = find_anew if chosen.fresh else find
        found = _patient(named(chosen.target, claim, read_arguments(chosen.arguments)), chosen)
        found = Singly(found) if chosen.singly else found
        sets = data_sets(chosen)
        return found if sets is None else OfRecords(found, sets.make)
    if chosen.fresh:
        raise BadInput("--fresh", "given", "left out without a TARGET")
    if chosen.singly:
        raise BadInput("--no-batch", "given", "left out without a TARGET")
    if chosen.program is None and chosen.timeout != PATIENCE:
        raise BadInput("--timeout", chosen.timeout, "left out with recorded draws")
    if chosen.arguments:
        raise BadInput("--arg", chosen.arguments[0], "left out unless there is a TARGET")
    if chosen.program is not None:
        return ProgramTarget(chosen.program, form=chosen.form, timeout=chosen.timeout)
    return RecordedTarget(str(chosen.draws))


def _patient(target: Target, chosen: Options) -> Target:
    """The target with the patience that was asked for."""
    from dpproofs.auditing.targets.callables import PythonTarget

    if chosen.timeout == PATIENCE:
        return target
    if not isinstance(target, PythonTarget):
        accepted = "left out without a --command or a Python callable"
        raise BadInput("--timeout", chosen.timeout, accepted)
    if not 0 < chosen.timeout < math.inf:
        raise BadInput("--timeout", chosen.timeout, "a number in (0, inf)")
    return replace(target, patience=chosen.timeout)


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
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    number = _number(text)
    return text if number is None else number


def _number(text: str) -> float | int | None:
    """An integer, exactly, or a double; None for what is no number in the usual notations."""
    for kind in (int, float):
        try:
            return kind(text) if "_" not in text else None
        except ValueError:
            continue
    return None


def _value(option: str, text: str) -> float | int | list[float | int]:
    """A number, or a list of finite ones; an input may be one that is spelled out as special."""
    number = _number(text)
    spelled = option == "--input" and text.lstrip("+-").lower() in SPECIAL
    if number is not None and (spelled or math.isfinite(number)):
        return number
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, list) or not all(map(_is_finite, value)):
        raise BadInput(option, text, "a finite number, or a list of such, as [1, 0, 2]")
    return value


def _is_finite(value: object) -> bool:
    return type(value) in (int, float) and math.isfinite(value)  # type: ignore[arg-type]


def read_numbers(option: str, texts: Sequence[str]) -> list[float | int]:
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
        ("--format", chosen.form if chosen.form != "text" else None),
        ("--timeout", chosen.timeout if chosen.timeout != PATIENCE else None),
        ("--epsilon", chosen.epsilon),
        ("--rho", chosen.rho),
        ("--renyi", None if chosen.renyi is None else "{!r} {!r}".format(*chosen.renyi)),
        ("--mu", chosen.mu),
        ("--delta", chosen.delta or None),
        ("--sensitivity", chosen.sensitivity),
        *(("--arg", argument) for argument in chosen.arguments),
        *(("--of", subject) for subject in chosen.subjects),
        *(("--input", value) for value in chosen.inputs),
        *(("--shift", value) for value in chosen.shifts),
        ("--domain", None if chosen.domain is None else "{!r} {!r}".format(*chosen.domain)),
        ("--records", chosen.records),
        ("--relation", chosen.relation),
        ("--dimension", chosen.dimension),
        ("--norm", chosen.norm),
        ("--alpha", chosen.alpha),
        ("--max-draws", chosen.max_draws),
        ("--seconds", chosen.seconds),
        ("--seed", chosen.seed),
        ("--power", chosen.power),
        ("--workers", chosen.workers if chosen.workers > 1 else None),
    ]
    for name, value in pairs:
        if value is not None:
            words += [name, *(str(value).split() if name in PAIRS else [str(value)])]
    flags = {
        "--fresh": chosen.fresh,
        "--special": chosen.special,
        "--no-batch": chosen.singly,
        "--to-the-end": chosen.to_the_end,
    }
    return shlex.join([*words, *(name for name, given in flags.items() if given)])
