"""Sections I and III: the definitions of privacy, sensitivity and cost, with what they imply.

A set S that is not given stands for every Borel set; S moved by u is the set of all s + u.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index, positive, real
from dpproofs.kernel.examples import Tails
from dpproofs.kernel.objects import Given, Value
from dpproofs.kernel.proposition import Derivative, that
from dpproofs.kernel.terms import Mass, Moved, Outside, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.samples import laplace, two_points
from dpproofs.theorems.staircase.setting import PAPER, RATIO, SENSITIVITY, Delta, b

t, u, v, d = sp.symbols("t u v d", real=True)
n = sp.Symbol("n", integer=True)  # the letter of the rule 'induction'

SHIFT = Variable(d, -Delta, Delta, "[]")
COUNT = index(n, 0)
ON = Domain((RATIO, SENSITIVITY))

#: Any Borel set, the noise at each query output, the yardstick of costs, and the cost.
S = sp.Function("S")()
NU = Given("nu", "noise", 1)
YARDSTICK = Given("Y", "noise")
L = Given("L", "cost")
LINE = interval(-sp.oo, sp.oo)

FAMILIES = ON & real(t) & SHIFT

#: (18) for the set S, and the query outputs t and t + d.
PRIVATE = Goal(that(Mass(NU(t), S)) <= Mass(NU(t + d), Moved(S, -d)) / b, FAMILIES)
PRIVATE_LATEX = r"\nu_t(S)\le e^{\epsilon}\,\nu_{t+d}(S-d)"

_ON = Domain((RATIO,))


def integer(symbol: sp.Symbol) -> Variable:
    """A variable on all integers."""
    return Variable(symbol, -sp.oo, sp.oo, integer=True)


# -- (2) and its meaning for tests ----------------------------------------------------------------

# P is the distribution of K(D1), Q that of K(D2).
_P, _Q = Given("P", "noise"), Given("Q", "noise")
_OUT = Outside(S)
_PS, _QS, _QC = Mass(_P(), S), Mass(_Q(), S), Mass(_Q(), _OUT)

#: The hypotheses, with their reasons and how they are displayed.
_TWO_WAYS = {Goal(that(_PS) <= _QS / b, _ON):
        ("(2) for every set", r"\Pr[K(D_1)\in S]\le e^{\epsilon}\Pr[K(D_2)\in S]"),
    Goal(that(_QS) <= _PS / b, _ON):
        ("(2) with the data sets exchanged",
            r"\Pr[K(D_2)\in S]\le e^{\epsilon}\Pr[K(D_1)\in S]")}


def _both_ways(proof: Proof) -> list[str]:
    return [proof.assumes(goal, because=why, latex=latex)
        for goal, (why, latex) in _TWO_WAYS.items()]


def _pair(first: sp.Expr, second: sp.Expr) -> dict[str, Tails]:
    """An example: outputs 0 and 1, and the probabilities of 0 under both data sets."""
    return {"P": two_points(first), "Q": two_points(second)}


_PAIRS = (_pair(1 / (1 + b), b / (1 + b)), _pair(sp.Rational(1, 2), b / 2),
    _pair(1 - b / 2, sp.Rational(1, 2)), _pair(b / (1 + b), 1 / (1 + b)),
    {"P": laplace(b, sp.Integer(1)), "Q": laplace(b, sp.Integer(1), (), sp.Integer(1))})

_DIFFERENCE = Goal(that(_PS - _QS) <= (1 - b) / (1 + b), _ON)

DIFFERENTIAL_PRIVACY = Statement(id="staircase.def1", paper=PAPER, item="Definition 1, (2)",
    title="epsilon-differential privacy",
    printed_latex=r"\Pr[K(D_1)\in S]\le e^{\epsilon}\Pr[K(D_2)\in S]\quad\text{for all neighbours "
    r"}D_1,D_2\text{ and all }S", parameters=_ON, given=(_P, _Q), printed=(_DIFFERENCE,),
    definition=True, hypotheses=tuple(_TWO_WAYS),
    note="With b = exp(-epsilon), epsilon > 0, and for measurable S, which the paper leaves "
    "unsaid. P and Q are the distributions of the outputs for two neighbours. 'All data sets' "
    "means both orders of a pair. So the probability of every event differs by at most (1-b)/(1+b) "
    "= tanh(epsilon/2), and no event that is possible under one is impossible under the other.",
    examples=_PAIRS)


def _outside(proof: Proof, private: str, one: sp.Expr, other: sp.Expr) -> str:
    """Append (2) for the complement of a set."""
    return proof.shows(that(Mass(one, _OUT)) <= Mass(other, _OUT) / b, by="instance",
        uses=(private,), at={}, sets={"S": _OUT}, because="the complement of S is put for S in (2)")


def _whole(proof: Proof, noise: sp.Expr, which: str) -> str:
    """Append that an output lies in a set or not."""
    return proof.shows(that(Mass(noise, S) + Mass(noise, _OUT)) == 1, by="measure",
        because=f"the {which} output lies in S or not")


def derive_privacy() -> Derivation:
    proof = Proof(_ON, DIFFERENTIAL_PRIVACY)
    here, back = _both_ways(proof)
    there = _outside(proof, back, _Q(), _P())
    one, two = (_whole(proof, *row) for row in ((_P(), "first"), (_Q(), "second")))
    proof.follows(_DIFFERENCE, (here, b / (1 + b)), (there, b / (1 + b)), (one, -1 / (1 + b)),
        (two, b / (1 + b)),
        because="both are weighted, so that the other two probabilities cancel",
        latex=r"\Pr[K(D_1)\in S]-\Pr[K(D_2)\in S]\le\frac{1-b}{1+b}")
    return proof.done()


# The false alarm S and the missed detection: P_FA = Pr[K(D1) in S], P_MD = Pr[K(D2) in S^c].
_TRADE = (Goal(that(1) <= _PS + _QC / b, _ON), Goal(that(1) <= _PS / b + _QC, _ON))
_SUM = Goal(that(2 * b / (1 + b)) <= _PS + _QC, _ON)

TESTING = Statement(id="staircase.eq3", paper=PAPER, item="(3)-(11)",
    title="no test tells neighbours apart with both errors small",
    printed_latex=r"\begin{gathered}P_{FA}=\Pr[K(D_1)\in S],\quad P_{MD}=\Pr[K(D_2)\in S^c]:\\ "
    r"P_{FA}+e^{\epsilon}P_{MD}\ge1,\qquad e^{\epsilon}P_{FA}+P_{MD}\ge1\end{gathered}",
    parameters=_ON, given=(_P, _Q), printed=_TRADE, hypotheses=tuple(_TWO_WAYS),
    note="P and Q are the distributions of K(D_1) and K(D_2), and S is any measurable set, the "
    "region in which D_1 is rejected; it may be empty or the whole line. The slack of each "
    "inequality is that of (2) for S^c or for S with the data sets exchanged, shown as equations: "
    "the two inequalities for all S are therefore equivalent to (2), not only implied by it. Added "
    "up, P_FA + P_MD >= 2b/(1+b), which randomised response attains.", examples=_PAIRS)


def derive_testing() -> Derivation:
    proof = Proof(_ON, TESTING)
    first, inside = _both_ways(proof)
    outside = _outside(proof, first, _P(), _Q())
    one, two = (_whole(proof, *row) for row in ((_P(), "first"), (_Q(), "second")))
    rows = ((_TRADE[0], _PS + _QC / b - 1, _QC / b - Mass(_P(), _OUT), outside, one,
            r"P_{FA}+e^{\epsilon}P_{MD}-1=e^{\epsilon}\Pr[K(D_2)\in S^c]-\Pr[K(D_1)\in S^c]",
            r"P_{FA}+e^{\epsilon}P_{MD}\ge1"),
        (_TRADE[1], _PS / b + _QC - 1, _PS / b - _QS, inside, two,
            r"e^{\epsilon}P_{FA}+P_{MD}-1=e^{\epsilon}\Pr[K(D_1)\in S]-\Pr[K(D_2)\in S]",
            r"e^{\epsilon}P_{FA}+P_{MD}\ge1"))
    shown = []
    for goal, left, right, private, whole, slack, text in rows:
        same = proof.follows(that(left) == right, whole,
            because="what is left over on both sides is the same: the two conditions are one",
            latex=slack)
        shown.append(proof.follows(goal, private, same,
                because="and so the inequality holds just when (2) does", latex=text))
    proof.concludes(_SUM, by="entailment",
        because="both are multiplied by b/(1+b) and added; so the two errors cannot both be small",
            uses=tuple(shown),
        facts=[(name, {}, b / (1 + b)) for name in shown], latex=r"\frac{2b}{1+b}\le P_{FA}+P_{MD}")
    return proof.done()


# -- (12): sensitivity ----------------------------------------------------------------------------

_q = Given("q", "function", 1)  # q(D_n) along a chain
_CHAIN = Domain((SENSITIVITY, COUNT))
_FAR = (Goal(that(_q(0) - n * Delta) <= _q(n), _CHAIN),
    Goal(that(_q(n)) <= _q(0) + n * Delta, _CHAIN))

_UP = Goal(that(_q(n + 1) - _q(n)) <= Delta, _CHAIN)
_DOWN = Goal(that(_q(n) - _q(n + 1)) <= Delta, _CHAIN)

SENSITIVITY_CLAIM = Statement(id="staircase.def2", paper=PAPER, item="Definition 2, (12)",
    title="the sensitivity of a query",
    printed_latex=r"\Delta=\max|q(D_1)-q(D_2)|\quad\text{over all neighbours }D_1,D_2",
    parameters=Domain((SENSITIVITY,)), given=(_q,), printed=_FAR, definition=True,
    hypotheses=(_UP, _DOWN),
    note="A supremum, which need not be attained; it has to be finite. Along a chain of n "
    "neighbours q changes by at most n Delta, as the goals say. Any two data sets are joined by "
    "such a chain, so that Delta = 0 means that q is constant; the paper takes Delta > 0. The "
    "hypotheses say (12) for the data sets D_0, D_1, ... of a chain, and q(n) stands for q(D_n).",
    examples=tuple({"q": sp.Lambda(n, sign * n * Delta)} for sign in (1, -1)))


def derive_sensitivity() -> Derivation:
    proof = Proof(_CHAIN, SENSITIVITY_CLAIM)
    up, down = (
        proof.assumes(goal, because="(12) for two neighbours of the chain", latex=latex)
        for goal, latex in ((_UP, r"q(D_{n+1})-q(D_n)\le\Delta"),
            (_DOWN, r"q(D_n)-q(D_{n+1})\le\Delta")))
    for goal, sign, step in ((_FAR[0], 1, down), (_FAR[1], -1, up)):
        change = proof.follows(that(-Delta) <= sign * _q(n + 1) - sign * _q(n), step,
            because=f"one step changes {'-' if sign < 0 else ''}q by at least -Delta")
        added = proof.applies("induction", uses=(change,), because="add up the steps of the chain",
            terms=sign * _q(n), step=-Delta, last=sp.oo)
        if proof.goal(added) != goal:
            proof.follows(goal, added, because="so q is not farther from where it began")
    return proof.done()


# -- (18) and (20): families of noise distributions -----------------------------------------------

# t + X_t lies in S when the noise X_t lies in S - t.
_QUERY = Goal(that(Mass(NU(t), Moved(S, -t))) <= Mass(NU(t + d), Moved(S, -t - d)) / b,
    FAMILIES)
_BACK = Goal(that(b * Mass(NU(t + d), Moved(S, -d))) <= Mass(NU(t), S), FAMILIES)

_FAMILY_EXAMPLES: tuple[dict[str, Tails], ...] = ({"nu": laplace(b, Delta, (t,))},
    {"nu": two_points(sp.Rational(1, 2), (t,), (-t, 1 - t))}, {"nu": laplace(b, Delta, (t,), -t)})

FAMILY_CONSTRAINT = Statement(id="staircase.eq18", paper=PAPER, item="(16)-(18)",
    title="the privacy constraint on a family of noise distributions",
    printed_latex=r"\nu_{t_1}(S)\le e^{\epsilon}\,\nu_{t_2}(S+t_1-t_2)\quad\text{for all "
    r"measurable }S,\ |t_1-t_2|\le\Delta", parameters=ON, given=(NU,), printed=(PRIVATE, _BACK),
    definition=True, hypotheses=(_QUERY,),
    note="nu_t is the distribution of the noise X_t at the query output t; t_1 = t and t_2 = t + "
    "d, and S is any measurable set. Assumed is (2) for the outputs t + X_t and t + d + X_{t+d}, "
    "which lie in S when the noise lies in S - t and S - t - d; (18) is the same for S + t. (18) "
    "asks (2) of every pair of outputs at distance at most Delta, whether or not the query takes "
    "them at neighbours: nothing but Delta is known of the query.", examples=_FAMILY_EXAMPLES)


def derive_family_constraint() -> Derivation:
    proof = Proof(FAMILIES, FAMILY_CONSTRAINT)
    private = proof.assumes(_QUERY, because="(2) for the outputs at t and at t + d",
        latex=r"\Pr[t+X_t\in S]\le e^{\epsilon}\Pr[t+d+X_{t+d}\in S]")
    moved = Moved(S, t)
    at = Moved(moved, -t), Moved(moved, -t - d)
    said = proof.shows(that(Mass(NU(t), at[0])) <= Mass(NU(t + d), at[1]) / b, by="instance",
        uses=(private,), at={}, sets={"S": moved}, because="this is (2), read for the set S + t")
    one = proof.shows(that(Mass(NU(t), at[0])) == Mass(NU(t), S), by="measure",
        because="S + t - t is S")
    two = proof.shows(that(Mass(NU(t + d), at[1])) == Mass(NU(t + d), Moved(S, -d)), by="measure",
        because="and S + t - t - d is S - d")
    forth = proof.follows(PRIVATE, said, one, (two, -1 / b), because="so this is (18)",
        latex=PRIVATE_LATEX)
    other = Moved(S, -d)
    back = proof.shows(that(Mass(NU(t + d), other)) <= Mass(NU(t), Moved(other, d)) / b,
        by="instance", uses=(forth,), at={t: t + d, d: -d}, sets={"S": other},
        because="(18) holds for the outputs t + d and t, and the set S - d")
    same = proof.shows(that(Mass(NU(t), Moved(other, d))) == Mass(NU(t), S), by="measure",
        because="S - d + d is S")
    proof.follows(_BACK, (back, b), (same, -1),
        because="this leads the other way round, from t + d back to t",
        latex=r"e^{-\epsilon}\,\nu_{t+d}(S-d)\le\nu_t(S)")
    return proof.done()


_cost = Given("cost", "function", 1)
_worst, _least = Given("worst", "function"), Given("L_0", "function")
_c = sp.Symbol("c", real=True)
_OUTPUT = Domain((real(t),))
_RAISED = Domain((real(_c), real(t)))
_raised = Value("cost_raised", (_c, t), _RAISED, _cost(t) + _c * Mass(NU(t), LINE))
_BELOW = Goal(that(_least() * Mass(NU(t), LINE)) <= _cost(t), _OUTPUT)
_ABOVE = Goal(that(_cost(t)) <= _worst(), _OUTPUT)
_LEAST = Goal(that(_least()) <= _cost(t), _OUTPUT)
_ADDED = Goal(that(_raised(_c, t) - _c) == _cost(t), _RAISED)
_KEPT = Goal(that(_raised(_c, t)) <= _worst() + _c, _RAISED)

OBJECTIVE = Statement(id="staircase.eq20", paper=PAPER, item="(19)-(22)",
    title="the objective: the worst expected cost over all query outputs",
    printed_latex=r"\min_{\{\nu_t\}}\ \sup_t\int L\,d\nu_t\quad\text{subject to (18)}",
    given=(NU, _cost, _worst, _least), definitions=(_raised,), printed=(_LEAST, _ADDED, _KEPT),
    definition=True, hypotheses=(_BELOW, _ABOVE),
    note="cost(t) is the integral of L under nu_t, cost_raised that of L + c. L must be measurable "
    "and bounded below for the integrals to exist; Property 1, assumed later, gives both, with "
    "L(0) as the least value. They may be infinite; here they have a finite bound. A constant "
    "added to L is added to the objective, so that nothing depends on the sign of L. The minimum "
    "is an infimum until Theorem 1 shows that it is attained.",
    examples=({"nu": laplace(sp.Rational(1, 2), sp.Integer(1), (t,)),
            "cost": sp.Lambda(t, 3 - 1 / (1 + t**2)), "worst": sp.Lambda((), sp.Integer(3)),
            "L_0": sp.Lambda((), sp.Integer(2))},))


def derive_objective() -> Derivation:
    proof = Proof(_OUTPUT, OBJECTIVE)
    below = proof.assumes(_BELOW, because="L(0) is the least value of L",
        latex=r"L(0)\,\nu_t(\mathbb R)\le\int L\,d\nu_t")
    above = proof.assumes(_ABOVE, because="the supremum is a bound",
        latex=r"\int L\,d\nu_t\le\sup_s\int L\,d\nu_s")
    total = proof.shows(that(Mass(NU(t), LINE)) == 1, by="measure", because="nu_t is a probability",
        latex=r"\nu_t(\mathbb R)=1")
    raised = proof.unfolds(_raised, because="the constant c adds c times all mass to the cost",
        latex=r"\int(L+c)\,d\nu_t=\int L\,d\nu_t+c\,\nu_t(\mathbb R)")
    proof.follows(_LEAST, below, (total, _least()),
        because="all mass is 1, and no cost is below the least one; so the supremum exists, "
            "possibly infinite",
        latex=r"L(0)\le\int L\,d\nu_t")
    proof.follows(_ADDED, raised, (total, _c),
        because="a constant that is added to the cost function is added to every cost",
        latex=r"\int(L+c)\,d\nu_t-c=\int L\,d\nu_t")
    proof.follows(_KEPT, (raised, -1), (total, -_c), above,
        because="a constant is added to the supremum as well",
        latex=r"\int(L+c)\,d\nu_t\le\sup_s\int L\,d\nu_s+c")
    return proof.done()


# -- Properties 1 and 2: cost functions -----------------------------------------------------------

_L = Given("L", "function", 1)
_y, _power = sp.symbols("y p", positive=True)
_near, _away = sp.symbols("z a", nonnegative=True)
_PLACE = Domain((Variable(_near, sp.Integer(0), sp.oo, "[)"),))
_OUTWARD = _PLACE & Variable(_away, sp.Integer(0), sp.oo, "[)")
_AT_ORIGIN = tuple(Goal(that(_L(0)) <= _L(place), _PLACE) for place in (_near, -_near))

_EVEN = Goal(that(_L(_near)) == _L(-_near), _PLACE)
_RISES = Goal(that(_L(_near)) <= _L(_near + _away), _OUTWARD)

COST_FUNCTION = Statement(id="staircase.prop1", paper=PAPER, item="Property 1, (34), (35)",
    title="cost functions: even, and nondecreasing away from 0",
    printed_latex=r"L(x)=L(-x),\qquad L(x)\le L(y)\quad\text{for }0\le x\le y", given=(_L,),
    printed=_AT_ORIGIN, definition=True, hypotheses=(_EVEN, _RISES),
    note="'Monotonically increasing' is displayed with the weak inequality, and the weak one is "
    "meant: constant pieces and jumps are allowed. Such an L is Borel measurable, has at most "
    "countably many jumps, and is least at 0. The powers |x|^p have the property.",
    examples=({"L": sp.Lambda(t, t**2 - 3)}, {"L": sp.Lambda(t, sp.Min(1, sp.Abs(t)))}))


def derive_cost_function() -> Derivation:
    proof = Proof(_PLACE, COST_FUNCTION)
    even = proof.assumes(_EVEN, because="(34) for a place z >= 0")
    rises = proof.assumes(_RISES, because="(35) for the places z and z + a")
    proof.follows(_AT_ORIGIN[0], (rises, {_near: sp.Integer(0), _away: _near}),
        because="L is least at 0")
    proof.concludes(_AT_ORIGIN[1], by="entailment", because="on the left as well, since L is even",
        uses=(even, rises),
        facts=[(rises, {_near: sp.Integer(0), _away: _near}, 1), (even, {}, -1)])
    powers, slope = Domain((positive(_power), positive(_y))), _power * _y ** (_power - 1)
    proof.shows(Derivative(_y**_power, _y, slope), on=powers, by="derivative",
        because="the power functions are the costs of the applications")
    proof.shows(that(0) < slope, on=powers, by="sign",
        because="so they increase away from 0, for every p > 0")
    return proof.done()


_factor, _start, _place = sp.symbols("B T z", positive=True)
_GROWING = Domain((positive(_factor), positive(_start)))
_BEYOND = _GROWING & Variable(_place, _start, sp.oo, "[)")
_STEPS = _BEYOND & COUNT
_BOUNDED = Goal(that(_L(_place + 1)) <= _factor * _L(_place), _BEYOND)
_EXPONENTIAL = Goal(that(_L(_place + n)) <= _factor**n * _L(_place), _STEPS)

GROWTH = Statement(id="staircase.prop2", paper=PAPER, item="Property 2, (36)",
    title="cost functions that do not grow too quickly",
    printed_latex=r"L(T)>0,\qquad\sup_{x\ge T}\frac{L(x+1)}{L(x)}<\infty\quad\text{for a positive "
    r"integer }T", parameters=_GROWING, given=(_L,), printed=(_EXPONENTIAL,), definition=True,
    hypotheses=(_BOUNDED,),
    note="With B for the supremum; B and T are fixed, and belong to one L. L(T) > 0 makes the "
    "quotient defined beyond T, since L does not decrease; it costs nothing, as a constant may be "
    "added to an L that is not constant. That T is an integer and that the step is 1 are of no "
    "importance. The property says that L grows at most exponentially and without huge jumps; "
    "exp(x^2) lacks it. Lemma 19 does not need it.",
    examples=({"L": sp.Lambda(_place, _factor**_place)},
        {"L": sp.Lambda(_place, _factor**_place * (2 + 1 / _place))}))


def derive_growth() -> Derivation:
    proof = Proof(_STEPS, GROWTH)
    bounded = proof.assumes(_BOUNDED, because="Property 2 with B for the supremum")
    scaled = -_L(_place + n) / _factor**n
    step = proof.follows(that(0) <= scaled.xreplace({n: n + 1}) - scaled,
        (bounded, {_place: _place + n}, _factor ** (-n - 1)),
        because="one step further the cost is at most B times as large")
    kept = proof.applies("induction", uses=(step,), because="so for any number of steps",
        terms=scaled, step=0, last=sp.oo)
    proof.follows(_EXPONENTIAL, (kept, _factor**n),
        because="a cost with Property 2 grows at most exponentially")
    for power, name in ((1, "amplitude"), (2, "square")):
        proof.shows(that((_y + 1) ** power) <= 2**power * _y**power,
            on=Domain((between(_y, 1, sp.oo, "[)"),)), by="sign",
            because=f"beyond 1 the {name} grows by the factor {2**power} at most over a step")
    return proof.done()


CLAIMS = (Claim(DIFFERENTIAL_PRIVACY, derive_privacy), Claim(TESTING, derive_testing),
    Claim(SENSITIVITY_CLAIM, derive_sensitivity),
    Claim(FAMILY_CONSTRAINT, derive_family_constraint), Claim(OBJECTIVE, derive_objective),
    Claim(COST_FUNCTION, derive_cost_function), Claim(GROWTH, derive_growth))
