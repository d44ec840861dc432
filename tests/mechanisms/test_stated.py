"""zCDP, Renyi and Gaussian DP of mechanisms: as definitions integrate, and never too small."""

import math
from fractions import Fraction
from itertools import pairwise

import mpmath as mp
import pytest
from flint import arb

import dpproofs as dp
from dpproofs.kernel.errors import BadInput, DpproofsError
from dpproofs.mechanisms.formulas import levels
from dpproofs.mechanisms.formulas.losses import LaplaceLoss, Loss, ThreeValuedLoss

DIGITS = mp.mpf(10) ** -30


def exact(number):
    return mp.mpf(Fraction(number).numerator) / Fraction(number).denominator


def by_steps(noise, level, width, count):
    """Pairs of masses at 0 and at the sensitivity, of cells with one level each."""
    reach = range(-count, count)
    return [(level(k) * width, level(k - round(noise.sensitivity / width)) * width) for k in reach]


def of_integers(noise):
    b = mp.exp(-exact(noise.exact_epsilon))
    size, r = noise.sensitivity, noise.r

    def weight(k):
        cell, place = divmod(abs(k), size)
        return b ** (cell + (place >= r))

    total = size * math.ceil(110 / noise.epsilon)
    whole = mp.fsum(weight(k) for k in range(-total, total + 1))
    return by_steps(noise, lambda k: weight(k) / whole, 1, total)


def of_steps(noise, gamma):
    """A staircase whose gamma is a multiple of 1/10, by cells of 1/10."""
    b, drop = mp.exp(-exact(noise.epsilon)), round(10 * gamma)

    def weight(k):
        cell, place = divmod(k if k >= 0 else -k - 1, 10)
        return b ** (cell + (place >= drop))

    total = 10 * math.ceil(110 / noise.epsilon)
    whole = mp.fsum(weight(k) for k in range(-total, total)) / 10
    return by_steps(noise, lambda k: weight(k) / whole, mp.mpf(1) / 10, total)


def divergence(pairs, order):
    """From pairs of masses."""
    if order == 1:
        return mp.fsum(p * mp.log(p / q) for p, q in pairs)
    return mp.log(mp.fsum(p**order * q ** (1 - order) for p, q in pairs)) / (order - 1)


def integrated(density, shift, order):
    """From a density about 0, by quadrature."""

    def inside(x):
        p, q = density(x), density(x - shift)
        return p * mp.log(p / q) if order == 1 else p**order * q ** (1 - order)

    ends = [-mp.inf, -40, -10, 0, shift / 2, shift, 10, 40, mp.inf]
    whole = mp.quad(inside, ends)
    return whole if order == 1 else mp.log(whole) / (order - 1)


def normal(x):
    return mp.exp(-x * x / 8) / mp.sqrt(8 * mp.pi)


def laplace(x):
    return mp.exp(-abs(x)) / 2


STEPS = {
    "Geometric(1)": (dp.Geometric(1), of_integers),
    "Geometric(0.25)": (dp.Geometric(0.25), of_integers),
    "DiscreteStaircase(1, 5, r=2)": (dp.DiscreteStaircase(1, 5, r=2), of_integers),
    "DiscreteStaircase(2, 4, r=4)": (dp.DiscreteStaircase(2, 4, r=4), of_integers),
    "DiscreteStaircase(1, 3, r=2)": (dp.DiscreteStaircase(1, 3, r=2), of_integers),
    "Staircase(1, gamma=.5)": (dp.Staircase(1, gamma=0.5), lambda n: of_steps(n, 0.5)),
    "Staircase(3, gamma=1)": (dp.Staircase(3, gamma=1.0), lambda n: of_steps(n, 1)),
    "Tulap(1, 0)": (dp.Tulap(1, 0.0), lambda n: of_steps(n, 0.5)),
}


@pytest.fixture(scope="module", autouse=True)
def precision():
    with mp.workdps(45):
        yield


