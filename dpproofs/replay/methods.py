"""The methods: what each has to show again, from the meaning of the proposition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from dpproofs.replay import balls, calculus, rules
from dpproofs.replay.algebra import Field, Ratio, over, rational
from dpproofs.replay.calculus import ONE, ZERO, derivative, minus, number, put, times
from dpproofs.replay.reader import (
    INFINITY,
    MINUS_INFINITY,
    Domain,
    Goal,
    Proposition,
    Rejected,
    Step,
    Tree,
    Variable,
    symbols,
    tree,
)

INFINITE = (INFINITY, MINUS_INFINITY)
RUNGS = 60

Earlier = Mapping[str, Step]


def need(condition: bool, reason: str) -> None:
    """Reject with a reason unless a condition is met."""
    if not condition:
        raise Rejected(reason)


def keys(evidence: Mapping[str, Any], *names: str) -> None:
    """The evidence has exactly these entries."""
    need(set(evidence) == set(names), f"evidence: not exactly {', '.join(names) or 'empty'}")


def relation(goal: Goal, *operators: str) -> tuple[Tree, Tree]:
    """The two sides of a goal that is a relation with one of some operators."""
    claim = goal.claim
    need(claim.kind == "relation" and claim["op"] in operators, f"not a relation {operators}")
    return claim["lhs"], claim["rhs"]


def equal(a: Tree, b: Tree, domain: Domain, reason: str) -> None:
    """Reject unless two trees are defined and equal on a domain."""
    need(calculus.same(a, b, domain), reason)


def kind(goal: Goal, name: str) -> Proposition:
    """The proposition of a goal, of one kind."""
    need(goal.claim.kind == name, f"the proposition is not of kind {name}")
    return goal.claim


# -- one method a function ------------------------------------------------------------------------


def identity(step: Step, _: Earlier) -> str:
    """Both sides are the same fraction."""
    keys(step.evidence)
    equal(*relation(step.goal, "=="), step.goal.domain, "the two sides are not shown to be equal")
    return "proved"


def sign(step: Step, _: Earlier) -> str:
    """The difference of the sides keeps its sign on the whole domain."""
    keys(step.evidence)
    left, right = relation(step.goal, "==", "!=", "<", "<=", ">", ">=")
    need(
        has_sign(left, step.goal.claim["op"], right, step.goal.domain),
        "the sign of the difference of the sides is not shown",
    )
    return "proved"


def has_sign(left: Tree, op: str, right: Tree, domain: Domain) -> bool:
    """Whether ``left op right`` is shown on a domain by the sign of the difference."""

    def work(field: Field) -> bool:
        gap = field.sub(field.value(left), field.value(right))
        (value, strict), zero = field.sign(gap), field.is_zero(gap)
        return {
            "==": zero, "!=": value != 0 and strict, "<": value < 0 and strict,
            "<=": zero or value < 0, ">": value > 0 and strict, ">=": zero or value > 0,
        }[op]  # fmt: skip

    return over(domain, work)


def slope(step: Step, _: Earlier) -> str:
    """A derivative: rules of differentiation, then an identity."""
    keys(step.evidence)
    show_derivative(kind(step.goal, "derivative"), step.goal.domain)
    return "proved"


def show_derivative(claim: Proposition, domain: Domain) -> None:
    """The stated derivative is right, in a variable that is free to move alone."""
    x = claim["variable"]
    (variable,) = (v for v in domain if v.name == x)
    need(not (variable.integer or variable.root), f"{x} does not move freely")
    moving = {x}
    for v in domain:
        if v.root and symbols(v.root[1]) & moving:
            moving.add(v.name)
    need(not symbols(claim["function"]) & (moving - {x}), f"a root depends on {x}")
    over(domain, lambda field: field.value(claim["function"]))
    equal(derivative(claim["function"], x), claim["value"], domain, "not the derivative")


def integral(step: Step, _: Earlier) -> str:
    """The antiderivative's slope is the integrand, and its end values give the value."""
    keys(step.evidence, "antiderivative")
    show_integral(kind(step.goal, "integral"), step.goal.domain, step.evidence)
    return "proved"


