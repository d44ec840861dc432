"""The privacy profile of Gaussian noise: what it is, and how it moves with its parameters.

The noise has standard deviation c Delta/epsilon: c is the number to compare with that of other
noise in units of Delta/epsilon. Source: Balle and Wang, "Improving the Gaussian Mechanism for
Differential Privacy", 2018, Theorem 8. In what is displayed Pi(epsilon, c) is the profile, phi the
density of the standard normal distribution and Phi with a bar its tail.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.proposition import Derivative, Integral, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap.setting import eps

c, c0, eps0, z, h = sp.symbols("c c_0 epsilon_0 z h", positive=True)

AT = Domain((positive(c), positive(eps)))
WIDER = Domain((positive(eps), positive(c0), between(c, c0, sp.oo)))
HIGHER = Domain((positive(c), positive(eps0), between(eps, eps0, sp.oo)))


def density(at: sp.Expr) -> sp.Expr:
    """The density of the standard normal distribution."""
    return sp.exp(sp.expand(-(at**2) / 2)) / sp.sqrt(2 * sp.pi)


def tail(at: sp.Expr) -> sp.Expr:
    """The mass that the standard normal distribution has above a point."""
    return (1 - sp.erf(at / sp.sqrt(2))) / 2


def profile(epsilon: sp.Expr, ratio: sp.Expr) -> sp.Expr:
    """The least delta for which noise of standard deviation ``ratio`` Delta/epsilon is private."""
    half = epsilon / (2 * ratio)
    return tail(ratio - half) - sp.exp(epsilon) * tail(ratio + half)


def share(epsilon: sp.Expr, ratio: sp.Expr) -> sp.Expr:
    """The profile over exp(epsilon) - 1."""
    return profile(epsilon, ratio) / (sp.exp(epsilon) - 1)


def mills(ratio: sp.Expr, at: sp.Expr) -> sp.Expr:
    """What phi(z)/c is above the tail at z."""
    return density(at) / ratio - tail(at)


# -- what it is ------------------------------------------------------------------------------------

_turn = c - eps / (2 * c)  # where the density is exp(epsilon) times the one shifted by Delta
_step = eps / c  # Delta, in standard deviations
_real = sp.Symbol("z", real=True)


def _sides(at: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    return density(at), sp.exp(eps) * density(at + _step)


_above, _below = _sides(_turn + h), _sides(_turn - h)
_excess = density(_real) - sp.exp(eps) * density(_real + _step)

#: On a half-line, and only there, the density is more than exp(epsilon) times the shifted one; the
#: profile is by how much the mass of that half-line is more.
WORST = (Goal(that(_above[1]) < _above[0], AT & positive(h)),
    Goal(that(_below[0]) < _below[1], AT & positive(h)),
    Goal(Integral(_excess, _real, _turn, sp.oo, profile(eps, c)), AT))
_HALF = r"\tfrac\epsilon{2c}"
_BESIDE = rf"\varphi\bigl(c-{_HALF}%sh\bigr)%se^\epsilon\varphi\bigl(c+{_HALF}%sh\bigr)"


def show_profile(proof: Proof) -> None:
    """Derive what the profile is."""
    proof.concludes(WORST[0], by="sign", latex=_BESIDE % ("+", ">", "+"),
        because="the density at a distance h right of c - epsilon/(2c) exceeds exp(epsilon) times "
            "the one that is shifted by epsilon/c")
    proof.concludes(WORST[1], by="sign", latex=_BESIDE % ("-", "<", "-"),
        because="the density at a distance h left of c - epsilon/(2c) is less, so that the "
            "half-line from there on is the worst set")
    shifted = sp.erf((_real + _step) / sp.sqrt(2))
    proof.concludes(WORST[2], by="integral",
        because="integrate over this half-line: its mass less exp(epsilon) times that of its shift "
            "is the profile",
        latex=r"\int_{c-\frac\epsilon{2c}}^\infty\!\!\bigl(\varphi(z)-e^\epsilon\varphi(z+\tfrac"
        r"\epsilon c)\bigr)dz=\Pi(\epsilon,c):=\overline\Phi\bigl(c-\tfrac\epsilon{2c}\bigr)-e^"
        r"\epsilon\,\overline\Phi\bigl(c+\tfrac\epsilon{2c}\bigr)",
        antiderivative=(sp.erf(_real / sp.sqrt(2)) - sp.exp(eps) * shifted) / 2)


# -- how it moves ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Moves:
    """Steps that say how the profile moves."""

    falls: str  # it is smaller at c than at c_0 < c
    rises: str  # it is larger at epsilon than at epsilon_0 < epsilon
    share_falls: str  # it grows more slowly than exp(epsilon) - 1


_PLACE = r"z=c+\tfrac\epsilon{2c}"
_MILLS = r"\tfrac1c\varphi(z)-\overline\Phi(z)"
_LEAD = rf"\Pi(\epsilon,c)-(e^\epsilon-1)\bigl({_MILLS}\bigr)"

_SHARE = r"\frac{\Pi(\epsilon,c)}{e^\epsilon-1}"
_SHARE0 = r"\frac{\Pi(\epsilon_0,c)}{e^{\epsilon_0}-1}"

#: How two of these facts are displayed.
FALLS = r"\Pi(\epsilon,c)<\Pi(\epsilon,c_0)"
SHARE_FALLS = rf"{_SHARE}<{_SHARE0}"


def show_moves(proof: Proof) -> Moves:
    """Derive how the profile moves."""
    falls, above = _show_fall(proof), _show_mills(proof)
    return Moves(falls, _show_rise(proof, above), _show_share(proof))


def _monotone(proof: Proof, on: Domain, gap: sp.Expr, slope: sp.Expr, why: str,
        latex: tuple[str, str, str], **how: Any) -> str:
    """A gap that grows from 0 with the last variable."""
    moving = on.variables[-1].symbol
    name, value, said = latex
    rate = proof.shows(Derivative(gap, moving, slope), on=on,
        because="differentiate the difference of the two sides",
        by="derivative", latex=rf"\frac\partial{{\partial {sp.latex(moving)}}}\,{name}={value}")
    how = {"by": "sign", "because": "which is positive"} | how
    sign = proof.shows(that(0) < slope, on=on, latex=rf"0<{value}", **how)
    return proof.shows(that(0) < gap, on=on, by="increasing", because=why, uses=(rate, sign),
        latex=said)


def _show_fall(proof: Proof) -> str:
    return _monotone(proof, WIDER, profile(eps, c0) - profile(eps, c), eps / c**2 * density(_turn),
        "more noise has a smaller profile, as both densities are the same at the turning point",
        (r"\bigl(\Pi(\epsilon,c_0)-\Pi(\epsilon,c)\bigr)",
            r"\frac\epsilon{c^2}\,\varphi\bigl(c-\tfrac\epsilon{2c}\bigr)", FALLS))


def _show_mills(proof: Proof) -> str:
    """Mills' bound: phi(z)/c is above the tail at z >= c."""
    on = Domain((positive(c), between(z, c, sp.oo)))
    gap, slope = mills(c, z), (1 - z / c) * density(z)
    value = r"\bigl(1-\tfrac zc\bigr)\varphi(z)"
    rate = proof.shows(Derivative(gap, z, slope), on=on, by="derivative",
        because="Mills' bound holds for a tail of the normal distribution, for z above c",
        latex=rf"\frac\partial{{\partial z}}\bigl({_MILLS}\bigr)={value}")
    sign = proof.shows(that(slope) < 0, on=on, by="sign", because="the slope is negative",
        latex=rf"{value}<0")
    return proof.shows(that(0) < gap, on=on, by="decreasing", uses=(rate, sign),
        because="the difference decreases to 0 as z tends to infinity", latex=rf"0<{_MILLS}")


