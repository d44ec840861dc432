"""Arguments that look right and are wrong."""

from fractions import Fraction

import pytest
import sympy as sp

from dpproofs.kernel.domain import Domain, between, index, nth_root, positive, real
from dpproofs.kernel.expression import to_tree
from dpproofs.kernel.proposition import (
    Derivative,
    Fails,
    Integral,
    Limit,
    Minimum,
    Program,
    Relation,
    Series,
    Sum,
    at_most,
    equal,
    less,
)
from dpproofs.replay import Rejected, replay
from dpproofs.replay.reader import digest

x, h, y, u, T = sp.Symbol("x", real=True), *sp.symbols("h y u T", positive=True)
z = sp.Symbol("z")
n, k = sp.symbols("n k", integer=True)
G, F, H = map(sp.Function, "GFH")
LINE, POSITIVE = Domain((real(x),)), Domain((positive(y),))
ROOT = Domain((between(y, 1, 2), nth_root(T, 2, y, sp.S(0), sp.S(2))))
WIDE = Domain((between(y, sp.Rational(1, 4), 2), nth_root(T, 2, y, sp.S(0), sp.S(2))))
COUNT = Domain((index(n, 0),))
HUMP = sp.exp(-y)


def names(proposition):
    """A proposition as JSON; a bare symbol becomes a tree."""
    return proposition.to_json()


def step(proposition, domain, method, *uses, grade="proved", **evidence):
    return {
        "proposition": names(proposition), "domain": domain.to_json(), "method": method,
        "grade": grade, "uses": list(uses), "evidence": evidence,
    }  # fmt: skip


def document(*steps, **parameters):
    rows = [{"name": str(i + 1), **s} for i, s in enumerate(steps)]
    goals = [{"proposition": s["proposition"], "domain": s["domain"]} for s in steps]
    assumed = [g for g, s in zip(goals, steps, strict=True) if s["method"] == "assume"]
    fails = steps[-1]["proposition"]["kind"] == "fails"
    last = dict(goals[-1])
    if fails:
        last["proposition"] = last["proposition"]["proposition"]
    grades = [s["grade"] for s in steps]
    body = {
        "format": "dpproofs-certificate", "version": 1,
        "statement": {
            "id": "t", "paper": "t", "item": "t", "definition": False, "printed": [last],
            "corrected": [], "hypotheses": assumed, "parameters": parameters,
        },
        "verdict": "refuted" if fails else "holds",
        "grade": min(grades, key=["computed", "enclosed", "certified", "proved"].index),
        "trusts": sorted({s["evidence"]["rule"] for s in steps if s["method"] == "rule"}),
        "steps": rows,
    }  # fmt: skip
    return {**body, "digest": digest(body)}


def rule(name, conclusion, domain, *uses, **bindings):
    trees = {key: to_tree(sp.S(value)) for key, value in bindings.items()}
    return step(conclusion, domain, "rule", *uses, rule=name, bindings=trees)


def fact(name, times, **at):
    trees = {key: to_tree(sp.S(value)) for key, value in at.items()}
    return {"fact": name, "at": trees, "times": to_tree(sp.S(times))}


F_ODD = y ** (1 / (1 - sp.log(y)))
GROWING = sp.exp(y**2 - y)
ROOT_CUBIC = sp.Rational(2, 3) * T**3 - y * T
POLE = sp.exp((sp.exp(y) - sum(y**i / sp.factorial(i) for i in range(13))) / y**20)
MANY = sum((sp.Function(f"G{i}")() for i in range(30)), sp.S(0))
FINE = y ** sp.Rational(1, 211)
SIDES = sp.symbols("s:6", nonnegative=True)
CUBE = Domain(tuple(between(side, 0, 1, "[]") for side in SIDES))
FACES = 1 + sum(SIDES)
ONE_E = sp.Mul(sp.exp(y / (y + 1)), sp.exp(1 / (y + 1)), evaluate=False)
L, COST = sp.Function("L"), sp.Function("cost_X")
TWO = Domain((between(x, 0, 2),))


def cake(conclusion, *uses, right, left):
    names = {"right": sp.Symbol(right), "left": sp.Symbol(left), "cost": sp.Symbol("cost_X")}
    return rule("layer cake", conclusion, Domain(()), *uses, **names, bound=1, width=2)


