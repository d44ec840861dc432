"""The audits that were asked for, and what they found as one document."""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpproofs.auditing.order import Step, one_after_another, time_to_draw
from dpproofs.auditing.report import SUBJECTS, AuditReport
from dpproofs.auditing.thresholds import audit_thresholds
from dpproofs.commands import audit_text
from dpproofs.commands.audit_request import (
    Options,
    data_sets,
    open_target,
    read_arguments,
    read_numbers,
    reproduction,
)
from dpproofs.kernel.drafts import alone
from dpproofs.kernel.errors import BadInput

if TYPE_CHECKING:
    from dpproofs.auditing.claim import PrivacyClaim
    from dpproofs.auditing.numbers import NumbersReport
    from dpproofs.auditing.parameters import ParameterReport
    from dpproofs.auditing.sampler import Audit, Budget, SamplerReport
    from dpproofs.auditing.target import Pair, Target


OFTEN = 2.0  # seconds between two times that the state is saved, at least ...
COST = 20  # ... and this many times what it takes


@dataclass(frozen=True)
class Ran:
    """What was found, and the options that do it again: of a resumed audit its own seed."""

    options: Options
    report: AuditReport


def run(chosen: Options, target: Target, claim: PrivacyClaim, pairs: Sequence[Pair]) -> Ran:
    """The audits that were asked for, one after the other, until Ctrl-C."""
    subjects = SUBJECTS if "all" in chosen.subjects else chosen.subjects or ("sampler",)
    own, start = chosen, AuditReport(target.about, claim, chosen.alpha, chosen.seed)
    found = start

    def of_sampler(known: AuditReport) -> dict[str, Any]:
        nonlocal own
        own, report = _of_sampler(_drawing(chosen, known), target, claim, pairs)
        own = replace(own, seconds=chosen.seconds)
        return {"sampler": report, "seed": own.seed, "stopped": report.interrupted}

    steps: dict[str, Step] = {
        "threshold": lambda _: {"threshold": audit_thresholds(target, claim)},
        "sampler": of_sampler,
        "numbers": lambda known: _with_numbers(known, _drawing(own, known), target, pairs),
        "parameters": lambda _: _of_parameters(chosen, target, claim),
    }
    try:
        for known in one_after_another(start, subjects, steps):
            found = known
    except KeyboardInterrupt:
        found = replace(found, stopped=True)
        click.echo("interrupted: what is known is what was finished", err=True)
    return Ran(own, replace(found, reproduce=reproduction(own)))


def _drawing(chosen: Options, found: AuditReport) -> Options:
    """For the audits that draw: how long they may take."""
    if chosen.to_the_end:
        return chosen
    return replace(chosen, seconds=time_to_draw(found, chosen.seconds))


def _of_sampler(
    chosen: Options, target: Target, claim: PrivacyClaim, pairs: Sequence[Pair]
) -> tuple[Options, SamplerReport]:
    path = chosen.save or chosen.resume
    with nullcontext() if path is None else alone(path.absolute(), "--save"):
        return _drawn(chosen, target, claim, pairs)


def _drawn(
    chosen: Options, target: Target, claim: PrivacyClaim, pairs: Sequence[Pair]
) -> tuple[Options, SamplerReport]:
    from dpproofs.auditing.sampler import workers
    from dpproofs.auditing.sampler.inputs import EVERYWHERE

    budget, here = _budget(chosen), Path.cwd()  # a target may go elsewhere
    audit = _new_or_resumed(chosen, target, claim, pairs, budget)
    words = partial(audit_text.progress, budget=budget)
    with (
        workers(target, chosen.workers, chosen.dask) as crew,
        audit_text.live(words) as show,
        _terminated(),
    ):
        audit.run(budget, crew, _saving(chosen, here, show))
        report = audit.report(budget)
    _keep(audit, chosen, report, here)
    inputs, shifts = audit.chosen
    domain = None if audit.domain == EVERYWHERE else audit.domain
    special = audit.special and not inputs  # which say themselves that they are special
    own = replace(chosen, seed=audit.seed, inputs=inputs, shifts=shifts)
    return replace(own, domain=domain, special=special), report


