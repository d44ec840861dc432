"""The additive mechanisms of IBM's diffprivlib, calibrated by their own constructors.

The claim's epsilon, delta and sensitivity go to the constructor where it takes them. Arguments of
the constructor (``gamma``, ``lower``, ``upper``, ...) are arguments of the target; ``lower`` and
``upper`` are minus and plus twice the sensitivity unless given. A mechanism on a bounded domain is
tried at the ends and the middle of its domain, a mechanism on the integers at integers.

The generator passed to `draw` is passed on as ``random_state``, so that draws can be repeated. With
``secure=true`` nothing is passed on, and the mechanism uses the generator that its users get: the
operating system's (for the staircase: NumPy's, which is not a secure one).
"""

from __future__ import annotations

import inspect
import math
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.target import (
    About,
    Argument,
    Computed,
    Documented,
    Draws,
    Pair,
    Target,
    TargetError,
)
from dpproofs.auditing.targets import diffprivlib_vector, libraries
from dpproofs.auditing.targets.naming import last_line, unknown
from dpproofs.auditing.targets.outputs import called, checked

LIBRARY = "diffprivlib"
EXTRA = "diffprivlib"

Mechanism: TypeAlias = Any  # diffprivlib has no types
# Where integers are tried: near 0, and where doubles round them, to either side.
PLACES = (0, -1000, 2**53 + 1, 2**60 + 128)
STEPS = 8  # of a staircase, on either side, that are worth a landmark


class _Fixed(np.random.RandomState):
    """A generator whose uniforms are known, to read the noise off a mechanism's `randomise`."""

    def __init__(self, *uniforms: float) -> None:
        super().__init__(0)
        self._uniforms = iter(uniforms)

    def random(self, size: Any = None) -> Any:
        del size
        return next(self._uniforms)


