"""The textbook rules: from bindings to the premises that are needed and the conclusion given.

The rules themselves are trusted; that a step has exactly their shape is checked.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from dpproofs.replay import reader
from dpproofs.replay.calculus import ONE, ZERO, minus, number, positive, same, times
from dpproofs.replay.reader import (
    INFINITY,
    MINUS_INFINITY,
    Domain,
    Goal,
    Proposition,
    Rejected,
    Tree,
    Variable,
    symbols,
)

Instance: TypeAlias = tuple[tuple[Goal, ...], Goal]

X, H, N = (("sym", name) for name in "xhn")
HALF_LINE = Variable("x", ZERO, INFINITY, "[)")
WIDTH = Variable("h", ZERO, INFINITY)
COUNT = Variable("n", ZERO, INFINITY, "[)", integer=True)

NAMES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "supporting line": (("function",), ("at",)),
    "stochastic order": (("function", "smaller", "larger"), ("line",)),
    "interval domination": (
        ("set_smaller", "set_larger"), ("smaller", "larger", "lower", "upper"),
    ),
    "induction": (("function",), ("step",)),
    "Archimedes": ((), ("value", "bound")),
    "layer cake": (("right", "left", "cost"), ("bound", "width")),
}  # fmt: skip


def instance(rule: str, bindings: dict[str, Any], on: Domain) -> Instance:
    """The premises and the conclusion of a rule for given bindings (certificate JSON).

    A rule holds for each value of its parameters: the variables of the conclusion's domain
    other than its own letters x, h and n.
    """
    if rule not in NAMES:
        raise Rejected(f"no rule '{rule[:40]}'")
    names, trees = NAMES[rule]
    if set(bindings) != {*names, *trees}:
        raise Rejected(f"the bindings of '{rule}' are not {', '.join((*names, *trees))}")
    b: dict[str, Any] = {key: reader.end(bindings[key], key) for key in (*names, *trees)}
    for key in names:
        if b[key][0] != "sym":
            raise Rejected(f"the binding {key} is not a name")
        b[key] = b[key][1]
    parameters = tuple(v for v in on if v.name not in ("x", "h", "n"))
    allowed = {v.name for v in parameters}
    for v in parameters:
        if not symbols(v.lower) | symbols(v.upper) | _radicand(v) <= allowed:
            raise Rejected("a parameter's bounds speak of a variable of the rule")
    own = {"line": {"x"}, "smaller": {"x", "h"}, "larger": {"x", "h"}}
    for key in trees:
        if not symbols(b[key]) <= allowed | own.get(key, set()):
            raise Rejected(f"the binding {key} speaks of what is no parameter")
    if any(b[key] in (INFINITY, MINUS_INFINITY) for key in trees if key not in ("lower", "upper")):
        raise Rejected("a binding is infinite")
    return {
        "supporting line": _supporting_line,
        "stochastic order": _stochastic_order,
        "interval domination": _interval_domination,
        "induction": _induction,
        "Archimedes": _archimedes,
        "layer cake": _layer_cake,
    }[rule](b, parameters)


def _radicand(v: Variable) -> frozenset[str]:
    return symbols(v.root[1]) if v.root else frozenset()


def _at_most(a: Tree, b: Tree, domain: Domain) -> Goal:
    return Goal(Proposition("relation", (("lhs", a), ("op", "<="), ("rhs", b))), domain)


def _supporting_line(b: dict[str, Any], parameters: Domain) -> Instance:
    """G midpoint convex and nonincreasing on [0, oo): a line through (c, G(c)) below G, c > 0."""
    g, c = b["function"], b["at"]
    if not positive(c, parameters):
        raise Rejected("the supporting line is at a point that is not shown to be positive")
    here, next_, after = (("apply", g, ("add", X, times(number(k), H))) for k in (0, 1, 2))
    pair = (HALF_LINE, WIDTH)
    midpoint = _at_most(times(number(2), next_), ("add", here, after), pair)
    monotone = _at_most(next_, here, pair)
    slope = ("apply", f"slope_{g}", c)
    line = minus(("apply", g, c), times(slope, minus(X, c)))
    return (midpoint, monotone), _at_most(line, ("apply", g, X), (*parameters, HALF_LINE))


def _stochastic_order(b: dict[str, Any], parameters: Domain) -> Instance:
    """l <= G and 0 <= G on [0, oo): the cost whose tail is max(0, l) is the smaller one."""
    g = ("apply", b["function"], X)
    premises = (
        _at_most(b["line"], g, (*parameters, HALF_LINE)),
        _at_most(ZERO, g, (HALF_LINE,)),
    )
    return premises, _at_most(("apply", b["smaller"]), ("apply", b["larger"]), parameters)


def _interval_domination(b: dict[str, Any], parameters: Domain) -> Instance:
    """One measure below another on every (x, x + h] inside an interval: so on every set inside."""
    low, high = b["lower"], b["upper"]
    room = INFINITY if high == INFINITY else minus(high, X)
    domain = (*parameters, Variable("x", low, high), Variable("h", ZERO, room))
    premise = _at_most(b["smaller"], b["larger"], domain)
    return (premise,), _at_most(("apply", b["set_smaller"]), ("apply", b["set_larger"]), parameters)


def _induction(b: dict[str, Any], parameters: Domain) -> Instance:
    """F(n + 1) - F(n) >= c for every n >= 0, c free of n: F(n) >= F(0) + n c."""
    f, c = b["function"], b["step"]
    domain = (*parameters, COUNT)
    grown = minus(("apply", f, ("add", N, ONE)), ("apply", f, N))
    premise = _at_most(c, grown, domain)
    total = ("add", times(N, c), ("apply", f, ZERO))
    return (premise,), _at_most(total, ("apply", f, N), domain)


def _archimedes(b: dict[str, Any], parameters: Domain) -> Instance:
    """n c <= B for every n >= 0, c and B free of n: c <= 0."""
    premise = _at_most(times(N, b["value"]), b["bound"], (*parameters, COUNT))
    return (premise,), _at_most(b["value"], ZERO, parameters)


def _layer_cake(b: dict[str, Any], parameters: Domain) -> Instance:
    """P(X >= x) + P(X < -(w - x)) >= c for 0 < x < w: E|X| >= c w."""
    c, w = b["bound"], b["width"]
    if not positive(w, parameters):
        raise Rejected("the width is not shown to be positive")
    tails = ("add", ("apply", b["right"], X), ("apply", b["left"], minus(w, X)))
    premise = _at_most(c, tails, (*parameters, Variable("x", ZERO, w)))
    return (premise,), _at_most(times(c, w), ("apply", b["cost"]), parameters)


def same_goal(given: Goal, wanted: Goal) -> bool:
    """Whether two relations say the same on the same domain, however they are written."""
    if len(given.domain) != len(wanted.domain) or given.claim.kind != "relation":
        return False
    for i, (a, b) in enumerate(zip(given.domain, wanted.domain, strict=True)):
        before = given.domain[:i]
        fits = (a.name, a.ends, a.integer, a.root) == (b.name, b.ends, b.integer, b.root)
        if not (fits and all(_same_end(p, q, before) for p, q in
                             ((a.lower, b.lower), (a.upper, b.upper)))):  # fmt: skip
            return False
    return given.claim["op"] == wanted.claim["op"] and all(
        same(given.claim[side], wanted.claim[side], given.domain) for side in ("lhs", "rhs")
    )


def _same_end(a: Tree, b: Tree, domain: Domain) -> bool:
    infinite = (INFINITY, MINUS_INFINITY)
    return a == b or (a not in infinite and b not in infinite and same(a, b, domain))
