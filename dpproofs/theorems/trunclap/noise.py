"""The truncated Laplacian as noise: its density in pieces, and the steps that theorems on it need.

The parameters of a sentence are epsilon, m and Delta: with L = epsilon + m the support is [-A, A],
A = L Delta/epsilon, and delta = (exp(epsilon) - 1)/(2 (exp(L) - 1)) runs through (0, 1/2).
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.assertions import Even, Expected, Private, Proper
from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Law, Piece, Pieces
from dpproofs.kernel.proposition import Integral, Relation, that
from dpproofs.kernel.terms import Mass, Meet, Mirror, Moved, at_least, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive.symmetric import Symmetric, point, show_back
from dpproofs.theorems.trunclap.lengths import NOISE, L, delta_of_length, density, end, unit_height
from dpproofs.theorems.trunclap.setting import Delta, eps

x = sp.Symbol("x", real=True)
y, z = sp.symbols("y z", nonnegative=True)
h, s, w = sp.symbols("h s w", positive=True)
n = sp.Symbol("n", integer=True)
S = sp.Function("S")()
ZERO, HALF = sp.Integer(0), sp.Rational(1, 2)

DENSITY = Pieces("f", x, (), NOISE, (Piece(density(x), end), Piece(ZERO, sp.oo)))
TRUNCATED = Law("T", (), NOISE, "f")
DEFINITIONS = (DENSITY, TRUNCATED)
T = TRUNCATED()

EXISTS = Goal(Proper(T), NOISE)
IS_PRIVATE = Goal(Private(T, eps, delta_of_length, Delta), NOISE)

_scale = Delta / eps
_SHIFTS = NOISE & between(s, 0, Delta, "(]")

#: What the shift by s moves off the support: no set gains more, and it gains its own mass.
STRIP = interval(end - s, end, "[)")
MOST = Goal(that(Mass(T, S)) <= sp.exp(eps) * Mass(T, Moved(S, s)) + Mass(T, STRIP), _SHIFTS)
GAINED = Goal(that(Mass(T, Moved(STRIP, s))) <= 0, _SHIFTS)


def _value(place: sp.Expr, length: sp.Expr) -> sp.Expr:
    """The mass of an interval of that length that begins at a place in [0, A]."""
    return unit_height * (sp.exp(-place / _scale) - sp.exp(-(place + length) / _scale))


def show_exists(proof: Proof) -> str:
    """Append the steps that make the truncated Laplacian a probability; return the last one."""
    used = []
    for place, value, half in ((0, density(x), HALF), (1, ZERO, ZERO)):
        lower, upper = DENSITY.ends(place)
        used.append(proof.shows(that(0) <= value, by="sign", because="the density is not negative",
                on=NOISE & Variable(x, lower, upper, "[)", hollow=True)))
        used.append(proof.shows(Integral(value, x, lower, upper, half), on=NOISE, by="integral",
                because="half of the mass lies within A" if not place else "none lies beyond",
                antiderivative=-_scale * value))
    return proof.concludes(EXISTS, by="existence", uses=used,
        because="so the truncated Laplacian is a probability")


def show_cost(proof: Proof, goal: Goal, back: sp.Expr) -> None:
    """Append that the noise is a probability and private, and a goal on what it costs; ``back``
    times the density, negated, is an antiderivative of the cost times the density.
    """
    exists = show_exists(proof)
    show_private(proof, show_masses(proof, exists))
    claim = goal.proposition
    assert isinstance(claim, Expected)  # noqa: S101  (made as one)
    sign = proof.shows(that(0) <= claim.cost, on=NOISE & Variable(x, ZERO, sp.oo, "[)"), by="sign",
        because="a cost is not negative")
    inside = proof.shows(Integral(claim.cost * density(x), x, ZERO, end, claim.value / 2), on=NOISE,
        by="integral", because="this is half of the cost", antiderivative=-density(x) * back)
    outside = proof.shows(Integral(ZERO, x, end, sp.oo, ZERO), on=NOISE, by="integral",
        because="nothing lies beyond the support", antiderivative=ZERO)
    proof.concludes(goal, by="expectation", uses=(exists, sign, inside, outside),
        because="so the private noise costs this")


@dataclass(frozen=True)
class MassSteps:
    """The noise, and steps on its masses: right and left of the origin, beyond A, at points."""

    of: Symmetric
    right: str
    left: str
    far: str
    place: str
    origin: str


def show_masses(proof: Proof, exists: str) -> MassSteps:
    """Append what the truncated Laplacian gives to intervals."""
    even = proof.shows(Even(T), on=NOISE, by="evenness", uses=(exists,),
        because="the density is even")
    of = Symmetric(T, even, "", NOISE, (exists,))
    inside = NOISE & between(y, 0, end, "[)") & between(h, 0, end - y, "(]")
    integral = proof.shows(Integral(density(x), x, y, y + h, _value(y, h)), on=inside,
        by="integral", because="the density integrated", antiderivative=-_scale * density(x))
    masses = [proof.shows(that(Mass(T, interval(y, y + h, ends))) == _value(y, h), on=inside,
            by="density", uses=(exists, integral), piece=0,
            because="the mass of an interval right of the origin") for ends in ("(]", "[)")]
    right = interval(y, y + h, "[)")
    mirrored = of.mirror(proof, right, inside)
    turned = proof.shows(that(Mass(T, interval(-y - h, -y, "(]"))) == Mass(T, Mirror(right)),
        on=inside, by="measure", uses=(exists,), because="an interval on the other side")
    left = proof.follows(that(Mass(T, interval(-y - h, -y, "(]"))) == _value(y, h), turned,
        mirrored, masses[1], on=inside,
            because="the interval is the reflection of one on the right, and has its mass")
    nothing = proof.shows(Integral(ZERO, x, end, sp.oo, ZERO), on=NOISE, by="integral",
        because="there is no density beyond A", antiderivative=ZERO)
    far = proof.shows(that(Mass(T, at_least(end))) == 0, on=NOISE, by="density",
        uses=(exists, nothing), piece=1, because="so no mass")
    single = NOISE & between(y, 0, end)
    none = proof.shows(Integral(density(x), x, y, y, ZERO), on=single, by="integral",
        because="nor at a point", antiderivative=-_scale * density(x))
    place = proof.shows(that(Mass(T, point(y))) == 0, on=single, by="density", uses=(exists, none),
        piece=0, because="of the support")
    origin = proof.shows(that(Mass(T, point(ZERO))) == 0, on=NOISE, by="atom", uses=(exists,),
        because="nor at the origin")
    return MassSteps(of, masses[0], left, far, place, origin)


@dataclass(frozen=True)
class Part:
    """A part of the support on which f(x) <= exp(epsilon) f(x + s).

    ``room`` is what the loss log f(x)/f(x + s) stays below epsilon by.
    """

    lower: sp.Expr
    upper: sp.Expr
    left: bool
    lands_left: bool
    room: sp.Expr
    text: str


PARTS = (
    Part(-end, -s, True, True, eps + s / _scale, "left of -s the shift leads towards the origin, "
        "and the mass grows by the factor exp(s epsilon/Delta)"),
    Part(-s, ZERO, True, False, eps - (s + 2 * x + h) / _scale,
        "between -s and 0 the shift leads across 0, and the mass changes by the factor exp(-(s + "
        "2x + h) epsilon/Delta), where s + 2x + h is below s and so below Delta"),
    Part(ZERO, end - s, False, False, eps - s / _scale,
        "right of 0 the mass falls by the factor exp(-s epsilon/Delta), where s is at most Delta"))


def show_grows(proof: Proof) -> str:
    """Append that exp(z) >= 1 for z >= 0, 0 included."""
    places, line = Domain((positive(w),)), Domain((Variable(z, ZERO, sp.oo, "[)"),))
    small = 1 / (n + 2)
    above = proof.shows(that(1) < sp.exp(w), on=places, by="sign",
        because="the exponential function exceeds 1 right of 0")
    near = proof.shows(that(sp.exp(w) * (1 - w)) < 1, on=places, by="ladder",
        because="this bounds the exponential from above, for w below 1")
    bounded = proof.follows(that(n * (1 - sp.exp(z))) <= sp.exp(z), (above, {w: z + small}, n),
        (near, {w: small}, n * sp.exp(z) * (n + 2) / (n + 1)), on=line & index(n, 0),
        because="exp(z + 1/(n+2)) exceeds 1")
    return proof.applies("Archimedes", on=line, uses=(bounded,),
        because="this holds for every n, so that exp(z) is at least "
            "1", value=1 - sp.exp(z), bound=sp.exp(z))


def show_most(proof: Proof, known: MassSteps, grows: str) -> str:
    """Append that no set gains more than the last strip has, which a shift moves off the support.

    ``grows`` is the step of :func:`show_grows`.
    """
    exists = known.of.exists
    parts = [_part(proof, known, part, grows) for part in PARTS]
    kept = [Meet(S, interval(part.lower, part.upper)) for part in PARTS]
    here = proof.shows(that(Mass(T, S)) <=
            sum((Mass(T, part) for part in kept), ZERO) + Mass(T, STRIP) + Mass(T, at_least(end))
                + Mass(T, Mirror(at_least(end))) + Mass(T, Mirror(point(s)))
                + Mass(T, point(ZERO)), on=_SHIFTS, by="measure", uses=exists,
        because="S is divided at the ends of the support and of its parts")
    there = proof.shows(
        that(sum((Mass(T, Moved(part, s)) for part in kept), ZERO)) <= Mass(T, Moved(S, s)),
        on=_SHIFTS, by="measure", uses=exists,
        because="the moved parts are disjoint parts of S + s")
    mirrors = [known.of.mirror(proof, where, _SHIFTS) for where in (at_least(end), point(s))]
    return proof.follows(MOST, here, (there, sp.exp(eps)), *parts,
        *((name, -1) for name in mirrors), (known.far, -2), (known.place, {y: s}, -1),
        (known.origin, -1), because="each part has at most exp(epsilon) times the mass of the part "
            "moved by s, which is in S + s; what else S has is at most the last strip")


def show_private(proof: Proof, known: MassSteps) -> str:
    """Append that the truncated Laplacian is (epsilon, delta)-private; return the last step."""
    exists = known.of.exists
    grows = show_grows(proof)
    most = show_most(proof, known, grows)
    strip = _strip(proof, known, grows)
    one = proof.follows(that(Mass(T, S)) <= sp.exp(eps) * Mass(T, Moved(S, s)) + delta_of_length,
        most, strip, on=_SHIFTS, because="the last strip has at most this mass")
    reach = NOISE & between(h, 0, Delta, "(]")
    ahead = proof.follows(that(Mass(T, S)) <= sp.exp(eps) * Mass(T, Moved(S, h)) + delta_of_length,
        one, on=reach, because="for every shift to the right")
    back = show_back(proof, known.of, ahead, reach, eps, delta_of_length)
    sign = proof.shows(that(0) <= delta_of_length, on=NOISE, by="sign", because="a probability")
    return proof.applies("privacy, either way", on=NOISE, uses=(sign, ahead, back, *exists),
        because="the truncated Laplacian is private: both ways are bounded", noise=T, epsilon=eps,
        delta=delta_of_length, sensitivity=Delta)


def _strip(proof: Proof, known: MassSteps, grows: str) -> str:
    """Append that the mass of the last strip is at most delta."""
    value = _value(end - s, s)
    integral = proof.shows(Integral(density(x), x, end - s, end, value), on=_SHIFTS, by="integral",
        because="the mass of the last strip", antiderivative=-_scale * density(x))
    mass = proof.shows(that(Mass(T, STRIP)) == value, on=_SHIFTS, by="density",
        uses=(*known.of.exists, integral), piece=0, because="which the shift moves off the support")
    return proof.follows(that(Mass(T, STRIP)) <= delta_of_length, mass,
        (grows, {z: eps - s / _scale}, sp.exp(s / _scale) / (2 * (sp.exp(L) - 1))), on=_SHIFTS,
        because="the mass of the strip grows with s, and is this for s = Delta")


def _part(proof: Proof, known: MassSteps, part: Part, grows: str) -> str:
    """Compare a part with what it is moved to: first on intervals, then on sets."""
    exists = known.of.exists
    on = _SHIFTS & between(x, part.lower, part.upper) & between(h, 0, part.upper - x)
    here, there = interval(x, x + h, "(]"), interval(x + s, x + s + h, "(]")
    near = -x - h if part.left else x
    then = -x - h - s if part.lands_left else x + s
    moved = proof.shows(that(Mass(T, Moved(here, s))) == Mass(T, there), on=on, by="measure",
        uses=exists, because="where an interval is moved to")
    first, second = (known.left if left else known.right for left in (part.left, part.lands_left))
    claim = Relation(Mass(T, here), "<=", sp.exp(eps) * Mass(T, Moved(here, s)))
    found = proof.shows(claim, on=on, by="entailment", uses=(moved, first, second, grows),
        facts=[(moved, {}, sp.exp(eps)), (first, {y: near}, -1), (second, {y: then}, sp.exp(eps)),
            (grows, {z: part.room}, _value(near, h))], because=part.text)
    return proof.applies("domination", on=_SHIFTS, uses=(found, *exists),
        because="each interval inside this part has at most exp(epsilon) times the mass of what it "
            "is moved to; so has each Borel set", noise=T, factor=sp.exp(eps), shift=s,
        lower=part.lower, upper=part.upper)
