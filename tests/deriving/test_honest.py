"""Nothing wrong is shown: no density that is none, and no finite formula of what diverges."""

from dataclasses import replace

import pytest
import sympy as sp
from noise_families import GAUSSIAN, LAPLACE, STAIRCASE, TRIANGULAR, lam, over, s, x

import dpproofs as dp
from dpproofs.deriving.derived import Derived, kept
from dpproofs.deriving.enclosure import Over
from dpproofs.deriving.values import agreement
from dpproofs.kernel.assertions import Proper
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.proposition import Integral
from dpproofs.kernel.verdict import Decision
from dpproofs.replaying import replay

a, c, t = sp.symbols("a c t", positive=True)
S = over(dp.positive(s))
HALF = sp.Rational(1, 2)  # of the mass lies on either side


def family(density, upper=sp.oo, *more, **options):
    domain = over(dp.positive(s), *map(dp.positive, more))
    return dp.Family("tried", x=x, domain=domain, pieces=[dp.Piece(density, 0, upper)], **options)


LOGISTIC = family(sp.exp(-x / s) / (s * (1 + sp.exp(-x / s)) ** 2))
CAUCHY = family(s / (sp.pi * (s**2 + x**2)))
SEXTIC = family(3 * s**5 / (2 * sp.pi * (s**6 + x**6)))  # whose mass no checker decides
SUBBOTIN = family(a * sp.exp(-((x / s) ** a)) / (2 * s * sp.gamma(1 / a)), sp.oo, a)
LOMAX = family(a * s**a / (2 * (s + x) ** (a + 1)), sp.oo, a)


@pytest.mark.parametrize(
    ("density", "upper", "told"),
    [
        ((2 - 3 * x / s) / s, s, r"nowhere negative, and at x = .* it is -"),
        # positive at all but one place in ten thousand
        ((1 + ((x / s - sp.Rational(3, 7)) ** 2 - sp.Rational(1, 10**8)) * 10**4)
            / (s * (2 + 2 * 10**4 * sp.Rational(37, 147))), s, "total mass"),
        ((x / s - sp.Rational(3, 7)) ** 2 - sp.Rational(1, 10**8), s, "nowhere negative"),
        ((1 + sp.Rational(1, 10**9)) / (2 * s), s, r"total mass 1, and not 1\.000000001"),
        ((1 + sp.Rational(1, 10**15)) / (2 * s), s, r"total mass 1, and not 1 \+ 1e-15"),
        (sp.exp(-x / s) / s, sp.oo, "total mass 1, and not 2 for s = "),
        (sp.exp(-x), sp.oo, "total mass 1"),
    ],
)  # fmt: skip
def test_what_is_no_density_is_refused_with_the_place_or_the_mass(density, upper, told):
    with pytest.raises(BadInput, match=told) as error:
        family(density, upper)
    assert "\n" not in str(error.value)


def test_masses_on_the_integers_and_atoms_are_looked_at_too():
    n = sp.Symbol("n", integer=True)
    with pytest.raises(BadInput, match="nowhere negative, and at n = 4 "):
        dp.Family(
            "dips", x=n, domain=over(), integers=True,
            pieces=[dp.Piece((n - 4) * (n - 6) - sp.Rational(1, 2), 0, 9)],
        )  # fmt: skip
    with pytest.raises(BadInput, match=r"without an atom of mass -0\.2"):
        dp.Family(
            "owes", x=x, domain=over(), pieces=[dp.Piece(sp.Rational(3, 5), 0, 1)],
            atoms=[(0, sp.Rational(-1, 5))],
        )  # fmt: skip


@pytest.mark.sweep
@pytest.mark.parametrize(
    "asked",
    [
        lambda: LAPLACE.tail(t), lambda: LAPLACE.cdf(t), lambda: LAPLACE.cost(2),
        LAPLACE.mean, LAPLACE.variance, lambda: LAPLACE.tail(1),
        lambda: LAPLACE.privacy_profile(sp.Symbol("e", nonnegative=True), a),
        lambda: LAPLACE.cost(2).limit(lam, 0), lambda: LAPLACE.cost(2).expansion(lam),
        lambda: LAPLACE.cost(2).over(LAPLACE.cost(1)),
        lambda: LAPLACE.cost(2).over(LAPLACE.cost(1)).limit(lam, 0),
        lambda: TRIANGULAR.minimise(s, (x - 1) ** 2),
    ],
)  # fmt: skip
def test_that_it_is_a_probability_is_a_step_of_every_claim(asked):
    found = asked()
    assert found.verdict.decision is Decision.holds, found.verdict.note
    said = [step.goal.proposition for step in found.claim.derivation.steps]
    assert any(
        isinstance(one, Proper) or (isinstance(one, Integral) and one.value == HALF) for one in said
    )
    assert replay(found.certificate, any_statement=True).accepted


