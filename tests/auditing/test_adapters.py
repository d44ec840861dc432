from __future__ import annotations

import functools
import importlib
import math
import pickle
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.parameters import audit_parameters
from dpproofs.auditing.target import TargetError
from dpproofs.auditing.targets import diffprivlib, libraries, opendp, python_dp
from dpproofs.kernel.errors import BadInput

APPROXIMATE = PrivacyClaim(0.9, 0.01, 2)
PURE = PrivacyClaim(0.9, 0, 2)
ONLY_DELTA = PrivacyClaim(0, 0.01, 2)
ADAPTERS = [diffprivlib, opendp, python_dp]
MODULES = {"diffprivlib": "diffprivlib", "opendp": "opendp", "python-dp": "pydp"}
PURE_ONLY = {"Geometric", "GeometricTruncated", "GeometricFolded", "Staircase", "Snapping"}


def claim_for(name: str) -> PrivacyClaim:
    if name == "Count":
        return PrivacyClaim(0.9, 0, 1)
    return ONLY_DELTA if name == "Uniform" else PURE if name in PURE_ONLY else APPROXIMATE


def fits(draws: np.ndarray, cdf: Callable[[np.ndarray], np.ndarray]) -> bool:
    """By the Kolmogorov-Smirnov test, at a level that a right sampler fails once in 10^6 runs."""
    return bool(stats.kstest(draws, cdf).pvalue > 1e-6)


def fits_integers(draws: np.ndarray, pmf: Callable[[np.ndarray], np.ndarray]) -> bool:
    """By the chi-square test on -8, ..., 8 and what lies beyond, at the same level."""
    inner = np.arange(-8, 9)
    counts = [np.count_nonzero(draws == k) for k in inner]
    counts = [*counts, len(draws) - sum(counts)]
    expected = len(draws) * np.array([*pmf(inner), 1 - pmf(inner).sum()])
    return bool(stats.chisquare(counts, expected).pvalue > 1e-6)


def staircase_cdf(x: np.ndarray, epsilon: float, step: float, gamma: float) -> np.ndarray:
    b = math.exp(-epsilon)
    a = (1 - b) / (2 * step * (gamma + b * (1 - gamma)))
    turns, rest = np.divmod(np.abs(x) / step, 1)
    cells = np.minimum(rest, gamma) + b * np.maximum(rest - gamma, 0)
    tail = step * a * ((gamma + b * (1 - gamma)) * (1 - b**turns) / (1 - b) + b**turns * cells)
    return 0.5 + np.sign(x) * tail


def truncated_laplace_cdf(x: np.ndarray, scale: float, bound: float) -> np.ndarray:
    mass = -np.expm1(-bound / scale)
    return 0.5 - np.sign(x) * np.expm1(-np.minimum(np.abs(x), bound) / scale) / (2 * mass)


def geometric_pmf(k: np.ndarray, scale: float) -> np.ndarray:
    q = math.exp(-1 / scale)
    return (1 - q) / (1 + q) * q ** np.abs(k)


def discrete_gaussian_pmf(k: np.ndarray, sigma: float) -> np.ndarray:
    far = np.arange(-1000, 1001)
    return np.exp(-(k**2) / (2 * sigma**2)) / np.exp(-(far**2) / (2 * sigma**2)).sum()


