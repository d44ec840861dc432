"""The methods: what each step has to show again, from the meaning of its proposition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from dpproofs.replay import balls, rules
from dpproofs.replay.algebra import Field, Fields, Ratio, rational
from dpproofs.replay.calculus import (
    ONE,
    ZERO,
    at_end,
    at_infinity,
    coefficients,
    derivative,
    minus,
    number,
    put,
    series,
    times,
)
from dpproofs.replay.reader import (
    Domain,
    Goal,
    Proposition,
    Reader,
    Rejected,
    Step,
    Tree,
    Variable,
    bound_by,
    fields,
    many,
    name,
    need,
    symbols,
    text,
    tree,
)

RUNGS, LOST = 60, 12

Evidence: TypeAlias = dict[str, Any]
Terms: TypeAlias = dict[tuple[Fraction, int], Fraction]
Goals: TypeAlias = tuple[Goal, ...]


@dataclass(frozen=True)
class Task:
    """One step to be shown, what may be used for it, and the algebra of the certificate."""

    step: Step
    domain: Domain
    earlier: Mapping[str, Step]
    hypotheses: Goals
    algebra: Fields

    def shows(self, a: Tree, op: str, b: Tree, *more: Variable) -> bool:
        """Whether a relation is shown on the step's domain and further variables."""
        return self.algebra.shows(a, op, b, (*self.domain, *more))

    def defined(self, node: Tree, *more: Variable) -> Field:
        """Show that a tree has a value on the step's domain and further variables."""
        return self.algebra.over((*self.domain, *more), lambda field: (field.value(node), field)[1])


def relation(claim: Proposition, *operators: str) -> tuple[Tree, str, Tree]:
    """The two sides of a relation, with one of some operators between them."""
    need(claim.kind == "relation" and claim["op"] in operators, f"not a relation {operators}")
    return claim["lhs"], claim["op"], claim["rhs"]


# -- one method a function ------------------------------------------------------------------------


def assume(task: Task, _: Proposition, __: Evidence) -> None:
    """A hypothesis of the statement."""
    need(task.step.goal in task.hypotheses, "assumes what is not a hypothesis of the statement")


def identity(task: Task, claim: Proposition, _: Evidence) -> None:
    """Both sides are the same fraction."""
    need(task.shows(*relation(claim, "==")), "the sides are not shown to be equal")


def sign(task: Task, claim: Proposition, _: Evidence) -> None:
    """The difference of the sides keeps its sign on the whole domain."""
    need(task.shows(claim["lhs"], claim["op"], claim["rhs"]), "the sign is not shown")


def slope(task: Task, claim: Proposition, _: Evidence) -> None:
    """A derivative: rules of differentiation, then an identity."""
    x, moving = claim["variable"], {claim["variable"]}
    for v in task.domain:
        need(v.name != x or not (v.integer or v.root), f"{x} does not move freely")
        if v.root and symbols(v.root[1]) & moving:
            moving.add(v.name)
    need(not symbols(claim["function"]) & (moving - {x}), f"a root moves with {x}")
    task.defined(claim["function"])
    right = task.shows(derivative(claim["function"], x), "==", claim["value"])
    need(right, "not the derivative")


def integral(task: Task, claim: Proposition, evidence: Evidence) -> None:
    """The antiderivative's slope is the integrand, and its values at the ends give the value."""
    f, x, ends = evidence["antiderivative"], claim["variable"], (claim["lower"], claim["upper"])
    whole = Variable(x, *ends)
    task.defined(f, whole)  # so that it has no jump inside
    back = task.shows(derivative(f, x), "==", claim["integrand"], whole)
    need(back, "the antiderivative's slope is not the integrand")
    at = [end and at_end(task.algebra, f, x, end, task.domain) for end in ends]

    def gives_value(field: Field) -> bool:
        low, high = (
            field.value(end) if end else at_infinity(field, field.value(f), x, direction)
            for end, direction in zip(at, (-1, 1), strict=True)
        )
        return field.holds(high - low - field.value(claim["value"]), "==")

    over = (*task.domain, whole)
    need(task.algebra.over(over, gives_value), "the end values do not give the value")


