import json
import math
from fractions import Fraction
from pathlib import Path

import mpmath as mp
import numpy as np
import pytest
from flint import arb, ctx
from scipy import integrate

import dpproofs as dp
from benchmarks.small_sensitivity import correction, ratio
from dpproofs import Cactus, Gaussian, Laplace, Schroedinger
from dpproofs.kernel.errors import BadInput, DpproofsError
from dpproofs.mechanisms.formulas import levels
from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.optima.rivals import ground_tail
from dpproofs.optima.rivals.ground_loss import GroundStateLoss
from dpproofs.optima.rivals.ground_state import GroundState, NotDecided, ground_energy
from dpproofs.optima.rivals.ground_tail import Level, tail_of
from dpproofs.privacy import hockey_stick

DRAWS = 100_000
COSTS = [1, 2, 4]


@pytest.fixture(scope="module", params=COSTS, ids=lambda p: f"cost {p}")
def noise(request):
    return Schroedinger(1.5, budget=0.7, cost=request.param)


def test_energies_are_known_ones():
    with mp.workdps(25):
        airy = -mp.airyaizero(1, derivative=1)
        for cost, exact in ((2, mp.mpf(1)), (1, airy), (4, mp.mpf("1.0603620904841828996"))):
            low, high = ground_energy(cost, 13)
            assert mp.mpf(low.numerator) / low.denominator <= exact
            assert exact <= mp.mpf(high.numerator) / high.denominator
            assert high - low <= Fraction(1, 10**13)


@pytest.mark.parametrize("cost", ["1/2", 3, 8])
def test_energies_agree_with_a_matrix(cost):
    low, high = ground_energy(cost, 8)
    # Differences of second order on half the line, and Richardson's extrapolation.
    found = []
    for size in (2000, 4000):
        end = 30.0 if cost == "1/2" else 6.0
        h = end / size
        y = (np.arange(size) + 0.5) * h
        from scipy.linalg import eigh_tridiagonal

        diagonal = 2 / h**2 + y ** float(Fraction(cost))
        diagonal[0] -= 1 / h**2
        found.append(
            eigh_tridiagonal(
                diagonal, np.full(size - 1, -1 / h**2), select="i", select_range=(0, 0)
            )[0][0]
        )
    assert float(low) == pytest.approx((4 * found[1] - found[0]) / 3, abs=2e-5)
    assert high - low <= Fraction(1, 10**8)


def test_density_mass_cost_and_tails(noise):
    p, end = noise.cost, 12 * noise.scale
    for moment, exact in ((0, 1.0), (p, 0.7)):
        found, _ = integrate.quad(
            lambda x, m=moment: 2 * x**m * noise.pdf(x), 0, end, limit=200, epsabs=1e-13
        )
        assert found == pytest.approx(exact, rel=1e-9)
    assert noise.expected_cost(p) == pytest.approx(0.7)
    for x in (0.0, 0.4, 1.0, 2.0):
        tail, _ = integrate.quad(noise.pdf, x, end, epsabs=1e-14, limit=200)
        assert noise.sf(x) == pytest.approx(tail, rel=1e-8, abs=1e-12)
    u = np.array([1e-30, 1e-6, 0.1, 0.49, 0.5, 0.9])
    assert noise.cdf(noise.ppf(u)) == pytest.approx(u, rel=1e-8)
    assert noise.ppf([0, 1]).tolist() == [-math.inf, math.inf]


def test_other_moments_are_integrals():
    noise = Schroedinger(budget=1, cost=3)
    found, _ = integrate.quad(lambda x: 2 * x**2 * noise.pdf(x), 0, 12, limit=200)
    assert noise.expected_cost(2) == pytest.approx(found, rel=1e-9)