def show_integral(claim: Proposition, domain: Domain, evidence: Mapping[str, Any]) -> None:
    """The fundamental theorem, with limits at infinite ends."""
    x, low, high = claim["variable"], claim["lower"], claim["upper"]
    whole = (*domain, Variable(x, low, high))
    f = tree(evidence["antiderivative"], "evidence.antiderivative")
    known(f, whole)
    at = [None if e in INFINITE else calculus.at_end(f, x, e, domain) for e in (low, high)]

    def work(field: Field) -> bool:
        inside = field.value(f)
        back = field.sub(field.value(derivative(f, x)), field.value(claim["integrand"]))
        need(field.is_zero(back), "the antiderivative's slope is not the integrand")
        ends = [
            calculus.at_infinity(field, inside, x, direction)
            if value is None
            else field.value(value)
            for value, direction in zip(at, (-1, 1), strict=True)
        ]
        return field.is_zero(field.sub(field.sub(ends[1], ends[0]), field.value(claim["value"])))

    need(over(whole, work), "the end values of the antiderivative do not give the value")


def known(node: Tree, domain: Domain) -> None:
    """A tree from the evidence speaks of variables of the domain only."""
    need(symbols(node) <= {v.name for v in domain}, "the evidence speaks of an unknown variable")


def summation(step: Step, _: Earlier) -> str:
    """A telescoper ``ratio**k Q(k)``: its differences are the terms."""
    keys(step.evidence, "ratio", "quotient")
    claim, domain = kind(step.goal, "sum"), step.goal.domain
    k, low, high = claim["index"], claim["lower"], claim["upper"]
    index = Variable(k, low, INFINITY, "[)", integer=True)
    ratio, quotient = (tree(step.evidence[e], f"evidence.{e}") for e in ("ratio", "quotient"))
    known(ratio, domain)
    known(quotient, (*domain, index))
    need(high != MINUS_INFINITY, "the sum ends at minus infinity")
    if high != INFINITY:
        over(domain, lambda f: need(f.is_integer(f.value(high)), "an end is not an integer"))
        length = ("add", minus(high, low), ONE)
        need(calculus.weakly(length, domain), "the sum is not shown to run upwards")
    telescoper = times(("pow", ratio, ("sym", k)), quotient)
    following = put(telescoper, {k: ("add", ("sym", k), ONE)})
    equal(
        minus(following, telescoper), claim["term"], (*domain, index),
        "the telescoper's differences are not the terms",
    )  # fmt: skip
    last = put(following, {k: high})
    if high == INFINITY:
        need(has_sign(ZERO, "<", ratio, domain) and has_sign(ratio, "<", ONE, domain), "ratio")
        need(over((*domain, index), lambda f: _polynomial(f, f.value(quotient), k)), "quotient")
        last = ZERO
    first = put(telescoper, {k: low})
    equal(minus(last, first), claim["value"], domain, "the telescoper does not give the value")
    return "proved"


def _polynomial(field: Field, value: Ratio, x: str) -> bool:
    """Whether a value is a polynomial in x whose coefficients do not move with x."""
    used = [g for g in field.used(value.num) if g.label != x]
    still = Ratio(value.den, field.one)
    return x not in field.moves_with(still) and not any(x in g.moves_with for g in used)


def limit(step: Step, _: Earlier) -> str:
    """After a change of variable the fraction is continuous at the point."""
    keys(step.evidence, "rate")
    show_limit(kind(step.goal, "limit"), step.goal.domain, step.evidence)
    return "proved"


def show_limit(claim: Proposition, domain: Domain, evidence: Mapping[str, Any]) -> None:
    """y = exp(-rate x), 1/x, or the distance from the point; the fraction at y = 0 (or 1)."""
    point, above = claim["point"], claim["side"] == "+"
    y, place = "y_", 0
    while y in {v.name for v in domain}:
        y += "_"
    near: Tree
    if evidence["rate"] is not None:
        rate = tree(evidence["rate"], "evidence.rate")
        need(rate[0] == "num" and rate[1] > 0, "the rate is not a positive number")
        need(point == INFINITY or (point == ZERO and above), "the change of variable does not fit")
        near, place = times(number(-1 / rate[1]), ("log", ("sym", y))), int(point == ZERO)
    elif point == INFINITY:
        near = ("pow", ("sym", y), number(-1))
    else:
        need(point[0] == "num", "the point is not a rational number")
        near = ("add", point, times(number(1 if above else -1), ("sym", y)))
    moved = put(claim["expression"], {claim["variable"]: near})

    def work(field: Field) -> bool:
        value, stated = field.value(moved), field.value(claim["value"])
        need(_polynomial(field, Ratio(value.num * value.den, field.one), y), "a generator moves")
        slot = field.place[y]
        num, den = (
            sum((c * place**n for n, c in field.by_power(p, slot)), field.ctx.constant(0))
            for p in (value.num, value.den)
        )
        need(field.nonzero(den), "the denominator may vanish at the point")
        gap = Ratio(num * stated.den - den * stated.num, field.one)
        return field.is_zero(gap)

    need(over((*domain, Variable(y, ZERO, ONE)), work), "the limit is not the stated one")


