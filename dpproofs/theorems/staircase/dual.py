"""Theorem 3 for the amplitude and the power: the dual solution in closed form.

Let f be the density of abs(X). Privacy says f(x) <= f(x + Delta)/b for x >= 0, and f(x) <= f(y)/b
for x and y in [0, Delta]. With V the cost of the best staircase and

    F(x) = sum over j >= 0 of b^j (L(x + j Delta) - V),

which is negative before gamma Delta and positive beyond, the multipliers of these constraints are

    b F(x + Delta)  and  -F(x) F(y)/B  for x < gamma Delta < y < Delta,

where B is the integral of F from gamma Delta to Delta. All are nonnegative, and what they add up to
at every place z is L(z) - V; so the integral of (L - V) f is nonnegative for every private f.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, nth_root
from dpproofs.kernel.proposition import Integral, Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.setting import PAPER, RATIO, SENSITIVITY, Delta, b

x, y = sp.symbols("x y", nonnegative=True)
j = sp.Symbol("j", integer=True)
s, T = sp.symbols("s T", positive=True)
_AHEAD = Variable(x, sp.Integer(0), sp.oo, "[)")


@dataclass(frozen=True)
class Dual:
    """The dual solution for a cost: F, its sign change and the value, over a domain."""

    on: Domain
    ratio: sp.Expr  # b
    cost: sp.Expr  # L(x)
    value: sp.Expr  # V
    turn: sp.Expr  # gamma Delta
    total: sp.Expr  # F(x)
    rest: sp.Expr  # B

    def at(self, place: sp.Expr) -> sp.Expr:
        """F at a place."""
        return self.total.xreplace({x: place})

    @property
    def steps(self) -> dict[Goal, tuple[str, str]]:
        """F, the two kinds of multipliers, and what they add up to; how this is shown, and why."""
        term = self.ratio**j * (self.cost.xreplace({x: x + j * Delta}) - self.value)
        later = self.ratio * self.at(x + Delta)
        pairs = self.on & between(x, 0, self.turn, "[)") & between(y, self.turn, Delta, "(]")
        ends = (sp.Integer(0), self.turn, Delta)
        return {Goal(Sum(term, j, sp.Integer(0), sp.oo, self.total), self.on & _AHEAD):
                ("sum", ("the costs at x, x + Delta, x + 2 Delta and so on, each less the least "
                    "cost, are added up with the powers of the ratio")),
            Goal(that(self.total - later) == self.cost - self.value, self.on & _AHEAD):
                ("identity", _LEFT),
            Goal(that(0) < later, self.on & _AHEAD):
                ("sign",
                    ("the first multiplier is positive, as x + Delta lies beyond the place where "
                        "the sum changes its sign")),
            Goal(that(0) < -self.total * self.at(y) / self.rest, pairs):
                ("sign", "of the two factors one is negative, one positive"),
            Goal(Integral(self.total, x, ends[1], ends[2], self.rest), self.on):
                ("integral", ("the sum is integrated over the part of a period where it "
                    "is positive")),
            Goal(Integral(-self.total, x, ends[0], ends[1], self.ratio * self.rest), self.on):
                ("integral", _BALANCE)}


_LEFT = ("the sum is its first term and what follows from x + Delta on, which is the first "
            "multiplier")
_BALANCE = ("the size of the integral where the sum is negative is the last one times the ratio")


def _derive(dual: Dual) -> Derivation:
    proof = Proof(dual.on)
    proof.idea(_IDEA)
    for letter, meaning in ((_F, dual.total), (_B, dual.rest), (_V, dual.value)):
        proof.letter(letter, meaning)
    for goal, (method, because) in dual.steps.items():
        more = {"ratio": dual.ratio} if method == "sum" else {}
        proof.concludes(goal, by=method, because=because, **more)
    return proof.done()


_NOTE = ("L is the cost, %s; F_x is F(x), the sum over j >= 0 of b^j (L(x + j Delta) - V_0), with "
    "the ratio b = exp(-epsilon), and B_0 the integral of F from gamma Delta on, where it changes "
    "its sign. With f(x) the density at x plus that at -x, privacy says f(x) <= f(x + Delta)/b, "
    "and f(x) <= f(y)/b for x and y in [0, Delta]; a private noise has a density, and one for "
    "which this holds everywhere. Left in words: the multipliers times the slack of these "
    "constraints, added up over the first n periods, are the integral of (L - V_0) f there and "
    "what leaves the last period, which tends to 0 if the cost is finite, as F grows like L. The "
    "goals are feasibility of the dual solution and its value V_0, so that no private noise costs "
    "less than V_0, the cost of the staircase in %s.")

#: What is printed for V, F(x) and B.
_V, _F, _B = sp.symbols("V_0 F_x B_0", real=True)
_IDEA = ("The constraint that the density at x is at most 1/b times that at x + Delta has the "
    "multiplier b F(x + Delta), and that it is at most 1/b times that at y, for x < gamma Delta < "
    "y, has -F(x) F(y)/B_0. By the two integrals the latter add up to -F(x) over all y, and to b "
    "F(y) over all x. So all together give F(z) - b F(z + Delta) = L(z) - V_0 at every place z, "
    "and the integral of L - V_0 over any private density is not negative.")

_ROOT = s**2
_s_turn = s / (1 + s) * Delta
AMPLITUDE = Dual(on=Domain((between(s, 0, 1), SENSITIVITY)), ratio=_ROOT, cost=x,
    value=Delta * s / (1 - _ROOT), turn=_s_turn, total=(x - _s_turn) / (1 - _ROOT),
    rest=Delta**2 / (2 * (1 + s) ** 2 * (1 - _ROOT)))

_t_turn = (T - b) / (1 - b) * Delta
_edge = (1 - b) * x + b * Delta
POWER = Dual(on=Domain((RATIO, nth_root(T, 3, b * (1 + b) / 2, b, sp.Integer(1)), SENSITIVITY)),
    ratio=b, cost=x**2, value=Delta**2 * (T**2 + b) / (1 - b) ** 2, turn=_t_turn,
    total=(_edge**2 - T**2 * Delta**2) / (1 - b) ** 3,
    rest=Delta**3 * (sp.Rational(1, 3) - T**2 + 2 * T**3 / 3) / (1 - b) ** 4)

L1 = Statement(id="staircase.thm3.l1", paper=PAPER,
    item="ours: the dual solution for the amplitude",
    title="multipliers in closed form for the least amplitude: feasible, and of its value",
    printed_latex=r"s=e^{-\epsilon/2},\quad V=\frac{\Delta s}{1-s^2},\quad "
    r"F(x)=\frac{x-\gamma^*\Delta}{1-s^2},\quad\gamma^*=\frac s{1+s}",
    printed=tuple(AMPLITUDE.steps), note=_NOTE % ("x", "Theorem 4"))
L2 = Statement(id="staircase.thm3.l2", paper=PAPER, item="ours: the dual solution for the power",
    title="multipliers in closed form for the least power: feasible, and of its value",
    printed_latex=r"T^3=\frac{b(1+b)}2,\quad V=\Delta^2\frac{T^2+b}{(1-b)^2},\quad "
    r"F(x)=\frac{((1-b)x+b\Delta)^2-T^2\Delta^2}{(1-b)^3},\quad\gamma^*=\frac{T-b}{1-b}",
    printed=tuple(POWER.steps), note=_NOTE % ("x^2", "Theorem 6"))


def derive_amplitude() -> Derivation:
    return _derive(AMPLITUDE)


def derive_power() -> Derivation:
    return _derive(POWER)


CLAIMS = (Claim(L1, derive_amplitude), Claim(L2, derive_power))
