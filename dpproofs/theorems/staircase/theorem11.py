"""Theorem 11: for sensitivity 1 geometric noise is optimal on the integers, for every cost."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Cheaper, Private, Proper
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, index, positive
from dpproofs.kernel.objects import Law, Piece, Pieces
from dpproofs.kernel.proposition import Relation, Sum, that
from dpproofs.kernel.terms import Mass, beyond
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.samples import geometric
from dpproofs.theorems.staircase import integer_noise
from dpproofs.theorems.staircase.integer_noise import EPSILON, X, h, place, x
from dpproofs.theorems.staircase.integer_tails import (Tails, U, i, j, n, n_1, show_increments,
    show_known, show_outside, y)
from dpproofs.theorems.staircase.noise import COST
from dpproofs.theorems.staircase.setting import PAPER, RATIO, b, k

ONE = Domain((RATIO,))
_one, _zero = sp.Integer(1), sp.Integer(0)

GEOMETRIC = (1 - b) / (1 + b)
MASSES = Pieces("p", x, (), ONE, (Piece(GEOMETRIC * b**k, _one),), period=_one, index=k)
LAW = Law("P", (), ONE, "p", on="integers")
P = LAW()

PRIVATE = Goal(Private(X(), EPSILON, _zero, _one), ONE)
EXISTS = Goal(Proper(P), ONE)
IS_PRIVATE = Goal(Private(P, EPSILON, _zero, _one), ONE)
OPTIMAL = Goal(Cheaper(P, X(), COST.name), ONE)

THEOREM11 = Statement(id="staircase.thm11", paper=PAPER, item="Theorem 11",
    title="for sensitivity 1 the geometric mechanism is optimal, for every cost",
    printed_latex=r"\Delta=1:\quad\min_{P\in "
    r"SP}\sum_iL(i)\,P(i)=\sum_iL(i)\,\frac{1-b}{1+b}\,b^{|i|}", parameters=ONE, given=(X, COST),
    definitions=(MASSES, LAW), hypotheses=(PRIVATE,), printed=(EXISTS, IS_PRIVATE, OPTIMAL),
    note="The geometric noise is a probability, it is private, and any private noise on the "
    "integers, symmetric or not, costs at least as much, for every even L that is nondecreasing on "
    "[0, oo); costs may be infinite, and Property 3 is not needed beyond that. The derivation does "
    "not follow Appendix F.", examples=({"X": geometric(b, ())}, {"X": geometric((1 + b) / 2, ())}))


def _show_geometric(proof: Proof) -> tuple[str, str]:
    """Append that the geometric noise is there, and private."""
    periods, ends = ONE & index(k, 0), MASSES.ends(0)
    value = MASSES.pieces[0].value
    piece = periods & Variable(x, *ends, "[)", hollow=True)
    used = (proof.shows(that(0) <= value, on=piece, by="sign", because="probabilities"),
        proof.shows(Sum(value, place, ends[0], ends[1] - 1, value), on=periods, by="sum",
            because="a period is one integer"),
        proof.shows(Sum(value, k, _zero, sp.oo, 1 / (1 + b)), on=ONE, by="sum", ratio=b,
            because="add up all integers from 0 on"))
    exists = proof.concludes(EXISTS, by="existence", uses=used, because="so it is a probability")
    ahead = ONE & integer_noise.AHEAD
    falls = proof.shows(that(value.xreplace({k: k + 1})) <= value, on=periods, by="sign",
        because="the probabilities fall")
    falling = proof.shows(that(MASSES(x + h)) <= MASSES(x), on=ahead & positive(h), by="falling",
        uses=(falls,), name=MASSES.name, because="so they do not increase")
    claim = that(MASSES(x)) <= MASSES(x + 1) / b
    here = proof.on_piece(MASSES, 0, because="one level for each integer")
    lowered = proof.shows(claim, on=ahead, by="cover", name=MASSES.name, because="everywhere",
        uses=(proof.follows(claim, here, (here, {x: x + 1, k: k + 1}), on=piece,
                because="one place further they are b times as high"),))
    private = proof.applies("privacy, by the masses", on=ONE, uses=(falling, lowered, exists),
        because="so the geometric noise is private", noise=P, epsilon=EPSILON, sensitivity=_one)
    return exists, private


def _geometric_tail(proof: Proof, exists: str) -> str:
    """Append ``P(|P| >= y) = 2 b^y / (1 + b)`` for y >= 1."""
    tails = Tails(proof, LAW, MASSES, exists)
    even = tails.even()
    on = ONE & index(y, 1)
    one, _, terms = tails.interval(0, y + n, (y + n, y + n + 1), on & index(n, 0))
    value = b**y / (1 + b)
    summed = proof.shows(Sum(terms, n, _zero, sp.oo, value), on=on, by="sum", ratio=b,
        because="a geometric series")
    ray = proof.applies("countable additivity", on=on, uses=(one, summed, exists),
        because="the mass beyond a place is that of all later ones", noise=P, start=y, width=_one,
        terms=terms, value=value)
    return tails.beyond(y, on, (), (ray, {}, y), even, 2 * value)


def show_best(proof: Proof) -> None:
    """Append that geometric noise is private, and that no private noise is cheaper."""
    exists, _ = _show_geometric(proof)
    tail = _geometric_tail(proof, exists)
    known = show_known(proof, PRIVATE, ONE, _one)
    lowest = proof.follows(Relation(2 * b / (1 + b), "<=", U(1)), known.end,
        (known.compare, {i: _zero, j: _one}), known.start,
        because="half the pair at 1 has at least b times the mass at 0, which is 1 - U(1); so U(1) "
            "is at least b + b (1 - U(1))")
    terms = b ** (-n) * U(1 + n)
    falls = show_increments(proof, terms, sp.oo, ONE, "one place further",
        [(known.far, {y: 1 + n}, b ** (-n - 1))],
        "the tail falls by a factor b at most from place to place")
    width = sp.Integer(2)  # any number of places will do for a period
    on = ONE & index(n, 0) & index(n_1, 1, width)
    where = n_1 + width * n
    outside = show_outside(proof, where, on, known.tail)
    level_ = proof.shows(that(Mass(P, beyond(where))) <= Mass(X(), beyond(where)), on=on,
        by="entailment",
            because="the tail of X is at least 2 b/(1+b) at 1 and falls by a factor b at most, "
                "while that of the geometric noise falls by just this",
        uses=(falls, lowest, outside, tail),
        facts=[(outside, {}, 1), (falls, {n: where - 1}, b ** (where - 1)),
            (lowest, {}, b ** (where - 1)), (tail, {y: where}, -1)])
    proof.applies("stochastic order by periods, integers", on=ONE, uses=(level_, exists),
        because="a smaller tail costs less, for every cost", cheap=P, dear=X(), cost=COST.name,
        width=width, latex=r"\sum_iL(i)\,\tfrac{1-b}{1+b}\,b^{|i|}\le\sum_iL(i)\,P(i)")


def derive() -> Derivation:
    proof = Proof(ONE, THEOREM11)
    show_best(proof)
    return proof.done()


CLAIMS = (Claim(THEOREM11, derive),)
