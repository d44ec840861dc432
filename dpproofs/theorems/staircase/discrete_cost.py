"""Costs |i|^n of the discrete staircase, and how they change from r to r + 1: for n = 1 and 2."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.assertions import Expected
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable, index
from dpproofs.kernel.proposition import Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.discrete import TWO_PARTS, rounded
from dpproofs.theorems.staircase.integer_noise import FAMILY as PARAMETERS
from dpproofs.theorems.staircase.integer_noise import (MASSES, PERIODS, SIZE, DiscreteStaircase,
    bottom, peak, place, r, show_exists)
from dpproofs.theorems.staircase.setting import RATIO, Delta, b, gamma, k

m = sp.Symbol("m", positive=True)
_size = sp.Symbol("u", nonnegative=True)  # the size of the noise

#: P as a function of b, Delta and r.
FREE = DiscreteStaircase((b, Delta, r))

#: Twice (1-b)(r - 1/2) + b Delta is the denominator of (80).
centre = bottom / 2

#: What is printed for Q and for the denominator of (80), at r and at m.
_Q, _D, _Q_m, _D_m = sp.symbols("Q D Q_m D_m", real=True)

#: m before r, and r before m: both at most Delta.
AFTER = Domain((RATIO, index(Delta, 2), index(m, 1, Delta - 1), index(r, m + 1, Delta)))
BEFORE = Domain((RATIO, index(Delta, 2), index(m, 2, Delta), index(r, 1, m - 1)))
#: The latter, where m is bounded by r.
REVERSED = Domain((RATIO, index(Delta, 2), index(r, 1, Delta - 1), index(m, r + 1, Delta)))


def at(expression: sp.Expr, place: sp.Expr) -> sp.Expr:
    """An expression in r, at another place."""
    return expression.xreplace({r: place})


@dataclass(frozen=True)
class Cost:
    """E|X|^power of P_r with what decides where it is least.

    Attributes
    ----------
    value
        The cost, in b, Delta and r.
    change
        Q, a polynomial in r: the cost at r + 1 is above that at r by ``factor`` Q/(D(r) D(r+1)),
        D the denominator of (80).
    factor, factor_latex
        Positive, in b.
    dual_latex
        2 (1-b)^2 over the factor.
    continuous
        The cost of the staircase density, in b, Delta and gamma.
    correction, correction_latex
        What rounding to integers takes from it.
    """

    power: int
    value: sp.Expr
    change: sp.Expr
    factor: sp.Expr
    factor_latex: str
    dual_latex: str
    continuous: sp.Expr
    correction: sp.Expr
    correction_latex: str

    @property
    def place_latex(self) -> str:
        """The cost at r, k periods further."""
        return r"k\Delta+r" if self.power == 1 else rf"(k\Delta+r)^{self.power}"

    def _below(self, end: sp.Expr) -> sp.Expr:
        """The sum of (k Delta + j)^power over j = 0, ..., end - 1, by Faulhaber's formulas."""
        first = end * (end - 1) / 2
        if self.power == 1:
            return k * Delta * end + first
        squares = end * (end - 1) * (2 * end - 1) / 6
        return k**2 * Delta**2 * end + 2 * k * Delta * first + squares

    def parts(self) -> tuple[sp.Expr, sp.Expr]:
        """The costs of the two parts of period k, on one side."""
        low, all_of_it = self._below(r), self._below(Delta)
        return peak * b**k * low, peak * b ** (k + 1) * (all_of_it - low)

    def goals(self) -> tuple[Goal, ...]:
        """The cost; its twin in the reals; its change; the dual solution; the signs of Q."""
        higher, other = at(self.value, r + 1), at(self.value, m)
        ends = bottom * at(bottom, r + 1)
        gap = self.factor / (bottom * at(bottom, m))
        price = b**k * ((k * Delta + r) ** self.power - self.value)
        pair = Domain((RATIO, SIZE))
        return (Goal(Expected(FREE.noise, _size, _size**self.power, "==", self.value), PARAMETERS),
            Goal(that(self.value) == self.continuous.xreplace({gamma: rounded}) - self.correction,
                PARAMETERS),
            Goal(that(higher - self.value) == self.factor * self.change / ends, TWO_PARTS),
            Goal(Sum(price, k, sp.Integer(0), sp.oo,
                    self.factor * self.change / (2 * (1 - b) ** 2 * bottom)), PARAMETERS),
            Goal(that(self.change) < at(self.change, r + 1), PARAMETERS),
            Goal(that(at(self.change, sp.Integer(0))) < 0, pair),
            Goal(that(0) < at(self.change, Delta), pair),
            Goal(that(other + (r - m) * gap * at(self.change, m)) <= self.value, AFTER),
            Goal(that(other - (m - r) * gap * at(self.change, m - 1)) <= self.value, BEFORE))

    def _expectation(self, proof: Proof, goal: Goal) -> str:
        """Append the expected cost, from the definition."""
        used = [show_exists(proof, FREE),
            proof.shows(that(0) <= _size**self.power,
                on=PARAMETERS & Variable(_size, sp.Integer(0), sp.oo, "[)"), by="sign",
                because="the cost is not negative")]
        for number, name in enumerate(("first", "second")):
            (low, high), level = MASSES.ends(number), MASSES.pieces[number].value
            used.append(proof.shows(
                    Sum(place**self.power * level, place, low, high - 1, self.parts()[number]),
                    on=PERIODS, by="sum",
                    because=f"the {name} part of period k has one level: a sum of powers is left"))
        used.append(proof.shows(Sum(sum(self.parts()), k, sp.Integer(0), sp.oo, self.value / 2),
                on=PARAMETERS, by="sum", ratio=b,
                because="the sum of the two parts of every period on one side of 0"))
        proof.key(*used[2:])
        return proof.concludes(goal, by="expectation", uses=used,
            because="the same holds on the other side of 0; the cost of 0 is 0")

    def derive(self, proof: Proof) -> tuple[str, str]:
        """Append the steps that show the goals; return the first one and the one on change."""
        total, real, change, dual, rises, at_zero, at_end, after, before = self.goals()
        for letter, meaning in ((_Q, self.change), (_D, bottom), (_Q_m, at(self.change, m)),
                (_D_m, at(bottom, m))):
            proof.letter(letter, meaning)
        proof.part("The cost")
        cost = self._expectation(proof, total)
        proof.concludes(real, by="identity",
            because="the first term is the cost of the staircase density that drops half way "
                "between r - 1 and r, the second what rounding to integers takes away",
            latex=rf"V(P_r)=V(f_\gamma)-{self.correction_latex},\quad"
            r"\gamma=\frac{r-1/2}{\Delta}")
        proof.part("How the cost changes with r")
        proof.shows(that(0) < self.factor, by="sign", because="the factor of Q is positive")
        step = proof.concludes(change, by="identity",
            because="from r to r + 1 the cost changes with the sign of Q",
            latex=rf"V(P_{{r+1}})-V(P_r)={self.factor_latex}\frac{{Q(r)}}{{D(r)D(r+1)}}")
        proof.concludes(dual, by="sum",
            because=
            "Q is, up to a positive factor, what the cost at r, r + Delta, r + 2 Delta and so on "
            "is above the expected cost, weighted by b^k: the dual solution of the linear program",
            latex=rf"\sum_{{k\ge0}}b^k\bigl({self.place_latex}-V(P_r)\bigr)"
            rf"=\frac{{Q(r)}}{{{self.dual_latex}D(r)}}", ratio=b)
        proof.concludes(rises, by="sign",
            because="Q increases with r, so that the cost falls and then rises: it is least at the "
                "least r >= 1 at which Q is not negative", latex="Q(r)<Q(r+1)")
        proof.concludes(at_zero, by="sign", because="Q is negative at r = 0", latex="Q(0)<0")
        proof.concludes(at_end, by="sign", latex=r"0<Q(\Delta)",
            because="Q is positive at r = Delta, so that this r is at most Delta")
        price = rf"{self.factor_latex}\frac{{%s}}{{D(m)D(r)}}\le V(P_r)"
        proof.concludes(after, by="sign", latex=r"V(P_m)+" + price % "(r-m)Q(m)",
            because="the cost beyond m is at least that at m, when Q_m is not negative")
        rest = proof.shows(before.proposition, on=REVERSED, by="sign",
            because="the cost before m is at least this, where r bounds m")
        proof.follows(before, rest, latex=r"V(P_m)-" + price % "(m-r)Q(m-1)",
            because="the cost before m is at least that at m, when Q is not positive at m - 1")
        return cost, step
