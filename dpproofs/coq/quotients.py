"""Limits of quotients in which terms cancel: the quotient in lowest terms, found by FLINT.

Coq is told what is left, and shows that it is the same near the point.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from math import gcd, lcm

from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from dpproofs.coq.names import local
from dpproofs.coq.premises import Step, intros
from dpproofs.coq.propositions import Row, function
from dpproofs.coq.sentence import Certificate
from dpproofs.coq.terms import Tree, is_infinite, number
from dpproofs.kernel.errors import UnsupportedExpression

MOVING = "moving"

Quotient = tuple[fmpq_mpoly, fmpq_mpoly]


def limit(step: Step, certificate: Certificate) -> str:
    """The proof of a limit: by the shape of the function, or by what is left of a quotient."""
    shown = tactic(step["proposition"])
    if certificate.get("powers") and shown != "by_limit":
        shown = f"first [{shown} | by_limit]"
    if certificate.get("everywhere") and shown == "by_limit" and grows_above(step["proposition"]):
        shown = f"first [{shown} | {_cancelling(step['proposition'])}]"
    return f"{intros(step, certificate)}{shown}."


def tactic(said: Row) -> str:
    """The tactic that shows a limit."""
    return _cancelling(said) if cancels(said) else "by_limit"


def _cancelling(said: Row) -> str:
    """The tactic that shows what is left of a quotient."""
    read = _Reader(said["expression"], said["variable"], is_infinite(said["point"]))
    left = f"({function(said['variable'], read.left())} : R -> R)"
    if not read.infinite:
        return f"by_cancelling {left}"
    grows = f"({function(said['variable'], read.grows)} : R -> R)"
    powers = "; ".join(read.powers()) or "idtac"
    return f"by_far_cancelling {left} {grows} {local(said['variable'])} ({powers})"


def cancels(said: Row) -> bool:
    """Whether something said is the limit of a quotient of which no part has a value there."""
    if said["kind"] != "limit" or is_infinite(said["value"]):
        return False
    infinite = is_infinite(said["point"])
    try:
        num, den = _Reader(said["expression"], said["variable"], infinite).quotient
    except (UnsupportedExpression, ZeroDivisionError):
        return False
    if infinite:
        settled = num.degrees()[0] and not den.degrees()[0]
        return bool(said["side"] == "-" and not settled)
    return _undefined(said["expression"], said["variable"], said["point"])


def grows_above(said: Row) -> bool:
    """Whether something said is a limit at infinity of a quotient of which the numerator grows."""
    if not is_infinite(said["point"]) or said["side"] != "-" or is_infinite(said["value"]):
        return False
    try:
        read = _Reader(said["expression"], said["variable"], True)
    except (UnsupportedExpression, ZeroDivisionError):
        return False
    return not read.rates and _grows(said["expression"], said["variable"])


def _grows(tree: Tree, x: str) -> bool:
    """Whether a variable stands in a tree other than below a bar."""
    if not isinstance(tree, (list, tuple)):
        return False
    if tree[0] == "pow" and tree[2][0] == "int" and int(tree[2][1]) < 0:
        return False
    return list(tree) == ["sym", x] or any(_grows(part, x) for part in tree[1:])


def _undefined(tree: Tree, x: str, point: Tree) -> bool:
    """Whether a denominator in a tree is 0 at a point."""
    if not isinstance(tree, (list, tuple)):
        return False
    if tree[0] == "pow" and tree[2][0] == "int" and int(tree[2][1]) < 0:
        num, _ = _Reader(["add", tree[1]], x, False).at(point)
        if num.is_zero():
            return True
    return any(_undefined(part, x, point) for part in tree[1:])


class _Reader:
    """A tree as a quotient of polynomials in what moves and in what does not."""

    def __init__(self, tree: Tree, x: str, infinite: bool) -> None:
        self.tree, self.x, self.infinite = tree, x, infinite
        self.rates = sorted({rate for _, rate in self._exponents(tree)})
        if self.rates and not infinite:
            raise UnsupportedExpression("no proof in Coq for this limit")
        self.base = Fraction(
            gcd(*(rate.numerator for rate in self.rates)),
            lcm(*(rate.denominator for rate in self.rates)),
        ) if self.rates else Fraction(0)  # fmt: skip
        self.fixed: dict[str, Tree] = {}
        for part in self._constants(tree):
            self.fixed[json.dumps(part)] = part
        self.names = {key: f"c{place}" for place, key in enumerate(self.fixed)}
        self.context = fmpq_mpoly_ctx.get([MOVING, *self.names.values()])
        num, den = self._value(tree)
        if infinite:
            degree = max(num.degrees()[0], den.degrees()[0])
            num, den = self._mirrored(num, degree), self._mirrored(den, degree)
        common = num.gcd(den) * den.leading_coefficient()
        self.quotient = (num / common, den / common)

    @property
    def grows(self) -> Tree:
        """What grows: the variable, or an exponential of it."""
        if not self.rates:
            return ["sym", self.x]
        rate = ["rat", str(self.base.numerator), str(self.base.denominator)]
        return ["exp", ["sym", self.x] if self.base == 1 else ["mul", rate, ["sym", self.x]]]

    def powers(self) -> Iterator[str]:
        """The exponentials as powers of what grows, as tactics."""
        for text, rate in dict(self._exponents(self.tree)).items():
            n = rate / self.base
            if n != 1:
                power = f"({'/ ' * (n < 0)}({number(self.grows)}) ^ {abs(n.numerator)})"
                yield f"as_power ({text}) {power}"

    def at(self, point: Tree) -> Quotient:
        """The quotient at a point."""
        num, den = self.quotient
        above, below = self._value(point)
        whole = max(num.degrees()[0], den.degrees()[0])
        return _put(num, above, below, whole), _put(den, above, below, whole)

    def left(self) -> Tree:
        """The quotient in lowest terms."""
        num, den = map(self._tree, self.quotient)
        return num if den == ["int", "1"] else ["mul", num, ["pow", den, ["int", "-1"]]]

    def _tree(self, p: fmpq_mpoly) -> Tree:
        trees = [["sym", self.x], *self.fixed.values()]
        parts: list[Tree] = []
        for powers, c in p.terms():
            factors = [
                tree if power == 1 else ["pow", tree, ["int", str(power)]]
                for tree, power in zip(trees, map(int, powers), strict=True)
                if power
            ]
            if c != 1 or not factors:
                whole = int(c.q) == 1
                factors.insert(0, ["int", str(c.p)] if whole else ["rat", str(c.p), str(c.q)])
            parts.append(["mul", *factors] if len(factors) > 1 else factors[0])
        return ["add", *parts] if len(parts) > 1 else parts[0] if parts else ["int", "0"]

    def _mirrored(self, p: fmpq_mpoly, degree: int) -> fmpq_mpoly:
        found = {(degree - powers[0], *powers[1:]): c for powers, c in p.terms()}
        return self.context.from_dict(found)

    def _moves(self, tree: Tree) -> bool:
        if not isinstance(tree, (list, tuple)):
            return False
        return list(tree) == ["sym", self.x] or any(self._moves(part) for part in tree[1:])

    def _exponents(self, tree: Tree) -> Iterator[tuple[str, Fraction]]:
        if not isinstance(tree, (list, tuple)):
            return
        if tree[0] == "exp" and self._moves(tree):
            yield number(tree), self._rate(tree[1])
            return
        for part in tree[1:]:
            yield from self._exponents(part)

    def _rate(self, tree: Tree) -> Fraction:
        if list(tree) == ["sym", self.x]:
            return Fraction(1)
        if tree[0] == "mul" and len(tree) == 3:
            numbers = [part for part in tree[1:] if part[0] in ("int", "rat")]
            if len(numbers) == 1 and ["sym", self.x] in map(list, tree[1:]):
                return Fraction(*map(int, numbers[0][1:]))
        raise UnsupportedExpression("no proof in Coq for this limit")

    def _constants(self, tree: Tree) -> Iterator[Tree]:
        tag, *parts = tree
        if tag in ("int", "rat"):
            return
        if tag in ("add", "mul"):
            for part in parts:
                yield from self._constants(part)
        elif tag == "pow" and parts[1][0] == "int":
            yield from self._constants(parts[0])
        elif not self._moves(tree):
            yield tree

    def _value(self, tree: Tree) -> Quotient:
        tag, *parts = tree
        one = self.context.constant(1)
        if tag in ("int", "rat"):
            return self.context.constant(fmpq(*map(int, parts))), one
        if tag == "add":
            total = (self.context.constant(0), one)
            for part in parts:
                num, den = self._value(part)
                total = (total[0] * den + num * total[1], total[1] * den)
            return total
        if tag == "mul":
            whole = (one, one)
            for part in parts:
                num, den = self._value(part)
                whole = (whole[0] * num, whole[1] * den)
            return whole
        if tag == "pow" and parts[1][0] == "int":
            n = int(parts[1][1])
            num, den = self._value(parts[0])
            return (num**n, den**n) if n >= 0 else (den**-n, num**-n)
        if not self._moves(tree):
            return self.context.gen(1 + list(self.fixed).index(json.dumps(tree))), one
        if list(tree) == ["sym", self.x] and not self.rates:
            return self.context.gen(0), one
        if tag == "exp" and self.rates:
            n = int(self._rate(parts[0]) / self.base)
            power = self.context.gen(0) ** abs(n)
            return (power, one) if n >= 0 else (one, power)
        raise UnsupportedExpression("no proof in Coq for this limit")


def _put(p: fmpq_mpoly, above: fmpq_mpoly, below: fmpq_mpoly, whole: int) -> fmpq_mpoly:
    """A polynomial where what moves is a quotient, times a power of its denominator."""
    context = p.context()
    total = context.constant(0)
    for powers, c in p.terms():
        rest = context.from_dict({(0, *powers[1:]): c})
        total += rest * above ** int(powers[0]) * below ** (whole - int(powers[0]))
    return total
