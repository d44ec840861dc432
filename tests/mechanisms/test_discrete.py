"""Integer noise: exact fractions as oracle, the best r, both samplers, and what is refused."""

import math
from fractions import Fraction
from functools import cache
from itertools import count

import mpmath as mp
import numpy as np
import pytest
import sympy as sp
from integer_draws import agrees, follows

import dpproofs as dp
from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms import (
    DiscreteStaircase,
    Geometric,
    IntegerMechanism,
    Staircase,
    all_mechanisms,
    integer_mechanisms,
)
from dpproofs.mechanisms.formulas import discrete_cost
from dpproofs.mechanisms.formulas.coins import POOL, Coins
from dpproofs.mechanisms.parameter import declared

DRAWS = 200_000
EXACT_DRAWS = 20_000

CASES = [
    Geometric(1),
    Geometric(Fraction(1, 3)),
    Geometric(30),
    DiscreteStaircase(1, 5),
    DiscreteStaircase(0.1, 7, cost=2),
    DiscreteStaircase(3, 7, r=7),
    DiscreteStaircase(3, 7, r=1),
    DiscreteStaircase(0.5, 4, cost=1.5),
    DiscreteStaircase(700, 6, r=4),
]
WIDE = [
    Geometric(1e-8),
    Geometric(1e3),
    DiscreteStaircase(1e-8, 10**9),
    DiscreteStaircase(1e3, 10**9, r=10**8),
]


@pytest.fixture(params=CASES, ids=repr)
def noise(request):
    return request.param