def inside(level, value):
    """Whether an enclosure holds a number, and is 30 digits wide at most."""
    low, high = exact(level.lower), exact(level.upper)
    assert high - low <= 2 * DIGITS * value
    assert low - DIGITS * value <= value <= high + DIGITS * value


@pytest.mark.parametrize("name", STEPS)
@pytest.mark.parametrize("order", [1, 2, 7.5])
def test_renyi_divergences_are_those_of_the_masses(name, order):
    noise, masses = STEPS[name]
    inside(noise.renyi(order), divergence(masses(noise), order))


@pytest.mark.parametrize("order", [1, 2, 7.5])
def test_renyi_divergences_are_those_of_the_densities(order):
    inside(dp.Gaussian.of_sigma(2.0).renyi(order), integrated(normal, 1, order))
    inside(dp.Laplace(1).renyi(order), integrated(laplace, mp.mpf(1), order))


def supremum(of_order):
    """The largest divergence by the order; its limit at 1 where that is the largest."""
    grid = [mp.mpf(10) ** (mp.mpf(k) / 4) for k in range(-12, 9)]
    best = max(grid, key=lambda t: of_order(1 + t) / (1 + t))
    if best == grid[0]:
        return of_order(1)
    place = mp.findroot(lambda t: mp.diff(lambda s: of_order(1 + s) / (1 + s), t), best)
    return of_order(1 + place) / (1 + place)


@pytest.mark.parametrize("name", [*STEPS, "Gaussian", "Laplace"])
def test_rho_is_the_supremum_over_orders(name):
    if name in STEPS:
        noise, masses = STEPS[name]
        pairs = masses(noise)
        tied = {}
        for p, q in pairs:  # few values of the loss, for speed
            tied[mp.nstr(p / q, 12)] = [
                a + b for a, b in zip(tied.get(mp.nstr(p / q, 12), (0, 0)), (p, q), strict=True)
            ]
        inside(noise.zcdp(), supremum(lambda a: divergence([*map(tuple, tied.values())], a)))
    elif name == "Gaussian":
        inside(dp.Gaussian.of_sigma(2.0).zcdp(), integrated(normal, 1, 2) / 2)
    else:
        inside(dp.Laplace(1).zcdp(), integrated(laplace, mp.mpf(1), 1))


def phi_inverse(p):
    return mp.sqrt(2) * mp.erfinv(2 * p - 1)


@pytest.mark.parametrize("name", STEPS)
def test_mu_is_that_of_the_corners_of_the_trade_off(name):
    noise, masses = STEPS[name]
    pairs = sorted(masses(noise), key=lambda pair: -pair[0] / pair[1])
    found, p, q = mp.mpf(0), mp.mpf(0), mp.mpf(0)
    for (a, b), (c, d) in pairwise(pairs):
        p, q = p + a, q + b
        if a / b > 1.01 * c / d:  # a corner
            found = max(found, phi_inverse(p) - phi_inverse(q))
    inside(noise.gdp(), found)


def test_mu_of_noise_with_a_density():
    inside(dp.Gaussian.of_sigma(2.0).gdp(), mp.mpf(1) / 2)

    def apart(x):
        # Half-lines from x: P(X > x) against P(X > x + 1), x < 0.
        return phi_inverse(1 - mp.exp(x) / 2) - phi_inverse(mp.exp(-x - 1) / 2)

    inside(dp.Laplace(1).gdp(), max(apart(-mp.mpf(k) / 20) for k in range(1, 20)))


@pytest.mark.parametrize(
    "noise",
    [dp.TruncatedLaplace(1, 0.1), dp.UniformWithAtom(0.1), dp.Tulap(1, 0.1)],
    ids=lambda noise: type(noise).__name__,
)
def test_noise_that_ends_keeps_no_such_claim(noise):
    assert noise.zcdp().lower == noise.zcdp().upper == math.inf
    assert float(noise.renyi(2)) == float(noise.gdp()) == math.inf


