"""Theorem 6: the gamma that minimises E X**2, and the minimum, in a real cube root."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, PrintedFormula, Statement
from dpproofs.kernel.domain import Domain, nth_root
from dpproofs.kernel.proposition import Minimum, Relation, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.appendix_d import PARAMETERS, POWER, power
from dpproofs.theorems.staircase.setting import (FAMILY, PAPER, RATIO, SENSITIVITY, Delta, b, gamma,
    weight)

T = sp.Symbol("T", positive=True)
w = sp.Symbol("w", positive=True)
C, C_there, place = sp.symbols("C C_* gamma_*", positive=True)
third = sp.Rational(1, 3)

#: T is the real cube root of b (1 + b)/2, which lies between b and 1.
WITH_ROOT = Domain((RATIO, nth_root(T, 3, b * (1 + b) / 2, b, sp.Integer(1)), SENSITIVITY))

#: gamma* as printed in (50), and the minimum as printed in (51).
radical = -b / (1 - b) + (b - 2 * b**2 + 2 * b**4 - b**5) ** third / (2**third * (1 - b) ** 2)
least = (
    Delta**2 * (2 ** (-2 * third) * b ** (2 * third) * (1 + b) ** (2 * third) + b) / (1 - b) ** 2)

#: The cost with the cube root in it: a function of w = b + (1 - b) gamma.
in_root = Delta**2 / (1 - b) ** 2 * (weight**2 / 3 + 2 * T**3 / (3 * weight) + b)
best = (T - b) / (1 - b)

#: b + (1 - b) gamma at the printed gamma*: the cube root in radicals.
root = (b * (1 + b) / 2) ** third

#: How much a cost is above the least one.
excess = Delta**2 * (weight - root) ** 2 * (weight + 2 * root) / (3 * (1 - b) ** 2 * weight)

LEAST_PLACE = Goal(Minimum(in_root, gamma, sp.Integer(0), sp.Integer(1), "[]", best), WITH_ROOT)

GAMMA = Statement(id="staircase.thm6.gamma", paper=PAPER, item="Theorem 6, (50), (303)",
    title="the best gamma for the power",
    printed_latex=r"\gamma^*=-\frac b{1-b}+\frac{(b-2b^2+2b^4-b^5)^{1/3}}{2^{1/3}(1-b)^2}",
    definitions=POWER.definitions,
    printed=(POWER.goal, Goal(that(power) == in_root, Domain((*WITH_ROOT, FAMILY[gamma]))),
        LEAST_PLACE,
        Goal(that(b + (1 - b) * radical) == root, Domain((RATIO,))),
        Goal(Relation(power.subs(gamma, radical), "<=", power), FAMILY)),
    formulas=(PrintedFormula(LEAST_PLACE, radical),),
    note="The cost is derived from the density in the first steps. T is the positive number with "
    "T^3 = b(1+b)/2. The minimum at (T - b)/(1 - b) is unique; the printed radicals are the same "
    "number, because b + (1-b) gamma* is the real cube root of b(1+b)/2 for both. The minimum is "
    "over the staircase densities; that no other epsilon-private noise does better is Theorem 3 of "
    "the paper.")

LEAST = Statement(id="staircase.thm6.cost", paper=PAPER, item="Theorem 6, (51)",
    title="the least power",
    printed_latex=r"V(P_{\gamma^*})=\Delta^2\,\frac{2^{-2/3}b^{2/3}(1+b)^{2/3}+b}{(1-b)^2}",
    definitions=POWER.definitions,
    printed=(POWER.at(radical, least, PARAMETERS), POWER.at(gamma, least, FAMILY, ">=")),
    note="The power of the staircase with the printed gamma, and that no gamma costs less. The "
    "minimum is over the staircase densities.")


def _show_inside(proof: Proof) -> tuple[str, str]:
    """Append that the printed gamma* lies in [0, 1]."""
    on = Domain((RATIO,))
    link = proof.shows(that(b + (1 - b) * radical) == root, on=on, by="identity",
        because="the radicand is b(1+b)(1-b)^3, so b + (1-b) gamma* is the cube root", besides=True)
    found = []
    for small, large, claim, sign, why in (
            (b, root, that(0) <= radical, 1, "the root is above b, as b^3 is below b (1 + b)/2"),
            (root, sp.Integer(1), that(radical) <= 1, -1, "the root is below 1, as its cube is")):
        cubes = proof.shows(that(small**3) < large**3, on=on, by="sign",
            because="b^3 < b(1+b)/2 < 1")
        apart = proof.follows(that(small) < large,
            (cubes, 1 / (small**2 + small * large + large**2)), on=on, because="and so its root")
        found.append(proof.follows(claim, (apart, 1 / (1 - b)), (link, sp.Integer(sign) / (1 - b)),
                on=on, because=f"{why}, so that gamma* is in [0, 1]"))
    proof.key(link)
    return found[0], found[1]


def show_cost(proof: Proof) -> str:
    """Append the power of the staircase with the printed gamma*, from the definition."""
    cost = POWER.derive(proof)
    return POWER.show_at(proof, cost, radical, least, PARAMETERS, *_show_inside(proof))


def derive_gamma() -> Derivation:
    proof = Proof(WITH_ROOT, GAMMA)
    there = power.subs(gamma, radical)
    for letter, meaning in ((C, power), (C_there, there), (place, radical), (w, weight)):
        proof.letter(letter, meaning)
    proof.idea("The power is summed from the density. In w = b + (1 - b) gamma it is w^2/3 + "
        "2 T^3/(3 w) + b, up to a factor, with T^3 = b (1 + b)/2; this is least at w = T, which is "
        "what the printed radicals say.")
    proof.part("The power")
    POWER.derive(proof)
    proof.part("The minimum")
    same = proof.concludes(GAMMA.printed[1], by="identity",
        because="in w = b + (1-b) gamma the cost is w^2/3 + b(1+b)/(3w) + b, up to a factor")
    proof.key(proof.shows(that(0) < best, by="sign",
        because="the place is positive: b < T, since b^3 < b(1+b)/2"))
    proof.key(proof.shows(that(best) < 1, by="sign",
        because="the place is below 1: T < 1, since b(1+b)/2 < 1"))
    proof.concludes(GAMMA.printed[2], by="minimum",
        because="the derivative has the sign of w^3 - T^3, and w increases with gamma",
        uses=(same,))
    proof.part("The printed radicals")
    link = proof.concludes(GAMMA.printed[3], by="identity",
        because="the radicand is b(1+b)(1-b)^3, so the printed radicals give T")
    gap = proof.shows(that(power - power.subs(gamma, radical)) == excess, on=FAMILY, by="identity",
        because="the excess of the power over the least factors, with a square", uses=(link,))
    proof.follows(GAMMA.printed[4], gap,
        because="so the cost at the printed gamma* is least on the whole interval")
    return proof.done()


def derive_least() -> Derivation:
    proof = Proof(PARAMETERS, LEAST)
    cost = POWER.derive(proof)
    gap = proof.shows(that(power - least) == excess, on=FAMILY, by="identity",
        because="the excess of the power over the stated one factors, with a square that is 0 at "
        "the printed gamma*")
    POWER.show_at(proof, cost, radical, least, PARAMETERS, *_show_inside(proof))
    bound = proof.follows(that(least) <= power, gap, on=FAMILY, because="so no gamma costs less")
    proof.concludes(LEAST.printed[1], by="weaken", uses=(cost, bound),
        because="for the expected power")
    return proof.done()


CLAIMS = (Claim(GAMMA, derive_gamma), Claim(LEAST, derive_least))
