"""Appendix E, (307)-(312) and (317): the sums over all periods, for every power."""

from __future__ import annotations

from typing import cast

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Integral, Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.power_sums import (ORDER, SUMS, TERM, C, W, i, j, k, model, one,
    zero)
from dpproofs.theorems.staircase.setting import (PAPER, RATIO, SENSITIVITY, SPLIT, Delta, b, gamma,
    weight)

#: Binomial coefficients, and the sum of (312) over i.
BINOMIAL, S = Given("C", "function", 2), Given("S", "function", 3)

x, p = sp.Symbol("x", nonnegative=True), sp.Symbol("p", positive=True)
ON = Domain((RATIO, ORDER, SPLIT))
LINE = Variable(x, zero, sp.oo, "[)")

# -- the integrals over the pieces of a period ----------------------------------------------------


def _piece(low: sp.Expr, high: sp.Expr, value: sp.Expr, *where: Variable) -> Goal:
    """The integral of a power over a piece, in units of the sensitivity."""
    claim = Integral(x**p, x, low * Delta, high * Delta, Delta ** (p + 1) / (p + 1) * value)
    return Goal(claim, Domain((positive(p), SENSITIVITY, *where)))


def _rise(low: sp.Expr, high: sp.Expr) -> sp.Expr:
    return high ** (p + 1) - low ** (p + 1)


_INSIDE, _LATER = between(gamma, 0, 1), index(k, 1)
PIECES = {_piece(zero, gamma, gamma ** (p + 1), _INSIDE): "the first period up to gamma",
    _piece(gamma, one, _rise(gamma, one), _INSIDE): "the rest of the first period",
    _piece(k, k + gamma, _rise(k, k + gamma), SPLIT, _LATER): "a later period up to gamma",
    _piece(k + gamma, k + 1, _rise(k + gamma, k + 1), SPLIT, _LATER): "the rest of a later period"}

# -- the sums -------------------------------------------------------------------------------------

STEP = Goal(that(W(i + 1, x)) == x * W(i, x), Domain((ORDER, LINE)))
EXPANDS = Goal(Sum(BINOMIAL(i, j) * W(i - j, gamma) * W(j, k), j, zero, i, W(i, k + gamma)),
    Domain((ORDER, SPLIT, TERM)))
RIGHT = Goal(Sum(BINOMIAL(i, j) * W(i - j, gamma) * C(j, b), j, zero, i, S(i, b, gamma)), ON)


def _total(term: sp.Expr, value: sp.Expr) -> Goal:
    return Goal(Sum(term, k, zero, sp.oo, value), ON)


_here, _split, _next = (W(i + 1, place) for place in (k, k + gamma, k + 1))
_start, _more = W(i + 1, 0), S(i + 1, b, gamma)
MOMENT = _total(b**k * W(i, k + gamma), S(i, b, gamma))
_telescopes = b ** (k + 1) * _next - b**k * _here
BRACKET = Goal(Sum(_telescopes, k, zero, sp.oo, -_start), Domain((RATIO, ORDER)))
VANISHES = Goal(that(_start) == 0, Domain((ORDER,)))
COST = _total((1 - b) * b**k * _split + _telescopes, (1 - b) * _more - _start)
_balance = (i + 1) * weight * W(i, k + gamma) - (1 - b) * _split
BALANCE = _total((i + 1) * weight * b**k * W(i, k + gamma) + (b - 1) * b**k * _split,
    (i + 1) * weight * S(i, b, gamma) + (b - 1) * _more)
TERMS = Goal(that(_balance) ==
    W(i, k + gamma) * (i * gamma * (1 - b) + (i + 1) * b - (1 - b) * k), ON & TERM)

_n, _m = sp.symbols("n m", nonnegative=True)
_row = sp.gamma(_n + 1) / (sp.gamma(_m + 1) * sp.gamma(_n - _m + 1))