def test_what_is_not_known_is_said(monkeypatch):
    monkeypatch.delattr(dp.Laplace, "_loss")
    with pytest.raises(DpproofsError, match="no formula for"):
        dp.Laplace(1).zcdp()
    for order in (0.5, math.inf, math.nan, "2"):
        with pytest.raises(BadInput, match="order"):
            dp.Laplace(1).renyi(order)


class WithoutFormula(Loss):
    """A loss whose rho has to be enclosed."""

    def __init__(self, loss):
        self.loss = loss
        self.SOURCE, self.log_moment, self.most = loss.SOURCE, loss.log_moment, loss.most

    log_moment = most = gdp = delta = None


@pytest.mark.parametrize("loss", [LaplaceLoss(Fraction(1)), ThreeValuedLoss(Fraction(2))])
def test_formulas_for_rho_are_what_is_enclosed(loss):
    plain = levels.told(loss, lambda: levels.zcdp(loss))
    assert levels.told(loss, lambda: levels.zcdp(WithoutFormula(loss))) == plain


def test_a_rho_inside_is_more_than_kullbacks_divergence():
    loss = ThreeValuedLoss(Fraction(1), lambda: arb(1) / 10)
    rho = levels.told(loss, lambda: levels.zcdp(loss))
    assert rho.upper - rho.lower < 1e-29
    orders = [1 + Fraction(k, 8) for k in range(1, 100)]
    tried = [levels.told(loss, lambda a=a: levels.renyi(loss, a)).lower / a for a in orders]
    assert rho.upper >= max(tried) > rho.lower * Fraction(999, 1000)
    assert rho.lower > 1.2 * levels.told(loss, lambda: levels.renyi(loss, Fraction(1))).upper


def test_what_is_not_below_is_not_said_to_be():
    loss = LaplaceLoss(Fraction(1))
    kullback = levels.renyi(loss, Fraction(1))
    assert levels._below(loss, kullback, Fraction(1), None)
    assert not levels._below(loss, kullback * 0.3, Fraction(1), None)
    assert not levels._flat(loss, kullback * 0.5)


@pytest.mark.parametrize("kind", [dp.Gaussian, dp.Laplace, dp.Geometric])
@pytest.mark.parametrize("level", [0.01, 0.5, 3.0])
def test_calibrated_noise_keeps_the_claim_and_hardly_more(kind, level):
    for made, kept in ((kind.of_rho(level), "zcdp"), (kind.of_mu(level), "gdp")):
        found = getattr(made, kept)().upper
        assert level * (1 - 1e-10) < found <= level


@pytest.mark.parametrize(
    "kind", [dp.Gaussian, dp.Laplace, dp.Geometric, dp.DiscreteGaussian, dp.Skellam]
)
def test_calibrated_for_an_epsilon_and_a_delta(kind):
    made = kind.of(1.0, 1e-3)
    assert made.privacy_profile(1.0) == pytest.approx(1e-3, rel=1e-9)
    assert made.privacy_profile(1.0) <= 1e-3


@pytest.mark.parametrize("kind", [dp.TruncatedGeometric, dp.TruncatedLaplace, dp.Tulap])
def test_noise_that_is_made_for_an_epsilon_and_a_delta(kind):
    assert kind.of(1.0, 1e-3) == kind(epsilon=1.0, delta=1e-3)


@pytest.mark.parametrize("kind", [dp.Gaussian, dp.DiscreteGaussian, dp.Skellam, dp.UniformWithAtom])
def test_noise_that_always_leaks_has_no_delta_of_0(kind):
    with pytest.raises(BadInput, match="above 0"):
        kind.of(1.0)


