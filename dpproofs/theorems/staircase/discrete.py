"""Section VI: the discrete staircase (79), its normaliser (80), and its privacy."""

from __future__ import annotations

from typing import Any

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement
from dpproofs.kernel.domain import Domain, Variable, index, positive
from dpproofs.kernel.proposition import Relation, Sum, at_most, equal, less
from dpproofs.theorems.staircase.setting import (
    PAPER,
    PERIOD,
    RATIO,
    Delta,
    b,
    gamma,
    height,
    k,
)

P = sp.Function("P")
r = sp.Symbol("r", positive=True)
j, i, t = sp.symbols("j i t", nonnegative=True)  # places within a period; a distance
_y = sp.Symbol("y", real=True)

#: The sensitivity and r are integers, 1 <= r <= Delta.
SIZE = index(Delta, 1)
PARAMETERS = Domain((RATIO, SIZE, index(r, 1, Delta)))
#: The same where the second part of a period is not empty.
TWO_PARTS = Domain((RATIO, index(Delta, 2), index(r, 1, Delta - 1)))

#: D, the denominator of (80), and a(r), the probability of 0.
bottom = 2 * r + 2 * b * (Delta - r) - (1 - b)
peak = (1 - b) / bottom

IN_FIRST, IN_SECOND = index(j, 0, r - 1), index(j, r, Delta - 1)
_AHEAD = index(i, 0)

FIRST = Goal(equal(P(j), peak), PARAMETERS & IN_FIRST)
SECOND = Goal(equal(P(j), b * peak), TWO_PARTS & IN_SECOND)
COPIES = Goal(
    equal(P(k * Delta + j), b**k * P(j)), Domain((*PARAMETERS, PERIOD, index(j, 0, Delta - 1)))
)
ONE_STEP = Goal(equal(P(i + Delta), b * P(i)), PARAMETERS & _AHEAD)
EVEN = Goal(equal(P(-i), P(i)), PARAMETERS & _AHEAD)

#: The four lines of (79), the third once more with k = 1.
DEFINITION = (FIRST, SECOND, COPIES, ONE_STEP, EVEN)


class DiscreteStaircase(sp.Function):  # type: ignore[misc]  # SymPy ships no types
    """P_r at an integer, from the one formula a b^(1 + floor((|i| - r)/Delta)), at exact points."""

    @classmethod
    def eval(cls, place: sp.Expr, *parameters: sp.Expr) -> sp.Expr | None:
        """The value at rational arguments; otherwise the function stays as it is."""
        if not all(argument.is_Rational for argument in (place, *parameters)):
            return None
        ratio, size, part = parameters
        at = {b: ratio, Delta: size, r: part}
        return peak.xreplace(at) * ratio ** (1 + sp.floor((abs(place) - part) / size))

    def _latex(self, printer: Any) -> str:
        place, ratio, size, part = map(printer.doprint, self.args)
        return rf"a({part})\,{ratio}^{{1+\lfloor(|{place}|-{part})/{size}\rfloor}}"


#: The discrete staircase itself satisfies the definition, so that it is not contradictory.
MODEL = {"P": sp.Lambda(_y, DiscreteStaircase(_y, b, Delta, r))}

_LINES = (
    ("the first part of the first period", r"P_r(j)=a(r),\quad 0\le j<r"),
    ("the second part of the first period", r"P_r(j)=b\,a(r),\quad r\le j<\Delta"),
    (
        "every later period is a scaled copy of the first",
        r"P_r(k\Delta+j)=b^kP_r(j),\quad 0\le j<\Delta,\ k\in\mathbb N",
    ),
    (
        "so each period is the one before, scaled (the line above for k and k + 1)",
        r"P_r(i+\Delta)=b\,P_r(i),\quad i\ge0",
    ),
    ("the noise is symmetric; at i = 0 this says nothing", r"P_r(-i)=P_r(i)"),
)


def show_levels(proof: Proof) -> tuple[str, str, str]:
    """Append (79), and the level of either part of period k; return these and the step of Delta."""
    first, second, copies, onward, _ = (
        proof.assumes(goal, because=reason, latex=latex)
        for goal, (reason, latex) in zip(DEFINITION, _LINES, strict=True)
    )
    names = [
        proof.shows(
            equal(P(k * Delta + j), peak * b**power),
            on=Domain((*family, PERIOD, place)),
            by="entailment",
            because=f"the {which} part of period k has one level",
            uses=(copies, part),
            facts=[(copies, {}, 1), (part, {}, b**k)],
        )
        for which, part, power, family, place in (
            ("first", first, k, PARAMETERS, IN_FIRST),
            ("second", second, k + 1, TWO_PARTS, IN_SECOND),
        )
    ]
    return names[0], names[1], onward