def test_draws_follow_the_distribution(noise):
    draws = np.sort(noise.sample(DRAWS, rng=1))
    gap = np.max(np.abs(noise.cdf(draws) - (np.arange(DRAWS) + 0.5) / DRAWS))
    assert gap < 2.2 / math.sqrt(DRAWS)
    assert np.mean(np.abs(draws) ** noise.cost) == pytest.approx(0.7, rel=0.03)
    assert type(noise.sample(rng=0)) is float


def test_the_profile_is_that_of_the_density(noise):
    for epsilon in (0.0, 0.5, 2.0):
        assert noise.privacy_profile(epsilon) == pytest.approx(
            hockey_stick(noise, epsilon, 1.5), rel=1e-6
        )
        assert hockey_stick(noise, epsilon, 0.8) < noise.privacy_profile(epsilon)


def test_cost_two_is_normal_noise():
    noise, normal = Schroedinger(variance=0.3), Gaussian.of_sigma(math.sqrt(0.3))
    x = np.linspace(-4, 4, 41)
    assert noise.pdf(x) == pytest.approx(normal.pdf(x), rel=1e-10)
    assert noise.sf(x) == pytest.approx(normal.sf(x), rel=1e-10)
    assert noise.fisher_information == pytest.approx(1 / 0.3)
    epsilon = np.array([0.0, 1.0, 5.0])
    assert noise.privacy_profile(epsilon) == pytest.approx(
        normal.privacy_profile(epsilon), rel=1e-7
    )


def test_the_airy_case_agrees_with_the_table():
    noise, table = Schroedinger(budget=1, cost=1), GroundState.of(1.0)
    y = np.linspace(0, 20, 301)
    assert table.log_pdf(y) == pytest.approx(
        noise.logpdf(y * noise.scale) + math.log(noise.scale), abs=1e-9
    )
    assert table.log_tail(y) == pytest.approx(np.log(noise.sf(y * noise.scale)), abs=1e-9)


@pytest.mark.parametrize("cost", COSTS)
def test_fisher_information_is_the_integral_and_below_that_of_others(cost):
    noise = Schroedinger(budget=1, cost=cost)
    x = np.linspace(1e-6, 10 * noise.scale, 20_001)
    score = np.gradient(noise.logpdf(x), x)
    assert 2 * integrate.simpson(score**2 * noise.pdf(x), x=x) == pytest.approx(
        noise.fisher_information, rel=1e-3
    )
    unit = Gaussian.of_sigma(1)
    sigma = unit.expected_cost(cost) ** (-1 / cost)
    assert noise.fisher_information <= 1 / sigma**2 * (1 + 1e-9)


def test_the_cactus_tends_to_it():
    """Divergence over half the Fisher information times s^2, at smaller and smaller s."""
    for cost, budget in ((2, 1.0), (1, 1.0)):
        information = Schroedinger(budget=budget, cost=cost).fisher_information
        excess = []
        for s in (2.0, 1.0, 0.5):
            cactus = Cactus(sensitivity=s, budget=budget, cost=cost, n=max(8, round(24 * s)))
            excess.append(abs(cactus.divergences().max() / (information * s**2 / 2) - 1))
        assert excess[0] > 2 * excess[1] > 2 * excess[2]
        assert excess[2] < 0.02


@pytest.mark.parametrize("cost", [1, 2, 4])
def test_the_first_correction_is_an_integral(cost):
    """- a^4/24 times the integral of f V'''' over a^2 I/2, with V = log f; here by f'' V''."""
    noise = Schroedinger(budget=1, cost=cost)
    b, energy = noise.scale, float(noise.energy[0])
    x = np.linspace(1e-6, 12 * b, 100_001)
    w, q = np.gradient(noise.logpdf(x), x) / 2 * b, (x / b) ** cost - energy
    fourth = 8 * np.trapezoid((q**2 - w**4) * noise.pdf(x), x)
    wanted = -fourth / (12 * b**4 * noise.fisher_information)
    assert correction(cost) == pytest.approx(wanted, rel=1e-4, abs=1e-5)


