"""Discrete Gaussian, Skellam and truncated geometric noise against mpmath, and their draws."""

import math
from fractions import Fraction
from functools import cache

import mpmath as mp
import numpy as np
import pytest
import sympy as sp
from integer_draws import agrees, follows

import dpproofs as dp
from dpproofs.auditing import audit
from dpproofs.mechanisms.formulas import bessel, inversion
from dpproofs.mechanisms.formulas.coins import Coins

DIGITS = 45  # of the oracle
TOLD = 32  # of the enclosures

NARROW = [
    dp.DiscreteGaussian(0.05),
    dp.DiscreteGaussian(0.3, 2),
    dp.DiscreteGaussian(1),
    dp.DiscreteGaussian(60, 7),
    dp.Skellam(0.01),
    dp.Skellam(1, 2),
    dp.Skellam(100, 3),
    dp.TruncatedGeometric(1, 1e-6),
    dp.TruncatedGeometric(0.1, 1e-3, 3),
    dp.TruncatedGeometric(30, 1e-12, 2),
    dp.TruncatedGeometric(0.5, 0.3, 7),
]
EXTREME = [
    dp.DiscreteGaussian(1e4, 100),
    dp.Skellam(1e4, 10),
    dp.TruncatedGeometric(1e-4, 1e-12),
]
each_noise = pytest.mark.parametrize("noise", NARROW + EXTREME, ids=repr)
each_narrow = pytest.mark.parametrize("noise", NARROW, ids=repr)


# -- the oracle -----------------------------------------------------------------------------------


def weights_of(noise):
    """Numbers proportional to P(X = m), m = 0, 1, ..., by recurrences of mpmath's own numbers."""
    match noise:
        case dp.DiscreteGaussian():
            steps, halves = (mp.exp(-1 / (k * mp.mpf(noise.sigma) ** 2)) for k in (1, 2))
            factors = (halves * steps**m for m in range(int(15 * noise.sigma) + 25))
        case dp.Skellam():
            return bessel_functions(mp.mpf(noise.mu), int(16 * math.sqrt(noise.mu)) + 40)
        case dp.TruncatedGeometric():
            factor = mp.exp(-mp.mpf(noise.epsilon) / noise.sensitivity)
            factors = (factor for _ in range(noise.bound))
    found = [mp.mpf(1)]
    for factor in factors:
        found.append(found[-1] * factor)
    return found


def bessel_functions(x, last):
    """I_0(x), ..., I_last(x), downwards: I_{k - 1} = I_{k + 1} + 2 k I_k/x."""
    found = [mp.besseli(last + 1, x), mp.besseli(last, x)]
    for k in range(last, 0, -1):
        found.append(found[-2] + 2 * k * found[-1] / x)
    return found[:0:-1]


@cache
def masses_of(noise):
    """P(X = m), m = 0, 1, ..., to where what is left does not matter."""
    with mp.workdps(DIGITS):
        weights = weights_of(noise)
        total = weights[0] + 2 * mp.fsum(weights[1:])
        return [weight / total for weight in weights]


