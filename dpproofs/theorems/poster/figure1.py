"""Figure 1 of the poster: the density, its decay rate and the mass of the last interval."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, positive
from dpproofs.kernel.proposition import Derivative, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap.definition3 import (HALF, LAST, LAST_IN_DELTA, NORMAL, RATE,
    show_properties)
from dpproofs.theorems.trunclap.lengths import substituted, v
from dpproofs.theorems.trunclap.setting import EPSILON

PAPER = "poster"

_length, _eps = sp.symbols("L epsilon", positive=True)
_LENGTHS = Domain((EPSILON, positive(_length)))
_mass = (sp.exp(_eps) - 1) / (2 * (sp.exp(_length) - 1))
_slope = -(sp.exp(_eps) - 1) * sp.exp(_length) / (2 * (sp.exp(_length) - 1) ** 2)
_SLOPE = Goal(Derivative(_mass, _length, _slope), _LENGTHS)
_FALLS = Goal(that(_slope) < 0, _LENGTHS)

FIGURE1 = Statement(id="poster.fig1", paper=PAPER, item="Figure 1",
    title="the decay rate, the mass of the last interval, and what they determine",
    printed_latex=r"\begin{gathered}\text{a probability mass }\delta\text{ in }[A-\Delta,A]\text{;}"
    r"\\\text{the decay rate }\frac{f_{\text{TLap}}(x)}{f_{\text{TLap}}(x+\Delta)}\text{ is "
    r"exactly }e^\epsilon\\\text{for }x\in[0,A-\Delta]\text{;}\\\text{the parameters }A\text{ and "
    r"}B\text{ are then}\\\text{derived by solving}\\\int_{x\in\mathbb R}f_{\text{TLap}}(x)\,dx=1,"
    r"\\\int_{A-\Delta}^Af_{\text{TLap}}(x)\,dx=\delta\end{gathered}",
    printed=(RATE, LAST, LAST_IN_DELTA, NORMAL, HALF, _SLOPE, _FALLS),
    note="With the length L = A epsilon/Delta, L = epsilon + m, and once more in delta, by x = "
    "(Delta/epsilon) log(1 + v). A and B are the only solution: given A the first equation "
    "determines B, and then the mass of the last interval falls as the length L grows.")


def derive() -> Derivation:
    proof = Proof(_LENGTHS)
    show_properties(proof, FIGURE1.printed)
    proof.concludes(HALF, by="integral", antiderivative=-substituted * (1 + v),
        because="with the end and the height of Definition 3 half of the mass lies on either side "
            "of 0")
    proof.concludes(_SLOPE, by="derivative",
        because="differentiate the mass of the last interval in the length")
    proof.concludes(_FALLS, by="sign", because="it falls, so that one length only gives delta")
    return proof.done()


CLAIMS = (Claim(FIGURE1, derive),)
