"""The staircase density (25), its normaliser (26), and what the definition gives at once."""

from __future__ import annotations

from typing import Any

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement
from dpproofs.kernel.domain import Domain, between
from dpproofs.kernel.proposition import Integral, Sum, equal, less
from dpproofs.theorems.staircase.setting import (
    FAMILY,
    FIRST_PIECE,
    PAPER,
    PERIOD,
    RATIO,
    SECOND_PIECE,
    SENSITIVITY,
    SPLIT,
    Delta,
    b,
    gamma,
    height,
    k,
    weight,
    x,
)

f = sp.Function("f")
s = sp.Symbol("s", nonnegative=True)  # a place within a period
r = sp.Symbol("r", nonnegative=True)  # a distance from the origin
y = sp.Symbol("y", real=True)

_UPPER = between(gamma, 0, 1, "(]")  # the first piece is not empty
_LOWER = between(gamma, 0, 1, "[)")  # the second piece is not empty
IN_FIRST = between(s, 0, gamma * Delta, "[)")
IN_SECOND = between(s, gamma * Delta, Delta, "[)")
IN_PERIOD = between(s, 0, Delta, "[)")
_AHEAD = between(r, 0, sp.oo, "[)")


def split(*, first: bool = False, second: bool = False) -> Domain:
    """b, Delta and gamma, without the ends at which a piece that is needed is empty."""
    ends = ("(" if first else "[") + (")" if second else "]")
    return Domain((RATIO, SENSITIVITY, between(gamma, 0, 1, ends)))


FIRST = Goal(equal(f(s), height), split(first=True) & IN_FIRST)
SECOND = Goal(equal(f(s), b * height), split(second=True) & IN_SECOND)
COPIES = Goal(equal(f(k * Delta + s), b**k * f(s)), Domain((*FAMILY, PERIOD, IN_PERIOD)))
ONE_STEP = Goal(equal(f(r + Delta), b * f(r)), FAMILY & _AHEAD)
EVEN = Goal(equal(f(-r), f(r)), FAMILY & _AHEAD)

#: The four lines of (25), the third once more with k = 1.
DEFINITION = (FIRST, SECOND, COPIES, ONE_STEP, EVEN)


class Staircase(sp.Function):  # type: ignore[misc]  # SymPy ships no types
    """f at a place, from the one formula a b^(1 + floor(|x|/Delta - gamma)), at exact points."""

    @classmethod
    def eval(cls, place: sp.Expr, *parameters: sp.Expr) -> sp.Expr | None:
        """The value at rational arguments; otherwise the function stays as it is."""
        if not all(argument.is_Rational for argument in (place, *parameters)):
            return None
        ratio, width, part = parameters
        level = 1 + sp.floor(abs(place) / width - part)
        top = (1 - ratio) / (2 * width * (part + ratio * (1 - part)))
        return top * ratio**level

    def _latex(self, printer: Any) -> str:
        place, ratio, width, part = map(printer.doprint, self.args)
        exponent = rf"1+\lfloor|{place}|/{width}-{part}\rfloor"
        return rf"a({part})\,{ratio}^{{{exponent}}}"


#: The staircase density itself satisfies the definition, so that it is not contradictory.
MODEL = {"f": sp.Lambda(y, Staircase(y, b, Delta, gamma))}


_REASONS = (
    "the first piece of the first period",
    "the second piece of the first period",
    "every later period is a scaled copy of the first",
    "so each period is the one before, scaled (the line above for k and k + 1)",
    "the density is even",
)
_LATEX = (
    r"f_\gamma(s)=a(\gamma),\quad 0\le s<\gamma\Delta",
    r"f_\gamma(s)=b\,a(\gamma),\quad \gamma\Delta\le s<\Delta",
    r"f_\gamma(k\Delta+s)=b^kf_\gamma(s),\quad 0\le s<\Delta,\ k\in\mathbb N",
    r"f_\gamma(r+\Delta)=b\,f_\gamma(r),\quad r\ge0",
    r"f_\gamma(-r)=f_\gamma(r)",
)

FAMILY_IN_FIRST = Domain((*split(first=True), PERIOD, IN_FIRST))
FAMILY_IN_SECOND = Domain((*split(second=True), PERIOD, IN_SECOND))


def show_levels(proof: Proof) -> tuple[str, str, str]:
    """Append (25), and the level of either piece of period k; return these and the step of Delta.

    The steps are named in the order first piece, second piece, one period further.
    """
    first, second, copies, onward, _ = (
        proof.assumes(goal, because=reason, latex=latex)
        for goal, reason, latex in zip(DEFINITION, _REASONS, _LATEX, strict=True)
    )
    names = [
        proof.shows(
            equal(f(k * Delta + s), height * b**power),
            on=on,
            by="entailment",
            because=f"the {which} piece of period k has one level",
            uses=(copies, piece),
            facts=[(copies, {}, 1), (piece, {}, b**k)],
        )
        for which, piece, power, on in (
            ("first", first, k, FAMILY_IN_FIRST),
            ("second", second, k + 1, FAMILY_IN_SECOND),
        )
    ]
    return names[0], names[1], onward