# -- privacy --------------------------------------------------------------------------------------


def _at(place: sp.Symbol, second: bool) -> Variable:
    """A place in the first or the second part of a period."""
    return index(place, r, Delta - 1) if second else index(place, 0, r - 1)


def _behind(place: sp.Symbol, other: sp.Symbol, second: bool) -> Variable:
    """A place in the same part as another, and not before it."""
    return index(place, other, Delta - 1 if second else r - 1)


def _cell(one: Variable, other: Variable, second: bool) -> Domain:
    return Domain((*(TWO_PARTS if second else PARAMETERS), PERIOD, one, other))


def _case(here: int, there: int, domain: Domain) -> Goal:
    """P at j, ``here`` periods further, against P at t, ``there`` periods further."""
    place = k * Delta + j + here * Delta
    other = k * Delta + t + there * Delta
    return Goal(at_most(P(place), P(other) / b), domain)


#: Periods of the two places beyond k, their parts, and where they are (j or t first).
_CASES = tuple(
    [
        (0, 0, (p, q), _cell(_at(j, p), _at(t, q), p or q))
        for p in (False, True)
        for q in (False, True)
    ]
    + [(0, 1, (p, p), _cell(_at(t, p), _behind(j, t, p), p)) for p in (False, True)]
    + [(0, 1, (True, False), _cell(_at(t, False), _at(j, True), True))]
    + [(1, 0, (p, p), _cell(_at(j, p), _behind(t, j, p), p)) for p in (False, True)]
    + [(1, 0, (False, True), _cell(_at(j, False), _at(t, True), True))]
)  # fmt: skip

_PART = {False: "first", True: "second"}
_WHERE = {
    (0, 0): "both places in the same period",
    (0, 1): "the second place in the next period, at most Delta further than the first",
    (1, 0): "the second place in the period before, at most Delta nearer than the first",
}
_OPPOSITE = Domain((SIZE, index(j, 0, Delta - 1), index(_y, j - Delta, -1)))

MASS = Statement(
    id="staircase.eq79",
    paper=PAPER,
    item="(79), (76)",
    title="the discrete staircase, and that it is epsilon-differentially private",
    printed_latex=r"\begin{gathered}P_r(i)=\begin{cases}a(r),&0\le i<r,\\"
    r"e^{-\epsilon}a(r),&r\le i<\Delta,\\"
    r"e^{-k\epsilon}P_r(i-k\Delta),&k\Delta\le i<(k+1)\Delta,\ k\in\mathbb N,\\"
    r"P_r(-i),&i<0,\end{cases}\\"
    r"P_r(i)\le e^\epsilon P_r(i+d)\quad\text{for all }i,\ |d|\le\Delta\end{gathered}",
    printed=(
        *(_case(here, there, domain) for here, there, _, domain in _CASES),
        Goal(at_most(-_y - j, Delta), _OPPOSITE),
        Goal(at_most(j + _y, Delta), _OPPOSITE),
    ),
    definition=True,
    hypotheses=DEFINITION,
    examples=(MODEL,),
    note="With b = exp(-epsilon) and integers i, r, Delta, 1 <= r <= Delta. The lines cover every "
    "integer once: the third repeats the first two for k = 0, the fourth leaves 0 to the first. At "
    "r = Delta the second line is empty, and P drops at the multiples of Delta alone. In one "
    "formula, P_r(i) = a b^(1 + floor((|i| - r)/Delta)). Ten cases cover two places i, i + d >= 0 "
    "at most Delta apart: their periods differ by at most 1, and each is in the first or the "
    "second part. As P is even, signs do not matter once ||i| - |i + d|| <= Delta, which is shown "
    "for opposite signs and clear for equal ones. Summed over S it gives P(S) <= exp(epsilon) "
    "P(S + d).",
)


def derive_mass() -> Derivation:
    proof = Proof(PARAMETERS)
    first, second, onward = show_levels(proof)
    levels = {False: first, True: second}
    proof.shows(less(0, peak), by="sign", because="a(r) > 0, also for r = Delta")
    for (here, there, (p, q), _), goal in zip(_CASES, MASS.printed, strict=False):
        facts = [(levels[p], {}, -(b**here)), (levels[q], {j: t}, b**there / b)]
        used = [levels[p], levels[q]]
        if here or there:
            place, factor = (j, -1) if here else (t, 1 / b)
            facts.append((onward, {i: k * Delta + place}, factor))
            used.append(onward)
        proof.concludes(
            goal,
            by="entailment",
            because=f"{_WHERE[here, there]}; the first in a {_PART[p]} part, the second in a "
            f"{_PART[q]} one",
            uses=tuple(dict.fromkeys(used)),
            facts=facts,
        )
    proof.shows(
        Relation(j - t, "<", sp.Integer(0)),
        on=_cell(_at(j, False), _at(t, True), True),
        by="sign",
        because="from a first part to the second part one period further it is more than Delta, "
        "so the factor b^2 never occurs",
    )
    for goal in MASS.printed[-2:]:
        proof.concludes(
            goal,
            by="sign",
            because="across the origin, at j >= 0 > y: |j| and |y| differ by at most Delta",
        )
    return proof.done()


