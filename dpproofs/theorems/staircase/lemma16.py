"""Lemmas 16 and 17: symmetric noise is enough."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, index, real
from dpproofs.kernel.proposition import at_most
from dpproofs.theorems.staircase.definitions import SHIFT, d, n, u
from dpproofs.theorems.staircase.setting import PAPER, RATIO, SENSITIVITY, Delta, b

_ON = Domain((RATIO, SENSITIVITY, real(u), SHIFT))
_COUNT = Domain((index(n, 0),))
_P, _R = sp.Function("P_S"), sp.Function("P_R")  # P(S + u) and P(-(S + u))
_cost, _reflected, _symmetric, _best, _best_symmetric = (
    sp.Function(name)() for name in ("cost", "cost_reflected", "cost_sym", "inf_all", "inf_sym")
)
_near, _near_symmetric = sp.Function("V"), sp.Function("V_sym")  # costs of P_n, symmetrised
_excess = _best_symmetric - _best


def _model(right: sp.Expr, left: sp.Expr) -> dict[str, sp.Lambda]:
    """Masses of S + u and of its reflection; costs of distributions that tend to the best."""
    nullary = {"cost": 3, "cost_reflected": 3, "cost_sym": 3, "inf_all": 2, "inf_sym": 2}
    return {name: sp.Lambda((), sp.Integer(value)) for name, value in nullary.items()} | {
        "P_S": sp.Lambda(u, right),
        "P_R": sp.Lambda(u, left),
        "V": sp.Lambda(n, 2 + 1 / (n + 1)),
        "V_sym": sp.Lambda(n, 2 + 1 / (n + 1)),
    }


SYMMETRISED = Statement(
    id="staircase.appB.lem16",
    paper=PAPER,
    item="Lemma 16, Lemma 17",
    title="symmetrising keeps privacy and the cost, so that symmetric noise is enough",
    printed_latex=r"\begin{gathered}P_{sym}(S)=\tfrac12\bigl(P(S)+P(-S)\bigr):\quad "
    r"P_{sym}(S)\le e^{\epsilon}P_{sym}(S+d),\qquad\int L\,dP_{sym}=\int L\,dP;\\ "
    r"\inf_{P\in SP}\int L\,dP=\inf_{P\in SP_{sym}}\int L\,dP\end{gathered}",
    printed=(
        relation_goal((_P(u) + _R(u)) / 2, "<=", (_P(u + d) + _R(u + d)) / (2 * b), _ON),
        relation_goal(_symmetric, "==", _cost, Domain()),
        relation_goal(_excess, "<=", 0, Domain()),
    ),
    hypotheses=(
        relation_goal(_P(u), "<=", _P(u + d) / b, _ON),
        relation_goal(_R(u), "<=", _R(u + d) / b, _ON),
        relation_goal(_symmetric, "==", (_cost + _reflected) / 2, Domain()),
        relation_goal(_reflected, "==", _cost, Domain()),
        relation_goal((n + 1) * (_near(n) - _best), "<=", 1, _COUNT),
        relation_goal(_near_symmetric(n), "==", _near(n), _COUNT),
        relation_goal(_best_symmetric, "<=", _near_symmetric(n), _COUNT),
    ),
    note="S is any measurable set, P_S(u) = P(S+u) and P_R(u) = P(-(S+u)); -(S+u+d) is -(S+u) "
    "moved by -d. That the reflected noise costs the same is the change of variable x to -x in "
    "the integral of the even L. For Lemma 17, P_0, P_1, ... are private, the cost V(n) of P_n is "
    "at most 1/(n+1) above the infimum inf_all, and V_sym(n) is the cost of its symmetrisation. "
    "That the infimum over fewer distributions is not smaller is clear.",
    examples=(
        _model(b ** (u / Delta), b ** (u / Delta)),
        _model(b + (1 - b) / (1 + u**2), 1 - (1 - b) / (1 + (u - 3) ** 2)),
    ),
)


def derive() -> Derivation:
    proof = Proof(_ON)
    here, reflected, average, even, near, same, least = (
        proof.assumes(goal, because=why, latex=latex)
        for goal, why, latex in zip(
            SYMMETRISED.hypotheses,
            (
                "(33) for the set S + u and the shift d",
                "(33) for the set -(S + u) and the shift -d",
                "the cost of an average of two distributions",
                "L is even, so P and its reflection have the same cost",
                "the infimum is approached as closely as one likes",
                "the cost of the symmetrisation of P_n, by the first part",
                "the infimum over symmetric noise is a lower bound",
            ),
            (
                r"P(S+u)\le e^{\epsilon}P(S+u+d)",
                r"P(-(S+u))\le e^{\epsilon}P(-(S+u+d))",
                r"\int L\,dP_{sym}=\tfrac12\int L(x)\,P(dx)+\tfrac12\int L(-x)\,P(dx)",
                r"\int L(-x)\,P(dx)=\int L(x)\,P(dx)",
                r"(n+1)\Bigl(V(P_n)-\inf_{P\in SP}V(P)\Bigr)\le1",
                r"V(P_{n,sym})=V(P_n)",
                r"\inf_{P\in SP_{sym}}V(P)\le V(P_{n,sym})",
            ),
            strict=True,
        )
    )
    half = sp.Rational(1, 2)
    proof.concludes(
        SYMMETRISED.printed[0],
        by="entailment",
        because="half the sum of the constraint for S + u and of that for -(S + u)",
        uses=(here, reflected),
        facts=[(here, {}, half), (reflected, {}, half)],
        latex=r"P_{sym}(S+u)\le e^{\epsilon}P_{sym}(S+u+d)",
    )
    proof.concludes(
        SYMMETRISED.printed[1],
        by="entailment",
        because="so the average of the two costs is the cost of P",
        uses=(average, even),
        facts=[(average, {}, 1), (even, {}, half)],
        latex=r"\int L\,dP_{sym}=\int L\,dP",
    )
    close = proof.shows(
        at_most(n * _excess, 1 - _excess),
        on=_COUNT,
        by="entailment",
        because="the symmetrisation of P_n costs no more than P_n",
        uses=(near, same, least),
        facts=[(near, {}, 1), (same, {}, -(n + 1)), (least, {}, n + 1)],
        latex=r"(n+1)\Bigl(\inf_{P\in SP_{sym}}V(P)-\inf_{P\in SP}V(P)\Bigr)\le1",
    )
    proof.concludes(
        SYMMETRISED.printed[2],
        by="rule",
        because="for every n, so that the infimum over symmetric noise is not larger",
        uses=(close,),
        rule="Archimedes",
        bindings={"value": _excess, "bound": 1 - _excess},
        latex=r"\inf_{P\in SP_{sym}}V(P)-\inf_{P\in SP}V(P)\le0",
    )
    return proof.done()


CLAIMS = (Claim(SYMMETRISED, derive),)
