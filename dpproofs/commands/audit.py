"""``dpproofs audit``: does this sampler keep its claim? If not: the set, the inputs, the limits."""

from __future__ import annotations

import json
import math
import shlex
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpproofs.commands import audit_text, options, output
from dpproofs.commands.exits import INTERRUPTED, OPEN, REFUTED, WELL
from dpproofs.kernel.errors import BadInput
from dpproofs.render.audits.words import together

if TYPE_CHECKING:
    from dpproofs.audit.claim import PrivacyClaim
    from dpproofs.audit.numbers import NumbersReport
    from dpproofs.audit.parameters import ParameterReport
    from dpproofs.audit.sampler import Audit, Budget, SamplerReport
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


@dataclass(frozen=True)
class Reports:
    """What the audits that were asked for found; None for those that were not."""

    sampler: SamplerReport | None
    numbers: NumbersReport | None
    parameters: tuple[ParameterReport, ...]

    @property
    def by_subject(self) -> dict[str, str]:
        """The verdict of each audit."""
        found: dict[str, str] = {}
        if self.sampler is not None:
            found["sampler"] = self.sampler.verdict
        if self.numbers is not None:
            found["numbers"] = self.numbers.verdict
        if self.parameters:
            found["parameters"] = together([report.verdict for report in self.parameters])
        return found

    @property
    def code(self) -> int:
        """The exit code: a violation counts most, then an interruption, then not knowing."""
        verdict = together([*self.by_subject.values()])
        if verdict == "violation":
            return REFUTED
        if self.sampler is not None and self.sampler.interrupted:
            return INTERRUPTED
        return WELL if verdict == "no violation found" else OPEN