CONTINUOUS: dict[str, Callable[..., Callable[[np.ndarray], np.ndarray]]] = {
    "laplace": lambda scale: lambda x: stats.laplace.cdf(x, scale=scale),
    "gaussian": lambda sigma: lambda x: stats.norm.cdf(x, scale=sigma),
    "uniform": lambda half_width: lambda x: stats.uniform.cdf(x, -half_width, 2 * half_width),
    "truncated_laplace": lambda scale, bound: lambda x: truncated_laplace_cdf(x, scale, bound),
    "staircase": lambda epsilon, sensitivity, gamma: (
        lambda x: staircase_cdf(x, epsilon, sensitivity, gamma)
    ),
}
DISCRETE: dict[str, Callable[..., Callable[[np.ndarray], np.ndarray]]] = {
    "geometric": lambda scale: lambda k: geometric_pmf(k, scale),
    "discrete_gaussian": lambda sigma: lambda k: discrete_gaussian_pmf(k, sigma),
}
UNBOUNDED = {
    "diffprivlib": [
        *("Laplace", "LaplaceBoundedNoise", "Gaussian", "GaussianAnalytic", "GaussianDiscrete"),
        *("Geometric", "Staircase", "Uniform"),
    ],
    "opendp": ["laplace", "laplace_int", "gaussian", "gaussian_int", "geometric"],
    "python-dp": ["LaplaceMechanism", "GaussianMechanism"],
}
EVERY = {
    "diffprivlib": [
        *UNBOUNDED["diffprivlib"],
        *("LaplaceTruncated", "LaplaceFolded", "LaplaceBoundedDomain", "Snapping"),
        *("GeometricTruncated", "GeometricFolded"),
    ],
    "opendp": [
        *UNBOUNDED["opendp"],
        *("canonical_noise", "laplace_threshold", "laplace_threshold_int"),
        *("gaussian_threshold", "gaussian_threshold_int"),
    ],
    "python-dp": [
        *UNBOUNDED["python-dp"],
        *("LaplaceMechanism_int", "GaussianMechanism_int", "Count", "BoundedSum", "BoundedSum_int"),
    ],
}


def cases(names: dict[str, list[str]]) -> list[object]:
    adapters = {adapter.LIBRARY: adapter for adapter in ADAPTERS}
    return [
        pytest.param(adapters[library], name, id=f"{library}:{name}")
        for library, listed in names.items()
        for name in listed
    ]


def built(adapter, name, claim=None, **arguments):
    pytest.importorskip(MODULES[adapter.LIBRARY])
    if claim is None and not arguments:
        return calibrated(adapter, name)
    return adapter.build(name, claim or claim_for(name), arguments)


@functools.cache  # OpenDP takes a second to find a Gaussian scale
def calibrated(adapter, name):
    return adapter.build(name, claim_for(name), {})


@pytest.mark.parametrize("adapter", ADAPTERS, ids=lambda adapter: adapter.LIBRARY)
def test_every_mechanism_is_listed(adapter):
    pytest.importorskip(MODULES[adapter.LIBRARY])
    assert sorted(adapter.names()) == sorted(EVERY[adapter.LIBRARY])


@pytest.mark.parametrize(("adapter", "name"), cases(UNBOUNDED))
def test_draws_follow_the_noise_read_from_the_mechanism(adapter, name):
    target = built(adapter, name)
    noise = target.computed()
    draws = target.draw(3, 2000, np.random.default_rng(7)) - 3
    if noise.family in CONTINUOUS:
        assert fits(draws, CONTINUOUS[noise.family](**noise.parameters))
    else:
        assert draws.dtype == np.int64
        assert fits_integers(draws, DISCRETE[noise.family](**noise.parameters))


@pytest.mark.parametrize(("adapter", "name"), cases(EVERY))
def test_every_mechanism_draws_at_its_own_pairs_after_pickling(adapter, name):
    target = pickle.loads(pickle.dumps(built(adapter, name)))  # noqa: S301  # our own bytes
    claim = claim_for(name)
    for pair in target.pairs(claim) or ():
        reach = 1 if name in python_dp.RECORDS else claim.sensitivity
        assert 0 < abs(pair.neighbour - pair.input) <= reach
    value = (target.pairs(claim) or [None])[0]
    draws = target.draw(0 if value is None else value.input, 40, np.random.default_rng(1))
    assert draws.shape == (40,)
    assert draws.dtype in (np.float64, np.int64)
    assert target.about.name == f"{adapter.LIBRARY}:{name}"
    assert target.about.version