SUMMED = Statement(id="staircase.appE.312.sums", paper=PAPER,
    item="ours: (307)-(312) and (317), the sums for every power",
    title="the sums over all periods that make up the cost for a power, for every power",
    printed_latex=
    r"\begin{gathered}\sum_{k\ge0}b^k\Bigl((k+\gamma)^{m+1}-k^{m+1}+b\bigl((k+1)^{m+1}"
    r"-(k+\gamma)^{m+1}\bigr)\Bigr)=(1-b)\sum_{k\ge0}b^k(k+\gamma)^{m+1},\\"
    r"\sum_{k\ge0}b^k(k+\gamma)^{m+1}=\sum_{i=0}^{m+1}\binom{m+1}ic_{m+1-i}\gamma^i,\qquad"
    r"\sum_{k\ge0}b^k\bigl(b(k+1)^{m+1}-k^{m+1}\bigr)=0,\\\sum_{k\ge0}b^k(k+\gamma)^m\bigl[m\gamma"
    r"(1-b)+(m+1)b-(1-b)k\bigr]=(m+1)D\,S_m-(1-b)\,S_{m+1}\end{gathered}",
    given=(W, C, BINOMIAL, S), printed=(*PIECES, MOMENT, BRACKET, VANISHES, COST, BALANCE, TERMS),
    hypotheses=(STEP, SUMS, EXPANDS, RIGHT),
    examples=({**model(), "C": sp.Lambda((_n, _m), _row),
            "S": sp.Lambda((_n, b, gamma), sp.lerchphi(b, -_n, gamma))},),
    note="For every m >= 0, called i. w(i, x) is x^i, of which only w(i+1, x) = x w(i, x) is "
    "needed; c(i, b) is the sum of b^k w(i, k). C(i, j) are the coefficients with which (k + "
    "gamma)^i is a sum of k^j gamma^(i-j), which is what the binomial theorem says of binomial "
    "coefficients; S(i, b, gamma) is the sum of (312) with these, read from its end. The first "
    "goals are the integrals over the two pieces of a period, for every real power p > 0, the "
    "first period apart; times the levels of the density they are the terms of (307). That these "
    "add up to E|X|^m is staircase.appE.312, and that the sum on the left of (316) is (m+1) S_m "
    "is a goal of staircase.appE.316.")


def show_pieces(proof: Proof) -> None:
    """Append the integrals over the pieces."""
    for goal, why in PIECES.items():
        proof.concludes(goal, by="integral", antiderivative=x ** (p + 1) / (p + 1),
            because=f"integrate as in (308) over {why}")


def derive() -> Derivation:
    proof = Proof(ON, SUMMED)
    show_pieces(proof)
    step = proof.assumes(STEP, because="powers, one after the other")
    sums = proof.assumes(SUMS, because="the sums (306)")
    expands = proof.assumes(EXPANDS, because="the binomial theorem in every term")
    right = proof.assumes(RIGHT, because="the sum on the right of (312)")
    columns = proof.shows(Sum(b**k * W(j, k), k, zero, sp.oo, C(j, b)),
        on=Domain((RATIO, ORDER, index(j, 0, i))), by="instance", uses=(sums,), at={i: j},
        because="each of the sums c_j")
    moment = proof.applies("exchange of sums", on=ON, uses=(columns, right, expands), terms=W(j, k),
        weight=b**k, factor=BINOMIAL(i, j) * W(i - j, gamma), columns=C(j, b), rows=W(i, k + gamma),
        value=S(i, b, gamma), last=i, because="(312): finitely many sums may be added term by term")
    bracket = _show_bracket(proof, sums)
    proof.follows(VANISHES, step, because="a higher power of 0 is 0 times the one before")
    _show_sums(proof, moment, bracket)
    proof.follows(TERMS, step, because="the higher power has n + gamma as a factor")
    return proof.done()


def _show_bracket(proof: Proof, sums: str) -> str:
    """Append the sum that is said to vanish."""
    on = BRACKET.domain
    here = proof.shows(SUMS.proposition.map(lambda e: e.xreplace({i: i + 1})), on=on, by="instance",
        uses=(sums,), at={i: i + 1}, because="the sum for m + 1")
    shifted = proof.applies("without the first term", on=on, uses=(here,), terms=b**k * _here,
        value=C(i + 1, b), because="without its term for k = 0")
    return proof.applies("combination of sums", on=on, uses=(shifted, here),
        first=b ** (k + 1) * _next, second=b**k * _here, value=C(i + 1, b) - _start,
        other=C(i + 1, b), times=one, plus=-one,
        because="the sum without its first term, less the sum itself, telescopes")


def _show_sums(proof: Proof, moment: str, bracket: str) -> None:
    """Append the cost of all periods, and the equation for the best gamma."""
    later = proof.shows(MOMENT.proposition.map(lambda e: e.xreplace({i: i + 1})), on=ON,
        by="instance", uses=(moment,), at={i: i + 1}, because="the same for m + 1")
    for first, second, times, plus, why in (
            (later, bracket, 1 - b, one,
            "(310): 1 - b times the sum for i + 1 is added to the one before"),
            (moment, later, (i + 1) * weight, b - 1,
            "(317): multiples of the sums for i and i + 1 are added")):
        one_sum, other_sum = (cast(Sum, proof.goal(name).proposition) for name in (first, second))
        proof.applies("combination of sums", on=ON, uses=(first, second), first=one_sum.term,
            second=other_sum.term, value=one_sum.value, other=other_sum.value, times=times,
            plus=plus, because=why)


CLAIMS = (Claim(SUMMED, derive),)