def _listed(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        from dpproofs.audit.targets import adapters

        for library, adapter in adapters().items():
            try:
                names = adapter.names()
            except BadInput as missing:
                click.echo(f"{library}: {missing}", err=True)
            else:
                click.echo("\n".join(f"{library}:{name}" for name in names))
        context.exit()


@click.command("audit", short_help="Look for a privacy violation of somebody's sampler.")
@click.argument("target", required=False)
@click.option("--epsilon", type=float, metavar="E", help="Claimed, >= 0.")
@click.option("--delta", type=float, default=0.0, show_default=True, metavar="D", help="Claimed.")
@click.option("--sensitivity", type=float, metavar="S", help="Of the query.")
@click.option(
    "--arg",
    "arguments",
    multiple=True,
    metavar="NAME=VALUE",
    help="Passed to the target; may be repeated.",
)
@click.option(
    "--of",
    "subjects",
    multiple=True,
    type=click.Choice([*SUBJECTS, "all"]),
    help="What is audited; may be repeated. The default is the sampler.",
)
@click.option(
    "--command",
    "program",
    metavar="COMMAND",
    help="A program instead of TARGET, such as './sampler {value} {count}'.",
)
@click.option(
    "--draws",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Recorded draws instead of TARGET: CSV, npy, npz or Parquet.",
)
@click.option(
    "--format",
    "form",
    default="text",
    metavar="FORM",
    show_default=True,
    help="How a program writes numbers: text or float64.",
)
@click.option(
    "--timeout",
    type=float,
    default=30.0,
    show_default=True,
    metavar="T",
    help="Seconds of silence after which a program hangs.",
)
@click.option("--input", "inputs", multiple=True, metavar="X", help="Where to look; repeatable.")
@click.option("--shift", "shifts", multiple=True, metavar="D", help="To a neighbour; repeatable.")
@click.option(
    "--alpha",
    type=float,
    default=0.05,
    show_default=True,
    metavar="A",
    help="Probability of a false alarm.",
)
@click.option(
    "--max-draws",
    type=int,
    default=1_000_000,
    show_default=True,
    metavar="N",
    help="At most N pairs of draws.",
)
@click.option("--seconds", type=float, metavar="T", help="At most T seconds.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, metavar="K")
@click.option(
    "--to-the-end",
    is_flag=True,
    help="Use the whole budget, for sharper bounds on epsilon and delta.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Draw in N processes.",
)
@click.option("--dask", metavar="ADDRESS", help="Draw on the Dask cluster with this scheduler.")
@click.option(
    "--save", type=click.Path(path_type=Path), metavar="FILE", help="Keep the state of the audit."
)
@click.option(
    "--resume", type=click.Path(path_type=Path), metavar="FILE", help="Go on from a saved state."
)
@click.option(
    "--report",
    "page",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write an HTML page with the histograms and the evidence.",
)
@click.option("--suite", is_flag=True, help="Audit the mechanisms of libraries, into -o.")
@click.option(
    "-o",
    "directory",
    type=click.Path(path_type=Path),
    default=Path("field"),
    metavar="DIR",
    help="Where --suite writes its page and its data.",
)
@click.option("--library", "libraries", multiple=True, metavar="NAME", help="For --suite: only it.")
@options.as_json
@click.option("--list", is_flag=True, is_eager=True, expose_value=False, callback=_listed)
def command(**given: Any) -> int:
    """Look for a violation of (epsilon, delta)-privacy by TARGET.

    TARGET is library:mechanism for a library that has an adapter (see --list), or module.path:name
    of a Python callable, of a noise distribution or of a class of these. The claim's numbers are
    passed on where the signature takes them.

    The audit of the sampler draws at neighbouring inputs, learns sets on which they differ too
    much, and bets on them: a sampler that keeps its claim is called a violation with probability
    alpha at most. The audit of the numbers looks at the last bits of doubles. The audit of the
    parameters computes the privacy profile of the noise that the target says it adds.

    With --suite, every additive mechanism of the libraries that are installed is audited in all
    three ways over a grid of claims; --seconds is then for each audit.

    The exit code is 0 when no violation was found, 1 for a violation, 2 for bad input, 3 when the
    target failed or nothing could be decided, and 130 after Ctrl-C.
    """
    chosen = Options(**given)
    if chosen.suite:
        return _suite(chosen)
    for path in (chosen.save, chosen.page):
        if path is not None:
            output.expect_file(path)
    with redirect_stdout(sys.stderr):  # what the target prints is no result
        claim, target, pairs = _what(chosen)
        with closing(target):
            reports = _all(chosen, target, claim, pairs)
    again = reproduction(chosen)
    document_ = document(target, claim, reports, chosen, again)
    if chosen.page is not None:
        from dpproofs.render.audit_page import audit_page

        own = {"verdict": document_["verdicts"].get("sampler", document_["verdict"])}
        output.write(chosen.page, audit_page(document_ | own).encode())
    if chosen.as_json:
        output.print_json({key: document_[key] for key in document_ if key != "pictures"})
    else:
        console = output.standard_output()
        output.show(console, *audit_text.lines(document_))
    return reports.code


def document(
    target: Target, claim: PrivacyClaim, reports: Reports, chosen: Options, again: str
) -> dict[str, Any]:
    """Everything that was found, as plain data; the keys of the sampler's audit are on top."""
    if reports.sampler is not None:
        found = reports.sampler.to_json() | {"reproduce": again}
        sampler = reports.sampler
        histogram = sampler.histogram
        pictures: dict[str, Any] = {
            "history": [list(entry) for entry in sampler.history],
            "histogram": None if histogram is None else histogram.to_json(),
        }
    else:
        about = target.about
        found = {
            "target": about.name,
            "library": about.library or None,
            "version": about.version or None,
            "arguments": dict(about.arguments),
            "claim": vars(claim),
            "alpha": chosen.alpha,
            **dict.fromkeys(("evidence", "witness", "epsilon_low", "delta_low", "error")),
            "interrupted": False,
            "seed": chosen.seed,
            "reproduce": again,
        }
        pictures = {}
    verdicts = reports.by_subject
    return found | {
        "verdict": together([*verdicts.values()]),
        "verdicts": verdicts,
        "numbers": None if reports.numbers is None else reports.numbers.to_json(),
        "parameters": [report.to_json() for report in reports.parameters] or None,
        "pictures": pictures,
    }


def _suite(chosen: Options) -> int:
    from dpproofs.commands.audit_suite import run_suite

    for name, value in (("TARGET", chosen.target), ("--command", chosen.program)):
        if value is not None:
            raise BadInput(name, value, "left out with --suite")
    return run_suite(
        chosen.directory,
        chosen.seconds or 20.0,
        chosen.libraries,
        chosen.seed,
        chosen.alpha,
        chosen.as_json,
    )


def _all(chosen: Options, target: Target, claim: PrivacyClaim, pairs: Sequence[Pair]) -> Reports:
    """The audits that were asked for, one after the other, until Ctrl-C."""
    subjects = SUBJECTS if "all" in chosen.subjects else chosen.subjects or ("sampler",)
    sampler = _of_sampler(chosen, target, claim, pairs) if "sampler" in subjects else None
    if sampler is not None and sampler.interrupted:
        return Reports(sampler, None, ())
    numbers = _of_numbers(chosen, target, claim, pairs) if "numbers" in subjects else None
    parameters = _of_parameters(chosen, target, claim) if "parameters" in subjects else ()
    return Reports(sampler, numbers, parameters)


# -- the three audits -----------------------------------------------------------------------------


def _of_sampler(
    chosen: Options, target: Target, claim: PrivacyClaim, pairs: Sequence[Pair]
) -> SamplerReport:
    from dpproofs.audit.sampler import Audit, workers
    from dpproofs.audit.sampler.state import load, save

    budget = _budget(chosen)
    inputs, shifts = _numbers("--input", chosen.inputs), _numbers("--shift", chosen.shifts)
    if chosen.resume is not None:
        audit = load(chosen.resume, target, claim)
    elif pairs:
        audit = Audit.of(target, claim, seed=chosen.seed, pairs=pairs)
    else:
        audit = Audit.of(target, claim, seed=chosen.seed, inputs=inputs, shifts=shifts)
    with workers(target, chosen.workers, chosen.dask) as crew, audit_text.live(budget) as watch:
        audit.run(budget, crew, watch)
        report = audit.report(budget)
    _keep(audit, chosen, report, save)
    return report


def _keep(audit: Audit, chosen: Options, report: SamplerReport, save: Any) -> None:
    """Save the state where asked, and after Ctrl-C in any case."""
    path = chosen.save or chosen.resume
    if path is None and report.interrupted:
        path = Path("dpproofs-audit.npz")
    if path is not None:
        save(audit, path)
        if report.interrupted:
            click.echo(f"interrupted: what is known is in {path}; go on with --resume", err=True)


def _budget(chosen: Options) -> Budget:
    from dpproofs.audit.sampler import Budget

    seconds = math.inf if chosen.seconds is None else chosen.seconds
    return Budget(chosen.alpha, chosen.max_draws, seconds, chosen.to_the_end)


def _of_numbers(
    chosen: Options, target: Target, claim: PrivacyClaim, pairs: Sequence[Pair]
) -> NumbersReport:
    from dpproofs.audit.numbers import audit_numbers

    return audit_numbers(
        target,
        claim,
        alpha=chosen.alpha,
        max_draws=min(chosen.max_draws, 200_000),
        seconds=chosen.seconds,
        seed=chosen.seed,
        pairs=pairs or None,
    )


def _of_parameters(
    chosen: Options, target: Target, claim: PrivacyClaim
) -> tuple[ParameterReport, ...]:
    """At the claim; and over a range of claims when the target is calibrated to its claim."""
    from dpproofs.audit.claim import PrivacyClaim as Claim
    from dpproofs.audit.parameters import audit_parameters

    name, seconds = target.about.name, chosen.seconds or 60.0
    here = audit_parameters(lambda _: target, claims=[claim], name=name, seconds=seconds)
    if chosen.target is None:
        return (here,)
    arguments = _arguments(chosen.arguments)

    def built(other: PrivacyClaim) -> Target:
        from dpproofs.audit.targets import find

        return find(str(chosen.target), other, arguments)

    try:
        other = built(Claim(claim.epsilon / 2, claim.delta, claim.sensitivity)).computed()
    except BadInput:
        other = target.computed()
    if other == target.computed():
        return (here,)
    return here, audit_parameters(built, name=f"{name}, any claim", seconds=seconds)


# -- reading the command line ---------------------------------------------------------------------


def _what(chosen: Options) -> tuple[PrivacyClaim, Target, Sequence[Pair]]:
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
        return find(chosen.target, claim, _arguments(chosen.arguments))
    if chosen.arguments:
        raise BadInput("--arg", chosen.arguments[0], "left out unless there is a TARGET")
    if chosen.program is not None:
        return ProgramTarget(chosen.program, form=chosen.form, timeout=chosen.timeout)
    return RecordedTarget(str(chosen.draws))


def _arguments(texts: Sequence[str]) -> Mapping[str, Argument]:
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


def _numbers(option: str, texts: Sequence[str]) -> list[float]:
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
