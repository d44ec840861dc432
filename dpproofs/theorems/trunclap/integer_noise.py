"""The abstract, section 1.1 and after Theorems 6 and 7: the gap in the discrete setting is closed.

Noise on the integers is private for shifts by integers up to D. What it costs at least is shown as
for noise on the line, by half-lines moved by D. Noise on the line, rounded to the nearest integer,
is such noise and costs half a unit more at most, which is nothing beside bounds that grow.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Expected, Private
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, index, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Limit, that
from dpproofs.kernel.rules import OWN
from dpproofs.kernel.terms import Mass, Moved, at_least, beyond, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.samples import laplace, on_integers, reached
from dpproofs.theorems.trunclap.inequalities import show_gap
from dpproofs.theorems.trunclap.logarithms import squeezed, y
from dpproofs.theorems.trunclap.moments import RATIO, b, count, first_moment, tail
from dpproofs.theorems.trunclap.ratio import Ratio
from dpproofs.theorems.trunclap.real_count import EVERY1, show_real1
from dpproofs.theorems.trunclap.setting import DELTA, EPSILON, PAPER, delta, eps
from dpproofs.theorems.trunclap.tightness import CLOSED, show_closed
from dpproofs.theorems.trunclap.tightness_together import DIAGONAL, show_size, show_tangent

x, h, n = (OWN[name] for name in ("x", "h", "n"))
m, z = sp.Symbol("m", integer=True), sp.Symbol("z", nonnegative=True)
D = sp.Symbol("D", integer=True, positive=True)
_half, _zero, _one = sp.Rational(1, 2), sp.Integer(0), sp.Integer(1)

ON = Domain((RATIO, DELTA, index(D, 1)))
_STEPS = ON & index(count, 0)
_HALF_LINE = Variable(x, _zero, sp.oo, "[)")

#: Any noise on the integers; noise on the line, and what it is rounded to; what it costs at most.
Z, X = Given("Z", "noise", on="integers"), Given("X", "noise")
Y, NEAR, V = (Given("Y", "noise", on="integers"), Given("L", "function", 1),
    Given("W", "function"))
S = sp.Function("S")()


def _private(noise: sp.Expr) -> Goal:
    return Goal(Private(noise, -sp.log(b), delta, D), ON)


def _cell(place: sp.Expr) -> sp.Expr:
    """The mass of what is rounded to an integer."""
    return Mass(X(), interval(place - _half, place + _half, "[)"))


def _point(place: sp.Expr) -> sp.Expr:
    """The mass of an integer."""
    return Mass(Y(), interval(place, place, "[]"))


MASSES = Goal(that(_point(n)) == _cell(n), ON & index(n, -sp.oo))
ORIGIN = Goal(that(NEAR(0)) == 0, ON)
ENDS = Goal(that(NEAR(n)) == n - _half, ON & index(n, 1))
ORDERED = Goal(that(NEAR(x)) <= NEAR(x + h), ON & _HALF_LINE & positive(h))
DEAR = Goal(Expected(X(), x, x, "<=", V()), ON)

LEAST = Goal(Expected(Z(), x, x, ">=", D * first_moment), _STEPS)
IS_PRIVATE = _private(Y())
CHEAP = Goal(Expected(Y(), x, NEAR(x), "<=", V()), ON)

#: The two bounds for epsilon = delta, in units of D; that of rounded noise has half a unit more.
_BOTH = Domain((EPSILON, index(D, 1)))
ROUNDED = Ratio(("R", "I"), _BOTH, DIAGONAL.lower, DIAGONAL.upper + 1 / (2 * D))
_least = 1 - 16 * eps / 3
MEETS = Goal(Limit(ROUNDED.value, eps, _zero, "+", _one), Domain((index(D, 1),)))
RATE = Goal(that(_least) <= ROUNDED.value, _BOTH)
BELOW = Goal(that(ROUNDED.value) <= 1, _BOTH)


def _example() -> dict[str, object]:
    """Laplace noise, and what it is rounded to."""
    i = sp.Symbol("v", real=True)
    far = b ** ((sp.Max(i, 1) - _half) / D) / 2  # P(Y >= i), from i = 1 on
    ahead = reached(i - 1)
    rounded = on_integers(sp.Lambda(i, ahead * far + (1 - ahead) * (1 - far)))
    return {"Z": rounded, "X": laplace(b, D), "Y": rounded,
        "L": sp.Lambda(x, sp.Max(0, x - _half)), "W": sp.Lambda((), -D / sp.log(b)),
        **ROUNDED.model}


DISCRETE = Statement(id="trunclap.discrete", paper=PAPER,
    item="abstract, 1.1, after Theorem 6: the discrete setting",
    title="on the integers too the amplitude is known up to a factor that tends to 1",
    printed_latex=r"\text{our results close the previous constant multiplicative gap in the "
    r"discrete setting:}\quad\lim_{\epsilon=\delta\to0}\frac{V_1^{low}}{V_1^{upp}+\frac12}=1",
    printed_text="the amplitude of noise on the integers, for a sensitivity D = 1, 2, ...: at "
    "least V_low, and at most V_upp + 1/2; the ratio tends to 1 as epsilon = delta -> 0",
    parameters=ON, given=(Z, X, Y, NEAR, V, *ROUNDED.given),
    hypotheses=(_private(Z()), _private(X()), MASSES, ORIGIN, ENDS, ORDERED, DEAR,
        *ROUNDED.hypotheses), examples=(_example(),),
    printed=(LEAST, EVERY1, CLOSED, IS_PRIVATE, CHEAP, MEETS, RATE, BELOW),
    note="Z is any noise on the integers that is private for shifts by integers up to D = 1, 2, "
    "...; it costs at least what Theorem 4 says, which is V_low for every epsilon and delta, with "
    "D for Delta. Y is X rounded to the nearest integer, X being private noise on the line: by "
    "trunclap.thm1 and trunclap.thm2 the truncated Laplacian with E|X| = V_upp will do. Y is "
    "private, and E L(|Y|) <= E|X|, where L(0) = 0 and L(i) = i - 1/2 from 1 on; in words: |Y| is "
    "at most L(|Y|) + 1/2, so that E|Y| <= V_upp + 1/2. R is the ratio of V_low to that, of which "
    "the limit is shown for epsilon = delta, the regime in which the gap of Geng and Viswanath was "
    "a constant. So the gap is closed, by rounding, which the paper does not say: the truncated "
    "Laplacian itself is no noise on the integers.")


# -- any noise on the integers ---------------------------------------------------------------------


def _outside(place: sp.Expr) -> sp.Expr:
    return Mass(Z(), beyond(place))


def _show_least(proof: Proof) -> None:
    """Append that no private noise on the integers costs less than the bound."""
    private = proof.assumes(_private(Z()), because="noise on the integers that is private")
    on = ON & Variable(z, _zero, sp.oo, "[)")
    rays = (at_least(z), interval(-sp.oo, -z, "(]"))
    left = []
    for ray, shift in zip(rays, (D, -D), strict=True):
        place, lower, upper = ray.args
        there = ray.func(place, *(e if e.is_infinite else e + shift for e in (lower, upper)))
        said = proof.shows(that(Mass(Z(), ray)) <= Mass(Z(), Moved(ray, shift)) / b + delta, on=on,
            by="privacy", uses=(private,), set=ray, shift=shift,
            because="privacy for this half-line")
        same = proof.shows(that(Mass(Z(), Moved(ray, shift))) == Mass(Z(), there), on=on,
            by="measure", because="where it is moved to")
        left.append(proof.follows(that(Mass(Z(), ray)) <= Mass(Z(), there) / b + delta, said, same,
            on=on, because="privacy leaves so much of its mass when it is moved outwards"))
    inside = proof.shows(that(_outside(z)) <= Mass(Z(), rays[0]) + Mass(Z(), rays[1]), on=on,
        by="measure", because="both half-lines; the origin may be in both")
    apart = proof.shows(that(_outside(z + D)) ==
            Mass(Z(), at_least(z + D)) + Mass(Z(), interval(-sp.oo, -z - D, "(]")), on=on,
        by="measure", because="further out they are apart")
    decay = proof.follows(that(b * (_outside(z) - 2 * delta)) <= _outside(z + D),
        *((name, b) for name in left), (inside, b), apart, on=on,
        because="add up privacy for both half-lines")
    whole = proof.shows(that(_outside(_zero)) == 1, on=ON, by="measure", because="the mass is 1")
    gap = (_outside(count * D) - tail(count)) / b**count
    grows = proof.follows(that(0) <= gap.xreplace({count: count + 1}) - gap,
        (decay, b ** (-count - 1)), on=_STEPS, because="the gap to g over b^k does not shrink")
    kept = proof.applies("induction", on=_STEPS, uses=(grows,), because="the gap between the tail "
        "and its bound, over b^n, does not fall from one multiple of D to "
        "the next", terms=gap,
        step=_zero, last=sp.oo)
    above = proof.follows(that(tail(count)) <= _outside(count * D), kept, whole, on=_STEPS,
        because="the tail at each multiple of D is at least this, as both are 1 at the origin")
    _show_summed(proof, above)


def _show_summed(proof: Proof, above: str) -> None:
    value, places, after = D * first_moment, count * D, (count + 1) * D
    premises = (proof.shows(that(x) <= x + h, on=ON & _HALF_LINE & positive(h), by="sign",
            because="the cost does not decrease"),
        proof.shows(that(0) <= x, on=ON & _HALF_LINE, by="sign", because="nor is it negative"),
        proof.shows(that(0) <= 0, on=ON, by="sign", because="the first place is the origin"),
        proof.shows(that(places) <= places, on=_STEPS, by="sign", because="no place between"),
        proof.shows(that(places) <= after, on=_STEPS, by="sign", because="in increasing order"),
        proof.shows(that(value.xreplace({count: _zero})) <= 0, on=ON, by="sign",
            because="the bound begins with 0"),
        proof.follows(that(value.xreplace({count: count + 1}) - value) <= D * _outside(after),
            (above, {count: count + 1}, D), on=_STEPS,
            because="the bound rises by D times the bound of the tail, and so less than the cost"))
    proof.applies("tail sum", on=_STEPS, uses=premises, because="sum by parts", noise=Z(), cost=x,
        places=places, between=places, value=value)


# -- rounded noise ---------------------------------------------------------------------------------


def _show_private(proof: Proof, masses: str) -> None:
    """Append privacy of the integers, from that of unions of cells."""
    private = proof.assumes(_private(X()), because="noise on the line that is private")
    shifts = ON & index(m, -D, D)
    unions = proof.shows(that(Mass(X(), S)) <= Mass(X(), Moved(S, m)) / b + delta, on=shifts,
        by="privacy", uses=(private,), set=S, shift=m, because="a shift by an integer up to D")
    integers = proof.applies("sets of cells", on=shifts, uses=(unions, masses), noise=X(),
        cells=Y(), start=-_half, width=_one, shift=m, factor=1 / b, value=delta,
        because="for all that is rounded to the integers of a set")
    renamed = proof.at(integers, {m: n}, on=ON & index(n, -D, D),
        because="for every shift by integers")
    proof.concludes(IS_PRIVATE, by="rule", uses=(renamed,), because="so rounded noise is private",
        rule="privacy, by sets of integers",
        bindings={"noise": Y(), "epsilon": -sp.log(b), "delta": delta, "sensitivity": D})


def _inner(place: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """The masses of the integers nearer to 0 than one, and of what is rounded to them."""
    near = place - _half
    return Mass(Y(), interval(-place, place)), Mass(X(), interval(-near, near, "[)"))


def _show_cheap(proof: Proof, masses: str) -> None:
    """Append that rounded noise is nearer to 0 than the noise and half a unit."""
    origin, ends, ordered, dear = proof.supposes((ORIGIN, "0 costs nothing"),
        (ENDS, "and other integers half a unit less than they are"),
        (ORDERED, "further out no less"), (DEAR, "what the noise on the line costs at most"))
    cost = [proof.shows(claim, on=on, by="sign", because=why) for claim, on, why in (
        (that(0) <= x, ON & _HALF_LINE, "a size is not negative"),
        (that(x) <= x + h, ON & _HALF_LINE & positive(h), "and does not decrease"))]
    outward, there = ON & index(n, 0), ON & index(n, 1)
    (integers, cells), (more, wider) = _inner(n + 1), _inner(n + 2)
    ahead, back = n + 1, -n - 1
    two = proof.shows(that(integers + _point(ahead) + _point(back)) <= more, on=outward,
        by="measure", because="the next integers on both sides")
    cover = proof.shows(that(wider) == cells + _cell(ahead) + _cell(back), on=outward,
        by="measure", because="and their cells")
    grows = proof.follows(that(0) <= (more - wider) - (integers - cells), two, cover,
        (masses, {n: ahead}), (masses, {n: back}), on=outward,
        because="so the integers gain no less than their cells")
    kept = proof.applies("induction", on=outward, uses=(grows,), terms=integers - cells,
        step=_zero, last=sp.oo, because="add up integer after integer")
    first = proof.shows(that(_point(_zero)) <= _inner(_one)[0], on=ON, by="measure",
        because="at first there is 0, whose cell is around 0")
    (integers, cells), end = _inner(n), n - _half
    places = (proof.follows(that(0) <= NEAR(n), ends, on=there, because="L is not negative"),
        proof.follows(that(NEAR(n)) <= end, ends, on=there,
            because="and no more than where the cell begins"))
    outer = proof.shows(that(Mass(Y(), beyond(n))) == 1 - integers, on=there, by="measure",
        because="what is left for the integers from the n-th on")
    further = proof.shows(that(1 - cells) <= Mass(X(), beyond(z)), by="measure",
        on=there & Variable(z, _zero, end, "[]"), because="and outside of the other cells")
    tails = proof.follows(that(Mass(Y(), beyond(n))) <= Mass(X(), beyond(NEAR(n))), outer, further,
        kept, first, masses, on=there, also=places,
        because="so the noise is as often as far away as the near ends of these cells")
    proof.applies("larger tails, at places", on=ON, uses=(tails, origin, ordered, *cost, dear),
        cheap=Y(), dear=X(), places=NEAR(x), cost=x, value=V(),
        because="so rounded noise costs no more, but for half a unit")


# -- the two bounds --------------------------------------------------------------------------------


def _show_meets(proof: Proof) -> None:
    """Append that the ratio of the bounds tends to 1."""
    _, narrow = show_gap(proof)
    above = show_tangent(proof)
    floor, _ = show_size(proof)
    half = proof.shows(that(1 / (2 * D)) <= _half, on=_BOTH, by="sign",
        because="as D is at least 1")
    least = sp.Rational(3, 16) / eps
    wide = proof.follows(that(least) < ROUNDED.upper, floor, on=_BOTH,
        because="half a unit more is not less")
    known = ROUNDED.begin(proof, wide)
    low = known.at_least(_least, _one, (wide, least),
        gaps=[(narrow, {y: eps}, _one), (half, {}, _one)],
        because="the ratio is 1 less the gap of the bounds, at most 1/2 and half a unit, over the "
            "upper one, which is above 3/(16 epsilon)")
    inverse, rise = ROUNDED.reciprocal, sp.exp(eps) - 1
    sign = proof.follows(that(0) <= inverse / (eps * rise), (known.sign, 1 / (eps * rise)),
        on=_BOTH, because="this multiple of the reciprocal has a positive factor")
    high = proof.follows(BELOW, (known.is_ratio, -_one), (known.one, -_one),
        (above, inverse / (eps * rise)), (known.sign, 1 / (2 * D)), also=(sign,),
        because="the gap of the bounds is not negative, so that the ratio is at most 1")
    squeezed(proof, MEETS, (low, high), (_least,), "a polynomial in epsilon")


def derive() -> Derivation:
    proof = Proof(_BOTH, DISCRETE)
    proof.idea(__doc__)
    proof.part("Any noise on the integers")
    _show_least(proof)
    show_real1(proof)
    show_closed(proof)
    proof.part("Rounded noise")
    masses = proof.assumes(MASSES, because="rounded noise has the masses of the cells")
    _show_private(proof, masses)
    _show_cheap(proof, masses)
    proof.part("The bounds meet")
    _show_meets(proof)
    return proof.done()


CLAIMS = (Claim(DISCRETE, derive),)
