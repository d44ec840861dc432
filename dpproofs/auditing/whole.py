"""The audits of one sampler that a caller asks for, one after the other."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.data_sets import DataSets
from dpproofs.auditing.neighbours import as_pairs, between
from dpproofs.auditing.order import Step, one_after_another, time_to_draw
from dpproofs.auditing.report import SUBJECTS, AuditReport
from dpproofs.auditing.sampler import Audit, Budget, SamplerReport
from dpproofs.auditing.sampler import workers as crews
from dpproofs.auditing.sampler.budget import at_least
from dpproofs.auditing.sampler.inputs import domain_of
from dpproofs.auditing.sampler.records import audit_of_records
from dpproofs.auditing.target import Pair, Target, TargetError
from dpproofs.auditing.targets.of_records import OfRecords
from dpproofs.auditing.targets.singly import Singly
from dpproofs.auditing.thresholds import audit_thresholds
from dpproofs.kernel.errors import BadInput

if TYPE_CHECKING:
    from dpproofs.auditing.parameters import ParameterReport


@dataclass(frozen=True)
class Settings:
    """How `dpproofs.audit` was asked to go about it; see there."""

    alpha: float
    max_draws: int
    seconds: float
    seed: int
    pairs: Iterable[Any] | None
    inputs: Iterable[Any]
    shifts: Iterable[Any]
    workers: int
    batch: bool = True
    domain: tuple[float, float] | None = None
    special: bool = False
    fresh: bool = False
    sessions: Any = None
    power: float | None = None
    records: Any = None


def audit_whole(
    sampler: Any, claim: PrivacyClaim, of: str | Sequence[str], settings: Settings
) -> SamplerReport | AuditReport:
    """What `dpproofs.audit` does."""
    wanted = _subjects(of)
    at_least("workers", settings.workers, 1)
    at_least("seed", settings.seed, 0)
    inputs, shifts = list(settings.inputs), list(settings.shifts)
    pairs = _pairs(settings.pairs, inputs, shifts)
    target = _target(sampler, claim, settings)
    if not settings.batch:
        target = Singly(target)
    if settings.records is not None:
        if pairs or inputs or shifts or settings.domain is not None or settings.special:
            accepted = "left out with pairs=, inputs=, shifts=, domain= or special="
            raise BadInput("records", settings.records, accepted)
        settings = replace(settings, records=DataSets.of(settings.records))
        target, pairs = OfRecords(target, settings.records.make), settings.records.pairs()
    where = pairs, (inputs, shifts)
    if of == "sampler":
        return _of_sampler(target, claim, settings, *where)
    found = start = AuditReport(target.about, claim, settings.alpha, settings.seed)
    steps: dict[str, Step] = {
        "threshold": lambda _: {"threshold": audit_thresholds(target, claim)},
        "sampler": lambda known: {
            "sampler": _of_sampler(target, claim, _drawing(settings, known), *where)
        },
        "numbers": lambda known: _of_numbers(target, claim, _drawing(settings, known), pairs),
        "parameters": lambda _: {"parameters": _of_parameters(target, claim, settings)},
    }
    for known in one_after_another(start, wanted, steps):
        found = known
    return found


def _drawing(settings: Settings, found: AuditReport) -> Settings:
    given = settings.seconds if math.isfinite(settings.seconds) else None
    seconds = time_to_draw(found, given)
    return settings if seconds is None else replace(settings, seconds=seconds)


def _of_parameters(target: Target, claim: PrivacyClaim, settings: Settings) -> ParameterReport:
    from dpproofs.auditing.parameters import audit_parameters

    name, seconds = target.about.name, min(settings.seconds, 60.0)
    return audit_parameters(lambda _: target, claims=[claim], name=name, seconds=seconds)


def _subjects(of: str | Sequence[str]) -> Sequence[str]:
    wanted = (of,) if isinstance(of, str) else tuple(of)
    unknown = [name for name in wanted if name not in (*SUBJECTS, "all")]
    if unknown or not wanted:
        accepted = f"one or several of {', '.join(SUBJECTS)}, or all"
        raise BadInput("of", ", ".join(map(str, unknown)) or "nothing", accepted)
    return SUBJECTS if "all" in wanted else wanted


def _pairs(pairs: Iterable[Any] | None, inputs: list[Any], shifts: list[Any]) -> list[Pair]:
    """The pairs that a user named; none where inputs and shifts are numbers, or are not given."""
    if pairs is not None:
        if not isinstance(pairs, Iterable):
            raise BadInput("pairs", pairs, "tuples of an input and its neighbour")
        if inputs or shifts:
            raise BadInput("pairs", pairs, "left out with inputs= or shifts=")
        return as_pairs(pairs)
    return between(inputs, shifts) or []


def _target(sampler: Any, claim: PrivacyClaim, settings: Settings) -> Target:
    if settings.fresh or settings.sessions is not None:
        from dpproofs.auditing.targets import find_anew
        from dpproofs.auditing.targets.anew import anew

        made = find_anew if isinstance(sampler, str) else anew
        return made(sampler, claim, sessions=settings.sessions)
    if isinstance(sampler, Target):
        return sampler
    if isinstance(sampler, str):
        from dpproofs.auditing.targets import find

        return find(sampler, claim)
    from dpproofs.auditing.targets.callables import target_of

    return target_of(sampler, claim)


def _of_sampler(
    target: Target,
    claim: PrivacyClaim,
    settings: Settings,
    pairs: Sequence[Pair],
    numbers: tuple[list[Any], list[Any]],
) -> SamplerReport:
    budget = Budget(settings.alpha, settings.max_draws, settings.seconds, power=settings.power)
    if settings.records is not None:
        audit = audit_of_records(target, claim, settings.records, settings.seed, budget)
    else:
        audit = Audit.of(target, claim, seed=settings.seed, **_where(settings, pairs, numbers))
    with crews(target, settings.workers) as crew:
        audit.run(budget, crew)
        return audit.report(budget)


def _where(
    settings: Settings, pairs: Sequence[Pair], numbers: tuple[list[Any], list[Any]]
) -> dict[str, Any]:
    """Where to draw, as `Audit.of` takes it."""
    where: dict[str, Any] = (
        {"pairs": pairs} if pairs else {"inputs": numbers[0], "shifts": numbers[1]}
    )
    if settings.domain is not None:
        where["domain"] = domain_of(settings.domain)
    if settings.special:
        where["special"] = True
    return where


def _of_numbers(
    target: Target, claim: PrivacyClaim, settings: Settings, pairs: Sequence[Pair]
) -> dict[str, Any]:
    from dpproofs.auditing.numbers import audit_numbers

    seconds = settings.seconds if math.isfinite(settings.seconds) else None
    try:
        report = audit_numbers(
            target,
            claim,
            alpha=settings.alpha,
            max_draws=settings.max_draws,
            seconds=seconds,
            seed=settings.seed,
            pairs=pairs or None,
        )
    except TargetError as error:
        return {"failure": str(error)}
    return {"numbers": report}