@pytest.mark.parametrize(
    ("level", "most", "largest"),
    [
        (lambda e: e**2, 0.25, 0.5),
        (lambda e: math.exp(-1 / e), 1e-9, -1 / math.log(1e-9)),
        (lambda e: math.inf if e > 0.3 else 0.0, 0.5, 0.3),
    ],
)
def test_the_largest_parameter_within_a_bound(level, most, largest):
    asked = []

    def told(e):
        asked.append(e)
        return level(e)

    found = levels.largest(told, most, 1.0)
    assert largest * (1 - 1e-10) < found <= largest * (1 + 1e-12)
    assert level(found) <= most
    assert len(asked) < 20 or level(1.0) == math.inf
    assert len(set(asked)) == len(asked)


def test_calibration_with_other_arguments():
    wide = dp.Laplace.of_rho(0.5, sensitivity=3)
    assert wide.sensitivity == 3
    assert wide.epsilon == dp.Laplace.of_rho(0.5).epsilon
    assert dp.Staircase.of_rho(0.5, gamma=0.5).zcdp().upper <= 0.5
    assert dp.Laplace.of(2.0).epsilon == 2
    for call in (
        lambda: dp.Gaussian.of_rho(-1),
        lambda: dp.Gaussian.of_mu(1, width=2),
        lambda: dp.Geometric.of_rho(1, sensitivity=2),
        lambda: dp.Laplace.of(1, 1.5),
        lambda: dp.Laplace.of(-1, 0.1),
    ):
        with pytest.raises(BadInput):
            call()
    with pytest.raises(DpproofsError, match="no TruncatedLaplace is known to keep rho"):
        dp.TruncatedLaplace.of_rho(0.5, delta=0.1)


@pytest.mark.parametrize(("sigma", "shift"), [(0.3, 1), (0.7, 2), (3.0, 1)])
@pytest.mark.parametrize("order", [1, 1.75, 2, 7.5])
def test_renyi_divergences_of_discrete_normal_noise_are_those_of_its_masses(sigma, shift, order):
    noise = dp.DiscreteGaussian(sigma=sigma, sensitivity=shift)
    double = 2 * exact(noise.sigma) ** 2
    whole = mp.fsum(mp.exp(-mp.mpf(k * k) / double) for k in range(-90, 91))
    masses = [mp.exp(-mp.mpf(k * k) / double) / whole for k in range(-90, 91)]
    inside(noise.renyi(order), divergence([*zip(masses[shift:], masses, strict=False)], order))
    inside(noise.zcdp(), divergence([*zip(masses[shift:], masses, strict=False)], 1))


@pytest.mark.parametrize("categories", [2, 5, 100])
def test_randomised_response_keeps_what_its_answers_do(categories):
    response = dp.RandomizedResponse(epsilon=1, categories=categories)
    odds = mp.e
    high, low = odds / (odds + categories - 1), 1 / (odds + categories - 1)
    pairs = [(high, low), (low, high), *[(low, low)] * (categories - 2)]
    for order in (1, 2, 7.5):
        inside(response.renyi(order), divergence(pairs, order))
    inside(response.zcdp(), supremum(lambda a: divergence(pairs, a)))
    inside(response.gdp(), phi_inverse(high) - phi_inverse(low))


def test_discrete_noise_is_made_for_a_rho():
    for kind in (dp.DiscreteGaussian, dp.RandomizedResponse):
        assert 0.5 * (1 - 1e-10) < kind.of_rho(0.5).zcdp().upper <= 0.5


@pytest.mark.parametrize(("sigma", "shift"), [(0.02, 1), (0.3, 3), (0.7, 2), (2.0, 1), (4.0, 9)])
def test_mu_of_discrete_normal_noise_is_that_of_its_farthest_corner(sigma, shift):
    noise = dp.DiscreteGaussian(sigma=sigma, sensitivity=shift)
    places = normal_places(exact(sigma), 16 * math.ceil(sigma**2) + 16 + shift)
    inside(noise.gdp(), max(b - a for a, b in zip(places, places[shift:], strict=False)))