def test_a_quotient_rests_on_both_of_its_parts():
    first, second = LAPLACE.cost(2), LAPLACE.cost(1)
    printed = first.over(second).claim.statement.printed
    assert {*first.claim.printed.printed, *second.claim.printed.printed} <= {*printed}


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("found", "value"),
    [
        (LOGISTIC.normalisation, 1),
        (lambda: LOGISTIC.tail(t), 2 / (1 + sp.exp(t / s))),
        (CAUCHY.normalisation, 1),
        (lambda: family(2 / s * (1 + x / s) ** -5).cost(1), s / 3),
        (lambda: family(1 / (sp.pi * sp.sqrt(s**2 - x**2)), s).cost(2), s**2 / 2),
        (lambda: family((1 + sp.cos(sp.pi * x / s)) / (2 * s), s).cost(1),
         s * (sp.Rational(1, 2) - 2 / sp.pi**2)),
        (LOMAX.normalisation, 1),
        (SUBBOTIN.normalisation, 1),
    ],
)  # fmt: skip
def test_what_is_not_decided_is_right_at_least(found, value):
    derived = found()
    assert sp.simplify(derived.value - value) == 0
    assert derived.verdict.decision in (Decision.holds, Decision.open)


@pytest.mark.sweep
def test_an_expectation_that_is_finite_for_some_parameters_is_in_cases():
    student = family(1 / (1 + x**2 / (5 * s**2)) ** 3, normalise=True)
    power = student.cost(sp.Symbol("p", positive=True))
    assert str(power.value.args[0].cond) == "p < 5"
    for cost in (power, LAPLACE.cost_of(sp.exp(x)), LOMAX.cost(1)):
        (value, condition), (beyond, rest) = cost.value.args
        assert (beyond, rest) == (sp.oo, True)
        assert value.is_finite is not False
        assert cost.verdict.decision is Decision.holds
        assert condition.free_symbols <= {v.symbol for v in cost.domain}
    inside, _ = LAPLACE.cost_of(sp.exp(x)).value.args
    assert sp.simplify(inside[0] - 1 / (1 - lam)) == 0
    assert inside[1].subs(lam, sp.Rational(1, 2)) == sp.true
    assert inside[1].subs(lam, 1) == sp.false


@pytest.mark.parametrize(
    "cost",
    [
        lambda: LAPLACE.cost_of(sp.exp(2 * x / lam)),
        lambda: LAPLACE.cost_of(sp.exp(x / lam)),
        lambda: GAUSSIAN.cost_of(sp.exp(x**3)),
        lambda: CAUCHY.cost(1),
        lambda: CAUCHY.cost(3),
    ],
)
def test_an_expectation_that_is_infinite_is_never_a_number(cost):
    assert cost().value is sp.oo


def test_infinite_moments_are_decided_where_the_mass_is_not_and_the_sentence_says_so():
    cost = SEXTIC.cost(5)
    assert cost.value == sp.oo
    assert cost.verdict.decision is Decision.holds
    assert "total mass is 1 the checkers do not decide" in cost.verdict.note
    assert replay(cost.certificate, any_statement=True).accepted
    mean = CAUCHY.mean()
    assert mean.value is None
    assert "There is no mean" in mean.verdict.note
    with pytest.raises(dp.BadInput, match="not shown to be finite"):  # though both sides cancel
        mean.enclosure(s=1)


def test_what_is_finite_in_cases_has_factors_that_are_positive_there():
    cost = LOMAX.cost(2)
    assert str(cost.value.args[0][0]) == "2*s**2/((a - 2)*(a - 1))"
    assert cost.verdict.decision is Decision.holds
    low, high = cost.enclosure(s=1, a=4)
    assert low <= sp.Rational(1, 3) <= high


def test_the_mean_of_even_noise_is_decided_where_it_is_told_in_lines():
    q = sp.Symbol("q", positive=True)
    halves = q * sp.exp(-x / s) / (2 * s) + (1 - q) * sp.exp(-x / (2 * s)) / (4 * s)
    mean = dp.Family(
        "two", x=x, domain=over(dp.positive(s), dp.between(q, 0, 1)),
        pieces=[dp.Piece(halves, 0, sp.oo)],
    ).mean()  # fmt: skip
    assert mean.value == 0
    assert mean.verdict.decision is Decision.holds
    assert replay(mean.certificate, any_statement=True).accepted


def test_a_mean_that_some_parameters_have_is_in_cases():
    mean = LOMAX.mean()
    assert mean.value == sp.Piecewise((0, a > 1), (sp.nan, True))
    assert "where a > 1; elsewhere there is no mean" in mean.verdict.note
    assert mean.enclosure(s=1, a=2) == (0, 0)
    with pytest.raises(dp.BadInput):
        mean.enclosure(s=1, a=1)


@pytest.mark.sweep
@pytest.mark.parametrize(
    "cost", [sp.exp(x / 1000), (x - 7) ** -2, 1 / x, sp.exp(x) / (x - 3) ** 2], ids=str
)
def test_a_range_of_convergence_that_no_point_shows_leaves_no_formula(cost):
    found = replace(LAPLACE, seconds=2).cost_of(cost)  # infinite for lambda >= 1000, or always
    assert found.value is None or found.value.has(sp.oo)


