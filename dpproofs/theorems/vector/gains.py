"""What the best staircase gains over K-norm noise in a few cases, between two numbers."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between
from dpproofs.kernel.proposition import that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.vector.setting import PAPER, b, cost, gamma, name_numerators

SPLIT = Domain((between(gamma, 0, 1, "[]"),))

#: epsilon, the dimension, a gamma near the best one, and numbers below and above the gain.
CASES = ((10, 1, "0.0066929", "14.84", "14.841"), (10, 2, "0.0448810", "4.3535", "4.3545"),
    (5, 2, "0.2298675", "1.5065", "1.5066"))


def _goals(epsilon: int, d: int, place: str, low: str, high: str) -> tuple[Goal, Goal]:
    """At that gamma the gain is above a number, and at no gamma it is above another."""
    own, other = cost(d).subs(b, sp.exp(-epsilon)), sp.Rational(d, epsilon)
    there = own.subs(gamma, sp.Rational(place))
    return (Goal(that(sp.Rational(low) * there) < other, Domain()),
        Goal(that(other) < sp.Rational(high) * own, SPLIT))


VALUES = Statement(id="vector.gain.values", paper=PAPER, item="ours: the gain over K-norm noise",
    title="the gain of the best staircase over K-norm noise, in numbers",
    printed_latex=r"\begin{gathered}14.84<\frac{1/10}{\min_\gamma "
    r"C_1}<14.841,\qquad4.3535<\frac{2/10}{\min_\gamma "
    r"C_2}<4.3545\qquad(\epsilon=10)\\1.5065<\frac{2/5}{\min_\gamma "
    r"C_2}<1.5066\qquad(\epsilon=5)\end{gathered}",
    printed=tuple(goal for case in CASES for goal in _goals(*case)),
    note="The left sides of the lines that have no gamma, and the right sides of the others, are a "
    "number times the cost d/(d + 1) T_(d+1)/T_d of the staircase, T_m being P_m over (1 - b)^(m + "
    "1) as in vector.sums, at b = exp(-10) in the first four lines, and exp(-5) in the last two. "
    "The expected norm, in one and two dimensions: at a given gamma the cost is below the K-norm's "
    "d/epsilon over the lower number, and at every gamma in [0, 1] it is above d/epsilon over the "
    "upper one.")


def derive_values() -> Derivation:
    proof = Proof(Domain())
    for epsilon, called in ((10, "P"), (5, "Q")):
        name_numerators(proof, sp.exp(-epsilon), called)
    for case in CASES:
        (epsilon, d, place, *_), (there, everywhere) = case, _goals(*case)
        where = f"{('one dimension', 'two dimensions')[d - 1]}, for a privacy loss of {epsilon}"
        proof.concludes(there, by="region", because=f"in {where}, at the first radius {place}")
        proof.concludes(everywhere, by="region", because=f"in {where}, at every first radius")
    return proof.done()


CLAIMS = (Claim(VALUES, derive_values),)