def test_the_speed_is_bracketed_as_the_page_says():
    root = Path(__file__).parents[2] / "docs"
    rows = json.loads((root / "assets" / "small-sensitivity.json").read_text("utf-8"))
    page = (root / "schroedinger.md").read_text("utf-8")
    for row in rows:
        low, high = row["ratio"]
        assert f"{low:.6f} to {high:.6f}" in page
        assert low <= high
        if row["s"] == "1/8":
            predicted = correction(row["cost"]) / 64
            assert (low + high) / 2 - 1 == pytest.approx(predicted, rel=0.2, abs=5e-6)
    low, high = ratio(2, "1/2", 8)  # proved anew, with few cells
    stored = next(row["ratio"] for row in rows if (row["cost"], row["s"]) == (2, "1/2"))
    assert low <= stored[1]
    assert stored[0] <= high < 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (Schroedinger, "variance = None, but should be a number, unless budget is one"),
        (lambda: Schroedinger(variance=1, budget=1), "left out when budget is given"),
        (lambda: Schroedinger(variance=1, cost=1), "left out, and budget given"),
        (lambda: Schroedinger(budget=-1), "budget = -1"),
        (lambda: Schroedinger(budget=1, cost=20), "cost = 20"),
        (lambda: ground_energy(0.1), "cost = 0.1"),
        (lambda: ground_energy(2, 40), "digits = 40"),
    ],
)
def test_bad_input_is_refused(call, message):
    with pytest.raises(BadInput, match=message):
        call()


def test_there_is_no_closed_form_in_general():
    with pytest.raises(DpproofsError, match="no closed form"):
        Schroedinger(budget=1, cost=3).symbolic()
    assert Laplace(1).symbolic()


# -- the mass beyond a place, to any precision -----------------------------------------------------

PLACES = [Fraction(1, 7), Fraction(1), Fraction(5, 2), Fraction(9), Fraction(60)]


def normal_tail(x):
    return ball(x * x / 2).sqrt().erfc() / 2


def airy_tail(x):
    """Of budget 1, by zeros of the derivative of Airy's function."""
    zero = -arb.airy_ai_zero(1, derivative=1)
    z = ball(x) * 2 * zero / 3 - zero
    value, slope = z.airy_ai(), z.airy_ai(derivative=1)
    return (slope**2 - z * value**2) / (2 * zero * (-zero).airy_ai() ** 2)


@pytest.mark.parametrize(("power", "formula"), [(1, airy_tail), (2, normal_tail)])
@pytest.mark.parametrize("bits", [80, 300])
def test_the_mass_beyond_a_place_is_that_of_the_closed_form(power, formula, bits):
    for place in PLACES:
        found = tail_of(Fraction(power), Fraction(1), place, bits)
        with ctx.workprec(4 * bits):
            assert found.overlaps(formula(place))
            assert found.rad() < arb(2) ** -bits
            assert not found.overlaps(formula(place + Fraction(1, 10**9))) or place > 8


def test_half_of_the_mass_is_beyond_the_origin_and_hardly_any_far_out():
    power, budget = Fraction(33, 10), Fraction(1)
    assert tail_of(power, budget, Fraction(0), 64) == 0.5
    assert arb(0) <= tail_of(power, budget, Fraction(1000), 64).upper() < arb(2) ** -64
    noise = Schroedinger(budget=1, cost=3.3)
    assert float(tail_of(power, budget, Fraction(3, 2), 64)) == pytest.approx(noise.sf(1.5), 1e-9)


@pytest.mark.parametrize("name", ["u", "v"])
def test_a_wrong_series_misses_the_closed_form(monkeypatch, name):
    """A term of the solution, or of its derivative by the energy, that is off by 2^-100."""
    right, off = ground_tail.solution, arb(2) ** -100

    def wrong(*given):
        u, rise, v, rise_v = right(*given)
        return (u + off, rise, v, rise_v) if name == "u" else (u, rise, v + off, rise_v)

    level = Level.of(Fraction(2), 128)
    monkeypatch.setattr(ground_tail, "solution", wrong)
    with ctx.workprec(600):
        assert not level.tail(Fraction(1), Fraction(1)).overlaps(normal_tail(Fraction(1)))