def normal_places(sigma, reach):
    """-Phi^-1(P(X >= k)) for k from 1 - reach to reach."""
    with mp.workdps(60):
        far = reach + math.ceil(40 * sigma) + 2
        weights = [mp.exp(-(mp.mpf(k) ** 2) / (2 * sigma**2)) for k in range(far + 1)]
        whole, tail, places = 2 * mp.fsum(weights) - 1, mp.mpf(0), []
        for k in range(far, 0, -1):
            tail += weights[k]
            places += [quantile_above(tail / whole)] if k <= reach else []
        # P(X >= 1 - k) = 1 - P(X >= k)
        return [-place for place in places] + places[::-1]


def quantile_above(p):
    """Where 1 - Phi is p < 1/2."""
    start = mp.sqrt(-2 * mp.log(p))
    return mp.findroot(lambda z: mp.log(mp.erfc(z / mp.sqrt(2)) / 2) - mp.log(p), start)


def test_mu_of_discrete_normal_noise_is_made():
    assert 0.5 * (1 - 1e-10) < dp.DiscreteGaussian.of_mu(0.5).gdp().upper <= 0.5


def test_noise_that_leaks_the_same_at_any_epsilon_is_made_for_its_delta():
    assert dp.UniformWithAtom.of(epsilon=1, delta=0.1) == dp.UniformWithAtom(delta=0.1)
    assert dp.UniformWithAtom.of(0, 0.1, 2, cost=2) == dp.UniformWithAtom(0.1, 2, cost=2)
    for wrong in ({"epsilon": "one", "delta": 0.1}, {"epsilon": 1, "delta": 1}):
        with pytest.raises(BadInput):
            dp.UniformWithAtom.of(**wrong)


def test_noise_that_would_be_outside_its_domain_is_not_made():
    with pytest.raises(
        DpproofsError, match=r"Skellam that just keeps mu = 30 is outside its domain"
    ):
        dp.Skellam.of_mu(30, sensitivity=3)
    with pytest.raises(BadInput, match=r"sensitivity = 1\.5"):
        dp.Skellam.of_mu(30, sensitivity=1.5)


def of_differences(noise):
    """Pairs of masses of Skellam noise."""
    mu, shift = exact(noise.mu), noise.sensitivity
    reach = shift + math.ceil(16 * math.sqrt(noise.mu)) + 60
    masses = [mp.exp(-mu) * mp.besseli(k, mu) for k in range(reach + shift + 1)]
    return [(masses[abs(k)], masses[abs(k + shift)]) for k in range(-reach, reach + 1)]


@pytest.mark.parametrize(("mu", "shift"), [(0.5, 1), (4, 1), (4, 5), (30, 2)])
def test_levels_of_skellam_noise_are_those_of_its_masses(mu, shift):
    noise = dp.Skellam(mu=mu, sensitivity=shift)
    pairs = of_differences(noise)
    for order in (1, 1.75, 7.5):
        inside(noise.renyi(order), divergence(pairs, order))
    inside(noise.zcdp(), supremum(lambda a: divergence(pairs, a)))


@pytest.mark.parametrize(("mu", "shift"), [(0.05, 3), (0.5, 1), (4, 5), (30, 2)])
def test_mu_of_skellam_noise_is_that_of_its_farthest_corner(mu, shift):
    noise = dp.Skellam(mu=mu, sensitivity=shift)
    with mp.workdps(60):
        far = 60 + shift + 8 * math.ceil(mu)
        masses = [mp.exp(-exact(mu)) * mp.besseli(k, exact(mu)) for k in range(far + 60, 0, -1)]
        tails = [mp.mpf(0)]
        for mass in masses:
            tails.append(tails[-1] + mass)
        places = [quantile_above(tail) for tail in tails[:60:-1]]  # of P(X >= 1), ...
        line = [-place for place in places[::-1]] + places
    inside(noise.gdp(), max(b - a for a, b in zip(line, line[shift:], strict=False)))


