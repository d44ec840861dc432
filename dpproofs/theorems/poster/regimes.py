"""The poster's comparison with the optimal Gaussian mechanism."""

from __future__ import annotations

from dataclasses import replace

from dpproofs.kernel.derivation import Claim, Derivation
from dpproofs.kernel.erratum import Erratum, Patch, Severity
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap.comparison import (EVERYWHERE, IDEA, REGIMES, show_cheaper,
    show_exceptions)
from dpproofs.theorems.trunclap.gaussian_profile import show_moves, show_profile

_ERRATUM = Erratum(Severity.result,
    "For delta above 47/100 and epsilon from 1.7 to 1.9 the calibrated Gaussian mechanism has less "
    "amplitude and less power than the truncated Laplacian; for delta <= 39/100 it has more.",
    (Patch("Numeric experiments show the improvement of the truncated Laplacian mechanism over "
        "the optimal Gaussian mechanism in all privacy regimes.",
        "The truncated Laplacian mechanism improves on the optimal Gaussian mechanism for all "
        r"$\epsilon$ when $\delta \le \frac{39}{100}$."),))

REGIMES_ON_POSTER = replace(REGIMES, id="poster.regimes", paper="poster",
    erratum=_ERRATUM,
    item="Comparison with the Gaussian",
    title="the improvement over the optimal Gaussian mechanism is not in all regimes",
    printed_latex= r"\begin{gathered}\text{the improvement of the truncated Laplacian mechanism "
    r"over the optimal}\\\text{Gaussian mechanism in all privacy regimes: for }\epsilon>0,\ 0<"
    r"\delta<\tfrac12\\V_1^{upp}<\sqrt{\tfrac2\pi}\,\sigma^*\quad\text{and}\quad "
    r"V_2^{upp}<(\sigma^*)^2,\\\sigma^*\text{ the least }\sigma\text{ at which Gaussian noise is "
    r"private}\end{gathered}", corrected=(*EVERYWHERE.values(), *REGIMES.corrected[-2:]),
    corrected_latex=r"\begin{gathered}V_1^{upp}<\sqrt{\tfrac2\pi}\,\sigma\quad(\delta\le"
    r"\tfrac{39}{100}),\qquad V_2^{upp}<\sigma^2\quad(\delta\le\tfrac25)\\ \text{for every }\sigma"
    r"\text{ at which Gaussian noise is private;}\\ V_1^{upp}>\sqrt{\tfrac2\pi}\,\sigma^*,\ "
    r"V_2^{upp}>(\sigma^*)^2\quad(\tfrac{47}{100}<\delta<\tfrac12,\ \tfrac{17}{10}<\epsilon<"
    r"\tfrac{19}{10})\text{ for the least such }\sigma^*\end{gathered}",
    corrected_text="its amplitude is smaller for delta <= 39/100, its power for delta <= 2/5; for "
    "47/100 < delta < 1/2 and 17/10 < epsilon < 19/10 both are larger",
    note="The sentence is that of the paper's conclusion. " + REGIMES.note)


def derive() -> Derivation:
    proof = Proof(REGIMES.printed[0].domain)
    proof.idea(IDEA)
    show_profile(proof)
    show_exceptions(proof)
    moves = show_moves(proof)
    for cost, goal in EVERYWHERE.items():
        show_cheaper(proof, cost, moves, goal, cost.show_meaning(proof))
    return proof.done()


CLAIMS = (Claim(REGIMES_ON_POSTER, derive),)