def places_of(masses):
    """Where probabilities are looked at."""
    further = len(masses) // 9
    return (0, 1, 2, further, len(masses) // 4) if len(masses) < 1000 else (further,)


def profile_of(noise, epsilon, shift):
    """sup P(S) - e^epsilon P(S + shift), over all sets."""
    masses = masses_of(noise)
    growth, last = mp.exp(mp.mpf(epsilon)), len(masses) - 1

    def at(k):
        return masses[abs(k)] if abs(k) <= last else mp.mpf(0)

    gains = (at(k) - growth * at(k + shift) for k in range(-last, last + 1))
    return mp.fsum(gain for gain in gains if gain > 0)


def encloses(found, value):
    """Whether an interval holds a value, and is as narrow as thirty digits."""
    exact = Fraction(*mp.libmp.to_rational(value._mpf_))
    slack = abs(exact) / 10**40
    held = found.lower - slack <= exact <= found.upper + slack
    return held and found.upper - found.lower <= abs(found.upper) / 10**30


@each_noise
def test_probabilities_and_costs_are_enclosed_to_thirty_digits(noise):
    known, masses = noise.enclosed(TOLD), masses_of(noise)
    with mp.workdps(DIGITS):
        for m in places_of(masses):
            beyond = mp.fsum(masses[m + 1 :])
            assert encloses(known.pmf(m), masses[m])
            assert encloses(known.pmf(-m), masses[m])
            assert encloses(known.sf(m), beyond)
            assert encloses(known.cdf(-m - 1), beyond)
            assert encloses(known.cdf(m), 1 - beyond)
        for p in (1, 2):
            cost = 2 * mp.fsum(m**p * mass for m, mass in enumerate(masses))
            assert encloses(known.expected_cost(p), cost)


@each_noise
def test_doubles_agree_with_the_sums(noise):
    masses = masses_of(noise)
    with mp.workdps(DIGITS):
        for m in places_of(masses):
            if masses[m] > 1e-300:
                assert noise.pmf(-m) == pytest.approx(float(masses[m]), rel=1e-12)
                assert noise.logpmf(m) == pytest.approx(float(mp.log(masses[m])), rel=1e-12)
            beyond = float(mp.fsum(masses[m + 1 :]))
            if beyond > 1e-290:
                assert noise.sf(m) == pytest.approx(beyond, rel=1e-12)
                assert noise.isf(beyond * (1 + 1e-9)) == m
                assert noise.isf(beyond * (1 - 1e-9)) == m + 1
        for p in (0.5, 1, 2, 3.3) if len(masses) < 1000 else (2,):
            cost = 2 * mp.fsum(mp.mpf(m) ** p * mass for m, mass in enumerate(masses) if m)
            assert noise.expected_cost(p) == pytest.approx(float(cost), rel=1e-12)


@each_narrow
def test_shapes_ends_and_what_is_no_number(noise):
    for function in (noise.pmf, noise.cdf, noise.sf, noise.logpmf):
        assert function(np.zeros((2, 3))).shape == (2, 3)
        assert np.isnan(function(np.nan))
        np.testing.assert_array_equal(function(np.arange(-9, 9)), function(np.arange(-9.0, 9)))
    assert (noise.cdf(-np.inf), noise.cdf(np.inf)) == (0, 1)
    assert noise.pmf([np.inf, 0.5]).tolist() == [0, 0]
    ends = (-noise.support()[1], noise.support()[1])
    assert noise.ppf([0, 1]).tolist() == list(ends) == list(noise.support())
    assert noise.privacy_profile(np.ones((2, 1))).shape == (2, 1)


@each_narrow
@pytest.mark.parametrize("epsilon", ["0", "0.01", "0.5", "1", "3"])
def test_the_profile_is_the_worst_over_all_sets_and_shifts(noise, epsilon):
    with mp.workdps(DIGITS):
        worst = max(profile_of(noise, epsilon, d) for d in range(1, noise.sensitivity + 1))
        assert worst == profile_of(noise, epsilon, noise.sensitivity)
        assert encloses(noise.enclosed(TOLD).privacy_profile(epsilon), worst) or worst < 1e-30
        if worst > 1e-30:
            found = float(noise.privacy_profile(float(epsilon)))
            assert found == pytest.approx(float(worst), rel=1e-12)


@pytest.mark.parametrize("noise", EXTREME, ids=repr)
def test_the_profile_of_wide_noise_is_the_sum(noise):
    epsilon = "0.00001" if isinstance(noise, dp.TruncatedGeometric) else "0.02"
    with mp.workdps(DIGITS):
        worst = profile_of(noise, epsilon, noise.sensitivity)
        assert encloses(noise.enclosed(TOLD).privacy_profile(epsilon), worst)


def test_profiles_end_where_they_have_to():
    cut = dp.TruncatedGeometric(1, 1e-3)
    assert cut.privacy_profile([1, 5, math.inf]).tolist() == pytest.approx([cut.sf(6)] * 3)
    assert dp.Skellam(4).privacy_profile([800, 1e9, math.inf]).tolist() == [0, 0, 0]
    assert dp.DiscreteGaussian(1).privacy_profile([1e3, 1e300, math.inf]).tolist() == [0, 0, 0]
    assert dp.Skellam(1e-12).privacy_profile(1) == pytest.approx(1, rel=1e-11)
    assert dp.Skellam(4, 2**53).privacy_profile(1) == 1
    assert str(dp.Skellam(4).enclosed().privacy_profile(100)) == "[0, 1e-19728]"
    with pytest.raises(dp.BadInput):
        dp.Skellam(4).privacy_profile(-1)


@pytest.mark.parametrize(
    ("epsilon", "delta", "size"), [(1, 1e-6, 1), (0.1, 1e-3, 3), (30, 1e-12, 2), (0.01, 0.49, 50)]
)
def test_the_bound_is_the_least_that_keeps_delta(epsilon, delta, size):
    noise = dp.TruncatedGeometric(epsilon, delta, size)
    q = mp.exp(-mp.mpf(epsilon) / size)

    def lost(bound):
        total = 1 + 2 * mp.fsum(q**k for k in range(1, bound + 1))
        return mp.fsum(q ** abs(k) for k in range(bound - size + 1, bound + 1)) / total

    with mp.workdps(DIGITS):
        assert lost(noise.bound) <= delta < lost(noise.bound - 1)
    assert noise.support() == (-noise.bound, noise.bound)
    assert noise.pmf([noise.bound, noise.bound + 1]).tolist() == [noise.pmf(noise.bound), 0]


@pytest.mark.parametrize("sigma", [2.0**15, 3e6, 1e9])
def test_wide_normal_noise_goes_over_to_integrals(sigma, monkeypatch):
    noise = dp.DiscreteGaussian(sigma)
    places = [0, int(sigma), int(5 * sigma), int(30 * sigma)]
    for place, found in zip(places, noise.sf(places).tolist(), strict=True):
        assert found == pytest.approx(noise.enclosed().sf(place).middle, rel=1e-12)
        assert noise.isf(found * (1 + 1e-10)) <= place <= noise.isf(found * (1 - 1e-10))
    for p in (1, 2):
        exact = noise.enclosed().expected_cost(p).middle
        assert noise.expected_cost(p) == pytest.approx(exact, rel=1e-13)
    assert noise.expected_cost(300) == math.inf
    if sigma == 2.0**15:
        monkeypatch.setattr("dpproofs.mechanisms.discrete_gaussian.WIDE", math.inf)
        summed = dp.DiscreteGaussian(sigma)
        assert noise.expected_cost(0.01) == pytest.approx(summed.expected_cost(0.01), rel=1e-12)


@pytest.mark.parametrize("mu", [1e-12, 1e-3, 0.01, 7.3, 400, 1e4])
@pytest.mark.parametrize("k", [0, 1, 2, 30, 49, 50, 100, 1000])
def test_logarithms_of_bessel_functions(mu, k):
    with mp.workdps(30):
        wanted = float(mp.log(mp.besseli(k, mu)) - mu)
    found = float(bessel.log_masses(np.array([float(k)]), mu)[0])
    assert found == pytest.approx(wanted, rel=3e-14, abs=3e-14)


@pytest.mark.parametrize(
    "noise", [dp.DiscreteGaussian(0.8, 2), dp.Skellam(3), dp.TruncatedGeometric(0.8, 0.01, 2)]
)
def test_symbolic_masses_equal_the_numeric_ones(noise):
    family = noise.symbolic()
    values = {v.symbol: sp.nsimplify(getattr(noise, v.symbol.name)) for v in family.domain}
    (piece,) = family.pieces
    for m in range(5):
        mass = family.expand(piece.density).subs(values).subs(family.x, m)
        assert float(mass.evalf(20)) == pytest.approx(float(noise.pmf(m)), rel=1e-12)
    assert piece.upper.subs(values) - 1 in (sp.oo, getattr(noise, "bound", None))


# -- draws ----------------------------------------------------------------------------------------


@each_noise
def test_draws_have_their_probabilities(noise):
    for draws in (noise.sample(100_000, rng=1), noise.sample_exact(100_000, rng=2)):
        assert draws.dtype == np.int64
        assert agrees(draws, noise)
        assert follows(draws, noise)


@pytest.mark.parametrize(
    "noise",
    [dp.DiscreteGaussian(1.5), dp.DiscreteGaussian(0.4), dp.DiscreteGaussian(1e9), dp.Skellam(2),
     dp.TruncatedGeometric(1, 0.1), dp.TruncatedGeometric(1e-8, 1e-3)],
    ids=repr,
)  # fmt: skip
def test_draws_without_a_table_have_the_same_probabilities(noise):
    coins = Coins(3)
    draws = np.array([noise._draw_exactly(coins) for _ in range(4000)])
    assert follows(draws, noise)
    assert noise.std() > 10 or agrees(draws, noise)
    assert type(noise.sample_exact(rng=0)) is int


def test_a_table_is_made_where_it_pays():
    assert dp.DiscreteGaussian(1e4)._fits_a_table(10**4)
    assert not dp.DiscreteGaussian(1e4)._fits_a_table(10)
    assert not dp.DiscreteGaussian(1e6)._fits_a_table(10**9)
    assert follows(dp.DiscreteGaussian(1e6).sample_exact(500, rng=4), dp.DiscreteGaussian(1e6))


def test_digits_that_do_not_decide_are_followed_by_more(monkeypatch):
    monkeypatch.setattr(inversion, "DIGITS", 5)
    noise = dp.DiscreteGaussian(2)
    assert noise._inversion.floors.max() < 32
    assert agrees(noise.sample_exact(4_000, rng=5), noise)
    monkeypatch.setattr(np, "flatnonzero", lambda _: np.empty(0, int))
    assert not agrees(noise.sample_exact(4_000, rng=5), noise)


def test_words_that_decide_have_no_more_than_the_probability():
    bits = 12
    noise = dp.Skellam(3)
    table = noise._inversion.floors >> np.uint64(63 - bits)
    words = np.arange(2**bits, dtype=np.uint64)
    decided = words[~np.isin(words, table)]
    found = table.size - np.searchsorted(table, decided, side="right")
    for m, count in enumerate(np.bincount(found).tolist()):
        share = count / 2**bits
        mass = float(noise.pmf(m)) * (2 if m else 1)
        assert share <= mass <= share + 2 / 2**bits


def test_floors_that_no_precision_tells_are_refused():
    from flint import arb

    with pytest.raises(ArithmeticError, match="not known well enough"):
        inversion.Inversion.of(lambda: [arb(0.5, 1e-9)], lambda _: arb(0.5))


@pytest.mark.parametrize(
    ("noise", "claim"),
    [
        (dp.DiscreteGaussian(2), {"epsilon": 1, "delta": 0.008}),
        (dp.Skellam(4), {"epsilon": 1, "delta": 0.004}),
        (dp.TruncatedGeometric(1, 0.01, 2), {"epsilon": 1, "delta": 0.01, "sensitivity": 2}),
    ],
    ids=repr,
)
def test_an_audit_passes_the_sampler_and_finds_a_wrong_one(noise, claim):
    fair = audit(noise, max_draws=100_000, seed=1, **claim)
    assert fair.verdict != "violation"

    def halved(value: int, size: int, rng: np.random.Generator) -> np.ndarray:
        return value + noise.sample_exact(size, rng=rng) // 2

    assert audit(halved, max_draws=100_000, seed=1, **claim).verdict == "violation"


@pytest.mark.parametrize(
    ("make", "named"),
    [
        (lambda: dp.DiscreteGaussian(0), "sigma"),
        (lambda: dp.DiscreteGaussian(1e10), "sigma"),
        (lambda: dp.DiscreteGaussian(1, 1.5), "sensitivity"),
        (lambda: dp.DiscreteGaussian(1, 2**54), "sensitivity"),
        (lambda: dp.DiscreteGaussian("1"), "sigma"),
        (lambda: dp.Skellam(0), "mu"),
        (lambda: dp.Skellam(1e9), "mu"),
        (lambda: dp.Skellam(math.nan), "mu"),
        (lambda: dp.TruncatedGeometric(0, 0.1), "epsilon"),
        (lambda: dp.TruncatedGeometric(1, 0.5), "delta"),
        (lambda: dp.TruncatedGeometric(1e-20, 1e-30), "epsilon"),
        (lambda: dp.Skellam(1).enclosed(0), "digits"),
        (lambda: dp.Skellam(1).enclosed().pmf(0.5), "n"),
        (lambda: dp.Skellam(1).enclosed().expected_cost(3), "p"),
        (lambda: dp.Skellam(1).enclosed().privacy_profile("x"), "epsilon"),
        (lambda: dp.Skellam(1).sample_exact(-1), "size"),
    ],
)
def test_bad_input_is_named(make, named):
    with pytest.raises(dp.BadInput) as caught:
        make()
    assert caught.value.argument == named
