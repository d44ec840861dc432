"""Theorem 3 and Corollaries 4 and 5 as they are printed: among all noise.

They hold among symmetric, monotonically decreasing noise (:mod:`.optimality_in_class`). Without
that restriction they are false, but for the amplitude from delta = 1/2 on.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.erratum import Erratum, Patch, Severity
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive import beaten, noise, ripples, unrestricted
from dpproofs.theorems.additive.in_class import Least
from dpproofs.theorems.additive.optimality_in_class import (COR4_LATEX, COR5_LATEX, FAMILY_GOALS,
    FIRST, FIRST_BEST, MIN_LATEX, SECOND, SECOND_BEST, among, show_best, show_family)
from dpproofs.theorems.additive.setting import EXPONENT, ON, PAPER, PRIVATE, X, p
from dpproofs.theorems.additive.theorem3 import (HIGH_PRIVACY, LOW_PRIVACY, atom_cost, uniform_cost)

_EXAMPLES = (beaten.EXAMPLE,)


def _note(name: str, beaten_by: str) -> str:
    return (
        "As printed the statement speaks of all noise distributions, and then it is wrong. What "
        "the paper means, that P_alpha* is optimal among symmetric, monotonically decreasing "
        f"noise, is claim additive.{name}.class; here it is the best of the family. For the "
        "smallest case the better noise is given as noise of sensitivity s, with privacy for all "
        "sets and shifts and its cost; for the others of this kind its masses are, whose gains "
        f"and costs are sums: {beaten_by}")


_POWER = ("for p = 2 and delta = 1/k, k = 2, 3, ..., uniform noise with a ripple of period Delta "
    "has smaller power. And for every delta = 1 - w/3 >= 2/3 an atom and masses in the ratio 2, 1, "
    "2 on cells of width s/2 have smaller power, by 1/54 of it, again as noise with its privacy "
    "and cost. That this noise is better from delta = 3/5 on is the claim optimum.power.")
_BEST_ONLY = r"\begin{gathered}\text{the best of the family, but not of all noise:}\\"
_END = r"\end{gathered}"

_ALL = (beaten.least(p, uniform_cost, HIGH_PRIVACY), beaten.least(p, atom_cost, LOW_PRIVACY))
_BETTER_POWER = (*ripples.POWER.goals, *beaten.POWER, *ripples.MIXED.goals, *beaten.MIXED)
_POWER_NOISE = (*ripples.POWER.definitions, *ripples.MIXED.definitions)

_THEOREM3_ERRATUM = Erratum(Severity.result,
    "P_alpha* is optimal among symmetric, monotonically decreasing noise only; who may add "
    "other noise can do better, for the power by a sixteenth at delta = 1/2.",
    (Patch(r"the optimal noise probability distribution to preserve $(0, \delta)$ -differential "
        "privacy",
        "the optimal symmetric and monotonically decreasing noise probability distribution to "
        r"preserve $(0, \delta)$ -differential privacy"),))

THEOREM3 = Statement(id="additive.thm3.min", paper=PAPER, item="Theorem 3",
    erratum=_THEOREM3_ERRATUM,
    title="the optimal noise for |x|^p, and its cost",
    printed_latex=r"\begin{gathered}\text{among all }(0,\delta)\text{ private noise "
            r"}P_{\alpha^*}\text{ is optimal, with}\\" + MIN_LATEX + _END,
    parameters=Domain((EXPONENT, *ON.variables)), given=(X,), definitions=_POWER_NOISE,
    hypotheses=(PRIVATE,), printed=(*FAMILY_GOALS, *_ALL),
    corrected=(*FAMILY_GOALS, *_BETTER_POWER), examples=_EXAMPLES,
    corrected_latex=_BEST_ONLY + MIN_LATEX + _END,
    printed_text="among all (0, delta) private noise P_alpha* is optimal for |x|^p, with cost "
    "Delta^p / (2^p (p+1) delta^p) up to delta = p/(p+1) and (p+1)^p / (2^p p^p) (1-delta) Delta^p "
    "beyond",
    corrected_text="P_alpha* is the best of the family P_alpha, with this cost; other noise is "
    "better for p = 2 and delta = 1/2, 1/3, ... and every delta >= 2/3, and by optimum.power every "
    "delta >= 3/5", note=_note("thm3", _POWER))


def derive_theorem3() -> Derivation:
    proof = Proof(HIGH_PRIVACY, THEOREM3)
    show_family(proof)
    beaten.show_power(proof, _ALL[0], {p: sp.Integer(2)})
    beaten.show_mixed(proof, _ALL[1], {p: sp.Integer(2)})
    return proof.done()


def _all_noise(claims: Least) -> tuple[Goal, ...]:
    """The costs of the best members as bounds for all private noise."""
    return tuple(beaten.least(claims.power, each.value, each.on) for each in claims.branches)


AMPLITUDE_LEAST, _AMPLITUDE_LOW = _all_noise(FIRST)
POWER_LEAST, _POWER_LOW = _all_noise(SECOND)
_FIRST_RIGHT = (noise.EXISTS, *FIRST_BEST, *FIRST.attained)
_SECOND_RIGHT = (noise.EXISTS, *SECOND_BEST, *SECOND.attained)

_COROLLARY4_ERRATUM = Erratum(Severity.result,
    "Delta/(4 delta) is not the least amplitude of private noise at delta = 1/3, 1/5, ...; it "
    "is that of symmetric, monotonically decreasing noise.",
    (Patch("(i.e., for the ℓ^1 cost function), the optimal noise probability distribution is",
        "(i.e., for the ℓ^1 cost function), the optimal symmetric and monotonically decreasing "
        "noise probability distribution is"),))

COROLLARY4 = Statement(id="additive.cor4", paper=PAPER, item="Corollary 4, (9)",
    erratum=_COROLLARY4_ERRATUM,
    title="the least expected amplitude", printed_latex=among("all", COR4_LATEX),
    printed=(*_FIRST_RIGHT, AMPLITUDE_LEAST, unrestricted.LOWER_BOUND),
    definitions=(*noise.DEFINITIONS, *ripples.AMPLITUDE.definitions),
    corrected=(*_FIRST_RIGHT, *ripples.AMPLITUDE.goals, *beaten.AMPLITUDE,
        unrestricted.LOWER_BOUND),
    corrected_latex=_BEST_ONLY + COR4_LATEX + _END + r"\quad(\delta\ge\tfrac12:\text{ of all})",
    parameters=ON, given=(X,), hypotheses=(PRIVATE,),
    printed_text="P_alpha*, with amplitude Delta/(4 delta) up to delta = 1/2 and (1-delta) Delta "
    "beyond, is optimal among all noise",
    corrected_text="it is the best of the family P_alpha, and among all noise for delta >= 1/2 "
    "and, by optimum.amplitude, for delta = 1/4, 1/6, 1/8, ...; other noise is better for delta = "
    "1/3, 1/5, 1/7, ...",
    note=_note("cor4",
        "for delta = 1/k with k = 3, 5, 7, ... uniform noise with a ripple of period Delta has "
        "smaller amplitude. For delta >= 1/2 the restriction is not needed: no noise at all has a "
        "smaller amplitude than (1 - delta) Delta. Nor is it for delta = 1/(2N) with a whole N, "
        "and elsewhere P_alpha's amplitude is above the least by at most the share delta^2: the "
        "claim optimum.amplitude."), examples=_EXAMPLES)


def derive_corollary4() -> Derivation:
    proof = Proof(HIGH_PRIVACY, COROLLARY4)
    show_best(proof, FIRST_BEST)
    FIRST.show_attained(proof)
    beaten.show_amplitude(proof, AMPLITUDE_LEAST)
    unrestricted.show_lower_bound(proof)
    return proof.done()


_COROLLARY5_ERRATUM = Erratum(Severity.result,
    "The printed power is not the least of private noise at delta = 1/2, 1/3, ..., nor for any "
    "delta from 3/5 on; it is that of symmetric, monotonically decreasing noise.",
    (Patch("(i.e., for the ℓ^2 cost function), the optimal noise probability distribution is",
        "(i.e., for the ℓ^2 cost function), the optimal symmetric and monotonically decreasing "
        "noise probability distribution is"),))

COROLLARY5 = Statement(id="additive.cor5", paper=PAPER, item="Corollary 5, (10)",
    erratum=_COROLLARY5_ERRATUM,
    title="the least expected power", printed_latex=among("all", COR5_LATEX), parameters=ON,
    given=(X,), definitions=(*noise.DEFINITIONS, *_POWER_NOISE), hypotheses=(PRIVATE,),
    printed=(*_SECOND_RIGHT, POWER_LEAST, _POWER_LOW), corrected=(*_SECOND_RIGHT, *_BETTER_POWER),
    examples=_EXAMPLES, corrected_latex=_BEST_ONLY + COR5_LATEX + _END,
    printed_text="P_alpha*, with power Delta^2/(12 delta^2) up to delta = 2/3 and 9/16 (1-delta) "
    "Delta^2 beyond, is optimal among all noise",
    corrected_text="it is the best of the family P_alpha; other noise is better for delta = 1/2, "
    "1/3, 1/4, ... and every delta >= 2/3, and by optimum.power every delta >= 3/5",
    note=_note("cor5", _POWER))


def derive_corollary5() -> Derivation:
    proof = Proof(HIGH_PRIVACY, COROLLARY5)
    proof.idea("The derivative in alpha finds the best member of the family. Noise that is not "
        "monotone is better: uniform noise with a ripple of period Delta for delta = 1/k, k = 2, "
        "3, ..., and an atom with masses in the ratio 2, 1, 2 from delta = 2/3 on.")
    proof.part("The best of the family")
    show_best(proof, SECOND_BEST)
    SECOND.show_attained(proof)
    proof.part("Better noise for delta = 1/k")
    beaten.show_power(proof, POWER_LEAST, {})
    proof.part("Better noise from delta = 2/3 on")
    beaten.show_mixed(proof, _POWER_LOW)
    return proof.done()


CLAIMS = (Claim(THEOREM3, derive_theorem3), Claim(COROLLARY4, derive_corollary4),
    Claim(COROLLARY5, derive_corollary5))
