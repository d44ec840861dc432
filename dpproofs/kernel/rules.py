"""Textbook theorems that a derivation may apply: the inference rules, few and listed.

A rule is a function from its bindings to the premises it needs and the conclusion it gives, all
formal, so that its application is checked by comparison and nothing is left to the reader but
the theorem itself. A rule holds for each value of whatever parameters there are; they are the
variables of the conclusion's domain other than x, h, n, n_1 and n_2. Every certificate lists the
rules that it used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import sympy as sp

from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.proposition import Relation

Instance: TypeAlias = tuple[tuple[Goal, ...], Goal]  # premises and conclusion, all relations


@dataclass(frozen=True)
class Rule:
    """A textbook theorem with its formal shape."""

    name: str
    text: str
    reference: str
    positive: tuple[str, ...]  # bindings that must be shown to be positive
    instance: Callable[[Mapping[str, sp.Expr], Domain], Instance]


_x, _h, _n = sp.Symbol("x", real=True), sp.Symbol("h", positive=True), sp.Symbol("n", integer=True)
_n1, _n2 = sp.symbols("n_1 n_2", integer=True)
OWN = {_x.name, _h.name, _n.name, _n1.name, _n2.name}  # the rules' own letters
FOUND = {"place", "supremum", "maximum"}  # bindings that name a number that a rule finds
LOCAL = {
    "line": {_x.name},
    "curve": {_x.name},
    "smaller": {_x.name, _h.name},
    "larger": {_x.name, _h.name},
    "terms": {_n.name},
    "small": {_x.name},
    "great": {_x.name},
    "set": {_x.name, _n.name},
    "above": {_h.name, _n1.name},
    "near": {_x.name, _n.name, _n1.name},
    "far": {_x.name, _n.name, _n1.name},
}
_HALF_LINE = Variable(_x, sp.Integer(0), sp.oo, "[)")


def _supporting_line(bindings: Mapping[str, sp.Expr], parameters: Domain) -> Instance:
    """Bindings: function (a symbol naming G), at (c > 0 in the parameters)."""
    name, c = str(bindings["function"]), bindings["at"]
    tail, slope = sp.Function(name), sp.Function(f"slope_{name}")
    pair = Domain((_HALF_LINE, positive(_h)))
    midpoint = Goal(Relation(2 * tail(_x + _h), "<=", tail(_x) + tail(_x + 2 * _h)), pair)
    monotone = Goal(Relation(tail(_x + _h), "<=", tail(_x)), pair)
    line = Relation(tail(c) - slope(c) * (_x - c), "<=", tail(_x))
    return (midpoint, monotone), Goal(line, parameters & _HALF_LINE)


def _stochastic_order(bindings: Mapping[str, sp.Expr], parameters: Domain) -> Instance:
    """Bindings: line (l(x) in the parameters), function (a symbol naming G), smaller and
    larger (symbols naming the two costs).
    """
    line, tail = bindings["line"], sp.Function(str(bindings["function"]))
    domain = parameters & _HALF_LINE
    below = Goal(Relation(line, "<=", tail(_x)), domain)
    nonnegative = Goal(Relation(sp.Integer(0), "<=", tail(_x)), Domain((_HALF_LINE,)))
    small, large = (sp.Function(str(bindings[key]))() for key in ("smaller", "larger"))
    return (below, nonnegative), Goal(Relation(small, "<=", large), parameters)


def _interval_domination(bindings: Mapping[str, sp.Expr], parameters: Domain) -> Instance:
    """Bindings: smaller, larger (masses of (x, x + h] as expressions in x, h), set_smaller,
    set_larger (symbols naming the masses of a set), lower, upper (the open interval that holds
    the set).
    """
    small, large = bindings["smaller"], bindings["larger"]
    low, high = bindings["lower"], bindings["upper"]
    room = sp.oo if high is sp.oo else high - _x
    domain = parameters & between(_x, low, high) & between(_h, 0, room)
    premise = Goal(Relation(small, "<=", large), domain)
    less, more = (sp.Function(str(bindings[key]))() for key in ("set_smaller", "set_larger"))
    return (premise,), Goal(Relation(less, "<=", more), parameters)


def _induction(bindings: Mapping[str, sp.Expr], parameters: Domain) -> Instance:
    """Bindings: function (a symbol naming F), step (free of n)."""
    function, step = sp.Function(str(bindings["function"])), bindings["step"]
    domain = parameters & index(_n, 0)
    premise = Relation(step, "<=", function(_n + 1) - function(_n))
    conclusion = Relation(_n * step + function(0), "<=", function(_n))
    return (Goal(premise, domain),), Goal(conclusion, domain)


def _archimedes(bindings: Mapping[str, sp.Expr], parameters: Domain) -> Instance:
    """Bindings: value, bound (free of n)."""
    value, bound = bindings["value"], bindings["bound"]
    premise = Goal(Relation(_n * value, "<=", bound), parameters & index(_n, 0))
    return (premise,), Goal(Relation(value, "<=", sp.Integer(0)), parameters)


def _layer_cake(bindings: Mapping[str, sp.Expr], parameters: Domain) -> Instance:
    """Bindings: right, left (symbols naming R and L), bound, width (in the parameters), cost (a
    symbol naming E|X|).
    """
    right, left = (sp.Function(str(bindings[key])) for key in ("right", "left"))
    bound, width = bindings["bound"], bindings["width"]
    tails = right(_x) + left(width - _x)
    premise = Goal(Relation(bound, "<=", tails), parameters & between(_x, 0, width))
    cost = sp.Function(str(bindings["cost"]))()
    return (premise,), Goal(Relation(bound * width, "<=", cost), parameters)


def _intermediate_value(bindings: Mapping[str, sp.Expr], parameters: Domain) -> Instance:
    """Bindings: curve (an expression in x), lower, upper, slope (all in the parameters), place (a
    symbol naming t: the curve is 0 at lower + (upper - lower)/(1 + exp(t))).
    """
    curve, slope = bindings["curve"], bindings["slope"]
    low, high = bindings["lower"], bindings["upper"]
    inside = Variable(_x, low, high, "[)")
    rise = Relation(_at(curve, _x + _h) - curve, "<=", slope * _h)
    gentle = Goal(rise, parameters & inside & Variable(_h, sp.Integer(0), high - _x, "(]"))
    below = Goal(Relation(_at(curve, low), "<", sp.Integer(0)), parameters)
    above = Goal(Relation(sp.Integer(0), "<", _at(curve, high)), parameters)
    where = sp.Function(str(bindings["place"]))(*(v.symbol for v in parameters))
    zero = low + (high - low) / (1 + sp.exp(where))
    found = Goal(Relation(_at(curve, zero), "==", sp.Integer(0)), parameters)
    return (gentle, below, above), found


def _order(bindings: Mapping[str, sp.Expr], parameters: Domain) -> Instance:
    """Bindings: curve (an expression in x), before, after (positive, in the parameters)."""
    curve, before, after = (bindings[key] for key in ("curve", "before", "after"))
    pair = Domain((_HALF_LINE, positive(_h)))
    grows = Goal(Relation(curve, "<=", _at(curve, _x + _h)), parameters & pair)
    higher = Goal(Relation(_at(curve, before), "<", _at(curve, after)), parameters)
    return (grows, higher), Goal(Relation(before, "<", after), parameters)


def _increments(bindings: Mapping[str, sp.Expr], parameters: Domain) -> Instance:
    """Bindings: terms (an expression in n), last (an integer in the parameters, or oo)."""
    terms, last = bindings["terms"], bindings["last"]
    after, first = (terms.xreplace({_n: place}) for place in (_n + 1, sp.Integer(0)))
    grows = Goal(Relation(sp.Integer(0), "<=", after - terms), parameters & index(_n, 0, last - 1))
    return (grows,), Goal(Relation(first, "<=", terms), parameters & index(_n, 0, last))


def _commensurable(bindings: Mapping[str, sp.Expr], parameters: Domain) -> Instance:
    """Bindings: small, great (expressions in x), width (positive, in the parameters)."""
    small, great, width = (bindings[key] for key in ("small", "great", "width"))
    counts = parameters & index(_n, 2) & index(_n1, 1, _n) & index(_n2, 1, _n)
    ratio = Relation(_n2 * _at(small, _n1 * _h), "<=", _n1 * _at(great, _n2 * _h))
    multiples = Goal(ratio, counts & between(_h, 0, width / _n, "(]"))
    inside = parameters & between(_x, 0, width) & between(_h, 0, width - _x, "(]")
    grows = Goal(Relation(great, "<=", _at(great, _x + _h)), inside)
    both = parameters & between(_x, 0, width, "(]") & between(_h, 0, width, "(]")
    proportion = Relation(_h * small, "<=", _x * _at(great, _h))
    return (multiples, grows), Goal(proportion, both)


NAMED = {"width": "supremum", "last": "maximum"}


def _supremum(says: str, size: str) -> Callable[[Mapping[str, sp.Expr], Domain], Instance]:
    """Bindings: set (an expression in x, or in n), start (in the parameters), above (an expression
    in h, or in n_1), width (positive) or last (both in the parameters), supremum or maximum (a
    symbol naming s, a function of the parameters that the set, its start and its size speak of).
    """

    def make(bindings: Mapping[str, sp.Expr], parameters: Domain) -> Instance:
        values, start, above, end = (bindings[key] for key in ("set", "start", "above", size))
        if size == "width":
            place, other = (between(letter, 0, end, "(]") for letter in (_x, _h))
        else:
            place, other = (index(letter, 0, end) for letter in (_n, _n1))
        spoken = sp.Tuple(values, start, end).free_symbols - {place.symbol}
        least = sp.Function(str(bindings[NAMED[size]]))(*sorted(spoken, key=str))
        bounded = Goal(Relation(values, "<=", above), parameters & place & other)
        begun = Goal(Relation(start, "<=", above), parameters & other)
        conclusion = {
            "start": Goal(Relation(start, "<=", least), parameters),
            "set": Goal(Relation(values, "<=", least), parameters & place),
            "above": Goal(Relation(least, "<=", above), parameters & other),
        }[says]
        return (bounded, begun), conclusion

    return make


def _order_by_periods(bindings: Mapping[str, sp.Expr], parameters: Domain) -> Instance:
    """Bindings: near, far (expressions in x and n), function (a symbol naming G), width
    (positive, in the parameters), cheaper and dearer (symbols naming the two costs).
    """
    width, tail = bindings["width"], sp.Function(str(bindings["function"]))
    domain = parameters & between(_x, 0, width) & index(_n, 0)
    below = tuple(
        Goal(Relation(bindings[key], "<=", tail(_x + _n * width)), domain)
        for key in ("near", "far")
    )
    small, large = (sp.Function(str(bindings[key]))() for key in ("cheaper", "dearer"))
    return below, Goal(Relation(small, "<=", large), parameters)


def _integers_by_periods(bindings: Mapping[str, sp.Expr], parameters: Domain) -> Instance:
    """Bindings: near, far (expressions in n_1 and n), function (a symbol naming G), width (in the
    parameters), cheaper and dearer (symbols naming the two costs).
    """
    width, tail = bindings["width"], sp.Function(str(bindings["function"]))
    domain = parameters & index(_n1, 1, width) & index(_n, 0)
    below = tuple(
        Goal(Relation(bindings[key], "<=", tail(_n1 + _n * width)), domain)
        for key in ("near", "far")
    )
    small, large = (sp.Function(str(bindings[key]))() for key in ("cheaper", "dearer"))
    return below, Goal(Relation(small, "<=", large), parameters)


def _at(curve: sp.Expr, place: sp.Expr) -> sp.Expr:
    return curve.xreplace({_x: place})


RULES: dict[str, Rule] = {
    rule.name: rule
    for rule in (
        Rule(
            "supporting line",
            "A nonincreasing function on [0, oo) that is midpoint convex is convex, and so lies "
            "above a line of slope -m through each of its points inside.",
            "Rockafellar, Convex Analysis, Theorem 23.4; "
            "Hardy, Littlewood, Polya, Inequalities, section 3.18",
            ("at",),
            _supporting_line,
        ),
        Rule(
            "stochastic order",
            "If P(|X| > x) = max(0, l(x)) for all x >= 0, where l(x) <= P(|Y| > x), then "
            "E L(X) <= E L(Y) for every even L that is nondecreasing on [0, oo), both possibly "
            "infinite.",
            "Shaked and Shanthikumar, Stochastic Orders, (1.A.7)",
            (),
            _stochastic_order,
        ),
        Rule(
            "interval domination",
            "If one finite Borel measure gives every interval (x, x + h] inside an open interval "
            "at most the mass that another gives, so it does for every Borel set inside.",
            "Billingsley, Probability and Measure, Theorem 12.3 (outer regularity)",
            (),
            _interval_domination,
        ),
        Rule(
            "induction",
            "If F(n + 1) - F(n) >= c for every integer n >= 0, then F(n) >= F(0) + n c.",
            "the principle of induction",
            (),
            _induction,
        ),
        Rule(
            "Archimedes",
            "If n c <= B for every integer n >= 0, then c <= 0.",
            "the Archimedean property of the reals",
            (),
            _archimedes,
        ),
        Rule(
            "layer cake",
            "With R(u) = P(X >= u) and L(u) = P(X < -u), E|X| is the integral of R + L over "
            "(0, oo); so if R(x) + L(w - x) >= c for 0 < x < w, then E|X| >= c w.",
            "Billingsley, Probability and Measure, (21.9)",
            ("width",),
            _layer_cake,
        ),
        Rule(
            "intermediate value",
            "If f(x + h) - f(x) <= K h for a <= x < x + h <= b, and f(a) < 0 < f(b), then f is 0 "
            "at some point of (a, b), which is a + (b - a)/(1 + exp(t)) for a real t.",
            "Rudin, Principles of Mathematical Analysis, Theorem 4.23 (its proof needs no more "
            "than this bound on how f rises)",
            (),
            _intermediate_value,
        ),
        Rule(
            "order",
            "If f does not decrease on [0, oo), then f(u) < f(v) implies u < v, for u, v > 0.",
            "the definition of a nondecreasing function",
            ("before", "after"),
            _order,
        ),
        Rule(
            "increments",
            "If a(n + 1) >= a(n) for every integer n from 0 to N - 1, then a(n) >= a(0) for every "
            "integer n from 0 to N; N may be infinite.",
            "the principle of induction",
            (),
            _increments,
        ),
        Rule(
            "commensurable",
            "If k f(j h) <= j g(k h) for all multiples j h and k h up to w of every length h, and "
            "g does not decrease, then y f(x) <= x g(y) for all x and y in (0, w].",
            "Euclid, Elements, V, definition 5, and VI, 1 (h = x/j, k the integer part of y/h, and "
            "h to 0)",
            ("width",),
            _commensurable,
        ),
        *(
            Rule(
                f"supremum: {says}",
                "A set of numbers that is not empty and bounded from above has a supremum, an "
                "upper bound of the set that is at most every other. Here the set holds a number "
                "and the values of an expression at the points of (0, w].",
                "Rudin, Principles of Mathematical Analysis, Definition 1.10 and Theorem 1.19",
                ("width",),
                _supremum(says, "width"),
            )
            for says in ("start", "set", "above")
        ),
        *(
            Rule(
                f"maximum: {says}",
                "Finitely many numbers have a largest: here a number and the values of an "
                "expression at the integers from 0 to N.",
                "Rudin, Principles of Mathematical Analysis, Definition 1.10",
                (),
                _supremum(says, "last"),
            )
            for says in ("start", "set", "above")
        ),
        Rule(
            "stochastic order by periods, integers",
            "If P(|X| >= i + n w) = max(k(i, n), l(i, n)), and both are at most P(|Y| >= i + n w), "
            "for integers 1 <= i <= w and n >= 0, and X and Y are integers, then E L(X) <= E L(Y) "
            "for every even L that is nondecreasing on the integers n >= 0, both possibly "
            "infinite.",
            "Shaked and Shanthikumar, Stochastic Orders, (1.A.7)",
            ("width",),
            _integers_by_periods,
        ),
        Rule(
            "stochastic order by periods",
            "If P(|X| >= x + n w) = max(k(x, n), l(x, n)), and both are at most P(|Y| >= x + n w), "
            "for 0 < x < w and all integers n >= 0, then E L(X) <= E L(Y) for every even L that is "
            "nondecreasing on [0, oo), both possibly infinite.",
            "Shaked and Shanthikumar, Stochastic Orders, (1.A.7); tails are continuous from one "
            "side, so that the points x + n w suffice",
            ("width",),
            _order_by_periods,
        ),
    )
}


def instance(name: str, bindings: Mapping[str, sp.Expr], on: Domain) -> Instance:
    """The premises and the conclusion of a rule for given bindings.

    Parameters
    ----------
    name
        One of :data:`RULES`.
    bindings
        What the rule's own letters stand for.
    on
        The domain of the conclusion, from which the parameters are taken.

    Raises
    ------
    BadInput
        When the rule is unknown, bindings are missing, or speak of what is no parameter.
    """
    if name not in RULES:
        raise BadInput("rule", name, "one of " + ", ".join(RULES))
    for key, value in bindings.items():
        if {s.name for s in value.free_symbols} & OWN - LOCAL.get(key, set()):
            raise BadInput(key, value, "an expression in the parameters")
    parameters = Domain(tuple(v for v in on if v.symbol.name not in OWN))
    try:
        return RULES[name].instance(bindings, parameters)
    except KeyError as missing:
        raise BadInput("bindings", sorted(bindings), f"bindings that include {missing}") from None
