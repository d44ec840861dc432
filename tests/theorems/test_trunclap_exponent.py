"""Every exponent of the truncated Laplacian: verdicts, planted errors, and the moments by numbers.

The oracle is mpmath: quadrature of the density, and the incomplete gamma function.
"""

from __future__ import annotations

from dataclasses import replace

import mpmath
import pytest
import sympy as sp
from flint import arb
from sympy.core.function import AppliedUndef

from dpproofs.checkers import check
from dpproofs.checkers.models import everywhere, in_model
from dpproofs.checkers.numbers import ball, digits, mp_context
from dpproofs.checkers.points import falsify, seeded
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.proposition import Relation
from dpproofs.mechanisms import TruncatedLaplace
from dpproofs.replaying import replay
from dpproofs.theorems.trunclap import (
    exponent,
    exponent_laplace,
    exponent_limits,
    exponent_uniform,
)
from dpproofs.theorems.trunclap.exponent import A, L, lam
from dpproofs.theorems.trunclap.setting import Delta, delta, eps, p
from dpproofs.verifying import verify

CLAIMS = {
    claim.id.removeprefix("trunclap.exponent."): claim
    for module in (exponent, exponent_uniform, exponent_laplace, exponent_limits)
    for claim in module.CLAIMS
}


@pytest.mark.parametrize("name", CLAIMS)
def test_the_claim_is_proved_every_twin_dies_and_the_certificate_replays(name: str) -> None:
    verdict = verify(CLAIMS[name])
    assert verdict.grade is not None, verdict.note
    assert (verdict.decision.value, verdict.grade.name) == ("holds", "proved")
    assert verdict.mutation.tried >= 25
    assert verdict.mutation.survivors == ()
    assert verdict.certificate["trusts"] == []
    report = replay(verdict.certificate, any_statement=True)
    assert report.accepted, report
    assert (report.verdict, report.grade) == ("holds", "proved")


def test_the_claims_are_these() -> None:
    assert set(CLAIMS) == {"parts", "uniform", "laplace", "lims"}


# -- planted errors -------------------------------------------------------------------------------