def summation(task: Task, claim: Proposition, evidence: Evidence) -> None:
    """A telescoper ``ratio**k Q(k)``: its differences are the terms, its ends give the sum."""
    ratio, quotient = evidence["ratio"], evidence["quotient"]
    k, low, high = claim["index"], claim["lower"], claim["upper"]
    index = Variable(k, low, None, "[)", integer=True)
    task.defined(ratio)
    telescoper = times(("pow", ratio, ("sym", k)), quotient)
    following = put(telescoper, {k: ("add", ("sym", k), ONE)})
    telescopes = task.shows(minus(following, telescoper), "==", claim["term"], index)
    need(telescopes, "the telescoper's differences are not the terms")
    if high:
        field = task.defined(high)
        need(field.is_integer(field.value(high)), "an end of the sum is not an integer")
        fits = task.shows(minus(low, ONE), "<=", high)
        need(fits, "the sum is not shown to end no more than one before it begins")
        last = put(following, {k: high})
    else:
        converges = task.shows(ZERO, "<", ratio) and task.shows(ratio, "<", ONE)
        need(converges, "the ratio is not shown to lie between 0 and 1")
        field = task.defined(quotient, index)
        value, last = field.value(quotient), ZERO
        coefficients(field, value.num, k)
        need(set(coefficients(field, value.den, k)) == {0}, "the quotient is not a polynomial")
    right = task.shows(minus(last, put(telescoper, {k: low})), "==", claim["value"])
    need(right, "the telescoper does not give the value")


def limit(task: Task, claim: Proposition, evidence: Evidence) -> None:
    """y = exp(-rate x), 1/x, or the distance from the point: the fraction at y = 0 (or 1).

    There it is continuous: only y moves with y, and the denominator does not vanish.
    """
    point, above, rate = claim["point"], claim["side"] == "+", evidence["rate"]
    need(bool(point) or not above, "infinity is not approached from above")
    name_ = "y" * (1 + max((len(v.name) for v in task.domain), default=0))
    y, place = ("sym", name_), 0
    if rate:
        need(rate[0] == "num" and rate[1] > 0, "the rate is not a positive number")
        need(not point or (point == ZERO and above), "the change of variable does not fit")
        near, place = times(number(-1 / rate[1]), ("log", y)), int(bool(point))
    elif point:
        need(point[0] == "num", "the point is not a rational number")
        near = ("add", point, times(number(1 if above else -1), y))
    else:
        near = ("pow", y, number(-1))
    moved = put(claim["expression"], {claim["variable"]: near})

    def tends_to_value(field: Field) -> bool:
        value, stated = field.value(moved), field.value(claim["value"])
        num, den = (
            sum((c * place**n for n, c in coefficients(field, p, name_).items()), 0 * field.one)
            for p in (value.num, value.den)
        )
        need(field.poly_sign(den)[1], "the denominator may vanish at the point")
        return field.holds(Ratio(num * stated.den - den * stated.num, field.one), "==")

    over = (*task.domain, Variable(name_, ZERO, ONE))
    need(task.algebra.over(over, tends_to_value), "the limit is not the stated one")


def squeeze(task: Task, claim: Proposition, _: Evidence) -> None:
    """Two earlier steps bound the expression near the point; the bounds have the stated limit."""
    goals, bounds = [task.earlier[used].goal for used in task.step.uses], []
    for goal in goals:
        if goal.claim.kind == "relation" and near(goal.domain, task.domain, claim):
            low, _op, high = relation(goal.claim, "<", "<=")
            bounds += [(0, low)] * (high == claim["expression"])
            bounds += [(1, high)] * (low == claim["expression"])
    tend = {
        side
        for side, bound in bounds
        if bound == claim["value"] or Goal(claim.changed(expression=bound), task.domain) in goals
    }
    need(len(tend) == 2, "no bounds on both sides that have the stated limit")


def near(domain: Domain, parameters: Domain, claim: Proposition) -> bool:
    """Whether a domain is that of the parameters and of a variable that reaches the point."""
    more = [v for v in domain if v not in parameters]
    if len(more) != 1 or len(domain) != len(parameters) + 1:
        return False
    above, point = claim["side"] == "+", claim["point"]
    reaches = point == (more[0].lower if above else more[0].upper) and (bool(point) or not above)
    return reaches and more[0].name == claim["variable"] and not (more[0].integer or more[0].root)


def power_series(task: Task, claim: Proposition, _: Evidence) -> None:
    """Exact arithmetic with truncated power series."""
    stated = claim["coefficients"]
    need(all(c[0] == "num" for c in stated), "the coefficients are not rational numbers")
    need(symbols(claim["expression"]) <= {claim["variable"]}, "the series has parameters")
    found = series(task.algebra, claim["expression"], len(stated) + LOST)
    enough = found.end >= len(stated) and (found.start >= 0 or not found.c)
    need(enough, "the expression has a pole, or too many coefficients are lost to division")
    need([found.at(n) for n in range(len(stated))] == [c[1] for c in stated], "other coefficients")


