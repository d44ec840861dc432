"""Sections I and III: the definitions of privacy, sensitivity and cost, with what they imply.

A fixed measurable set S and the set S moved by u are all that the privacy constraint speaks of, so
that W(t, u) = nu_t(S + u) stands for every set at once.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, Variable, between, index, positive, real
from dpproofs.kernel.proposition import Derivative, at_most, equal, less
from dpproofs.theorems.staircase.setting import PAPER, RATIO, SENSITIVITY, Delta, b

t, u, v, d = sp.symbols("t u v d", real=True)
n = sp.Symbol("n", integer=True)  # the letter of the rule 'induction'
W = sp.Function("W")  # W(t, u) = nu_t(S + u)

SHIFT = Variable(d, -Delta, Delta, "[]")

FAMILIES = Domain((RATIO, SENSITIVITY, real(t), real(u), SHIFT))
COUNT = index(n, 0)

#: (18) for the set S + u, and the query outputs t and t + d.
PRIVATE = relation_goal(W(t, u), "<=", W(t + d, u - d) / b, FAMILIES)

_ON = Domain((RATIO,))


def integer(symbol: sp.Symbol) -> Variable:
    """A variable on all integers."""
    return Variable(symbol, -sp.oo, sp.oo, integer=True)


def _mass(name: str) -> sp.Expr:
    return sp.Function(name)()


def _constant(value: sp.Expr) -> sp.Lambda:
    return sp.Lambda((), value)


# -- (2) and its meaning for tests ----------------------------------------------------------------

# P is the distribution of K(D1), Q that of K(D2); S and its complement Sc.
_PS, _QS, _PC, _QC = map(_mass, ("P_S", "Q_S", "P_Sc", "Q_Sc"))

_TWO_WAYS = (
    relation_goal(_PS, "<=", _QS / b, _ON),
    relation_goal(_QC, "<=", _PC / b, _ON),
)
_WHOLE = (
    relation_goal(_PS + _PC, "==", 1, Domain()),
    relation_goal(_QS + _QC, "==", 1, Domain()),
)
_TWO_WAYS_LATEX = (
    r"\Pr[K(D_1)\in S]\le e^{\epsilon}\Pr[K(D_2)\in S]",
    r"\Pr[K(D_2)\in S^c]\le e^{\epsilon}\Pr[K(D_1)\in S^c]",
)
_WHOLE_LATEX = tuple(
    rf"\Pr[K(D_{i})\in S]+\Pr[K(D_{i})\in S^c]=1" for i in (1, 2)
)  # fmt: skip


def _masses(first: sp.Expr, second: sp.Expr) -> dict[str, sp.Lambda]:
    """A model: the masses of S under K(D1) and K(D2)."""
    values = {"P_S": first, "Q_S": second, "P_Sc": 1 - first, "Q_Sc": 1 - second}
    return {name: _constant(value) for name, value in values.items()}


DIFFERENTIAL_PRIVACY = Statement(
    id="staircase.def1",
    paper=PAPER,
    item="Definition 1, (2)",
    title="epsilon-differential privacy",
    printed_latex=r"\Pr[K(D_1)\in S]\le e^{\epsilon}\Pr[K(D_2)\in S]\quad\text{for all neighbours }"
    r"D_1,D_2\text{ and all }S",
    printed=(),
    definition=True,
    hypotheses=(*_TWO_WAYS, *_WHOLE),
    note="With b = exp(-epsilon), epsilon > 0, and for measurable S, which the paper leaves "
    "unsaid. 'All data sets' means both orders of a pair and, with S, its complement. So the "
    "probability of every event differs by at most (1-b)/(1+b) = tanh(epsilon/2), and no event "
    "that is possible under one is impossible under the other.",
    examples=(
        _masses(1 / (1 + b), b / (1 + b)),
        _masses(sp.Rational(1, 2), b / 2),
        _masses(1 - b / 2, sp.Rational(1, 2)),
    ),
)


def _assume_all(
    proof: Proof, goals: tuple[Goal, ...], why: tuple[str, ...], latex: tuple[str, ...] = ()
) -> list[str]:
    """Every hypothesis with its reason, and how it is displayed."""
    shown = latex or ("",) * len(goals)
    return [
        proof.assumes(goal, because=because, latex=text)
        for goal, because, text in zip(goals, why, shown, strict=True)
    ]


_WHY_MASSES = (
    "(2) for the set S",
    "(2) for the complement of S, with the data sets exchanged",
    "the first output lies in S or not",
    "the second output lies in S or not",
)


def derive_privacy() -> Derivation:
    proof = Proof(_ON)
    here, there, one, two = _assume_all(
        proof, DIFFERENTIAL_PRIVACY.hypotheses, _WHY_MASSES, _TWO_WAYS_LATEX + _WHOLE_LATEX
    )
    proof.shows(
        at_most(_PS - _QS, (1 - b) / (1 + b)),
        by="entailment",
        because="both together bound the difference of the probabilities of an event",
        uses=(here, there, one, two),
        facts=[
            (here, {}, b / (1 + b)),
            (there, {}, b / (1 + b)),
            (one, {}, -1 / (1 + b)),
            (two, {}, b / (1 + b)),
        ],
        latex=r"\Pr[K(D_1)\in S]-\Pr[K(D_2)\in S]\le\frac{1-b}{1+b}",
    )
    return proof.done()


# The false alarm S and the missed detection: P_FA = Pr[K(D1) in S], P_MD = Pr[K(D2) in S^c].
_TRADE = (
    relation_goal(1, "<=", _PS + _QC / b, _ON),
    relation_goal(1, "<=", _PS / b + _QC, _ON),
)
_BOTH = (
    relation_goal(_PC, "<=", _QC / b, _ON),
    relation_goal(_QS, "<=", _PS / b, _ON),
)

TESTING = Statement(
    id="staircase.eq3",
    paper=PAPER,
    item="(3)-(11)",
    title="no test tells neighbours apart with both errors small",
    printed_latex=r"\begin{gathered}P_{FA}=\Pr[K(D_1)\in S],\quad P_{MD}=\Pr[K(D_2)\in S^c]:\\ "
    r"P_{FA}+e^{\epsilon}P_{MD}\ge1,\qquad e^{\epsilon}P_{FA}+P_{MD}\ge1\end{gathered}",
    printed=_TRADE,
    hypotheses=(*_BOTH, *_WHOLE),
    note="P_S, Q_S, P_Sc and Q_Sc are the masses of S and of its complement under K(D_1) and "
    "K(D_2). S is the region in which D_1 is rejected; it may be empty or the whole line. The "
    "slack of each inequality is that of (2) for S^c or for S with the data sets exchanged, shown "
    "as equations: the two inequalities for all S are therefore equivalent to (2), not only "
    "implied by it. Added up, P_FA + P_MD >= 2b/(1+b), which randomised response attains.",
    examples=(
        _masses(b / (1 + b), 1 / (1 + b)),
        _masses(sp.Rational(1, 2), sp.Rational(1, 2)),
        _masses(1 - b / 2, sp.Rational(1, 2)),
    ),
)


def derive_testing() -> Derivation:
    proof = Proof(_ON)
    outside, inside, one, two = _assume_all(
        proof,
        TESTING.hypotheses,
        (
            "(2) for the complement of S",
            "(2) for S, with the data sets exchanged: (7)",
            *_WHY_MASSES[2:],
        ),
        (
            r"\Pr[K(D_1)\in S^c]\le e^{\epsilon}\Pr[K(D_2)\in S^c]",
            r"\Pr[K(D_2)\in S]\le e^{\epsilon}\Pr[K(D_1)\in S]",
            *_WHOLE_LATEX,
        ),
    )
    rows = (
        (_TRADE[0], _PS + _QC / b - 1, _QC / b - _PC, outside, one,
         r"P_{FA}+e^{\epsilon}P_{MD}-1=e^{\epsilon}\Pr[K(D_2)\in S^c]-\Pr[K(D_1)\in S^c]",
         r"P_{FA}+e^{\epsilon}P_{MD}\ge1"),
        (_TRADE[1], _PS / b + _QC - 1, _PS / b - _QS, inside, two,
         r"e^{\epsilon}P_{FA}+P_{MD}-1=e^{\epsilon}\Pr[K(D_1)\in S]-\Pr[K(D_2)\in S]",
         r"e^{\epsilon}P_{FA}+P_{MD}\ge1"),
    )  # fmt: skip
    shown = []
    for goal, left, right, private, whole, slack, text in rows:
        same = proof.shows(
            equal(left, right),
            by="entailment",
            because="what is left over on both sides is the same: the two conditions are one",
            uses=(whole,),
            facts=[(whole, {}, 1)],
            latex=slack,
        )
        shown.append(
            proof.concludes(
                goal,
                by="entailment",
                because="and so the inequality holds just when (2) does",
                uses=(private, same),
                facts=[(private, {}, 1), (same, {}, 1)],
                latex=text,
            )
        )
    proof.shows(
        at_most(2 * b / (1 + b), _PS + _QC),
        by="entailment",
        because="the sum of both: the two errors cannot both be small",
        uses=tuple(shown),
        facts=[(name, {}, b / (1 + b)) for name in shown],
        latex=r"\frac{2b}{1+b}\le P_{FA}+P_{MD}",
    )
    return proof.done()


# -- (12): sensitivity ----------------------------------------------------------------------------

_q, _minus = sp.Function("q"), sp.Function("minus_q")  # q(D_n) along a chain, and -q(D_n)
_CHAIN = Domain((SENSITIVITY, COUNT))

SENSITIVITY_CLAIM = Statement(
    id="staircase.def2",
    paper=PAPER,
    item="Definition 2, (12)",
    title="the sensitivity of a query",
    printed_latex=r"\Delta=\max|q(D_1)-q(D_2)|\quad\text{over all neighbours }D_1,D_2",
    printed=(),
    definition=True,
    hypotheses=(
        relation_goal(_q(n + 1) - _q(n), "<=", Delta, _CHAIN),
        relation_goal(_q(n) - _q(n + 1), "<=", Delta, _CHAIN),
        relation_goal(_minus(n), "==", -_q(n), _CHAIN),
    ),
    note="A supremum, which need not be attained; it has to be finite. Along a chain of n "
    "neighbours q changes by at most n Delta. Any two data sets are joined by such a chain, so "
    "that Delta = 0 means that q is constant; the paper takes Delta > 0. The hypotheses say (12) "
    "for the data sets D_0, D_1, ... of a chain, and q(n) stands for q(D_n).",
    examples=tuple(
        {"q": sp.Lambda(n, sign * n * Delta), "minus_q": sp.Lambda(n, -sign * n * Delta)}
        for sign in (1, -1)
    ),
)


def derive_sensitivity() -> Derivation:
    proof = Proof(_CHAIN)
    up, down, negated = _assume_all(
        proof,
        SENSITIVITY_CLAIM.hypotheses,
        ("(12) for two neighbours of the chain",) * 2 + ("the rule below bounds from below",),
        (r"q(D_{n+1})-q(D_n)\le\Delta", r"q(D_n)-q(D_{n+1})\le\Delta", ""),
    )
    falls = proof.shows(
        at_most(-Delta, _minus(n + 1) - _minus(n)),
        by="entailment",
        because="one step changes -q by at least -Delta",
        uses=(up, negated),
        facts=[(up, {}, 1), (negated, {n: n + 1}, 1), (negated, {}, -1)],
        latex=r"-\Delta\le-q(D_{n+1})+q(D_n)",
    )
    rises = proof.shows(
        at_most(-Delta, _q(n + 1) - _q(n)),
        by="entailment",
        because="and q as well",
        uses=(down,),
        facts=[(down, {}, 1)],
        latex=r"-\Delta\le q(D_{n+1})-q(D_n)",
    )
    for function, step, text in (
        (_q, rises, r"q(D_0)-n\Delta\le q(D_n)"),
        (_minus, falls, r"-q(D_0)-n\Delta\le-q(D_n)"),
    ):
        proof.shows(
            at_most(-n * Delta + function(0), function(n)),
            by="rule",
            because="add up the steps of the chain",
            uses=(step,),
            rule="induction",
            bindings={"function": sp.Symbol(str(function)), "step": -Delta},
            latex=text,
        )
    return proof.done()


# -- (18) and (20): families of noise distributions -----------------------------------------------

_Z = sp.Function("Z")  # Z(t, v) = Pr[t + X_t in S + v]
_QUERIES = Domain((RATIO, SENSITIVITY, real(t), real(v), SHIFT))

FAMILY_CONSTRAINT = Statement(
    id="staircase.eq18",
    paper=PAPER,
    item="(16)-(18)",
    title="the privacy constraint on a family of noise distributions",
    printed_latex=r"\nu_{t_1}(S)\le e^{\epsilon}\,\nu_{t_2}(S+t_1-t_2)\quad\text{for all "
    r"measurable }S,\ |t_1-t_2|\le\Delta",
    printed=(),
    definition=True,
    hypotheses=(
        relation_goal(_Z(t, v), "<=", _Z(t + d, v) / b, _QUERIES),
        relation_goal(_Z(t, v), "==", W(t, v - t), Domain((real(t), real(v)))),
    ),
    note="S is any measurable set, W(t, u) = nu_t(S+u) and Z(t, v) = Pr[t + X_t in S+v], so that "
    "all translates of S are spoken of; t_1 = t and t_2 = t + d. (18) asks (2) of every pair of "
    "outputs at distance at most Delta, whether or not the query takes them at neighbours: "
    "nothing but Delta is known of the query.",
    examples=(
        {
            "Z": sp.Lambda((t, v), 1 / (1 + v**2)),
            "W": sp.Lambda((t, u), 1 / (1 + (u + t) ** 2)),
        },
    ),
)


def derive_family_constraint() -> Derivation:
    proof = Proof(FAMILIES)
    private, moved = _assume_all(
        proof,
        FAMILY_CONSTRAINT.hypotheses,
        (
            "(2) for the output t + X_t and a set S + v",
            "t + X_t lies in S + v when the noise X_t lies in S + v - t",
        ),
        (
            r"\Pr[t+X_t\in S+v]\le e^{\epsilon}\Pr[t+d+X_{t+d}\in S+v]",
            r"\Pr[t+X_t\in S+v]=\nu_t(S+v-t)",
        ),
    )
    proof.shows(
        PRIVATE.proposition,
        by="entailment",
        because="(2) for v = u + t is (18) for the set S + u",
        uses=(private, moved),
        facts=[
            (private, {v: u + t}, 1),
            (moved, {v: u + t}, 1),
            (moved, {t: t + d, v: u + t}, -1 / b),
        ],
        latex=r"\nu_t(S+u)\le e^{\epsilon}\,\nu_{t+d}(S+u-d)",
    )
    proof.shows(
        at_most(b * W(t + d, u - d), W(t, u)),
        by="entailment",
        because="and the other way round, from t + d back to t",
        uses=(private, moved),
        facts=[
            (private, {t: t + d, v: u + t, d: -d}, b),
            (moved, {v: u + t}, -1),
            (moved, {t: t + d, v: u + t}, b),
        ],
        latex=r"e^{-\epsilon}\,\nu_{t+d}(S+u-d)\le\nu_t(S+u)",
    )
    return proof.done()


_cost, _total, _raised = sp.Function("cost"), sp.Function("total"), sp.Function("cost_raised")
_worst, _least = _mass("worst"), _mass("L_0")
_c = sp.Symbol("c", real=True)
_OUTPUT = Domain((real(t),))
_RAISED = Domain((real(_c), real(t)))

OBJECTIVE = Statement(
    id="staircase.eq20",
    paper=PAPER,
    item="(19)-(22)",
    title="the objective: the worst expected cost over all query outputs",
    printed_latex=r"\min_{\{\nu_t\}}\ \sup_t\int L\,d\nu_t\quad\text{subject to (18)}",
    printed=(),
    definition=True,
    hypotheses=(
        relation_goal(_least * _total(t), "<=", _cost(t), _OUTPUT),
        relation_goal(_total(t), "==", 1, _OUTPUT),
        relation_goal(_cost(t), "<=", _worst, _OUTPUT),
        relation_goal(_raised(t), "==", _cost(t) + _c * _total(t), _RAISED),
    ),
    note="L must be measurable and bounded below for the integrals to exist; Property 1, assumed "
    "later, gives both, with L(0) as the least value. They may be infinite. A constant added to L "
    "is added to the objective, so that nothing depends on the sign of L. The minimum is an "
    "infimum until Theorem 3 shows that it is attained.",
    examples=(
        {
            "cost": sp.Lambda(t, 3 - 1 / (1 + t**2)),
            "total": sp.Lambda(t, 1),
            "cost_raised": sp.Lambda(t, 3 - 1 / (1 + t**2) + _c),
            "worst": _constant(sp.Integer(3)),
            "L_0": _constant(sp.Integer(2)),
        },
    ),
)


def derive_objective() -> Derivation:
    proof = Proof(_OUTPUT)
    below, total, above, raised = _assume_all(
        proof,
        OBJECTIVE.hypotheses,
        (
            "L(0) is the least value of L",
            "nu_t is a probability",
            "the supremum is a bound",
            "the integral of L + c",
        ),
        (
            r"L(0)\,\nu_t(\mathbb R)\le\int L\,d\nu_t",
            r"\nu_t(\mathbb R)=1",
            r"\int L\,d\nu_t\le\sup_s\int L\,d\nu_s",
            r"\int(L+c)\,d\nu_t=\int L\,d\nu_t+c\,\nu_t(\mathbb R)",
        ),
    )
    proof.shows(
        at_most(_least, _cost(t)),
        by="entailment",
        because="the cost is not below L(0), so that the supremum exists, possibly infinite",
        uses=(below, total),
        facts=[(below, {}, 1), (total, {}, _least)],
        latex=r"L(0)\le\int L\,d\nu_t",
    )
    proof.shows(
        equal(_raised(t) - _c, _cost(t)),
        on=_RAISED,
        by="entailment",
        because="a constant added to L is added to every cost",
        uses=(raised, total),
        facts=[(raised, {}, 1), (total, {}, _c)],
        latex=r"\int(L+c)\,d\nu_t-c=\int L\,d\nu_t",
    )
    proof.shows(
        at_most(_raised(t), _worst + _c),
        on=_RAISED,
        by="entailment",
        because="and so to the supremum",
        uses=(raised, total, above),
        facts=[(raised, {}, -1), (total, {}, -_c), (above, {}, 1)],
        latex=r"\int(L+c)\,d\nu_t\le\sup_s\int L\,d\nu_s+c",
    )
    return proof.done()


# -- Properties 1 and 2: cost functions -----------------------------------------------------------

_L = sp.Function("L")
_y, _power = sp.symbols("y p", positive=True)
_near, _away = sp.symbols("z a", nonnegative=True)
_PLACE = Domain((Variable(_near, sp.Integer(0), sp.oo, "[)"),))
_OUTWARD = _PLACE & Variable(_away, sp.Integer(0), sp.oo, "[)")

COST_FUNCTION = Statement(
    id="staircase.prop1",
    paper=PAPER,
    item="Property 1, (34), (35)",
    title="cost functions: even, and nondecreasing away from 0",
    printed_latex=r"L(x)=L(-x),\qquad L(x)\le L(y)\quad\text{for }0\le x\le y",
    printed=(),
    definition=True,
    hypotheses=(
        relation_goal(_L(_near), "==", _L(-_near), _PLACE),
        relation_goal(_L(_near), "<=", _L(_near + _away), _OUTWARD),
    ),
    note="'Monotonically increasing' is displayed with the weak inequality, and the weak one is "
    "meant: constant pieces and jumps are allowed. Such an L is Borel measurable, has at most "
    "countably many jumps, and is least at 0. The powers |x|^p have the property.",
    examples=(
        {"L": sp.Lambda(t, t**2 - 3)},
        {"L": sp.Lambda(t, sp.Min(1, sp.Abs(t)))},
    ),
)


def derive_cost_function() -> Derivation:
    proof = Proof(_PLACE)
    even, rises = _assume_all(
        proof,
        COST_FUNCTION.hypotheses,
        ("(34) for a place z >= 0", "(35) for the places z and z + a"),
    )
    proof.shows(
        at_most(_L(0), _L(_near)),
        by="entailment",
        because="L is least at 0",
        uses=(rises,),
        facts=[(rises, {_near: sp.Integer(0), _away: _near}, 1)],
    )
    proof.shows(
        at_most(_L(0), _L(-_near)),
        by="entailment",
        because="on the left as well, since L is even",
        uses=(even, rises),
        facts=[(rises, {_near: sp.Integer(0), _away: _near}, 1), (even, {}, -1)],
    )
    powers, slope = Domain((positive(_power), positive(_y))), _power * _y ** (_power - 1)
    proof.shows(
        Derivative(_y**_power, _y, slope),
        on=powers,
        by="derivative",
        because="the power functions are the costs of the applications",
    )
    proof.shows(
        less(0, slope),
        on=powers,
        by="sign",
        because="so they increase away from 0, for every p > 0",
    )
    return proof.done()


_factor, _start, _place = sp.symbols("B T z", positive=True)
_scaled = sp.Function("scaled")  # -L(z + n) / B^n
_BEYOND = Domain((positive(_factor), positive(_start), Variable(_place, _start, sp.oo, "[)")))
_STEPS = _BEYOND & COUNT

GROWTH = Statement(
    id="staircase.prop2",
    paper=PAPER,
    item="Property 2, (36)",
    title="cost functions that do not grow too quickly",
    printed_latex=r"L(T)>0,\qquad\sup_{x\ge T}\frac{L(x+1)}{L(x)}<\infty\quad"
    r"\text{for a positive integer }T",
    printed=(),
    definition=True,
    hypotheses=(
        relation_goal(_L(_place + 1), "<=", _factor * _L(_place), _BEYOND),
        relation_goal(_scaled(n), "==", -_L(_place + n) / _factor**n, _STEPS),
    ),
    note="With B for the supremum. L(T) > 0 makes the quotient defined beyond T, since L does not "
    "decrease; it costs nothing, as a constant may be added to an L that is not constant. That T "
    "is an integer and that the step is 1 are of no importance. The property says that L grows at "
    "most exponentially and without huge jumps; exp(x^2) lacks it. Lemma 19 does not need it.",
    examples=({"L": sp.Lambda(_place, _factor**_place), "scaled": sp.Lambda(n, -(_factor**_place))},),
)


def derive_growth() -> Derivation:
    proof = Proof(_STEPS)
    bounded, definition = _assume_all(
        proof,
        GROWTH.hypotheses,
        ("Property 2 with B for the supremum", "a name for the cost n steps on, scaled back"),
        ("", r"\mathrm{scaled}(n)=-B^{-n}L(z+n)"),
    )
    step = proof.shows(
        at_most(0, _scaled(n + 1) - _scaled(n)),
        by="entailment",
        because="one step further the cost is at most B times as large",
        uses=(bounded, definition),
        facts=[
            (bounded, {_place: _place + n}, _factor ** (-n - 1)),
            (definition, {n: n + 1}, 1),
            (definition, {}, -1),
        ],
    )
    kept = proof.shows(
        at_most(_scaled(0), _scaled(n)),
        by="rule",
        because="so for any number of steps",
        uses=(step,),
        rule="induction",
        bindings={"function": sp.Symbol("scaled"), "step": sp.Integer(0)},
    )
    proof.shows(
        at_most(_L(_place + n), _factor**n * _L(_place)),
        by="entailment",
        because="a cost with Property 2 grows at most exponentially",
        uses=(kept, definition),
        facts=[
            (kept, {}, _factor**n),
            (definition, {}, -(_factor**n)),
            (definition, {n: sp.Integer(0)}, _factor**n),
        ],
    )
    for power in (1, 2):
        proof.shows(
            at_most((_y + 1) ** power, 2**power * _y**power),
            on=Domain((between(_y, 1, sp.oo, "[)"),)),
            by="sign",
            because=f"the cost |x|^{power} has the property, with T = 1 and B = {2**power}",
        )
    return proof.done()


CLAIMS = (
    Claim(DIFFERENTIAL_PRIVACY, derive_privacy),
    Claim(TESTING, derive_testing),
    Claim(SENSITIVITY_CLAIM, derive_sensitivity),
    Claim(FAMILY_CONSTRAINT, derive_family_constraint),
    Claim(OBJECTIVE, derive_objective),
    Claim(COST_FUNCTION, derive_cost_function),
    Claim(GROWTH, derive_growth),
)
