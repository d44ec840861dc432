"""Theorems 6 and 7 fix delta and let epsilon tend to 0, where there is no integer n."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, index
from dpproofs.kernel.erratum import Erratum, Patch, Severity
from dpproofs.kernel.proposition import that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap.discretisation import more, a, b, n, show_many
from dpproofs.theorems.trunclap.setting import EPSILON, PAPER, PRIVACY, delta, eps

_half = sp.Rational(1, 2)


def _sum(terms: sp.Expr) -> sp.Expr:
    """The sum of so many terms a b^k."""
    return a * (1 - b**terms) / (1 - b)


#: Where delta is below the one that belongs to n terms, and where above that of n + 1.
_SHORT = Domain((EPSILON, index(n, 1), between(delta, 0, b ** (n - 1) / (2 * n))))
_LONG = Domain((EPSILON, index(n, 1), between(delta, 1 / (2 * (n + 1)), _half, "[)")))
_PRINTED = Goal(that(a * (1 + b)) <= _half, PRIVACY)
_ONE = Goal(that(a) < _half, PRIVACY)
_BELOW = Goal(that(_sum(n)) < _half, _SHORT)
_ABOVE = Goal(that(_half) < _sum(n + 1), _LONG)

FIXED = Statement(id="trunclap.nint.limits", paper=PAPER,
    item="Section 4, integer n, in Theorems 6 and 7",
    title="no integer n at a fixed delta for small epsilon",
    printed_latex=r"\text{for a fixed }\delta<\tfrac12\text{ and }\epsilon\to0\text{ there is an "
    r"integer }n\text{ with }\sum_{k=0}^{n-1}ab^k=\tfrac12", printed=(_PRINTED,),
    corrected_latex=r"\begin{gathered}\sum_{k=0}^{n-1}ab^k<\tfrac12<\sum_{k=0}^{n}ab^k\qquad"
    r"\Bigl(\frac1{2(n+1)}\le\delta<\frac{e^{-(n-1)\epsilon}}{2n}\Bigr)\\\text{so that for no }"
    r"\delta<\tfrac12\text{ and small }\epsilon\text{ there is such an }n\end{gathered}",
    corrected=(_ONE, _BELOW, _ABOVE),
    printed_text="Theorems 6 and 7 fix delta < 1/2, let epsilon tend to 0, and assume an integer n "
    "for which the sum of a b^k over k < n is 1/2",
    corrected_text="for 1/(2(n+1)) <= delta < exp(-(n-1) epsilon)/(2n) the sum of n terms is below "
    "1/2 and that of n + 1 above: at a fixed delta there is no integer n for small epsilon, and "
    "for 1/4 <= delta < 1/2 for no epsilon; with n = log(1 + u)/epsilon, u = (exp(epsilon) - "
    "1)/(2 delta), the first limits of both theorems are right",
    erratum=Erratum(Severity.argument,
        "As assumed, the first limits of Theorems 6 and 7 are limits over no epsilon at all; they "
        "hold, as lower bounds on private noise too, with a real n = log(1 + (exp(epsilon) - 1)/(2 "
        "delta))/epsilon.",
        (Patch("To avoid integer rounding issues, assume that there exists an integer n such that "
            r"$\sum_{k=0}^{n-1} ab^k = \frac{1}{2}$.",
            r"Let $n := \frac{1}{\epsilon} \log(1 + \frac{e^\epsilon - 1}{2\delta})$; where it is "
            r"no integer, $\sum_{k=0}^{n-1} ab^k$ and the like stand for their closed forms."),)),
    note="For delta < 1/2 one term is too little, by the first goal of what holds, so that n would "
    "be at least 2, and the sum of two terms at most 1/2: this is the printed goal. Every delta < "
    "1/2 lies in one of the ranges for small epsilon: n is the integer below 1/(2 delta), or next "
    "below where that is one itself. The sums increase with n. That (11) and (12) with a real n "
    "are lower bounds for all epsilon and delta is in trunclap.thm4 and trunclap.thm5, and the "
    "limits with it are trunclap.thm6.1 and trunclap.thm7.1. For delta -> 0, and for epsilon = "
    "delta -> 0, integers n exist along a sequence.")


def derive() -> Derivation:
    proof = Proof(PRIVACY)
    proof.fails(_PRINTED, {eps: sp.log(2), delta: sp.Rational(1, 3)},
        because="delta = 1/3, exp(epsilon) = 2: the first term is 5/12 and the first two make 5/8")
    proof.concludes(_ONE, by="sign", because="one term is 1/2 - exp(-epsilon) (1/2 - delta)")
    _show_below(proof)
    _show_above(proof)
    return proof.done()


def _show_below(proof: Proof) -> None:
    on = Domain((EPSILON, index(more, 0)))
    room = more * (1 - b) - 1 + b**more
    falls = proof.shows(that(0) <= b**more - b ** (more + 1), on=on, by="sign",
        because="the powers of b fall")
    power = proof.applies("induction", on=on, uses=(falls,), terms=1 - b**more, step=0,
        last=sp.oo, because="the powers of exp(-epsilon) fall from 1")
    grows = proof.follows(that(0) <= room.xreplace({more: more + 1}) - room, (power, 1 - b),
        on=on, because="the difference is (1-b) (1-b^n)")
    few = proof.applies("induction", on=on, uses=(grows,), terms=room, step=0, last=sp.oo,
        because="n terms of a geometric sum are at most n")
    proof.follows(_BELOW, (few, {more: n}, b * delta / (1 - b)),
        because="1/2 less the sum is exp(-n epsilon)/2 - exp(-epsilon) delta (1 - exp(-n "
            "epsilon))/(1 - exp(-epsilon)), where the last fraction is at most n")


def _show_above(proof: Proof) -> None:
    many = show_many(proof)
    proof.follows(_ABOVE, (many, {more: n - 1}, b * delta / (1 - b)),
        because="the sum less 1/2 is exp(-epsilon) delta (1 - exp(-(n+1) epsilon))/(1 - "
            "exp(-epsilon)) - exp(-(n+1) epsilon)/2, where the fraction is above (n+1) exp(-n "
            "epsilon)")


CLAIMS = (Claim(FIXED, derive),)
