"""Formulas of users' own densities: found, decided, replayed, and compared with quadrature."""

from dataclasses import replace

import mpmath
import pytest
import sympy as sp
from noise_families import (
    ASYMMETRIC,
    AT,
    GAUSSIAN,
    GEOMETRIC,
    LAPLACE,
    MIXTURE,
    PAIR,
    PARITY,
    STAIRCASE,
    STEPS,
    TRIANGULAR,
    a,
    b,
    beta,
    c,
    h,
    over,
    p,
    q,
    s,
    sigma,
    w,
    x,
)  # fmt: skip
from quadrature import expectation

import dpproofs as dp
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.verdict import Decision
from dpproofs.replaying import replay

FAMILIES = (
    TRIANGULAR, LAPLACE, GAUSSIAN, ASYMMETRIC, MIXTURE, STEPS, PARITY, GEOMETRIC, STAIRCASE, PAIR,
)  # fmt: skip

COSTS = [
    (TRIANGULAR, 2, s**2 / 6),
    (TRIANGULAR, p, 2 * s**p / ((p + 1) * (p + 2))),
    (GAUSSIAN, 1, sigma * sp.sqrt(2 / sp.pi)),
    (ASYMMETRIC, 3, 6 * (a**4 + c**4) / (a + c)),
    (STEPS, p, 2 * h * w ** (p + 1) * (1 + 2 ** (p + 1)) / (p + 1)),
    (PARITY, 1, 2 * b * ((1 + b) ** 2 - beta * (1 - b) ** 2)
        / ((1 - b**2) * ((1 + b) ** 2 + beta * (1 - b) ** 2))),
    (PAIR, 2, q * w**2 / 3 + (1 - q) * w**2),
]  # fmt: skip


def accepted(derived):
    return replay(derived.certificate, any_statement=True)


def as_fraction(number):
    return sp.Rational(str(number))


@pytest.mark.parametrize("family", [MIXTURE, STEPS, PARITY, PAIR], ids=lambda family: family.name)
def test_every_density_is_shown_to_have_mass_1(family):
    total = family.normalisation()
    assert total.value == 1
    assert total.verdict.decision is Decision.holds, total.verdict.note
    assert accepted(total).accepted


@pytest.mark.no_cover
@pytest.mark.parametrize(("family", "power", "known"), COSTS, ids=lambda v: getattr(v, "name", ""))
def test_costs_are_found_decided_and_replayed(family, power, known):
    cost = family.cost(power)
    assert sp.simplify(cost.value - known.subs(p, sp.Symbol("p", positive=True))) == 0
    assert cost.verdict.decision is Decision.holds, cost.verdict.note
    assert cost.verdict.digits >= 18
    assert cost.verdict.mutation.tried == cost.verdict.mutation.killed > 0
    report = accepted(cost)
    assert report.accepted, report.reason
    assert report.verdict == "holds"
    assert cost.path


@pytest.mark.no_cover
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_enclosures_agree_with_quadrature_to_30_digits(family):
    cost = replace(family.cost(2), claim=None)  # not decided, so that the definition is enclosed
    low, high = cost.enclosure(**AT[family.name])
    value = expectation(family, lambda u: u**2, AT[family.name])
    below, above = (value.context.mpf(e.numerator) / e.denominator for e in (low, high))
    slack = value * value.context.mpf("1e-30")
    assert below - slack <= value <= above + slack
    assert above - below <= 10 * slack


@pytest.mark.parametrize("family", [STAIRCASE, LAPLACE], ids=lambda f: f.name)
def test_a_logarithmic_cost_is_enclosed_where_no_formula_is_found(family):
    cost = replace(family, seconds=0.1).cost_of(x * sp.log(1 + x))
    low, high = cost.enclosure(digits=20, **AT[family.name])
    value = expectation(family, lambda u: u * mpmath.log(1 + u), AT[family.name], digits=15)
    assert float(low) == pytest.approx(float(value), rel=1e-12)
    assert high - low <= abs(high) / 10**20
    if cost.value is None:
        assert cost.verdict.decision is Decision.open
        assert "No closed form" in cost.verdict.note
        assert cost.certificate == {}


