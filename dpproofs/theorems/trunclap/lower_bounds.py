"""Theorems 4 and 5: lower bounds for every epsilon and delta, without Lemma 2.

G(z) = P(|X| >= z). Privacy, used for the half-lines X >= z and X <= -z moved outwards by Delta,
gives G(z) <= exp(epsilon) G(z + Delta) + 2 delta. As G(0) = 1, G(k Delta) >= g_k with g_0 = 1 and
g_k = exp(epsilon) g_{k+1} + 2 delta. The cost is at least the sum of its rises from one multiple of
Delta to the next, times G there.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Expected, Private
from dpproofs.kernel.derivation import Claim, Derivation, Goal, PrintedFormula, Statement
from dpproofs.kernel.domain import Domain, Variable, index, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Sum, that
from dpproofs.kernel.terms import Mass, Moved, at_least, beyond, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.samples import laplace
from dpproofs.theorems.trunclap.discretisation import WITH_N, a_n, delta_n, k, n
from dpproofs.theorems.trunclap.moments import (FIRST_MOMENT, RATIO, SECOND_MOMENT, a, b, count,
    first_moment, in_epsilon, second_moment, tail)
from dpproofs.theorems.trunclap.real_count import EVERY1, EVERY2, show_real1, show_real2
from dpproofs.theorems.trunclap.setting import DELTA, PAPER, SENSITIVITY, Delta, delta, eps

x, z = sp.symbols("x z", real=True)
h = sp.Symbol("h", positive=True)

ON = Domain((RATIO, DELTA, SENSITIVITY))
_ONWARD = Variable(z, sp.Integer(0), sp.oo, "[)")


#: What the theorems are about: any private noise.
X = Given("X", "noise")
PRIVATE = Goal(Private(X(), -sp.log(b), delta, Delta), ON)


def outside(place: sp.Expr) -> sp.Expr:
    """P(|X| >= place), place >= 0."""
    return Mass(X(), beyond(place))


EXAMPLE = {"X": laplace(b, Delta)}


# -- what privacy leaves --------------------------------------------------------------------------

_STEPS = ON & index(count, 0)


def costs(power: int) -> Goal:
    """The bound for noise, with the sum over k = 1, ..., n for any n."""
    moment = first_moment if power == 1 else second_moment
    return Goal(Expected(X(), x, x**power, ">=", Delta**power * moment), _STEPS)


def show_decay(proof: Proof) -> str:
    """Append what privacy says of the half-lines from z and -z, moved outwards by Delta."""
    private = proof.assumes(PRIVATE, because="the noise is private")
    on = ON & _ONWARD
    moved = [show_moved(proof, private, ray, shift, on)
        for ray, shift in ((at_least(z), Delta), (interval(-sp.oo, -z, "(]"), -Delta))]
    inside = proof.shows(
        that(outside(z)) <= Mass(X(), at_least(z)) + Mass(X(), interval(-sp.oo, -z, "(]")), on=on,
        by="measure", because="both half-lines; the origin may be in both")
    apart = proof.shows(that(outside(z + Delta)) ==
            Mass(X(), at_least(z + Delta)) + Mass(X(), interval(-sp.oo, -z - Delta, "(]")), on=on,
        by="measure", because="further out they are apart")
    return proof.follows(that(b * (outside(z) - 2 * delta)) <= outside(z + Delta),
        *((name, b) for name in moved), (inside, b), apart, on=on,
        because="add up privacy for both half-lines",
        latex=r"b\,\bigl(P(|X|\ge z)-2\delta\bigr)\le P(|X|\ge z+\Delta)")


def show_moved(proof: Proof, private: str, piece: sp.Expr, shift: sp.Expr, on: Domain) -> str:
    """Append what privacy says of an interval and a shift, with the moved interval written out."""
    place, lower, upper = piece.args
    ends = (end if end.is_infinite else end + shift for end in (lower, upper))
    there = piece.func(place, *ends)
    said = proof.shows(that(Mass(X(), piece)) <= Mass(X(), Moved(piece, shift)) / b + delta, on=on,
        by="privacy", uses=(private,), set=piece, shift=shift, because="privacy for this half-line")
    same = proof.shows(that(Mass(X(), Moved(piece, shift))) == Mass(X(), there), on=on,
        by="measure", because="where it is moved to")
    return proof.follows(that(Mass(X(), piece)) <= Mass(X(), there) / b + delta, said, same, on=on,
        because="privacy leaves so much of its mass when it is moved outwards")


def show_cost(proof: Proof, power: int) -> None:
    """Append that no private noise costs less than the bound."""
    decay = show_decay(proof)
    whole = proof.shows(that(outside(sp.Integer(0))) == 1, by="measure", because="the mass is 1")
    gap = (outside(count * Delta) - tail(count)) / b**count
    grows = proof.follows(that(0) <= gap.xreplace({count: count + 1}) - gap,
        (decay, b ** (-count - 1)), on=_STEPS,
        because="the next g is b (g - 2 delta), so that the gap to g over b^k does not shrink")
    kept = proof.applies("induction", on=_STEPS, uses=(grows,), because="the gap between the tail "
        "and its bound, over b^n, does not fall from one multiple of Delta to the next", terms=gap,
        step=0, last=sp.oo)
    above = proof.follows(that(tail(count)) <= outside(count * Delta), kept, whole, on=_STEPS,
        because="the tail at each multiple of Delta is at least this, as both are 1 at the origin",
        latex=r"g_n\le P(|X|\ge n\Delta)")
    show_summed(proof, power, costs(power), above)


def show_summed(proof: Proof, power: int, goal: Goal, above: str) -> None:
    """Append the cost from the bound on the tail at each multiple of Delta."""
    half_line = Variable(x, sp.Integer(0), sp.oo, "[)")
    claim = goal.proposition
    assert isinstance(claim, Expected)  # noqa: S101  (made as one)
    value, cost = claim.value, x**power
    places, after = count * Delta, (count + 1) * Delta
    premises = (proof.shows(that(cost) <= (x + h) ** power, on=ON & half_line & positive(h),
            by="sign", because="the cost does not decrease"),
        proof.shows(that(0) <= cost, on=ON & half_line, by="sign", because="nor is it negative"),
        proof.shows(that(0) <= 0, by="sign", because="the first place is the origin"),
        proof.shows(that(places) <= places, on=_STEPS, by="sign", because="no place between"),
        proof.shows(that(places) <= after, on=_STEPS, by="sign", because="in increasing order"),
        proof.shows(that(value.xreplace({count: sp.Integer(0)})) <= 0, by="sign",
            because="the bound begins with 0"),
        proof.follows(that(value.xreplace({count: count + 1}) - value) <=
                (after**power - places**power) * outside(after),
            (above, {count: count + 1}, after**power - places**power), on=_STEPS,
            because="and rises by the rise of the cost times g"))
    proof.applies("tail sum", on=goal.domain, uses=premises, because="sum by parts",
        noise=X(), cost=cost, places=places, between=places, value=value)


# -- Theorem 4 ------------------------------------------------------------------------------------

letter_a = sp.Symbol("a", positive=True)
LETTERS = ((letter_a, a),)
_PRINTED = Domain((RATIO, DELTA, SENSITIVITY, index(n, 1)))
_bracket1 = (b - b**n) / (1 - b) ** 2 - (n - 1) * b**n / (1 - b)
closed1 = 2 * a * _bracket1 * Delta
printed1 = 2 * letter_a * _bracket1 * Delta
SUM1 = Goal(Sum(2 * a * b**k * k * Delta, k, sp.Integer(0), n - 1, closed1), _PRINTED)
MASS = Goal(that(tail(count) - tail(count + 1)) == 2 * a * b**count,
    Domain((RATIO, DELTA, index(count, 0))))


def _whole(expression: sp.Expr) -> sp.Expr:
    """For the delta with an integer n, and n - 1 terms; of the powers of b with n, b^n is left."""
    last = expression.xreplace({1 - b**count: (b - b ** (count + 1)) / b}).xreplace({count: n - 1})
    at = in_epsilon(last).xreplace({delta: delta_n})
    return at.xreplace({sp.exp(-eps * (n - 1)): sp.exp(eps) * sp.exp(-eps * n)})


_spent = 2 * a * (1 - b**n) / (1 - b)  # 1 - g_n
ZERO = Goal(that(_whole(_spent)) == 1, WITH_N)
_at_n = 2 * a_n * _whole((b - b**n) / (1 - b) ** 2 - (n - 1) * b**n / (1 - b))
SAME1 = Goal(that(_whole(first_moment)) == _at_n, WITH_N)

THEOREM4 = Statement(id="trunclap.thm4", paper=PAPER, item="Theorem 4, (11)",
    title="a lower bound on the amplitude of private noise", parameters=ON,
    printed_latex=r"V_1^*\ge V_1^{low}=2a\sum_{k=0}^{n-1}b^kk\,\Delta=2a\Bigl("
    r"\frac{b-b^n}{(1-b)^2}-\frac{(n-1)b^n}{1-b}\Bigr)\Delta", given=(X,), hypotheses=(PRIVATE,),
    printed=(costs(1), FIRST_MOMENT, SUM1, MASS, ZERO, SAME1, EVERY1), examples=(EXAMPLE,),
    formulas=(PrintedFormula(SUM1, printed1, LETTERS),),
    note="Shown for all epsilon, delta and Delta (b = exp(-epsilon)), without Lemma 2, a grid or "
    "an integer n: for every n, E|X| is at least Delta times the sum of g_k over k = 1, ..., n, "
    "which is largest for the n after which g_k is no longer positive. When n = log(1 + "
    "u)/epsilon, u = (exp(epsilon) - 1)/(2 delta), is an integer, g_n = 0 and this is the bound "
    "(11). The last goal is for every epsilon and delta, as epsilon = s + t and log(1 + u) = n "
    "epsilon + s with an integer n: the bound is at least Delta/(exp(epsilon) - 1) - Delta log(1 + "
    "u)/(epsilon u), which is (11) with n = log(1 + u)/epsilon. Privacy is used for half-lines "
    "only.")


def derive_theorem4() -> Derivation:
    proof = Proof(ON, THEOREM4)
    proof.idea(__doc__)
    proof.letter(letter_a, a)
    proof.part("The printed sum")
    proof.concludes(SUM1, by="sum", because="the closed form of the printed sum is right", ratio=b)
    _masses(proof)
    proof.part("The bound")
    show_cost(proof, 1)
    proof.part("The same in the paper's form")
    proof.concludes(FIRST_MOMENT, by="sum", because="E|Y| over Delta: the sum of its tail",
        quotient=first_moment.xreplace({count: k - 1}))
    proof.concludes(SAME1, by="identity", because="with an integer n it is the printed bound")
    proof.part("Every epsilon and delta")
    show_real1(proof)
    return proof.done()


def _masses(proof: Proof) -> None:
    proof.concludes(MASS, by="identity",
        because="the bound of the tail falls by this mass from one multiple of Delta to the next")
    proof.concludes(ZERO, by="identity",
        because="with the delta that makes n an integer, these masses add up to 1")


# -- Theorem 5 ------------------------------------------------------------------------------------

_bracket = (-b + 2 * (b * (1 - b ** (n - 1)) / (1 - b) ** 2 - (n - 1) * b**n / (1 - b)) - b**2
        * (1 - b ** (n - 2)) / (1 - b) - (n - 1) ** 2 * b**n)
closed2 = 2 * a * Delta**2 / (1 - b) * _bracket
printed2 = 2 * letter_a * Delta**2 / (1 - b) * _bracket
SUM2 = Goal(Sum(2 * a * b**k * k**2 * Delta**2, k, sp.Integer(0), n - 1, closed2), _PRINTED)
SAME2 = Goal(that(_whole(second_moment)) == in_epsilon(2 * _bracket / (1 - b)) * a_n, WITH_N)

THEOREM5 = Statement(id="trunclap.thm5", paper=PAPER, item="Theorem 5, (12)",
    title="a lower bound on the power of private noise", parameters=ON,
    printed_latex=r"\begin{gathered}V_2^*\ge V_2^{low}=2\sum_{k=0}^{n-1}ab^kk^2\Delta^2=\frac{2a"
    r"\Delta^2}{1-b}\Bigl[-b+2\Bigl(\frac{b(1-b^{n-1})}{(1-b)^2}-\frac{(n-1)b^n}{1-b}\Bigr)\\-"
    r"\frac{b^2(1-b^{n-2})}{1-b}-(n-1)^2b^n\Bigr]\end{gathered}", given=(X,), hypotheses=(PRIVATE,),
    printed=(costs(2), SECOND_MOMENT, SUM2, MASS, ZERO, SAME2, EVERY2), examples=(EXAMPLE,),
    formulas=(PrintedFormula(SUM2, printed2, LETTERS),),
    note="As Theorem 4: for every n, E X^2 is at least Delta^2 times the sum of (2k-1) g_k over k "
    "= 1, ..., n, for all epsilon, delta and Delta; this is (12) when n is an integer. The closed "
    "form (12) is right for every n >= 1, although it looks as if n >= 2 were needed. The last "
    "goal is for every epsilon and delta, as in Theorem 4: the bound is at least (12) with n = "
    "log(1 + u)/epsilon, an integer or not, so that (12) is a lower bound then as well.")


def derive_theorem5() -> Derivation:
    proof = Proof(ON, THEOREM5)
    proof.concludes(SUM2, by="sum", because="the closed form of the printed sum is right", ratio=b)
    _masses(proof)
    show_cost(proof, 2)
    proof.concludes(SECOND_MOMENT, by="sum", because="E Y^2 over Delta^2, by its tail",
        quotient=second_moment.xreplace({count: k - 1}))
    proof.concludes(SAME2, by="identity", because="with an integer n it is the printed bound")
    show_real2(proof)
    return proof.done()


CLAIMS = (Claim(THEOREM4, derive_theorem4), Claim(THEOREM5, derive_theorem5))