def power_series(step: Step, _: Earlier) -> str:
    """Exact arithmetic with truncated power series."""
    keys(step.evidence)
    claim = kind(step.goal, "series")
    stated = claim["coefficients"]
    need(all(c[0] == "num" for c in stated) and len(stated) <= 60, "coefficients not rational")
    need(symbols(claim["expression"]) <= {claim["variable"]}, "the series has parameters")
    over(step.goal.domain, lambda field: field)
    for extra in (4, 12, 40):
        found = calculus.series(claim["expression"], len(stated) + extra)
        if found.end >= len(stated):
            break
    need(found.end >= len(stated), "too many coefficients are lost to division")
    need(found.start >= 0 or not found.c, "the expression has a pole")
    need([found.at(n) for n in range(len(stated))] == [c[1] for c in stated], "other coefficients")
    return "proved"


def minimum(step: Step, _: Earlier) -> str:
    """Decreasing before the stated point, increasing after it, defined throughout."""
    keys(step.evidence)
    claim, domain = kind(step.goal, "minimum"), step.goal.domain
    f, x, low, high, at = (claim[k] for k in ("function", "variable", "lower", "upper", "at"))
    whole = Variable(x, low, high, claim["ends"])
    over((*domain, whole), lambda field: field.value(f))
    change = derivative(f, x)
    if not (claim["ends"][0] == "[" and at == low):
        need(low == MINUS_INFINITY or has_sign(low, "<", at, domain), "the point is not inside")
        before = (*domain, Variable(x, low, at))
        need(has_sign(change, "<", ZERO, before), "the slope before the point is not negative")
    if not (claim["ends"][1] == "]" and at == high):
        need(high == INFINITY or has_sign(at, "<", high, domain), "the point is not inside")
        after = (*domain, Variable(x, at, high))
        need(has_sign(change, ">", ZERO, after), "the slope after the point is not positive")
    return "proved"


def ladder(step: Step, _: Earlier) -> str:
    """Differentiate and strip: sum of p_k(x) exp(k x) > 0 on (0, ...)."""
    keys(step.evidence)
    left, right = relation(step.goal, "<", ">")
    need(len(step.goal.domain) == 1, "a ladder has one variable")
    (v,) = step.goal.domain
    need(v.lower == ZERO and v.ends[0] == "(" and not v.integer and not v.root, "not on (0, ...)")
    gap = minus(right, left) if step.goal.claim["op"] == "<" else minus(left, right)
    rows = over(step.goal.domain, lambda field: _exponentials(field, field.value(gap), v.name))
    need(_climbs(rows), "the ladder does not end in positive terms")
    return "proved"


def _exponentials(field: Field, value: Ratio, x: str) -> dict[Fraction, dict[int, Fraction]]:
    """The polynomial in front of each exponential; a positive denominator is left out."""
    need(len(value.den) == 1, "not a sum of exponentials over one")
    need(all(g.kind == "exp" for g in field.used(value.den)), "not a sum of exponentials over one")
    rows: dict[Fraction, dict[int, Fraction]] = {}
    for exponents, c in value.num.to_dict().items():
        rate, power = Fraction(0), 0
        for g, n in zip(field.made, exponents, strict=False):
            if n and g.kind == "exp":
                slope_ = field.constant(
                    field.mul(g.argument, field.power(field.value(("sym", x)), -1))
                )
                need(slope_ is not None, "an exponential that is not exp(k x)")
                rate += int(n) * (slope_ or 0)
            elif n:
                need(g.label == x, "not a polynomial times an exponential")
                power = int(n)
        row = rows.setdefault(rate, {})
        row[power] = row.get(power, Fraction(0)) + rational(c)
    return rows


def _climbs(rows: dict[Fraction, dict[int, Fraction]]) -> bool:
    for _ in range(RUNGS):
        rows = {k: kept for k, row in rows.items() if (kept := {n: c for n, c in row.items() if c})}
        if rows and all(c > 0 for row in rows.values() for c in row.values()):
            return True
        if not rows or sum((row.get(0, Fraction(0)) for row in rows.values()), Fraction(0)) < 0:
            return False
        lowest = min(rows)
        rows = {k - lowest: row for k, row in rows.items()}
        rows = {
            k: {
                n: k * row.get(n, Fraction(0)) + (n + 1) * row.get(n + 1, Fraction(0))
                for n in range(max(row) + 1)
            }
            for k, row in rows.items()
        }
    return False