@pytest.mark.parametrize(
    ("family", "at"),
    [(LAPLACE, {"lambda": 2, "p": "5/2"}), (GAUSSIAN, {"sigma": 1, "p": 3})],
    ids=lambda v: getattr(v, "name", ""),
)  # fmt: skip
def test_any_real_power_has_a_formula_in_the_gamma_function_that_is_decided(family, at):
    cost = family.cost(p)
    assert cost.value.has(sp.gamma)
    assert cost.verdict.decision is Decision.holds
    assert replay(cost.certificate, any_statement=True).accepted
    low, high = cost.enclosure(**at)
    exponent = sp.Rational(at["p"])
    exact = expectation(family, lambda u: u ** mpmath.mpf(exponent.p) ** 1 if exponent.q == 1
        else u ** (mpmath.mpf(exponent.p) / exponent.q), at, digits=15)  # fmt: skip
    assert float(low) == pytest.approx(float(exact), rel=1e-12)
    assert high - low <= high / 10**28


def test_the_mean_and_the_variance_of_skewed_noise():
    assert sp.expand(ASYMMETRIC.mean().value - (a - c)) == 0
    assert sp.expand(ASYMMETRIC.variance().value - (a**2 + c**2)) == 0
    found = ASYMMETRIC.variance()  # whose sentence has the mean in it
    assert found.verdict.decision is Decision.holds, found.verdict.note
    assert accepted(found).accepted


def test_the_mean_of_even_noise_is_0_and_the_sentence_says_why():
    mean = STAIRCASE.mean()
    assert mean.value == 0
    assert mean.verdict.decision is Decision.holds
    assert "Even noise" in mean.verdict.note


def test_a_threshold_costs_the_tail():
    t = sp.Symbol("t", positive=True)
    inside = dp.Family(
        "cut", x=x, domain=over(dp.positive(s), dp.between(t, 0, s)),
        pieces=[dp.Piece((1 - x / s) / s, 0, s)],
    )  # fmt: skip
    cost = inside.cost_of(sp.Piecewise((0, x < t), (1, True)))
    assert sp.expand(cost.value - (1 - t / s) ** 2) == 0
    assert cost.verdict.decision is Decision.holds


def test_a_threshold_of_a_periodic_density_is_enclosed():
    cost = STAIRCASE.cost_of(sp.Piecewise((0, x < 3), (1, True)))
    assert cost.value is None
    low, high = cost.enclosure(**AT["stairs"])
    # Delta = 2, gamma = 2/5: beyond 3 lie half of (2.8, 4] of period 1 and all later ones
    exact = sp.Rational(1, 3) ** 2 + 2 * sp.Rational(5, 27) * sp.Rational(1, 9) * 1
    level = (1 - sp.Rational(1, 3)) / (2 * 2 * (sp.Rational(2, 5) + sp.Rational(1, 5)))
    exact = sp.Rational(1, 9) + 2 * level * sp.Rational(1, 9)
    assert as_fraction(low) <= exact <= as_fraction(high)