def minimum(task: Task, claim: Proposition, _: Evidence) -> None:
    """Decreasing before the stated point, increasing after it, defined throughout."""
    f, x, low, high, ends, at = (part for _, part in claim.parts)
    task.defined(f, Variable(x, low, high, ends))
    slope = derivative(f, x)
    if not (ends[0] == "[" and at == low):
        need(not low or task.shows(low, "<", at), "the point is not shown to be inside")
        falls = task.shows(slope, "<", ZERO, Variable(x, low, at))
        need(falls, "the slope before the point is not negative")
    if not (ends[1] == "]" and at == high):
        need(not high or task.shows(at, "<", high), "the point is not shown to be inside")
        rises = task.shows(slope, ">", ZERO, Variable(x, at, high))
        need(rises, "the slope after the point is not positive")


def ladder(task: Task, claim: Proposition, _: Evidence) -> None:
    """Differentiate and strip: a sum of c exp(k x) x**n, with c and k rational, is positive for
    x > 0 when all c are, or when it is at least 0 at 0 and, a positive factor exp(k x) taken
    out, has a positive derivative.
    """
    left, op, right = relation(claim, "<", ">")
    need(len(task.domain) == 1, "a ladder has one variable")
    (v,) = task.domain
    fits = v.lower == ZERO and v.ends[0] == "(" and not (v.integer or v.root)
    need(fits, "a ladder starts at 0")
    gap = minus(right, left) if op == "<" else minus(left, right)
    rows = task.algebra.over(task.domain, lambda field: exponentials(field, field.value(gap)))
    for _rung in range(RUNGS):
        rows = {key: c for key, c in rows.items() if c}
        if rows and all(c > 0 for c in rows.values()):
            return
        need(sum(c for (_, n), c in rows.items() if n == 0) >= 0, "the ladder starts below 0")
        lowest = min((k for k, _ in rows), default=Fraction(0))
        derived: Terms = {}
        for (rate, n), c in rows.items():
            k = rate - lowest
            for key, part in (((k, n), k * c), ((k, n - 1), n * c)):
                derived[key] = derived.get(key, Fraction(0)) + part
        rows = derived
    raise Rejected("the ladder does not end")


def exponentials(field: Field, value: Ratio) -> Terms:
    """The coefficients of exp(k x) x**n by (k, n); a positive denominator is left out."""
    fits = len(value.den) == 1 and all(field.made[i].kind == "exp" for i in field.used(value.den))
    need(fits, "not a sum of exponentials over one")
    rows: Terms = {}
    for (power, *others), c in value.num.to_dict().items():
        rate, x = Fraction(0), Ratio(field.gens[0], field.one)
        for i, n in enumerate(others, start=1):
            if n:
                need(field.made[i].kind == "exp", "not a sum of polynomials times exponentials")
                k = field.constant(field.made[i].argument * field.power(x, -1))
                need(k is not None, "an exponential that is not exp(k x)")
                rate += int(n) * (k or 0)
        key = (rate, int(power))
        rows[key] = rows.get(key, Fraction(0)) + rational(c)
    return rows


def region(task: Task, claim: Proposition, _: Evidence) -> str:
    """Branch and bound in ball arithmetic; the number of boxes in the evidence is not used."""
    least: dict[str, int] = {}
    if task.step.uses:
        left, _op, right = relation(claim, "<")
        least = slopes(task, minus(right, left))
    need(balls.covered(task.algebra, task.step.goal, least), "boxes remain that are not enclosed")
    return "enclosed"


def slopes(task: Task, gap: Tree) -> dict[str, int]:
    """For each variable in which a difference moves one way, 0 or 1: at which end it is least.

    Pairs of earlier steps show it: a derivative of the difference, and that derivative's sign.
    """
    uses, found = task.step.uses, {}
    need(len(uses) % 2 == 0, "the steps used do not come in pairs")
    for slope, sign in zip(uses[::2], uses[1::2], strict=True):
        change, word = task.earlier[slope].goal, task.earlier[sign].goal
        low, _op, high = relation(word.claim, "<")
        fits = change.domain == word.domain == task.domain and change.claim.kind == "derivative"
        need(fits, "the steps used are about something else")
        ends = [end for end, zero in enumerate((low, high)) if zero == ZERO]
        fits = len(ends) == 1 and task.shows(change.claim["function"], "==", gap)
        fits = fits and task.shows((high, low)[ends[0]], "==", change.claim["value"])
        need(fits, "the steps used are not the derivative of the difference and its sign")
        found[change.claim["variable"]] = ends[0]
    return found