def region(step: Step, _: Earlier) -> str:
    """Branch and bound in ball arithmetic."""
    keys(step.evidence, "boxes")
    boxes = step.evidence["boxes"]
    need(type(boxes) is int and 1 <= boxes <= balls.BOXES, "evidence.boxes: not a count")
    need(balls.covered(step.goal), "boxes remain on which the relation is not enclosed")
    return "enclosed"


def increasing(step: Step, earlier: Earlier) -> str:
    """Right at the left end, and the difference increases from there."""
    keys(step.evidence)
    left, right = relation(step.goal, "<")
    domain = step.goal.domain
    need(bool(domain) and len(step.uses) == 2, "needs a variable and two earlier steps")
    v = domain[-1]
    need(v.ends[0] == "(" and v.lower != MINUS_INFINITY, "no left end to start from")
    need(not v.integer and not v.root, f"{v.name} does not move freely")
    change, above = (earlier[name].goal for name in step.uses)
    claim, fact = change.claim, above.claim
    need(change.domain == above.domain == domain, "the steps used are about another domain")
    need(claim.kind == "derivative" and claim["variable"] == v.name, "not a derivative")
    equal(claim["function"], minus(right, left), domain, "the derivative of something else")
    need(fact.kind == "relation" and fact["op"] == "<", "no sign of the derivative")
    equal(minus(fact["rhs"], fact["lhs"]), claim["value"], domain, "the sign of something else")
    start = calculus.at_end(minus(right, left), v.name, v.lower, domain[:-1])
    need(calculus.weakly(start, domain[:-1]), "not shown to be right at the left end")
    return "proved"


def entailment(step: Step, earlier: Earlier) -> str:
    """The conclusion is a combination of facts with multipliers of the right sign."""
    keys(step.evidence, "facts")
    domain = step.goal.domain
    sides = relation(step.goal, "==", "<", "<=", ">", ">=")
    op, facts = step.goal.claim["op"], step.evidence["facts"]
    need(type(facts) is list and 1 <= len(facts) <= 60, "evidence.facts: not a list of facts")
    rest, strict = slack(sides, op), False
    for fact in facts:
        part, firm = _fact(fact, step, earlier)
        rest, strict = minus(rest, part), strict or firm
    over(domain, lambda field: [field.value(side) for side in sides])
    wanted = "==" if op == "==" else ">=" if strict or op in ("<=", ">=") else ">"
    need(has_sign(rest, wanted, ZERO, domain), "what remains after the facts is not shown")
    return "proved"


def slack(sides: tuple[Tree, Tree], op: str) -> Tree:
    """What a relation says is >= 0, > 0 or == 0."""
    return minus(sides[1], sides[0]) if op in ("<", "<=") else minus(*sides)


def _fact(fact: Any, step: Step, earlier: Earlier) -> tuple[Tree, bool]:
    """A fact's share of the slack, and whether that is strictly positive."""
    need(type(fact) is dict and set(fact) == {"fact", "at", "times"}, "evidence.facts: malformed")
    need(type(fact["at"]) is dict and type(fact["fact"]) is str, "evidence.facts: malformed")
    need(fact["fact"] in step.uses, "a fact is not among the steps used")
    goal, domain = earlier[fact["fact"]].goal, step.goal.domain
    sides, op = relation(goal, "==", "<", "<=", ">", ">="), goal.claim["op"]
    values = {name: tree(node, "evidence.facts.at") for name, node in fact["at"].items()}
    multiplier = tree(fact["times"], "evidence.facts.times")
    need(set(values) <= {v.name for v in goal.domain}, "a value for a variable the fact has not")
    values = {v.name: values.get(v.name, ("sym", v.name)) for v in goal.domain}
    for node in (multiplier, *values.values()):
        known(node, domain)
        over(domain, lambda field, node=node: field.value(node))  # type: ignore[misc]
    for v in goal.domain:
        _belongs(values[v.name], v, values, domain)
    firm = False
    if op != "==":
        need(step.goal.claim["op"] != "==", "an equality follows from equalities only")
        need(calculus.weakly(multiplier, domain), "a multiplier is not shown to be nonnegative")
        firm = op in ("<", ">") and calculus.positive(multiplier, domain)
    return ("mul", multiplier, put(slack(sides, op), values)), firm