n_1, n_2 = sp.symbols("n_1 n_2", integer=True)
SUP, CHEAP, DEAR = (sp.Function(name)() for name in ("sup", "cheap", "dear"))
UP = Domain((between(h, 0, 2, "(]"),))
TWO_CLOSED = Domain((between(x, 0, 2, "(]"),))
PAIRS = TWO_CLOSED & UP
INSIDE = Domain((between(x, 0, 2), between(h, 0, 2 - x, "(]")))
MULTIPLES = Domain((
    index(n, 2), index(n_1, 1, n), index(n_2, 1, n), between(h, 0, 2 / n, "(]"),
))  # fmt: skip
PROPORTION = at_most(n_2 * F(n_1 * h), n_1 * G(n_2 * h))
PERIODS = Domain((between(x, 0, 2), index(n, 0)))
LENGTHS = {"small": F(x), "great": G(x), "width": 2}
YU, UY = Domain((positive(y), positive(u))), Domain((positive(u), positive(y)))
TAILS = (Domain((between(x, 0, 1, "[)"), between(h, 0, 1 - x, "(]"))), Domain(()), Domain(()))
SHARE = (
    step(at_most(h, h), YU & TAILS[0], "sign"),
    step(less(-y / (y + u), 0), YU, "sign"),
    step(less(0, 1 - y / (y + u)), YU, "sign"),
)
PLACED = {
    "curve": x - y / (y + u), "slope": 1, "lower": 0, "upper": 1, "place": sp.Symbol("place"),
}  # fmt: skip


def share(*arguments):
    return 1 / (1 + sp.exp(sp.Function("place")(*arguments))) - y / (y + u)


TOP = {"set": F(x), "start": 0, "above": G(h), "width": 2, "supremum": sp.Symbol("sup")}
ORDER = {
    "function": sp.Symbol("G"), "width": 2,
    "cheaper": sp.Symbol("cheap"), "dearer": sp.Symbol("dear"),
}  # fmt: skip


NEAR_0 = Domain((index(k, 0),))


def program(objective, constraints, equations, value, point, multipliers):
    """One step that shows the least value of a linear program in z."""
    claim = Program(sp.S(objective), (z,), constraints, equations, sp.S(value))
    return [step(
        claim, Domain(()), "duality", grade="certified", point={"z": to_tree(sp.S(point))},
        multipliers=[to_tree(sp.S(number)) for number in multipliers],
    )]  # fmt: skip


