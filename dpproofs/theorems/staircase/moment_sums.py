"""Appendix E for every m and gamma > 0: the binomial sums of (312) and (316) are sums over k."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, between, index
from dpproofs.kernel.proposition import Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import power_sums, powers
from dpproofs.theorems.staircase.power_moments import BINOMIAL, EXPONENT, S, m, zero
from dpproofs.theorems.staircase.power_sums import ORDER, SUMS, TERM, C, W, i, j, k
from dpproofs.theorems.staircase.series import Series
from dpproofs.theorems.staircase.setting import RATIO, b, gamma

#: gamma in the open interval, and with the right end.
INSIDE, UPTO = between(gamma, 0, 1), between(gamma, 0, 1, "(]")
ON, EVERY = Domain((RATIO, INSIDE, EXPONENT)), Domain((RATIO, UPTO, ORDER))

EXPANDS = Goal(Sum(BINOMIAL(i, j) * W(i - j, k) * gamma**j, j, zero, i, (k + gamma) ** i),
    Domain((UPTO, ORDER, TERM)))
MIXED = Goal(Sum(BINOMIAL(i, j) * C(i - j, b) * gamma**j, j, zero, i, S(i, b, gamma)), EVERY)
ABSORBS = Goal(that((j + 1) * BINOMIAL(i + 1, j + 1)) == (i + 1) * BINOMIAL(i, j),
    Domain((ORDER, index(j, 0, i))))
HYPOTHESES = (SUMS, EXPANDS, MIXED, ABSORBS)

#: The sum over i on the left of (316), from i = 1 on; j is i - 1.
_own = C(m - j, b) * gamma**j
SLOPE = Goal(Sum((j + 1) * BINOMIAL(m + 1, j + 1) * _own, j, zero, m, (m + 1) * S(m, b, gamma)), ON)

READING = (
    f"For every integer m >= 1 and gamma in (0, 1): {power_sums.READING}. C(i, j) are binomial "
    "coefficients: the binomial theorem holds, and (j+1) C(i+1, j+1) = (i+1) C(i, j). S(i, b, "
    "gamma) is the sum over j of C(i, j) c(i-j, b) gamma^j, which stands in (316) for i = m + 1; "
    "the sum on its left, with the factor i, is the first goal, and (m+1) S(m, b, gamma). ")


def show_sums(proof: Proof, sums: str) -> Series:
    """Append what follows of the binomial sums from the step that says what c is."""
    expands = proof.assumes(EXPANDS, because="the binomial theorem in every term")
    mixed = proof.assumes(MIXED, because="the sum over i in (312)")
    absorbs = proof.assumes(ABSORBS, because="what is known of binomial coefficients")
    _show_slope(proof, mixed, absorbs)
    return _show_moments(proof, sums, mixed, expands)


def _show_moments(proof: Proof, sums: str, mixed: str, expands: str) -> Series:
    """Append that S(i, b, gamma) is the sum of b^k (k + gamma)^i."""
    columns = proof.shows(Sum(b**k * W(i - j, k), k, zero, sp.oo, C(i - j, b)),
        on=Domain((RATIO, ORDER, index(j, 0, i))), by="instance", uses=(sums,), at={i: i - j},
        because="each of the sums c_(i-j)")
    step = proof.applies("exchange of sums", on=EVERY, uses=(columns, mixed, expands),
        terms=W(i - j, k), weight=b**k, factor=BINOMIAL(i, j) * gamma**j, columns=C(i - j, b),
        rows=(k + gamma) ** i, value=S(i, b, gamma), last=i,
        because="(312): finitely many sums may be added term by term")
    return Series(step, b**k * (k + gamma) ** i, S(i, b, gamma))


def _show_slope(proof: Proof, mixed: str, absorbs: str) -> None:
    """Append the sum with the factor i."""
    plain, value = BINOMIAL(m, j) * _own, S(m, b, gamma)
    here = proof.shows(Sum(plain, j, zero, m, value), on=ON, by="instance", uses=(mixed,),
        at={i: m}, because="the sum for m")
    others = (j + 1) * BINOMIAL(m + 1, j + 1) * _own
    each = proof.follows(that((m + 1) * plain) == others, (absorbs, {i: m}, -_own),
        on=ON & index(j, 0, m),
        because="(316): i times a binomial coefficient for m + 1 is m + 1 times one for m")
    proof.applies("multiple of a finite sum", on=ON, uses=(here, each), terms=plain, others=others,
        factor=m + 1, value=value, last=m,
        because="so the sum on the left of (316) is m + 1 times the one for m")


class Bent(powers.Convex):
    """Of what holds for exponents from 1 on: powers grow, and lie above their tangents."""

    def __init__(self, proof: Proof) -> None:
        powers.Inequalities.__init__(self, proof)
        self.steepens = self._steepens()
        self.tangent = self._tangent()
        self.tangent_above = self._tangent_above()
