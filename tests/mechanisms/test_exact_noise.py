"""Exact noise on a lattice: its probabilities, its arguments, and that it gives no input away."""

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import arb
from scipy import stats

import dpproofs as dp
from dpproofs.auditing import audit
from dpproofs.auditing.targets import find
from dpproofs.kernel.errors import BadInput, DpproofsError
from dpproofs.mechanisms.base import Symmetric
from dpproofs.mechanisms.formulas import lattice
from dpproofs.mechanisms.formulas.coins import Coins
from dpproofs.mechanisms.formulas.enclosure import ball

MECHANISMS = [
    dp.Laplace(0.1, 3),
    dp.Gaussian(1, 1e-5),
    dp.Staircase(1),
    dp.Staircase(5, 2.0, gamma=0.1),
    dp.TruncatedLaplace(1, 0.01),
    dp.TruncatedLaplace.from_bounds(1.0, 0.5),
    dp.LightTailedLaplace(1, 0.01, 0.3),
    dp.UniformWithAtom(0.1),
    dp.UniformWithAtom(0.9),
    dp.Tulap(1, 0.05),
    dp.Tulap(0.5, 0, 2),
    dp.Schroedinger(variance=2.0),
    dp.Schroedinger(budget=1.0, cost=1),
    dp.Cactus(variance=0.25),
]
DRAWS = 1_000


def cells(noise, value, step):
    """Places and probabilities of the multiples of the step, by the distribution function."""
    reach = 12 * float(noise.ppf(0.9)) + 2 * step
    places = np.arange(-math.ceil(reach / step), math.ceil(reach / step) + 1) * step
    ends = np.append(places - step / 2, places[-1] + step / 2) - value
    return places, np.diff(noise.cdf(np.nextafter(ends, -np.inf)))


def misfit(draws, noise, value, step):
    """The p-value of Pearson's test against the probabilities of `cells`, rare ones pooled."""
    places, masses = cells(noise, value, step)
    seen = np.array([np.count_nonzero(draws == place) for place in places])
    frequent = masses * len(draws) >= 8
    observed = np.append(seen[frequent], len(draws) - seen[frequent].sum())
    expected = np.append(masses[frequent], max(1 - masses[frequent].sum(), 1e-12)) * len(draws)
    return float(stats.chisquare(observed, expected * observed.sum() / expected.sum()).pvalue)


@pytest.mark.sweep
@pytest.mark.parametrize("noise", MECHANISMS, ids=lambda noise: type(noise).__name__)
def test_it_is_the_noise_rounded_after_it_was_added(noise):
    step = 2.0 ** (math.frexp(float(noise.ppf(0.9)))[1] - 3)
    draws = noise.sample_exact(DRAWS, value=0.3 * step, step=step, rng=5)
    assert misfit(draws, noise, 0.3 * step, step) > 1e-4
    assert misfit(draws, noise, 2.3 * step, step) < 1e-4  # so that the value counts


@pytest.mark.parametrize("noise", MECHANISMS[:-1], ids=lambda noise: type(noise).__name__)
def test_its_tail_is_that_of_doubles_to_their_last_bits(noise):
    tail = noise._exact_tail()
    for x in [0.0, *np.linspace(0.01, 3, 9) * float(noise.ppf(0.9))]:
        assert float(tail(Fraction(x))) == pytest.approx(float(noise.sf(x)), rel=1e-9, abs=1e-300)


def test_the_tail_of_a_solved_program_is_that_of_its_masses():
    noise = MECHANISMS[-1]
    tail = noise._exact_tail()
    assert tail(Fraction(0)).contains(arb(0.5))
    for x in (0.01, 0.25, 0.7, 1.3, 4.0, 40.0):
        assert float(tail(Fraction(x))) == pytest.approx(float(noise.sf(x)), rel=1e-9)


@pytest.mark.parametrize("seed", range(12))
def test_a_quantile_that_is_known_in_full_lands_in_the_same_cell(seed):
    """Uniform noise has a rational quantile, so that all can be done with fractions."""
    noise, step = dp.UniformWithAtom(0.25), Fraction(1, 8)
    tail, half = noise._exact_tail(), Fraction(2)
    value = Fraction(float(np.random.default_rng(seed).normal()))
    q = lattice.Quantile(Coins(seed))
    k = lattice.rounded_sum(value, step, tail, q, 0.0)  # the first guess may be anywhere
    low, high = (half - 4 * Fraction(q.digits + d, 2 << q.count) for d in (1, 0))
    signs = [s for s in (1, -1) if (k - Fraction(1, 2)) * step <= value + s * low]
    assert any((value + s * high) < (k + Fraction(1, 2)) * step for s in signs)