def _saving(chosen: Options, here: Path, show: Callable[[Audit], None]) -> Callable[[Audit], None]:
    """Show, and save now and then: whoever is killed loses no more than the last seconds."""
    path = chosen.save or chosen.resume
    if path is None:
        return show
    due = time.monotonic() + OFTEN

    def watch(audit: Audit) -> None:
        nonlocal due
        show(audit)
        now = time.monotonic()
        if now >= due:
            _saved(audit, here / path)
            took = time.monotonic() - now
            due = now + took + max(OFTEN, COST * took)

    return watch


@contextmanager
def _terminated() -> Iterator[None]:
    """Have SIGTERM end an audit as Ctrl-C does, so that what is known is kept."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _new_or_resumed(
    chosen: Options, target: Target, claim: PrivacyClaim, pairs: Sequence[Pair], budget: Budget
) -> Audit:
    from dpproofs.auditing.sampler import Audit
    from dpproofs.auditing.sampler.inputs import domain_of
    from dpproofs.auditing.sampler.records import audit_of_records
    from dpproofs.auditing.sampler.state import load

    if (sets := data_sets(chosen)) is not None:
        return audit_of_records(target, claim, sets, chosen.seed, budget)

    if chosen.resume is not None:
        return load(chosen.resume, target, claim)
    inputs, shifts = read_numbers("--input", chosen.inputs), read_numbers("--shift", chosen.shifts)
    where: dict[str, Any] = {"pairs": pairs} if pairs else {"inputs": inputs, "shifts": shifts}
    if chosen.domain is not None:
        where["domain"] = domain_of(chosen.domain)
    audit = Audit.of(target, claim, seed=chosen.seed, special=chosen.special, **where)
    audit.chosen = chosen.inputs, chosen.shifts
    return audit


def _keep(audit: Audit, chosen: Options, report: SamplerReport, here: Path) -> None:
    """Save the state where asked, and after Ctrl-C in any case."""
    path = chosen.save or chosen.resume
    if path is None and report.interrupted and chosen.records is None:
        path = Path("dpproofs-audit.npz")
    if path is not None:
        saved = _saved(audit, here / path)
        if saved and report.interrupted:
            click.echo(f"interrupted: what is known is in {path}; go on with --resume", err=True)


def _saved(audit: Audit, path: Path) -> bool:
    """Whether the state could be saved; a disk that is full takes no verdict along."""
    from dpproofs.auditing.sampler.state import save

    try:
        save(audit, path)
    except OSError as error:
        click.echo(f"the state is not saved: {path}: {error.strerror or error}", err=True)
        return False
    return True


def _budget(chosen: Options) -> Budget:
    from dpproofs.auditing.sampler import Budget

    seconds = math.inf if chosen.seconds is None else chosen.seconds
    own = chosen.alpha, chosen.max_draws, seconds, chosen.to_the_end
    return Budget(*own, power=chosen.power)


def _with_numbers(
    found: AuditReport, chosen: Options, target: Target, pairs: Sequence[Pair]
) -> dict[str, Any]:
    """The audit of the numbers, or what the target did wrong in it."""
    from dpproofs.auditing.target import TargetError

    again = chosen.draws is not None and found.sampler is not None  # which has used all draws
    try:
        with closing(open_target(chosen, found.claim) if again else target) as drawn:
            return {"numbers": _of_numbers(chosen, drawn, found.claim, pairs)}
    except TargetError as error:
        return {"failure": str(error)}


def _of_numbers(
    chosen: Options, target: Target, claim: PrivacyClaim, pairs: Sequence[Pair]
) -> NumbersReport:
    from dpproofs.auditing.numbers import audit_numbers

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
) -> dict[str, ParameterReport]:
    """At the claim; and over a range of claims when the target is calibrated to its claim."""
    from dpproofs.auditing.claim import PrivacyClaim as Claim
    from dpproofs.auditing.parameters import audit_parameters

    name, seconds = target.about.name, chosen.seconds or 60.0
    here = audit_parameters(lambda _: target, claims=[claim], name=name, seconds=seconds)
    if chosen.target is None:
        return {"parameters": here}
    arguments = read_arguments(chosen.arguments)

    def built(other: PrivacyClaim) -> Target:
        from dpproofs.auditing.targets import find

        return find(str(chosen.target), other, arguments)

    try:
        other = built(Claim(claim.epsilon / 2, claim.delta, claim.sensitivity)).computed()
    except BadInput:
        other = target.computed()
    if other == target.computed():
        return {"parameters": here}
    others = audit_parameters(built, name=f"{name}, any claim", seconds=seconds)
    return {"parameters": here, "others": others}
