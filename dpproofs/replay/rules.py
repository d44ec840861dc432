"""The textbook rules: from bindings to the premises that are needed and the conclusion given.

The rules themselves are trusted; that steps have exactly their shape is checked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from dpproofs.replay.algebra import Fields
from dpproofs.replay.calculus import ONE, ZERO, minus, number, times
from dpproofs.replay.reader import (
    Domain,
    End,
    Goal,
    Proposition,
    Reader,
    Rejected,
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

X, H, N = (("sym", letter) for letter in "xhn")  # the rules' own letters
HALF_LINE = Variable("x", ZERO, None, "[)")
COUNT = Variable("n", ZERO, None, "[)", integer=True)


def at_most(a: Tree, b: Tree, *domain: Variable) -> Goal:
    """``a <= b`` on a domain."""
    return Goal(Proposition("relation", (("lhs", a), ("op", "<="), ("rhs", b))), domain)


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


def _name(value: Any, place: str) -> str:
    node = tree(value, place)
    need(node[0] == "sym", f"{place}: not a name")
    return str(node[1])


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
}  # fmt: skip
LOCAL = {"line": {"x"}, "smaller": {"x", "h"}, "larger": {"x", "h"}}
POSITIVE = ("at", "width")  # bindings that are shown to be positive
MEANING = {
    "smaller": ("line",), "larger": ("function",), "cost": ("right", "left"),
    "set_smaller": ("smaller", "lower", "upper"), "set_larger": ("larger", "lower", "upper"),
}  # what the names that rules introduce stand for  # fmt: skip


def follows(shown: Fields, rule: Any, bindings: Any, given: list[Goal], goal: Goal) -> None:
    """Reject unless a goal follows from given ones by a rule, for every value of its parameters:
    the variables of the goal's domain other than the rule's own letters.
    """
    if type(rule) is not str or rule not in RULES:
        raise Rejected("evidence.rule: not the name of a rule")
    make, readers = RULES[rule]
    b = fields(bindings, "evidence.bindings", readers)
    parameters = tuple(v for v in goal.domain if v.name not in ("x", "h", "n"))
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


def one_meaning(applied: list[Bindings]) -> bool:
    """Whether each name that rules introduce stands for one thing in all their applications."""
    meanings: dict[str, list[Any]] = {}
    for b in applied:
        for key, defining in MEANING.items():
            if key in b and all(other in b for other in defining):
                meaning = [key, *(b[other] for other in defining)]
                if meanings.setdefault(str(b[key]), meaning) != meaning:
                    return False
    return True


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
