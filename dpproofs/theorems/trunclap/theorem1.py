"""Theorem 1: the truncated Laplacian mechanism is (epsilon, delta)-private."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.proposition import Integral, Relation, at_most, equal, less
from dpproofs.kernel.terms import Mass, Moved, at_least, interval
from dpproofs.theorems.trunclap import noise
from dpproofs.theorems.trunclap.lengths import (
    LENGTHS,
    NOISE,
    L,
    delta_of_length,
    density,
    end,
    m,
    unit_height,
)
from dpproofs.theorems.trunclap.noise import DEFINITIONS, EXISTS, IS_PRIVATE, T
from dpproofs.theorems.trunclap.setting import PAPER, PRIVACY, Delta, eps, u

d, z, _t = sp.symbols("d z t", positive=True)

SHIFTED = LENGTHS & between(d, 0, eps)

#: P((L - d, L]), which the shift by d uncovers, and the gain of [A - Delta, oo) at that shift.
STRIP = (sp.exp(d) - 1) / (2 * (sp.exp(L) - 1))
_FROM = unit_height * (sp.exp(-m) - sp.exp(-L))
_MOVED = unit_height * (sp.exp(-m - d) - sp.exp(-L))
_GAIN = _FROM - sp.exp(eps) * _MOVED
_LOST = unit_height * sp.exp(-L - d) * (sp.exp(eps) - sp.exp(d)) ** 2


#: The last interval of length Delta, and that it gains delta at the shift by Delta.
_LAST = interval(end - Delta, end)
ATTAINED = Goal(
    at_most(delta_of_length, Mass(T, _LAST) - sp.exp(eps) * Mass(T, Moved(_LAST, Delta))), NOISE
)
UNCOVERED = Goal(Integral(unit_height * sp.exp(-_t), _t, L - d, L, STRIP), SHIFTED)
WITHIN = relation_goal(STRIP, "<", delta_of_length, SHIFTED)
_PRINTED = relation_goal(_GAIN, "==", unit_height * (sp.exp(-m) - sp.exp(-m - d)), SHIFTED)
_LESS = relation_goal(_GAIN, "==", STRIP - _LOST, SHIFTED)

THEOREM1 = Statement(
    id="trunclap.thm1",
    paper=PAPER,
    item="Theorem 1",
    title="the truncated Laplacian mechanism is (epsilon, delta)-private",
    printed_latex=r"\begin{gathered}P(S)\le e^\epsilon P(S+d)+\delta\quad\forall S,\ |d|\le\Delta\\"
    r"\text{proof: }\max_S\bigl(P(S)-e^\epsilon P(S+d)\bigr)\text{ is attained at }"
    r"[A-\Delta,\infty)\text{ and is }\int_{A-\Delta}^{A-\Delta+d}f(x)\,dx\end{gathered}",
    parameters=NOISE,
    definitions=DEFINITIONS,
    printed=(EXISTS, IS_PRIVATE, ATTAINED, _PRINTED),
    corrected=(EXISTS, IS_PRIVATE, ATTAINED, UNCOVERED, WITHIN, _LESS),
    corrected_latex=r"\begin{gathered}P(S)\le e^\epsilon P(S+d)+\delta\quad\forall S,\ "
    r"|d|\le\Delta\\\text{the maximum is attained at }(A-d,A]\text{ and is }"
    r"\int_{A-d}^{A}f(x)\,dx\le\delta\end{gathered}",
    printed_text="P(S) <= exp(epsilon) P(S+d) + delta for all S and |d| <= Delta; proof: the "
    "largest P(S) - exp(epsilon) P(S+d) is that of [A-Delta, oo), the mass of [A-Delta, "
    "A-Delta+d]",
    corrected_text="the theorem is right; the largest gain at the shift d is that of (A-d, A], "
    "which is its mass, at most delta",
    note="For all sets and shifts. The support is [-A, A] with A = L Delta/epsilon, L = epsilon + "
    "m, and delta = (exp(epsilon) - 1)/(2 (exp(L) - 1)); m > 0, that is A > Delta, because delta "
    "< 1/2. No smaller delta will do, as (A - Delta, A) at the shift Delta shows. The theorem is "
    "right. In its proof the value printed for the maximum exceeds it unless d = Delta (where "
    "both are delta), and the set printed does not attain it: its gain is smaller by the square "
    "shown, and may be negative. The bound by delta is not affected. The goals on the proof are "
    "in units of Delta/epsilon.",
)


def show_strip(proof: Proof) -> tuple[str, str]:
    """Show what a shift below Delta uncovers, and that it is below delta.

    Returns the names of the steps for 1 < exp(z), z > 0, and for the latter.
    """
    grows = proof.shows(
        less(1, sp.exp(z)),
        on=Domain((positive(z),)),
        by="sign",
        because="the exponential function exceeds 1 right of 0",
    )
    proof.concludes(
        UNCOVERED,
        by="integral",
        because="the shift by d moves D = (L - d, L] off the support, so that D gains its own mass",
        antiderivative=-unit_height * sp.exp(-_t),
    )
    within = proof.concludes(
        WITHIN,
        by="entailment",
        because="this strip is widest for d = Delta",
        uses=(grows,),
        facts=[(grows, {z: eps - d}, sp.exp(d) / (2 * (sp.exp(L) - 1)))],
    )
    return grows, within


def derive() -> Derivation:
    proof = Proof(LENGTHS, THEOREM1)
    proof.shows(
        less(sp.exp(eps), 1 + u),
        on=PRIVACY,
        by="sign",
        because="delta < 1/2 says that exp(L) > exp(epsilon), so that A > Delta",
    )
    show_strip(proof)
    exists = noise.show_exists(proof)
    known = noise.show_masses(proof, exists)
    noise.show_private(proof, known)
    _attained(proof, exists, known)
    proof.fails(
        _PRINTED,
        {eps: 2 * sp.log(2), m: sp.log(2), d: sp.log(2)},
        because="epsilon = 2 log 2, delta = 3/14, d = Delta/2: the gain of [A - Delta, oo) is "
        "-1/14, the printed value 1/7, and the maximum 1/14",
    )
    proof.concludes(
        _LESS,
        by="identity",
        because="the gain of [A - Delta, oo) falls short of that of D by a square, which vanishes "
        "only at d = Delta",
    )
    return proof.done()


def _attained(proof: Proof, exists: str, known: noise.Known) -> None:
    """Append that the last interval of length Delta gains delta."""
    back = -(Delta / eps) * density(noise.x)
    integral = proof.shows(
        Integral(density(noise.x), noise.x, end - Delta, end, delta_of_length), on=NOISE,
        by="integral", because="the mass of the last interval of length Delta", antiderivative=back,
    )  # fmt: skip
    mass = proof.shows(
        equal(Mass(T, _LAST), delta_of_length), on=NOISE, by="density", uses=(exists, integral),
        piece=0, because="is delta",
    )  # fmt: skip
    gone = proof.shows(
        Relation(Mass(T, Moved(_LAST, Delta)), "<=", Mass(T, at_least(end))), on=NOISE,
        by="measure", uses=(exists,), because="moved by Delta it leaves the support",
    )  # fmt: skip
    proof.concludes(
        ATTAINED, by="entailment", uses=(mass, gone, known.far),
        because="so that it gains delta: no smaller delta will do",
        facts=[(mass, {}, 1), (gone, {}, sp.exp(eps)), (known.far, {}, -sp.exp(eps))],
    )  # fmt: skip


CLAIMS = (Claim(THEOREM1, derive),)
