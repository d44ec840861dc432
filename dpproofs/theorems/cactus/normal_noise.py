"""Figure 2a for every sigma: noise of the same variance leaks less than normal noise.

The noise is a combination of three normal densities, of the variances sigma^2, 2 sigma^2/3
and sigma^2/3. Its weights 1 + e, -2 e and e keep mass and variance; to first order in e the
divergence falls by a square.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Expected, Proper
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, positive, real
from dpproofs.kernel.objects import Given, Law, Piece, Pieces
from dpproofs.kernel.proposition import Integral, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.exponential import h, show_line
from dpproofs.theorems.cactus.gaussian import density as normal
from dpproofs.theorems.cactus.gaussian import shift, sigma
from dpproofs.theorems.cactus.setting import PAPER, half, x

e, t = sp.Symbol("e", positive=True), sp.Symbol("t", nonnegative=True)
g, y = sp.Symbol("g", real=True), sp.Symbol("y", nonnegative=True)

LOSS = Given("A", "function", 1)

WIDTHS = sp.Integer(1), sp.sqrt(sp.Rational(2, 3)), sp.sqrt(sp.Rational(1, 3))

#: The weights of the three densities, and their widths.
PARTS = (1 + e, WIDTHS[0]), (-2 * e, WIDTHS[1]), (e, WIDTHS[2])
_LEAST, _MOST, _SQUARE = sp.Rational(-3, 2), sp.Integer(3), 32

AMOUNT = between(e, 0, sp.Rational(1, 16), "(]")
ON = Domain((positive(sigma), AMOUNT))
SHIFTED = ON & between(shift, -1, 1, "[]")
EVERYWHERE = SHIFTED & real(x)


def narrow(place: sp.Expr, width: sp.Expr) -> sp.Expr:
    """The normal density whose standard deviation is so many sigma."""
    return normal(place).subs(sigma, width * sigma)


def mass(width: sp.Expr, place: sp.Expr = x) -> sp.Expr:
    """Its mass between 0 and a place."""
    return sp.erf(place / (sp.sqrt(2) * width * sigma)) / 2


def level(place: sp.Expr) -> sp.Expr:
    """The density."""
    return sum(c * narrow(place, s) for c, s in PARTS)


def change(place: sp.Expr) -> sp.Expr:
    """What e changes: the density is 1 + e times this times the normal one."""
    return (1 - sp.sqrt(6) * sp.exp(-(place**2) / (4 * sigma**2)) + sp.sqrt(3)
            * sp.exp(-(place**2) / sigma**2))


def gain(of: sp.Expr) -> sp.Expr:
    """The fall of the divergence at a shift, to first order in e."""
    return (1 - sp.exp(-(of**2) / (6 * sigma**2))) ** 2


_normal = (shift**2 - 2 * shift * x) / (2 * sigma**2)
_room = e * (change(x) - change(x - shift)) + _SQUARE * e**2
_bound = level(x) * _normal + normal(x) * _room
_value = shift**2 / (2 * sigma**2) - e * gain(shift) + _SQUARE * e**2
_full = _value.subs(shift, 1)
_best = gain(sp.Integer(1)) / (2 * _SQUARE)

DENSITY = Pieces("f", x, (), ON, (Piece(level(x), sp.oo),))
NOISE = Law("X", (), ON, "f")
_noise = NOISE()
_AHEAD = Variable(x, sp.Integer(0), sp.oo, "[)", hollow=True)

_EXISTS = Goal(Proper(_noise), ON)
_VARIANCE = Goal(Expected(_noise, y, y**2, "==", sigma**2), ON)
_LOG = Goal(that(level(x)) == normal(x) * sp.exp(LOSS(x)), ON & real(x))
_RATIO = Goal(that(level(x)) ==
    sp.exp(_normal + LOSS(x) - LOSS(x - shift)) * level(x - shift), EVERYWHERE)
_POINTWISE = Goal(that(level(x) * (_normal + LOSS(x) - LOSS(x - shift))) <= _bound,
    EVERYWHERE)
_INTEGRAL = Goal(Integral(_bound, x, -sp.oo, sp.oo, _value), SHIFTED)
_WORST = Goal(that(_value) <= _full, SHIFTED)
_SCALE = Domain((positive(sigma),))
_AMOUNT = (Goal(that(0) < _best, _SCALE),
    Goal(that(_best) < sp.Rational(1, 16), _SCALE))
_BETTER = Goal(that(_full.subs(e, _best)) < 1 / (2 * sigma**2), _SCALE)

BETTER = Statement(id="cactus.gauss.better", paper=PAPER,
    item="ours: normal noise is never the best",
    title="for every variance some noise leaks less than normal noise of the same variance",
    printed_latex=r"\inf_{\mathbb E[Z^2]\le\sigma^2}\ \sup_{|a|\le1}D(P\|T_aP)\le\frac1{2\sigma^2}-"
    r"\frac1{128}\Bigl(1-e^{-1/(6\sigma^2)}\Bigr)^4<\frac1{2\sigma^2}\qquad(\sigma>0)",
    parameters=ON, given=(LOSS,), definitions=(DENSITY, NOISE), hypotheses=(_LOG,),
    printed=(_EXISTS, _VARIANCE, _RATIO, _POINTWISE, _INTEGRAL, _WORST, *_AMOUNT, _BETTER),
    note="The density f is (1+e) times that of N(0, sigma^2), less 2e times that of N(0, 2 "
    "sigma^2/3), plus e times that of N(0, sigma^2/3). A is the logarithm of f over the first of "
    "these, so that the privacy loss log f(x)/f(x-a) is that of normal noise plus A(x) - A(x-a). f "
    "times it lies below a bound, everywhere; the divergence, the integral of f times the loss, is "
    "at most the integral of the bound, which is stated: that one integral is at most another "
    "whose integrand is nowhere smaller is the step that is in words. It grows with the size of "
    "the shift, and at the full one it is below 1/(2 sigma^2) for e = (1 - exp(-1/(6 "
    "sigma^2)))^2/64. So the paper's surprise, that normal noise is not optimal, is no matter of "
    "the values of sigma that were tried.",
    examples=({"A": sp.Lambda(x, sp.log(1 + e * change(x)))},))


def derive() -> Derivation:
    proof = Proof(EVERYWHERE, BETTER)
    proof.idea(__doc__)
    for name, place in (("0", x), ("a", x - shift)):
        proof.letter(sp.Symbol(f"f_{name}", real=True), level(place))
        proof.letter(sp.Symbol(f"u_{name}", real=True), change(place))
        proof.letter(sp.Symbol(f"g_{name}", positive=True), normal(place))
    proof.letter(sp.Symbol("K", real=True), _room)
    logs = proof.assumes(_LOG, because="A is the logarithm of f over the normal density")
    proof.part("Exponentials and roots")
    line = show_line(proof)
    small = proof.follows(that(sp.exp(-t)) <= 1, (line, {h: t}, sp.exp(-t)),
        on=Domain((Variable(t, sp.Integer(0), sp.oo, "[)"),)),
        because="multiply by e^{-t}: exponentials of numbers that are not positive are at most 1")
    roots = [_show_root(proof, *pair) for pair in ((6, sp.Rational(5, 2)), (3, sp.Integer(2)))]
    proof.key(line)
    proof.part("The noise and its variance")
    _show_noise(proof, small, roots[0])
    proof.part("The privacy loss")
    ratio = sp.exp(_normal + LOSS(x) - LOSS(x - shift))
    proof.follows(_RATIO, logs, (logs, {x: x - shift}, -ratio),
        because="so the privacy loss is that of normal noise and a change")
    proof.part("A bound on the density times the loss")
    _show_bound(proof, logs, line, small, roots)
    proof.part("The integral of the bound")
    proof.concludes(_INTEGRAL, by="integral", antiderivative=_antiderivative(),
        because="mass and variance are those of normal noise, so that a square is left")
    _show_worst(proof, line, small)
    proof.part("The best weight")
    some = proof.concludes(_AMOUNT[0], by="sign", because="the best e is positive")
    proof.concludes(_AMOUNT[1], by="sign",
        because="a square of a number below 1 is below 1, so that this is below 1/64")
    proof.key(proof.follows(_BETTER, (some, gain(sp.Integer(1)) / 2),
        because="so the bound is below the divergence of normal noise"))
    return proof.done()


def _at_most_one(proof: Proof, small: str, exponent: sp.Expr, on: Domain) -> str:
    return proof.follows(that(sp.exp(-exponent)) <= 1, (small, {t: exponent}), on=on,
        because="an exponential that is at most 1")


def _show_root(proof: Proof, square: int, bound: sp.Expr) -> str:
    """Append that a square root is at most a rational number."""
    root = sp.sqrt(square)
    gap = proof.shows(that(bound - root) == (bound**2 - square) / (bound + root), on=Domain(),
        by="identity", because="the difference of two squares")
    return proof.follows(that(root) <= bound, gap, on=Domain(), because="so the root is no larger")


def _show_positive(proof: Proof, below: str, root: str, on: Domain) -> str:
    """Append that the density is not negative."""
    wide, most = sp.exp(-(x**2) / (4 * sigma**2)), sp.Rational(5, 2)
    stays = proof.shows(that(0) <= (1 + e - most * e) * normal(x) + e * narrow(x, WIDTHS[2]),
        on=on, by="sign", because="what is sure to stay of the density")
    return proof.follows(that(0) <= level(x), (below, most * e * normal(x)),
        (root, e * wide * normal(x)), stays, on=on,
        because="the part that is taken away is smaller than the first")


def _show_noise(proof: Proof, small: str, root: str) -> None:
    """Append that the noise exists, and its variance."""
    ahead = ON & _AHEAD
    below = _at_most_one(proof, small, x**2 / (4 * sigma**2), ahead)
    zero = sp.Integer(0)
    positive = _show_positive(proof, below, root, ahead)
    proof.key(positive)
    exists = proof.concludes(_EXISTS, by="existence",
        because="so it is the density of a probability",
        uses=(positive,
            proof.shows(Integral(level(x), x, zero, sp.oo, half), on=ON, by="integral",
                antiderivative=sum(c * mass(s) for c, s in PARTS),
                because="half of the mass is on one side, as 1 + e - 2 e + e = 1")))
    squares = sum((s * sigma) ** 2 * (c * mass(s) - c * x * narrow(x, s)) for c, s in PARTS)
    proof.concludes(_VARIANCE, by="expectation", because="the variance is that of normal noise",
        uses=(exists,
            proof.shows(that(0) <= y**2, on=ON & Variable(y, zero, sp.oo, "[)"), by="sign",
                because="squares are not negative"),
            proof.shows(Integral(x**2 * level(x), x, zero, sp.oo, sigma**2 / 2), on=ON,
                by="integral", antiderivative=squares,
                because="half of the variance is on one side, as 1 + e - 4 e/3 + e/3 = 1")))


def _show_bound(proof: Proof, logs: str, line: str, small: str, roots: list[str]) -> None:
    """Append the bound on f times the loss."""
    here = 1 + e * change(x)
    box = Domain((AMOUNT, between(g, _LEAST, _MOST, "[]"), between(h, _LEAST, _MOST, "[]")))
    second = proof.shows(
        that((1 + e * g) ** 2) <= (1 + e * h) * (1 + e * g + e * (g - h) + _SQUARE * e**2), on=box,
        by="sign", because="what the tangent of the logarithm leaves is of second order")
    ranges = []
    for place in (x, x - shift):
        near, wide = (_at_most_one(proof, small, c * place**2 / sigma**2, EVERYWHERE)
            for c in (sp.Integer(1), sp.Rational(1, 4)))
        ranges += [proof.follows(that(_LEAST) <= change(place), (wide, sp.Rational(5, 2)),
                (roots[0], sp.exp(-(place**2) / (4 * sigma**2))),
                because="the term with the root of 3 is positive, and that with the root of 6 at "
                "most 5/2"),
            proof.follows(that(change(place)) <= _MOST, (near, 2),
                (roots[1], sp.exp(-(place**2) / sigma**2)),
                because="the term with the root of 6 is negative, and that with the root of 3 at "
                "most 2")]
        if place == x:
            proof.key(second)
            above = _show_positive(proof, wide, roots[0], EVERYWHERE)
    proof.key(*ranges)
    back = sp.exp(-LOSS(x - shift))
    proof.concludes(_POINTWISE, by="entailment", uses=(second, line, logs, above, *ranges),
        facts=[(line, {h: LOSS(x) - LOSS(x - shift)}, level(x)),
            (second, {g: change(x), h: change(x - shift)}, normal(x) * back),
            (logs, {}, here * back),
            (logs, {x: x - shift}, -(here + _room) * back * normal(x) / normal(x - shift))],
        because="so f times the loss lies below a bound")


def _antiderivative() -> sp.Expr:
    level_part = sum(c * (shift**2 / (2 * sigma**2) * mass(s) + shift * s**2 * narrow(x, s))
        for c, s in PARTS)
    here = mass(WIDTHS[0]) - 2 * mass(WIDTHS[1]) + mass(WIDTHS[2])
    there = (mass(WIDTHS[0]) + sp.exp(-(shift**2) / (3 * sigma**2))
            * mass(WIDTHS[2], x - 2 * shift / 3) - 2 * sp.exp(-(shift**2) / (6 * sigma**2))
            * mass(WIDTHS[1], x - shift / 3))
    return level_part + e * (here - there) + _SQUARE * e**2 * mass(WIDTHS[0])


def _show_worst(proof: Proof, line: str, small: str) -> None:
    """Append that the full shift has the largest bound."""
    u, v = sp.symbols("u v", positive=True)
    unit = Domain((AMOUNT, between(u, 0, 1, "(]"), between(v, 0, 1, "(]")))
    lemma = proof.shows(that(e * ((1 - u * v) ** 2 - (1 - u) ** 2)) <= (1 - v) / 8, on=unit,
        by="sign",
        because="below v = 1 the square of 1 - u v is larger by no more than (1 - v)/(8 e)")
    here, rest = shift**2 / (6 * sigma**2), (1 - shift**2) / (6 * sigma**2)
    proof.key(lemma)
    ones = [_at_most_one(proof, small, part, SHIFTED) for part in (here, rest)]
    proof.follows(_WORST, (lemma, {u: sp.exp(-here), v: sp.exp(-rest)}, 1),
        (line, {h: -rest}, sp.Rational(1, 8)), also=ones, because="so the full shift is the worst")


CLAIMS = (Claim(BETTER, derive),)
