"""Theorems 4 and 5: lower bounds for every epsilon and delta, without Lemma 2.

G(z) = P(|X| >= z). Privacy, used for the half-lines X >= z and X <= -z moved outwards by Delta,
gives G(z) <= exp(epsilon) G(z + Delta) + 2 delta. As G(0) = 1, G(k Delta) >= g_k with g_0 = 1 and
g_k = exp(epsilon) g_{k+1} + 2 delta: the tail of a noise Y on the multiples of Delta.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.proposition import Derivative, Relation, Sum, less
from dpproofs.theorems.trunclap.discretisation import WITH_N, a_n, delta_n, k, n
from dpproofs.theorems.trunclap.setting import DELTA, PAPER, SENSITIVITY, Delta, delta, eps

b = sp.Symbol("b", positive=True)  # exp(-epsilon), rational in the models
x, z = sp.symbols("x z", real=True)
y = sp.Symbol("y", nonnegative=True)
count = sp.Symbol("n", integer=True)
G = sp.Function("G")

a = b * delta + (1 - b) / 2
RATIO = between(b, 0, 1)
ON = Domain((RATIO, DELTA, SENSITIVITY))
_ONWARD = Variable(z, sp.Integer(0), sp.oo, "[)")


def tail(place: sp.Expr) -> sp.Expr:
    """g at an integer: the least that privacy leaves of P(|X| >= place Delta)."""
    return 1 - 2 * a * (1 - b**place) / (1 - b)


def in_epsilon(expression: sp.Expr) -> sp.Expr:
    """An expression in b, with exp(-epsilon) for b."""
    return expression.xreplace({b: sp.exp(-eps)})


HYPOTHESES = (
    relation_goal(b * (G(z) - 2 * delta), "<=", G(z + Delta), ON & _ONWARD),
    relation_goal(G(0), "==", 1, ON),
    relation_goal(G(z + y), "<=", G(z), ON & _ONWARD & Variable(y, sp.Integer(0), sp.oo, "[)")),
    relation_goal(0, "<=", G(z), ON & _ONWARD),
)


FAR = 24  # periods beyond which the model is not evaluated: the rationals become long


class Cells(sp.Function):  # type: ignore[misc]  # SymPy ships no types
    """How many k >= 1 have g_k > 0, at rational points."""

    @classmethod
    def eval(cls, ratio: sp.Expr, lost: sp.Expr) -> sp.Expr | None:
        """The value at rational arguments; otherwise the function stays as it is."""
        if not (ratio.is_Rational and lost.is_Rational):
            return None
        left = [place for place in range(1, FAR + 1) if _remaining(ratio, lost, place) > 0]
        return None if len(left) == FAR else sp.Integer(len(left))


class Tail(sp.Function):  # type: ignore[misc]  # SymPy ships no types
    """max(0, g_k) with k = ceiling(place/size), at rational points: the tail of Y."""

    @classmethod
    def eval(cls, place: sp.Expr, size: sp.Expr, ratio: sp.Expr, lost: sp.Expr) -> sp.Expr | None:
        """The value at rational arguments; otherwise the function stays as it is."""
        if not all(argument.is_Rational for argument in (place, size, ratio, lost)):
            return None
        periods = sp.ceiling(place / size)
        return max(sp.Integer(0), _remaining(ratio, lost, int(periods))) if periods <= FAR else None


def _remaining(ratio: sp.Expr, lost: sp.Expr, periods: int) -> sp.Expr:
    left = sp.Integer(1)
    for _ in range(periods):
        left = ratio * (left - 2 * lost)
    return left


# -- the two sums ---------------------------------------------------------------------------------

#: The sums of g_k and of (2k - 1) g_k over k = 1, ..., n: E|Y|/Delta and E Y^2/Delta^2 when g_k > 0
#: for these k only.
first_moment = count * (1 - 2 * a / (1 - b)) + 2 * a * b * (1 - b**count) / (1 - b) ** 2
_odd = (b + b**2 - b**count * (b + b**2 + 2 * count * b * (1 - b))) / (1 - b) ** 2
second_moment = count**2 * (1 - 2 * a / (1 - b)) + 2 * a / (1 - b) * _odd

_COUNTS = Domain((RATIO, DELTA, index(count, 0)))
FIRST_MOMENT = Goal(Sum(tail(k), k, sp.Integer(1), count, first_moment), _COUNTS)
SECOND_MOMENT = Goal(Sum((2 * k - 1) * tail(k), k, sp.Integer(1), count, second_moment), _COUNTS)


# -- what privacy leaves --------------------------------------------------------------------------

_STEPS = ON & index(count, 0)
_INSIDE = ON & between(x, 0, Delta) & index(count, 0)


def order(what: str) -> Goal:
    """The cost of Y is at most that of X."""
    return relation_goal(sp.Function(f"{what}_Y")(), "<=", sp.Function(f"{what}_X")(), ON)


def show_order(proof: Proof, what: str) -> None:
    """Append that Y costs no more than any private noise."""
    private, whole, falls, nonnegative = (
        proof.assumes(goal, because=why, latex=text)
        for goal, why, text in zip(
            HYPOTHESES,
            (
                "privacy for X >= z and X <= -z, moved outwards by Delta; G(z) = P(|X| >= z)",
                "the mass is 1",
                "a tail does not increase",
                "and is not negative",
            ),
            (r"b\,\bigl(G(z)-2\delta\bigr)\le G(z+\Delta)", "", r"G(z+y)\le G(z)", ""),
            strict=True,
        )
    )
    gap = (G(count * Delta) - tail(count)) / b**count
    start = gap.xreplace({count: sp.Integer(0)})
    grows = proof.shows(
        Relation(sp.Integer(0), "<=", gap.xreplace({count: count + 1}) - gap),
        on=_STEPS,
        by="entailment",
        because="the next g is b (g - 2 delta), so that the gap of G to g over b^k does not shrink",
        uses=(private,),
        facts=[(private, {z: count * Delta}, b ** (-count - 1))],
    )
    kept = proof.shows(
        Relation(start, "<=", gap),
        on=_STEPS,
        by="rule",
        because="by induction",
        uses=(grows,),
        rule="increments",
        bindings={"terms": gap, "last": sp.oo},
    )
    above = proof.shows(
        Relation(tail(count), "<=", G(count * Delta)),
        on=_STEPS,
        by="entailment",
        because="so G is at least g_k at every multiple of Delta: both are 1 at 0",
        uses=(kept, whole),
        facts=[(kept, {}, b**count), (whole, {}, b**count)],
        latex=r"g_n\le G(n\Delta)",
    )
    near = proof.shows(
        Relation(tail(count + 1), "<=", G(x + count * Delta)),
        on=_INSIDE,
        by="entailment",
        because="so it is at least the next g all the way up to there",
        uses=(above, falls),
        facts=[(above, {count: count + 1}, 1), (falls, {z: x + count * Delta, y: Delta - x}, 1)],
        latex=r"g_{n+1}\le G(x+n\Delta)",
    )
    far = proof.shows(
        Relation(sp.Integer(0), "<=", G(x + count * Delta)),
        on=_INSIDE,
        by="entailment",
        because="and at least 0",
        uses=(nonnegative,),
        facts=[(nonnegative, {z: x + count * Delta}, 1)],
    )
    proof.concludes(
        order(what),
        by="rule",
        because="Y on the multiples of Delta, with P(|Y| >= k Delta) = max(0, g_k), has the "
        f"smaller tail, so the smaller {what}",
        uses=(near, far),
        rule="stochastic order by periods",
        bindings={
            "near": tail(count + 1), "far": sp.Integer(0), "function": sp.Symbol("G"),
            "width": Delta, "cheaper": sp.Symbol(f"{what}_Y"), "dearer": sp.Symbol(f"{what}_X"),
        },
    )  # fmt: skip


def model(what: str, moment: sp.Expr, power: int) -> dict[str, Any]:
    """Y itself: it satisfies the hypotheses, so that no better bound follows from them."""
    value = Delta**power * moment.xreplace({count: Cells(b, delta)})
    return {
        "G": sp.Lambda(z, Tail(z, Delta, b, delta)),
        f"{what}_Y": sp.Lambda((), value),
        f"{what}_X": sp.Lambda((), value),
    }


# -- Theorem 4 ------------------------------------------------------------------------------------

_PRINTED = Domain((RATIO, DELTA, SENSITIVITY, index(n, 1)))
closed1 = 2 * a * ((b - b**n) / (1 - b) ** 2 - (n - 1) * b**n / (1 - b)) * Delta
SUM1 = Goal(Sum(2 * a * b**k * k * Delta, k, sp.Integer(0), n - 1, closed1), _PRINTED)
MASS = relation_goal(
    tail(count) - tail(count + 1), "==", 2 * a * b**count, Domain((RATIO, DELTA, index(count, 0)))
)
_WHOLE = {delta: delta_n}
_spent = 2 * a * (1 - b**n) / (1 - b)  # 1 - g_n
ZERO = relation_goal(in_epsilon(_spent).xreplace(_WHOLE), "==", 1, WITH_N)
_same1 = in_epsilon(first_moment.xreplace({count: n - 1})).xreplace(_WHOLE)
_at_n = 2 * a_n * in_epsilon((b - b**n) / (1 - b) ** 2 - (n - 1) * b**n / (1 - b))
SAME1 = relation_goal(_same1, "==", _at_n, WITH_N)

# Every epsilon and delta: epsilon = s + t and log(1 + u) = n epsilon + s with an integer n, which
# is the number of k >= 1 with g_k > 0.
s, t = sp.symbols("s t", positive=True)
_EVERY = Domain((positive(s), positive(t), index(count, 1)))
_end = count * (s + t) + s
_any = {eps: s + t, delta: (sp.exp(s + t) - 1) / (2 * (sp.exp(_end) - 1))}
low1 = 1 / (sp.exp(s + t) - 1) - _end / ((s + t) * (sp.exp(_end) - 1))
EVERY1 = relation_goal(low1, "<=", in_epsilon(first_moment).xreplace(_any), _EVERY)

THEOREM4 = Statement(
    id="trunclap.thm4",
    paper=PAPER,
    item="Theorem 4, (11)",
    title="a lower bound on the amplitude of private noise",
    printed_latex=r"V_1^*\ge V_1^{low}=2a\sum_{k=0}^{n-1}b^kk\,\Delta"
    r"=2a\Bigl(\frac{b-b^n}{(1-b)^2}-\frac{(n-1)b^n}{1-b}\Bigr)\Delta",
    printed=(SUM1, MASS, ZERO, order("amplitude"), FIRST_MOMENT, SAME1, EVERY1),
    hypotheses=HYPOTHESES,
    examples=(model("amplitude", first_moment, 1),),
    note="Shown for all epsilon, delta and Delta, and for every cost that is even and "
    "nondecreasing on [0, oo), without Lemma 2, a grid or an integer n. Y lies on the multiples of "
    "Delta, with P(|Y| >= k Delta) = max(0, g_k), so that no amplitude is below Delta times the "
    "sum of g_k over the k >= 1 with g_k > 0; when n is an integer g_n = 0, the masses at |Y| = "
    "k Delta are 2 a b^k, and this is the bound (11). The bound is the best of its form: the tail "
    "of Y satisfies every inequality that is used (it is the model of the hypotheses); privacy for "
    "other sets gives more. The last goal is for every epsilon and delta, as epsilon = s + t and "
    "log(1 + u) = n epsilon + s, u = (exp(epsilon) - 1)/(2 delta), with an integer n: the bound is "
    "at least Delta/(exp(epsilon) - 1) - Delta log(1 + u)/(epsilon u), which is (11) with n = "
    "log(1 + u)/epsilon. In words: that E|Y| is the sum of P(|Y| >= k Delta).",
)


def derive_theorem4() -> Derivation:
    proof = Proof(ON)
    proof.concludes(SUM1, by="sum", because="the closed form of the printed sum is right", ratio=b)
    _masses(proof)
    show_order(proof, "amplitude")
    proof.concludes(
        FIRST_MOMENT,
        by="sum",
        because="E|Y| over Delta: the sum of its tail",
        quotient=first_moment.xreplace({count: k - 1}),
    )
    proof.concludes(SAME1, by="identity", because="with an integer n it is the printed bound")
    _every(proof)
    return proof.done()


def _masses(proof: Proof) -> None:
    proof.concludes(MASS, by="identity", because="the masses of Y at the multiples of Delta")
    proof.concludes(
        ZERO, by="identity", because="with the delta that makes n an integer, they add up to 1"
    )


def _every(proof: Proof) -> None:
    """Append the bound for every epsilon and delta."""
    pair = Domain((positive(s), positive(t)))
    steep = proof.shows(
        less(sp.exp(s) - 1, s * sp.exp(s)),
        on=Domain((positive(s),)),
        by="ladder",
        because="an exponential polynomial",
    )
    share = s * (sp.exp(s + t) - 1) - (s + t) * (sp.exp(s) - 1)
    slope = s * sp.exp(s + t) - sp.exp(s) + 1
    uses = (
        proof.shows(
            Derivative(share, t, slope), on=pair, by="derivative", because="its slope in t"
        ),
        proof.shows(
            less(0, slope),
            on=pair,
            by="entailment",
            because="as exp(t) > 1",
            uses=(steep,),
            facts=[(steep, {}, 1)],
        ),
    )
    chord = proof.shows(
        less((s + t) * (sp.exp(s) - 1), s * (sp.exp(s + t) - 1)),
        on=pair,
        by="increasing",
        because="an exponential is convex: up to epsilon = s + t it lies below its chord",
        uses=uses,
    )
    proof.concludes(
        EVERY1,
        by="entailment",
        because="the bound is concave between integers, and equal at n = log(1 + u)/epsilon and at "
        "one less",
        uses=(chord,),
        facts=[(chord, {}, 1 / ((s + t) * (sp.exp(s + t) - 1) * (sp.exp(_end) - 1)))],
        latex=r"\frac1{e^{s+t}-1}-\frac{n(s+t)+s}{(s+t)\,(e^{n(s+t)+s}-1)}\le\sum_{k=1}^ng_k",
    )


# -- Theorem 5 ------------------------------------------------------------------------------------

_bracket = (
    -b
    + 2 * (b * (1 - b ** (n - 1)) / (1 - b) ** 2 - (n - 1) * b**n / (1 - b))
    - b**2 * (1 - b ** (n - 2)) / (1 - b)
    - (n - 1) ** 2 * b**n
)
closed2 = 2 * a * Delta**2 / (1 - b) * _bracket
SUM2 = Goal(Sum(2 * a * b**k * k**2 * Delta**2, k, sp.Integer(0), n - 1, closed2), _PRINTED)
_same2 = in_epsilon(second_moment.xreplace({count: n - 1})).xreplace(_WHOLE)
SAME2 = relation_goal(_same2, "==", in_epsilon(2 * _bracket / (1 - b)) * a_n, WITH_N)

THEOREM5 = Statement(
    id="trunclap.thm5",
    paper=PAPER,
    item="Theorem 5, (12)",
    title="a lower bound on the power of private noise",
    printed_latex=r"\begin{gathered}V_2^*\ge V_2^{low}=2\sum_{k=0}^{n-1}ab^kk^2\Delta^2=\frac{2a"
    r"\Delta^2}{1-b}\Bigl[-b+2\Bigl(\frac{b(1-b^{n-1})}{(1-b)^2}-\frac{(n-1)b^n}{1-b}\Bigr)\\-"
    r"\frac{b^2(1-b^{n-2})}{1-b}-(n-1)^2b^n\Bigr]\end{gathered}",
    printed=(SUM2, MASS, ZERO, order("power"), SECOND_MOMENT, SAME2),
    hypotheses=HYPOTHESES,
    examples=(model("power", second_moment, 2),),
    note="As Theorem 4: no power is below Delta^2 times the sum of (2k-1) g_k over the k >= 1 with "
    "g_k > 0, for all epsilon, delta and Delta; this is (12) when n is an integer. The closed form "
    "(12) is right for every n >= 1, although it looks as if n >= 2 were needed. In words: that "
    "E Y^2 is Delta^2 times the sum of (2k-1) P(|Y| >= k Delta).",
)


def derive_theorem5() -> Derivation:
    proof = Proof(ON)
    proof.concludes(SUM2, by="sum", because="the closed form of the printed sum is right", ratio=b)
    _masses(proof)
    show_order(proof, "power")
    proof.concludes(
        SECOND_MOMENT,
        by="sum",
        because="E Y^2 over Delta^2, by its tail",
        quotient=second_moment.xreplace({count: k - 1}),
    )
    proof.concludes(SAME2, by="identity", because="with an integer n it is the printed bound")
    return proof.done()


CLAIMS = (Claim(THEOREM4, derive_theorem4), Claim(THEOREM5, derive_theorem5))