DENSITY = Statement(
    id="staircase.eq25",
    paper=PAPER,
    item="(25), (37)",
    title="the staircase density",
    printed_latex=r"f_\gamma(x)=\begin{cases}a(\gamma),&0\le x<\gamma\Delta,\\"
    r"e^{-\epsilon}a(\gamma),&\gamma\Delta\le x<\Delta,\\"
    r"e^{-k\epsilon}f_\gamma(x-k\Delta),&k\Delta\le x<(k+1)\Delta,\ k\in\mathbb N,\\"
    r"f_\gamma(-x),&x<0\end{cases}",
    printed=(),
    definition=True,
    hypotheses=DEFINITION,
    examples=(MODEL,),
    note="With b = exp(-epsilon). The half-open pieces cover the line once, so that the density "
    "is well defined; at gamma = 0 the first piece of every period is empty, at gamma = 1 the "
    "second. In one formula, f(x) = a b^(1 + floor(|x|/Delta - gamma)).",
)


def derive_density() -> Derivation:
    proof = Proof(FAMILY)
    first, second, onward = show_levels(proof)
    proof.shows(less(0, height), by="sign", because="a(gamma) > 0, also for gamma = 0 and 1")
    steps = (
        (f(k * Delta + s) - f(k * Delta + s + Delta), first, FAMILY_IN_FIRST, b**k),
        (f(k * Delta + s) - f(k * Delta + s + Delta), second, FAMILY_IN_SECOND, b ** (k + 1)),
    )
    for drop, level, on, factor in steps:
        proof.shows(
            equal(drop, (1 - b) * height * factor),
            on=on,
            by="entailment",
            because="over one period the density falls by the factor b",
            uses=(level, onward),
            facts=[(onward, {r: k * Delta + s}, -1), (level, {}, 1 - b)],
        )
    proof.shows(
        less(height * b ** (k + 1), height * b**k),
        on=FAMILY & PERIOD,
        by="sign",
        because="within a period the density falls once, at gamma Delta, by the same factor",
    )
    return proof.done()


# -- the normaliser -------------------------------------------------------------------------------

_c = sp.Symbol("c", positive=True)  # a height that is not yet fixed
_LEVEL = Domain((RATIO, SENSITIVITY)) & between(_c, 0, sp.oo)


def _mass(level: sp.Expr) -> sp.Expr:
    """Twice the mass of period k when the height at the origin is ``level``."""
    return 2 * (level * b**k * gamma * Delta + level * b ** (k + 1) * (1 - gamma) * Delta)


NORMALISER = Statement(
    id="staircase.eq26",
    paper=PAPER,
    item="(26), (38)",
    title="the height that makes the mass 1",
    printed_latex=r"a(\gamma)=\frac{1-e^{-\epsilon}}"
    r"{2\Delta\,(\gamma+e^{-\epsilon}(1-\gamma))},\qquad\int f_\gamma=1",
    printed=(
        Goal(Sum(_mass(height), k, sp.Integer(0), sp.oo, sp.Integer(1)), FAMILY),
        Goal(
            Sum(_mass(_c), k, sp.Integer(0), sp.oo, 2 * _c * Delta * weight / (1 - b)),
            _LEVEL & SPLIT,
        ),
    ),
    note="With b = exp(-epsilon). The mass is proportional to the height, so that no other height "
    "gives mass 1.",
)


def derive_normaliser() -> Derivation:
    proof = Proof(FAMILY)
    pieces = []
    for level, low, high, on in (
        (b**k, k, k + gamma, FIRST_PIECE),
        (b ** (k + 1), k + gamma, k + 1, SECOND_PIECE),
    ):
        pieces.append(
            proof.shows(
                Integral(
                    height * level, x, low * Delta, high * Delta,
                    height * level * (high - low) * Delta,
                ),
                on=on,
                by="integral",
                because="level times length; an empty piece has mass 0",
                antiderivative=height * level * x,
            )
        )  # fmt: skip
    proof.shows(less(0, weight), by="sign", because="the denominator of a(gamma) is positive")
    proof.concludes(
        NORMALISER.printed[0],
        by="sum",
        because="both sides of the origin, period by period: a geometric series",
        uses=pieces,
        ratio=b,
    )
    general = proof.concludes(
        NORMALISER.printed[1], by="sum", because="the same for any height c", ratio=b
    )
    proof.shows(
        equal(2 * height * Delta * weight / (1 - b), 1),
        by="identity",
        because="the height for which the mass is 1 is a(gamma)",
        uses=(general,),
    )
    return proof.done()


CLAIMS = (Claim(DENSITY, derive_density), Claim(NORMALISER, derive_normaliser))
