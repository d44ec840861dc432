"""Exponentials in a step as products of powers of a few, one for each monomial of the exponents.

What is left is a relation between fractions in new variables: of each it is known that it is
positive, and, where the monomial has a sign, on which side of 1 it lies.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, TypeAlias

from dpproofs.coq.fractions import rational
from dpproofs.coq.names import local
from dpproofs.coq.premises import Step, earlier, intros, used
from dpproofs.coq.sentence import Certificate
from dpproofs.coq.terms import Tree, number, put

#: A product of powers of trees, each written out.
Monomial: TypeAlias = tuple[tuple[str, int], ...]
Polynomial: TypeAlias = Mapping[Monomial, Fraction]

#: A power of so many factors is written as a product.
FACTORS = 6


class Exponents:
    """The exponentials that occur in some trees.

    Parameters
    ----------
    trees
        What occurs in a step: what it says, the facts where they are used, their multipliers.
    """

    def __init__(self, trees: Sequence[Any]) -> None:
        found = {json.dumps(part): part for tree in trees for part in exponents(tree)}
        self.found = [(part, polynomial(part)) for part in found.values()]
        units: dict[Monomial, int] = {}
        for _, terms in self.found:
            for monomial, factor in terms.items():
                units[monomial] = lcm(units.get(monomial, 1), factor.denominator)
        self.units = units
        self.names = {monomial: f"X{place}_" for place, monomial in enumerate(units)}

    def put(self, tree: Any) -> Any:
        """A tree with the variables in the place of exponentials."""
        if not isinstance(tree, (list, tuple)):
            return tree
        if len(tree) == 2 and tree[0] == "exp":
            return self._product(polynomial(tree[1]))
        return [self.put(part) for part in tree]

    def text(self) -> str:
        """The variables, what is known of them, and each exponential in them."""
        text = ""
        for monomial, name in self.names.items():
            place = number(tree_of(monomial, Fraction(1, self.units[monomial])), 0)
            text += f"power_as {place} {local(name)} Q{name}. "
        for count, (exponent, terms) in enumerate(self.found):
            whole = number(self._product(terms), 50)
            equations = " ".join(f"rewrite <- Q{self.names[monomial]};" for monomial in terms)
            shown = f"{equations} as_exponential"
            text += f"assert (E{count}_ : exp {number(exponent, 0)} = {whole}) by ({shown}). "
        return text

    def cleared(self) -> str:
        """Only the variables are left."""
        names = [f"E{place}_" for place in range(len(self.found))]
        names += [f"Q{name}" for name in self.names.values()]
        return f"clear {' '.join(names)}. "

    def _product(self, terms: Polynomial) -> Tree:
        """The exponential with an exponent."""
        above: list[Tree] = []
        below: list[Tree] = []
        for monomial, factor in terms.items():
            count = int(factor * self.units[monomial])
            name = ["sym", self.names[monomial]]
            (above if count > 0 else below).extend([name] * abs(count))
        parts = [*above, *(["pow", name, ["int", "-1"]] for name in below)]
        return parts[0] if len(parts) == 1 else ["mul", *parts] if parts else ["int", "1"]


def entailment(step: Step, certificate: Certificate) -> str:
    """The facts in these variables where they are used, each times its multiplier."""
    facts = step["evidence"]["facts"]
    said = [earlier(str(row["fact"]), certificate)["proposition"] for row in facts]
    known = [put(list(one.values()), row["at"]) for one, row in zip(said, facts, strict=True)]
    found = Exponents([step["proposition"], known, [row["times"] for row in facts]])
    text = intros(step, certificate) + found.text()
    for place, row in enumerate(facts):
        shown = used(str(row["fact"]), row["at"], certificate)
        text += f"pose proof ({shown}) as F{place}_. in_powers F{place}_. "
    text += f"to_powers. {found.cleared()}"
    for place, row in enumerate(facts):
        text += f"multiplied {number(found.put(row['times']), 0)} F{place}_. "
        text += f"added F{place}_ F{place - 1}_. " if place else ""
    return f"{text}by_entailment F{len(facts) - 1}_."


def has_sums(step: Step, certificate: Certificate) -> bool:
    """Whether a step that rests on facts has exponentials of more than one variable."""
    facts = [earlier(str(row["fact"]), certificate) for row in step["evidence"]["facts"]]
    trees = [step["proposition"], *(row["proposition"] for row in facts)]
    return bool(facts) and any(one[0] != "sym" for tree in trees for one in exponents(tree))


def exponents(node: Any) -> Iterator[Tree]:
    """The exponents of all exponentials in a tree."""
    if isinstance(node, Mapping):
        node = list(node.values())
    if isinstance(node, (list, tuple)):
        if len(node) == 2 and node[0] == "exp":
            yield node[1]
        for part in node:
            yield from exponents(part)


def at_numbers(node: Any) -> list[tuple[Tree, Tree]]:
    """Values of given functions at sums of numbers in exponents, and the same at these numbers."""
    found: list[tuple[Tree, Tree]] = []
    for tree in (value for exponent in exponents(node) for value in _values(exponent)):
        places = [polynomial(part) for part in tree[2:]]
        if all(set(terms) <= {()} for terms in places):
            pair = tree, [*tree[:2], *(rational(terms.get((), Fraction(0))) for terms in places)]
            found += [pair] if pair[0] != pair[1] and pair not in found else []
    return found


def at_equals(node: Any, known: Any) -> list[tuple[Tree, Tree]]:
    """Values in exponents at places written otherwise in what is known, and as they are there."""
    there: dict[str, Tree] = {}
    for tree in (value for exponent in exponents(known) for value in _values(exponent)):
        there.setdefault(_place(tree), tree)
    found: list[tuple[Tree, Tree]] = []
    for tree in (value for exponent in exponents(node) for value in _values(exponent)):
        pair = tree, there.get(_place(tree), tree)
        found += [pair] if pair[0] != pair[1] and pair not in found else []
    return found


def _place(value: Tree) -> str:
    """One for all ways to write a value of a given function at a place."""
    return repr([value[1], *(sorted(polynomial(part).items()) for part in value[2:])])


def _values(node: Any) -> Iterator[Tree]:
    """The values of given functions in a tree."""
    if isinstance(node, (list, tuple)):
        if len(node) > 2 and node[0] == "apply":
            yield node
        for part in node:
            yield from _values(part)


def replaced(node: Any, pairs: Sequence[tuple[Tree, Tree]]) -> Any:
    """A tree with the second of each pair in the place of the first."""
    if not isinstance(node, (list, tuple)):
        return node
    new = [after for before, after in pairs if before == node]
    return new[0] if new else [replaced(part, pairs) for part in node]


def polynomial(tree: Tree) -> Polynomial:
    """A tree as a sum of monomials, in which a power of a sum may stand for itself."""
    tag, *parts = tree
    if tag in ("int", "rat"):
        return _plain({(): Fraction(*map(int, parts))})
    if tag == "add":
        whole: dict[Monomial, Fraction] = {}
        for part in parts:
            for monomial, factor in polynomial(part).items():
                whole[monomial] = whole.get(monomial, Fraction(0)) + factor
        return _plain(whole)
    if tag == "mul":
        product: Polynomial = {(): Fraction(1)}
        for part in parts:
            product = _times(product, polynomial(part))
        return product
    if tag == "pow" and parts[1][0] == "int":
        base, exponent = polynomial(parts[0]), int(parts[1][1])
        if len(base) == 1:
            ((monomial, factor),) = base.items()
            raised = tuple((key, power * exponent) for key, power in monomial)
            return _plain({raised: factor**exponent})
        if 0 < exponent <= FACTORS:
            return polynomial(["mul", *[parts[0]] * exponent])
    return {((json.dumps(tree), 1),): Fraction(1)}


def _times(left: Polynomial, right: Polynomial) -> Polynomial:
    whole: dict[Monomial, Fraction] = {}
    for one, factor in left.items():
        for other, more in right.items():
            powers = dict(one)
            for key, power in other:
                powers[key] = powers.get(key, 0) + power
            monomial = tuple(sorted((key, power) for key, power in powers.items() if power))
            whole[monomial] = whole.get(monomial, Fraction(0)) + factor * more
    return _plain(whole)


def _plain(terms: Polynomial) -> Polynomial:
    return {monomial: factor for monomial, factor in terms.items() if factor}


def tree_of(monomial: Monomial, factor: Fraction) -> Tree:
    """A monomial times a number."""
    parts = [["pow", json.loads(key), ["int", str(power)]] for key, power in monomial]
    plain = [part[1] if part[2] == ["int", "1"] else part for part in parts]
    own = [["rat", str(factor.numerator), str(factor.denominator)]] if factor != 1 else []
    return ["mul", *own, *plain] if len(own) + len(plain) != 1 else [*own, *plain][0]
