"""Section 2: the constraint on the noise, and the least amplitude and power under it."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Expected, Private, Proper
from dpproofs.kernel.derivation import Claim, Derivation, Statement
from dpproofs.kernel.domain import Domain, Variable, positive, real
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Given, Law, Piece, Pieces
from dpproofs.kernel.proposition import Integral, that
from dpproofs.kernel.terms import Mass, Moved
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.samples import laplace
from dpproofs.theorems.trunclap.setting import FAMILY, PAPER, Delta, delta, eps

c, g, d = sp.symbols("c g d", real=True)
_x = sp.Symbol("x", real=True)
_h, _w = sp.symbols("h w", positive=True)
_S = sp.Function("S")()

X, Y = Given("X", "noise"), Given("Y", "noise")
_OUTPUTS = FAMILY & real(c) & Variable(g, -Delta / 2, Delta / 2, "[]")
_SHIFTS = FAMILY & Variable(d, -Delta, Delta, "[]")


def _query(noise: sp.Expr) -> Goal:
    """(3) for the values c + g and c - g of the query."""
    first, second = (Mass(noise, Moved(_S, c + way * g)) for way in (1, -1))
    return Goal(that(first) <= sp.exp(eps) * second + delta, _OUTPUTS)


def _private(noise: sp.Expr) -> Goal:
    return Goal(Private(noise, eps, delta, Delta), FAMILY)


_LAPLACE = laplace(sp.exp(-eps), Delta)

LEMMA1 = Statement(id="trunclap.lem1", paper=PAPER, item="Lemma 1, (2)",
    title="the privacy constraint on the noise distribution",
    printed_latex=r"K(D)=q(D)+X\text{ is }(\epsilon,\delta)\text{ private}\iff P(S)-e^{"
    r"\epsilon}P(S+d)\le\delta\quad\forall\,|d|\le\Delta,\ S", parameters=FAMILY, given=(X, Y),
    printed=(_query(X()), _private(Y())), examples=({"X": _LAPLACE, "Y": _LAPLACE},),
    hypotheses=(_private(X()), _query(Y())),
    note="(3) says that q + X lies in a set S with almost the same probability for any two values "
    "of q at most Delta apart, which are written -(c + g) and -(c - g): X lies in S + c + g, or in "
    "S + c - g. First: (2) for X gives (3) for X. Then (3) for Y gives (2) for Y. As the footnote "
    "says, every pair of values at most Delta apart is assumed to belong to neighbours; otherwise "
    "(2) is only sufficient.")


def derive_lemma() -> Derivation:
    proof = Proof(FAMILY, LEMMA1)
    private = proof.assumes(_private(X()), because="(2) for X")
    here = Moved(_S, c + g)
    said = proof.shows(
        that(Mass(X(), here)) <= sp.exp(eps) * Mass(X(), Moved(here, -2 * g)) + delta, on=_OUTPUTS,
        by="privacy", uses=(private,), set=here, shift=-2 * g,
        because="this is (2), read for the set S + c + g and the shift -2g")
    same = proof.shows(that(Mass(X(), Moved(here, -2 * g))) == Mass(X(), Moved(_S, c - g)),
        on=_OUTPUTS, by="measure", because="which moves it to S + c - g")
    proof.follows(LEMMA1.printed[0], said, same,
        because="any two values at most Delta apart belong to neighbours, by (3)")
    query = proof.assumes(_query(Y()),
        because="(3) for Y: neighbours may have any two values at most Delta apart")
    there = proof.at(query, {c: d / 2, g: -d / 2}, on=_SHIFTS,
        because="the values 0 and -d are |d| apart")
    still = proof.shows(that(Mass(Y(), Moved(_S, 0))) == Mass(Y(), _S), on=_SHIFTS, by="measure",
        because="S is not moved")
    each = proof.follows(that(Mass(Y(), _S)) <= sp.exp(eps) * Mass(Y(), Moved(_S, d)) + delta,
        there, still, on=_SHIFTS, because="S + 0 is S")
    proof.applies("privacy, by sets", on=FAMILY, uses=(each,), because="which is (2)", noise=Y(),
        epsilon=eps, delta=delta, sensitivity=Delta)
    return proof.done()


_value = eps / (2 * Delta) * sp.exp(-_x * eps / Delta)
DENSITY = Pieces("f", _x, (), FAMILY, (Piece(_value, sp.oo),))
LAPLACE = Law("Q", (), FAMILY, "f")
Q = LAPLACE()

EXISTS = Goal(Proper(Q), FAMILY)
COSTS = (Goal(Expected(Q, _x, _x, "==", Delta / eps), FAMILY),
    Goal(Expected(Q, _x, _x**2, "==", 2 * Delta**2 / eps**2), FAMILY))

INFIMA = Statement(id="trunclap.defV", paper=PAPER, item="section 2",
    title="the least amplitude and power of private noise",
    printed_latex=r"V_1^*=\inf_{P\in\mathcal P_{\epsilon,\delta}}\int|x|\,P(dx),\qquad V_2^*="
    r"\inf_{P\in\mathcal P_{\epsilon,\delta}}\int x^2\,P(dx)", parameters=FAMILY,
    definitions=(DENSITY, LAPLACE), printed=(EXISTS, _private(Q), *COSTS), definition=True,
    note="Infima of nonnegative numbers, finite because the set is not empty: Laplace noise is in "
    "it, with costs Delta/epsilon and 2 Delta^2/epsilon^2.")


def derive_infima() -> Derivation:
    proof = Proof(FAMILY, INFIMA)
    piece = FAMILY & Variable(_x, sp.Integer(0), sp.oo, "[)", hollow=True)
    sign = proof.shows(that(0) <= _value, on=piece, by="sign", because="a density")
    half = proof.shows(Integral(_value, _x, sp.Integer(0), sp.oo, sp.Rational(1, 2)), by="integral",
        because="half of the mass lies on either side", antiderivative=-_value * Delta / eps)
    exists = proof.concludes(EXISTS, by="existence", uses=(sign, half),
        because="the two halves of the line have mass 1/2 each, so that Laplace noise exists")
    _show_private(proof, exists)
    for power, back, goal, why in ((1, _x + Delta / eps, COSTS[0], "its amplitude is finite"),
            (2, _x**2 + 2 * _x * Delta / eps + 2 * (Delta / eps) ** 2, COSTS[1],
                "its power is finite as well")):
        cost = goal.proposition
        assert isinstance(cost, Expected)  # noqa: S101  (made as one)
        positive_ = proof.shows(that(0) <= _x**power, by="sign",
            on=FAMILY & Variable(_x, sp.Integer(0), sp.oo, "[)"), because="a cost is not negative")
        part = proof.shows(Integral(_x**power * _value, _x, sp.Integer(0), sp.oo, cost.value / 2),
            by="integral", because="half of the cost lies on either side",
            antiderivative=-_value * Delta / eps * back)
        proof.concludes(goal, by="expectation", uses=(exists, positive_, part), because=why)
    return proof.done()


def _show_private(proof: Proof, exists: str) -> None:
    half_line = FAMILY & Variable(_x, sp.Integer(0), sp.oo, "[)")
    here = proof.on_piece(DENSITY, 0, because="the density at x >= 0")
    grows = proof.shows(that(1) < sp.exp(_w), on=Domain((positive(_w),)), by="sign",
        because="the exponential function exceeds 1 right of 0", besides=True)
    falls = proof.follows(that(DENSITY(_x + _h)) <= DENSITY(_x), here, here,
        (grows, {_w: _h * eps / Delta}, _value.xreplace({_x: _x + _h})),
        on=half_line & positive(_h), because="the density falls, as its exponent does")
    lowered = proof.follows(that(DENSITY(_x)) <= sp.exp(eps) * DENSITY(_x + Delta), here, here,
        on=half_line, because="over Delta the density falls by the factor exp(epsilon)")
    strict = proof.applies("privacy, by the density", on=FAMILY, uses=(falls, lowered, exists),
        because="so Laplace noise is epsilon-private", noise=Q, epsilon=eps, sensitivity=Delta)
    moved = Moved(_S, d)
    said = proof.shows(that(Mass(Q, _S)) <= sp.exp(eps) * Mass(Q, moved), on=_SHIFTS, by="privacy",
        uses=(strict, exists), set=_S, shift=d, because="for every set and every shift")
    each = proof.follows(that(Mass(Q, _S)) <= sp.exp(eps) * Mass(Q, moved) + delta, said,
        on=_SHIFTS, because="and a fortiori with delta")
    proof.applies("privacy, by sets", on=FAMILY, uses=(each, exists),
        because="what is private without a delta is private with one, so that it is in the set",
        noise=Q, epsilon=eps, delta=delta, sensitivity=Delta)


CLAIMS = (Claim(LEMMA1, derive_lemma), Claim(INFIMA, derive_infima))
