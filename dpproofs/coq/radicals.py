"""Expansions at 0 with roots of what tends to 1, of which the coefficients are found here.

Coq is told these and what stands above and below the bar, and shows both.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from math import factorial
from typing import TypeAlias

from flint import fmpq_mpoly

from dpproofs.coq.fractions import exact, rational
from dpproofs.coq.names import local
from dpproofs.coq.premises import Step, intros
from dpproofs.coq.propositions import function
from dpproofs.coq.roots import Roots, applies, point
from dpproofs.coq.sentence import Certificate
from dpproofs.coq.terms import Tree, number
from dpproofs.kernel.errors import UnsupportedExpression

#: Coefficients by the power of the variable.
Series: TypeAlias = list[Fraction]

#: A denominator that fades like a higher power is not expanded.
ORDER = 12


def about_radicals(certificate: Certificate) -> bool:
    """Whether a claim has expansions with roots."""
    return any(step["method"] == "series" and applies(step) for step in certificate["steps"])


def series(step: Step, certificate: Certificate) -> str:
    """The proof of an expansion."""
    said = step["proposition"]
    x, count = said["variable"], len(said["coefficients"])
    place = point(step, certificate) | {x: 0.5}
    roots = Roots([said["expression"]], place, x)
    found = _Expanded(roots, x, count + ORDER)
    quotient = roots.fraction(roots.put(said["expression"]))
    sides = [found.tree(side) for side in (quotient.above, quotient.below)]
    order = next((n for n, c in enumerate(found.value(quotient.below)[:ORDER]) if c), ORDER)
    if order == ORDER:
        raise UnsupportedExpression("no proof in Coq for this expansion")
    text = intros(step, certificate)
    for name, tree in found.radicals.items():
        listed = "".join(
            f"{number(rational(c), 35)} :: " for c in found.known[name][: count + order]
        )
        known = f"close {count + order} {function(x, tree)} ({listed}nil)%list"
        text += f"assert ({known}) by root_close {roots.order(name) - 1}%nat 1%nat. "
    above, below = (f"({function(x, side)} : R -> R)" for side in sides)
    here, whole = local(x), function(x, said["expression"])
    inside = Roots([said["expression"], *sides], place)
    shown = (
        f"intros {here} I_ D_; destruct I_ as [A_ B_]; cbv beta in *; "
        f"{inside.text()}in_roots D_. to_roots. {inside.cleared()}modulo {inside.equations}"
    ).replace(". ", "; ")
    text += (
        f"assert (T_ : forall {here}, 0 < {here} < 1 -> {below} {here} <> 0 -> "
        f"{whole} {here} = {above} {here} / {below} {here}) by ({shown}). "
    )
    return f"{text}by_root_expansion {above} {below} {order}%nat T_."


class _Expanded:
    """What the variables of some roots stand for, and their first coefficients."""

    def __init__(self, roots: Roots, x: str, count: int) -> None:
        self.roots, self.count = roots, count
        self.known: dict[str, Series] = {x: self._padded([Fraction(0), Fraction(1)])}
        self.x = x
        self.rates: dict[str, Fraction] = {}
        for monomial, name in roots.exponents.names.items():
            rate = self.rates[name] = Fraction(1, roots.exponents.units[monomial])
            self.known[name] = [rate**n / factorial(n) for n in range(count)]
        self.radicals: dict[str, Tree] = {}
        for key, name in roots.names.items():
            order, base = roots.orders[key], roots.trees[key]
            share = rational(Fraction(1, order))
            self.radicals[name] = ["pow", self._put(base), share]
            self.known[name] = self._root(self.value(roots.all.value(base).above), order)

    def tree(self, side: fmpq_mpoly) -> Tree:
        """A polynomial in the variables, with what they stand for in their places."""
        return self._put(self.roots.all.tree(side))

    def _put(self, tree: Tree) -> Tree:
        tag, *parts = tree
        if tag in ("int", "rat"):
            return tree
        base, n = (parts[0], int(parts[1][1])) if tag == "pow" else (tree, 1)
        if base[0] == "sym" and base[1] in self.rates:
            rate = n * self.rates[base[1]]
            x: Tree = ["sym", self.x]
            return ["exp", x if rate == 1 else ["mul", rational(rate), x]]
        if tag == "sym":
            return self.radicals.get(parts[0], tree)
        return [tag, *map(self._put, parts)]

    def value(self, side: fmpq_mpoly) -> Series:
        """The first coefficients of a polynomial in the variables."""
        whole = self._padded([])
        for powers, factor in side.terms():
            row = zip(self.roots.all.names, map(int, powers), strict=True)
            parts = [self.known[name] for name, n in row for _ in range(n)]
            term = reduce(self._product, parts, self._padded([exact(factor)]))
            whole = [a + b for a, b in zip(whole, term, strict=True)]
        return whole

    def _padded(self, first: Series) -> Series:
        return first + [Fraction(0)] * (self.count - len(first))

    def _product(self, left: Sequence[Fraction], right: Sequence[Fraction]) -> Series:
        return [
            sum((left[i] * right[n - i] for i in range(n + 1)), Fraction(0))
            for n in range(self.count)
        ]

    def _root(self, base: Series, order: int) -> Series:
        """Of a root of what starts with 1, from n r_n = sum of (i/order - (n - i)) b_i r_(n-i)."""
        found = [Fraction(1)]
        for n in range(1, self.count):
            terms = (
                (Fraction(i, order) - (n - i)) * base[i] * found[n - i] for i in range(1, n + 1)
            )
            found.append(sum(terms, Fraction(0)) / n)
        return found
