"""The noise has the distribution that is claimed: everywhere, in its tails, atoms and moments."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.testing.failures import Finding
from dpproofs.testing.needs import a_law, atoms_or_density
from dpproofs.testing.sampler import Sampler
from dpproofs.testing.statistics import mean_log_e, share_p, uniform_bound
from dpproofs.testing.trial import Trial, check

Array = NDArray[np.float64]

MANY = 400_000
SOME = 150_000  # for bets, whose capital is followed draw by draw
TAILS = (0.1, 0.01, 1e-3, 1e-4)
CUT = 1e-4  # probability beyond which moments are cut off
NEAR = 1e-9  # parts of the width that rounding may move an atom by
SLACK = 2.0**-10  # parts of the width: what repeats on a finer lattice is no atom
CLAIMED = "the distribution that is documented, in its cumulative distribution function"
CALIBRATED = "Dwork, McSherry, Nissim & Smith, 2006, Proposition 1, for the law that is claimed"


def uniforms(sampler: Sampler, noise: Array, rng: np.random.Generator) -> Array:
    """F(x-) + V (F(x) - F(x-)), which is uniform when the noise has the law F."""
    law = sampler.law
    if law is None:
        return noise
    at = np.asarray(law.cdf(noise), dtype=float)
    if sampler.discrete:
        before = np.asarray(law.cdf(noise - 1), dtype=float)
    else:
        before = at.copy()
        for place, mass in sampler.atoms():
            there = np.abs(noise - place) <= NEAR * sampler.width
            at[there] = float(law.cdf(place))
            before[there] = at[there] - mass
    return np.asarray(before + rng.random(len(noise)) * (at - before))


def distance_p(u: Array) -> float:
    """A p-value for uniform numbers, also folded at 1/2, where a wrong scale shows twice."""
    return min(1.0, 2 * min(uniform_bound(u), uniform_bound(np.abs(2 * u - 1))))


@check(CALIBRATED, a_law, statistical=False, order=20)
def law_keeps_the_claim(trial: Trial) -> Finding:
    """The law itself is private enough, however the sampler draws from it.

    No draw is needed: the probabilities are known. A scale of epsilon/sensitivity in place of
    sensitivity/epsilon shows here even when delta is 1e-12.
    """
    sampler, claim = trial.sampler, trial.sampler.claim
    law = sampler.law
    own = getattr(law, "sensitivity", None)
    profile = getattr(law, "privacy_profile", None)
    for point in claim.points:
        if profile is not None and own == claim.sensitivity:
            delta = float(profile(point.epsilon))
        else:
            delta = _delta(sampler, point)
        if delta > point.delta * (1 + 1e-6) + 1e-12:
            return trial.failed(
                f"at epsilon {point.epsilon:g} and sensitivity {claim.sensitivity:g} the law has",
                f"delta >= {delta:.6g}, but {point.delta:g} is claimed",
            )
    return trial.passed()


def _delta(sampler: Sampler, claim: PrivacyClaim) -> float:
    """A lower bound on the delta of the law: over unions of cells between its quantiles."""
    law = sampler.law
    if law is None:
        return 0.0
    tail = np.logspace(-12, -2, 400)
    levels = np.concatenate([tail, np.linspace(0.01, 0.99, 1200), 1 - tail])
    own = np.unique(np.asarray(law.ppf(levels), dtype=float))
    own = own[np.isfinite(own)]
    worst = 0.0
    whole = math.floor(claim.sensitivity)
    shifts = [claim.sensitivity * k / 4 for k in range(1, 5)]
    for shift in [whole] if sampler.discrete else shifts:
        ends = np.unique(np.concatenate([own, own + shift, own - shift]))
        p, q = (_cells(law, ends - d) for d in (0.0, shift))
        for first, second in ((p, q), (q, p)):
            worst = max(worst, float(np.maximum(first - claim.ratio * second, 0).sum()))
    return worst


def _cells(law: object, ends: Array) -> Array:
    """The probabilities between ends, and beyond them, each from the nearer tail."""
    below, above = np.asarray(law.cdf(ends)), np.asarray(law.sf(ends))  # type: ignore[attr-defined]
    inner = np.where(below[1:] < 0.5, np.diff(below), -np.diff(above))
    return np.asarray(np.maximum(np.concatenate([[below[0]], inner, [above[-1]]]), 0.0))


@check(CLAIMED, a_law, order=21)
def distribution_is_as_claimed(trial: Trial) -> Finding:
    """The noise has the law that is claimed, by Kolmogorov and Smirnov's distance.

    The bound on chance is Massart's, at any number of draws. Noise that is too large is no breach
    of privacy, and still wrong.
    """
    sampler = trial.sampler
    noise = trial.noise(sampler.origin, trial.count(0.5, MANY), 1)
    u = uniforms(sampler, noise, np.random.default_rng(trial.seed(2)))
    ordered = np.sort(u)
    gap = np.arange(1, len(u) + 1) / len(u) - ordered
    worst = int(np.argmax(np.abs(gap)))
    place = float(sampler.law.ppf(ordered[worst])) if sampler.law is not None else math.nan
    return trial.judged(
        distance_p(u),
        f"P(noise <= {place:.6g}) is {ordered[worst] + gap[worst]:.5f} in {len(u):,} draws,"
        f" but should be {ordered[worst]:.5f}",
    )


@check(CLAIMED, a_law, order=22)
def tails_are_as_claimed(trial: Trial) -> Finding:
    """Large noise is as frequent as the law says, on either side, down to once in ten thousand.

    Tails carry the privacy of an answer with delta = 0, and are where generators of 32 bits, cut
    off sums and wrong logarithms show first.
    """
    sampler = trial.sampler
    law = sampler.law
    noise = trial.noise(sampler.origin, trial.count(0.5, MANY), 1)
    worst, found = 1.0, ""
    for tail in TAILS:
        if law is None or tail * len(noise) < 5:
            continue
        for side in (-1, 1):
            end = float(law.ppf(tail if side < 0 else 1 - tail))
            seen = int((noise < end).sum() if side < 0 else (noise > end).sum())
            claimed = _below(sampler, end) if side < 0 else float(law.sf(end))
            p = share_p(seen, len(noise), claimed)
            if p < worst:
                sign = "<" if side < 0 else ">"
                worst, found = p, f"noise {sign} {end:.6g} in {seen:,} of {len(noise):,} draws,"
                found += f" but {claimed * len(noise):,.1f} are expected"
    return trial.judged(min(1.0, 2 * len(TAILS) * worst), found)


def _below(sampler: Sampler, end: float) -> float:
    """P(noise < end)."""
    law = sampler.law
    if law is None:
        return 0.0
    at = float(law.cdf(end - 1 if sampler.discrete else end))
    return at - sum(mass for place, mass in sampler.atoms() if place == end)


@check("the law's support: its least and its greatest value", a_law, order=23)
def support_is_as_claimed(trial: Trial) -> Finding:
    """No draw lies where the law has no probability, and both ends are reached.

    One draw beyond the end of bounded noise tells the input apart from its neighbour for certain.
    """
    sampler = trial.sampler
    law = sampler.law
    noise = trial.noise(sampler.origin, trial.count(0.3, MANY), 1)
    low, high = (float(law.ppf(u)) for u in (0.0, 1.0)) if law is not None else (0.0, 0.0)
    slack = NEAR * sampler.width
    outside = noise[(noise < low - slack) | (noise > high + slack)]
    if outside.size:
        return trial.failed(
            f"noise {float(outside[0])!r} is outside of [{low:g}, {high:g}],"
            f" as {outside.size:,} of {len(noise):,} draws are",
            p=0.0,
        )
    if sampler.discrete and np.any(noise % 1 != 0):
        return trial.failed("noise is not whole, but the law is on the integers", p=0.0)
    # P(nothing beyond the quantile) = (1 - u)^n
    u = min(0.5, math.log(4 / max(trial.level, 1e-300)) / len(noise))
    ends = (float(law.ppf(u)), float(law.ppf(1 - u))) if law is not None else (0.0, 0.0)
    reached = [float(noise.min()) <= ends[0], float(noise.max()) >= ends[1]]
    if not all(reached):
        return trial.failed(
            f"all of {len(noise):,} draws lie in [{noise.min():.6g}, {noise.max():.6g}],",
            f"but some should lie beyond {ends[reached.index(False)]:.6g}",
            p=trial.level / 2,
        )
    return trial.passed()


@check("the law's atoms: their places and masses", atoms_or_density, order=24)
def atoms_are_where_claimed(trial: Trial) -> Finding:
    """A value comes again exactly as often as the law says, which for a density is never.

    Clamping makes an atom where truncation makes none, and noise that is skipped once in a thousand
    gives the answer away. Values that came again in the first half of the draws are counted in the
    second.
    """
    sampler = trial.sampler
    law = sampler.law
    noise = trial.noise(sampler.origin, trial.count(0.5, MANY), 1)
    first, second = noise[: len(noise) // 2], noise[len(noise) // 2 :]
    values, counts = np.unique(first, return_counts=True)
    often = values[np.argsort(-counts, kind="stable")][:8]
    known = sampler.atoms()
    tests: list[tuple[float, str]] = []
    for place, mass in known:
        seen = int((np.abs(second - place) <= NEAR * sampler.width).sum())
        text = f"noise {place:g} in {seen:,} of {len(second):,} draws"
        tests.append((share_p(seen, len(second), mass), text + f", expected {mass:.4g} of them"))
    for value in often:
        if law is None or any(abs(value - place) <= NEAR * sampler.width for place, _ in known):
            continue
        wide = SLACK * sampler.width
        most = float(law.cdf(value + wide) - law.cdf(value - wide))
        seen = int((second == value).sum())
        p = share_p(seen, len(second), most) if seen > most * len(second) else 1.0
        tests.append((p, f"noise {float(value)!r} in {seen:,} of {len(second):,} draws: an atom"))
    worst, found = min(tests, default=(1.0, ""))
    return trial.judged(min(1.0, len(tests) * worst) if tests else 1.0, found)


@check("E|X|^p and EX of the law, by integration, and its documented cost", a_law, order=25)
def moments_are_as_claimed(trial: Trial) -> Finding:
    """The mean, the mean size and the mean square of the noise are those of the law.

    They are what users are told of the accuracy. Noise is cut off where the law has one part in ten
    thousand, so that the bound on chance holds at any number of draws, and bets are placed on the
    mean of what is left.
    """
    sampler = trial.sampler
    told = _cost(sampler)
    if told:
        return trial.failed(told)
    noise = trial.noise(sampler.origin, trial.count(0.5, SOME), 1)
    law = sampler.law
    cut = max(abs(float(law.ppf(CUT))), abs(float(law.ppf(1 - CUT)))) if law is not None else 1.0
    above, below = _tails(sampler, cut)
    step = cut / len(above)
    middle = (np.arange(len(above)) + 0.5) * step
    cutoff = np.clip(noise, -cut, cut)
    tests = []
    for name, numbers, mean, least, most in (
        ("C", cutoff, float((above - below).sum() * step), -cut, cut),
        ("|C|", np.abs(cutoff), float((above + below).sum() * step), 0.0, cut),
        ("C^2", cutoff**2, float((2 * middle * (above + below)).sum() * step), 0.0, cut**2),
    ):
        p = math.exp(-max(0.0, mean_log_e(numbers, mean, least, most)))
        seen, draws = float(numbers.mean()), f"{len(noise):,} draws"
        tests.append((p, f"the mean of {name} is {seen:.6g} in {draws}, but should be {mean:.6g}"))
    worst, found = min(tests)
    what = f"where C is output minus input, cut off at -{cut:.4g} and {cut:.4g}"
    return trial.judged(min(1.0, len(tests) * worst), found, what)


GRID = 1 << 16


def _tails(sampler: Sampler, cut: float) -> tuple[Array, Array]:
    """P(X > x) and P(X < -x) in the middle of each cell of a grid on [0, cut].

    With cells of length 1, sums over the integers are exact.
    """
    law = sampler.law
    cells = min(GRID, max(1, round(cut))) if sampler.discrete else GRID
    x = (np.arange(cells) + 0.5) * (cut / cells)
    if law is None:
        return np.zeros(cells), np.zeros(cells)
    return np.asarray(law.sf(x), np.float64), np.asarray(law.cdf(-x), np.float64)


def _cost(sampler: Sampler) -> str:
    """What is wrong with the cost that the law states; "" when nothing is."""
    law = sampler.law
    if law is None or not hasattr(law, "expected_cost"):
        return ""
    cut = max(abs(float(law.ppf(1e-13))), abs(float(law.ppf(1 - 1e-13))))
    above, below = _tails(sampler, cut)
    computed = float((above + below).sum() * cut / len(above))
    stated = float(law.expected_cost(1))
    if abs(computed - stated) > 1e-3 * stated:
        return f"the law states E|X| = {stated:.6g}, but it is {computed:.6g}"
    return ""