def increasing(task: Task, claim: Proposition, _: Evidence) -> None:
    """Right at the left end, and the difference increases from there."""
    monotone(task, claim, least=0)


def decreasing(task: Task, claim: Proposition, _: Evidence) -> None:
    """Right at the right end, and the difference decreases to it."""
    monotone(task, claim, least=1)


def monotone(task: Task, claim: Proposition, least: int) -> None:
    """The difference moves one way, and is not negative at the end where it is least."""
    left, _op, right = relation(claim, "<")
    need(bool(task.domain) and len(task.step.uses) == 2, "needs a variable and two earlier steps")
    *others, v = task.domain
    end, gap = (v.lower, v.upper)[least], minus(right, left)
    need(v.ends[least] in "()" and not (v.integer or v.root), f"{v.name} does not move freely")
    need(slopes(task, gap) == {v.name: least}, f"the difference does not move so with {v.name}")
    if end:
        at = at_end(task.algebra, gap, v.name, end, tuple(others))
        right_there = task.algebra.shows(at, ">=", ZERO, tuple(others))
    else:
        right_there = task.algebra.over(
            task.domain,
            lambda field: field.holds(
                at_infinity(field, field.value(gap), v.name, 2 * least - 1), ">="
            ),
        )
    need(right_there, "not shown to be right at the end")


def cases(task: Task, claim: Proposition, _: Evidence) -> None:
    """Earlier steps say the same on pieces of the last variable's interval that cover it."""
    goals = [task.earlier[used].goal for used in task.step.uses]
    need(bool(task.domain and goals), "needs a variable, and earlier steps")
    *others, whole = task.domain
    need(not (whole.integer or whole.root), "the last variable is not an interval's")
    for goal in goals:
        fits = goal.claim == claim and goal.domain[:-1] == tuple(others) and len(goal.domain) > 0
        need(fits, "a step used says something else, or elsewhere")
    pieces = [goal.domain[-1] for goal in goals]
    same = all((v.name, v.integer, v.root) == (whole.name, False, None) for v in pieces)
    need(same, "a piece is not one of the last variable's interval")
    reached, beyond = whole.lower, whole.ends[0] == "("  # and whether that point is covered
    for v in pieces:
        need(v.lower == reached and (beyond or v.ends[0] == "["), "the pieces leave a gap")
        reached, beyond = v.upper, v.ends[1] == "]"
    need(reached == whole.upper and (beyond or whole.ends[1] == ")"), "the pieces leave a gap")


def entailment(task: Task, claim: Proposition, evidence: Evidence) -> None:
    """The conclusion is a combination of facts with multipliers of the right sign."""
    left, op, right = relation(claim, "==", "<", "<=", ">", ">=")
    task.defined(("add", left, right))
    rest, strict = slack(left, op, right), False
    for fact in evidence["facts"]:
        share, firm = use(task, op, **fact)
        rest, strict = minus(rest, share), strict or firm
    wanted = "==" if op == "==" else ">=" if strict or op in ("<=", ">=") else ">"
    need(task.shows(rest, wanted, ZERO), "what remains after the facts is not shown")


def slack(left: Tree, op: str, right: Tree) -> Tree:
    """What a relation says is >= 0, > 0 or == 0."""
    return minus(right, left) if op in ("<", "<=") else minus(left, right)