def test_a_cost_with_two_signs_is_not_called_infinite():
    for cost in (x - 5, 5 - x, x**3 - 1 / x**2):
        assert CAUCHY.cost_of(cost).value is None


@pytest.mark.parametrize(
    "wrong",
    [
        s**2 * sp.Rational(501, 1000), -(s**2) / 2, s / 2,
        s**2 / 2 + sp.Rational(1, 10**11), sp.Piecewise((s**2 / 2, s < 1), (s, True)),
        sp.sqrt(s - 100) ** 2 * s / 2, s**2 / 2 + sp.I * s,
    ],
)  # fmt: skip
def test_a_formula_that_misses_an_enclosure_is_not_shown(wrong):
    meant = Over(x, x, sp.Integer(0), s)
    assert kept(Derived("right", S, s**2 / 2, definition=meant)).value == s**2 / 2
    withheld = kept(Derived("wrong", S, wrong, definition=meant))
    assert withheld.value is None
    assert "not given" in withheld.note


def test_a_formula_that_could_not_be_compared_is_not_shown():
    meant = Over(1 / x, x, sp.Integer(0), s)
    assert agreement(s, meant, S) is None
    withheld = kept(Derived("infinite", S, s, definition=meant))
    assert withheld.value is None
    assert "three points" in withheld.note


def test_a_formula_whose_range_of_convergence_is_not_seen_needs_the_checkers():
    meant = Over(x, x, sp.Integer(0), s)
    found = kept(Derived("unknown", S, s**2 / 2, definition=meant), None)
    assert found.value is None
    assert "finite" in found.note


@pytest.mark.sweep
def test_a_periodic_cost_that_grows_faster_than_the_masses_fall_is_no_formula_for_all_parameters():
    cost = replace(STAIRCASE, seconds=1).cost_of(sp.exp(x))
    assert cost.value is None or cost.value.has(sp.oo)


def test_a_density_that_nobody_normalised_is_put_over_its_mass():
    bell = family(sp.exp(-(x**2) / s), normalise=True)
    assert bell.cost(2).value == s / 2
    assert bell.cost(2).verdict.decision is Decision.holds
    assert replace(bell, name="again").pieces == bell.pieces
    with pytest.raises(BadInput, match="normalise"):
        family(1 / (s + x), normalise=True)
    with pytest.raises(BadInput, match="nowhere negative"):
        family((2 - 3 * x / s), s, normalise=True)


def test_a_parameter_may_be_an_integer():
    m = sp.Symbol("m", integer=True, positive=True)
    least = dp.Family(
        "least", x=x, domain=over(dp.integer(m, 1), dp.positive(s)),
        pieces=[dp.Piece(m * (1 - x / s) ** (m - 1) / (2 * s), 0, s)],
    )  # fmt: skip
    assert least.normalisation().value == 1
    assert least.normalisation().verdict.decision is Decision.holds
    with pytest.raises(BadInput):
        least.normalisation().enclosure(m=sp.Rational(1, 2), s=1)


def test_a_formula_in_which_digits_cancel_is_compared_with_more_of_them():
    a = sp.Symbol("a", positive=True)
    below = s * sp.sqrt(2 * sp.pi) * sp.erfc(a / (s * sp.sqrt(2)))
    offset = dp.Family(
        "offset", x=x, domain=over(dp.positive(s), dp.positive(a)),
        pieces=[dp.Piece(sp.exp(-((x + a) ** 2) / (2 * s**2)) / below, 0, sp.oo)],
    )  # fmt: skip
    cost = offset.cost(1)
    assert cost.holds
    assert not cost.value.has(sp.erf)  # beside erfc, of which it is 1 less
    low, high = cost.enclosure(a=2, s="1/3", digits=15)
    assert max(abs(end - sp.Rational("0.0528275348481996")) for end in (low, high)) < 1e-15


@pytest.mark.parametrize(
    ("density", "mean"),
    [  # of the larger of two, of the largest of three, and a mixture with a negative weight
        (2 * (1 - sp.exp(-x / s)) * sp.exp(-x / s) / s, 3 * s / 2),
        (3 * (1 - sp.exp(-x / s)) ** 2 * sp.exp(-x / s) / s, 11 * s / 6),
        (2 * (2 * sp.exp(-x / s) - sp.exp(-2 * x / s)) / (3 * s), 7 * s / 6),
    ],
)
def test_noise_of_order_statistics_is_decided(density, mean):
    largest = family(density, even=False)
    assert largest.cost(1).value == mean
    assert largest.cost(1).holds


def test_a_difference_of_exponentials_that_is_negative_somewhere_is_refused():
    with pytest.raises(BadInput, match="nowhere negative"):
        family(2 * (sp.exp(-x / s) - 2 * sp.exp(-4 * x / s)) / s, even=False)