@pytest.mark.parametrize(
    ("wrong", "argument"),
    [
        (lambda: TRIANGULAR.cost("2"), "p"),
        (lambda: TRIANGULAR.cost(-1), "p"),
        (lambda: TRIANGULAR.cost_of(sp.Symbol("z")), "cost"),
        (lambda: TRIANGULAR.cost(2).enclosure(s=-1), "s"),
        (lambda: TRIANGULAR.cost(2).enclosure(), "parameters"),
        (lambda: TRIANGULAR.cost(2).enclosure(s=1, r=2), "parameters"),
        (lambda: TRIANGULAR.cost(2).enclosure(s=1, digits=0), "digits"),
        (lambda: dp.Family("two words", x=x, domain=over(), pieces=[]), "name"),
        (lambda: dp.Family("none", x=x, domain=over(), pieces=[]), "pieces"),
        (lambda: dp.Family("f", x=s, domain=over(dp.positive(s)), pieces=[]), "x"),
        (lambda: dp.Family("f", x=x, domain=over(), pieces=[dp.Piece(1, 0, w)]), "pieces"),
        (lambda: dp.Family("f", x=x, domain=over(), pieces=[dp.Piece(1, 1, 0)]), "pieces"),
        (lambda: dp.Family("f", x=x, domain=over(), pieces=[dp.Piece(1, -1, 0)]), "pieces"),
        (lambda: dp.Family("f", x=x, domain=over(), pieces=[dp.Piece(1, 0, 2), dp.Piece(1, 1, 3)]),
         "pieces"),
        (lambda: dp.Family("f", x=x, domain=over(), pieces=[dp.Piece(1, 0, 1)]).cost(1), "pieces"),
        (lambda: dp.Family("f", x=x, domain=over(), integers=True, pieces=[], atoms=[(0, 1)]),
         "atoms"),
        (lambda: dp.Family("f", x=x, domain=over(), integers=True,
                           pieces=[dp.Piece(1, 0, sp.Rational(1, 2))]), "pieces"),
    ],
)  # fmt: skip
def test_bad_input_is_told_in_one_sentence(wrong, argument):
    with pytest.raises(BadInput) as error:
        wrong()
    assert error.value.argument == argument


def test_an_expectation_that_is_infinite_gets_no_number_and_is_decided():
    cauchy = dp.Family(
        "cauchy", x=x, domain=over(dp.positive(w)),
        pieces=[dp.Piece(w / sp.pi / (w**2 + x**2), 0, sp.oo)], seconds=0.3,
    )  # fmt: skip
    cost = cauchy.cost(2)
    assert cost.value is sp.oo
    assert cost.verdict.decision is Decision.holds, cost.verdict.note
    assert accepted(cost).accepted
    with pytest.raises(BadInput, match="it is infinite"):
        cost.enclosure(w=1, seconds=1)


def test_a_negative_density_is_not_called_noise():
    with pytest.raises(BadInput, match="nowhere negative, and at x = "):
        dp.Family(
            "dips", x=x, domain=over(dp.positive(s)),
            pieces=[dp.Piece(1 / s, 0, s), dp.Piece(-1 / (2 * s), s, 2 * s)],
        )  # fmt: skip


@pytest.mark.parametrize("family", [TRIANGULAR, ASYMMETRIC, STAIRCASE], ids=lambda f: f.name)
def test_a_wrong_formula_is_never_decided(family):
    cost = family.cost(2)
    statement = cost.claim.statement
    *others, last = statement.printed
    inner = last.proposition
    name = "value" if hasattr(inner, "value") else "rhs"
    wrong = replace(inner, **{name: getattr(inner, name) * sp.Rational(11, 10)})
    false = replace(statement, printed=(*others, replace(last, proposition=wrong)))

    def derive():
        steps = list(cost.claim.derivation.steps)
        place = next(i for i, step in enumerate(steps) if step.goal == last)
        steps[place] = replace(steps[place], goal=false.printed[-1])
        return replace(cost.claim.derivation, steps=tuple(steps), statement=false)

    verdict = dp.verify(type(cost.claim)(false, derive))
    assert verdict.decision is Decision.open


def test_latex_and_a_page():
    cost = TRIANGULAR.cost(2)
    assert cost.latex() == r"\frac{s^{2}}{6}"
    assert r"\dpverdict{holds}" in cost.latex(snippet=False)
    assert "<html" in cost.html()
    assert "frac" in cost._repr_latex_()


def test_a_name_that_a_parameter_has_is_not_taken_for_the_density():
    f, X, u = sp.symbols("f X u", positive=True)
    odd = dp.Family(
        "odd", x=x, domain=over(dp.positive(f), dp.positive(X), dp.positive(u)),
        pieces=[dp.Piece(1 / (2 * (f + X + u)), 0, f + X + u)],
    )  # fmt: skip
    cost = odd.cost(2)
    assert cost.verdict.decision is Decision.holds, cost.verdict.note
    assert sp.expand(cost.value - (f + X + u) ** 2 / 3) == 0


