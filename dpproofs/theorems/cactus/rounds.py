"""(4) and (5): what many rounds leak together, told by the privacy loss, for any outputs."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Exists
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index, positive, real
from dpproofs.kernel.losses import Leak, Loss
from dpproofs.kernel.objects import Given
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.setting import PAPER, half, n
from dpproofs.theorems.samples import laplace

s, w = sp.symbols("s w", positive=True)
epsilon = sp.Symbol("epsilon", nonnegative=True)
z, y, l = sp.symbols("z y l", real=True)  # noqa: E741  (a loss)
u = sp.Symbol("u", nonnegative=True)

# -- (4) ------------------------------------------------------------------------------------------

OUTPUT = Given("nu", "noise", 1)
_ROUNDS = Domain((positive(s), Variable(epsilon, sp.Integer(0), sp.oo, "[)"), index(n, 1)))
_NEIGHBOURS = _ROUNDS & real(z) & between(y, z - s, z + s, "[]")
_SAME = Exists(Domain((between(u, 0, 1, "[]"),)),
    (Leak(OUTPUT(z), OUTPUT(y), sp.Integer(0), n, epsilon, "==", u),
        Loss(OUTPUT(z), OUTPUT(y), sp.Integer(0), n, l, sp.Max(1 - sp.exp(epsilon - l), 0), "==",
            u)))

PRIVACY = Statement(id="cactus.eq4", paper=PAPER, item="(4)",
    title="what many rounds leak is a mean over the privacy loss",
    printed_latex=r"P_{Y|X}^n\text{ is }(\varepsilon,\delta)\text{-DP if }\sup_{d(x,x')\le "
    r"s}\mathbb E\Bigl[\bigl(1-e^{-(L^n_{x,x'}-\varepsilon)}\bigr)^+\Bigr]\le\delta",
    parameters=_ROUNDS, given=(OUTPUT,), printed=(Goal(_SAME, _NEIGHBOURS),),
    note="nu(z) is the law of one output at the input z, and n rounds have independent outputs. "
    "The first line is the gain of the best event in R^n, of which (2) says that it is at most "
    "delta for all inputs at a distance of at most s; the second is the mean of (4). They are the "
    "same number for each two inputs, so that one supremum over inputs is at most delta exactly "
    "when the other one is: 'if' and 'only if'. It is open: no rule is about losses. For finitely "
    "many outcomes it is proved, cactus.eq4.finite, and that the event of a loss above epsilon is "
    "the best one, cactus.eq4.event.")

# -- (5) ------------------------------------------------------------------------------------------

P, Q, R, S = (Given(name, "noise") for name in ("P", "Q", "R", "S"))
_ON = Domain((positive(w), index(n, 1)))


def _loss(noise: Given, than: Given, rounds: sp.Expr, loss: sp.Expr, op: str,
        value: sp.Expr) -> Loss:
    return Loss(noise(), than(), sp.Integer(0), sp.S(rounds), l, loss, op, value)


def _means(noise: Given, than: Given) -> Goal:
    """The divergence is a number, and the mean loss of n rounds is n times that."""
    both = (_loss(noise, than, 1, l, "==", u), _loss(noise, than, n, l / n, "==", u))
    return Goal(Exists(Domain((Variable(u, sp.Integer(0), sp.oo, "[)"),)), both), _ON)


MEAN = Statement(id="cactus.eq5", paper=PAPER, item="(5)",
    title="the mean privacy loss of a round is the divergence",
    printed_latex=r"\frac1n\mathbb E\bigl[L^n_{x,x'}\bigr]=D(P_{Y|X=x}\|P_{Y|X=x'})",
    parameters=_ON, given=(P, Q, R, S),
    hypotheses=(Goal(_loss(P, Q, 1, l, "<=", w), _ON), Goal(_loss(R, S, n, l, "<=", n * w), _ON)),
    printed=(_means(P, Q), _means(R, S)),
    note="P and Q are the laws of one output at two inputs, with a finite divergence; R and S are "
    "such laws with a finite mean loss over n rounds. So when either side of (5) is finite the "
    "other one is the same number, and when one is infinite so is the other. It is open: the "
    "kernel has no rule about losses. For finitely many outcomes it is proved, cactus.eq5.finite.",
    examples=({"P": laplace(half, sp.Integer(1)), "Q": laplace(half, sp.Integer(1)),
            "R": laplace(half, sp.Integer(2)), "S": laplace(half, sp.Integer(2))},))


def derive_privacy() -> Derivation:
    return Proof(_NEIGHBOURS, PRIVACY).done()


def derive_mean() -> Derivation:
    return Proof(_ON, MEAN).done()


CLAIMS = (Claim(PRIVACY, derive_privacy), Claim(MEAN, derive_mean))
