"""Section 2: the constraint on the noise, and the least amplitude and power under it."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, Variable, between, positive, real
from dpproofs.kernel.proposition import Integral, less
from dpproofs.theorems.trunclap.setting import FAMILY, PAPER, Delta, delta, eps

t, c, g, d = sp.symbols("t c g d", real=True)
_SHIFTS = FAMILY & real(t) & Variable(d, -Delta, Delta, "[]")
_OUTPUTS = FAMILY & real(c) & Variable(g, -Delta / 2, Delta / 2, "[]")

# M(t) = P(S - t), the mass of a set of outputs when the query's value is t.
_M, _N = sp.Function("M"), sp.Function("N")
_NOISE = relation_goal(_M(t), "<=", sp.exp(eps) * _M(t - d) + delta, _SHIFTS)
_QUERY = relation_goal(_M(c + g), "<=", sp.exp(eps) * _M(c - g) + delta, _OUTPUTS)
_QUERY_GIVEN = relation_goal(_N(c + g), "<=", sp.exp(eps) * _N(c - g) + delta, _OUTPUTS)
_NOISE_SHOWN = relation_goal(
    _N(0), "<=", sp.exp(eps) * _N(-d) + delta, FAMILY & Variable(d, -Delta, Delta, "[]")
)
_logistic = sp.Lambda(t, 1 / (1 + sp.exp(-eps * t / Delta)))

_TWO_VALUES = r"P(S-t_1)\le e^\epsilon P(S-t_2)+\delta,\quad t_1=c+g,\ t_2=c-g"

LEMMA1 = Statement(
    id="trunclap.lem1",
    paper=PAPER,
    item="Lemma 1, (2)",
    title="the privacy constraint on the noise distribution",
    printed_latex=r"K(D)=q(D)+X\text{ is }(\epsilon,\delta)\text{ private}\iff P(S)-e^{\epsilon}"
    r"P(S+d)\le\delta\quad\forall\,|d|\le\Delta,\ S",
    printed=(_QUERY, _NOISE_SHOWN),
    hypotheses=(_NOISE, _QUERY_GIVEN),
    examples=(
        {"M": _logistic, "N": _logistic},
        {"M": sp.Lambda(t, sp.Rational(1, 3)), "N": sp.Lambda(t, sp.Rational(1, 3))},
    ),
    note="For a fixed set of outputs S, M(t) = P(S - t) is its probability when the query's value "
    "is t. First: (2), for the sets S - t, gives (3) for any two values at most Delta apart, "
    "which are written c + g and c - g. Then (with N for M) (3) gives (2). As the footnote says, "
    "every pair of values at most Delta apart is assumed to belong to neighbours; otherwise (2) "
    "is only sufficient.",
)


def derive_lemma() -> Derivation:
    proof = Proof(FAMILY)
    noise = proof.assumes(
        _NOISE,
        because="(2) for the set S - t and the shift d",
        latex=r"P(S-t)\le e^\epsilon P(S-t+d)+\delta",
    )
    proof.concludes(
        _QUERY,
        by="entailment",
        because="(3): two values c + g and c - g are d = 2g apart",
        uses=(noise,),
        facts=[(noise, {t: c + g, d: 2 * g}, 1)],
        latex=_TWO_VALUES,
    )
    query = proof.assumes(
        _QUERY_GIVEN,
        because="(3): neighbours may have any two values at most Delta apart",
        latex=_TWO_VALUES,
    )
    proof.concludes(
        _NOISE_SHOWN,
        by="entailment",
        because="the values 0 and -d",
        uses=(query,),
        facts=[(query, {c: -d / 2, g: d / 2}, 1)],
        latex=r"P(S)\le e^\epsilon P(S+d)+\delta",
    )
    return proof.done()


_x = sp.Symbol("x", nonnegative=True)
_z, _far = sp.symbols("z d", positive=True)
_laplace = eps / (2 * Delta) * sp.exp(-_x * eps / Delta)

INFIMA = Statement(
    id="trunclap.defV",
    paper=PAPER,
    item="section 2",
    title="the least amplitude and power of private noise",
    printed_latex=r"V_1^*=\inf_{P\in\mathcal P_{\epsilon,\delta}}\int|x|\,P(dx),\qquad V_2^*=\inf"
    r"_{P\in\mathcal P_{\epsilon,\delta}}\int x^2\,P(dx)",
    printed=(),
    definition=True,
    note="Infima of nonnegative numbers, finite because the set is not empty: Laplace noise is in "
    "it, with costs Delta/epsilon and 2 Delta^2/epsilon^2. Its privacy is shown for places x >= 0 "
    "and shifts away from 0; others make the ratio of densities smaller, by symmetry.",
)


def derive_infima() -> Derivation:
    proof = Proof(FAMILY)
    grows = proof.shows(
        less(1, sp.exp(_z)),
        on=Domain((positive(_z),)),
        by="sign",
        because="the exponential function exceeds 1 right of 0",
    )
    proof.shows(
        less(_laplace, sp.exp(eps) * _laplace.subs(_x, _x + _far)),
        on=FAMILY & Variable(_x, sp.Integer(0), sp.oo, "[)") & between(_far, 0, Delta),
        by="entailment",
        because="Laplace noise is epsilon-private, so that it satisfies (2)",
        uses=(grows,),
        facts=[(grows, {_z: eps * (1 - _far / Delta)}, _laplace)],
    )
    for power, cost, back, why in (
        (1, Delta / eps, _x + Delta / eps, "its amplitude is finite"),
        (2, 2 * Delta**2 / eps**2, _x**2 + 2 * _x * Delta / eps + 2 * (Delta / eps) ** 2,
         "and so is its power"),
    ):  # fmt: skip
        proof.shows(
            Integral(2 * _x**power * _laplace, _x, sp.Integer(0), sp.oo, cost),
            by="integral",
            because=why,
            antiderivative=-2 * _laplace * Delta / eps * back,
        )
    return proof.done()


CLAIMS = (Claim(LEMMA1, derive_lemma), Claim(INFIMA, derive_infima))
