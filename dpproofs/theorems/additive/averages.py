"""A line of the proof of Theorem 2: averages over cells may cost infinitely much."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, index, positive
from dpproofs.kernel.erratum import Erratum, Patch, Severity
from dpproofs.kernel.proposition import Limit, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive.setting import PAPER

# The averaging of the paper, tried on Gaussian noise with L(x) = exp(x^2) / (1 + x^2).
k, w = sp.Symbol("k", integer=True), sp.Symbol("w", positive=True)
_y = sp.Symbol("y", positive=True)
_WIDTH = Domain((positive(w),))
_CELLS = Domain((positive(w), index(k, 0)))
_exact = sp.exp((k * w + sp.Rational(3, 4) * w) ** 2 - (k * w + w / 4) ** 2)
CELL = w / 16 * (1 + k * w**2 + k**2 * w**4 / 2) / (1 + (k + 1) ** 2 * w**2)

VANISH = Goal(Limit(CELL, k, sp.oo, "-", sp.Integer(0)), _WIDTH)
REMAIN = (Goal(that(_exact) == sp.exp(k * w**2 + w**2 / 2), _CELLS),
    Goal(that(0) < sp.exp(_y) - (1 + _y + _y**2 / 2), Domain((positive(_y),))),
    Goal(that(0) < CELL, _CELLS), Goal(Limit(CELL, k, sp.oo, "-", w**3 / 32), _WIDTH))

_ERRATUM = Erratum(Severity.argument,
    "Theorem 2 stands, by another proof; but averages need not approximate a cost that is "
    "unbounded: they may cost infinitely much where the noise does not.",
    (Patch(r"\lim_{i \rightarrow +\infty} \int_{x \in \mathbb{R}} \mathcal{L}(x) "
        r"\mathcal{P}_i(dx) = \int_{x \in \mathbb{R}} \mathcal{L}(x) \mathcal{P}(dx)",
        r"\lim_{i \rightarrow +\infty} \int_{x \in \mathbb{R}} \mathcal{L}(x) \mathcal{P}_i(dx) "
        r"= \int_{x \in \mathbb{R}} \mathcal{L}(x) \mathcal{P}(dx) \quad \text{for bounded } "
        r"\mathcal{L}"),))

AVERAGES = Statement(id="additive.thm2.proof", paper=PAPER,
    erratum=_ERRATUM,
    item="proof of Theorem 2, the averages P_i",
    title="the averages of noise over cells may cost infinitely much",
    printed_latex=r"\lim_{i\to\infty}\int L\,dP_i=\int L\,dP\quad\text{for the averages }P_i\text{ "
    r"of }P\text{ over cells of width }\tfrac\Delta{2i}",
    printed_text="E L under the averages P_i of P over cells of width Delta/(2i) tends to E L "
    "under P", printed=(VANISH,), corrected=REMAIN,
    corrected_latex=r"P=N(0,\tfrac12),\ L(x)=\frac{e^{x^2}}{1+x^2}:\quad\text{the cells of "
    r"}P_i\text{ cost, up to a constant, at least terms that tend to }\tfrac{w^3}{32}>0,\ "
    r"w=\tfrac\Delta{2i}",
    corrected_text="for the density exp(-x^2)/sqrt(pi) and L(x) = exp(x^2)/(1 + x^2) the cells of "
    "every P_i cost, up to a constant, at least terms that do not tend to 0",
    note="The printed goal is what the line needs for this noise and cost: with a finite cost of "
    "P_i the terms, which its cells cost at least, would tend to 0. That they bound the cells is "
    "read from the first three goals of what holds: the density in cell k of an average is at "
    "least a quarter of exp(-x^2) at the end of its first quarter, and L integrated over the cell "
    "at least w/4 times exp(x^2) at the end of its third quarter over 1 + x^2 at its own end. L "
    "has Property 1 and E L is finite, as the integrand is 1/(1 + x^2) up to a constant; so that "
    "every P_i has infinite cost, and P has not. The line is said to hold 'due to the definition "
    "of Riemann-Stieltjes integral'. Theorem 2 stands: claim additive.thm2 shows it without "
    "averages.")


def derive() -> Derivation:
    proof = Proof(_WIDTH)
    ratio, series, sign, limit = REMAIN
    proof.concludes(ratio, by="identity",
        because="the squares of the ends of the third and of the first quarter of cell k differ by "
        "k w^2 + w^2/2")
    proof.concludes(series, by="ladder", because="the exponential exceeds its Taylor polynomial")
    proof.concludes(sign, by="sign",
        because="cell k of the average costs at least this, up to the constant of the density: the "
        "exponential of k w^2 + w^2/2 is at least 1 + k w^2 + k^2 w^4/2")
    proof.fails(VANISH, {w: 1},
        because="a finite cost would need these terms to tend to 0, but they tend to w^3/32 for "
        "every width w", instead=w**3 / 32)
    proof.concludes(limit, by="limit", because="compare the leading terms of two polynomials in k")
    return proof.done()


CLAIMS = (Claim(AVERAGES, derive),)
