"""The audits that were asked for, and what they found as one document."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpproofs.commands import audit_text
from dpproofs.commands.audit_request import (
    SUBJECTS,
    Options,
    open_target,
    read_arguments,
    read_numbers,
)
from dpproofs.commands.exits import INTERRUPTED, OPEN, REFUTED, WELL
from dpproofs.kernel.errors import BadInput
from dpproofs.render.audits.words import together

if TYPE_CHECKING:
    from dpproofs.audit.claim import PrivacyClaim
    from dpproofs.audit.numbers import NumbersReport
    from dpproofs.audit.parameters import ParameterReport
    from dpproofs.audit.sampler import Audit, Budget, SamplerReport
    from dpproofs.audit.target import Pair, Target


@dataclass(frozen=True)
class Reports:
    """What the audits that were asked for found; None for those that were not.

    ``options`` are those of the audit: of a resumed one its own seed, inputs and shifts.
    """

    options: Options
    sampler: SamplerReport | None = None
    numbers: NumbersReport | None = None
    parameters: tuple[ParameterReport, ...] = ()
    failure: str | None = None  # of the target, in the audit of the numbers
    stopped: bool = False  # by Ctrl-C

    @property
    def by_subject(self) -> dict[str, str]:
        """The verdict of each audit."""
        found: dict[str, str] = {}
        if self.sampler is not None:
            found["sampler"] = self.sampler.verdict
        if self.numbers is not None:
            found["numbers"] = self.numbers.verdict
        if self.failure is not None:
            found["numbers"] = "error"
        if self.parameters:
            found["parameters"] = together([report.verdict for report in self.parameters])
        return found

    @property
    def code(self) -> int:
        """The exit code: a violation counts most, then an interruption, then not knowing."""
        verdict = together([*self.by_subject.values()])
        if verdict == "violation":
            return REFUTED
        if self.stopped:
            return INTERRUPTED
        return WELL if verdict == "no violation found" else OPEN


def run(chosen: Options, target: Target, claim: PrivacyClaim, pairs: Sequence[Pair]) -> Reports:
    """The audits that were asked for, one after the other, until Ctrl-C."""
    subjects = SUBJECTS if "all" in chosen.subjects else chosen.subjects or ("sampler",)
    found = Reports(chosen)
    if "sampler" in subjects:
        found = _with_sampler(chosen, target, claim, pairs)
    try:
        if "numbers" in subjects and not found.stopped:
            found = _with_numbers(found, target, claim, pairs)
        if "parameters" in subjects and not found.stopped:
            found = replace(found, parameters=_of_parameters(chosen, target, claim))
    except KeyboardInterrupt:
        found = replace(found, stopped=True)
        click.echo("interrupted: what is known is what was finished", err=True)
    return found


def document(target: Target, claim: PrivacyClaim, reports: Reports, again: str) -> dict[str, Any]:
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
            "alpha": reports.options.alpha,
            **dict.fromkeys(("evidence", "witness", "epsilon_low", "delta_low", "error")),
            "seed": reports.options.seed,
            "reproduce": again,
        }
        pictures = {}
    verdicts = reports.by_subject
    numbers = None if reports.numbers is None else reports.numbers.to_json()
    if reports.failure is not None:
        numbers = {"verdict": "error", "error": reports.failure}
    return found | {
        "verdict": together([*verdicts.values()]),
        "verdicts": verdicts,
        "error": found["error"] or reports.failure,
        "interrupted": reports.stopped,
        "numbers": numbers,
        "parameters": [report.to_json() for report in reports.parameters] or None,
        "pictures": pictures,
    }


def _with_sampler(
    chosen: Options, target: Target, claim: PrivacyClaim, pairs: Sequence[Pair]
) -> Reports:
    from dpproofs.audit.sampler import workers

    budget, here = _budget(chosen), Path.cwd()  # a target may go elsewhere
    audit = _new_or_resumed(chosen, target, claim, pairs)
    words = partial(audit_text.progress, budget=budget)
    with workers(target, chosen.workers, chosen.dask) as crew, audit_text.live(words) as watch:
        audit.run(budget, crew, watch)
        report = audit.report(budget)
    _keep(audit, chosen, report, here)
    inputs, shifts = audit.chosen
    own = replace(chosen, seed=audit.seed, inputs=inputs, shifts=shifts)
    return Reports(own, report, stopped=report.interrupted)


def _new_or_resumed(
    chosen: Options, target: Target, claim: PrivacyClaim, pairs: Sequence[Pair]
) -> Audit:
    from dpproofs.audit.sampler import Audit
    from dpproofs.audit.sampler.state import load

    if chosen.resume is not None:
        return load(chosen.resume, target, claim)
    inputs, shifts = read_numbers("--input", chosen.inputs), read_numbers("--shift", chosen.shifts)
    where: dict[str, Any] = {"pairs": pairs} if pairs else {"inputs": inputs, "shifts": shifts}
    audit = Audit.of(target, claim, seed=chosen.seed, **where)
    audit.chosen = chosen.inputs, chosen.shifts
    return audit


def _keep(audit: Audit, chosen: Options, report: SamplerReport, here: Path) -> None:
    """Save the state where asked, and after Ctrl-C in any case."""
    from dpproofs.audit.sampler.state import save

    path = chosen.save or chosen.resume
    if path is None and report.interrupted:
        path = Path("dpproofs-audit.npz")
    if path is not None:
        save(audit, here / path)
        if report.interrupted:
            click.echo(f"interrupted: what is known is in {path}; go on with --resume", err=True)


def _budget(chosen: Options) -> Budget:
    from dpproofs.audit.sampler import Budget

    seconds = math.inf if chosen.seconds is None else chosen.seconds
    return Budget(chosen.alpha, chosen.max_draws, seconds, chosen.to_the_end)


def _with_numbers(
    found: Reports, target: Target, claim: PrivacyClaim, pairs: Sequence[Pair]
) -> Reports:
    """With the audit of the numbers, or with what the target did wrong in it."""
    from dpproofs.audit.target import TargetError

    chosen = found.options
    again = chosen.draws is not None and found.sampler is not None  # which has used all draws
    try:
        with closing(open_target(chosen, claim) if again else target) as drawn:
            return replace(found, numbers=_of_numbers(chosen, drawn, claim, pairs))
    except TargetError as error:
        return replace(found, failure=str(error))


def _of_numbers(
    chosen: Options, target: Target, claim: PrivacyClaim, pairs: Sequence[Pair]
) -> NumbersReport:
    from dpproofs.audit.numbers import audit_numbers

    with audit_text.live(partial(audit_text.progress_of_numbers, alpha=chosen.alpha)) as watch:
        return audit_numbers(
            target,
            claim,
            alpha=chosen.alpha,
            max_draws=chosen.max_draws,
            seconds=chosen.seconds,
            seed=chosen.seed,
            pairs=pairs or None,
            watch=watch,
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
    arguments = read_arguments(chosen.arguments)

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