@pytest.mark.parametrize("name", EVERY["diffprivlib"])
def test_draws_of_diffprivlib_are_repeated_by_a_seed_unless_secure(name):
    target = built(diffprivlib, name)
    first, again = (target.draw(1, 50, np.random.default_rng(5)) for _ in range(2))
    assert target.seeded
    assert (first == again).all()
    secure = built(diffprivlib, name, secure=True)
    first, again = (secure.draw(1, 50, np.random.default_rng(5)) for _ in range(2))
    assert not secure.seeded
    assert (first != again).any()


def test_other_libraries_are_not_seeded():
    assert not built(opendp, "laplace").seeded
    assert not built(python_dp, "LaplaceMechanism").seeded


def test_folded_noise_is_the_noise_folded():
    target = built(diffprivlib, "LaplaceFolded", PURE, lower=0, upper=5)
    plain = built(diffprivlib, "Laplace", PURE)
    assert target.computed() == replace(plain.computed(), processed=True)
    folded, noisy = (t.draw(1, 500, np.random.default_rng(2)) for t in (target, plain))
    period = np.mod(noisy, 10)
    assert folded == pytest.approx(np.minimum(period, 10 - period))


def test_folded_integers_are_geometric_noise_folded():
    target = built(diffprivlib, "GeometricFolded", PURE, lower=-1, upper=6)
    plain = built(diffprivlib, "Geometric", PURE)
    assert target.computed() == replace(plain.computed(), processed=True)
    assert not built(diffprivlib, "GeometricTruncated", PURE, lower=0, upper=5).computed().processed


def test_a_bounded_domain_tells_the_scale_that_it_draws_with():
    target = built(diffprivlib, "LaplaceBoundedDomain", APPROXIMATE, lower=-1, upper=4)
    noise = target.computed()
    assert noise.family == "bounded_laplace"
    assert noise.parameters["lower"] == -1
    assert noise.parameters["upper"] == 4
    assert not noise.processed
    scale = noise.parameters["scale"]
    draws = target.draw(0.5, 2000, np.random.default_rng(4))

    def fit(width):
        law = stats.laplace(0.5, width)
        inside = law.cdf(4) - law.cdf(-1)
        return fits(draws, lambda x: (law.cdf(x) - law.cdf(-1)) / inside)

    assert fit(scale)
    assert not fit(scale / 3)


@pytest.mark.parametrize("name", ["LaplaceBoundedDomain", "LaplaceFolded", "GeometricFolded"])
def test_what_is_claimed_of_outputs_in_an_interval_is_decided(name):
    report = audit_parameters(
        lambda claim: built(diffprivlib, name, claim, lower=0, upper=5), claims=[PrivacyClaim(1)]
    )
    assert report.verdict == "no violation found"
    assert report.worst.ratio == pytest.approx(1)
    small = audit_parameters(
        lambda claim: built(diffprivlib, name, PrivacyClaim(1.1), lower=0, upper=5),  # noqa: ARG005  # it cheats
        claims=[PrivacyClaim(1)],
    )
    assert small.verdict == ("violation" if name == "LaplaceBoundedDomain" else "unknown")


def test_rounding_leaves_a_bounded_domain_too_little_noise_at_tiny_epsilon():
    claim = PrivacyClaim(1e-9, 1e-10, 1)
    report = audit_parameters(
        lambda claim: built(diffprivlib, "LaplaceBoundedDomain", claim), claims=[claim]
    )
    assert report.verdict == "violation"
    assert report.worst.ratio > 2


def test_noise_from_a_bounded_domain_is_laplace_noise_given_that_it_falls_there():
    target = built(diffprivlib, "LaplaceBoundedDomain", PURE, lower=0, upper=4)
    scale = float(target.mechanism(0).effective_epsilon()) ** -1 * PURE.sensitivity
    law = stats.laplace(0, scale)
    draws = target.draw(0, 2000, np.random.default_rng(3))
    assert fits(draws, lambda x: (law.cdf(x) - law.cdf(0)) / (law.cdf(4) - law.cdf(0)))


