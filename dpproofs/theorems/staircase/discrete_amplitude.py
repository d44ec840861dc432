"""The best r for the expected amplitude of the discrete staircase: gamma* Delta, rounded up."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, index
from dpproofs.kernel.proposition import Limit, Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.appendix_c import amplitude
from dpproofs.theorems.staircase.discrete_cost import FREE, Cost, at, m
from dpproofs.theorems.staircase.integer_noise import FAMILY as PARAMETERS
from dpproofs.theorems.staircase.integer_noise import bottom, peak, r
from dpproofs.theorems.staircase.setting import PAPER, RATIO, Delta, b, k

s = sp.Symbol("s", positive=True)  # exp(-epsilon/2)
_ROOT = between(s, 0, 1)

value = (bottom**2 + 4 * b * Delta**2 - (1 - b) ** 2) / (4 * (1 - b) * bottom)
change = (1 - b) * r**2 + 2 * b * Delta * r - b * Delta**2
AMPLITUDE = Cost(1, value, change, 2 * (1 - b), "2(1-b)", "(1-b)", amplitude, peak / 4,
    r"\frac{a(r)}4")

#: gamma* and the least cost of the staircase density, in units of Delta (Theorem 4).
share = s / (1 + s)
least = s / (1 - s**2)

#: m - 1 < gamma* Delta <= m, read as bounds of Delta, which may be real; r beyond m, or before it.
_SIZE = between(Delta, (m - 1) / share, m / share, "(]")
_BEST = Domain((_ROOT, index(m, 1), _SIZE))
_AFTER = Domain((_ROOT, index(m, 1), index(r, m + 1), _SIZE))
_BEFORE = Domain((_ROOT, index(r, 1), index(m, r + 1), _SIZE))


def _in_root(expression: sp.Expr) -> sp.Expr:
    """An expression in b, with s**2 for b."""
    return expression.xreplace({b: s**2})


_here, _best = _in_root(value), _in_root(at(value, m))
_bound = (1 - s**2) / (8 * s**2 * Delta)

BEST = Statement(
    id="staircase.thm12.l1",
    paper=PAPER,
    item="ours: the optimal r for the amplitude",
    title="the best r for the amplitude: Delta/(1 + exp(epsilon/2)), rounded up",
    printed_latex=r"\begin{gathered}r^*=\left\lceil\frac{\Delta}{1+e^{\epsilon/2}}\right\rceil"
    r"=\min\{r\ge1:Q(r)\ge0\},\quad Q(r)=(1-b)r^2+2b\Delta r-b\Delta^2,\\"
    r"V(P_r)=\frac{D^2+4b\Delta^2-(1-b)^2}{4(1-b)D},\quad D=(1-b)(2r-1)+2b\Delta,\\"
    r"0\le\Delta\,\frac{e^{\epsilon/2}}{e^\epsilon-1}-V(P_{r^*})\le\frac{1-b}{8b\Delta}"
    r"\end{gathered}",
    printed_text="r* = ceil(Delta/(1 + e^(eps/2))), the least r >= 1 with Q(r) = (1-b) r^2 + 2 b "
    "Delta r - b Delta^2 >= 0; its cost is below the least cost of the density by at most "
    "(1-b)/(8 b Delta)",
    definitions=FREE.definitions,
    printed=(
        *AMPLITUDE.goals(),
        Goal(
            that(_in_root(change)) == ((1 + s) * r - s * Delta) * ((1 - s) * r + s * Delta),
            Domain((_ROOT, *PARAMETERS.without(b))),
        ),
        Goal(that(_best) <= _here, _AFTER),
        Goal(that(_best) < _here, _BEFORE),
        Goal(that(_best) <= least * Delta, _BEST),
        Goal(that(least * Delta - _best) <= _bound, _BEST),
        Goal(
            Limit(least - _bound / Delta, Delta, sp.oo, "-", least), Domain((_ROOT,))
        ),
        Goal(
            Sum(2 * k * b**k * (1 - b) / (1 + b), k, sp.Integer(0), sp.oo, 2 * b / (1 - b**2)),
            Domain((RATIO,)),
        ),
        Goal(
            that(at(value, sp.Integer(1)).xreplace({Delta: sp.Integer(1)})) == 2 * b / (1 - b**2),
            Domain((RATIO,)),
        ),
    ),
    note="With b = exp(-epsilon), s = exp(-epsilon/2); g = s/(1+s) is the best gamma of Theorem "
    "4. The paper minimises over r in (81) without saying where the minimum is. That m is g Delta, "
    "rounded up, is m - 1 < g Delta <= m; the cost at m is less than that before it and at most "
    "that beyond it, for all r >= 1. It is the same beyond it only at r = m + 1, when g Delta is "
    "the integer m. The best r over Delta differs from g by less than 1/Delta, and the cost over "
    "Delta from that of Theorem 4 by at most (1-b)/(8 b Delta^2). Where Delta is said to lie in an "
    "interval, the formulas hold for reals too. At Delta = 1 the noise is geometric (Theorem 11). "
    "That no other epsilon-private noise does better is Theorem 12.",
)


_BEYOND_ROOT = ("m is at least the root, so that the polynomial is not negative at m; by the bound "
    "beyond m, which holds for every r there, the cost at r is at least that at m")
_BEFORE_ROOT = ("m - 1 is before the root, so that the polynomial is negative at m - 1; by the "
    "bound before m the cost at r is more than that at m")


def derive_best() -> Derivation:
    proof = Proof(PARAMETERS, BEST)
    goals = BEST.printed[len(AMPLITUDE.goals()) :]
    roots, after, before, above, close, tends, geometric, single = goals
    cost, _ = AMPLITUDE.derive(proof)
    proof.part("The best r")
    proof.concludes(roots, by="identity",
        because="with b = s^2 the polynomial factors: its one positive root is s Delta/(1+s)")
    for goal, why in ((after, _BEYOND_ROOT), (before, _BEFORE_ROOT)):
        proof.concludes(goal, by="sign", because=why, uses=(cost,))
    proof.part("Against the density")
    proof.concludes(above, by="sign",
        because="the second factor is not negative as Delta s <= m (1+s), the third positive as "
            "Delta s > (m-1) (1+s); so integer noise costs at most what the density does",
        uses=(cost,))
    up = m - share * Delta  # by how much gamma* Delta was rounded up
    under = _in_root(at(bottom, m))
    gap = proof.shows(that(least * Delta - _best) == (1 - s**2) * up * (1 - up) / under, on=_BEST,
        by="identity",
            because="the gap is a multiple of the product of m - s Delta/(1+s), by how much the "
                "root was rounded up, and 1 less that",
        besides=True, uses=(cost,))
    proof.key(gap)
    square = proof.shows(that(0) <= (1 - 2 * up) ** 2, on=_BEST, by="sign",
        because="a square is not negative, so that this product is at most 1/4")
    proof.follows(close, (gap, -1), (square, (1 - s**2) / (4 * under)),
        because="the product is at most 1/4, and the denominator at least 2 s^2 Delta")
    proof.concludes(tends, by="limit",
        because="per unit of Delta the costs agree in the limit of large Delta")
    proof.concludes(geometric, by="sum",
        because="at Delta = 1 the noise is geometric on both sides", ratio=b)
    proof.concludes(single, by="identity", because="this is the cost at Delta = r = 1")
    return proof.done()


CLAIMS = (Claim(BEST, derive_best),)
