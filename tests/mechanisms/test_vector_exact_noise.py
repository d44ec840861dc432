"""Exact vectors of noise on a lattice: their law, their arguments, and that they tell no input."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from flint import arb
from scipy import stats

import dpproofs as dp
from dpproofs.auditing import audit
from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.targets import find
from dpproofs.kernel.errors import BadInput, DpproofsError
from dpproofs.mechanisms.formulas.coins import Coins
from dpproofs.mechanisms.formulas.lattice import MOST, Undecided
from dpproofs.mechanisms.vector import exact
from dpproofs.mechanisms.vector.ball import BALLS
from dpproofs.mechanisms.vector.base import VectorNoise
from dpproofs.mechanisms.vector.exact_shell import BLOCK, exact_shell
from dpproofs.mechanisms.vector.lattice import Lattice

MECHANISMS = [
    dp.KNorm(1, dimension=3, norm="l1"),
    dp.KNorm(0.5, 3, dimension=4, norm="l2"),
    dp.KNorm(2, dimension=3, norm="linf"),
    dp.VectorStaircase(2, 0.3, dimension=3, norm="l1"),
    dp.VectorStaircase(3, dimension=5, norm="l2", gamma=0.4),
    dp.VectorStaircase(0.25, dimension=2, norm="linf"),
    dp.VectorGaussian(1, 1e-3, 2, dimension=3),
]
DRAWS = 2_000


def names(noise):
    return f"{type(noise).__name__}-{noise.norm.name}"


def misfits(noise, draws):
    """p-values: the norm, a coordinate, and what share of the norm one coordinate has."""
    lengths = noise.norm.gauge(draws)
    others = noise.sample(20 * len(draws), rng=11)
    shares = others[:, 0] / noise.norm.gauge(others)
    return [
        float(stats.kstest(lengths, noise.radial_cdf).pvalue),
        float(stats.ks_2samp(draws[:, -1], others[:, -1]).pvalue),
        float(stats.ks_2samp(draws[:, 0] / lengths, shares).pvalue),
    ]


@pytest.mark.parametrize("noise", MECHANISMS, ids=names)
def test_it_has_the_law_of_the_noise(noise):
    assert min(misfits(noise, noise.sample_exact(DRAWS, rng=2))) > 1e-4


@pytest.mark.parametrize("noise", MECHANISMS, ids=names)
def test_coordinates_are_uncorrelated_beyond_their_norm(noise):
    draws = noise.sample_exact(DRAWS, rng=3)
    signs = np.sign(draws)
    assert np.all(np.abs((signs[:, 1:] * signs[:, :1]).mean(axis=0)) < 5 / math.sqrt(DRAWS))
    assert np.all(np.abs(signs.mean(axis=0)) < 5 / math.sqrt(DRAWS))


def test_laws_that_are_slightly_wrong_show(monkeypatch):
    """A radius without its last exponential; a point on the sphere; a shell too far."""
    noise = dp.KNorm(1, dimension=3, norm="l2")
    short = exact.gamma_radius(noise.dimension, Fraction(1))
    monkeypatch.setattr(dp.KNorm, "_exact_radius", lambda *_: short)
    assert min(misfits(noise, noise.sample_exact(DRAWS, rng=2))) < 1e-6
    monkeypatch.undo()

    def on_the_sphere(dimension):
        whole = exact.in_l2(dimension)
        return exact.Law(whole.uniforms, lambda u: whole.function([*u[:-1], arb(1)]))

    object.__setattr__(noise, "norm", replace(BALLS["l2"], exact=on_the_sphere))
    assert min(misfits(noise, noise.sample_exact(DRAWS, rng=2))) < 1e-6
    steps = dp.VectorStaircase(2, dimension=3, norm="linf")
    far = exact.known_radius(1 + Fraction(steps.gamma))
    monkeypatch.setattr(dp.VectorStaircase, "_exact_radius", lambda *_: far)
    assert min(misfits(steps, steps.sample_exact(DRAWS, rng=2))) < 1e-6


@pytest.mark.parametrize("noise", MECHANISMS[:-1], ids=names)
def test_it_is_the_same_real_vector_on_every_lattice(noise):
    value = [0.1] * noise.dimension
    fine, coarse = (noise.sample_exact(20, value=value, step=s, rng=4) for s in (2**-30, 0.25))
    assert np.abs(fine - coarse).max() <= 0.125 + 2**-30
    assert np.array_equal(coarse * 4, np.rint(coarse * 4))
    moved = noise.sample_exact(20, value=[7.25 + x for x in value], step=0.25, rng=4)
    assert np.array_equal(moved, coarse + 7.25)


@pytest.mark.parametrize("name", ["l1", "l2", "linf"])
def test_in_one_dimension_cells_have_their_probabilities(name):
    noise, line, step, value = dp.KNorm(1, dimension=1, norm=name), dp.Laplace(1), 0.5, 0.15
    draws = noise.sample_exact(DRAWS, value=[value], step=step, rng=6)[:, 0]
    places = np.arange(-4, 5) * step
    masses = np.diff(line.cdf(np.append(places - step / 2, places[-1] + step / 2) - value))
    seen = np.array([np.count_nonzero(draws == place) for place in places])
    expected = np.append(masses, 1 - masses.sum()) * len(draws)
    assert stats.chisquare([*seen, len(draws) - seen.sum()], expected).pvalue > 1e-4


@pytest.mark.parametrize(
    ("epsilon", "dimension", "gamma"),
    [(0.3, 2, 0.5), (0.02, 6, 0.01), (1.0, 3, 0.4), (4.0, 5, 0.9), (0.06, 40, 1.0)],
)
def test_shells_have_their_probabilities(epsilon, dimension, gamma):
    lattice, coins = Lattice(epsilon, dimension, gamma), Coins(5)
    drawn = np.array([exact_shell(lattice, coins) for _ in range(1_000)])
    assert dimension < 40 or drawn.max() > BLOCK
    cuts = np.unique(np.quantile(drawn, np.linspace(0, 1, 9))[1:-1]).astype(int)
    masses = -np.diff([1.0, *lattice.sf(cuts + 1), 0.0])
    seen = np.bincount(np.searchsorted(cuts, drawn), minlength=len(cuts) + 1)
    assert stats.chisquare(seen, masses * len(drawn)).pvalue > 1e-4
    wrong = Lattice(1.3 * epsilon, dimension, gamma)
    masses = -np.diff([1.0, *wrong.sf(cuts + 1), 0.0])
    assert stats.chisquare(seen, masses * len(drawn)).pvalue < 1e-4


def test_too_many_shells_are_refused_before_they_are_added_up():
    with pytest.raises(BadInput, match=r"epsilon.*exact draws"):
        exact_shell(Lattice(0.002, 2000, 0.5), Coins(0))


def test_digits_are_drawn_until_every_coordinate_is_decided():
    asked = []

    def slowly(uniforms):
        asked.append(uniforms[0].rad())
        if len(asked) == 1:
            return [arb("nan"), uniforms[0]]  # not known well enough to have a value
        if len(asked) == 2:
            return [arb(0, 1), uniforms[0]]  # several cells
        return [arb(3), uniforms[0]]

    law = exact.Law(1, slowly)
    steps = exact.rounded_vector([Fraction(0), Fraction(1, 4)], Fraction(1), law, Coins(1))
    assert len(asked) == 3
    assert asked[2] < asked[1] < asked[0]
    assert steps[0] == 3
    assert steps[1] in (0, 1)
    never = exact.Law(1, lambda _: [arb(0, 1)])
    coins = Coins(1)
    with pytest.raises(Undecided, match="1 uniform"):
        exact.rounded_vector([Fraction(0)], Fraction(1), never, coins)
    assert MOST > exact.DIGITS


def test_shapes_and_seeds():
    noise = dp.KNorm(1, dimension=2)
    assert noise.sample_exact().shape == (2,)
    assert noise.sample_exact(value=[[1, 2.5]] * 3).shape == (3, 2)
    assert noise.sample_exact((4, 3), value=[[1, 2]] * 3, rng=0).shape == (4, 3, 2)
    assert noise.sample_exact((2, 2), rng=0).shape == (2, 2, 2)
    assert np.array_equal(noise.sample_exact(9, rng=3), noise.sample_exact(9, rng=3))
    assert not np.array_equal(noise.sample_exact(9, rng=3), noise.sample_exact(9, rng=4))
    far = noise.sample_exact(3, value=[1e300, Fraction(1, 3)], step=2**-20, rng=0)
    assert far[:, 0].tolist() == [1e300] * 3
    normal = dp.VectorGaussian(1, 1e-3, dimension=2).sample_exact((2, 3), step=0.5, rng=0)
    assert normal.shape == (2, 3, 2)
    assert np.array_equal(2 * normal, np.rint(2 * normal))


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"step": 0.3}, "step"),
        ({"value": 1.0}, "value"),
        ({"value": [1, 2, 3]}, "value"),
        ({"value": [1, math.nan]}, "value"),
        ({"value": [1, "2"]}, "value"),
        ({"size": "x"}, "size"),
        ({"size": 3, "value": [[1, 2]] * 2}, "size"),
    ],
)
def test_bad_arguments_are_named(given, named):
    for noise in (dp.KNorm(1, dimension=2), dp.VectorGaussian(1, 1e-3, dimension=2)):
        with pytest.raises(BadInput, match=named):
            noise.sample_exact(**given)


def test_balls_and_radii_without_a_law_say_so():
    own = replace(BALLS["l2"], name="own", exact=None)
    with pytest.raises(DpproofsError, match="ball of own"):
        dp.KNorm(1, dimension=2, norm=own).sample_exact()

    class Unknown(dp.KNorm):
        _exact_radius = VectorNoise._exact_radius

    with pytest.raises(DpproofsError, match="Unknown has no radius"):
        Unknown(1, dimension=2).sample_exact()


@pytest.mark.parametrize(
    ("name", "claim", "norm"),
    [
        ("KNorm", (1.0, 0.0, 1.0), "l1"),
        ("KNorm", (1.0, 0.0, 1.0), "l2"),
        ("VectorStaircase", (1.0, 0.0, 1.0), "l2"),
        ("VectorStaircase", (1.0, 0.0, 1.0), "linf"),
        ("VectorGaussian", (1.0, 1e-3, 1.0), "l2"),
    ],
)
def test_no_double_tells_the_input_where_sums_are_exact(name, claim, norm):
    asked = dict(zip(("epsilon", "delta", "sensitivity"), claim, strict=True))
    space = {"dimension": 2} | ({} if name == "VectorGaussian" else {"norm": norm})
    verdicts = []
    for more in ({}, {"exact": True}):
        target = find(f"dpproofs:{name}", PrivacyClaim(*claim), space | more)
        verdicts.append(audit(target, **asked, of="numbers", max_draws=800).verdict)
    assert verdicts == ["violation", "no violation found"]


@pytest.mark.sweep
@pytest.mark.no_cover
def test_exact_vectors_are_a_target_with_neighbours_in_their_own_norm():
    claim = PrivacyClaim(1.0, 0.0, 2.0)
    plain, precise = (
        find("dpproofs:KNorm", claim, {"dimension": 3, "norm": "linf"} | more)
        for more in ({}, {"exact": True})
    )
    assert precise.pairs(claim) == plain.pairs(claim)
    report = audit(precise, epsilon=1.0, sensitivity=2.0, max_draws=600, seed=1)
    assert report.verdict == "no violation found"
    report = audit(precise, epsilon=0.3, sensitivity=2.0, max_draws=4_000, seed=1)
    assert report.verdict == "violation"
