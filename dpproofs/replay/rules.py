"""The textbook rules: from bindings to the premises that are needed and the conclusion given.

The rules themselves are trusted; that steps have exactly their shape is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from dpproofs.replay.algebra import Fields
from dpproofs.replay.calculus import ONE, ZERO, minus, number, put, times
from dpproofs.replay.reader import (
    Domain,
    End,
    Goal,
    Proposition,
    Reader,
    Rejected,
    Step,
    Tree,
    Variable,
    fields,
    lower_end,
    need,
    symbols,
    tree,
    upper_end,
)

Bindings: TypeAlias = dict[str, Any]
Instance: TypeAlias = tuple[list[Goal], Goal]

OWN = ("x", "h", "n", "n_1", "n_2")  # the rules' own letters
X, H, N, N1, N2 = (("sym", letter) for letter in OWN)
HALF_LINE = Variable("x", ZERO, None, "[)")
COUNT = Variable("n", ZERO, None, "[)", integer=True)


def related(a: Tree, op: str, b: Tree, *domain: Variable) -> Goal:
    """A relation on a domain."""
    return Goal(Proposition("relation", (("lhs", a), ("op", op), ("rhs", b))), domain)


def at_most(a: Tree, b: Tree, *domain: Variable) -> Goal:
    """``a <= b`` on a domain."""
    return related(a, "<=", b, *domain)


def supporting_line(b: Bindings, parameters: Domain) -> Instance:
    """G midpoint convex and nonincreasing on [0, oo): a line through (c, G(c)) below G, c > 0."""
    g, c = b["function"], b["at"]
    here, after, beyond = (("apply", g, ("add", X, times(number(k), H))) for k in (0, 1, 2))
    pair = (HALF_LINE, Variable("h", ZERO, None))
    midpoint = at_most(times(number(2), after), ("add", here, beyond), *pair)
    line = minus(("apply", g, c), times(("apply", f"slope_{g}", c), minus(X, c)))
    conclusion = at_most(line, ("apply", g, X), *parameters, HALF_LINE)
    return [midpoint, at_most(after, here, *pair)], conclusion


def stochastic_order(b: Bindings, parameters: Domain) -> Instance:
    """l <= G and 0 <= G on [0, oo): the cost whose tail is max(0, l) is the smaller one."""
    g = ("apply", b["function"], X)
    premises = [at_most(b["line"], g, *parameters, HALF_LINE), at_most(ZERO, g, HALF_LINE)]
    return premises, at_most(("apply", b["smaller"]), ("apply", b["larger"]), *parameters)


def interval_domination(b: Bindings, parameters: Domain) -> Instance:
    """One measure below another on every (x, x + h] inside an interval: so on every set inside."""
    low, high = b["lower"], b["upper"]
    room = Variable("h", ZERO, high and minus(high, X))
    premise = at_most(b["smaller"], b["larger"], *parameters, Variable("x", low, high), room)
    return [premise], at_most(("apply", b["set_smaller"]), ("apply", b["set_larger"]), *parameters)


def induction(b: Bindings, parameters: Domain) -> Instance:
    """F(n + 1) - F(n) >= c for every n >= 0, c free of n: F(n) >= F(0) + n c."""
    f, c = b["function"], b["step"]
    grown = minus(("apply", f, ("add", N, ONE)), ("apply", f, N))
    total = ("add", times(N, c), ("apply", f, ZERO))
    premise = at_most(c, grown, *parameters, COUNT)
    return [premise], at_most(total, ("apply", f, N), *parameters, COUNT)


def archimedes(b: Bindings, parameters: Domain) -> Instance:
    """n c <= B for every n >= 0, c and B free of n: c <= 0."""
    premise = at_most(times(N, b["value"]), b["bound"], *parameters, COUNT)
    return [premise], at_most(b["value"], ZERO, *parameters)


def layer_cake(b: Bindings, parameters: Domain) -> Instance:
    """P(X >= x) + P(X < -(w - x)) >= c for 0 < x < w: E|X| >= c w."""
    c, w = b["bound"], b["width"]
    tails = ("add", ("apply", b["right"], X), ("apply", b["left"], minus(w, X)))
    premise = at_most(c, tails, *parameters, Variable("x", ZERO, w))
    return [premise], at_most(times(c, w), ("apply", b["cost"]), *parameters)


def intermediate_value(b: Bindings, parameters: Domain) -> Instance:
    """f(x + h) - f(x) <= K h on [low, high], f(low) < 0 < f(high): f is 0 somewhere between."""
    f, low, high = b["curve"], b["lower"], b["upper"]
    inside = Variable("x", low, high, "[)")
    room = Variable("h", ZERO, minus(high, X), "(]")
    rise = minus(put(f, {"x": ("add", X, H)}), f)
    where = ("apply", b["place"], *(("sym", v.name) for v in parameters))
    share = ("pow", ("add", ONE, ("exp", where)), number(-1))
    zero = ("add", low, times(minus(high, low), share))
    premises = [
        at_most(rise, times(b["slope"], H), *parameters, inside, room),
        related(put(f, {"x": low}), "<", ZERO, *parameters),
        related(ZERO, "<", put(f, {"x": high}), *parameters),
    ]
    return premises, related(put(f, {"x": zero}), "==", ZERO, *parameters)


def order(b: Bindings, parameters: Domain) -> Instance:
    """f nondecreasing on [0, oo) and f(u) < f(v), with u, v > 0: u < v."""
    f, u, v = b["curve"], b["before"], b["after"]
    pair = (HALF_LINE, Variable("h", ZERO, None))
    grows = at_most(f, put(f, {"x": ("add", X, H)}), *parameters, *pair)
    higher = related(put(f, {"x": u}), "<", put(f, {"x": v}), *parameters)
    return [grows, higher], related(u, "<", v, *parameters)


def increments(b: Bindings, parameters: Domain) -> Instance:
    """a(n + 1) >= a(n) for 0 <= n < N: a(n) >= a(0) for 0 <= n <= N, N an integer or infinite."""
    terms, last = b["terms"], b["last"]
    ends = "[]" if last else "[)"
    before = Variable("n", ZERO, last and minus(last, ONE), ends, integer=True)
    growth = minus(put(terms, {"n": ("add", N, ONE)}), terms)
    premise = at_most(ZERO, growth, *parameters, before)
    whole = Variable("n", ZERO, last, ends, integer=True)
    return [premise], at_most(put(terms, {"n": ZERO}), terms, *parameters, whole)


def commensurable(b: Bindings, parameters: Domain) -> Instance:
    """k f(j h) <= j g(k h) for multiples of h up to w, g nondecreasing: h f(x) <= x g(h)."""
    f, g, w = b["small"], b["great"], b["width"]
    many = Variable("n", number(2), None, "[)", integer=True)
    counts = (Variable(letter, ONE, N, "[]", integer=True) for letter in ("n_1", "n_2"))
    step = Variable("h", ZERO, times(w, ("pow", N, number(-1))), "(]")
    multiples = at_most(
        times(N2, put(f, {"x": times(N1, H)})), times(N1, put(g, {"x": times(N2, H)})),
        *parameters, many, *counts, step,
    )  # fmt: skip
    inside = (Variable("x", ZERO, w), Variable("h", ZERO, minus(w, X), "(]"))
    grows = at_most(g, put(g, {"x": ("add", X, H)}), *parameters, *inside)
    both = (Variable("x", ZERO, w, "(]"), Variable("h", ZERO, w, "(]"))
    conclusion = at_most(times(H, f), times(X, put(g, {"x": H})), *parameters, *both)
    return [multiples, grows], conclusion


def supremum(says: str, size: str, called: str) -> Callable[[Bindings, Domain], Instance]:
    """The supremum of a number and the values of an expression, all at most ``above``: those on
    (0, width], or those at the integers from 0 to last.
    """

    def make(b: Bindings, parameters: Domain) -> Instance:
        values, start, above, end = b["set"], b["start"], b["above"], b[size]
        whole = size == "last"
        one, other = (
            Variable(letter, ZERO, end, "[]" if whole else "(]", integer=whole)
            for letter in (("n", "n_1") if whole else ("x", "h"))
        )
        spoken = symbols((values, start, end)) - {one.name}
        least = ("apply", b[called], *(("sym", name) for name in sorted(spoken)))
        premises = [
            at_most(values, above, *parameters, one, other),
            at_most(start, above, *parameters, other),
        ]
        if says == "start":
            return premises, at_most(start, least, *parameters)
        if says == "set":
            return premises, at_most(values, least, *parameters, one)
        return premises, at_most(least, above, *parameters, other)

    return make


def order_by_periods(b: Bindings, parameters: Domain) -> Instance:
    """max(k, l) <= G at x + n w: the cost whose tail is max(k, l) there is the smaller one."""
    w = b["width"]
    g = ("apply", b["function"], ("add", X, times(N, w)))
    domain = (*parameters, Variable("x", ZERO, w), COUNT)
    premises = [at_most(b[key], g, *domain) for key in ("near", "far")]
    return premises, at_most(("apply", b["cheaper"]), ("apply", b["dearer"]), *parameters)


def integers_by_periods(b: Bindings, parameters: Domain) -> Instance:
    """max(k, l) <= G at i + n w, 1 <= i <= w: the cost whose tail is max(k, l) is the smaller."""
    w = b["width"]
    g = ("apply", b["function"], ("add", N1, times(N, w)))
    domain = (*parameters, Variable("n_1", ONE, w, "[]", integer=True), COUNT)
    premises = [at_most(b[key], g, *domain) for key in ("near", "far")]
    return premises, at_most(("apply", b["cheaper"]), ("apply", b["dearer"]), *parameters)


def _name(value: Any, place: str) -> str:
    node = tree(value, place)
    need(node[0] == "sym", f"{place}: not a name")
    return str(node[1])


PERIODS: dict[str, Reader] = {
    "near": tree, "far": tree, "function": _name, "width": tree, "cheaper": _name, "dearer": _name,
}  # fmt: skip
RULES: dict[str, tuple[Callable[[Bindings, Domain], Instance], dict[str, Reader]]] = {
    "supporting line": (supporting_line, {"function": _name, "at": tree}),
    "stochastic order": (
        stochastic_order, {"line": tree, "function": _name, "smaller": _name, "larger": _name},
    ),
    "interval domination": (interval_domination, {
        "smaller": tree, "larger": tree, "lower": lower_end, "upper": upper_end,
        "set_smaller": _name, "set_larger": _name,
    }),
    "induction": (induction, {"function": _name, "step": tree}),
    "Archimedes": (archimedes, {"value": tree, "bound": tree}),
    "layer cake": (
        layer_cake, {"right": _name, "left": _name, "cost": _name, "bound": tree, "width": tree},
    ),
    "intermediate value": (intermediate_value, {
        "curve": tree, "slope": tree, "lower": tree, "upper": tree, "place": _name,
    }),
    "order": (order, {"curve": tree, "before": tree, "after": tree}),
    "increments": (increments, {"terms": tree, "last": upper_end}),
    "commensurable": (commensurable, {"small": tree, "great": tree, "width": tree}),
    **{
        f"{what}: {says}": (supremum(says, size, what), {
            "set": tree, "start": tree, "above": tree, size: tree, what: _name,
        })
        for what, size in (("supremum", "width"), ("maximum", "last"))
        for says in ("start", "set", "above")
    },
    "stochastic order by periods": (order_by_periods, PERIODS),
    "stochastic order by periods, integers": (integers_by_periods, PERIODS),
}  # fmt: skip
LOCAL = {
    "line": {"x"}, "curve": {"x"}, "smaller": {"x", "h"}, "larger": {"x", "h"},
    "terms": {"n"}, "small": {"x"}, "great": {"x"}, "set": {"x", "n"}, "above": {"h", "n_1"},
    "near": {"x", "n", "n_1"}, "far": {"x", "n", "n_1"},
}  # fmt: skip
POSITIVE = ("at", "width", "before", "after")  # bindings that are shown to be positive
MEANING = {
    "smaller": ("line",), "larger": ("function",), "cost": ("right", "left"),
    "set_smaller": ("smaller", "lower", "upper"), "set_larger": ("larger", "lower", "upper"),
    "place": ("curve", "lower", "upper"), "supremum": ("set", "start", "width"),
    "maximum": ("set", "start", "last"),
    "cheaper": ("near", "far", "width"), "dearer": ("function",),
}  # what the names that rules introduce stand for  # fmt: skip


FOUND = {"place", "supremum", "maximum"}  # bindings that name a number that a rule finds


def follows(shown: Fields, rule: Any, bindings: Any, given: list[Goal], goal: Goal) -> None:
    """Reject unless a goal follows from given ones by a rule, for every value of its parameters:
    the variables of the goal's domain other than the rule's own letters.
    """
    if type(rule) is not str or rule not in RULES:
        raise Rejected("evidence.rule: not the name of a rule")
    make, readers = RULES[rule]
    b = fields(bindings, "evidence.bindings", readers)
    parameters = tuple(v for v in goal.domain if v.name not in OWN)
    names = {v.name for v in parameters}
    for key, value in b.items():
        fits = symbols(value) <= names | LOCAL.get(key, set())
        need(fits, f"the binding {key} speaks of what is no parameter")
        positive = key not in POSITIVE or shown.shows(value, ">", ZERO, parameters)
        need(positive, f"the binding {key} is not shown to be positive")
    premises, conclusion = make(b, parameters)
    fits = len(given) == len(premises) and all(
        same_goal(shown, *pair) for pair in zip(given, premises, strict=True)
    )
    need(fits, f"the steps used are not the premises of the rule '{rule}'")
    need(same_goal(shown, goal, conclusion), f"not the conclusion of the rule '{rule}'")


def one_meaning(applied: list[tuple[Bindings, Domain]]) -> bool:
    """Whether each name that rules introduce stands for one thing in all their applications."""
    meanings: dict[str, list[Any]] = {}
    for b, domain in applied:
        for key, defining in MEANING.items():
            if key in b and all(other in b for other in defining):
                arguments = [v.name for v in domain] if key == "place" else []
                meaning = [key, *(b[other] for other in defining), arguments]
                if meanings.setdefault(str(b[key]), meaning) != meaning:
                    return False
    return True


def new_places(applied: list[Bindings], hypotheses: Iterable[Goal]) -> bool:
    """Whether neither hypotheses nor that by which they are found speak of what rules find."""
    spoken: list[Any] = [
        (goal.claim.parts, [(v.lower, v.upper) for v in goal.domain]) for goal in hypotheses
    ]
    places = set()
    for b in applied:
        for found in FOUND & b.keys():
            places.add(_name(b[found], found))
            spoken += [value for key, value in b.items() if key != found]
    return places.isdisjoint(applications(spoken))


def left_out(step: Step, every: set[str]) -> set[str]:
    """The parameters on which a number that a rule finds may depend, beside its arguments."""
    bindings = step.evidence.get("bindings")
    b = bindings if type(bindings) is dict else {}
    names = {_name(b[key], key) for key in FOUND & b.keys()}
    found = [part for part in parts(step.goal.claim.parts) if part[1] in names]
    return set().union(*(every - symbols(part) for part in found))


def parts(node: Any) -> list[Any]:
    """The applications of unknown functions in trees."""
    if type(node) is not tuple:
        return []
    own = [node] if node[:1] == ("apply",) else []
    return own + [part for inner in node for part in parts(inner)]


def applications(node: Any) -> frozenset[str]:
    """The names of the functions that trees, in tuples or lists, apply."""
    if type(node) not in (tuple, list):
        return frozenset()
    own = {str(node[1])} if node[:1] in (("apply",), ["apply"]) else set()
    return frozenset(own).union(*map(applications, node))


def same_goal(shown: Fields, a: Goal, b: Goal) -> bool:
    """Whether two relations say the same on the same domain, however they are written."""
    if len(a.domain) != len(b.domain) or a.claim.kind != "relation":
        return False
    for i, (v, w) in enumerate(zip(a.domain, b.domain, strict=True)):
        before = a.domain[:i]
        fits = (v.name, v.ends, v.integer, v.root) == (w.name, w.ends, w.integer, w.root)
        if not (fits and _same_end(shown, v.lower, w.lower, before)
                and _same_end(shown, v.upper, w.upper, before)):  # fmt: skip
            return False
    return a.claim["op"] == b.claim["op"] and all(
        shown.shows(a.claim[side], "==", b.claim[side], a.domain) for side in ("lhs", "rhs")
    )


def _same_end(shown: Fields, a: End, b: End, domain: Domain) -> bool:
    return a == b or bool(a and b and shown.shows(a, "==", b, domain))
