"""Privacy of any mechanism with a density, by quadrature: the slow twin of the closed forms."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms import Mechanism

Array = NDArray[np.float64]

NODES, WEIGHTS = np.polynomial.legendre.leggauss(16)
PANELS = 256  # smooth panels that the bulk of a density is cut into
NEGLIGIBLE = 1e-300  # tail mass that is left out


def privacy_loss(mechanism: Mechanism, x: ArrayLike, shift: float) -> Array:
    """log f(x)/f(x + shift): +oo or -oo where only one density is positive.

    NaN where both vanish. Atoms have no density: see `Mechanism.atoms`.
    """
    x = np.asarray(x, dtype=float)
    with np.errstate(invalid="ignore"):  # oo - oo
        return np.asarray(mechanism.logpdf(x) - mechanism.logpdf(x + shift))[()]


def probability(
    mechanism: Mechanism,
    intervals: Iterable[tuple[float, float]],
    points: Iterable[float] = (),
) -> float:
    """The probability of disjoint open intervals and of single points outside them.

    Each interval is measured from the side on which its mass has the better relative accuracy.
    """
    atoms = dict(zip(*(part.tolist() for part in mechanism.atoms()), strict=True))
    total: float = sum(atoms.get(float(x), 0.0) for x in points)
    for low, high in intervals:
        if low >= 0:
            total += float(mechanism.sf(low) - mechanism.sf(high)) - atoms.get(high, 0.0)
        else:
            total += float(mechanism.cdf(high) - mechanism.cdf(low)) - atoms.get(high, 0.0)
    return total


def hockey_stick(mechanism: Mechanism, epsilon: float, shift: float) -> float:
    """sup P(S) - e^epsilon P(S + shift) over all sets S, for one shift, numerically.

    The positive part of f(x) - e^epsilon f(x + shift) is integrated by Gauss's rule between the
    points where it is not smooth; atoms are compared with each other. Relative error about 1e-9.

    Raises
    ------
    BadInput
        When epsilon is not in [0, oo), shift is not finite, or the mechanism has too many knots
        in its bulk.
    """
    if not 0 <= epsilon < np.inf:
        raise BadInput("epsilon", epsilon, "a number in [0, inf)")
    if not np.isfinite(shift):
        raise BadInput("shift", shift, "a finite number")
    panels = _split_at_crossings(mechanism, epsilon, shift, _panels(mechanism, shift))
    half = np.diff(panels)[:, None] / 2
    x = panels[:-1, None] + half * (NODES + 1)
    gain = mechanism.pdf(x) - np.exp(epsilon) * mechanism.pdf(x + shift)
    continuous = float(np.sum(np.maximum(gain, 0) * WEIGHTS * half))
    locations, masses = mechanism.atoms()
    shifted = np.array([masses[locations == x + shift].sum() for x in locations])
    return continuous + float(np.maximum(masses - np.exp(epsilon) * shifted, 0).sum())


def numeric_profile(mechanism: Mechanism, epsilon: ArrayLike, *, shifts: int = 8) -> Array:
    """delta(epsilon) as the largest divergence over a grid of shifts up to the sensitivity.

    A lower bound on `Mechanism.privacy_profile`, which it should meet: shifts are multiples of
    sensitivity/shifts of either sign.

    Raises
    ------
    BadInput
        When an epsilon is not in [0, oo), or shifts is not positive.
    """
    if shifts < 1:
        raise BadInput("shifts", shifts, "an integer >= 1")
    grid = mechanism.sensitivity * np.arange(1, shifts + 1) / shifts
    both = [*grid.tolist(), *(-grid).tolist()]
    worst = np.vectorize(lambda e: max(hockey_stick(mechanism, e, d) for d in both), otypes=[float])
    return np.asarray(worst(np.asarray(epsilon, dtype=float)))[()]


def _panels(mechanism: Mechanism, shift: float) -> Array:
    """Ends of panels in which both densities are smooth."""
    low, high = (float(mechanism.ppf(u)) for u in (NEGLIGIBLE, 0.5))
    reach = max(-low, high) + abs(shift)
    knots = mechanism.knots(reach)
    grid = np.linspace(-reach, reach, PANELS + 1)
    return np.unique(np.concatenate([grid, knots, knots - shift]))


def _split_at_crossings(mechanism: Mechanism, epsilon: float, shift: float, panels: Array) -> Array:
    """Add to the ends the points where the privacy loss crosses epsilon, by bisection."""
    margin = 1e-9 * np.diff(panels)  # one-sided values: the ends may be jumps
    low, high = panels[:-1] + margin, panels[1:] - margin

    def above(x: Array) -> NDArray[np.bool_]:
        with np.errstate(invalid="ignore"):
            return np.asarray(privacy_loss(mechanism, x, shift) > epsilon)

    crossing = above(low) != above(high)
    low, high = low[crossing], high[crossing]
    started = above(low)
    for _ in range(60):
        middle = (low + high) / 2
        same = above(middle) == started
        low, high = np.where(same, middle, low), np.where(same, high, middle)
    return np.unique(np.concatenate([panels, low]))
