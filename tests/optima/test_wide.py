"""Brackets without a program, where noise reaches over hundreds of sensitivities."""

import math
from dataclasses import replace
from fractions import Fraction

import pytest

import dpproofs as dp
from dpproofs.kernel.errors import BadInput
from dpproofs.optima.bracket import search as module
from dpproofs.optima.bracket.exact_ends import Exact, NotProved, shown_lower, shown_upper
from dpproofs.optima.bracket.search import bracket
from dpproofs.optima.bracket.wide import MOST_TESTED, _Multipliers, wide_lower, wide_upper, widest
from dpproofs.optima.lattice.costs import Power
from dpproofs.replaying import bracket as again


def asked(epsilon, delta, cost=1):
    return Exact(Fraction(epsilon), Fraction(delta), Power(Fraction(cost)), 1)


@pytest.fixture
def _without_programs(monkeypatch):
    """Any program that is solved is an error."""

    def refused(*_arguments, **_options):
        raise AssertionError("a program")

    monkeypatch.setattr(module, "solved", refused)
    monkeypatch.setattr(module.lattice_interior_point, "solved", refused)


@pytest.mark.usefixtures("_without_programs")
@pytest.mark.parametrize(
    ("epsilon", "delta", "cost"),
    [
        ("0", "1e-3", 1),
        ("0", "3e-4", 2),
        ("0.01", "1e-6", 1),
        ("0.005", "1e-4", 3),
        ("0", "3e-4", 16),
    ],
)
def test_it_is_narrow_quick_and_replayed(epsilon, delta, cost):
    found = bracket(epsilon, delta, cost=cost)
    assert found.n == 1
    assert 0 <= found.gap <= 1e-4
    assert dp.replay(found.certificate()).accepted


@pytest.mark.usefixtures("_without_programs")
@pytest.mark.parametrize("inverse", [400, 1000, 1500])
def test_the_amplitude_without_epsilon_is_the_one_that_is_proved(inverse):
    """The claim optimum.amplitude: Delta/(4 delta) for an even inverse of delta."""
    found = bracket(0, Fraction(1, inverse))
    assert found.lower <= Fraction(inverse, 4) <= found.upper
    assert found.gap < 1e-5


@pytest.mark.usefixtures("_without_programs")
@pytest.mark.parametrize(("epsilon", "delta"), [("0.005", "1e-3"), ("0.01", "1e-5")])
@pytest.mark.parametrize("cost", [1, 2])
def test_it_encloses_what_the_papers_enclose(epsilon, delta, cost):
    found = bracket(epsilon, delta, cost=cost)
    noise = dp.TruncatedLaplace(float(epsilon), float(delta))
    assert float(found.lower) <= noise.expected_cost(cost) <= float(found.upper) * 1.001
    growth, short = math.exp(float(epsilon)), 1 - 2 * float(delta)
    b, a = 1 / growth, (float(delta) + (growth - 1) / 2) / growth
    n = math.floor(math.log1p((growth - 1) / (2 * float(delta))) / float(epsilon))
    below = 2 * a * math.fsum(b**k * k**cost for k in range(n))
    assert short * below <= float(found.upper)


def test_programs_agree_where_both_are_fit():
    exact = asked("0.05", "1/100")
    upper, lower = wide_upper(exact), wide_lower(exact, Fraction(1))
    found = bracket("0.05", "1/100", gap="1e-3")
    assert found.lower <= upper.bound
    assert lower.bound <= found.upper
    assert upper.bound - lower.bound < upper.bound / 1000


def test_wrong_masses_and_multipliers_are_rejected():
    exact = asked("0.01", "1e-4")
    upper, lower = wide_upper(exact), wide_lower(exact, Fraction(1))
    with pytest.raises(NotProved, match="not private"):
        shown_upper(0, upper.masses[:-2], exact)
    ((shift, first, values),) = lower.tests
    for place in (0, len(values) // 2, len(values) - 1):
        less = [*values[:place], values[place] // 2, *values[place + 1 :]]
        assert shown_lower(lower.scale, [(shift, first, less)], exact).bound < lower.bound
    question = again.Question(exact.epsilon, exact.delta, Fraction(1), Fraction(1), 1)
    test = again.Test(shift, first, list(values))
    again.check_lower(question, lower.bound * Fraction(999999, 10**6), lower.scale, [test])
    with pytest.raises(again.Rejected, match="above what is proved"):
        again.check_lower(question, lower.bound * Fraction(10**6 + 1, 10**6), lower.scale, [test])
    nearer = replace(question, delta=exact.delta * Fraction(999, 1000))
    with pytest.raises(again.Rejected, match="not private"):
        again.check_upper(nearer, upper.bound * 2, upper.total, 0, list(upper.masses))


@pytest.mark.parametrize("cost", ["1/16", "1", "2", "16"])
def test_noise_that_reaches_further_than_replay_looks_is_refused(cost):
    reach = widest(Fraction(cost))
    with pytest.raises(BadInput, match=f"noise reaches no further than {reach} sensitivities"):
        bracket(0, Fraction(1, 2 * reach + 2), cost=cost)
    assert reach * (1 + float(Fraction(cost))) ** (1 / float(Fraction(cost))) <= MOST_TESTED


def test_multipliers_that_do_not_end_prove_nothing():
    program = _Multipliers.of(asked("0", "1/400"), Fraction(1))
    assert program.bound(program.best()) > 99
    assert program.bound(1e6) == -math.inf
    with pytest.raises(NotProved, match="do not end"):
        program.values(1e6)


def test_a_program_may_narrow_it():
    found = []
    bracket("0.05", "1e-5", progress=found.append)
    assert [each.n for each in found] == [1, 2]
    assert found[1].gap < 1e-4 < found[0].gap
