"""Theorem 6: Gaussian noise with sigma = Delta/(2 delta) is (0, delta)-private."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Even, Private, Proper
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, positive
from dpproofs.kernel.objects import Law, Piece, Pieces
from dpproofs.kernel.proposition import Derivative, Integral, that
from dpproofs.kernel.terms import Mass, Mirror, Moved, at_least
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive.gaussian import normal, sigma
from dpproofs.theorems.additive.setting import (DELTA, ON, PAPER, Delta, decreasing, delta, h,
    shift, x)
from dpproofs.theorems.additive.symmetric import (Atoms, Symmetric, after, centre, point,
    show_gains, t)
from dpproofs.theorems.trunclap.logarithms import rises

ZERO, HALF = sp.Integer(0), sp.Rational(1, 2)
_place = sp.Symbol("y", positive=True)
_a, _b, _c, _z = sp.symbols("u v w z", positive=True)
_S = sp.Function("S")()
_d = sp.Symbol("d", real=True)

DENSITY = Pieces("f", x, (), ON, (Piece(normal(sigma, x), sp.oo),))
GAUSSIAN = Law("N", (), ON, "f")
N = GAUSSIAN()

#: The least delta, and that it is below the one that is printed.
_LEAST = sp.erf(delta / sp.sqrt(2))
_T = at_least(-Delta / 2)
EXISTS = Goal(Proper(N), ON)
IS_PRIVATE = Goal(Private(N, ZERO, delta, Delta), ON)
STRONGER = Goal(Private(N, ZERO, _LEAST, Delta), ON)
ATTAINED = Goal(that(_LEAST) <= Mass(N, _T) - Mass(N, Moved(_T, Delta)), ON)
_CENTRE = Goal(Integral(normal(sigma, x), x, -Delta / 2, Delta / 2, _LEAST), ON)
BELOW = Goal(that(_LEAST) < delta, Domain((DELTA,)))

THEOREM6 = Statement(id="additive.thm6", paper=PAPER, item="Theorem 6",
    title="Gaussian noise with sigma = Delta/(2 delta) is (0, delta) private",
    printed_latex=r"N(0,\sigma^2),\ \sigma=\frac\Delta{2\delta},\text{ preserves "
    r"}(0,\delta)\text{-differential privacy}",
    printed_text="Gaussian noise with sigma = Delta/(2 delta) preserves (0, delta)-differential "
    "privacy", parameters=ON, definitions=(DENSITY, GAUSSIAN),
    printed=(EXISTS, IS_PRIVATE, STRONGER, ATTAINED, _CENTRE, BELOW),
    note="By Theorem 1, whose steps are gone through, the worst case is the mass of [-Delta/2, "
    "Delta/2], which is erf(delta/sqrt(2)): the noise is private with this for delta, and with no "
    "smaller one, as the half line [-Delta/2, oo) shows. It is below delta, so a smaller sigma = "
    "Delta/(2 sqrt(2) erfinv(delta)) serves as well: this sigma is an improvement on the classic "
    "one, not the optimum.")


def derive() -> Derivation:
    proof = Proof(ON, THEOREM6)
    of = _show_noise(proof)
    atoms = _show_atoms(proof, of)
    mass = _show_centre(proof, of)
    _show_private(proof, of, atoms, mass)
    lost = proof.shows(that(Mass(N, centre())) <=
            Mass(N, _T) - Mass(N, Moved(_T, Delta)) + Mass(N, point(Delta / 2)),
        by="measure", uses=of.exists,
        because="[-Delta/2, oo) moved by Delta is [Delta/2, oo), and loses [-Delta/2, Delta/2)")
    proof.key(lost)
    proof.follows(ATTAINED, lost, atoms.ahead, mass,
        because="the half line moved by Delta is [Delta/2, oo), and loses that mass")
    return proof.done()


def _density(proof: Proof, on: Domain, where: sp.Expr, value: sp.Expr, of: str, why: str) -> str:
    """Append the mass of an interval right of the origin."""
    _, lower, upper = where.args
    integral = proof.shows(Integral(normal(sigma, x), x, lower, upper, value), on=on, by="integral",
        because="the density integrated", antiderivative=sp.erf(x / (sp.sqrt(2) * sigma)) / 2)
    return proof.shows(that(Mass(N, where)) == value, on=on, by="density", uses=(of, integral),
        piece=0, because=why)


def _show_noise(proof: Proof) -> Symmetric:
    """Append that the noise exists, is even and decreases."""
    sign = proof.shows(that(0) <= normal(sigma, x), by="sign",
        because="the density is not negative", on=ON & Variable(x, ZERO, sp.oo, "[)", hollow=True))
    half = proof.shows(Integral(normal(sigma, x), x, ZERO, sp.oo, HALF), by="integral",
        because="half of the mass is on either side",
        antiderivative=sp.erf(x / (sp.sqrt(2) * sigma)) / 2)
    exists = proof.concludes(EXISTS, by="existence", uses=(sign, half),
        because="the two halves of the line have mass 1/2 each")
    even = proof.shows(Even(N), by="evenness", uses=(exists,), because="the density is even")
    return Symmetric(N, even, _show_decreasing(proof, exists), ON, (exists,))


def _part(place: sp.Expr, length: sp.Expr) -> sp.Expr:
    """The mass of an interval of that length."""
    unit = sp.sqrt(2) * delta / Delta
    return (sp.erf(unit * (place + length)) - sp.erf(unit * place)) / 2


def _show_decreasing(proof: Proof, exists: str) -> str:
    """Append Property 2 of intervals, off the origin and for shifts that are not 0."""
    mass = _density(proof, ON & positive(_place) & positive(h), after(_place, h), _part(_place, h),
        exists, "the mass of an interval")
    slope = 2 / sp.sqrt(sp.pi) * (sp.exp(-((_a + _c) ** 2)) - sp.exp(-((_a + _b + _c) ** 2)))
    falls = rises(proof, sp.erf(_a + _b + _c) + sp.erf(_a), sp.erf(_a + _b) + sp.erf(_a + _c),
        "the bell falls, so that an interval further out has less mass; at w = 0 both are "
        "equal", slope=slope,
        on=Domain((positive(_a), positive(_b), positive(_c))))
    unit = sp.sqrt(2) * delta / Delta
    return proof.follows(decreasing(N), (mass, {_place: x + shift}), (mass, {_place: x}),
        (falls, {_a: unit * x, _b: unit * shift, _c: unit * h}),
            because="multiples of x, h and the shift are put for u, v and w, so that the noise "
                "decreases",
        on=ON & between(x, 0, sp.oo) & positive(h) & between(shift, 0, sp.oo))


def _show_atoms(proof: Proof, of: Symmetric) -> Atoms:
    """Append that no point off the origin has any mass."""
    on = ON & positive(t)
    none = _density(proof, on, point(t), ZERO, of.exists[0], "a point has no mass")
    ahead = proof.follows(that(Mass(N, point(t))) <= 0, none, on=on,
        because="in particular no more")
    mirrored = of.mirror(proof, point(t), on)
    same = proof.shows(that(Mass(N, point(-t))) == Mass(N, Mirror(point(t))), on=on, by="measure",
        uses=of.exists, because="the reflection of the set of t")
    behind = proof.follows(that(Mass(N, point(-t))) <= 0, none, mirrored, same, on=on,
        because="-t, the reflection of t, has no mass either")
    sign = proof.shows(that(0) <= Mass(N, point(t)), on=on, by="measure", uses=of.exists,
        because="nor is that of a point negative")
    return Atoms(ahead, behind, sign)


def _show_centre(proof: Proof, of: Symmetric) -> str:
    """Append the mass of [-Delta/2, Delta/2]."""
    half = after(ZERO, Delta / 2)
    right = _density(proof, ON, half, _LEAST / 2, of.exists[0], "the mass right of the origin")
    parts = proof.shows(
        that(Mass(N, centre())) == Mass(N, half) + Mass(N, Mirror(half)) + Mass(N, point(ZERO)),
        by="measure", uses=of.exists, because="both sides of the origin and itself")
    atom = proof.shows(that(Mass(N, point(ZERO))) == 0, by="atom", uses=of.exists,
        because="which has no mass")
    mirrored = of.mirror(proof, half, ON)
    proof.concludes(_CENTRE, by="integral", antiderivative=sp.erf(x / (sp.sqrt(2) * sigma)) / 2,
        because="the density integrated from -Delta/2 to Delta/2")
    return proof.follows(that(Mass(N, centre())) == _LEAST, parts, atom, mirrored, right,
        because="the mass near the origin is twice that on its right, as 0 itself has none")


def _show_private(proof: Proof, of: Symmetric, atoms: Atoms, mass: str) -> None:
    """Append privacy, with that mass for delta and with delta."""
    gains = show_gains(proof, of, atoms, Delta, (_LEAST, mass))
    slope = 1 - sp.sqrt(2 / sp.pi) * sp.exp(-(delta**2) / 2)
    rate = proof.shows(Derivative(delta - _LEAST, delta, slope), on=BELOW.domain, by="derivative",
        because="the room that is left")
    grows = proof.shows(that(0) < slope, on=BELOW.domain, by="region",
        because="sqrt(2/pi) is below 1")
    below = proof.concludes(BELOW, by="increasing",
        because="both sides are 0 at delta = 0, and the difference grows, as sqrt(2/pi) is below "
            "1", uses=(rate, grows))
    some = proof.shows(that(0) <= Mass(N, centre()), by="measure", uses=of.exists,
        because="a mass is not negative")
    sign = proof.follows(that(0) <= _LEAST, some, mass, because="a mass is not negative")
    strong = proof.applies("privacy, either way", uses=(sign, *gains, *of.exists),
        because="this is Theorem 1: Gaussian noise is private with the mass near the origin for "
            "delta", noise=N, epsilon=0, delta=_LEAST,
        sensitivity=Delta)
    shifts, moved = ON & Variable(_d, -Delta, Delta, "[]"), Moved(_S, _d)
    said = proof.shows(that(Mass(N, _S)) <= Mass(N, moved) + _LEAST, on=shifts, by="privacy",
        uses=(strong, *of.exists), set=_S, shift=_d, because="for every set and every shift")
    each = proof.follows(that(Mass(N, _S)) <= Mass(N, moved) + delta, said, below, on=shifts,
        because="the mass near the origin is below delta, so that the constraint holds with delta")
    proof.applies("privacy, by sets", uses=(each, *of.exists),
        because="it is private with this delta", noise=N, epsilon=0, delta=delta, sensitivity=Delta)


CLAIMS = (Claim(THEOREM6, derive),)
