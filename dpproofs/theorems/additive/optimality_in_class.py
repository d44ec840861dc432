"""Theorem 3 and Corollaries 4 and 5 as they are meant: among symmetric, decreasing noise."""

from __future__ import annotations

from typing import cast

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between
from dpproofs.kernel.proposition import Integral, Minimum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive import noise
from dpproofs.theorems.additive.in_class import EXAMPLE, HYPOTHESES, Branch, Least, Y
from dpproofs.theorems.additive.setting import (EXPONENT, ON, PAPER, SENSITIVITY, alpha, delta,
    density, half_width, p)
from dpproofs.theorems.additive.theorem3 import (HIGH_PRIVACY, LOW_PRIVACY, MINIMUM_HIGH,
    MINIMUM_LOW, atom_cost, cost, stationary, uniform_cost)

# -- Theorem 3 ------------------------------------------------------------------------------------

_x = sp.Symbol("x", positive=True)


def _body(at: sp.Expr) -> sp.Expr:
    return 2 * _x**p * density.subs(alpha, at)


def _value(at: sp.Expr, value: sp.Expr, on: Domain) -> Goal:
    """The cost of P_alpha at one alpha, as an integral over the uniform part."""
    return Goal(Integral(_body(at), _x, sp.Integer(0), half_width.subs(alpha, at), value), on)


_BEST = (MINIMUM_HIGH, MINIMUM_LOW)
_VALUES = (_value(sp.Integer(0), uniform_cost, HIGH_PRIVACY),
    _value(stationary, atom_cost, LOW_PRIVACY))
_SWITCH = Goal(that(uniform_cost.subs(delta, p / (p + 1))) == atom_cost.subs(delta, p / (p + 1)),
    Domain((EXPONENT, SENSITIVITY)))
#: What is right of Theorem 3 for every exponent, of the family alone.
FAMILY_GOALS = (*_BEST, *_VALUES, _SWITCH)

MIN_LATEX = (r"V(P_{\alpha^*})=\begin{cases}\frac{\Delta^p}{2^p(p+1)\delta^p},&\delta\le\frac "
    r"p{p+1}\\\frac{(p+1)^p}{2^pp^p}(1-\delta)\Delta^p,&\delta>\frac p{p+1}\end{cases}")
COR4_LATEX = (r"\alpha^*=\begin{cases}0\\2\delta-1\end{cases}\quad V=\begin{cases}"
    r"\frac\Delta{4\delta},&\delta\le\frac12\\(1-\delta)\Delta,&\delta>\frac12\end{cases}")
COR5_LATEX = (r"\alpha^*=\begin{cases}0\\3\delta-2\end{cases}\quad V=\begin{cases}\frac{\Delta^2}"
    r"{12\delta^2},&\delta\le\frac23\\\frac9{16}(1-\delta)\Delta^2,&\delta>\frac23\end{cases}")


def among(which: str, latex: str) -> str:
    """LaTeX that says among which noise something is optimal."""
    return (
        r"\begin{gathered}\text{optimal among " + which + r" noise:}\\" + latex + r"\end{gathered}")


_IN_CLASS = "symmetric, monotonically decreasing private"
_MEANT = ("What the paper means: it assumes symmetric, monotonically decreasing noise from Theorem "
    "2 on, although the statement does not repeat it. ")

#: What is claimed for every exponent.
EVERY = Least(p, cost, (Branch(HIGH_PRIVACY, sp.Integer(0), uniform_cost),
        Branch(LOW_PRIVACY, stationary, atom_cost)), (EXPONENT,))

THEOREM3 = Statement(id="additive.thm3.class", paper=PAPER,
    item="Theorem 3, for the noise of Theorem 2",
    title="the best symmetric, decreasing noise for |x|^p",
    printed_latex=among(_IN_CLASS, MIN_LATEX), parameters=Domain((EXPONENT, *ON.variables)),
    given=(Y,), definitions=noise.DEFINITIONS, hypotheses=HYPOTHESES,
    printed=(*_BEST, _SWITCH, *EVERY.goals), examples=(EXAMPLE,),
    printed_text="among symmetric, monotonically decreasing private noise P_alpha* is optimal for "
    "|x|^p, with cost Delta^p / (2^p (p+1) delta^p) up to delta = p/(p+1) and (p+1)^p / (2^p p^p) "
    "(1-delta) Delta^p beyond",
    note=_MEANT
        + "For every real p > 0. P_alpha is such noise for every alpha, the best alpha is unique "
            "in the family, and any such noise Y costs at least as much.")


