"""Planted faults of the noise: its scale, its sign, its shape, its integers, its atoms."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy import stats

from benchmarks.conformance.cases import (
    PURE,
    Case,
    additive,
    cells_need,
    event_need,
    law_need,
    noise_need,
)
from benchmarks.detection import staircase_with
from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.mechanisms import (
    DiscreteStaircase,
    Gaussian,
    Geometric,
    Laplace,
    Staircase,
    TruncatedLaplace,
    UniformWithAtom,
)

UNIT = {"epsilon": 1.0, "law": Laplace(1)}


def scales() -> Iterator[Case]:
    """Laplace noise of another scale than sensitivity/epsilon."""
    for name, epsilon, sensitivity, scale in (
        ("epsilon times sensitivity for their quotient, epsilon 1/2", 0.5, 1.0, 0.5),
        ("2 epsilon for epsilon", 1.0, 1.0, 0.5),
        ("sensitivity squared, sensitivity 1/2", 1.0, 0.5, 0.25),
        ("sensitivity forgotten, sensitivity 3", 1.0, 3.0, 1.0),
        ("standard deviation for scale", 1.0, 1.0, math.sqrt(0.5)),
        ("log10 for log", 1.0, 1.0, 1 / math.log(10)),
        ("a tenth too little noise", 1.0, 1.0, 0.9),
        ("epsilon of 0.1 taken for 0.2", 0.1, 1.0, 5.0),
        ("2 % too little noise", 1.0, 1.0, 0.98),
        ("1 % too little noise", 1.0, 1.0, 0.99),
    ):
        claim = PrivacyClaim(epsilon, 0.0, sensitivity)
        arguments = {"epsilon": epsilon, "sensitivity": sensitivity}
        yield Case(f"Laplace: {name}", _laplace(scale), arguments,
                   noise_need(stats.laplace(scale=scale), claim))  # fmt: skip
    for name, scale in (("variance for scale", 2.0), ("log2 for log", 1 / math.log(2))):
        yield Case(f"Laplace: {name}", _laplace(scale), UNIT,
                   law_need(stats.laplace(scale=scale), Laplace(1)), "law")  # fmt: skip


def _laplace(scale: float) -> Any:
    return additive(lambda size, rng: rng.laplace(scale=scale, size=size))


def shapes() -> Iterator[Case]:
    """Noise of another shape than Laplace's."""
    claim = {"epsilon": 1.0}
    normal, root = stats.norm(scale=math.sqrt(2)), math.sqrt(6)
    uniform = stats.uniform(-root, 2 * root)
    triangle = stats.triang(0.5, -2 * math.sqrt(3), 4 * math.sqrt(3))
    for name, noise in (
        ("normal noise of Laplace's variance", normal),
        ("uniform noise of Laplace's variance", uniform),
        ("two uniforms for one Laplace", triangle),
        ("exponential noise, without a sign", stats.expon()),
    ):
        yield Case(name, _of(noise), claim, noise_need(noise))
    yield Case("noise added twice", additive(_twice), UNIT, _need_of_sum(), "law")
    biased = _Signed(0.6)
    yield Case("sign drawn as random() < 0.6", additive(biased.draw), claim, noise_need(biased))
    spotted = _Spotted(1 / 3)
    yield Case("sign drawn from -1, 0, 1", additive(spotted.draw), claim, spotted.need())
    for name, low, high in (("noise redrawn beyond 3", -3.0, 3.0), ("noise cut at -1", -1.0, 60.0)):
        yield Case(name, additive(_redrawn(low, high)), claim, _redrawn_need(low, high))
    clipped = _need_of_clipped(3.0)
    yield Case("noise clamped to [-3, 3]", additive(_clipped(3.0)), claim, clipped)
    yield Case("noise clamped to [-8, 8]", additive(_clipped(8.0)), UNIT, _need_of_clipped(8.0))
    for bits in (8, 12, 16):  # no outcome is possible at both inputs
        yield Case(f"uniforms of {bits} bits", additive(_coarse(bits)), UNIT, event_need(1.0, 0.0))


def _of(noise: Any) -> Any:
    return additive(lambda size, rng: noise.rvs(size=size, random_state=rng))


def _twice(size: int, rng: np.random.Generator) -> Any:
    return rng.laplace(size=size) + rng.laplace(size=size)


def _need_of_sum() -> float:
    """Two Laplace draws have the density (1 + |x|) e^-|x|/4."""
    x = np.linspace(-60, 60, 600_001)
    p, q = (1 + np.abs(x)) * np.exp(-np.abs(x)) / 4, np.exp(-np.abs(x)) / 2
    return math.log(20) / float(np.sum(p * np.log(p / q)) * (x[1] - x[0]))