_two = sp.Integer(2)
PLANTED = {
    "by parts with the other sign": ("parts", exponent.BY_PARTS, "value", lambda e: -e),
    "by parts with A^p": ("parts", exponent.BY_PARTS, "value", lambda e: e / A),
    "the amplitude without what is cut off": ("parts", exponent.VALUES[0], "rhs", lambda _: lam),
    "the amplitude, as an integral": ("parts", exponent.MOMENTS[0], "value", lambda e: e + lam),
    "the third moment, as an integral": ("parts", exponent.MOMENTS[2], "value", lambda e: e / 3),
    "the power, half of it": ("parts", exponent.VALUES[1], "rhs", lambda e: e / 2),
    "the third moment with 1/3 for 1/6": (
        "parts", exponent.VALUES[2], "rhs", lambda e: e - A**3 / (sp.exp(A / lam) - 1),
    ),
    "uniform noise without p + 1": ("uniform", exponent_uniform.UNIFORM_COST, "value", lambda _: 1),
    "less than uniform noise by a half": (
        "uniform", exponent_uniform.ABOVE, "rhs", lambda e: e * (1 - L / 2),
    ),
    "strictly less than uniform noise": ("uniform", exponent_uniform.ABOVE, "op", lambda _: "<"),
    "not below uniform noise": ("uniform", exponent_uniform.EXACT, "lhs", lambda _: 1 / (p + 1)),
    "a smaller error": ("uniform", exponent_uniform.SIMPLE, "lhs", lambda _: (1 - L / 9) / (p + 1)),
    "another limit": ("uniform", exponent_uniform.LIMIT, "value", lambda _: 1 / (p + 2)),
    "powers that fall": ("laplace", exponent_laplace.SHIFTED, "op", lambda _: ">"),
    "half the constant": (
        "laplace", exponent_laplace.CUT, "value", lambda e: e / 2,
    ),
    "a constant without its power": (
        "laplace", exponent_laplace.TAMED, "rhs", lambda e: e / (2 * p) ** p,
    ),
    "less than half of Laplace noise": ("laplace", exponent_laplace.ABOVE, "rhs", lambda e: e / 2),
    "not below Laplace noise": (
        "laplace", exponent_laplace.BELOW, "lhs", lambda _: exponent_laplace.laplace,
    ),
    "half the limit": ("laplace", exponent_laplace.LIMIT, "value", lambda e: e / 2),
    "uniform on all of [-A, A], A twice as long": (
        "lims", exponent_limits.TO_UNIFORM, "value", lambda e: e * 2**p,
    ),
    "closer to uniform": (
        "lims", exponent_limits.BOUNDS_EPSILON[1], "rhs", lambda e: e / (1 + eps),
    ),
    "above uniform": (
        "lims", exponent_limits.BOUNDS_EPSILON[0], "lhs", lambda _: exponent_limits.TO_UNIFORM
        .proposition.value,
    ),
    "Laplace noise of half the scale": (
        "lims", exponent_limits.TO_LAPLACE, "value", lambda e: e / 2**p,
    ),
    "a strip of another width": ("lims", exponent_limits.STRIP, "value", lambda e: e / 2),
    "both: twice the limit": ("lims", exponent_limits.TOGETHER, "value", lambda e: 2 * e),
    "both: from below": ("lims", exponent_limits.BOUNDS_BOTH[1], "rhs", lambda e: e * (1 - eps)),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_error_is_not_established(name: str) -> None:
    claim, goal, field, change = PLANTED[name]
    derivation = CLAIMS[claim].derive()
    (step,) = [s for s in derivation.steps if s.goal == goal]
    assert check(step, derivation).established
    wrong = replace(goal.proposition, **{field: change(getattr(goal.proposition, field))})
    assert wrong != goal.proposition
    assert not check(replace(step, goal=Goal(wrong, goal.domain)), derivation).established


# -- the functions of which only the hypotheses are known, by numbers -----------------------------

mp = mpmath.MPContext()
mp.dps = 40


def tail(power: mpmath.mpf, end: mpmath.mpf) -> mpmath.mpf:
    """The integral of x^p exp(-x) over [0, end]."""
    return mp.gammainc(power + 1, 0, end)


def scaled(power: mpmath.mpf, end: mpmath.mpf) -> mpmath.mpf:
    """E(|X|/lambda)^p for A = lambda end."""
    return tail(power, end) / -mp.expm1(-end)


def table(at: dict[sp.Symbol, mpmath.mpf]) -> dict[str, object]:
    """Each function as what it stands for, at a point of the other variables."""
    start = mp.log(mp.mpf(3) / 2)
    size, limit = at.get(Delta), at.get(delta)

    def length(privacy: mpmath.mpf, limit: mpmath.mpf) -> mpmath.mpf:
        return mp.log1p(mp.expm1(privacy) / (2 * limit))

    return {
        "E": lambda q, *e: (
            (size / e[0]) ** q * scaled(q, length(e[0], limit))
            if e
            else at[lam] ** q * scaled(q, at[A] / at[lam])
        ),
        "R": lambda q, end: scaled(q, end) / end**q,
        "S": scaled,
        "T": lambda q, end: mp.gammainc(q + 1, end),
        "K": lambda q: mp.gamma(q + 1),
        "alpha": lambda e: mp.log(size / e * length(e, limit)),
        "J": lambda q, e, w: (size / e) ** q * scaled(q, mp.log1p(w**2)),
        "C": lambda q, e: scaled(q, length(e, e)),
        "D": lambda q, e: tail(q, length(e, e)) - tail(q, start),
        "c": lambda q: 3 * tail(q, start),
    }


def value(expression: sp.Expr, at: dict[sp.Symbol, mpmath.mpf]) -> mpmath.mpf:
    if expression in at:
        return at[expression]
    if expression.is_Rational:
        return mp.mpf(int(expression.p)) / int(expression.q)
    parts = [value(part, at) for part in expression.args]
    if expression.is_Add:
        return mp.fsum(parts)
    if expression.is_Mul:
        return mp.fprod(parts)
    if expression.is_Pow:
        return mp.power(*parts)
    if isinstance(expression, AppliedUndef):
        return table(at)[str(expression.func)](*parts)
    return {sp.exp: mp.exp, sp.log: mp.log}[expression.func](*parts)


LARGE = 30
RELATIONS = [
    (name, place, goal)
    for name, claim in CLAIMS.items()
    for place, goal in enumerate((*claim.statement.hypotheses, *claim.statement.printed))
    if isinstance(goal.proposition, Relation)
]


@pytest.mark.parametrize(("name", "place", "goal"), RELATIONS)
def test_hypotheses_and_bounds_hold_by_numbers(name: str, place: int, goal: Goal) -> None:
    rng, claim = seeded(place), goal.proposition
    for _ in range(25):
        point = goal.domain.sample(rng)
        if any(number > LARGE for symbol, number in point.items() if symbol.name == "p"):
            continue  # the oracle loses its digits there
        at = {symbol: value(number, {}) for symbol, number in point.items()}
        left, right = value(claim.lhs, at), value(claim.rhs, at)
        room = mp.mpf(10) ** -25 * (1 + abs(left) + abs(right))
        if claim.op == "==":
            assert abs(left - right) < room, (name, point)
        else:
            assert left <= right + room, (name, point)


@pytest.mark.parametrize("name", CLAIMS)
def test_the_models_are_the_moments_themselves_and_are_looked_at(name: str) -> None:
    """A hypothesis that is made wrong is found to be so in the model."""
    statement, little = CLAIMS[name].statement, sp.Rational(1, 10**20)
    (model,) = statement.examples
    assert set(model) == {given.name for given in statement.given}
    for goal in statement.hypotheses:
        assert isinstance(goal.proposition, Relation)
        claim = in_model(goal.proposition, statement, model)
        assert claim is not None
        assert not claim.lhs.atoms(AppliedUndef) | claim.rhs.atoms(AppliedUndef)
        domain = everywhere(goal.domain, statement)
        wrong = [Relation(claim.rhs + little, claim.op, claim.lhs - 1)]
        if claim.op == "==":
            wrong.append(Relation(claim.lhs + little, "==", claim.rhs))
        assert falsify(claim, domain) is None
        assert all(falsify(other, domain) is not None for other in wrong)


# -- the moments, from the density ----------------------------------------------------------------

EXPONENTS = ["0.3", "1", "1.5", "2", "3.7"]
NOISES = [("0.5", "0.01", "1"), ("2", "0.3", "3"), ("0.01", "0.4", "2"), ("5", "1e-6", "0.5")]


def by_quadrature(power: str, scale: mpmath.mpf, end: mpmath.mpf) -> mpmath.mpf:
    def weighted(x: mpmath.mpf) -> mpmath.mpf:
        return x ** mp.mpf(power) * mp.exp(-x / scale) / (scale * -mp.expm1(-end / scale))

    return mp.quad(weighted, mp.linspace(0, end, 9))


@pytest.mark.parametrize("power", EXPONENTS)
@pytest.mark.parametrize(("privacy", "limit", "size"), NOISES)
def test_every_moment_lies_between_its_bounds(
    power: str, privacy: str, limit: str, size: str
) -> None:
    q, scale = mp.mpf(power), mp.mpf(size) / mp.mpf(privacy)
    end = scale * mp.log1p(mp.expm1(mp.mpf(privacy)) / (2 * mp.mpf(limit)))
    cost, after = by_quadrature(power, scale, end), by_quadrature(str(q + 1), scale, end)
    u = mp.expm1(end / scale)
    assert abs((q + 1) * scale * cost - end ** (q + 1) / u - after) < 1e-12 * after
    least = end**q / (q + 1) * end / scale / u
    assert end**q / (q + 1) * (1 - end / (2 * scale)) <= least <= cost
    assert cost <= min(end**q / (q + 1), scale**q * mp.gamma(q + 1))
    missing = 2 * (2 * q) ** q * mp.exp(-end / (2 * scale))
    assert scale**q * (mp.gamma(q + 1) - missing) <= cost
    noise = TruncatedLaplace.from_bounds(float(scale), float(end), float(size))
    assert noise.expected_cost(float(power)) == pytest.approx(float(cost), rel=1e-12)


@pytest.mark.parametrize("power", EXPONENTS)
def test_the_moments_tend_to_the_limits(power: str) -> None:
    q, size = mp.mpf(power), mp.mpf(3)

    def cost(privacy: mpmath.mpf, limit: mpmath.mpf) -> mpmath.mpf:
        end = mp.log1p(mp.expm1(privacy) / (2 * limit))
        return (size / privacy) ** q * scaled(q, end)

    tiny, some = mp.mpf(10) ** -9, mp.mpf("0.2")
    uniform = (size / (2 * some)) ** q / (q + 1)
    assert abs(cost(tiny, some) / uniform - 1) < 1e-7
    assert abs(cost(some, tiny**4) / ((size / some) ** q * mp.gamma(q + 1)) - 1) < 1e-7
    both = 3 * mp.quad(lambda x: x**q * mp.exp(-x), [0, mp.log(mp.mpf(3) / 2)])
    assert abs((tiny / size) ** q * cost(tiny, tiny) / both - 1) < 1e-7


def test_the_limit_for_both_is_that_of_the_paper_for_one_and_two() -> None:
    log = mp.log(mp.mpf(3) / 2)
    assert abs(table({})["c"](1) - (1 - 2 * log)) < 1e-30
    assert abs(table({})["c"](2) / 2 - (1 - 2 * log - log**2)) < 1e-30


def test_gamma_functions_have_values_by_both_evaluators() -> None:
    s, end = sp.symbols("s t", positive=True)
    context = mp_context(30)
    for function, known in (
        (sp.gamma(s), mp.gamma(mp.mpf("2.5"))),
        (sp.lowergamma(s, end), mp.gammainc(mp.mpf("2.5"), 0, mp.mpf("1.25"))),
    ):
        at = {s: arb("2.5"), end: arb("1.25")}
        assert abs(float(ball(function, at).mid()) - float(known)) < 1e-14
        point = {s: context.mpf("2.5"), end: context.mpf("1.25")}
        assert abs(digits(function, point, context) - context.mpf(str(known))) < 1e-28
