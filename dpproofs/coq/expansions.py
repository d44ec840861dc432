"""Expansions at 0 of quotients of powers and exponentials: both sides of the bar, by FLINT.

Coq is told what stands above and below, and at which power of the variable the latter starts.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import factorial, gcd, lcm

from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from dpproofs.coq.premises import Step, intros
from dpproofs.coq.propositions import function
from dpproofs.coq.sentence import Certificate
from dpproofs.coq.terms import Tree
from dpproofs.kernel.errors import UnsupportedExpression

Quotient = tuple[fmpq_mpoly, fmpq_mpoly]

CONTEXT = fmpq_mpoly_ctx.get(["variable", "exponential"])
VARIABLE, EXPONENTIAL = CONTEXT.gens()
ONE = CONTEXT.constant(1)


def series(step: Step, certificate: Certificate) -> str:
    """The proof of an expansion."""
    said = step["proposition"]
    x = said["variable"]
    rates = sorted(set(_rates(said["expression"], x)))
    base = Fraction(gcd(*(r.numerator for r in rates)), lcm(*(r.denominator for r in rates)))
    above, below = _value(said["expression"], x, base)
    common = above.gcd(below)
    above, below = above / common, below / common
    whole = lcm(*(int(c.q) for side in (above, below) for _, c in side.terms()))
    above, below = above * whole, below * whole
    sides = (f"({function(x, _tree(side, x, base))} : R -> R)" for side in (above, below))
    return f"{intros(step, certificate)}by_expansion {' '.join(sides)} {_order(below, base)}%nat."


def _rates(tree: Tree, x: str) -> Iterator[Fraction]:
    """The multiples of the variable of which there are exponentials."""
    if isinstance(tree, (list, tuple)):
        if tree[0] == "exp":
            yield _rate(tree[1], x)
        for part in tree[1:]:
            yield from _rates(part, x)


def _rate(tree: Tree, x: str) -> Fraction:
    if list(tree) == ["sym", x]:
        return Fraction(1)
    if tree[0] == "mul" and len(tree) == 3 and list(tree[2]) == ["sym", x]:
        tree = [*tree[:1], tree[2], tree[1]]
    if tree[0] == "mul" and len(tree) == 3 and list(tree[1]) == ["sym", x]:
        tag, *parts = tree[2]
        if tag in ("int", "rat"):
            return Fraction(*map(int, parts))
    raise UnsupportedExpression("no proof in Coq for this expansion")


def _value(tree: Tree, x: str, base: Fraction) -> Quotient:
    tag, *parts = tree
    if tag in ("int", "rat"):
        return CONTEXT.constant(fmpq(*map(int, parts))), ONE
    if list(tree) == ["sym", x]:
        return VARIABLE, ONE
    if tag == "exp":
        n = int(_rate(parts[0], x) / base)
        return (EXPONENTIAL**n, ONE) if n >= 0 else (ONE, EXPONENTIAL**-n)
    if tag == "pow" and parts[1][0] == "int":
        n = int(parts[1][1])
        num, den = _value(parts[0], x, base)
        return (num**n, den**n) if n >= 0 else (den**-n, num**-n)
    if tag not in ("add", "mul"):
        raise UnsupportedExpression("no proof in Coq for this expansion")
    num, den = (ONE * 0, ONE) if tag == "add" else (ONE, ONE)
    for part in parts:
        above, below = _value(part, x, base)
        num = num * below + above * den if tag == "add" else num * above
        den = den * below
    return num, den


def _tree(side: fmpq_mpoly, x: str, base: Fraction) -> Tree:
    """A polynomial with whole coefficients in the variable and the exponential, as a tree."""
    variable: Tree = ["sym", x]
    rate = ["rat", str(base.numerator), str(base.denominator)]
    exponential: Tree = ["exp", variable if base == 1 else ["mul", rate, variable]]
    parts: list[Tree] = []
    for powers, c in side.terms():
        factors: list[Tree] = [
            tree if power == 1 else ["pow", tree, ["int", str(power)]]
            for tree, power in zip((variable, exponential), map(int, powers), strict=True)
            if power
        ]
        if c != 1 or not factors:
            factors.insert(0, ["int", str(c.p)])
        parts.append(["mul", *factors] if len(factors) > 1 else factors[0])
    return ["add", *parts] if len(parts) > 1 else parts[0]


def _order(side: fmpq_mpoly, base: Fraction) -> int:
    """The least power of the variable in the expansion of a polynomial with whole coefficients."""
    terms = [(int(m), int(n), Fraction(int(c.p))) for (m, n), c in side.terms()]
    order = 0
    while not sum(
        c * (n * base) ** (order - m) / factorial(order - m) for m, n, c in terms if m <= order
    ):
        order += 1
    return order