class _Signed:
    """Laplace noise that is positive with a probability."""

    def __init__(self, positive: float) -> None:
        self.positive = positive

    def draw(self, size: int, rng: np.random.Generator) -> Any:
        return rng.exponential(size=size) * np.where(rng.random(size) < self.positive, 1, -1)

    def cdf(self, x: Any) -> Any:
        x = np.asarray(x, float)
        below = (1 - self.positive) * np.exp(np.minimum(x, 0))
        return below + self.positive * -np.expm1(-np.maximum(x, 0))

    def sf(self, x: Any) -> Any:
        x = np.asarray(x, float)
        above = self.positive * np.exp(-np.maximum(x, 0))
        return above + (1 - self.positive) * -np.expm1(np.minimum(x, 0))

    def ppf(self, u: Any) -> Any:
        u, zero = np.asarray(u, float), 1 - self.positive
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(u < zero, np.log(u / zero), -np.log((1 - u) / self.positive))


class _Spotted:
    """Laplace noise with an atom at 0."""

    def __init__(self, mass: float) -> None:
        self.mass = mass

    def draw(self, size: int, rng: np.random.Generator) -> Any:
        return rng.exponential(size=size) * rng.choice([-1, 0, 1], size)

    def need(self) -> float:
        return cells_need(np.array([self.mass, 1 - self.mass]), np.array([0.0, 1.0]))


def _redrawn(low: float, high: float) -> Any:
    def draw(size: int, rng: np.random.Generator) -> Any:
        ends = stats.laplace.cdf([low, high])
        return stats.laplace.ppf(rng.uniform(*ends, size))

    return draw


def _redrawn_need(low: float, high: float) -> float:
    # Beyond the end, only the neighbour has draws.
    ends = stats.laplace.cdf([low, low + 1, high - 1, high])
    whole = ends[3] - ends[0]
    parts = [(ends[1] - ends[0]) / whole, (ends[3] - ends[2]) / whole]
    return min(cells_need(np.array([p, 1 - p]), np.array([0.0, 1.0])) for p in parts)


def _clipped(end: float) -> Any:
    return lambda size, rng: np.clip(rng.laplace(size=size), -end, end)


def _need_of_clipped(end: float) -> float:
    mass = math.exp(1 - end) / 2
    return cells_need(np.array([mass, 1 - mass]), np.array([0.0, 1.0]))


def _coarse(bits: int) -> Any:
    def draw(size: int, rng: np.random.Generator) -> Any:
        u = (rng.integers(0, 1 << bits, size) + 0.5) / (1 << bits)
        return stats.laplace.ppf(u)

    return draw


def integers() -> Iterator[Case]:
    """Noise on the integers."""
    one = {"epsilon": 1.0, "law": Geometric(1)}
    b = math.exp(-1.0)
    places = np.arange(-40, 41)
    right = (1 - b) / (1 + b) * b ** np.abs(places)

    def case(name: str, mass: Any, draw: Any, breaks: str = "privacy", **claim: Any) -> Case:
        mass = mass / mass.sum()
        epsilon = claim.get("epsilon", 1.0)
        if breaks == "law":
            inside = mass > 0
            growth = float(np.sum(mass[inside] * np.log(mass[inside] / right[inside])))
            needed = math.log(20) / growth
        else:
            p, q = np.append(mass, 0), np.append(0, mass)
            needed = cells_need(p, q, PrivacyClaim(epsilon))
        return Case(name, _whole(draw), claim or one, needed, breaks)

    double = np.where(places == 0, 1.0, 0.5) * b ** np.abs(places)
    yield case("geometric: 0 counted for both signs", double,
               lambda n, g: (g.geometric(1 - b, n) - 1) * g.choice([-1, 1], n))  # fmt: skip
    missing = np.where(places == 0, 0.0, b ** np.abs(places))
    yield case("geometric: starts at 1", missing,
               lambda n, g: g.geometric(1 - b, n) * g.choice([-1, 1], n))  # fmt: skip
    half = math.exp(-2.0)
    yield case("geometric: 2 epsilon for epsilon", half ** np.abs(places),
               lambda n, g: g.geometric(1 - half, n) - g.geometric(1 - half, n))  # fmt: skip
    swapped = 1 - math.exp(-0.3)
    yield case("geometric: p for 1 - p, epsilon 0.3", swapped ** np.abs(places),
               lambda n, g: g.geometric(1 - swapped, n) - g.geometric(1 - swapped, n),
               epsilon=0.3)  # fmt: skip
    rounded = np.diff(stats.laplace.cdf(np.append(places - 0.5, 40.5)))
    yield case("geometric: rounded Laplace noise", rounded,
               lambda n, g: np.rint(g.laplace(size=n)).astype(int), "law")  # fmt: skip
    one_sided = np.where(places >= 0, b ** np.abs(places), 0.0)
    yield case("geometric: one-sided", one_sided, lambda n, g: g.geometric(1 - b, n) - 1)
    poisson = stats.skellam(1, 1)
    yield case("Poisson difference for geometric", poisson.pmf(places),
               lambda n, g: g.poisson(1, n) - g.poisson(1, n))  # fmt: skip
    narrow = DiscreteStaircase(1, 3)
    yield Case("discrete staircase: period 3 for 4", _whole(lambda n, g: narrow.sample(n, rng=g)),
               {"epsilon": 1.0, "sensitivity": 4.0},
               noise_need(narrow, PrivacyClaim(1.0, 0, 4)))  # fmt: skip