def test_digits_are_drawn_until_a_tail_is_told_from_them():
    class Ends:
        """Fair bits that say 1/4 for a while."""

        def __init__(self):
            self.asked = 0

        def bits(self, count):
            self.asked += 1
            return 1 << (count - 1) if self.asked == 1 else 0

    def quarter(_):
        return ball(Fraction(1, 4)) + (arb(3).sqrt() ** 2 - 3)  # 1/4, and a radius

    q = lattice.Quantile(Ends())
    with pytest.raises(lattice.Undecided):
        q.below(quarter, Fraction(0))
    assert q.count > lattice.MOST
    assert not lattice.Quantile(Ends()).below(lambda _: ball(Fraction(1, 4)), Fraction(0))


@pytest.mark.parametrize(("tail", "fits"), [(1, True), (1.3, False)])
def test_a_wrong_tail_shows(monkeypatch, tail, fits):
    noise = dp.Laplace(1)
    right = dp.Laplace._exact_tail
    monkeypatch.setattr(
        dp.Laplace, "_exact_tail", lambda self: lambda x: right(self)(Fraction(tail) * x)
    )
    draws = noise.sample_exact(DRAWS, step=0.5, rng=1)
    assert (misfit(draws, noise, 0.0, 0.5) > 1e-4) is fits


def test_shapes_seeds_and_steps():
    noise = dp.Laplace(1)
    assert type(noise.sample_exact()) is float
    assert type(noise.sample_exact(value=Fraction(1, 3))) is float
    assert noise.sample_exact(value=[1, 2.5]).shape == (2,)
    assert noise.sample_exact((4, 2), value=[1, 2], rng=0).shape == (4, 2)
    assert np.array_equal(noise.sample_exact(9, rng=3), noise.sample_exact(9, rng=3))
    assert not np.array_equal(noise.sample_exact(9, rng=3), noise.sample_exact(9, rng=4))
    draws = noise.sample_exact(50, value=0.1, step=0.25, rng=0)
    assert np.array_equal(draws * 4, np.rint(draws * 4))
    far = noise.sample_exact(3, value=1e300, rng=0)
    assert far.tolist() == [1e300] * 3  # noise of size 1 is lost there, and so it should be


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"step": 0.3}, "step"),
        ({"step": 0}, "step"),
        ({"step": math.inf}, "step"),
        ({"step": "x"}, "step"),
        ({"value": math.nan}, "value"),
        ({"value": "1/2"}, "value"),
        ({"size": "x"}, "size"),
        ({"size": 3, "value": [1, 2]}, "size"),
    ],
)
def test_bad_arguments_are_named(given, named):
    with pytest.raises(BadInput, match=named):
        dp.Laplace(1).sample_exact(**given)


def test_noise_without_a_formula_says_so():
    class Unknown(dp.Laplace):
        _exact_tail = Symmetric._exact_tail

    with pytest.raises(DpproofsError, match="no formula"):
        Unknown(1).sample_exact()


@pytest.mark.parametrize(
    ("name", "claim"),
    [
        ("Laplace", (1.0, 0.0, 1.0)),
        ("Gaussian", (1.0, 1e-3, 1.0)),
        ("Staircase", (1.0, 0.0, 1.0)),
        ("TruncatedLaplace", (1.0, 0.01, 1.0)),
        ("UniformWithAtom", (0.0, 0.1, 1.0)),
        ("Tulap", (1.0, 0.01, 1.0)),
    ],
)
def test_no_double_tells_the_input_where_sums_are_exact(name, claim):
    from dpproofs.auditing.claim import PrivacyClaim

    asked = dict(zip(("epsilon", "delta", "sensitivity"), claim, strict=True))
    verdicts = []
    for exact in (False, True):
        target = find(f"dpproofs:{name}", PrivacyClaim(*claim), {"exact": True} if exact else {})
        report = audit(target, **asked, of="numbers", max_draws=1_000)
        verdicts.append(report.verdict)
    assert verdicts == ["violation", "no violation found"]


@pytest.mark.sweep
@pytest.mark.parametrize(
    "noise",
    [dp.Schroedinger(variance=2.0), dp.Cactus(variance=0.25), dp.OptimalNoise(1.0, 0.05, cost=1)],
    ids=lambda noise: type(noise).__name__,
)
def test_no_double_tells_the_input_of_solved_noise_either(noise):
    delta = min(0.99, 1.01 * float(noise.privacy_profile(1.0)))
    asked = {"epsilon": 1.0, "delta": delta, "of": "numbers", "max_draws": 600}

    def exactly(value, rng):
        return noise.sample_exact(value=value, rng=rng)

    assert audit(noise, **asked).verdict == "violation"
    assert audit(exactly, **asked).verdict == "no violation found"


def test_exact_integers_are_a_target_too():
    from dpproofs.auditing.claim import PrivacyClaim

    target = find("dpproofs:Geometric", PrivacyClaim(1.0), {"exact": True})
    draws = target.draw(7, 50, np.random.default_rng(0))
    assert draws.dtype.kind == "i"