def use(task: Task, wanted: str, fact: str, at: dict[str, Tree], times: Tree) -> tuple[Tree, bool]:
    """The share of the slack that a fact gives, and whether it is strictly positive.

    The fact is used at values that are shown to lie in its domain.
    """
    need(fact in task.step.uses, "a fact is not among the steps used")
    goal = task.earlier[fact].goal
    left, op, right = relation(goal.claim, "==", "<", "<=", ">", ">=")
    names = {v.name for v in goal.domain}
    need(set(at) <= names, "a value for a variable that the fact has not")
    at = {key: at.get(key, ("sym", key)) for key in names}
    for v in goal.domain:
        field, value = task.defined(at[v.name]), at[v.name]
        fits = not v.integer or field.is_integer(field.value(value))
        if v.lower:
            fits = fits and known(task, minus(value, put(v.lower, at)), strict="[" not in v.ends)
        if v.upper:
            fits = fits and known(task, minus(put(v.upper, at), value), strict="]" not in v.ends)
        if v.root:
            power = ("pow", value, number(v.root[0]))
            fits = fits and task.shows(power, "==", put(v.root[1], at))
        need(fits, f"the value of {v.name} is not shown to lie in the domain of the fact")
    task.defined(times)
    right_sign = op == "==" or (wanted != "==" and known(task, times, strict=False))
    need(right_sign, "a multiplier is not shown to be of the right sign")
    strict = op in ("<", ">") and known(task, times, strict=True)
    return ("mul", times, put(slack(left, op, right), at)), strict


def known(task: Task, node: Tree, *, strict: bool) -> bool:
    """Whether a tree is positive (or not negative): it is shown, or a step used says so."""
    if task.shows(node, ">" if strict else ">=", ZERO):
        return True
    goals = [task.earlier[used].goal for used in task.step.uses]
    said = [
        slack(goal.claim["lhs"], goal.claim["op"], goal.claim["rhs"])
        for goal in goals
        if goal.domain == task.domain
        and goal.claim.kind == "relation"
        and goal.claim["op"] in (("<", ">") if strict else ("<", ">", "<=", ">="))
    ]
    return any(task.shows(gap, "==", node) for gap in said)


def duality(task: Task, claim: Proposition, evidence: Evidence) -> str:
    """A feasible point and multipliers of the rows, both of the stated value.

    What is left of the objective less the value when the multiples of the rows are taken away
    has no negative coefficient.
    """
    names, rows = claim["variables"], (*claim["constraints"], *claim["equations"])
    point, many_ = evidence["point"], evidence["multipliers"]
    need(set(point) == set(names) and len(many_) == len(rows), "not a value for each name and row")
    need(not symbols((*point.values(), *many_)) & set(names), "the variables occur in their values")
    gap = minus(claim["objective"], claim["value"])
    need(all(affine(row, set(names)) for row in (gap, *rows)), "the program is not affine")
    at = [put(row, point) for row in rows]
    count = len(claim["constraints"])
    rest = (
        "add",
        gap,
        ZERO,
        *(times(number(-1), y, row) for y, row in zip(many_, rows, strict=True)),
    )
    origin = dict.fromkeys(names, ZERO)
    constant = put(rest, origin)
    slopes_ = [minus(put(rest, {**origin, name_: ONE}), constant) for name_ in names]
    for node in (*point.values(), *at[:count], *many_[:count], constant, *slopes_):
        need(task.shows(node, ">=", ZERO), "something is not shown to be nonnegative")
    for node in (*at[count:], put(gap, point)):
        need(task.shows(node, "==", ZERO), "an equation, or the value, is not met")
    return "certified"


def affine(node: Tree, names: set[str]) -> bool:
    """Whether a tree is a sum of multiples of some variables, by its form."""
    if not symbols(node) & names or node[0] == "sym":
        return True
    parts = [part for part in node[1:] if symbols(part) & names]
    single = node[0] == "mul" and len(parts) == 1
    return (node[0] == "add" or single) and all(affine(part, names) for part in parts)


def rule(task: Task, _: Proposition, evidence: Evidence) -> None:
    """A textbook rule: the steps used are its premises, and the step its conclusion."""
    given = [task.earlier[used].goal for used in task.step.uses]
    rules.follows(task.algebra, evidence["rule"], evidence["bindings"], given, task.step.goal)


def counterexample(task: Task, claim: Proposition, evidence: Evidence) -> str:
    """At one exact point of the domain the proposition is false."""
    point, inner, domain, wanted = dict(claim["point"]), claim["proposition"], task.domain, False
    if inner.kind == "relation":
        left, op, right = inner["lhs"], inner["op"], inner["rhs"]
    elif inner.kind == "minimum":  # elsewhere in the interval the function is smaller
        left, op, wanted = inner["function"], "<", True
        right = put(left, {inner["variable"]: inner["at"]})
        own = Variable(inner["variable"], inner["lower"], inner["upper"], inner["ends"])
        domain = (*domain, own)
    else:  # another value is right
        need(inner.kind in INSTEAD, "no counterexample to a proposition of this kind")
        left, op, right = evidence["instead"], "==", inner["value"]
        METHODS[inner.kind].show(task, inner.changed(value=left), evidence["shown"])
    need(balls.inside(task.algebra, domain, point), "the point is not shown to lie in the domain")
    left, right = put(left, point), put(right, point)
    found = balls.truth(task.algebra, left, op, right)
    need(found is wanted, "not shown to be false at the point")
    return "enclosed" if balls.exact(task.algebra, minus(left, right)) is None else "proved"


