"""E|X|^p for every real p >= 0, for noise of any scale lambda on any [-A, A], by parts.

The noise of Definition 3 is the one with lambda = Delta/epsilon and A = lambda log(1 + u), so that
u = exp(A/lambda) - 1 here is the u of the other files.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, Variable, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Integral
from dpproofs.theorems.trunclap.logarithms import rises, y
from dpproofs.theorems.trunclap.setting import PAPER

A, lam, L, r, base = sp.symbols("A lambda L r x", positive=True)
p, x = sp.symbols("p x", nonnegative=True)
zero, one, two, three = map(sp.Integer, range(4))

EXPONENT = Variable(p, zero, sp.oo, "[)")
NOISE = Domain((positive(lam), positive(A)))
u = sp.exp(A / lam) - 1
density = sp.exp(-x / lam) / (lam * (1 - sp.exp(-A / lam)))  # of |X|

E = Given("E", "function", 1)


def moment(power: sp.Expr, length: sp.Expr) -> sp.Expr:
    """E(|X|/lambda)^p for A = lambda ``length``, by the incomplete gamma function."""
    return sp.lowergamma(power + 1, length) / (1 - sp.exp(-length))


def powers_grow(proof: Proof) -> str:
    """Show that x^r < (x + y)^r for r, x, y > 0."""
    return rises(
        proof, base**r, (base + y) ** r, "a power grows with its base",
        slope=r * (base + y) ** (r - 1), on=Domain((positive(r), positive(base), positive(y))),
    )  # fmt: skip


_rest = A ** (p + 1) / u
BY_PARTS = Goal(
    Integral((x ** (p + 1) - (p + 1) * lam * x**p) * density, x, zero, A, -_rest),
    NOISE & EXPONENT,
)
_TOTAL = relation_goal(E(zero), "==", one, NOISE)
_NEXT = relation_goal(E(p + 1), "==", (p + 1) * lam * E(p) - _rest, NOISE & EXPONENT)

_l = A / lam
VALUES = (
    relation_goal(E(one), "==", lam * (1 - _l / u), NOISE),
    relation_goal(E(two), "==", 2 * lam**2 * (1 - (_l**2 / 2 + _l) / u), NOISE),
    relation_goal(E(three), "==", 6 * lam**3 * (1 - (_l**3 / 6 + _l**2 / 2 + _l) / u), NOISE),
)
_which = sp.Symbol("q", nonnegative=True)

PARTS = Statement(
    id="trunclap.exponent.parts",
    paper=PAPER,
    item="ours: every exponent, by parts",
    title="each moment of the truncated Laplacian noise from the one before",
    printed_latex=r"\mathbb E|X|^{p+1}=(p+1)\lambda\,\mathbb E|X|^p-\frac{A^{p+1}}{e^{A/\lambda}-1}"
    r"\quad(p\ge0)",
    printed_text="E|X|^(p+1) = (p+1) lambda E|X|^p - A^(p+1)/(exp(A/lambda) - 1) for real p >= 0",
    printed=(BY_PARTS, *VALUES),
    parameters=NOISE,
    given=(E,),
    hypotheses=(_TOTAL, _NEXT),
    examples=({"E": sp.Lambda(_which, lam**_which * moment(_which, _l))},),
    note="For every real p >= 0 and noise of any scale lambda on any [-A, A]. With lambda "
    "= Delta/epsilon and exp(A/lambda) - 1 = u the values for p = 1 and 2 are those of Theorems 2 "
    "and 3, (5) and (7). E(p) stands for E|X|^p; that an integral of a sum is the sum of "
    "the integrals is left in words.",
)


def derive() -> Derivation:
    proof = Proof(NOISE, PARTS)
    proof.concludes(
        BY_PARTS,
        by="integral",
        because="by parts: the density is -lambda times its slope, and x^(p+1) is 0 at 0",
        antiderivative=-lam * x ** (p + 1) * density,
        latex=r"\int_0^A\bigl(x^{p+1}-(p+1)\lambda x^p\bigr)"
        r"\frac{e^{-x/\lambda}}{\lambda(1-e^{-A/\lambda})}\,dx=-\frac{A^{p+1}}{e^{A/\lambda}-1}",
    )
    total = proof.assumes(_TOTAL, because="the density of |X| has integral 1")
    following = proof.assumes(_NEXT, because="the integral above, with E(p) for E|X|^p")
    before = total
    for n, (goal, why) in enumerate(
        zip(
            VALUES,
            ("p = 0: the amplitude (5)", "p = 1: the power (7)", "p = 2: the third moment"),
            strict=True,
        )
    ):
        before = proof.concludes(
            goal,
            by="entailment",
            because=why,
            uses=(before, following),
            facts=[(following, {p: sp.Integer(n)}, 1), (before, {}, (n + 1) * lam)],
        )
    return proof.done()


CLAIMS = (Claim(PARTS, derive),)