def test_landmarks_are_where_the_density_steps():
    steps = built(diffprivlib, "Staircase", PURE, gamma=0.25).landmarks()
    assert steps[len(steps) // 2 :][:2] == pytest.approx((0.5, 2.5))
    assert built(diffprivlib, "Uniform").landmarks() == pytest.approx((-100, 100))
    low, high = built(diffprivlib, "LaplaceBoundedNoise").landmarks()
    assert -low == high == built(diffprivlib, "LaplaceBoundedNoise").computed().parameters["bound"]
    assert built(diffprivlib, "Laplace").landmarks() == ()
    assert built(diffprivlib, "Snapping").landmarks() == ()
    assert built(opendp, "laplace").landmarks() == ()


def test_half_integer_bounds_are_tried_at_integers():
    target = built(diffprivlib, "GeometricFolded", PURE, lower=-0.5, upper=6.5)
    assert all(isinstance(pair.input, int) for pair in target.pairs(PURE))


def test_one_key_is_released_at_its_threshold_and_not_below():
    target = built(opendp, "laplace_threshold_int", scale=0.01, threshold=5)
    for count, output in [(0, 4), (4, 4), (5, 5), (6, 6)]:
        assert (target.draw(count, 20, np.random.default_rng()) == output).all()


def test_opendp_takes_a_granularity_and_bounds():
    coarse = built(opendp, "laplace", k=-2).draw(0.0, 200, np.random.default_rng())
    assert (coarse * 4 == np.round(coarse * 4)).all()
    target = built(opendp, "geometric", lower=-1, upper=2)
    assert set(target.draw(0, 200, np.random.default_rng())) <= {-1, 0, 1, 2}
    assert target.computed() is None
    assert (2, 0) in [(pair.input, pair.neighbour) for pair in target.pairs(APPROXIMATE)]


def test_opendp_spends_what_is_claimed():
    dp = pytest.importorskip("opendp.prelude")
    target = built(opendp, "gaussian")
    made = opendp.measurement(target.kind, target.claim, target.options)
    spent = dp.c.make_fix_delta(dp.c.make_zCDP_to_approxDP(made), 0.01).map(2.0)
    assert spent[0] == pytest.approx(0.9, rel=1e-6)
    assert spent[0] <= 0.9


def test_a_gaussian_mechanism_of_python_dp_can_be_given_its_standard_deviation():
    target = built(python_dp, "GaussianMechanism", std=4)
    assert target.computed().parameters == {"sigma": 4}


def test_records_are_counted_or_summed():
    claim = PrivacyClaim(500, 0, 3)
    assert (
        built(python_dp, "BoundedSum_int", claim).draw(7, 9, np.random.default_rng()) == 21
    ).all()
    count = built(python_dp, "Count", PrivacyClaim(500, 0, 1))
    assert (count.draw(7, 9, np.random.default_rng()) == 7).all()
    assert count.computed() is None
    assert [(p.input, p.neighbour) for p in count.pairs(claim)][:1] == [(0, 1)]
    with pytest.raises(BadInput, match="number of records"):
        count.draw(-1, 1, np.random.default_rng())


@pytest.mark.parametrize(
    ("adapter", "name", "claim", "arguments", "argument"),
    [
        (diffprivlib, "Laplacian", PURE, {}, "TARGET"),
        (opendp, "laplacian", PURE, {}, "TARGET"),
        (python_dp, "Laplacian", PURE, {}, "TARGET"),
        (diffprivlib, "Laplace", PURE, {"gamma": 1}, "gamma"),
        (opendp, "laplace", PURE, {"gamma": 1}, "gamma"),
        (opendp, "canonical_noise", APPROXIMATE, {"scale": 1}, "scale"),
        (python_dp, "Count", PURE, {"std": 1}, "std"),
        (diffprivlib, "Geometric", PrivacyClaim(1, 0, 1.5), {}, "sensitivity"),
        (diffprivlib, "GeometricTruncated", PURE, {"lower": "low"}, "lower"),
        (opendp, "laplace_int", PrivacyClaim(1, 0, 1.5), {}, "sensitivity"),
        (python_dp, "LaplaceMechanism_int", PrivacyClaim(1, 0, 1.5), {}, "sensitivity"),
        (python_dp, "Count", PURE, {}, "sensitivity"),
        (opendp, "laplace", ONLY_DELTA, {}, "epsilon"),
        (opendp, "gaussian", PURE, {}, "delta"),
        (opendp, "laplace_threshold", PURE, {}, "delta"),
        (opendp, "laplace", PURE, {"scale": "wide"}, "scale"),
        (opendp, "laplace", PURE, {"k": 0.5}, "k"),
        (opendp, "geometric", PURE, {"lower": 1}, "--arg"),
        (opendp, "laplace_threshold_int", APPROXIMATE, {"threshold": 1.5}, "threshold"),
        (opendp, "laplace", PURE, {"scale": -1}, "TARGET"),
        (diffprivlib, "Gaussian", PrivacyClaim(2, 0.1), {}, "TARGET"),
        (python_dp, "GaussianMechanism", PURE, {}, "TARGET"),
        (diffprivlib, "Laplace", PURE, {"secure": "maybe"}, "secure"),
        (python_dp, "GaussianMechanism", APPROXIMATE, {"std": True}, "std"),
        (diffprivlib, "Geometric", PURE, {"sensitivity": True}, "sensitivity"),
    ],
)
def test_bad_input_is_named(adapter, name, claim, arguments, argument):
    pytest.importorskip(MODULES[adapter.LIBRARY])
    with pytest.raises(BadInput) as caught:
        adapter.build(name, claim, arguments)
    assert caught.value.argument == argument


def test_an_unknown_mechanism_is_answered_with_the_list():
    pytest.importorskip("diffprivlib")
    with pytest.raises(BadInput, match=r"Gaussian, .*Uniform"):
        diffprivlib.build("qqq", PURE, {})


def test_integers_are_asked_for_where_they_are_needed():
    with pytest.raises(BadInput, match="input"):
        built(diffprivlib, "Geometric").draw(0.5, 1, np.random.default_rng())
    with pytest.raises(BadInput, match="input"):
        built(opendp, "laplace_int").draw(0.5, 1, np.random.default_rng())


@pytest.mark.parametrize(
    ("adapter", "name", "arguments", "value"),
    [
        (diffprivlib, "LaplaceFolded", {"lower": 0, "upper": 0}, 1.0),  # folds for ever
        (opendp, "laplace_int", {}, 2**70),
        (python_dp, "LaplaceMechanism_int", {}, 10**400),
        (python_dp, "LaplaceMechanism", {}, math.inf),
    ],
)
def test_a_crash_is_an_error_of_the_target(adapter, name, arguments, value):
    target = built(adapter, name, PURE, **arguments)
    with pytest.raises(TargetError, match=name):
        target.draw(value, 3, np.random.default_rng())


@pytest.mark.parametrize("adapter", ADAPTERS, ids=lambda adapter: adapter.LIBRARY)
def test_a_missing_library_names_the_extra(adapter, monkeypatch):
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(BadInput, match=rf"pip install 'dpproofs\[{adapter.EXTRA}\]'"):
        adapter.names()
    with pytest.raises(BadInput, match=rf"pip install 'dpproofs\[{adapter.EXTRA}\]'"):
        adapter.build("laplace", PURE, {})


def test_a_library_without_metadata_has_no_version():
    assert libraries.version("no-such-distribution-of-anything") == ""