FALLACIES = {
    "a program that is not affine": program((z - 1) ** 2, (), (), 1, 0, []),
    "a program with a product of variables": program(z * (2 - z), (), (), 0, 0, []),
    "a program whose point is not feasible": program(z, (z - 1,), (), 0, 0, [0]),
    "a program whose point is negative": program(z, (), (z + 1,), -1, -1, [1]),
    "a program with a negative multiplier": program(-z, (z - 1,), (), -1, 1, [-1]),
    "a program with another value": program(z, (z - 1,), (), 0, 1, [1]),
    "a program that is not bounded by its multipliers": program(-z, (1 - z,), (), -1, 1, [0]),
    "a program without a multiplier for each row": program(z, (z - 1,), (), 1, 1, []),
    "a program whose point is its variable": [
        step(Program(z, (z,), (z - 1,), (), sp.S(1)), Domain(()), "duality", grade="certified",
             point={"z": to_tree(z)}, multipliers=[to_tree(sp.S(1))])],
    "a program that binds a parameter": [
        step(Program(y, (y,), (y - 1,), (), sp.S(1)), POSITIVE, "duality", grade="certified",
             point={"y": to_tree(sp.S(1))}, multipliers=[to_tree(sp.S(1))])],

    "a division that cancels where it is undefined": [
        step(equal(x * H(), 0), LINE, "assume"),
        step(equal(H(), 0), LINE, "entailment", "1", facts=[fact("1", 1 / x)]),
    ],
    "both sides undefined at 0": [step(equal(1 / x + 1, 1 / x + 1), LINE, "identity")],
    "an undefined argument": [step(equal(H(1 / x), H(1 / x)), LINE, "identity")],
    "a variable that differs": [step(equal(sp.exp(y), x), LINE & positive(y), "identity")],
    "a root that does not move": [step(Derivative(T, y, sp.S(0)), ROOT, "derivative")],
    "a derivative in a root": [
        step(Derivative(ROOT_CUBIC, T, T**2), ROOT, "derivative"),
        step(less(0, T**2), ROOT, "sign"),
        step(less(0, ROOT_CUBIC), ROOT, "increasing", "1", "2"),
    ],
    "a root carried over to another radicand": [
        step(equal(T**2, y), WIDE, "identity"),
        step(equal(T**2, y / 2), ROOT, "entailment", "1", facts=[fact("1", 1, y=y / 2)]),
    ],
    "an antiderivative that jumps at its end": [
        step(
            Integral(sp.diff(F_ODD, y), y, sp.S(0), sp.S(1), sp.S(0)), Domain(()), "integral",
            antiderivative=to_tree(F_ODD),
        ),
    ],
    "an antiderivative that grows at infinity": [
        step(
            Integral(sp.diff(GROWING, y), y, sp.S(0), sp.oo, sp.S(-1)), Domain(()), "integral",
            antiderivative=to_tree(GROWING),
        ),
    ],
    "a sum that runs downwards": [
        step(
            Sum(k, k, sp.S(0), n, n * (n + 1) / 2), Domain((index(n, -5),)), "sum",
            ratio=to_tree(sp.S(1)), quotient=to_tree(k * (k - 1) / 2),
        ),
    ],
    "a series lost to cancellation": [step(Series(POLE, y, (sp.S(1),)), Domain(()), "series")],
    "a minimum at infinity": [
        step(Minimum(sp.exp(-y), y, sp.S(0), sp.oo, "(]", sp.oo), Domain(()), "minimum"),
    ],
    "a counterexample at infinity": [
        step(
            Fails(Relation(sp.exp(-x), ">", sp.S(0)), ((x, sp.oo),)), LINE, "counterexample"
        ),
    ],
    "an induction whose step depends on the index": [
        step(at_most(n, F(n + 1) - F(n)), COUNT, "assume"),
        rule("induction", at_most(n * n + F(0), F(n)), COUNT, "1", function=sp.Symbol("F"), step=n),
    ],
    "a bound that depends on the index": [
        step(at_most(n * 1, n), COUNT, "sign"),
        rule("Archimedes", at_most(1, 0), Domain(()), "1", value=1, bound=n),
    ],
    "a supporting line at the end of the half line": [
        step(
            at_most(2 * G(x + h), G(x) + G(x + 2 * h)),
            Domain((between(x, 0, sp.oo, "[)"), positive(h))), "assume",
        ),
        step(at_most(G(x + h), G(x)), Domain((between(x, 0, sp.oo, "[)"), positive(h))), "assume"),
        rule(
            "supporting line", at_most(G(0) - sp.Function("slope_G")(0) * x, G(x)),
            Domain((between(x, 0, sp.oo, "[)"),)), "1", "2", function=sp.Symbol("G"), at=0,
        ),
    ],
    "an integer domain without a point": [
        step(equal(n, 17), Domain((index(n, Fraction(1, 3), Fraction(1, 2)),)), "sign"),
    ],
    "an empty domain": [step(less(1, 0), Domain((between(y, 2, 1),)), "region", boxes=1)],
    "a limit with something else moving": [
        step(Limit(sp.exp(-y), y, sp.oo, "-", sp.S(1)), Domain(()), "limit", rate=None),
    ],
    "a multiplier that a step says is negative": [
        step(at_most(0, H(y)), POSITIVE, "assume"),
        step(at_most(G(y), 0), POSITIVE, "assume"),
        step(at_most(0, H(y) * G(y)), POSITIVE, "entailment", "1", "2", facts=[fact("1", G(y))]),
    ],
    "a strict product from a weak fact": [
        step(less(0, H(y)), POSITIVE, "assume"),
        step(at_most(0, G(y)), POSITIVE, "assume"),
        step(less(0, H(y) * G(y)), POSITIVE, "entailment", "1", "2", facts=[fact("1", G(y))]),
    ],
    "a multiplier that is positive elsewhere": [
        step(at_most(0, H(y)), POSITIVE, "assume"),
        step(at_most(0, G(y)), Domain((between(y, 1, 2),)), "assume"),
        step(at_most(0, H(y) * G(y)), POSITIVE, "entailment", "1", "2", facts=[fact("1", G(y))]),
    ],
    "a squeeze from one side": [
        step(less(0, sp.exp(-y)), POSITIVE, "sign"),
        step(Limit(sp.exp(-y), y, sp.oo, "-", sp.S(0)), Domain(()), "squeeze", "1"),
    ],
    "a squeeze by bounds that have other limits": [
        step(less(0, sp.exp(-y)), POSITIVE, "sign"),
        step(less(sp.exp(-y), 1), POSITIVE, "sign"),
        step(Limit(sp.exp(-y), y, sp.oo, "-", sp.S(0)), Domain(()), "squeeze", "1", "2"),
    ],
    "a squeeze on the other side of the point": [
        step(less(0, sp.exp(-y)), POSITIVE, "sign"),
        step(less(sp.exp(-y), 1), POSITIVE, "sign"),
        step(Limit(sp.exp(-y), y, sp.S(0), "-", sp.S(0)), Domain(()), "squeeze", "1", "2"),
    ],
    "a squeeze at integers": [
        step(at_most(0, F(n)), COUNT, "assume"),
        step(at_most(F(n), 0), COUNT, "assume"),
        step(Limit(F(n), n, sp.oo, "-", sp.S(0)), Domain(()), "squeeze", "1", "2"),
    ],
    "a squeeze with a parameter too many": [
        step(at_most(0, F(y)), POSITIVE & positive(u), "assume"),
        step(at_most(F(y), 0), POSITIVE & positive(u), "assume"),
        step(Limit(F(y), y, sp.oo, "-", sp.S(0)), Domain(()), "squeeze", "1", "2"),
    ],
    "more generators than there is room for": [
        step(equal(MANY, MANY), Domain(()), "identity"),
    ],
    "a ladder without an end": [step(less(y, y), POSITIVE, "ladder")],
    "a ladder of something else": [step(less(0, sp.exp(y**2)), POSITIVE, "ladder")],
    "an increase from minus infinity": [
        step(Derivative(sp.exp(x) - 1, x, sp.exp(x)), LINE, "derivative"),
        step(less(0, sp.exp(x)), LINE, "sign"),
        step(less(0, sp.exp(x) - 1), LINE, "increasing", "1", "2"),
    ],
    "a decrease to a negative limit": [
        step(Derivative(HUMP - 1, y, -HUMP), POSITIVE, "derivative"),
        step(less(-HUMP, 0), POSITIVE, "sign"),
        step(less(0, HUMP - 1), POSITIVE, "decreasing", "1", "2"),
    ],
    "a decrease that is an increase": [
        step(Derivative(-HUMP, y, HUMP), POSITIVE, "derivative"),
        step(less(0, HUMP), POSITIVE, "sign"),
        step(less(0, -HUMP), POSITIVE, "decreasing", "1", "2"),
    ],
    "a decrease to an end that is not approached": [
        step(Derivative(1 / y, y, -(y**-2)), POSITIVE, "derivative"),
        step(less(-(y**-2), 0), POSITIVE, "sign"),
        step(less(0, 1 / y), POSITIVE, "decreasing", "1", "2"),
    ],
    "one cost of two pairs of tails": [
        step(at_most(1, L(x) + F(2 - x)), TWO, "assume"),
        step(at_most(1, G(x) + H(2 - x)), TWO, "assume"),
        cake(at_most(2, COST()), "1", right="L", left="F"),
        cake(at_most(2, COST()), "2", right="G", left="H"),
    ],
    "a limit whose exponents cancel": [
        step(
            Integral(sp.diff(ONE_E, y), y, sp.S(0), sp.oo, 1 - sp.E), Domain(()), "integral",
            antiderivative=to_tree(ONE_E),
        ),
    ],
    "an unknown function continued to its end": [
        step(Integral(sp.S(0), y, sp.S(0), sp.S(1), H(1) - H(0)), Domain(()), "integral",
             antiderivative=to_tree(H(y))),
    ],
    "increments that stop": [
        step(at_most(0, F(n + 1) - F(n)), Domain((index(n, 0, 2),)), "assume"),
        rule("increments", at_most(F(0), F(n)), Domain((index(n, 0, 5),)), "1", terms=F(n), last=5),
    ],
    "increments that begin later": [
        step(at_most(0, F(n + 2) - F(n + 1)), COUNT, "assume"),
        rule("increments", at_most(F(0), F(n)), COUNT, "1", terms=F(n), last=sp.oo),
    ],
    "incommensurable lengths without monotony": [
        step(PROPORTION, MULTIPLES, "assume"),
        step(at_most(F(x), F(x + h)), INSIDE, "assume"),
        rule("commensurable", at_most(h * F(x), x * G(h)), PAIRS, "1", "2", **LENGTHS),
    ],
    "commensurable with a few lengths": [
        step(PROPORTION, Domain((index(n, 3), *MULTIPLES.variables[1:])), "assume"),
        step(at_most(G(x), G(x + h)), INSIDE, "assume"),
        rule("commensurable", at_most(h * F(x), x * G(h)), PAIRS, "1", "2", **LENGTHS),
    ],
    "lengths that count the pieces": [
        step(at_most(n_2 * n, n_1 * G(n_2 * h)), MULTIPLES, "assume"),
        step(at_most(G(x), G(x + h)), INSIDE, "assume"),
        rule("commensurable", at_most(h * n, x * G(h)), PAIRS, "1", "2", **{**LENGTHS, "small": n}),
    ],
    "a place whose arguments change places": [
        *SHARE,
        rule("intermediate value", equal(share(y, u), 0), YU, "1", "2", "3", **PLACED),
        *(dict(row, domain=(UY & tail).to_json()) for row, tail in zip(SHARE, TAILS, strict=True)),
        rule("intermediate value", equal(share(u, y), 0), UY, "5", "6", "7", **PLACED),
        step(equal(y / (y + u), u / (y + u)), YU, "entailment", "4", "8",
             facts=[fact("8", 1, y=u, u=y), fact("4", -1)]),
    ],
    "a supremum of what is not bounded at the start": [
        step(at_most(F(x), G(h)), PAIRS, "assume"),
        rule("supremum: start", at_most(3, SUP), Domain(()), "1", "1", **{**TOP, "start": 3}),
    ],
    "a supremum below its set": [
        step(at_most(F(x), G(h)), PAIRS, "assume"),
        step(at_most(0, G(h)), UP, "assume"),
        rule("supremum: above", at_most(SUP, F(h)), UP, "1", "2", **TOP),
    ],
    "a supremum of two sets": [
        step(at_most(F(x), G(h)), PAIRS, "assume"),
        step(at_most(0, G(h)), UP, "assume"),
        step(at_most(1, G(h)), UP, "assume"),
        rule("supremum: above", at_most(SUP, G(h)), UP, "1", "2", **TOP),
        rule("supremum: start", at_most(1, SUP), Domain(()), "1", "3", **{**TOP, "start": 1}),
    ],
    "a supremum that is known before": [
        step(equal(SUP, 7), Domain(()), "assume"),
        step(at_most(F(x), G(h)), PAIRS, "assume"),
        step(at_most(0, G(h)), UP, "assume"),
        rule("supremum: above", at_most(SUP, G(h)), UP, "2", "3", **TOP),
    ],
    "a supremum of a set that speaks of it": [
        step(at_most(F(x) + SUP, G(h)), PAIRS, "assume"),
        step(at_most(0, G(h)), UP, "assume"),
        rule("supremum: set", at_most(F(x) + SUP, SUP), TWO_CLOSED, "1", "2",
             **{**TOP, "set": F(x) + SUP}),
    ],
    "a maximum over more places": [
        step(at_most(F(n), 9), Domain((index(n, 0, 2), index(n_1, 0, 2))), "assume"),
        step(at_most(0, 9), Domain((index(n_1, 0, 2),)), "sign"),
        rule("maximum: set", at_most(F(n), SUP), Domain((index(n, 0, 3),)), "1", "2",
             set=F(n), start=0, above=9, last=2, maximum=sp.Symbol("sup")),
    ],
    "one line below a tail": [
        step(at_most(-x, G(x + 2 * n)), PERIODS, "assume"),
        rule("stochastic order by periods", at_most(CHEAP, DEAR), Domain(()), "1", "1",
             near=-x, far=1 - x, **ORDER),
    ],
    "one cost of two pairs of lines": [
        step(at_most(-x, G(x + 2 * n)), PERIODS, "assume"),
        step(at_most(-1 - x, G(x + 2 * n)), PERIODS, "assume"),
        rule("stochastic order by periods", at_most(CHEAP, DEAR), Domain(()), "1", "1",
             near=-x, far=-x, **ORDER),
        rule("stochastic order by periods", at_most(CHEAP, DEAR), Domain(()), "1", "2",
             near=-x, far=-1 - x, **ORDER),
    ],
    "a tail in the first periods": [
        step(at_most(-x, G(x + 2 * n)), Domain((TWO.variables[0], index(n, 0, 9))), "assume"),
        rule("stochastic order by periods", at_most(CHEAP, DEAR), Domain(()), "1", "1",
             near=-x, far=-x, **ORDER),
    ],
    "integers but for the last of a period": [
        step(at_most(-n_1, G(n_1 + 2 * n)), Domain((index(n_1, 1, 1), index(n, 0))), "assume"),
        rule("stochastic order by periods, integers", at_most(CHEAP, DEAR), Domain(()), "1", "1",
             near=-n_1, far=-n_1, **ORDER),
    ],
    "a rule without a name": [rule("magic", less(1, 0), Domain(()))],
    "a rule at a binding that is no name": [
        rule("induction", at_most(n + F(0), F(n)), COUNT, function=sp.S(1), step=1),
    ],
    "an unknown method": [step(less(0, y), POSITIVE, "magic")],
    "a method for something else": [step(less(0, y), POSITIVE, "series")],
    "a counterexample to a sum": [
        step(Fails(Sum(k, k, sp.S(0), sp.S(2), sp.S(4)), ()), Domain(()), "counterexample"),
    ],
    "a counterexample without a value": [
        step(Fails(less(1, sp.log(x)), ((x, sp.S(-1)),)), LINE, "counterexample"),
    ],
    "a counterexample between integers": [
        step(Fails(less(n, n), ((n, sp.Rational(1, 2)),)), COUNT, "counterexample"),
    ],
    "a region that is not enclosed": [
        step(less(y, 1), Domain((between(y, 0, 1),)), "region", boxes=1, grade="enclosed"),
    ],
    "a corner from one step": [
        step(less(0, 1), Domain((between(y, 0, 1),)), "sign"),
        step(less(0, y), Domain((between(y, 0, 1),)), "region", "1", boxes=1, grade="enclosed"),
    ],
    "a corner of another difference": [
        step(Derivative(2 * y, y, sp.S(2)), Domain((between(y, 0, 1),)), "derivative"),
        step(less(0, 2), Domain((between(y, 0, 1),)), "sign"),
        step(less(0, y), Domain((between(y, 0, 1),)), "region", "1", "2", boxes=1,
             grade="enclosed"),
    ],
    "a corner at the wrong end": [
        step(Derivative(HUMP, y, -HUMP), Domain((between(y, 0, 1),)), "derivative"),
        step(less(-HUMP, 0), Domain((between(y, 0, 1),)), "sign"),
        step(less(sp.Rational(1, 2), HUMP), Domain((between(y, 0, 1),)), "region", "1", "2",
             boxes=1, grade="enclosed"),
    ],
    "a region at one point": [
        step(less(sp.pi, 3), Domain(()), "region", boxes=1, grade="enclosed"),
    ],
    "a power of what may be negative": [step(equal(sp.sqrt(x), sp.sqrt(x)), LINE, "identity")],
    "an exponent that is too fine": [
        step(equal(FINE, FINE), POSITIVE, "identity"),
    ],
    "a sign on too many faces": [step(less(0, FACES), CUBE, "sign")],
}  # fmt: skip