# -- the table ------------------------------------------------------------------------------------


def _raw(value: Any, _: str) -> Any:
    return value


def _rate(value: Any, place: str) -> Tree | None:
    return None if value is None else tree(value, place)


def _values(value: Any, place: str) -> dict[str, Tree]:
    need(type(value) is dict, f"{place}: not an object")
    return {name(key, place): tree(node, place) for key, node in value.items()}


def _fact(value: Any, place: str) -> Evidence:
    return fields(value, place, {"fact": text, "at": _values, "times": tree})


class Method(NamedTuple):
    """The kind of proposition that a method shows, the evidence that it reads, and how it shows."""

    kind: str
    show: Callable[[Task, Proposition, Evidence], str | None]
    evidence: Mapping[str, Reader] = MappingProxyType({})


METHODS = {
    "assume": Method("relation", assume),
    "identity": Method("relation", identity),
    "sign": Method("relation", sign),
    "derivative": Method("derivative", slope),
    "integral": Method("integral", integral, {"antiderivative": tree}),
    "sum": Method("sum", summation, {"ratio": tree, "quotient": tree}),
    "limit": Method("limit", limit, {"rate": _rate}),
    "squeeze": Method("limit", squeeze),
    "series": Method("series", power_series),
    "minimum": Method("minimum", minimum),
    "ladder": Method("relation", ladder),
    "region": Method("relation", region, {"boxes": _raw}),
    "increasing": Method("relation", increasing),
    "decreasing": Method("relation", decreasing),
    "cases": Method("relation", cases),
    "entailment": Method("relation", entailment, {"facts": many(_fact)}),
    "duality": Method("program", duality, {"point": _values, "multipliers": many(tree)}),
    "rule": Method("relation", rule, {"rule": _raw, "bindings": _raw}),
    "counterexample": Method("fails", counterexample),
}
INSTEAD: dict[str | None, Mapping[str, Reader]] = {
    kind: {"instead": tree, "shown": partial(fields, readers=METHODS[kind].evidence)}
    for kind in ("derivative", "integral", "limit")
}  # the evidence for another value of these


def show(step: Step, earlier: dict[str, Step], hypotheses: Goals, algebra: Fields) -> str:
    """Do the mathematics of one step again, and return the grade that it earns."""
    claim, method = step.goal.claim, METHODS.get(step.method)
    if method is None or method.kind != claim.kind:
        raise Rejected(f"no method '{step.method}' for a proposition of kind {claim.kind}")
    inner = claim["proposition"].kind if claim.kind == "fails" else None
    evidence = fields(step.evidence, "evidence", INSTEAD.get(inner, method.evidence))
    task = Task(step, step.goal.domain, earlier, hypotheses, algebra)
    return method.show(task, claim, evidence) or "proved"


def moved(
    step: Step, earlier: Mapping[str, Step], parameters: Mapping[str, tuple[str, ...]]
) -> set[str]:
    """The parameters of unknown functions that a step moves in what it says or uses of them."""
    every, claim = set().union(*parameters.values()), step.goal.claim
    if step.method == "rule":
        return every & set(rules.OWN) | rules.left_out(step, every)
    inner = claim["proposition"] if claim.kind == "fails" else claim
    said = [(inner, {inner["variable"]} if inner.kind == "derivative" else set(bound_by(inner)))]
    if step.method == "entailment":
        for fact in fields(step.evidence, "evidence", METHODS["entailment"].evidence)["facts"]:
            need(fact["fact"] in earlier, "a fact is not an earlier step")
            changed = {key for key, value in fact["at"].items() if value != ("sym", key)}
            said.append((earlier[fact["fact"]].goal.claim, changed))
    return {
        variable
        for proposition, moving in said
        for function in functions(proposition.parts)
        for variable in moving & set(parameters.get(function, every))
    }


def functions(node: Any) -> set[str]:
    """The names of the functions of which nothing is known in some parts."""
    if type(node) is not tuple:
        return set()
    name_ = {node[1]} if node[:1] == ("apply",) else set()
    return name_.union(*map(functions, node))