@pytest.mark.parametrize(("mu", "shift", "width"), [(40, 1, 0.05), (100, 1, 0.03), (300, 20, 0.05)])
def test_the_rho_of_wide_skellam_noise_is_between_its_bounds(mu, shift, width):
    noise = dp.Skellam(mu=mu, sensitivity=shift)
    pairs, rho = of_differences(noise), noise.zcdp()
    highest = max(divergence(pairs, 1 + t) / (1 + t) for t in (0, 0.1, 1, 3, 10))
    assert exact(rho.lower) < highest < exact(rho.upper)
    assert rho.upper < rho.lower * (1 + width)


@pytest.mark.parametrize(("mu", "shift"), [(40, 1), (100, 7), (3000, 30)])
def test_renyi_divergences_of_wide_skellam_noise_are_between_bounds(monkeypatch, mu, shift):
    from dpproofs.mechanisms.formulas import skellam_loss

    noise = dp.Skellam(mu=mu, sensitivity=shift)
    summed = [noise.renyi(order) for order in (1, 1.5, 8, 64)]
    monkeypatch.setattr(skellam_loss, "MOST_TERMS", 1)
    between = [noise.renyi(order) for order in (1, 1.5, 8, 64)]
    for inner, outer in zip(summed, between, strict=True):
        assert outer.lower < inner.lower <= inner.upper < outer.upper
    assert between[1].upper < between[1].lower * 1.03
    assert dp.Skellam(mu=1e8).renyi(2).upper == pytest.approx(1e-8, rel=1e-6)


def test_bounds_of_the_rho_of_skellam_noise_hold_for_each_order():
    loss = dp.Skellam(mu=40.0, sensitivity=2)._loss()
    pairs, step = of_differences(dp.Skellam(mu=40.0, sensitivity=2)), loss._step()
    largest = max(mp.log(a / b) - mp.log(c / d) for (c, d), (a, b) in pairwise(pairs))
    assert float(step.lower()) < largest < float(step.upper())
    assert step.rad() < 1e-12
    for x in (0.3, 0.6, 1.5):
        order, above = loss._far(arb(x))
        for more in (1, 1.5, 4):
            t = mp.mpf(float(order.mid())) * more
            assert divergence(pairs, 1 + t) / t < float(above)
        near = 40 * (mp.cosh(t * largest) - 1) + t * divergence(pairs, 1)
        assert t * divergence(pairs, 1 + t) < near


def test_skellam_noise_too_narrow_for_its_sensitivity_has_no_known_rho():
    with pytest.raises(DpproofsError, match="so small for its sensitivity"):
        dp.Skellam(mu=1.0, sensitivity=1000).zcdp()


def test_masses_left_out_of_a_sum_are_counted(monkeypatch):
    from dpproofs.mechanisms.formulas import skellam_loss

    loss = dp.Skellam(mu=4)._loss()
    whole = levels.told(loss, lambda: levels.renyi(loss, Fraction(3)))
    monkeypatch.setattr(skellam_loss.SkellamLoss, "_enough", few)
    cut = levels.told(loss, lambda: levels.renyi(loss, Fraction(3)))
    assert cut.lower < whole.lower <= whole.upper < cut.upper


def few(self, t):
    """Too few masses, with what is left out."""
    from flint import ctx

    from dpproofs.mechanisms.formulas.skellam_loss import _table

    masses, losses = _table(self.mu, self.shift, 30, ctx.prec)
    return masses, losses, self._beyond(t, 30, masses, losses)


def test_skellam_noise_is_made_for_a_rho():
    for rho in (1e-6, 0.4):
        made = dp.Skellam.of_rho(rho)
        assert rho * (1 - 1e-3) < made.zcdp().upper <= rho


@pytest.mark.parametrize(
    "kind", [dp.Laplace, dp.Skellam, dp.RandomizedResponse, dp.Schroedinger, dp.UniformWithAtom]
)
def test_what_noise_does_not_take_is_refused_by_name(kind):
    with pytest.raises(BadInput, match="width = 3"):
        kind.of(1, 1e-3, width=3)