# -- the normaliser -------------------------------------------------------------------------------

_c = sp.Symbol("c", positive=True)  # a probability of 0 that is not yet fixed
_LEVEL = PARAMETERS & positive(_c)


def _parts(level: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """The probabilities of the two parts of period k, when that of 0 is ``level``."""
    return level * r * b**k, level * (Delta - r) * b ** (k + 1)


def show_parts(
    proof: Proof, terms: tuple[sp.Expr, sp.Expr], values: tuple[sp.Expr, sp.Expr], what: str
) -> list[str]:
    """Append the sums of two terms over j in the two parts of period k."""
    return [
        proof.shows(
            Sum(term, j, *ends, value),
            on=PARAMETERS & PERIOD,
            by="sum",
            because=f"the {which} part of period k: {what}",
        )
        for which, ends, term, value in zip(
            ("first", "second"),
            ((sp.Integer(0), r - 1), (r, Delta - 1)),
            terms,
            values,
            strict=True,
        )
    ]


#: The staircase density with this gamma, rounded to integers, is P_r.
rounded = (r - sp.Rational(1, 2)) / Delta

NORMALISER = Statement(
    id="staircase.eq80",
    paper=PAPER,
    item="(80)",
    title="the probability of 0 that makes the sum 1",
    printed_latex=r"a(r)=\frac{1-b}{2r+2b(\Delta-r)-(1-b)},\qquad\sum_{i\in\mathbb Z}P_r(i)=1",
    printed=(
        Goal(Sum(2 * sum(_parts(peak)), k, sp.Integer(0), sp.oo, 1 + peak), PARAMETERS),
        Goal(
            Sum(2 * sum(_parts(_c)), k, sp.Integer(0), sp.oo, (bottom + 1 - b) * _c / (1 - b)),
            _LEVEL,
        ),
        Goal(equal((bottom + 1 - b) * _c / (1 - b) - _c - 1, _c / peak - 1), _LEVEL),
        Goal(equal(peak, height.subs(gamma, rounded)), PARAMETERS),
        Goal(equal((k + rounded) * Delta, k * Delta + r - sp.Rational(1, 2)), PARAMETERS & PERIOD),
    ),
    note="With b = exp(-epsilon). The periods on both sides of 0 count the integer 0 twice, so "
    "that the sum is 1 when twice one side is 1 + a(r); no other probability of 0 does it. The "
    "last two lines: P_r is the staircase density with gamma = (r - 1/2)/Delta, rounded to the "
    "nearest integer. That density drops at (k + gamma) Delta = k Delta + r - 1/2, half way "
    "between two integers, and has the height a(r) at 0, so that the unit interval around each "
    "integer i has one level and the mass P_r(i). Privacy under integer shifts follows once more, "
    "as rounding commutes with them.",
)


def derive_normaliser() -> Derivation:
    proof = Proof(PARAMETERS)
    pieces = show_parts(
        proof,
        (peak * b**k, peak * b ** (k + 1)),
        _parts(peak),
        "one level times the number of integers, which may be 0",
    )
    proof.shows(less(0, bottom), by="sign", because="the denominator of a(r) is positive")
    proof.concludes(
        NORMALISER.printed[0],
        by="sum",
        because="period by period on both sides, a geometric series; 0 is counted twice",
        uses=pieces,
        ratio=b,
    )
    proof.concludes(
        NORMALISER.printed[1],
        by="sum",
        because="the same for any probability c of 0",
        ratio=b,
    )
    proof.concludes(
        NORMALISER.printed[2],
        by="identity",
        because="counting 0 once, the sum differs from 1 by c/a(r) - 1: it is 1 for c = a(r) alone",
    )
    proof.concludes(
        NORMALISER.printed[3],
        by="identity",
        because="the height (26) of the staircase density with gamma = (r - 1/2)/Delta",
    )
    proof.concludes(
        NORMALISER.printed[4],
        by="identity",
        because="which drops half way between two integers",
    )
    return proof.done()


CLAIMS = (Claim(MASS, derive_mass), Claim(NORMALISER, derive_normaliser))