@contextmanager
def quietly() -> Iterator[None]:
    """Without the warnings of numbers that overflow on their way to an answer."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        yield


class DiffprivlibTarget(Target):
    """One mechanism of diffprivlib with the arguments of its constructor."""

    def __init__(self, name: str, constructor: Mapping[str, Any], about: About, secure: bool):
        self.name = name
        self.constructor = dict(constructor)
        self.about = about
        self.secure = secure

    @property
    def seeded(self) -> bool:
        """The generator is passed on, except with ``secure=true``."""
        return not self.secure

    def draw(self, value: Any, count: int, rng: np.random.Generator) -> Draws:
        """``count`` calls of ``randomise``: diffprivlib draws one number at a time."""
        whose, call = f"{self.about.name} at {value!r}", self._call(value, rng)
        try:
            with quietly():
                draws = [call() for _ in range(count)]
        except Exception as error:
            raise TargetError(f"{whose} raised {last_line(error)}") from error
        return checked(draws, count, whose)

    def outcomes(self, value: Any, count: int, rng: np.random.Generator) -> Draws | Sequence[Any]:
        with quietly():
            return called(self._call(value, rng), count, f"{self.about.name} at {value!r}")

    def _call(self, value: Any, rng: np.random.Generator) -> Callable[[], Any]:
        state = None if self.secure else np.random.RandomState(rng.bit_generator)
        return partial(self.mechanism(state).randomise, self._input(value))

    def pairs(self, claim: PrivacyClaim) -> Sequence[Pair] | None:
        """At the ends and the middle of a bounded domain, or at integers; None for shifts."""
        shift: float = claim.sensitivity
        if self.name in INTEGER:
            shift = libraries.integer("sensitivity", shift, self.about.name)
        if "lower" in self.constructor:
            lower, upper = self.constructor["lower"], self.constructor["upper"]
            if self.name in INTEGER:  # a folded mechanism's bounds may be half-integers
                lower, upper = math.ceil(lower), math.floor(upper)
            middle = type(lower)((lower + upper) / 2)
            starts = [(lower, shift), (upper, -shift), (middle, shift)]
            starts = [(x, d) for x, d in starts if lower <= x + d <= upper]
        elif self.name in INTEGER:
            starts = [(x, shift) for x in PLACES]
        else:
            return None
        return [Pair(x, x + d) for x, d in starts]

    def landmarks(self) -> Sequence[float]:
        """The steps of a staircase, the edges of noise that is bounded."""
        noise = self.computed()
        if noise is None:
            return ()
        has = noise.parameters
        match noise.family:
            case "uniform":
                return (-has["half_width"], has["half_width"])
            case "truncated_laplace":
                return (-has["bound"], has["bound"])
            case "staircase":
                steps = [(k + has["gamma"]) * has["sensitivity"] for k in range(STEPS)]
                return (*(-step for step in reversed(steps)), *steps)
        return ()

    def computed(self) -> Computed | None:
        """What the mechanism holds, or what its `randomise` makes of known uniforms.

        Noise that is clamped to a domain keeps its loss on half-lines, which are the worst sets of
        Laplace and geometric noise. Folded noise is told as it is before. None where draws are
        snapped.
        """
        return READ[self.name](self)

    def documented(self, value: Any) -> Documented:
        """What ``bias`` and ``variance`` say."""
        mechanism = self.mechanism(0)
        bounds = None
        if "lower" in self.constructor:
            bounds = float(mechanism.lower), float(mechanism.upper)
        bias, variance = (_said(mechanism, name, value) for name in ("bias", "variance"))
        return Documented(bias, variance, bounds)

    def mechanism(self, random_state: Any = None) -> Mechanism:
        """A fresh one."""
        cls = getattr(libraries.load("diffprivlib.mechanisms", EXTRA), self.name)
        return cls(random_state=random_state, **self.constructor)

    def _input(self, value: Any) -> Any:
        value = libraries.number("input", value) if not isinstance(value, int) else value
        return libraries.integer("input", value, self.about.name) if self.name in INTEGER else value


def _said(mechanism: Mechanism, name: str, value: Any) -> float | None:
    """What a method says; None where it says nothing, or no number."""
    try:
        with quietly():
            said = getattr(mechanism, name)(value)
    except (NotImplementedError, ArithmeticError, ValueError):
        return None
    return None if said is None or not math.isfinite(said) else float(said)


def _laplace(target: DiffprivlibTarget) -> Computed:
    mechanisms = libraries.load("diffprivlib.mechanisms", EXTRA)
    median = target.mechanism(_Fixed(0.5, 0.0, 0.0, 0.0))  # of the magnitude: scale log 2
    return Computed(
        "laplace", {"scale": float(mechanisms.Laplace.randomise(median, 0.0)) / math.log(2)}
    )


def _folded_laplace(target: DiffprivlibTarget) -> Computed:
    return replace(_laplace(target), processed=True)


def _bounded_laplace(target: DiffprivlibTarget) -> Computed:
    mechanism = target.mechanism(0)
    with quietly():
        mechanism.effective_epsilon()  # computes the scale
    scale = abs(float(vars(mechanism)["_scale"]))  # noise of a negative one is just as wide
    held = {"lower": mechanism.lower, "upper": mechanism.upper}
    return Computed("bounded_laplace", {"scale": scale, **held})


def _truncated_laplace(target: DiffprivlibTarget) -> Computed:
    mechanism = target.mechanism(0)
    mechanism.randomise(math.nan)  # computes both, and does not look for a draw within the bound
    held = vars(mechanism)
    return Computed(
        "truncated_laplace", {"scale": held["_scale"], "bound": float(held["_noise_bound"])}
    )


def _gaussian(target: DiffprivlibTarget) -> Computed:
    return Computed("gaussian", {"sigma": float(vars(target.mechanism(0))["_scale"])})


def _discrete_gaussian(target: DiffprivlibTarget) -> Computed:
    return Computed("discrete_gaussian", {"sigma": float(vars(target.mechanism(0))["_scale"])})


def _geometric(target: DiffprivlibTarget) -> Computed:
    return Computed("geometric", {"scale": -1 / float(vars(target.mechanism(0))["_scale"])})


def _folded_geometric(target: DiffprivlibTarget) -> Computed:
    return replace(_geometric(target), processed=True)


def _staircase(target: DiffprivlibTarget) -> Computed:
    mechanism = target.mechanism(0)
    names = ("epsilon", "sensitivity", "gamma")
    return Computed("staircase", {name: getattr(mechanism, name) for name in names})


def _uniform(target: DiffprivlibTarget) -> Computed:
    end = target.mechanism(_Fixed(1.0)).randomise(0.0)
    return Computed("uniform", {"half_width": float(end)})


def _nothing(target: DiffprivlibTarget) -> None:
    del target


READ: dict[str, Callable[[DiffprivlibTarget], Computed | None]] = {
    "Laplace": _laplace,
    "LaplaceTruncated": _laplace,
    "LaplaceFolded": _folded_laplace,
    "LaplaceBoundedDomain": _bounded_laplace,
    "LaplaceBoundedNoise": _truncated_laplace,
    "Gaussian": _gaussian,
    "GaussianAnalytic": _gaussian,
    "GaussianDiscrete": _discrete_gaussian,
    "Geometric": _geometric,
    "GeometricTruncated": _geometric,
    "GeometricFolded": _folded_geometric,
    "Staircase": _staircase,
    "Uniform": _uniform,
    "Snapping": _nothing,
}
INTEGER = {"GaussianDiscrete", "Geometric", "GeometricTruncated", "GeometricFolded"}


def names() -> list[str]:
    """The additive mechanisms. Raises BadInput when diffprivlib is missing."""
    libraries.load("diffprivlib.mechanisms", EXTRA)
    return list(READ)


def build(name: str, claim: PrivacyClaim, arguments: Mapping[str, Argument]) -> Target:
    """A mechanism constructed for the claim: one of the names, or ``Vector``.

    Raises
    ------
    BadInput
        When diffprivlib is missing, has no such mechanism, or the mechanism does not take an
        argument or its value.
    """
    mechanisms = libraries.load("diffprivlib.mechanisms", EXTRA)
    if name == diffprivlib_vector.NAME:
        return diffprivlib_vector.build_vector(claim, arguments)
    if name not in READ:
        raise unknown("TARGET", f"{LIBRARY}:{name}", [f"{LIBRARY}:{known}" for known in READ])
    title = f"{LIBRARY}:{name}"
    takes = set(inspect.getfullargspec(getattr(mechanisms, name)).kwonlyargs) - {"random_state"}
    libraries.refuse_others(title, arguments, takes | {"secure"})
    constructor = {key: getattr(claim, key) for key in ("epsilon", "delta", "sensitivity")}
    constructor |= {"lower": -2 * claim.sensitivity, "upper": 2 * claim.sensitivity}
    constructor = {key: constructor[key] for key in constructor if key in takes}
    constructor |= {key: value for key, value in arguments.items() if key != "secure"}
    if name in INTEGER:
        whole = (
            {"sensitivity"}
            if name == "GeometricFolded"
            else set(constructor) - {"epsilon", "delta"}
        )
        for key in whole:
            constructor[key] = libraries.integer(key, constructor[key], title)
    about = About(title, LIBRARY, libraries.version(LIBRARY), dict(arguments))
    secure = libraries.truth("secure", arguments.get("secure", False))
    target = DiffprivlibTarget(name, constructor, about, secure)
    try:
        target.mechanism(0)
    except (TypeError, ValueError) as error:
        own = {key: constructor[key] for key in constructor if key not in vars(claim)}
        raise libraries.refused(title, claim, {**own, **arguments}, last_line(error)) from error
    return target
