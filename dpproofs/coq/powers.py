"""Powers in a step of which the exponent is no number, as products of powers of a few.

A base is a product of positive factors, an exponent a sum of monomials. For each factor with each
monomial as its exponent there is a positive variable; what is left are fractions in these.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, TypeAlias

from flint import fmpq_mpoly, fmpz

from dpproofs.coq.exponents import Monomial, polynomial, tree_of
from dpproofs.coq.fractions import Variables, times
from dpproofs.coq.names import local
from dpproofs.coq.sentence import Certificate
from dpproofs.coq.terms import Tree, number
from dpproofs.kernel.errors import UnsupportedExpression

#: A positive factor of a base, written out, and a monomial.
Unit: TypeAlias = tuple[str, Monomial]
Factored: TypeAlias = Callable[[fmpq_mpoly], tuple[Fraction, list[tuple[Tree, int]]]]


class Powers:
    """The powers in some trees of which the exponent is no number.

    Parameters
    ----------
    trees
        What occurs in a step: what it says, the facts where they are used, their multipliers.
    plain
        The variables in which bases are factored.
    factored
        How a polynomial in these is factored: its content, and factors with their powers, of which
        each is positive where the step stands.

    Raises
    ------
    UnsupportedExpression
        For a base that is no positive number and has no factors in these variables, and for an
        exponent with a fraction beside other terms.
    """

    def __init__(self, trees: Sequence[Any], plain: Variables, factored: Factored) -> None:
        self.plain, self.factored = plain, factored
        found = {json.dumps(part): part for tree in trees for part in powers_in(tree)}
        self.found = list(found.values())
        self.rows = {key: self._row(part) for key, part in found.items()}
        self.orders: dict[Unit, int] = {}
        for unit, power in (pair for row in self.rows.values() for pair in row):
            self.orders[unit] = lcm(self.orders.get(unit, 1), power.denominator)
        variable = [unit for unit in self.orders if unit[1]]
        self.names = {unit: f"P{place}_" for place, unit in enumerate(variable)}
        if any(order > 1 for unit, order in self.orders.items() if not unit[1]):
            raise UnsupportedExpression("no root in an exponent that is no number")

    def put(self, tree: Any) -> Any:
        """A tree with variables in the place of powers."""
        if not isinstance(tree, (list, tuple)):
            return tree
        if _is_power(tree) and json.dumps(tree) in self.rows:
            return self._product(tree)
        return [self.put(part) for part in tree]

    def units(self) -> dict[str, Tree]:
        """The variables, and the powers that they are."""
        return {name: self._power(*unit) for unit, name in self.names.items()}

    def text(self) -> str:
        """The variables, what is known of them, and each power in them."""
        text = "".join(
            f"assert (0 < {number(json.loads(factor), 50)}) by factor. "
            for factor in dict.fromkeys(factor for factor, _ in self.orders)
        )
        for name, (_, base, exponent) in self.units().items():
            text += (
                f"power_named_as {number(base, 0)} {number(exponent, 0)} {local(name)} L{name}. "
            )
        for place, power in enumerate(self.found):
            whole = number(self._product(power), 50)
            text += f"assert (R{place}_ : {number(power, 50)} = {whole}) by "
            shown = "apply power_exp"
            if power[1][0] != "exp":
                shown = f"power_in_factors {number(times([], self._factors(power[1])), 0)}"
            text += f"({shown}). "
        return text

    def cleared(self) -> str:
        """Only the variables are left."""
        names = [f"R{place}_" for place in range(len(self.found))]
        names += [f"L{name}" for name in self.names.values()]
        return f"clear {' '.join(names)}. " if names else ""

    def _product(self, power: Tree) -> Tree:
        """A power in the variables; that of an exponential is one."""
        if power[1][0] == "exp":
            return ["exp", ["mul", power[2], power[1][1]]]
        rows: list[tuple[Tree, int]] = []
        for unit, exponent in self.rows[json.dumps(power)]:
            base = ["sym", self.names[unit]] if unit[1] else json.loads(unit[0])
            rows.append((base, int(exponent * self.orders[unit])))
        return times([], rows)

    def _power(self, factor: str, monomial: Monomial) -> Tree:
        """The power that a variable is."""
        order = self.orders[factor, monomial]
        return ["pow", json.loads(factor), tree_of(monomial, Fraction(1, order))]

    def _row(self, power: Tree) -> list[tuple[Unit, Fraction]]:
        """The powers of which one is a product."""
        if power[1][0] == "exp":
            return []
        terms = polynomial(power[2])
        return [
            ((json.dumps(factor), monomial), n * share)
            for factor, n in self._factors(power[1])
            for monomial, share in terms.items()
        ]

    def _factors(self, base: Tree) -> list[tuple[Tree, int]]:
        """The factors of a base, with their powers; a number is a product of primes."""
        found = self.plain.value(base)
        (content, above), (own, below) = map(self.factored, (found.above, found.below))
        content /= own
        if content <= 0:
            raise UnsupportedExpression("a power of what is not positive")
        rows = [*above, *((tree, -n) for tree, n in below)]
        for whole, sign in ((content.numerator, 1), (content.denominator, -1)):
            primes = fmpz(whole).factor() if whole != 1 else []
            rows += [(["int", str(prime)], int(n) * sign) for prime, n in primes]
        return rows


def has_powers(certificate: Certificate) -> bool:
    """Whether a claim has such powers, where these are to be variables."""
    return bool(certificate.get("powers")) and any(
        has_power([step["proposition"], step["evidence"]]) for step in certificate["steps"]
    )


def has_power(node: Any) -> bool:
    """Whether such a power stands in a tree."""
    return any(True for _ in powers_in(node))


def powers_in(node: Any) -> Iterator[Tree]:
    """The powers in a tree, but for those that stand in one."""
    if isinstance(node, Mapping):
        node = list(node.values())
    if isinstance(node, (list, tuple)):
        if _is_power(node):
            yield node
            return
        for part in node:
            yield from powers_in(part)


def _is_power(node: Any) -> bool:
    return len(node) == 3 and node[0] == "pow" and node[2][0] not in ("int", "rat")
