"""Section 1.1 and the classic Gaussian mechanism: comparisons with other guarantees."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, between, nth_root, positive
from dpproofs.kernel.proposition import equal, less
from dpproofs.theorems.additive.setting import PAPER, SENSITIVITY, Delta

e = sp.Symbol("epsilon", positive=True)
b, s, T = sp.symbols("b s T", positive=True)
_EPSILON = Domain((positive(e),))

# b = exp(-epsilon) and s = exp(-epsilon/2) enter through 1 - b < epsilon only, so that what is
# shown for every epsilon above 1 - b holds at the epsilon that belongs to b.
_AMPLITUDE = Domain((SENSITIVITY, between(s, sp.Rational(1, 4), 1), between(e, 1 - s**2, sp.oo)))
_POWER = Domain(
    (
        SENSITIVITY,
        between(b, sp.Rational(1, 2), 1),
        nth_root(T, 3, b * (1 + b) / 2, b, sp.Integer(1)),
        between(e, 1 - b, sp.oo),
    )
)
_STAIRCASE1 = Delta * s / (1 - s**2)
_STAIRCASE2 = Delta**2 * (T**2 + b) / (1 - b) ** 2

COMPARISON = Statement(
    id="additive.intro.cmp",
    paper=PAPER,
    item="section 1.1",
    title="(0, delta) noise costs less than epsilon noise when delta = epsilon is small",
    printed_latex=r"\delta=\epsilon\text{ small}:\quad\frac\Delta{4\epsilon}<\Delta\,"
    r"\frac{e^{\epsilon/2}}{e^\epsilon-1},\qquad\frac{\Delta^2}{12\epsilon^2}<\Delta^2\,"
    r"\frac{T^2+b}{(1-b)^2}",
    printed=(
        relation_goal(Delta / (4 * e), "<", _STAIRCASE1, _AMPLITUDE),
        relation_goal(Delta**2 / (12 * e**2), "<", _STAIRCASE2, _POWER),
    ),
    note="The paper does not say what 'the same amount of privacy constraint' means; read as "
    "delta = epsilon, with b = exp(-epsilon), T^3 = b(1+b)/2 and the optimal costs of both "
    "settings. Shown for epsilon < 2 log 4 (amplitude) and epsilon < log 2 (power); as epsilon "
    "tends to 0 the factors are 4 and 24. An epsilon-private noise is (0, tanh(epsilon/2)) "
    "private, so with delta = tanh(epsilon/2) the statement is trivial.",
)


def derive_comparison() -> Derivation:
    proof = Proof(_EPSILON)
    proof.shows(
        less(1 - sp.exp(-e), e),
        by="ladder",
        because="so the pair (b, epsilon) lies in the domains below, where only 1 - b < epsilon "
        "is asked",
    )
    proof.shows(
        equal(sp.exp(e / 2) / (sp.exp(e) - 1), sp.exp(-e / 2) / (1 - sp.exp(-e))),
        by="identity",
        because="the optimal amplitude of the staircase, in s = exp(-epsilon/2)",
    )
    proof.concludes(
        COMPARISON.printed[0],
        by="sign",
        because="s/(1 - s^2) > s/epsilon > 1/(4 epsilon) for s > 1/4",
    )
    proof.concludes(
        COMPARISON.printed[1],
        by="sign",
        because="(T^2 + b)/(1 - b)^2 > b/epsilon^2 > 1/(12 epsilon^2) for b > 1/2",
    )
    return proof.done()


_delta = sp.Symbol("delta", positive=True)
_classic = sp.sqrt(2 * sp.log(sp.Rational(5, 4) / _delta)) / e


def _standard(z: sp.Expr) -> sp.Expr:
    """The standard normal distribution function."""
    return (1 + sp.erf(z / sp.sqrt(2))) / 2


#: Exact delta of Gaussian noise at sensitivity 1 (Balle and Wang 2018, Theorem 8).
_exact = _standard(1 / (2 * _classic) - e * _classic) - sp.exp(e) * _standard(
    -1 / (2 * _classic) - e * _classic
)
_POINT = {e: sp.Integer(10), _delta: sp.Rational(1, 1000)}

_UNIT = Domain((between(e, 0, 1), between(_delta, 0, 1)))
_INSIDE = relation_goal(_exact, "<=", _delta, _UNIT)
_OUTSIDE = relation_goal(3 * _delta.subs(_POINT), "<", _exact.subs(_POINT), Domain())

CLASSIC = Statement(
    id="additive.classic",
    paper=PAPER,
    item="section 5",
    title="the classic Gaussian calibration, for epsilon in (0, 1)",
    printed_latex=r"\sigma=\frac{\sqrt{2\log(1.25/\delta)}}\epsilon\,\Delta\ \text{ is "
    r"}(\epsilon,\delta)\text{ private for }\epsilon,\delta\in(0,1)",
    printed=(_INSIDE,),
    note="The paper takes this from Dwork and Roth (2014), Theorem A.1; what is cited is not "
    "counted as established. Not mechanised: the inequality over the whole open square. Boxes "
    "cover no neighbourhood of delta = 0, where both sides vanish, and the tail bound that would "
    "serve there compares two integrals over a half line, for which there is no checker. Shown "
    "are one point inside, and that the restriction of epsilon cannot simply be dropped: at "
    "epsilon = 10, delta = 1/1000 the exact delta is more than three times the claimed one.",
)


def derive_classic() -> Derivation:
    proof = Proof(Domain())
    inside = relation_goal(
        _exact.subs({**_POINT, e: sp.Rational(9, 10)}), "<", _delta.subs(_POINT), Domain()
    )
    for goal, why in (
        (inside, "a point inside: epsilon = 9/10 and delta = 1/1000"),
        (_OUTSIDE, "a point outside: epsilon = 10 and delta = 1/1000"),
    ):
        proof.concludes(goal, by="region", because=why)
    return proof.done()


CLAIMS = (Claim(COMPARISON, derive_comparison), Claim(CLASSIC, derive_classic))
