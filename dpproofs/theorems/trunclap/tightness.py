"""Theorem 6: the lower and upper bounds on the amplitude, compared.

With u = (exp(epsilon) - 1)/(2 delta) and n = log(1 + u)/epsilon, an integer or not,

    V_low/Delta = 1/(exp(epsilon) - 1) - n/(exp(n epsilon) - 1),
    V_upp/Delta = 1/epsilon - n/(exp(n epsilon) - 1),

so that their difference is 1/epsilon - 1/(exp(epsilon) - 1), which lies between 0 and 1/2.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.proposition import Limit, Series, at_most, less
from dpproofs.theorems.trunclap import discretisation as grid
from dpproofs.theorems.trunclap.ratio import (
    Facts,
    Ratio,
    h,
    show_from_half,
    show_gap,
    show_logarithm,
    start,
    v,
    y,
)
from dpproofs.theorems.trunclap.setting import (
    DELTA,
    EPSILON,
    PAPER,
    PRIVACY,
    V1_UPPER,
    Delta,
    delta,
    eps,
    u,
)

n = sp.Symbol("n", positive=True)
_half, _third = sp.Rational(1, 2), sp.Rational(1, 3)
_zero, _one = sp.Integer(0), sp.Integer(1)
_e = sp.exp(eps) - 1
#: What the upper bound is above the lower, in units of Delta.
gap = h.xreplace({y: eps})

# -- in epsilon and delta -------------------------------------------------------------------------

upper = V1_UPPER.xreplace({Delta: _one})
lower = 1 / _e - sp.log(1 + u) / (eps * u)

#: The printed lower bound (11), with n = log(1 + u)/epsilon, so that b^n = 1/(1 + u).
_real = sp.log(1 + u) / eps
_power = 1 / (1 + u)
_b = sp.exp(-eps)
printed = 2 * grid.a * ((_b - _power) / (1 - _b) ** 2 - (_real - 1) * _power / (1 - _b))
CLOSED = relation_goal(printed, "==", lower, PRIVACY)
GAP = relation_goal(upper - printed, "==", gap, PRIVACY)

FREE = Ratio(("R", "I"), Domain((DELTA, EPSILON)), lower, upper)
_NEAR = Domain((DELTA, between(eps, 0, 1)))
_floor = 3 * u / (eps * (6 + 4 * u))
_ceiling = u / (eps * (2 + u))


def _logarithms(proof: Proof) -> tuple[str, str]:
    """The upper bound between two fractions in u."""
    below, above = show_logarithm(proof)
    found = []
    for small, large, name, why, text in (
        (
            _floor, upper, above, "so the upper bound is not small",
            r"\frac{3u}{\epsilon\,(6+4u)}<\frac{V_1^{upp}}\Delta",
        ),
        (
            upper, _ceiling, below, "and not large",
            r"\frac{V_1^{upp}}\Delta<\frac u{\epsilon\,(2+u)}",
        ),
    ):  # fmt: skip
        found.append(
            proof.shows(
                less(small, large),
                on=FREE.domain,
                by="entailment",
                because=why,
                uses=(name,),
                facts=[(name, {v: u}, 1 / (eps * u))],
                latex=text,
            )
        )
    return found[0], found[1]


def _in_epsilon(step: str, times: sp.Expr) -> tuple[str, dict[sp.Symbol, sp.Expr], sp.Expr]:
    """A fact about y, used at epsilon."""
    return step, {y: eps}, sp.S(times)


_least = 1 - 2 * delta - 2 * eps / 3
_most = 1 - (_half - eps / 12) * (4 * delta * (1 - eps / 2) + eps)
HIGH_GOAL = Goal(Limit(FREE.value, eps, _zero, "+", 1 - 2 * delta), Domain((DELTA,)))
HIGH_LEAST = Goal(at_most(_least, FREE.value), FREE.domain)
HIGH_MOST = Goal(at_most(FREE.value, _most), _NEAR)

_NOTE = (
    "The ratio R does not depend on Delta. n = log(1 + u)/epsilon need not be an integer: the "
    "lower bound holds for every epsilon and delta (Theorem 4). "
)

HIGH = Statement(
    id="trunclap.thm6.1",
    paper=PAPER,
    item="Theorem 6, first limit",
    title="amplitude: the bounds for small epsilon",
    printed_latex=r"\lim_{\epsilon\to0}\frac{V_1^{low}}{V_1^{upp}}\ge1-2\delta",
    printed=(CLOSED, GAP, HIGH_GOAL, HIGH_LEAST, HIGH_MOST),
    hypotheses=FREE.hypotheses,
    models=(FREE.model,),
    note=_NOTE + "The limit is equal to 1 - 2 delta. At a fixed delta no integer n exists when "
    "epsilon is small (unless delta = 1/2), so that with the paper's assumption the limit would "
    "be empty; a real n is meant. With the rate: 1 - 2 delta - 2 epsilon/3 <= R for all epsilon, "
    "and R <= 1 - (1/2 - epsilon/12)(4 delta (1 - epsilon/2) + epsilon) for epsilon < 1. The "
    "difference of the two bounds is Delta (1/epsilon - 1/(exp(epsilon) - 1)) < Delta/2, whatever "
    "delta is.",
)


def derive_high() -> Derivation:
    proof = Proof(FREE.domain)
    show_bounds(proof)
    show_high(proof)
    return proof.done()


def show_closed(proof: Proof, because: str = "the printed lower bound (11)") -> None:
    """Append the closed form of the lower bound."""
    proof.concludes(
        CLOSED,
        by="identity",
        because=because,
        latex=r"2a\Bigl(\frac{b-b^n}{(1-b)^2}-\frac{(n-1)\,b^n}{1-b}\Bigr)="
        r"\frac1{e^\epsilon-1}-\frac{\log(1+u)}{\epsilon u},\qquad b^n=\frac1{1+u}",
    )


def show_bounds(proof: Proof) -> None:
    """Append the closed form of the lower bound and the gap."""
    show_closed(proof, "with b^n = 1/(1 + u) the lower bound (11) becomes short")
    proof.concludes(
        GAP,
        by="identity",
        because="and the gap to the upper bound does not depend on delta",
        latex=r"V_1^{upp}-V_1^{low}=\Bigl(\frac1\epsilon-\frac1{e^\epsilon-1}\Bigr)\,\Delta",
    )


def show_high(proof: Proof) -> None:
    """Append the limit at a fixed delta, and its rate."""
    wide, narrow = show_gap(proof)
    floor, ceiling = _logarithms(proof)
    known = FREE.begin(proof, floor)
    more = proof.shows(
        less(0, sp.exp(y) - 1 - y),
        on=Domain((positive(y),)),
        by="ladder",
        because="an exponential is above its tangent",
    )
    low = known.at_least(
        _least,
        _half,
        (floor, _floor),
        gaps=[_in_epsilon(narrow, 1)],
        more=[_in_epsilon(more, 2 * delta / _e)],
        because="the gap is at most 1/2, and the upper bound as large as shown",
    )
    part = _half - eps / 12
    high = known.at_most(
        _most,
        part,
        (ceiling, _ceiling),
        gaps=[_in_epsilon(wide, 1)],
        more=[_in_epsilon(narrow, 4 * delta * eps * part)],
        on=_NEAR,
        because="the gap is at least 1/2 - epsilon/12",
    )
    ends = [
        proof.shows(
            Limit(bound, eps, _zero, "+", 1 - 2 * delta),
            on=Domain((DELTA,)),
            by="limit",
            because="a polynomial in epsilon",
        )
        for bound in (_least, _most)
    ]
    proof.concludes(HIGH_GOAL, by="squeeze", because="between the two", uses=(low, high, *ends))


# -- in epsilon and n: delta = (exp(epsilon) - 1)/(2 (exp(n epsilon) - 1)) ------------------------

PATH = Domain((EPSILON, between(n, 1, sp.oo)))
_end = sp.exp(n * eps) - 1
path_delta = _e / (2 * _end)
path_upper, path_lower = 1 / eps - n / _end, 1 / _e - n / _end
SAME_UPPER = relation_goal(upper.xreplace({delta: path_delta}), "==", path_upper, PATH)
SAME_LOWER = relation_goal(lower.xreplace({delta: path_delta}), "==", path_lower, PATH)
LONG = Ratio(("R_n", "I_n"), PATH, path_lower, path_upper)

low_limit = eps / _e
VANISHES = Goal(Limit(path_delta, n, sp.oo, "-", _zero), Domain((EPSILON,)))
LOW_GOAL = Goal(Limit(LONG.value, n, sp.oo, "-", low_limit), Domain((EPSILON,)))
_below = low_limit - 2 * gap / n
LOW_LEAST = Goal(at_most(_below, LONG.value), PATH)
LOW_MOST = Goal(at_most(LONG.value, low_limit), PATH)
LOW_SERIES = Goal(Series(low_limit, eps, (_one, -_half)), Domain())

LOW = Statement(
    id="trunclap.thm6.2",
    paper=PAPER,
    item="Theorem 6, second limit",
    title="amplitude: the bounds for small delta",
    printed_latex=r"\lim_{\delta\to0}\frac{V_1^{low}}{V_1^{upp}}\ge\frac\epsilon{e^\epsilon-1}"
    r"=1-\frac\epsilon2+O(\epsilon^2)",
    printed=(CLOSED, SAME_UPPER, SAME_LOWER, VANISHES, LOW_GOAL, LOW_LEAST, LOW_MOST, LOW_SERIES),
    hypotheses=LONG.hypotheses,
    models=(LONG.model,),
    note=_NOTE + "With n for delta = (exp(epsilon) - 1)/(2 (exp(n epsilon) - 1)), delta -> 0 is "
    "n -> oo. The limit is equal to epsilon/(exp(epsilon) - 1), and the ratio lies between that "
    "less 2 (1/epsilon - 1/(exp(epsilon) - 1))/n and it, for all epsilon and n > 1.",
)


def show_path(proof: Proof) -> None:
    """Append the bounds in epsilon and n."""
    proof.concludes(
        SAME_UPPER, by="identity", because="the upper bound (5) with n, as log(1 + u) = n epsilon"
    )
    proof.concludes(SAME_LOWER, by="identity", because="and the lower bound")


def _exceeds(proof: Proof, terms: int) -> str:
    """1 + y + ... < exp(y): as many terms of the series."""
    return proof.shows(
        less(sum((y**k / sp.factorial(k) for k in range(terms)), _zero), sp.exp(y)),
        on=Domain((positive(y),)),
        by="ladder",
        because="an exponential is above its series broken off",
    )


def show_vanishing(proof: Proof, grows: str) -> None:
    """Append that delta tends to 0 as n tends to infinity."""
    cap = _e / (n * eps)
    above = proof.shows(
        less(path_delta, cap),
        on=PATH,
        by="entailment",
        because="as exp(n epsilon) - 1 > n epsilon + (n epsilon)^2/2",
        uses=(grows,),
        facts=[(grows, {y: n * eps}, cap / _end)],
    )
    proof.concludes(
        VANISHES,
        by="squeeze",
        because="delta tends to 0 as n tends to infinity",
        uses=(
            proof.shows(less(0, path_delta), on=PATH, by="sign", because="delta is positive"),
            above,
            proof.shows(
                Limit(cap, n, sp.oo, "-", _zero),
                on=Domain((EPSILON,)),
                by="limit",
                because="a multiple of 1/n",
            ),
        ),
    )


def derive_low() -> Derivation:
    proof = Proof(PATH)
    show_closed(proof)
    show_path(proof)
    show_low(proof)
    proof.concludes(LOW_SERIES, by="series", because="the first two terms of the limit")
    return proof.done()


def show_low(proof: Proof) -> None:
    """Append the limit at a fixed epsilon, and its rate."""
    grows = _exceeds(proof, 3)
    show_vanishing(proof, grows)
    floor = n / (2 + n * eps)
    room = n * eps + (n * eps) ** 2 / 2
    small = proof.shows(
        less(floor, path_upper),
        on=PATH,
        by="entailment",
        because="the same bound, for n/(exp(n epsilon) - 1)",
        uses=(grows,),
        facts=[(grows, {y: n * eps}, n / (_end * room))],
    )
    large = proof.shows(less(path_upper, 1 / eps), on=PATH, by="sign", because="and that is not 0")
    known = LONG.begin(proof, small)
    shares = [
        proof.shows(
            less(0, gap / size),
            on=PATH,
            by="entailment",
            because="the gap is positive",
            uses=(grows,),
            facts=[(grows, {y: eps}, 1 / (eps * _e * size))],
        )
        for size in (floor, 1 / eps)
    ]
    low = known.at_least(
        _below, gap, (small, floor), signs=shares[:1], because="the gap is known exactly"
    )
    high = known.at_most(
        low_limit,
        gap,
        (large, 1 / eps),
        signs=shares[1:],
        because="and with the upper bound below 1/epsilon",
    )
    ends = proof.shows(
        Limit(_below, n, sp.oo, "-", low_limit),
        on=Domain((EPSILON,)),
        by="limit",
        because="a multiple of 1/n is left",
    )
    proof.concludes(LOW_GOAL, by="squeeze", because="between the two", uses=(low, high, ends))


# -- epsilon = delta ------------------------------------------------------------------------------

_diagonal = {delta: eps}
u_diagonal = _e / (2 * eps)
DIAGONAL = Ratio(
    ("R_0", "I_0"), Domain((EPSILON,)), lower.xreplace(_diagonal), upper.xreplace(_diagonal)
)
_UNIT = Domain((between(eps, 0, 1),))
_EPS = Domain((EPSILON,))


def _toward_zero(expression: sp.Expr, value: sp.Expr) -> Goal:
    return Goal(Limit(expression, eps, _zero, "+", value), Domain())


DIAGONAL_GOAL = _toward_zero(DIAGONAL.value, _one)
_diagonal_least = 1 - 8 * eps / 3
_diagonal_most = 1 - (_half - eps / 12) * eps * (5 - 2 * eps)
DIAGONAL_LEAST = Goal(at_most(_diagonal_least, DIAGONAL.value), _EPS)
DIAGONAL_MOST = Goal(at_most(DIAGONAL.value, _diagonal_most), _UNIT)

#: The printed limit, at a fixed delta, would say this of the limit that is shown there.
FIXED = relation_goal(1 - 2 * delta, "==", 1, Domain((DELTA,)))

TOGETHER = Statement(
    id="trunclap.thm6.3",
    paper=PAPER,
    item="Theorem 6, third limit",
    title="amplitude: the bounds for small epsilon = delta",
    printed_latex=r"\lim_{\epsilon\to0}\frac{V_1^{low}}{V_1^{upp}}=1",
    printed=(FIXED,),
    corrected=(CLOSED, DIAGONAL_GOAL, DIAGONAL_LEAST, DIAGONAL_MOST),
    corrected_latex=r"\lim_{\epsilon=\delta\to0}\frac{V_1^{low}}{V_1^{upp}}=1",
    printed_text="the ratio of the bounds tends to 1 as epsilon -> 0",
    corrected_text="it tends to 1 as epsilon = delta -> 0",
    hypotheses=(*FREE.hypotheses, *DIAGONAL.hypotheses),
    models=({**FREE.model, **DIAGONAL.model},),
    note=_NOTE + "At a fixed delta the limit is 1 - 2 delta, as the first line of the theorem "
    "says; the printed goal is that this is 1. The proof and the poster have epsilon = "
    "delta -> 0, which is right. With the rate: 1 - 8 epsilon/3 <= R for all epsilon = delta, and R"
    " <= 1 - (1/2 - epsilon/12) epsilon (5 - 2 epsilon) for epsilon = delta < 1.",
)


def _diagonal_bounds(proof: Proof) -> tuple[str, str, str]:
    """u > 1/2, and the upper bound between two multiples of 1/epsilon."""
    more = proof.shows(
        less(0, _e - eps), on=_EPS, by="ladder", because="an exponential is above its tangent"
    )
    below, above = show_logarithm(proof)
    floor = proof.shows(
        less(sp.Rational(3, 16) / eps, DIAGONAL.upper),
        on=_EPS,
        by="entailment",
        because="at u > 1/2 the upper bound is more than 3/(16 epsilon)",
        uses=(above, more),
        facts=[
            (above, {v: u_diagonal}, 1 / (eps * u_diagonal)),
            (more, {}, sp.Rational(9, 16) / (eps**2 * (3 + 2 * u_diagonal))),
        ],
    )
    ceiling = proof.shows(
        less(DIAGONAL.upper, u_diagonal / (eps * (2 + u_diagonal))),
        on=_EPS,
        by="entailment",
        because="and less than this",
        uses=(below,),
        facts=[(below, {v: u_diagonal}, 1 / (eps * u_diagonal))],
    )
    return more, floor, ceiling


def derive_together() -> Derivation:
    proof = Proof(_EPS)
    show_closed(proof)
    show_high(proof)
    proof.fails(
        FIXED, {delta: sp.Rational(1, 4)}, because="at delta = 1/4 the limit is 1/2, and not 1"
    )
    show_together(proof)
    return proof.done()


def show_together(proof: Proof) -> None:
    """Append the limit for epsilon = delta, and its rate."""
    wide, narrow = show_gap(proof)
    _, floor, ceiling = _diagonal_bounds(proof)
    known = DIAGONAL.begin(proof, floor)
    low = known.at_least(
        _diagonal_least,
        _half,
        (floor, sp.Rational(3, 16) / eps),
        gaps=[_in_epsilon(narrow, 1)],
        because="the gap is at most 1/2",
    )
    part = _half - eps / 12
    high = known.at_most(
        _diagonal_most,
        part,
        (ceiling, u_diagonal / (eps * (2 + u_diagonal))),
        gaps=[_in_epsilon(wide, 1)],
        more=[_in_epsilon(narrow, 4 * eps**2 * part)],
        on=_UNIT,
        because="and at least 1/2 - epsilon/12",
    )
    ends = [
        proof.shows(
            Limit(bound, eps, _zero, "+", _one),
            on=Domain(),
            by="limit",
            because="a polynomial in epsilon",
        )
        for bound in (_diagonal_least, _diagonal_most)
    ]
    proof.concludes(DIAGONAL_GOAL, by="squeeze", because="between the two", uses=(low, high, *ends))


_ratio_power = 1 / (1 + u_diagonal)
_a_diagonal = grid.a.xreplace(_diagonal)
_log = sp.log(1 + u_diagonal)
AUX_GOALS = (
    _toward_zero(_ratio_power, sp.Rational(2, 3)),
    _toward_zero(_log, sp.log(sp.Rational(3, 2))),
    _toward_zero(_a_diagonal / eps, sp.Rational(3, 2)),
    _toward_zero(eps * DIAGONAL.lower, 1 - 2 * sp.log(sp.Rational(3, 2))),
)

AUX = Statement(
    id="trunclap.thm6.aux",
    paper=PAPER,
    item="Proof of Theorem 6",
    title="the constants for small epsilon = delta",
    printed_latex=r"\epsilon=\delta\to0:\quad b^n\to\tfrac23,\quad n\sim\frac{\log\frac32}\delta,"
    r"\quad a\sim\tfrac32\delta,\quad V_1^{low}\sim\bigl(1-2\log\tfrac32\bigr)\frac\Delta\delta",
    printed=(CLOSED, *AUX_GOALS),
    note="n = log(1 + u)/epsilon and b^n = 1/(1 + u). The paper's Theta is shown as what it means "
    "there, asymptotic equality: n delta -> log(3/2), a/delta -> 3/2, and delta V_1^low/Delta -> "
    "1 - 2 log(3/2).",
)


def derive_aux() -> Derivation:
    proof = Proof(_EPS)
    show_closed(proof)
    show_constants(proof)
    return proof.done()


def _sandwich(proof: Proof, goal: Goal, low: sp.Expr, high: sp.Expr, steps: list[str]) -> None:
    """Append a limit from two bounds that have it."""
    claim = goal.proposition
    assert isinstance(claim, Limit)  # noqa: S101  (built as one above)
    ends = [
        proof.shows(
            Limit(bound, eps, _zero, "+", claim.value),
            on=Domain(),
            by="limit",
            because="continuous at 0",
        )
        for bound in (low, high)
        if bound != claim.value
    ]
    proof.concludes(goal, by="squeeze", because="between the two", uses=(*steps, *ends))


def show_constants(proof: Proof) -> None:
    """Append the four limits for epsilon = delta."""
    more = proof.shows(
        less(0, _e - eps), on=_EPS, by="ladder", because="an exponential is above its tangent"
    )
    less_ = proof.shows(
        less(0, 1 - (1 - eps) * sp.exp(eps)),
        on=_EPS,
        by="ladder",
        because="and so is exp(-epsilon)",
    )
    _powers(proof, more, less_)
    _constant_a(proof)
    _logarithm_tends(proof, more, less_)


def _powers(proof: Proof, more: str, less_: str) -> None:
    low = 2 * (1 - eps) / (3 - 2 * eps)
    steps = [
        proof.shows(
            less(small, large), on=_UNIT, by="entailment", because=why, uses=(name,),
            facts=[(name, {}, times)],
        )
        for small, large, name, times, why in (
            (
                low, _ratio_power, less_, 2 / ((3 - 2 * eps) * (2 * eps + _e)),
                "u < 1/(2 (1 - epsilon))",
            ),
            (
                _ratio_power, sp.Rational(2, 3), more, 1 / (3 * eps * (1 + u_diagonal)),
                "where u > 1/2",
            ),
        )
    ]  # fmt: skip
    _sandwich(proof, AUX_GOALS[0], low, sp.Rational(2, 3), steps)


def _constant_a(proof: Proof) -> None:
    falls = sp.exp(-eps)
    small, large = (
        proof.shows(less(0, room), on=_EPS, by="ladder", because=why)
        for room, why in (
            (falls - 1 + eps, "exp(-epsilon) is above its tangent"),
            (1 - eps + eps**2 / 2 - falls, "and below the next term"),
        )
    )
    low, high = sp.Rational(3, 2) - 5 * eps / 4, sp.Rational(3, 2)
    rows: tuple[tuple[sp.Expr, sp.Expr, Facts, str], ...] = (
        (
            low,
            _a_diagonal / eps,
            [(small, {}, _one), (large, {}, 1 / (2 * eps))],
            "a/delta = exp(-epsilon) + (1 - exp(-epsilon))/(2 epsilon)",
        ),
        (_a_diagonal / eps, high, [(small, {}, 1 / (2 * eps))], "as exp(-epsilon) < 1"),
    )
    steps = [
        proof.shows(
            at_most(below, above),
            on=_EPS,
            by="entailment",
            because=why,
            uses=tuple(name for name, _, _ in facts),
            facts=facts,
        )
        for below, above, facts, why in rows
    ]
    _sandwich(proof, AUX_GOALS[2], low, high, steps)


def _logarithm_tends(proof: Proof, more: str, less_: str) -> None:
    """log(1 + u) -> log(3/2), and what it means for the lower bound."""
    found = show_from_half(proof)
    inside = proof.shows(
        less(_half, u_diagonal),
        on=_UNIT,
        by="entailment",
        because="as exp(epsilon) > 1 + epsilon",
        uses=(more,),
        facts=[(more, {}, 1 / (2 * eps))],
    )
    high = start + (1 / (1 - eps) - 1) / 3
    above_start = proof.shows(
        less(start, _log),
        on=_UNIT,
        by="entailment",
        because="used at u > 1/2",
        uses=(found[0], inside),
        facts=[(found[0], {v: u_diagonal}, _one)],
    )
    below_high = proof.shows(
        less(_log, high),
        on=_UNIT,
        by="entailment",
        because="with u < 1/(2 (1 - epsilon))",
        uses=(found[1], inside, less_),
        facts=[(found[1], {v: u_diagonal}, _one), (less_, {}, 1 / (3 * eps * (1 - eps)))],
    )
    _sandwich(proof, AUX_GOALS[1], start, high, [above_start, below_high])
    _lower_bound_tends(proof, more, (start, above_start), (high, below_high))


def _lower_bound_tends(
    proof: Proof, more: str, low: tuple[sp.Expr, str], high: tuple[sp.Expr, str]
) -> None:
    """epsilon V_low = epsilon/(exp(epsilon) - 1) - log(1 + u)/u, and 2 - epsilon < 1/u < 2."""
    _, narrow = show_gap(proof)
    below, _ = show_logarithm(proof)
    weights = (2 * _log / _e, 2 * eps * _log)
    signs = [
        proof.shows(
            less(0, weight),
            on=_UNIT,
            by="entailment",
            because="the logarithm is positive",
            uses=(below,),
            facts=[(below, {v: u_diagonal}, weight / _log)],
        )
        for weight in weights
    ]
    target = eps * DIAGONAL.lower
    bottom = 1 - eps / 2 - 2 * high[0]
    top = 1 - (2 - eps) * low[0]
    steps = [
        proof.shows(
            at_most(bottom, target),
            on=_UNIT,
            by="entailment",
            because="as epsilon/(exp(epsilon) - 1) > 1 - epsilon/2 and 1/u < 2",
            uses=(narrow, more, signs[0], high[1]),
            facts=[
                (narrow, {y: eps}, eps),
                (more, {}, weights[0]),
                (high[1], {}, sp.Integer(2)),
            ],
        ),
        proof.shows(
            at_most(target, top),
            on=_UNIT,
            by="entailment",
            because="as epsilon/(exp(epsilon) - 1) < 1 and 1/u > 2 - epsilon",
            uses=(narrow, more, signs[1], low[1]),
            facts=[
                (more, {}, 1 / _e),
                (narrow, {y: eps}, weights[1]),
                (low[1], {}, 2 - eps),
            ],
        ),
    ]
    _sandwich(proof, AUX_GOALS[3], bottom, top, steps)


CLAIMS = (
    Claim(HIGH, derive_high),
    Claim(LOW, derive_low),
    Claim(TOGETHER, derive_together),
    Claim(AUX, derive_aux),
)
