"""Noise on three cells that truncated Laplace noise does not reach.

With E = exp(epsilon) its density is E/(E + 2) on the middle cell and 1/(E + 2) on those beside it,
each as long as the sensitivity. At the shift by one cell only the last cell counts.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.proposition import that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive.ripples import Steps, s

eps, t = sp.symbols("epsilon t", positive=True)  # a parameter, and that of the noise
E = sp.exp(t)

NOISE = Steps("T", (t, s), Domain((positive(t), positive(s))),
    ((E / (E + 2), sp.Rational(1, 2)), (1 / (E + 2), sp.Rational(3, 2))), 2, 1 / (E + 2), 1,
    (E + 8) / (4 * (E + 2)) * s, epsilon=t)

ON = Domain((between(eps, sp.Rational(1, 4), sp.Integer(3), "[]"),))
_RATIO = sp.exp(eps) * (sp.exp(eps) + 1) / 2

#: The amplitude of truncated Laplace noise with the same epsilon and delta, for a sensitivity of 1.
TRUNCATED = (1 - sp.log(_RATIO) / (_RATIO - 1)) / eps
BEATEN = Goal(that(NOISE.value.xreplace({t: eps, s: sp.Integer(1)})) < TRUNCATED, ON)

STATEMENT = Statement(id="optimum.three_cells", paper="optimum",
    item="ours: three cells beat truncated Laplace noise",
    title="noise on three cells with less amplitude than truncated Laplace noise",
    printed_latex=r"\begin{gathered}f(x)=\frac{e^\epsilon}{e^\epsilon+2}\frac1\Delta\ \bigl(|x|<"
    r"\tfrac\Delta2\bigr),\quad\frac1{e^\epsilon+2}\frac1\Delta\ \bigl(\tfrac\Delta2<|x|<\tfrac{3"
    r"\Delta}2\bigr):\quad\Bigl(\epsilon,\frac1{e^\epsilon+2}\Bigr)\text{-private},\\\mathbb E|X|="
    r"\frac{e^\epsilon+8}{4(e^\epsilon+2)}\Delta<\frac\Delta\epsilon\Bigl(1-\frac{\log r}{r-1}"
    r"\Bigr),\quad r=\frac{e^\epsilon(e^\epsilon+1)}2,\quad\tfrac14\le\epsilon\le3\end{gathered}",
    printed_text= "noise with the density proportional to exp(epsilon), 1, 1 on three cells as "
    "long as Delta is (epsilon, 1/(exp(epsilon) + 2))-private, and its amplitude is below that of "
    "truncated Laplace noise with this delta for 1/4 <= epsilon <= 3", parameters=ON,
    definitions=NOISE.definitions, printed=(*NOISE.goals, BEATEN),
    note=
    "T is for epsilon = t and the sensitivity s. On the right of the last line is the "
    "amplitude of truncated Laplace noise at sensitivity 1, with this epsilon and delta = "
    "1/(exp(epsilon) + 2). Truncated Laplace noise is called optimal because its cost and a lower "
    "bound have the same limit for high privacy; no limit is taken here. At exp(epsilon) = 2 the "
    "masses are (1, 2, 1)/4, delta is 1/4, and the amplitude is 5/8, where that of truncated "
    "Laplace noise is (1 - log(3)/2)/log(2) = 0.6502.")


def derive() -> Derivation:
    proof = Proof(ON, STATEMENT)
    NOISE.show(proof)
    proof.concludes(BEATEN, by="region",
        because="truncated Laplace noise with this delta has more amplitude")
    return proof.done()


CLAIMS = (Claim(STATEMENT, derive),)
