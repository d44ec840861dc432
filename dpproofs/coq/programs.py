"""Linear programs by the multipliers of their rows, which Coq adds up.

What no point is better than is the objective less the rows, each times its multiplier; what is left
is a sum of variables with coefficients that are not negative.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dpproofs.coq.exponents import polynomial
from dpproofs.coq.fractions import rational
from dpproofs.coq.names import local
from dpproofs.coq.premises import Step, Write, intros, minus
from dpproofs.coq.sentence import Certificate
from dpproofs.coq.terms import Tree, number


def duality(step: Step, certificate: Certificate) -> str:
    """A feasible point, and the sum of the rows."""
    said, evidence = step["proposition"], step["evidence"]
    names, equations, rows = said["variables"], said["equations"], said["constraints"]
    weights = [_exact(tree) for tree in evidence["multipliers"]]
    terms = _weighed(weights, [*rows, *equations])
    parts: list[Tree] = [["mul", rational(weight), row] for weight, row in terms]
    rest = minus(minus(said["objective"], said["value"]), ["add", *parts, ["int", "0"]])
    left = [_coefficient(rest, name) for name in names]
    terms += _weighed(left, [["sym", name] for name in names])
    known = " & ".join(f"K{place}_" for place in range(len(names) + len(rows) + len(equations)))
    values = " ".join(f"exists {number(evidence['point'][name], 0)};" for name in names)
    summed = " + ".join(f"{number(rational(c), 0)} * {number(row, 0)}" for c, row in terms) or "0"
    return (
        f"{intros(step, certificate)}split; [{values} feasible_point "
        f"| intros {' '.join(map(local, names))} ({known}); by_rows ({summed})]."
    )


def _weighed(weights: Sequence[Fraction], rows: Sequence[Tree]) -> list[tuple[Fraction, Tree]]:
    """The rows that count, with their weights."""
    return [(weight, row) for weight, row in zip(weights, rows, strict=True) if weight]


def _coefficient(tree: Tree, name: str) -> Fraction:
    """The coefficient of a variable in a sum of multiples of variables."""
    ((alone, _),) = polynomial(["sym", name]).items()
    return polynomial(tree).get(alone, Fraction(0))


def _exact(tree: Tree) -> Fraction:
    return Fraction(*map(int, tree[1:]))


def has_programs(certificate: Certificate) -> bool:
    """Whether a claim has a step about a linear program."""
    return any(step["method"] == "duality" for step in certificate["steps"])


METHODS: dict[str, Write] = {"duality": duality}