def _show_rise(proof: Proof, above: str) -> str:
    at = c + eps / (2 * c)
    return _monotone(proof, HIGHER, profile(eps, c) - profile(eps0, c), sp.exp(eps) * mills(c, at),
        "the profile increases with epsilon, whose slope is exp(epsilon) times what Mills' bound "
        "leaves",
        (r"\bigl(\Pi(\epsilon,c)-\Pi(\epsilon_0,c)\bigr)",
            rf"e^\epsilon\bigl({_MILLS}\bigr),\quad {_PLACE}",
            r"\Pi(\epsilon_0,c)<\Pi(\epsilon,c)"), by="entailment",
        because="which is positive by Mills' bound", uses=(above,),
        facts=[(above, {z: at}, sp.exp(eps))])


def _show_share(proof: Proof) -> str:
    at, growth = c + eps / (2 * c), sp.exp(eps) - 1
    lead = profile(eps, c) - growth * mills(c, at)
    ahead = _monotone(proof, AT, lead, growth * density(at) * eps / (4 * c**3),
        "the difference of the two sides is 0 at epsilon = 0, and grows",
        (rf"\bigl({_LEAD}\bigr)",
            rf"\frac{{\epsilon\,(e^\epsilon-1)}}{{4c^3}}\,\varphi(z),\quad {_PLACE}",
            rf"0<{_LEAD},\quad {_PLACE}"))
    weight = sp.exp(eps) / growth**2
    return _monotone(proof, HIGHER, share(eps0, c) - share(eps, c), weight * lead,
        "the profile grows more slowly than exp(epsilon) - 1: the slope is "
        "exp(epsilon)/(exp(epsilon) - 1)^2 times the difference that was found positive",
        (rf"\Bigl({_SHARE0}-{_SHARE}\Bigr)",
            rf"\frac{{e^\epsilon}}{{(e^\epsilon-1)^2}}\bigl({_LEAD}\bigr),\quad {_PLACE}",
            SHARE_FALLS), by="entailment", because="which is positive", uses=(ahead,),
        facts=[(ahead, {}, weight)])
