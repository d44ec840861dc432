"""Inequalities for exp(y) and log(1 + v) on which the comparison of the bounds rests."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.proposition import that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap.logarithms import rises, y

v = sp.Symbol("v", positive=True)
_Y, _V, _UNIT = Domain((positive(y),)), Domain((positive(v),)), Domain((between(v, 0, 1),))
_sixth = sp.Rational(1, 6)

# -- exponentials ----------------------------------------------------------------------------------

#: h(y) = 1/y - 1/(exp(y) - 1), the gap of the two bounds on the amplitude at y = epsilon.
h = 1 / y - 1 / (sp.exp(y) - 1)


def show_gap(proof: Proof) -> tuple[str, str]:
    """1/2 - y/12 < h(y) and h(y) < 1/2 for y > 0."""
    height = sp.exp(y) - 1
    rows = ((sp.expand((6 - y) * y * height), sp.expand(12 * height - 12 * y), 12,
            sp.Rational(1, 2) - y / 12, h, "below"),
        (sp.expand(2 * height - 2 * y), sp.expand(y * height), 2, h, sp.Rational(1, 2), "above"))
    found = []
    for small, large, factor, low, high, side in rows:
        cleared = proof.shows(that(small) < large, on=_Y, by="ladder",
            because="with denominators cleared: an exponential polynomial")
        found.append(proof.follows(that(low) < high, (cleared, 1 / (factor * y * height)), on=_Y,
                because=f"a bound from {side} on 1/y - 1/(exp(y) - 1)"))
    return found[0], found[1]


def show_small_terms(proof: Proof) -> tuple[str, str]:
    """(1 - y)/6 < (1 - 2 h(y))/(exp(y) - 1) < 1/6."""
    height = sp.exp(y) - 1
    middle = (1 - 2 * (1 / y - 1 / height)) / height
    core = sp.expand((y - 2) * height + 2 * y)
    rows = ((sp.expand((1 - y) * y * height**2), 6 * core, (1 - y) / 6, middle),
        (6 * core, sp.expand(y * height**2), middle, _sixth))
    found = []
    for small, large, low, high in rows:
        cleared = proof.shows(that(small) < large, on=_Y, by="ladder",
            because="an exponential polynomial")
        found.append(proof.follows(that(low) < high, (cleared, 1 / (6 * y * height**2)), on=_Y,
                because="a bound on (1 - 2h)/(exp(y) - 1)"))
    return found[0], found[1]


def show_tangents(proof: Proof) -> tuple[str, str]:
    """1 + y < exp(y) and (1 - y) exp(y) < 1."""
    rows = ((that(0) < sp.exp(y) - 1 - y, "an exponential is above its tangent"),
        (that(0) < 1 - (1 - y) * sp.exp(y), "exp(-y) is above its tangent, multiplied by exp(y)"))
    first, second = (proof.shows(claim, on=_Y, by="ladder", because=why) for claim, why in rows)
    return first, second


# -- logarithms ------------------------------------------------------------------------------------

_log = sp.log(1 + v)
pade_low, pade_high = 2 * v / (2 + v), v * (6 + v) / (6 + 4 * v)


def show_logarithm(proof: Proof) -> tuple[str, str]:
    """2v/(2+v) < log(1+v) and log(1+v) < v(6+v)/(6+4v) for v > 0."""
    why = "a rational bound on the logarithm"
    return (rises(proof, pade_low, _log, why, on=_V), rises(proof, _log, pade_high, why, on=_V))


start = sp.log(sp.Rational(3, 2))
tangent = start + sp.Rational(2, 3) * (v - sp.Rational(1, 2))


def show_from_half(proof: Proof) -> tuple[str, str]:
    """log(3/2) < log(1+v) and log(1+v) < log(3/2) + (2/3)(v - 1/2) for v > 1/2."""
    on = Domain((between(v, sp.Rational(1, 2), sp.oo),))
    why = "a logarithm increases and lies below its tangent at 3/2"
    return (rises(proof, start, _log, why, on=on), rises(proof, _log, tangent, why, on=on))


_k_low, _k_high = v**2 / (6 + 10 * v), v**2 / 6
_k = 1 - (_log**2 / 2 + _log) / v


def show_square(proof: Proof, below: str, above: str) -> tuple[str, str]:
    """v^2/(6+10v) < 1 - (log^2(1+v)/2 + log(1+v))/v < v^2/6 for 0 < v < 1."""
    found = []
    whole = sp.expand(v * _k)
    for small, large, why, name in ((v * _k_low, whole, ("divided by v, this says that the share "
        "that is left is not small"), above),
            (whole, v * _k_high, ("divided by v, this says that the share that is left is not "
                "large"), below)):
        cleared = rises(proof, small, large, "both sides are 0 at 0, and the slope of the "
            "difference is positive by the bound of the logarithm",
            slope=sp.diff(large - small, v), on=_UNIT, facts=[(name, {}, 1 / (1 + v))])
        found.append(proof.follows(that(sp.cancel(small / v)) < _k if name == above
                else that(_k) < sp.cancel(large / v), (cleared, 1 / v), on=_UNIT, because=why))
    return found[0], found[1]