def _belongs(value: Tree, v: Variable, values: Mapping[str, Tree], domain: Domain) -> None:
    """A value is shown to be allowed for a variable, given those of the others."""
    if v.integer:
        over(domain, lambda f: need(f.is_integer(f.value(value)), f"{v.name} must be an integer"))
    if v.root:
        power: Tree = ("pow", value, number(v.root[0]))
        equal(power, put(v.root[1], values), domain, f"{v.name} is not the root")
    for bound, left, right, closed in (
        (v.lower, put(v.lower, values), value, v.ends[0] == "["),
        (v.upper, value, put(v.upper, values), v.ends[1] == "]"),
    ):
        fits = bound in INFINITE or has_sign(left, "<=" if closed else "<", right, domain)
        need(fits, f"the value of {v.name} is not shown to lie in the domain of the fact")


def rule(step: Step, earlier: Earlier) -> str:
    """A textbook rule: the steps used are its premises, and the step its conclusion."""
    keys(step.evidence, "rule", "bindings")
    name, bindings = step.evidence["rule"], step.evidence["bindings"]
    need(type(name) is str and type(bindings) is dict, "evidence: no rule with bindings")
    premises, conclusion = rules.instance(name, bindings, step.goal.domain)
    given = [earlier[used].goal for used in step.uses]
    fits = len(given) == len(premises) and all(map(rules.same_goal, given, premises))
    need(fits, f"the steps used are not the premises of the rule '{name}'")
    need(rules.same_goal(step.goal, conclusion), f"not the conclusion of the rule '{name}'")
    return "proved"


def counterexample(step: Step, _: Earlier) -> str:
    """At one exact point of the domain the proposition is false."""
    claim = kind(step.goal, "fails")
    point, inner, domain = dict(claim["point"]), claim["proposition"], step.goal.domain
    if inner.kind == "minimum":
        own = Variable(inner["variable"], inner["lower"], inner["upper"], inner["ends"])
        domain = (*domain, own)
    need(balls.inside(domain, point), "the point is not shown to lie in the domain")
    if inner.kind == "relation":
        keys(step.evidence)
        left, op, right = inner["lhs"], inner["op"], inner["rhs"]
        wanted = False
    elif inner.kind == "minimum":
        keys(step.evidence)
        left, op, wanted = inner["function"], "<", True
        right = put(left, {inner["variable"]: inner["at"]})
    else:
        left, op, right, wanted = _instead(step, inner), "==", inner["value"], False
    left, right = put(left, point), put(right, point)
    need(balls.truth(left, op, right) is wanted, "not shown to be false at the point")
    return "enclosed" if balls.exact(minus(left, right)) is None else "proved"


def _instead(step: Step, inner: Proposition) -> Tree:
    """The value that is right, shown by the method of its kind."""
    keys(step.evidence, "instead", "shown")
    shown, show = step.evidence["shown"], {
        "integral": (show_integral, ("antiderivative",)),
        "limit": (show_limit, ("rate",)),
        "derivative": (lambda claim, domain, _: show_derivative(claim, domain), ()),
    }.get(inner.kind)  # fmt: skip
    if show is None or type(shown) is not dict:
        raise Rejected("no counterexample to a proposition of this kind")
    keys(shown, *show[1])
    instead = tree(step.evidence["instead"], "evidence.instead")
    known(instead, step.goal.domain)
    show[0](inner.changed(value=instead), step.goal.domain, shown)
    return instead


def numeric(step: Step, _: Earlier) -> str:
    """Both sides agree to the stated number of digits at some points."""
    keys(step.evidence, "digits")
    digits = step.evidence["digits"]
    need(type(digits) is int and 1 <= digits <= 1000, "evidence.digits: not from 1 to 1000")
    need(balls.agrees(step.goal, digits), f"the sides do not agree to {digits} digits")
    return "computed"


METHODS: dict[str, Callable[[Step, Earlier], str]] = {
    "identity": identity, "sign": sign, "derivative": slope, "integral": integral,
    "sum": summation, "limit": limit, "series": power_series, "minimum": minimum,
    "ladder": ladder, "region": region, "increasing": increasing, "entailment": entailment,
    "rule": rule, "counterexample": counterexample, "numeric": numeric,
}  # fmt: skip


def show(step: Step, earlier: Earlier, hypotheses: tuple[Goal, ...]) -> str:
    """Do the mathematics of one step again, and return the grade that it earns."""
    if step.method == "assume":
        keys(step.evidence)
        need(step.goal in hypotheses, "assumes what is not a hypothesis of the statement")
        return "proved"
    need(step.method in METHODS, f"no method '{step.method[:40]}'")
    return METHODS[step.method](step, earlier)