def show_family(proof: Proof) -> None:
    """Append what is right of the family alone."""
    show_best(proof, _BEST)
    for goal, at, where in ((_VALUES[0], sp.Integer(0), "up to"),
            (_VALUES[1], stationary, "beyond")):
        proof.concludes(goal, by="integral", antiderivative=_body(at) * _x / (p + 1),
            because=f"this is its cost {where} the switch")
    show_switch(proof)


def show_switch(proof: Proof) -> None:
    """Append that the two branches of the cost meet."""
    proof.concludes(_SWITCH, by="identity",
        because="at delta = p/(p+1) the two branches of the cost meet")


def derive_theorem3() -> Derivation:
    proof = Proof(HIGH_PRIVACY, THEOREM3)
    minima = show_best(proof, _BEST)
    show_switch(proof)
    EVERY.show(proof, minima)
    return proof.done()


# -- its corollaries ------------------------------------------------------------------------------


def _at(exponent: int, switch: sp.Rational) -> tuple[Least, tuple[Goal, ...]]:
    """What is claimed of one exponent: the costs, and the best alpha."""
    high = Domain((between(delta, 0, switch, "(]"), SENSITIVITY))
    low = Domain((between(delta, switch, 1), SENSITIVITY))
    special, place = cost.subs(p, exponent), stationary.subs(p, exponent)
    branches = (Branch(high, sp.Integer(0), uniform_cost.subs(p, exponent)),
        Branch(low, place, atom_cost.subs(p, exponent)))
    best = tuple(Goal(Minimum(special, alpha, sp.Integer(0), delta, "[)", each.place), each.on)
        for each in branches)
    return Least(sp.Integer(exponent), special, branches), best


FIRST, FIRST_BEST = _at(1, sp.Rational(1, 2))
SECOND, SECOND_BEST = _at(2, sp.Rational(2, 3))


def show_best(proof: Proof, best: tuple[Goal, ...]) -> tuple[str, str]:
    """Append the best alpha on both branches."""
    high, low = best
    place = sp.sstr(cast("Minimum", low.proposition).at).replace("*", " ")
    return (proof.concludes(high, by="minimum",
            because=f"up to the switch the best member is uniform: the slope has the sign of alpha "
            f"- ({place}), and {place} is at most 0"),
        proof.concludes(low, by="minimum", because="beyond it the best member has an atom at the "
            f"origin: the slope has the sign of alpha - ({place})"))


def _corollary(number: str, title: str, claims: Least, best: tuple[Goal, ...], latex: str,
        text: str) -> Statement:
    return Statement(id=f"additive.cor{number[0]}.class", paper=PAPER,
        item=f"Corollary {number}, for the noise of Theorem 2", title=title,
        printed_latex=among(_IN_CLASS, latex), parameters=ON, given=(Y,),
        definitions=noise.DEFINITIONS, hypotheses=HYPOTHESES, printed=(*best, *claims.goals),
        examples=(EXAMPLE,),
        printed_text=f"among symmetric, monotonically decreasing private noise {text}",
        note=_MEANT
            + "P_alpha is such noise for every alpha, the best alpha is unique in the family, and "
                "any such noise Y costs at least as much.")


COROLLARY4 = _corollary("4, (9)", "the least expected amplitude of symmetric, decreasing noise",
    FIRST, FIRST_BEST, COR4_LATEX,
    "P_alpha*, with amplitude Delta/(4 delta) up to delta = 1/2 and (1-delta) Delta beyond, is "
    "optimal")
COROLLARY5 = _corollary("5, (10)", "the least expected power of symmetric, decreasing noise",
    SECOND, SECOND_BEST, COR5_LATEX,
    "P_alpha*, with power Delta^2/(12 delta^2) up to delta = 2/3 and 9/16 (1-delta) Delta^2 "
    "beyond, is optimal")


def derive_corollary4() -> Derivation:
    proof = Proof(HIGH_PRIVACY, COROLLARY4)
    show_best(proof, FIRST_BEST)
    FIRST.show(proof)
    return proof.done()


def derive_corollary5() -> Derivation:
    proof = Proof(HIGH_PRIVACY, COROLLARY5)
    show_best(proof, SECOND_BEST)
    SECOND.show(proof)
    return proof.done()


CLAIMS = (Claim(THEOREM3, derive_theorem3), Claim(COROLLARY4, derive_corollary4),
    Claim(COROLLARY5, derive_corollary5))