def exact(b, size, r, i):
    """P(X = i) from (79) and (80), for b = e^{-epsilon} a fraction."""
    top = (1 - b) / (2 * r + 2 * b * (size - r) - (1 - b))
    return top * b ** (abs(i) // size + (abs(i) % size >= r))


def of_ratio(b, size, r):
    return DiscreteStaircase(-math.log(b), size, r=r)


SMALL = [
    (b, size, r)
    for b in (Fraction(1, 50), Fraction(1, 3), Fraction(9, 10))
    for size in (1, 2, 5)
    for r in range(1, size + 1)
]


# -- distribution ---------------------------------------------------------------------------------


def test_integer_mechanisms_are_discovered_and_public():
    assert list(integer_mechanisms()) == [
        "DiscreteGaussian",
        "DiscreteStaircase",
        "Geometric",
        "Skellam",
        "TruncatedGeometric",
    ]
    assert not set(integer_mechanisms()) & set(all_mechanisms())
    assert issubclass(dp.Geometric, dp.DiscreteStaircase)
    assert issubclass(dp.DiscreteStaircase, IntegerMechanism)
    assert dp.DiscreteStaircase is DiscreteStaircase


@pytest.mark.parametrize("case", SMALL, ids=str)
def test_masses_and_tails_are_those_of_exact_fractions(case):
    b, size, _ = case
    noise, reach = of_ratio(*case), 4 * size
    masses = {i: exact(*case, i) for i in range(-reach, reach + 1)}
    beyond = (1 - sum(masses.values())) / 2
    below = beyond
    for i, mass in masses.items():
        below += mass
        assert noise.pmf(i) == pytest.approx(float(mass), rel=1e-13)
        assert noise.logpmf(i) == pytest.approx(math.log(mass), rel=1e-12, abs=1e-12)
        assert noise.cdf(i) == pytest.approx(float(below), rel=1e-13)
        assert noise.cdf(i + 0.5) == noise.cdf(i)
        assert noise.sf(i) == pytest.approx(float(1 - below), rel=1e-13)
        assert noise.pmf(i + 0.25) == 0
    assert beyond > 0
    assert b**4 > 0


def test_shapes_ends_and_types(noise):
    for function in (noise.pmf, noise.cdf, noise.sf, noise.logpmf):
        assert function(np.zeros((2, 3))).shape == (2, 3)
        assert isinstance(function(0), float)
        np.testing.assert_array_equal(function(np.arange(-9, 9)), function(np.arange(-9.0, 9)))
    assert (noise.cdf(-np.inf), noise.cdf(np.inf)) == (0, 1)
    assert (noise.sf(-np.inf), noise.sf(np.inf)) == (1, 0)
    assert noise.pmf(np.inf) == noise.pmf(-np.inf) == 0
    assert np.isnan([noise.pmf(np.nan), noise.cdf(np.nan), noise.sf(np.nan)]).all()
    assert noise.pmf(True) == noise.pmf(1)


def test_quantiles_are_the_least_that_reach_a_level(noise):
    levels = np.concatenate([np.geomspace(1e-300, 0.4, 60), np.linspace(0.01, 0.99, 99)])
    x = noise.ppf(levels)
    assert np.all(noise.cdf(x) >= levels * (1 - 1e-12))
    assert np.all(noise.cdf(x - 1) <= levels * (1 + 1e-12))
    points = np.arange(-3 * noise.sensitivity, 1)
    seen = noise.cdf(points)
    np.testing.assert_array_equal(noise.ppf(seen[seen > 0]), points[seen > 0])
    assert noise.ppf(0.5) == 0
    assert (noise.ppf(0), noise.ppf(1)) == (-np.inf, np.inf)
    assert np.isnan(noise.ppf([-0.1, 1.1, np.nan])).all()


def test_integers_beyond_doubles_are_told_apart():
    noise = DiscreteStaircase(1e-9, 2**53, r=3)
    x = np.array([2**60 + 2, 2**60 + 3])
    drops = np.diff(noise.logpmf(x)) / noise.epsilon
    assert drops == pytest.approx([-1], abs=1e-4)


@pytest.mark.parametrize("case", SMALL, ids=str)
@pytest.mark.parametrize("growth", [Fraction(1), Fraction(11, 10), Fraction(3)])
def test_the_privacy_profile_is_the_worst_over_all_sets_and_shifts(case, growth):
    b, size, r = case
    reach = 6 * size
    worst = Fraction(0)
    for d in range(-size, size + 1):
        inner = range(-reach, reach)
        gains = {i: max(exact(*case, i) - growth * exact(*case, i + d), 0) for i in inner}
        # Beyond reach - size each period repeats the one before, times b.
        ends = [sum(gains[i] for i in range(lo, lo + size)) for lo in (-reach, reach - size)]
        worst = max(worst, sum(gains.values()) + sum(ends) * b / (1 - b))
    peak = exact(*case, 0)
    mass = (1 + peak) / 2 + peak * min(r - 1, size - r)
    assert worst == max(1 - b * growth, 0) * mass
    found = of_ratio(*case).privacy_profile(math.log(growth))
    assert found == pytest.approx(float(worst), rel=1e-12, abs=1e-300)


def test_the_profile_ends_at_the_mechanisms_own_epsilon(noise):
    assert noise.privacy_profile(noise.epsilon) == 0
    assert noise.privacy_profile(np.nextafter(noise.epsilon, 0)) > 0
    profile = noise.privacy_profile(np.linspace(0, noise.epsilon, 9))
    assert np.all(np.diff(profile) <= 0)
    assert profile[0] <= 1


# -- costs and the best r -------------------------------------------------------------------------


@pytest.mark.parametrize("p", [0.3, 1, 2, 2.5, 7])
@pytest.mark.parametrize(
    ("epsilon", "size", "r"), [(0.3, 1, 1), (0.08, 3, 2), (2, 4, 1), (2, 4, 4), (20, 9, 1)]
)
def test_costs_are_the_sums(epsilon, size, r, p):
    with mp.workdps(40):
        b = mp.exp(-mp.mpf(epsilon))
        top = (1 - b) / (2 * r + 2 * b * (size - r) - (1 - b))
        total = mp.mpf(0)
        for i in count(1):
            part = mp.mpf(i) ** p * b ** (i // size + (i % size >= r))
            total += part
            if i > 50 * p * size and part < total * mp.mpf(10) ** -22 and i % size == 0:
                break
        wanted = float(2 * top * total)
    found = DiscreteStaircase(epsilon, size, r=r).expected_cost(p)
    assert found == pytest.approx(wanted, rel=1e-13)


@pytest.mark.parametrize("epsilon", [1e-8, 1e-4, 0.5, 8])
@pytest.mark.parametrize(("size", "r"), [(1, 1), (10, 3), (10**9, 4 * 10**8), (10**9, 1)])
def test_costs_are_those_of_the_density_less_the_rounding(epsilon, size, r):
    noise = DiscreteStaircase(epsilon, size, r=r)
    dense = Staircase(epsilon, size, gamma=(r - 0.5) / size)
    amplitude = dense.expected_cost(1) - noise.pmf(0) / 4
    assert noise.expected_cost(1) == pytest.approx(amplitude, rel=1e-9)
    assert noise.expected_cost(2) == pytest.approx(dense.expected_cost(2) - 1 / 12, rel=1e-9)


@pytest.mark.parametrize(("epsilon", "size", "r"), [(0.3, 4, 2), (0.9, 1, 1), (0.04, 900, 7)])
@pytest.mark.parametrize("p", [0.5, 2, 2.000000001, 3.7])
def test_the_expansion_for_small_epsilon_is_the_sum(epsilon, size, r, p, monkeypatch):
    short = discrete_cost.discrete_cost(epsilon, size, r, p)
    monkeypatch.setattr(
        discrete_cost.Sums,
        "_zetas",
        lambda self, r: self._sum(lambda k: discrete_cost_zeta(self, k, r), self.p + 1),
    )
    assert short == pytest.approx(discrete_cost.discrete_cost(epsilon, size, r, p), rel=1e-15)


def discrete_cost_zeta(sums, k, r):
    from flint import arb

    return (-arb(sums.p)).zeta(arb(k * sums.sensitivity + r))


def test_extreme_costs():
    assert Geometric(1e-8).expected_cost(300) == math.inf
    assert Geometric(1e3).expected_cost(2) == 0
    assert DiscreteStaircase(1e3, 10**9, r=2).expected_cost(1) == pytest.approx(2 / 3, rel=1e-15)
    tiny = Geometric(600).expected_cost(1.5)
    assert tiny == pytest.approx(2 * math.exp(-600), rel=1e-13)


@pytest.mark.parametrize("epsilon", [1e-3, 0.4, 2, 5, 30])
@pytest.mark.parametrize("size", [1, 2, 7, 20])
@pytest.mark.parametrize("p", [0.25, 1, 1.5, 2, 4])
def test_no_other_r_is_cheaper(epsilon, size, p):
    noise = DiscreteStaircase(epsilon, size, cost=p)
    costs = [DiscreteStaircase(epsilon, size, r=r).expected_cost(p) for r in range(1, size + 1)]
    assert noise.expected_cost(p) <= min(costs) * (1 + 1e-14)


@pytest.mark.parametrize("epsilon", [1e-8, 1e-3, 0.5, 3, 12, 40, 1e3])
@pytest.mark.parametrize("size", [1, 10, 10**9, 2**53])
@pytest.mark.parametrize("p", [1, 2])
def test_the_best_r_is_where_the_cost_turns(epsilon, size, p):
    r = DiscreteStaircase(epsilon, size, cost=p).r
    assert 1 <= r <= size
    with mp.workdps(1000):
        b = mp.exp(-mp.mpf(epsilon))

        def change(x):
            w = (1 - b) * x + b * size
            if p == 1:
                return w**2 - b * size**2
            return 4 * w**3 - (1 - b) ** 2 * w - 2 * b * (1 + b) * mp.mpf(size) ** 3

        assert change(r) >= 0
        assert r == 1 or change(r - 1) < 0


def test_geometric_noise_is_the_case_of_sensitivity_one():
    noise = Geometric(0.7)
    b = math.exp(-0.7)
    assert repr(noise) == "Geometric(epsilon=0.7)"
    assert (noise.sensitivity, noise.r) == (1, 1)
    assert noise.pmf(-3) == pytest.approx((1 - b) / (1 + b) * b**3, rel=1e-14)
    assert noise.expected_cost(1) == pytest.approx(2 * b / (1 - b**2), rel=1e-14)
    assert noise.expected_cost(2) == pytest.approx(2 * b / (1 - b) ** 2, rel=1e-14)
    assert noise.privacy_profile(0) == pytest.approx((1 - b) / (1 + b), rel=1e-14)
    assert DiscreteStaircase(0.7).expected_cost(3) == noise.expected_cost(3)


# -- symbolic -------------------------------------------------------------------------------------


@pytest.mark.parametrize("noise", [Geometric(0.8), DiscreteStaircase(0.8, 5)], ids=repr)
def test_symbolic_masses_equal_the_numeric_ones(noise):
    family = noise.symbolic()
    values = {v.symbol: sp.nsimplify(getattr(noise, v.symbol.name)) for v in family.domain}
    assert family.x.is_integer
    assert [v.integer for v in family.domain] == [v.symbol.name != "epsilon" for v in family.domain]
    for symbol, latex in family.latex:
        assert declared(type(noise))[symbol.name].latex == latex
    seen = {}
    for piece in family.pieces:
        for k in range(3) if piece.index else [None]:
            at = values if k is None else {**values, piece.index: sp.Integer(k)}
            parts = (piece.density, piece.lower, piece.upper)
            density, low, high = (family.expand(part).subs(at) for part in parts)
            for i in range(int(low), 15 if high is sp.oo else int(high)):
                seen[i] = float(density.subs(family.x, i))
    assert set(seen) == set(range(15))
    np.testing.assert_allclose(list(seen.values()), noise.pmf(list(seen)), rtol=1e-12)


# -- samplers -------------------------------------------------------------------------------------


def test_draws_have_their_probabilities(noise):
    draws = noise.sample(DRAWS, rng=1)
    assert draws.dtype == np.int64
    assert agrees(draws, noise)
    assert follows(draws, noise)


def test_exact_draws_have_their_probabilities(noise):
    draws = noise.sample_exact(EXACT_DRAWS, rng=2)
    assert draws.dtype == np.int64
    assert agrees(draws, noise)
    assert follows(draws, noise)


@pytest.mark.parametrize("noise", WIDE, ids=repr)
def test_wide_noise_follows_its_cdf(noise):
    assert follows(noise.sample(DRAWS, rng=3), noise)
    assert follows(noise.sample_exact(2_000, rng=4), noise)


def test_every_residue_is_drawn_at_a_wide_scale():
    for draws in (
        DiscreteStaircase(1e-8, 10**9).sample(DRAWS, rng=5),
        DiscreteStaircase(1e-8, 10**9).sample_exact(4_000, rng=6),
    ):
        even = np.count_nonzero(draws % 2 == 0)
        assert abs(even - draws.size / 2) < 5 * math.sqrt(draws.size / 4)


@pytest.mark.parametrize("shape", [0, 7, (3, 5), (2, 0), [2, 2]])
def test_shapes_and_seeds(noise, shape):
    for draw in (noise.sample, noise.sample_exact):
        assert draw(shape, rng=0).shape == np.empty(shape).shape
        np.testing.assert_array_equal(draw(shape, rng=9), draw(shape, rng=9))
    assert type(noise.sample(rng=0)) is int
    assert type(noise.sample_exact(rng=0)) is int
    assert type(noise.sample_exact()) is int


@pytest.mark.parametrize("fault", ["shifted", "one-sided", "zero twice", "another r"])
def test_a_planted_fault_is_caught(fault):
    noise = DiscreteStaircase(1, 5, r=2)
    draws = noise.sample(DRAWS, rng=7)
    changed = {
        "shifted": np.where(np.arange(DRAWS) % 20 == 0, draws + 1, draws),
        "one-sided": np.abs(draws),
        "zero twice": np.concatenate([draws, draws[draws == 0]]),
        "another r": DiscreteStaircase(1, 5, r=3).sample(DRAWS, rng=7),
    }[fault]
    assert not agrees(changed, noise)


def test_noise_that_does_not_fit_is_refused_except_one_at_a_time():
    noise = DiscreteStaircase(1e-9, 10**9)
    for draw in (noise.sample, noise.sample_exact):
        with pytest.raises(BadInput, match="2\\^63"):
            draw(3, rng=0)
    with pytest.raises(BadInput):
        noise.sample(rng=0)
    assert abs(Geometric(Fraction(1, 10**30)).sample_exact(rng=1)) > 2**63
    assert Geometric(80 / 2.0**62).sample(1000, rng=0).dtype == np.int64


# -- exact choices --------------------------------------------------------------------------------


class Unknown(Exception):
    """A choice that the script does not say; carries the probabilities of its outcomes."""


class Scripted(Coins):
    """Choices read from a list; what is not in it is asked for."""

    def __init__(self, script):
        self.script = iter(script)

    def choose(self, chances):
        for outcome in self.script:
            return outcome
        raise Unknown(chances)

    def below(self, end):
        return self.choose([Fraction(1, end)] * end) if end > 1 else 0

    def happens(self, numerator, denominator):
        chance = Fraction(numerator, denominator)
        return bool(self.choose([1 - chance, chance])) if 0 < chance < 1 else chance == 1


class ScriptedBits(Scripted):
    """The same with nothing but fair bits given."""

    below, happens = Coins.below, Coins.happens

    def bits(self, count):
        return self.choose([Fraction(1, 2**count)] * 2**count) if count else 0


class ScriptedParts(Scripted):
    """Exponential chances and geometric variables as one choice each, to forty digits."""

    def decays(self, x):
        chance = self.power(x, 1)
        return bool(self.choose([1 - chance, chance]))

    def two_over_e(self):
        chance = 2 * self.power(1, 1)
        return bool(self.choose([1 - chance, chance]))

    def geometric(self, x):
        return self.choose([(1 - self.power(x, 1)) * self.power(x, k) for k in range(60)])

    @staticmethod
    @cache
    def power(x, k):
        with mp.workdps(40):
            x = Fraction(x)
            return Fraction(mp.nstr(mp.exp(-k * mp.mpf(x.numerator) / x.denominator), 40))


def outcomes(draw, kind=Scripted, floor=Fraction(1, 10**5)):
    """Probabilities of what is drawn along every path likelier than floor, and of the others."""
    found, open_paths = {}, [((), Fraction(1))]
    while open_paths:
        path, chance = open_paths.pop()
        try:
            value = draw(kind(path))
            found[value] = found.get(value, 0) + chance
        except Unknown as asked:
            for outcome, share in enumerate(asked.args[0]):
                if chance * share >= floor:
                    open_paths.append(((*path, outcome), chance * share))
    return found, 1 - sum(found.values())


def bracketed(found, undecided, chance):
    """Whether the exact probability of each outcome lies between what is certain and possible."""
    with mp.workdps(30):
        for value, certain in found.items():
            low = mp.mpf(certain.numerator) / certain.denominator
            slack = mp.mpf(undecided.numerator) / undecided.denominator
            if not low <= chance(value) <= low + slack:
                return False
    return True


@pytest.mark.parametrize("end", [1, 2, 3, 5, 8])
def test_integers_below_an_end_are_uniform(end):
    found, undecided = outcomes(lambda coins: coins.below(end), ScriptedBits)
    assert set(found) == set(range(end))
    assert len(set(found.values())) == 1
    assert undecided < Fraction(1, 100)


def test_a_rational_chance_is_exact():
    found, undecided = outcomes(lambda coins: coins.happens(3, 7), ScriptedBits)
    assert found[True] / found[False] == Fraction(3, 4)
    assert undecided < Fraction(1, 100)


@pytest.mark.parametrize("x", [0, 1, Fraction(1, 3), Fraction(7, 5), 3], ids=str)
def test_exponential_chances_lie_between_the_exact_bounds(x):
    x = Fraction(x)
    found, undecided = outcomes(lambda coins: coins.decays(x))
    assert undecided < Fraction(1, 1000)
    one = mp.exp(-mp.mpf(x.numerator) / x.denominator)
    assert bracketed(found, undecided, lambda true: one if true else 1 - one)


def test_two_over_e():
    found, undecided = outcomes(Coins.two_over_e)
    assert undecided < Fraction(1, 1000)
    assert bracketed(found, undecided, lambda true: 2 / mp.e if true else 1 - 2 / mp.e)


@pytest.mark.parametrize("x", [Fraction(1), Fraction(2, 3), Fraction(5, 2)], ids=str)
def test_geometric_variables_lie_between_the_exact_bounds(x):
    found, undecided = outcomes(lambda coins: coins.geometric(x))
    assert undecided < Fraction(1, 50)
    b = mp.exp(-mp.mpf(x.numerator) / x.denominator)
    assert bracketed(found, undecided, lambda k: (1 - b) * b**k)


def chance_of(noise):
    """The exact probability of each integer, to thirty digits."""
    size, r = noise.sensitivity, noise.r

    def chance(i):
        b = mp.exp(-mp.mpf(noise.epsilon))
        top = (1 - b) / (2 * r + 2 * b * (size - r) - (1 - b))
        return top * b ** (abs(i) // size + (abs(i) % size >= r))

    return chance


@pytest.mark.parametrize("noise", [Geometric(1), DiscreteStaircase(1, 3, r=2)], ids=repr)
def test_exact_draws_from_rational_coins_lie_between_the_exact_bounds(noise):
    found, undecided = outcomes(noise._draw_exactly)
    assert undecided < Fraction(1, 5)
    assert bracketed(found, undecided, chance_of(noise))
    assert all(found[i] == found[-i] for i in found)


@pytest.mark.sweep
@pytest.mark.no_cover
@pytest.mark.parametrize(
    "noise",
    [Geometric(1), Geometric(3.5), DiscreteStaircase(2, 2, r=1)],
    ids=repr,
)
def test_exact_draws_from_their_parts_lie_between_close_bounds(noise):
    found, undecided = outcomes(noise._draw_exactly, ScriptedParts, Fraction(1, 10**5))
    assert undecided < Fraction(1, 50)
    chance = chance_of(noise)
    assert bracketed(found, undecided, chance)
    assert not bracketed(found, undecided, lambda i: chance(i) * mp.mpf("0.9"))


def test_bits_are_those_of_the_source():
    size = 3 * POOL
    stream = int.from_bytes(np.random.default_rng(5).bytes(POOL), "little")
    coins = Coins(5)
    for width in (1, 7, 64, 3, 0, 200):
        assert coins.bits(width) == stream & ((1 << width) - 1)
        stream >>= width
    assert coins.bits(8 * size) < 1 << (8 * size)
    assert Coins(None).bits(300) != Coins(None).bits(300)


def test_the_exact_epsilon_is_what_was_given():
    assert DiscreteStaircase(Fraction(1, 3), 2).exact_epsilon == Fraction(1, 3)
    assert Geometric(2).exact_epsilon == 2
    assert Geometric(0.1).exact_epsilon == Fraction(0.1) != Fraction(1, 10)
    assert Geometric(np.float32(0.5)).exact_epsilon == Fraction(1, 2)
    assert Geometric(Fraction(1, 3)) != Geometric(1 / 3)
    assert Geometric(0.5) == Geometric(Fraction(1, 2))


# -- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "argument", "accepted"),
    [
        (lambda: Geometric(0), "epsilon", "(0, inf)"),
        (lambda: Geometric(Fraction(-1, 2)), "epsilon", "(0, inf)"),
        (lambda: Geometric(math.inf), "epsilon", "(0, inf)"),
        (lambda: Geometric("1"), "epsilon", "(0, inf)"),
        (lambda: DiscreteStaircase(1, 0), "sensitivity", "an integer in [1, inf)"),
        (lambda: DiscreteStaircase(1, 1.5), "sensitivity", "an integer in [1, inf)"),
        (lambda: DiscreteStaircase(1, math.inf), "sensitivity", "an integer in [1, inf)"),
        (lambda: DiscreteStaircase(1, True), "sensitivity", "an integer in [1, inf)"),
        (lambda: DiscreteStaircase(1, 2**53 + 1), "sensitivity", "2^53"),
        (lambda: DiscreteStaircase(1, 3, r=4), "r", "[1, sensitivity = 3]"),
        (lambda: DiscreteStaircase(1, 3, r=0), "r", "[1, sensitivity = 3]"),
        (lambda: DiscreteStaircase(1, 3, r=2, cost=1), "r", "left out when cost is given"),
        (lambda: DiscreteStaircase(1, 3, cost=0), "cost", "(0, inf)"),
        (lambda: Geometric(1).expected_cost(0), "p", "(0, inf)"),
        (lambda: Geometric(1).privacy_profile(-1), "epsilon", "[0, inf]"),
        (lambda: Geometric(1).sample(-1), "size", "an integer >= 0"),
        (lambda: Geometric(1).sample_exact("x"), "size", "an integer >= 0"),
    ],
)
def test_a_bad_parameter_is_named_with_what_would_be_accepted(make, argument, accepted):
    with pytest.raises(BadInput) as caught:
        make()
    assert caught.value.argument == argument
    assert accepted in caught.value.accepted


def test_whole_floats_are_integers():
    noise = DiscreteStaircase(1, 4.0, r=np.int64(2))
    assert (noise.sensitivity, noise.r) == (4, 2)
    assert type(noise.sensitivity) is type(noise.r) is int