def test_the_layer_cake_rule_holds_for_one_meaning():
    """The first half of a fallacy above is no fallacy."""
    first, _, cost, _ = FALLACIES["one cost of two pairs of tails"]
    assert replay(document(first, cost), any_statement=True).accepted


@pytest.mark.parametrize("name", FALLACIES)
def test_fallacies_are_rejected(name):
    try:
        report = replay(document(*FALLACIES[name]), any_statement=True)
    except Rejected:
        return
    assert not report.accepted
    assert report.failing == str(len(FALLACIES[name])) or report.failing in ("1", None)


MOVED = {
    "a fact at another value of a parameter": [
        step(equal(H(), y), POSITIVE, "assume"),
        step(equal(H(), y / 2), POSITIVE, "entailment", "1", facts=[fact("1", 1, y=y / 2)]),
    ],
    "inside another function": [
        step(equal(G(H()), y), POSITIVE, "assume"),
        step(equal(G(H()), y / 2), POSITIVE, "entailment", "1", facts=[fact("1", 1, y=y / 2)]),
    ],
    "a function that no model has": [
        step(equal(F(), y), POSITIVE, "assume"),
        step(equal(F(), y / 2), POSITIVE, "entailment", "1", facts=[fact("1", 1, y=y / 2)]),
    ],
    "a slope along a parameter": [
        step(Derivative(H() + y, y, sp.S(1)), POSITIVE, "derivative"),
    ],
    "a sum over a parameter": [
        step(
            Sum(H(), y, sp.S(1), sp.S(2), 2 * H()),
            Domain(()),
            "sum",
            ratio=to_tree(sp.S(1)),
            quotient=to_tree(H() * y),
        ),
    ],
    "a step that is not there": [
        step(equal(H(), y), POSITIVE, "entailment", "7", facts=[fact("7", 1)]),
    ],
}