def test_an_energy_that_is_not_between_its_bounds_is_refused(monkeypatch):
    monkeypatch.setattr(ground_tail, "NEWTON", 1)
    with pytest.raises(NotDecided, match=r"\|y\|\^3 was not"):
        ground_tail._energy(Fraction(3), 64)


@pytest.mark.parametrize(("cost", "budget"), [(1, 1), (0.5, 2), (4, 0.25)])
@pytest.mark.parametrize("epsilon", [0, Fraction(1, 2), 3])
def test_the_profile_is_enclosed_by_tails(cost, budget, epsilon):
    noise = dp.Schroedinger(budget=budget, cost=cost)
    leaks = noise._leaks(Fraction(epsilon))
    assert leaks.upper - leaks.lower <= 1e-6 * leaks.upper + 1e-30
    assert (
        leaks.lower * (1 - 1e-9)
        <= noise.privacy_profile(float(epsilon))
        <= leaks.upper * (1 + 1e-9)
    )


def test_the_enclosed_profile_of_a_normal_ground_state_is_that_of_normal_noise():
    noise = dp.Schroedinger(variance=2)
    loss = GroundStateLoss(
        Fraction(1),
        noise._exact_tail(),
        lambda epsilon: float(noise._places(np.array([epsilon]))[0]),
        Fraction(2),
        Fraction(2),
    )
    for t in (0.5, 1.0, 6.0):
        found = levels.told(loss, lambda t=t: loss.log_moment(ball(t)))
        assert found.lower <= t * (t + 1) / 4 <= found.upper <= found.lower * (1 + 4e-3)
    kullback = levels.told(loss, loss.kullback)
    assert kullback.lower <= 0.25 <= kullback.upper <= kullback.lower * (1 + 4e-3)
    assert levels.told(loss, loss.gdp).upper ** 2 == pytest.approx(0.5, rel=1e-12)
    for epsilon in (Fraction(0), Fraction(1, 2), Fraction(4)):
        found = levels.told(loss, lambda e=epsilon: loss.delta(ball(e)))
        exact = noise._leaks(epsilon)
        assert found.lower <= exact.lower <= exact.upper <= found.upper


def test_a_place_that_is_wrong_only_makes_the_enclosure_wider():
    noise = dp.Schroedinger(variance=2)
    exact = noise._leaks(Fraction(1))
    for off in (-2e-8, 4e-6, 3e-5, 0.7):
        loss = GroundStateLoss(
            Fraction(1),
            noise._exact_tail(),
            lambda epsilon, off=off: float(noise._places(np.array([epsilon]))[0]) + off,
            Fraction(2),
            Fraction(2),
        )
        found = levels.told(loss, lambda loss=loss: loss.delta(ball(Fraction(1))))
        assert found.lower <= exact.lower <= exact.upper <= found.upper


def test_profiles_of_very_small_and_very_large_noise_are_enclosed():
    large = dp.Schroedinger(budget=100, cost=1)
    assert large._leaks(Fraction(5)).upper < 1e-40
    assert large.privacy_profile([5, 50, 1e6]).tolist() == [0, 0, 0]
    small = dp.Schroedinger(budget=0.01, cost=1)._leaks(Fraction(0))
    assert 1 - small.lower < 1e-30


def test_levels_of_ground_states():
    noise = dp.Schroedinger(variance=2, sensitivity=3)
    assert noise.zcdp().lower <= Fraction(9, 4) <= noise.zcdp().upper
    assert noise.renyi(3).lower <= Fraction(27, 4) <= noise.renyi(3).upper
    assert noise.gdp().lower ** 2 <= Fraction(9, 2) <= noise.gdp().upper ** 2
    made = dp.Schroedinger.of(epsilon=1, delta=0.01, cost=1)
    assert 0.01 * (1 - 1e-9) < made.privacy_profile(1) < 0.01 * (1 + 1e-9)
    assert dp.Schroedinger.of_rho(0.5).budget == pytest.approx(1, rel=1e-9)