def _whole(draw: Any) -> Any:
    def noisy(value: int, size: int, rng: np.random.Generator) -> Any:
        return value + draw(size, rng)

    return noisy


def staircases() -> Iterator[Case]:
    """Staircase noise, and noise in a bounded interval."""
    gamma = Staircase(1).gamma
    for weight in (0.9, 0.5):
        draw, noise = staircase_with(weight, 1.0, gamma)
        marks = tuple(k + g for k in range(-6, 7) for g in (0.0, gamma, -gamma))
        yield Case(f"staircase: weights of gamma = {weight:g}", additive(draw), {"epsilon": 1.0},
                   noise_need(noise, PURE, marks))  # fmt: skip
    yield _own("staircase: half the period", Staircase(1, 0.5), PURE)
    wrong = Staircase(1, gamma=0.9)
    yield _own("staircase: gamma 0.9 throughout", wrong, PURE, Staircase(1))
    for delta, name in ((0.1, "half the width"), (0.01, "half the width, delta 0.01")):
        noise = UniformWithAtom(2 * delta, alpha=0)
        yield _own(f"uniform: {name}", noise, PrivacyClaim(0, delta))
    yield _own(
        "uniform: atom 0.85 for 0.8", UniformWithAtom(0.94, alpha=0.85), PrivacyClaim(0, 0.9)
    )
    lacking = UniformWithAtom(0.9, alpha=0)
    yield _own("uniform: atom forgotten", lacking, PrivacyClaim(0, 0.9), UniformWithAtom(0.9))
    yield _own("delta claimed by half", UniformWithAtom(0.1), PrivacyClaim(0, 0.05))
    right = TruncatedLaplace(1, 0.01)
    claim = PrivacyClaim(1.0, 0.01)
    for name, scale, bound in (("half the bound", 1, 0.5), ("0.8 of the scale", 0.8, 1)):
        noise = TruncatedLaplace.from_bounds(scale=scale * right.scale, bound=bound * right.bound)
        yield _own(f"truncated Laplace: {name}", noise, claim)
    yield Case("truncated Laplace: clamped", additive(_clamped(right)),
               {"epsilon": 1.0, "delta": 0.01, "law": right},
               event_need(math.exp((1 - right.bound) / right.scale) / 2, 0.0, claim))  # fmt: skip


def _own(name: str, noise: Any, claim: PrivacyClaim, law: Any = None) -> Case:
    """One of our mechanisms with other parameters than claimed."""
    arguments: dict[str, Any] = {"epsilon": claim.epsilon, "delta": claim.delta, "sensitivity": 1.0}
    marks = [*map(float, noise.knots(40.0)), 0.0]
    subject = additive(lambda size, rng: noise.sample(size, rng=rng))
    if law is None:
        return Case(name, subject, arguments, noise_need(noise, claim, marks))
    return Case(name, subject, {**arguments, "law": law}, law_need(noise, law, marks), "law")


def _clamped(noise: TruncatedLaplace) -> Any:
    return lambda n, g: np.clip(g.laplace(scale=noise.scale, size=n), -noise.bound, noise.bound)


def gaussians() -> Iterator[Case]:
    """Gaussian noise."""
    for delta, factor in ((1e-3, 0.8), (1e-5, 0.5), (1e-5, 0.8), (1e-6, 0.8)):
        claim = PrivacyClaim(1.0, delta)
        sigma = math.sqrt(Gaussian(1, delta).expected_cost(2))
        noise = stats.norm(scale=factor * sigma)
        yield Case(f"Gaussian: sigma x {factor:g}, delta {delta:g}", _of(noise),
                   {"epsilon": 1.0, "delta": delta}, noise_need(noise, claim))  # fmt: skip
    sigma = math.sqrt(Gaussian(1, 1e-2).expected_cost(2))
    claim = PrivacyClaim(1.0, 1e-2)
    arguments = {"epsilon": 1.0, "delta": 1e-2}
    noise = stats.norm(scale=math.sqrt(sigma))
    yield Case("Gaussian: root of sigma for sigma", _of(noise), arguments, noise_need(noise, claim))
    noise = stats.norm(scale=sigma**2)
    yield Case("Gaussian: variance for sigma", _of(noise), {**arguments, "law": Gaussian(1, 1e-2)},
               law_need(noise, Gaussian(1, 1e-2)), "law")  # fmt: skip
    # 1/epsilon sqrt(log(1/delta)): the 2 and the 1.25 of the classical formula are forgotten.
    noise = stats.norm(scale=math.sqrt(math.log(1 / 0.01)) / 2)
    yield Case("Gaussian: constants forgotten, epsilon 2", _of(noise),
               {"epsilon": 2.0, "delta": 0.01},
               noise_need(noise, PrivacyClaim(2.0, 0.01)))  # fmt: skip


def all_cases() -> list[Case]:
    """All of them."""
    return [*scales(), *shapes(), *integers(), *staircases(), *gaussians()]
