"""Privacy profiles at the worst shift, from densities: decided, replayed, and against oracles."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import flint
import pytest
import sympy as sp
from noise_families import (
    ASYMMETRIC,
    GAUSSIAN,
    GEOMETRIC,
    LAPLACE,
    MIXTURE,
    PAIR,
    PARITY,
    STAIRCASE,
    STEPS,
    TRIANGULAR,
    UNIFORM_ATOM,
    Delta,
    a,
    b,
    c,
    delta,
    gamma,
    h,
    lam,
    over,
    s,
    sigma,
    w,
    x,
)

import dpproofs as dp
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.verdict import Decision
from dpproofs.privacy import StepDistribution
from dpproofs.privacy.enclosed import known_noise
from dpproofs.replaying import replay
from dpproofs.verifying import check_steps

e, d, A = sp.Symbol("e", nonnegative=True), *sp.symbols("d A", positive=True)
HALF = sp.Rational(1, 2)

TRUNCATED = dp.Family(
    "truncated",
    x=x,
    domain=over(dp.positive(lam), dp.positive(A), dp.between(d, 0, A)),
    pieces=[dp.Piece(sp.exp(-x / lam) / (2 * lam * (1 - sp.exp(-A / lam))), 0, A)],
)
LOW = STAIRCASE.with_domain(
    over(dp.between(b, 0, 1), dp.positive(Delta), dp.between(gamma, 0, HALF, "[]"))
)
HIGH = STAIRCASE.with_domain(
    over(dp.between(b, 0, 1), dp.positive(Delta), dp.between(gamma, HALF, 1, "[]"))
)
SHORT = STEPS.with_domain(over(dp.positive(w), dp.between(h, 0, 1 / (6 * w)), dp.between(d, 0, w)))
NEAR = TRIANGULAR.with_domain(over(dp.positive(s), dp.between(d, 0, s)))

PROFILES = {
    "laplace": (LAPLACE, d), "gaussian": (GAUSSIAN, d), "uniform": (UNIFORM_ATOM, Delta),
    "truncated": (TRUNCATED, d),
    "low": (LOW, Delta), "high": (HIGH, Delta), "steps": (SHORT, d), "geometric": (GEOMETRIC, 1),
    "three": (GEOMETRIC, 3), "triangular": (NEAR, d), "asymmetric": (ASYMMETRIC, d),
}  # fmt: skip


@cache
def profile(name):
    family, sensitivity = PROFILES[name]
    return family.privacy_profile(e, sensitivity)


def number(name, epsilon, **values):
    """The formula at exact parameters, to 40 digits."""
    at = {v.symbol: sp.Rational(values.get(v.symbol.name, 0)) for v in profile(name).domain}
    at[e] = sp.S(epsilon) if isinstance(epsilon, sp.Expr) else sp.Rational(epsilon)
    return sp.N(profile(name).value.subs(at), 40)


def close(value, oracle):
    """Whether a number is that of an oracle, to 22 digits, which balls have."""
    if isinstance(oracle, flint.arb):
        known = sp.Float(oracle.str(40, radius=False), 40)
    else:
        known = sp.Rational(oracle.numerator, oracle.denominator)
    return abs(value - known) <= sp.Float("1e-22") * (1 + abs(known))


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["laplace", "gaussian", "uniform", "steps", "geometric"])
def test_profiles_are_decided_and_replayed(name):
    found = profile(name)
    assert found.verdict.decision is Decision.holds, found.verdict.note
    assert found.verdict.mutation.tried == found.verdict.mutation.killed > 0
    report = replay(found.certificate, any_statement=True)
    assert report.accepted, report.reason
    assert "worst shift" in found.path[0]


@pytest.mark.sweep
@pytest.mark.no_cover
@pytest.mark.parametrize("name", ["asymmetric", "truncated", "three", "triangular", "low", "high"])
def test_longer_profiles_are_decided(name):
    claim = profile(name).claim
    assert all(found.established for found in check_steps(claim.statement, claim.derivation))


def test_they_read_like_a_person_s():
    inside, outside = profile("laplace").value.args
    assert sp.expand(inside[0] - (1 - sp.exp((e - d / lam) / 2))) == 0
    assert (inside[1], outside[0]) == (e < d / lam, 0)
    assert profile("uniform").value == delta
    first = profile("asymmetric").value.args[0].args[0][0]
    assert first in (1 - sp.exp((a * e - d) / (a + c)), 1 - sp.exp((c * e - d) / (a + c)))
    assert sp.factor(profile("geometric").value.args[0][0] * (1 + b)) == sp.factor(
        1 - b * sp.exp(e)
    )


@pytest.mark.parametrize("epsilon", ["0", "1/3", "1", "3"])
def test_profiles_of_known_noise_are_its_enclosures(epsilon):
    at = Fraction(epsilon)
    laplace = known_noise("laplace", {"scale": Fraction(3, 2)}).profile(at, Fraction(2))
    assert close(number("laplace", epsilon, **{"lambda": "3/2", "d": 2}), laplace)
    cut = known_noise("truncated_laplace", {"scale": Fraction(3, 2), "bound": 5})
    value = number("truncated", epsilon, **{"lambda": "3/2", "A": 5, "d": 2})
    assert close(value, cut.profile(at, Fraction(2)))
    atom = known_noise("uniform_with_atom", {"half_width": Fraction(3, 2), "atom": Fraction(1, 4)})
    shown = number("uniform", epsilon, delta="1/2", Delta=1, alpha="1/4")
    assert close(shown, atom.profile(at, 1))
    ratio = known_noise("geometric", {"ratio": Fraction(2, 3)})
    assert close(number("geometric", epsilon, b="2/3"), ratio.profile(at, 1))
    assert close(number("three", epsilon, b="2/3"), ratio.profile(at, 3))


@pytest.mark.parametrize("epsilon", ["0", "1/3", "1", "3", "20"])
def test_the_profile_of_normal_noise_is_that_of_balle_and_wang(epsilon):
    """Improving the Gaussian mechanism (2018), Theorem 5: two values of the normal cdf."""
    at, size, spread = sp.Rational(epsilon), sp.Integer(2), sp.Rational(3, 4)
    tail = lambda z: (1 - sp.erf(z / sp.sqrt(2))) / 2  # noqa: E731
    upper, lower = (at * spread / size + sign * size / (2 * spread) for sign in (-1, 1))
    known = sp.N(tail(upper) - sp.exp(at) * tail(lower), 60)
    shown = profile("gaussian").value.subs({e: at, d: size, sigma: spread})
    assert abs(sp.N(shown, 60) - known) <= sp.Float("1e-40")


@pytest.mark.parametrize("growth", ["1", "3/2", "2", "5/2", "7"])
def test_profiles_of_steps_are_those_of_exact_arithmetic(growth):
    r = Fraction(growth)
    step = StepDistribution(
        (Fraction(-2), Fraction(-1), Fraction(1), Fraction(2)),
        (Fraction(1, 10), Fraction(1, 5), Fraction(1, 10)), {Fraction(0): Fraction(2, 5)},
        period=Fraction(4),
    )  # fmt: skip
    shifts = [Fraction(k, 12) for k in range(1, 7)]
    worst = max(step.divergence(side * t, r) for t in shifts for side in (1, -1))
    value = number("steps", sp.log(sp.Rational(growth)), w=1, h="1/10", d="1/2")
    assert close(value, worst)
    for share, name in ((Fraction(2, 5), "low"), (Fraction(4, 5), "high")):
        stairs = stairs_of(share)
        worst = max(stairs.divergence(4 * t, r) for t in shifts)
        assert close(
            number(name, sp.log(sp.Rational(growth)), b="1/3", Delta=2, gamma=share), worst
        )


def stairs_of(share):
    from dpproofs.privacy import exact_staircase

    return exact_staircase(Fraction(1, 3), share, 2)


@pytest.mark.parametrize("name", ["laplace", "steps", "low"])
def test_a_false_formula_is_never_decided(name):
    claim = profile(name).claim
    statement, derivation = claim.statement, claim.derivation
    refused = set()
    for place, step in enumerate(derivation.steps):
        said = step.goal.proposition
        field = next((n for n in ("value", "rhs") if hasattr(said, n)), None)
        if step.method not in ("integral", "identity", "sum") or step.goal not in statement.printed:
            continue
        false = replace(said, **{field: getattr(said, field) * sp.Rational(11, 10)})
        if false == said:
            continue
        wrong = replace(step.goal, proposition=false)
        goals = tuple(wrong if goal == step.goal else goal for goal in statement.printed)
        steps = list(derivation.steps)
        steps[place] = replace(step, goal=wrong)
        other = replace(statement, printed=goals)
        found = check_steps(other, replace(derivation, steps=tuple(steps), statement=other))
        assert not found[place].established
        refused.add(step.method)
    assert refused >= {"integral", "identity"}


@pytest.mark.parametrize("name", ["laplace", "steps"])
def test_a_set_that_does_not_show_the_profile_is_refused(name):
    """The density is no larger, or no smaller, than it is said to be where signs are changed."""
    claim = profile(name).claim
    steps, statement = list(claim.derivation.steps), claim.statement
    turned = 0
    for place, step in enumerate(steps):
        if "loss is" not in step.reason and "times the shifted" not in step.reason:
            continue
        said = step.goal.proposition
        wrong = replace(step.goal, proposition=replace(said, lhs=said.rhs, rhs=said.lhs))
        goals = tuple(wrong if goal == step.goal else goal for goal in statement.printed)
        other = replace(statement, printed=goals)
        changed = (*steps[:place], replace(step, goal=wrong), *steps[place + 1 :])
        found = check_steps(other, replace(claim.derivation, steps=changed, statement=other))
        assert not found[place].established
        turned += 1
    assert turned >= 3


def test_where_no_shift_is_known_to_be_worst_nothing_is_said():
    for family, sensitivity, told in [
        (MIXTURE, d, "order of"),
        (STEPS, d, "order of"),
        (STAIRCASE, Delta, "order of"),
        (STAIRCASE, Delta / 2, "other than its period"),
        (PAIR, d, "atom off the origin"),
        (PARITY, 1, "several pieces"),
        (GEOMETRIC, d, "not a number"),
        (rising(), d, "rises somewhere"),
        (gap(), d, "a gap"),
    ]:
        found = family.privacy_profile(e, sensitivity)
        assert found.value is None
        assert found.verdict.decision is Decision.open
        assert told in found.verdict.note, found.verdict.note


def rising():
    return dp.Family(
        "rising", x=x, domain=over(dp.positive(s)), pieces=[dp.Piece(x / s**2, 0, s)]
    )  # fmt: skip


def gap():
    return dp.Family(
        "gap", x=x, domain=over(dp.positive(s)),
        pieces=[dp.Piece(1 / (4 * s), 0, s), dp.Piece(1 / (4 * s), 2 * s, 3 * s)],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ((lam, d), "epsilon"),
        ((1, d), "epsilon"),
        ((e, e), "sensitivity"),
        ((e, d + A), "sensitivity"),
        ((e, -lam), "sensitivity"),
        ((e, 0), "sensitivity"),
        ((e, "1"), "sensitivity"),
    ],
)
def test_bad_input_is_named(arguments, named):
    with pytest.raises(BadInput) as error:
        LAPLACE.privacy_profile(*arguments)
    assert error.value.argument == named