DECIDED = {
    "cauchy": (s / (sp.pi * (s**2 + x**2)), sp.oo, None, 1),
    "student": (6 * sp.sqrt(3) * s**3 / (sp.pi * (3 * s**2 + x**2) ** 2), sp.oo, 2, 3 * s**2),
    "logistic": (sp.exp(-x / s) / (s * (1 + sp.exp(-x / s)) ** 2), sp.oo, None, 1),
    "raised_cosine": ((1 + sp.cos(sp.pi * x / s)) / (2 * s), s, 1, s / 2 - 2 * s / sp.pi**2),
    "arcsine": (1 / (sp.pi * sp.sqrt(s**2 - x**2)), s, 2, s**2 / 2),
    "tails_of_powers": (2 / s * (1 + x / s) ** -5, sp.oo, 2, s**2 / 3),
    "lomax": (a * s**a / (2 * (s + x) ** (a + 1)), sp.oo, None, 1),
    "gamma": (x ** (a - 1) * sp.exp(-x / s) / (2 * s**a * sp.gamma(a)), sp.oo, 1, a * s),
    "weibull": (a * x ** (a - 1) * sp.exp(-((x / s) ** a)) / (2 * s**a), sp.oo, None, 1),
    "maxwell": (x**2 * sp.exp(-(x**2) / (2 * s**2)) / (sp.sqrt(2 * sp.pi) * s**3), sp.oo, 2,
                3 * s**2),
}  # fmt: skip


@pytest.mark.parametrize("name", DECIDED)
def test_densities_with_heavy_tails_angles_and_gamma_functions_are_decided(name):
    density, upper, cost, value = DECIDED[name]
    shape = [dp.positive(a)] if a in density.free_symbols else []
    family = dp.Family(name, x=x, domain=over(dp.positive(s), *shape),
                       pieces=[dp.Piece(density, 0, upper)])  # fmt: skip
    found = family.normalisation() if cost is None else family.cost(cost)
    assert sp.simplify(found.value - value) == 0
    assert found.verdict.decision is Decision.holds, found.verdict.note
    assert replay(found.certificate, any_statement=True).accepted
    assert r"\frac" in found.latex(snippet=False)


PARETO = a * s**a * x ** (-a - 1) / 2, s
CASES = {  # cost, the condition under which it is finite, and its value there
    "pareto_mean": (PARETO, 1, a > 1, a * s / (a - 1)),
    "pareto_square": (PARETO, 2, a > 2, a * s**2 / (a - 2)),
    "pareto_power": (PARETO, sp.Symbol("p", positive=True), None, None),
    "lomax_mean": ((DECIDED["lomax"][0], 0), 1, a > 1, s / (a - 1)),
}


@pytest.mark.parametrize("name", CASES)
def test_a_cost_that_is_finite_for_some_parameters_is_decided_for_all(name):
    (density, start), cost, when, value = CASES[name]
    domain = over(dp.positive(s), dp.positive(a))
    family = dp.Family(name, x=x, domain=domain, pieces=[dp.Piece(density, start, sp.oo)])
    found = family.cost(cost)
    (inside, condition), (outside, _) = found.value.args
    assert outside is sp.oo
    assert found.verdict.decision is Decision.holds, found.verdict.note
    assert found.verdict.mutation.killed == found.verdict.mutation.tried > 20
    assert replay(found.certificate, any_statement=True).accepted
    if when is not None:
        assert condition == when
        assert sp.simplify(inside - value) == 0
        with pytest.raises(BadInput, match="it is infinite"):
            found.enclosure(s=1, a=1)


def test_a_tail_that_falls_beyond_all_digits_of_its_quadrature_is_no_alarm():
    t = sp.Symbol("t", positive=True)
    density = DECIDED["maxwell"][0]
    family = dp.Family("maxwell", x=x, domain=over(dp.positive(s)),
                       pieces=[dp.Piece(density, 0, sp.oo)])  # fmt: skip
    assert family.tail(t).verdict.decision is Decision.holds
    assert GAUSSIAN.renyi(sp.Symbol("alpha"), c).verdict.decision is Decision.holds
