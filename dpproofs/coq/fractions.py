"""Trees as fractions of polynomials in some variables, by FLINT."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from dpproofs.coq.terms import Tree
from dpproofs.kernel.errors import UnsupportedExpression


@dataclass(frozen=True)
class Quotient:
    """A fraction in lowest terms."""

    above: fmpq_mpoly
    below: fmpq_mpoly

    def __add__(self, other: Quotient) -> Quotient:
        whole = self.above * other.below + other.above * self.below
        return lowest(whole, self.below * other.below)

    def __mul__(self, other: Quotient) -> Quotient:
        return lowest(self.above * other.above, self.below * other.below)

    def __pow__(self, n: int) -> Quotient:
        if n < 0:
            return Quotient(self.below**-n, self.above**-n)
        return Quotient(self.above**n, self.below**n)


def lowest(above: fmpq_mpoly, below: fmpq_mpoly) -> Quotient:
    """A fraction in lowest terms."""
    common = above.gcd(below)
    return Quotient(above / common, below / common)


class Variables:
    """Polynomials in variables of given names."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = list(dict.fromkeys(names))
        self.context = fmpq_mpoly_ctx.get([f"v{place}" for place in range(len(self.names))])
        self.one = self.context.constant(1)

    def generator(self, name: str) -> fmpq_mpoly:
        """A variable as a polynomial."""
        return self.context.gen(self.names.index(name))

    def value(self, tree: Tree) -> Quotient:
        """A tree as a fraction.

        Raises
        ------
        UnsupportedExpression
            When something other than a variable stands in it.
        """
        tag, *parts = tree
        if tag in ("int", "rat"):
            return Quotient(self.context.constant(fmpq(*map(int, parts))), self.one)
        if tag == "sym" and parts[0] in self.names:
            return Quotient(self.generator(parts[0]), self.one)
        if tag == "pow" and parts[1][0] == "int":
            return self.value(parts[0]) ** int(parts[1][1])
        if tag not in ("add", "mul"):
            raise UnsupportedExpression("no fraction of polynomials")
        first, *rest = map(self.value, parts)
        for part in rest:
            first = first + part if tag == "add" else first * part
        return first

    def tree(self, polynomial: fmpq_mpoly) -> Tree:
        """A polynomial, written out."""
        parts: list[Tree] = []
        for powers, factor in polynomial.terms():
            row = zip(self.names, map(int, powers), strict=True)
            parts.append(product({name: n for name, n in row if n}, factor))
        return ["add", *parts] if len(parts) > 1 else parts[0] if parts else ["int", "0"]


def product(powers: dict[str, int], factor: fmpq) -> Tree:
    """A product of powers of variables."""
    return times([rational(exact(factor))], [(["sym", name], n) for name, n in powers.items()])


def times(first: Sequence[Tree], powers: Sequence[tuple[Tree, int]]) -> Tree:
    """A product of trees and of powers of others."""
    parts = [tree for tree in first if tree != ["int", "1"]]
    parts += [tree if n == 1 else ["pow", tree, ["int", str(n)]] for tree, n in powers if n]
    return ["mul", *parts] if len(parts) > 1 else parts[0] if parts else ["int", "1"]


def rational(value: Fraction) -> Tree:
    """A number as a tree."""
    above, below = str(value.numerator), str(value.denominator)
    return ["int", above] if below == "1" else ["rat", above, below]


def exact(value: fmpq) -> Fraction:
    """A number of FLINT as one of Python."""
    return Fraction(int(value.p), int(value.q))
