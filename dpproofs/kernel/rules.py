"""Textbook theorems that a derivation may apply: the inference rules, few and listed.

A rule is a function from its bindings to the premises it needs and the conclusion it gives, all
formal, so that its application is checked by comparison and nothing is left to the reader but
the theorem itself. Every certificate lists the rules that it used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import sympy as sp

from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable, positive
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.proposition import Relation

Instance: TypeAlias = tuple[tuple[Goal, ...], Goal]


@dataclass(frozen=True)
class Rule:
    """A textbook theorem with its formal shape."""

    name: str
    text: str
    reference: str
    instance: Callable[[Mapping[str, sp.Expr]], Instance]


_x, _h = sp.symbols("x h", positive=True)


def _supporting_line(bindings: Mapping[str, sp.Expr]) -> Instance:
    """Bindings: function (a symbol naming G), at (c > 0), parameters only in ``at``."""
    name, c = str(bindings["function"]), bindings["at"]
    tail, slope = sp.Function(name), sp.Function(f"slope_{name}")
    parameters = Domain(tuple(positive(s) for s in sorted(c.free_symbols, key=str)))
    pair = Domain((positive(_x), positive(_h)))
    midpoint = Goal(Relation(2 * tail(_x + _h), "<=", tail(_x) + tail(_x + 2 * _h)), pair)
    monotone = Goal(Relation(tail(_x + _h), "<=", tail(_x)), pair)
    line = Relation(tail(c) - slope(c) * (_x - c), "<=", tail(_x))
    return (midpoint, monotone), Goal(line, parameters & positive(_x))


def _stochastic_order(bindings: Mapping[str, sp.Expr]) -> Instance:
    """Bindings: smaller, larger (symbols naming tail functions). Cost symbols are cost_<name>."""
    small, large = str(bindings["smaller"]), str(bindings["larger"])
    on = Domain((positive(_x),))
    premise = Goal(Relation(sp.Function(small)(_x), "<=", sp.Function(large)(_x)), on)
    cost = [sp.Function(f"cost_{name}")(sp.Symbol("L")) for name in (small, large)]
    return (premise,), Goal(Relation(cost[0], "<=", cost[1]), Domain())


def _interval_domination(bindings: Mapping[str, sp.Expr]) -> Instance:
    """Bindings: smaller, larger (masses of (x, x + h] as expressions in x, h), set_smaller,
    set_larger (symbols naming the two measures), lower, upper (the interval that holds the sets).
    """
    small, large = bindings["smaller"], bindings["larger"]
    low, high = bindings["lower"], bindings["upper"]
    free = (low.free_symbols | high.free_symbols) - {_x, _h}
    parameters = Domain(tuple(positive(s) for s in sorted(free, key=str)))
    on = parameters & Variable(_x, low, high) & Variable(_h, sp.Integer(0), high - _x)
    premise = Goal(Relation(small, "<=", large), on)
    measured = [
        sp.Function(str(bindings[key]))(sp.Symbol("A")) for key in ("set_smaller", "set_larger")
    ]
    return (premise,), Goal(Relation(measured[0], "<=", measured[1]), Domain())


RULES: dict[str, Rule] = {
    rule.name: rule
    for rule in (
        Rule(
            "supporting line",
            "A monotone function on (0, oo) that is midpoint convex is convex, and so lies above "
            "a line of slope -m through each of its points.",
            "Rockafellar, Convex Analysis, Theorems 1.1 and 23.4; "
            "Hardy, Littlewood, Polya, Inequalities, section 3.18",
            _supporting_line,
        ),
        Rule(
            "stochastic order",
            "If P(|X| > x) <= P(|Y| > x) for all x > 0, then E L(X) <= E L(Y) for every even L "
            "that is nondecreasing on [0, oo) (possibly infinite).",
            "Shaked, Shanthikumar, Stochastic Orders, (1.A.7)",
            _stochastic_order,
        ),
        Rule(
            "interval domination",
            "If one finite Borel measure gives every interval (x, x + h] inside an open interval "
            "at most the mass that another gives, the same holds for every Borel set inside.",
            "Billingsley, Probability and Measure, Theorem 12.3 (outer regularity)",
            _interval_domination,
        ),
    )
}


def instance(name: str, bindings: Mapping[str, sp.Expr]) -> Instance:
    """The premises and the conclusion of a rule for given bindings.

    Raises
    ------
    BadInput
        For an unknown rule or missing bindings.
    """
    if name not in RULES:
        raise BadInput("rule", name, "one of " + ", ".join(RULES))
    try:
        return RULES[name].instance(bindings)
    except KeyError as missing:
        raise BadInput("bindings", sorted(bindings), f"bindings that include {missing}") from None
