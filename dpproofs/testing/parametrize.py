"""The conformance suite as tests of pytest, one a sampler and check."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import pytest

from dpproofs.kernel.errors import BadInput
from dpproofs.testing.sampler import Sampler, sampler_of
from dpproofs.testing.suite import all_checks, named_checks
from dpproofs.testing.trial import Check


def parametrize_with_checks(
    samplers: Iterable[Any],
    *,
    checks: Sequence[str] | None = None,
    expected: Mapping[str, str] | None = None,
) -> Callable[[Any], Any]:
    """Decorate a test of the arguments ``sampler`` and ``check`` with every check that applies.

    >>> import dpproofs as dp
    >>> from dpproofs.testing import parametrize_with_checks
    >>> @parametrize_with_checks([dp.Laplace(epsilon=1)])
    ... def test_conformance(sampler, check):
    ...     check(sampler)

    Parameters
    ----------
    samplers
        Mechanisms, which say their own claim, or pairs of a sampler and the keyword arguments of
        `check_sampler` for it: epsilon, delta, sensitivity, claim, law, pairs, records,
        domain, strict, power, name, and ``expected`` for this sampler.
    checks
        Names of those to make; all that apply when None.
    expected
        Names of checks that are known to fail, each with the reason: their tests are expected to
        fail, and fail when they pass.

    Raises
    ------
    BadInput
        When a claim is out of range, or a name is that of no check, or of none that applies.
    """
    wanted = all_checks() if checks is None else named_checks(checks, "checks")
    known = dict(expected or {})
    named_checks(known, "expected")
    cases, used = [], set[str]()
    for sampler, own in map(_sampler, samplers):
        named_checks(own, "expected")
        applying = [each for each in wanted if not each.missing(sampler)]
        reasons = {**known, **own}
        used |= {each.name for each in applying}
        for name in own:
            _require(name, {each.name for each in applying}, sampler.name)
        cases += [_case(sampler, each, reasons.get(each.name)) for each in applying]
    for name in known:
        _require(name, used, "any of the samplers")
    return pytest.mark.parametrize(("sampler", "check"), cases)


def _sampler(given: Any) -> tuple[Sampler, dict[str, str]]:
    """A sampler, and the failures that are expected of it."""
    if not isinstance(given, tuple):
        return sampler_of(given), {}
    if len(given) != 2 or not isinstance(given[1], Mapping):
        raise BadInput("samplers", given, "a sampler, or a pair of one and a dict of its claim")
    subject, arguments = given[0], dict(given[1])
    expected = dict(arguments.pop("expected", {}))
    try:
        return sampler_of(subject, **arguments), expected
    except TypeError as error:
        accepted = "arguments of check_sampler: " + str(error).partition("() ")[2]
        raise BadInput("samplers", arguments, accepted) from error


def _require(name: str, applying: set[str], whose: str) -> None:
    if name not in applying:
        raise BadInput("expected", name, f"a check that applies to {whose}")


def _case(sampler: Sampler, check: Check, reason: str | None) -> Any:
    marks = []
    if reason is not None:
        marks.append(pytest.mark.xfail(reason=reason, raises=AssertionError, strict=True))
    return pytest.param(sampler, check, id=f"{sampler.name}-{check.name}", marks=marks)
