"""E|X|^p for every real p >= 0, for noise of any scale lambda on any [-A, A], by parts.

The noise of Definition 3 is the one with lambda = Delta/epsilon and A = lambda log(1 + u), so that
u = exp(A/lambda) - 1 here is the u of the other files.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Integral, Relation, that
from dpproofs.tactics.proving import Proof
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
    return rises(proof, base**r, (base + y) ** r, "a power grows with its base",
        slope=r * (base + y) ** (r - 1), on=Domain((positive(r), positive(base), positive(y))))


_rest = A ** (p + 1) / u
BY_PARTS = Goal(Integral((x ** (p + 1) - (p + 1) * lam * x**p) * density, x, zero, A, -_rest),
    NOISE & EXPONENT)
_TOTAL = Goal(that(E(zero)) == one, NOISE)
_NEXT = Goal(that(E(p + 1)) == (p + 1) * lam * E(p) - _rest, NOISE & EXPONENT)

_l = A / lam
VALUES = (Goal(that(E(one)) == lam * (1 - _l / u), NOISE),
    Goal(that(E(two)) == 2 * lam**2 * (1 - (_l**2 / 2 + _l) / u), NOISE),
    Goal(that(E(three)) == 6 * lam**3 * (1 - (_l**3 / 6 + _l**2 / 2 + _l) / u), NOISE))
MOMENTS = tuple(Goal(Integral(x**n * density, x, zero, A, goal.proposition.rhs), NOISE)
    for n, goal in enumerate(VALUES, 1) if isinstance(goal.proposition, Relation))
_which = sp.Symbol("q", nonnegative=True)

PARTS = Statement(id="trunclap.exponent.parts", paper=PAPER, item="ours: every exponent, by parts",
    title="the integral that gives each moment of the truncated Laplacian noise from the one "
    "before",
    printed_latex=r"\begin{gathered}\int_0^A\bigl(x^{p+1}-(p+1)\lambda x^p\bigr)f(x)\,dx=-"
    r"\frac{A^{p+1}}{e^{A/\lambda}-1}\quad(p\ge0),\qquad f(x)=\frac{e^{-x/\lambda}}{"
    r"\lambda(1-e^{-A/\lambda})},\\ \int_0^Axf=\lambda\Bigl(1-\frac{A/\lambda}u\Bigr),\quad"
    r"\int_0^Ax^2f=2\lambda^2\Bigl(1-\frac{\frac12(A/\lambda)^2+A/\lambda}u\Bigr),\quad"
    r"\int_0^Ax^3f=6\lambda^3\Bigl(1-\frac{\frac16(A/\lambda)^3+\frac12(A/\lambda)^2+A/\lambda}u"
    r"\Bigr),\\u=e^{A/\lambda}-1\end{gathered}", printed=(BY_PARTS, *MOMENTS, *VALUES),
    printed_text="the integral of (x^(p+1) - (p+1) lambda x^p) f(x) over (0, A) is "
    "-A^(p+1)/(exp(A/lambda) - 1) for real p >= 0, where f is the density of |X|; E|X|, E X^2 and "
    "E|X|^3", parameters=NOISE, given=(E,), hypotheses=(_TOTAL, _NEXT),
    examples=({"E": sp.Lambda(_which, lam**_which * moment(_which, _l))},),
    note="For every real p >= 0 and noise of any scale lambda on any [-A, A]. So E|X|^(p+1) is "
    "(p+1) lambda E|X|^p - A^(p+1)/u, as an integral of a sum is the sum of the integrals, which "
    "is left in words; it is assumed of a function E(p) with E(0) = 1, for which E(1), E(2) and "
    "E(3) follow. These three moments are shown as integrals as well. With lambda = Delta/epsilon "
    "and exp(A/lambda) - 1 = u the values for p = 1 and 2 are those of Theorems 2 and 3, (5) and "
    "(7).")


def derive() -> Derivation:
    proof = Proof(NOISE, PARTS)
    proof.concludes(BY_PARTS, by="integral", antiderivative=-lam * x ** (p + 1) * density,
        because="integrate by parts: the density is -lambda times its slope, and x^(p+1) is 0 at 0",
        latex=r"\int_0^A\bigl(x^{p+1}-(p+1)\lambda x^p\bigr)\frac{e^{-x/\lambda}}{\lambda(1-e^{-A/"
        r"\lambda})}\,dx=-\frac{A^{p+1}}{e^{A/\lambda}-1}")
    for n, why in enumerate(("the amplitude", "the power", "the third moment"), 1):
        back = sum((sp.ff(n, k) * lam**k * x ** (n - k) for k in range(n + 1)), zero)
        proof.concludes(MOMENTS[n - 1], by="integral", because=f"{why}, by parts",
            antiderivative=-lam * back * density)
    before, following = proof.supposes((_TOTAL, "the density of |X| has integral 1"),
        (_NEXT, "the integral above, with E(p) for E|X|^p"))
    for n, why in enumerate(
            ("p = 0 gives the amplitude (5)", "p = 1 gives the power (7)",
                "p = 2 gives the third moment")):
        before = proof.concludes(VALUES[n], by="entailment", because=why, uses=(before, following),
            facts=[(following, {p: sp.Integer(n)}, 1), (before, {}, (n + 1) * lam)])
    return proof.done()


CLAIMS = (Claim(PARTS, derive),)