def airy(sensitivity):
    """The density of cost 1 and budget 1, by its formula, and the sensitivity in its units."""
    e = -mp.airyaizero(1, derivative=1)
    unit = 3 / (2 * e)
    norm = 2 * e * mp.airyai(-e) ** 2
    return lambda y: mp.airyai(abs(y) - e) ** 2 / norm, sensitivity / unit


@pytest.mark.parametrize("sensitivity", [0.5, 3])
def test_levels_of_cost_one_are_those_of_airy_functions(sensitivity):
    noise = Schroedinger(sensitivity, budget=1, cost=1)
    f, s = airy(mp.mpf(sensitivity))
    ends = [-12, -6, -3, 0, s / 2, s, s + 3, s + 6, s + 12]

    def divergence(order):
        if order == 1:
            return mp.quad(lambda y: f(y) * mp.log(f(y) / f(y - s)), ends)
        far = [-10 * s - 12, *ends]
        return mp.log(mp.quad(lambda y: f(y) ** order * f(y - s) ** (1 - order), far)) / (order - 1)

    for order in (1, 2, 5):
        level, exact = noise.renyi(order), divergence(order)
        assert float(level.lower) <= exact <= float(level.upper) <= float(level.lower) * (1 + 4e-3)
    rho = noise.zcdp()
    assert float(rho.lower) <= max(divergence(a) / a for a in (1, 1.1, 2)) <= float(rho.upper)
    assert rho.upper < Fraction(13, 10) * rho.lower

    def place(y):
        return mp.sqrt(2) * mp.erfinv(2 * mp.quad(f, [0, abs(y)])) * mp.sign(y)

    mu = float(noise.gdp().upper)
    apart = [float(place(k * s / 8 + s) - place(k * s / 8)) for k in range(-7, 5)]
    assert max(apart) <= mu * (1 + 1e-12)
    assert max(apart) == pytest.approx(mu, rel=1e-12)


@pytest.mark.parametrize(("cost", "order"), [(0.5, 1), (0.5, 2), (4, 1), (4, 1.5)])
def test_renyi_divergences_of_other_costs_are_integrals(cost, order):
    noise = Schroedinger(0.7, budget=1, cost=cost)
    x = np.linspace(-60, 60, 400_001) if cost < 1 else np.linspace(-9, 9, 400_001)
    p, q = noise.logpdf(x), noise.logpdf(x - 0.7)
    if order == 1:
        exact = np.trapezoid(np.exp(p) * (p - q), x)
    else:
        exact = math.log(np.trapezoid(np.exp(order * p - (order - 1) * q), x)) / (order - 1)
    level = noise.renyi(order)
    assert level.lower * (1 - 1e-9) <= exact <= level.upper * (1 + 1e-9)
    assert level.upper < level.lower * (1 + 2e-2)


def test_costs_above_two_keep_no_rho_and_no_mu():
    noise = Schroedinger(budget=1, cost=3)
    assert noise.zcdp().lower == noise.gdp().lower == math.inf
    with pytest.raises(DpproofsError, match="known to keep mu"):
        Schroedinger.of_mu(1, cost=3)
    with pytest.raises(DpproofsError, match="order 1001 is not enclosed"):
        noise.renyi(1001)


def test_ground_states_are_made_for_a_mu():
    made = Schroedinger.of_mu(0.5, 2, cost=1)
    assert 0.5 * (1 - 1e-9) < made.gdp().upper <= 0.5
    assert made.sensitivity == 2


def test_cells_that_end_too_early_are_refused(monkeypatch):
    monkeypatch.setattr(GroundStateLoss, "end", lambda *_: 2.0)
    with pytest.raises(ArithmeticError, match="too early"):
        Schroedinger(budget=1, cost=1).renyi(20)