@pytest.mark.parametrize("name", MOVED)
def test_what_is_known_of_a_function_is_not_used_at_another_value_of_its_parameters(name):
    report = replay(document(*MOVED[name], H=["y"], G=[]), any_statement=True)
    assert not report.accepted
    assert report.failing == str(len(MOVED[name]))


def test_a_rule_does_not_bind_a_parameter():
    steps = [
        step(at_most(1, F(n + 1) - F(n)), COUNT, "assume"),
        rule("induction", at_most(n + F(0), F(n)), COUNT, "1", function=sp.Symbol("F"), step=1),
    ]
    assert replay(document(*steps, F=[]), any_statement=True).accepted
    assert not replay(document(*steps, F=["n"]), any_statement=True).accepted


NO_FALLACIES = {
    "increments": [
        step(at_most(0, F(n + 1) - F(n)), Domain((index(n, 0, 4),)), "assume"),
        rule("increments", at_most(F(0), F(n)), Domain((index(n, 0, 5),)), "1", terms=F(n), last=5),
    ],
    "commensurable": [
        step(PROPORTION, MULTIPLES, "assume"),
        step(at_most(G(x), G(x + h)), INSIDE, "assume"),
        rule("commensurable", at_most(h * F(x), x * G(h)), PAIRS, "1", "2", **LENGTHS),
    ],
    "supremum": [
        step(at_most(F(x), G(h)), PAIRS, "assume"),
        step(at_most(0, G(h)), UP, "assume"),
        rule("supremum: above", at_most(SUP, G(h)), UP, "1", "2", **TOP),
        rule("supremum: start", at_most(0, SUP), Domain(()), "1", "2", **TOP),
        rule("supremum: set", at_most(F(x), SUP), TWO_CLOSED, "1", "2", **TOP),
    ],
    "order": [
        step(at_most(-x, G(x + 2 * n)), PERIODS, "assume"),
        rule("stochastic order by periods", at_most(CHEAP, DEAR), Domain(()), "1", "1",
             near=-x, far=-x, **ORDER),
    ],
    "integers": [
        step(at_most(-n_1, G(n_1 + 2 * n)), Domain((index(n_1, 1, 2), index(n, 0))), "assume"),
        rule("stochastic order by periods, integers", at_most(CHEAP, DEAR), Domain(()), "1", "1",
             near=-n_1, far=-n_1, **ORDER),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", NO_FALLACIES)
def test_the_right_versions_of_the_fallacies_with_rules_are_accepted(name):
    assert replay(document(*NO_FALLACIES[name]), any_statement=True).accepted


def test_a_number_that_a_rule_finds_has_every_parameter_as_an_argument():
    steps = NO_FALLACIES["supremum"]
    assert replay(document(*steps, F=[], G=[]), any_statement=True).accepted
    assert not replay(document(*steps, F=["y"], G=[]), any_statement=True).accepted
