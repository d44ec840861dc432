"""Steps with powers of which the exponent is a fraction: each is a product of powers of few roots.

The bases are factored by FLINT; a root is a positive number of which a power is a factor. What the
facts of an entailment leave is computed here, and Coq shows that it has a sign.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import exp, inf, lcm, log, prod
from typing import Any

from flint import fmpq_mpoly, fmpz

from dpproofs.coq.exponents import Exponents, Monomial
from dpproofs.coq.fractions import Quotient, Variables, exact, lowest, rational, times
from dpproofs.coq.names import local
from dpproofs.coq.premises import Step, Write, earlier, intros, minus, used
from dpproofs.coq.sentence import Certificate
from dpproofs.coq.terms import Tree, is_infinite, number, put
from dpproofs.kernel.errors import UnsupportedExpression

HALF = Fraction(1, 2)
KINDS = frozenset(("entailment", "identity", "instance", "series"))


def has_roots(node: Any) -> bool:
    """Whether a power with a fraction as its exponent stands in a tree, beside square roots."""
    return any(True for _ in _powers(node))


def about_roots(certificate: Certificate) -> bool:
    """Whether a claim has steps that are proved by roots."""
    return any(applies(step) for step in certificate["steps"])


def applies(step: Step) -> bool:
    """Whether a step is proved by roots."""
    return step["method"] in KINDS and has_roots(step["proposition"])


class Roots:
    """The roots of which there are powers in some trees, and the exponentials in them.

    Parameters
    ----------
    trees
        What occurs in a step: what it says, the facts where they are used, their multipliers.
    place
        Values of the variables at a point of the step's domain.
    small
        A variable that tends to 0: there all factors tend to 1.
    """

    def __init__(self, trees: Sequence[Any], place: Mapping[str, float], small: str = "") -> None:
        self.small = small
        self.exponents = Exponents(trees)
        self.place = dict(place) | {
            name: exp(about(["mul", *self._unit(monomial)], place))
            for monomial, name in self.exponents.names.items()
        }
        self.plain = Variables(sorted(self.place))
        self.found = {
            number(tree): (tree[1], Fraction(*map(int, tree[2][1:]))) for tree in _powers(trees)
        }
        self.bases = self._bases()
        self.orders: dict[str, int] = {}
        self.trees: dict[str, Tree] = {}
        for base, exponent in self.found.values():
            for tree, power in self.bases[number(base)]:
                key = number(tree)
                self.trees[key] = tree
                order = (power * exponent).denominator
                self.orders[key] = lcm(self.orders.get(key, 1), order)
        taken = [key for key, order in self.orders.items() if order > 1]
        self.names = {key: f"S{count}_" for count, key in enumerate(taken)}
        self.all = Variables([*self.plain.names, *self.names.values()])
        self.place |= {
            name: about(self.trees[key], self.place) ** (1 / self.orders[key])
            for key, name in self.names.items()
        }

    def put(self, tree: Any) -> Any:
        """A tree with variables in the place of exponentials and roots."""
        if not isinstance(tree, (list, tuple)):
            return tree
        if exponent := _fraction(tree):
            return self._power(tree[1], exponent)
        if len(tree) == 2 and tree[0] == "exp":
            return self.exponents.put(tree)
        return [self.put(part) for part in tree]

    def order(self, name: str) -> int:
        """Which root a variable is."""
        return next(self.orders[key] for key, known in self.names.items() if known == name)

    def text(self) -> str:
        """The roots, what is known of them, and each power in them."""
        text = self.exponents.text()
        for key, tree in self.trees.items():
            if key in self.names:
                name = self.names[key]
                text += f"root_of {number(tree, 0)} {self.orders[key]}%nat {local(name)} E{name}. "
            text += f"assert (0 < {number(tree, 50)}) by factor. "
        for count, (base, exponent) in enumerate(self.found.values()):
            size = abs(exponent)
            power = number(["pow", base, ["rat", str(size.numerator), str(size.denominator)]], 50)
            known = number(times([], self.bases[number(base)]), 0)
            text += (
                f"assert (R{count}_ : {power} = {number(self._power(base, size), 50)}) by "
                f"(root_as {known} {size.numerator}%nat {size.denominator}%nat {self.equations}). "
            )
        return text

    @property
    def equations(self) -> str:
        """The equations that define the roots, as a list."""
        return f"[{' '.join(f'E{name}' for name in self.names.values())}]"

    def cleared(self) -> str:
        """Only the variables are left."""
        names = " ".join(f"R{place}_" for place in range(len(self.found)))
        cleared = f"clear {names}. " if names else ""
        return cleared + (self.exponents.cleared() if self.exponents.found else "")

    def rest(self, tree: Tree, sides: Sequence[Tree]) -> Tree:
        """One of some sides that a tree is equal to, or else the tree as a product of factors."""
        for side in sides:
            if not self._reduced(self.all.value(minus(tree, side)).above):
                return side
        found = self.fraction(tree)
        if not found.above:
            return ["int", "0"]
        above, below = (self._factored(side, self.all) for side in (found.above, found.below))
        content = above[0] / below[0]
        return times([rational(content)], above[1] + [(tree, -n) for tree, n in below[1]])

    def factors(self, tree: Tree) -> list[Tree]:
        """The sums among the factors of a product, of which no sign has been shown."""
        parts = tree[1:] if tree[0] == "mul" else [tree]
        bases = [part[1] if part[0] == "pow" else part for part in parts]
        return [base for base in bases if base[0] == "add" and number(base) not in self.trees]

    def fraction(self, tree: Tree) -> Quotient:
        """A tree in the variables, in which no power of a root is that of a factor."""
        found = self.all.value(tree)
        return lowest(self._reduced(found.above), self._reduced(found.below))

    def _reduced(self, polynomial: fmpq_mpoly) -> fmpq_mpoly:
        """With no power of a root that is that of an earlier variable."""
        for key, name in self.names.items():
            place, order = self.all.names.index(name), self.orders[key]
            root, base = self.all.generator(name), self.all.value(self.trees[key]).above
            whole = self.all.context.constant(0)
            for powers, factor in polynomial.terms():
                n = int(powers[place])
                other = [int(power) for power in powers]
                other[place] = 0
                term = self.all.context.from_dict({tuple(other): factor})
                whole += term * root ** (n % order) * base ** (n // order)
            polynomial = whole
        return polynomial

    def _power(self, base: Tree, exponent: Fraction) -> Tree:
        parts: list[tuple[Tree, int]] = []
        for tree, power in self.bases[number(base)]:
            key, whole = number(tree), power * exponent
            if key in self.names:
                parts.append((["sym", self.names[key]], int(whole * self.orders[key])))
            else:
                parts.append((tree, int(whole)))
        return times([], parts)

    def _bases(self) -> dict[str, list[tuple[Tree, int]]]:
        """The bases as products of powers of positive factors.

        Factors that occur in all bases with the same powers are taken together.
        """
        found = {
            number(base): self._factors(self.exponents.put(base)) for base, _ in self.found.values()
        }
        together: dict[tuple[int, ...], Tree] = {}
        for key in dict.fromkeys(key for factors in found.values() for key in factors):
            powers = tuple(factors.get(key, 0) for factors in found.values())
            tree = json.loads(key)
            if powers in together:
                tree = self.plain.tree(self.plain.value(["mul", together[powers], tree]).above)
            together[powers] = tree
        return {
            base: [(tree, powers[place]) for powers, tree in together.items() if powers[place]]
            for place, base in enumerate(found)
        }

    def _factors(self, base: Tree) -> dict[str, int]:
        """The positive factors of a base, with their powers."""
        found = self.plain.value(base)
        parts: dict[str, int] = {}
        content = Fraction(1)
        for side, sign in ((found.above, 1), (found.below, -1)):
            factor, rows = self._factored(side, self.plain)
            content *= factor**sign
            for tree, n in rows:
                first = self._first(tree)
                content *= first ** (n * sign)
                one = self.plain.value(["mul", rational(1 / first), tree]).above
                parts[json.dumps(self.plain.tree(one))] = n * sign
        if content <= 0:
            raise UnsupportedExpression("a power of what is not positive")
        for whole, sign in ((content.numerator, 1), (content.denominator, -1)):
            for prime, n in fmpz(whole).factor() if whole != 1 else []:
                parts[json.dumps(["int", str(prime)])] = int(n) * sign
        return parts

    def _first(self, tree: Tree) -> Fraction:
        """What a factor tends to, if a variable tends to 0."""
        if not self.small:
            return Fraction(1)
        at = {name: ["int", "1"] for name in self.exponents.names.values()}
        value = self.plain.value(put(tree, at | {self.small: ["int", "0"]})).above
        if not value or not value.is_constant():
            raise UnsupportedExpression("no proof in Coq for this expansion")
        return exact(value.leading_coefficient())

    def _factored(
        self, polynomial: fmpq_mpoly, variables: Variables
    ) -> tuple[Fraction, list[tuple[Tree, int]]]:
        """A number, and factors that are positive at the point, with their powers."""
        factor, rows = polynomial.factor()
        content, parts = exact(factor), []
        for one, power in rows:
            tree, n = variables.tree(one), int(power)
            if about(tree, self.place) < 0:
                tree, content = variables.tree(-one), content * (-1) ** n
            parts.append((tree, n))
        return content, parts

    def _unit(self, monomial: Monomial) -> list[Tree]:
        parts = [["pow", json.loads(key), ["int", str(power)]] for key, power in monomial]
        return [["rat", "1", str(self.exponents.units[monomial])], *parts]


def identity(step: Step, certificate: Certificate) -> str:
    """An equation, in roots."""
    roots = Roots([step["proposition"]], point(step, certificate))
    return (
        f"{intros(step, certificate)}{roots.text()}to_roots. {roots.cleared()}"
        f"modulo {roots.equations}."
    )


def entailment(step: Step, certificate: Certificate) -> str:
    """The facts in roots where they are used, each times its multiplier, and what they leave."""
    facts, said = step["evidence"]["facts"], step["proposition"]
    if not facts:
        raise UnsupportedExpression("no proof in Coq for a sign with roots")
    spoken = [earlier(str(row["fact"]), certificate)["proposition"] for row in facts]
    known = [put(excess(one), row["at"]) for one, row in zip(spoken, facts, strict=True)]
    roots = Roots([said, known, [row["times"] for row in facts]], point(step, certificate))
    text = intros(step, certificate) + roots.text()
    for place, row in enumerate(facts):
        shown = used(str(row["fact"]), row["at"], certificate)
        text += f"pose proof ({shown}) as F{place}_. in_roots F{place}_. "
    text += f"to_roots. {roots.cleared()}"
    left = roots.put(excess(said))
    if said["op"] == "==":
        left = ["mul", ["int", "-1"], left]
    for place, (row, one, gap) in enumerate(zip(facts, spoken, known, strict=True)):
        multiplier = roots.rest(roots.put(row["times"]), [])
        if one["op"] != "==":
            signed = [*roots.factors(multiplier), multiplier]
            text += "".join(
                f"assert (0 < {number(tree, 50)}) by signed_factor. " for tree in signed
            )
        text += f"multiplied {number(multiplier, 0)} F{place}_. "
        text += f"added F{place}_ F{place - 1}_. " if place else ""
        left = minus(left, ["mul", multiplier, roots.put(gap)])
    rest = roots.rest(left, [roots.put(tree) for tree in _sides(facts, certificate)])
    return f"{text}by_rest_of F{len(facts) - 1}_ {number(rest, 0)} {roots.equations}."


def instance(step: Step, certificate: Certificate) -> str:
    """An expectation at other values, of which the number is written otherwise."""
    (name, *inside), at = step["uses"], dict(step["evidence"]["at"])
    said, known = step["proposition"], earlier(name, certificate)["proposition"]
    if {said["kind"], known["kind"]} != {"expected"} or said["op"] != known["op"]:
        raise UnsupportedExpression("no proof in Coq for an instance of this kind with roots")
    text = intros(step, certificate)
    for other in inside:
        text += f"pose proof ({used(other, {}, certificate)}) as G{other}_. "
    roots = Roots([said["value"], put(known["value"], at)], point(step, certificate))
    same = f"{roots.text()}to_roots. {roots.cleared()}modulo {roots.equations}"
    return (
        f"{text}pose proof ({used(name, at, certificate)}) as F_. "
        "match type of F_ with expectation_is _ _ ?v_ => "
        "match goal with |- expectation_is _ _ ?w_ => cut (v_ = w_) end end; "
        f"[intros <-; exact F_|]. clear F_. {same}."
    )


def _sides(facts: Sequence[Any], certificate: Certificate) -> Iterator[Tree]:
    """The sides of the equations among some facts, times their multipliers."""
    for row in facts:
        said = earlier(str(row["fact"]), certificate)["proposition"]
        if said["op"] == "==":
            for side, sign in (("lhs", "-1"), ("rhs", "1")):
                yield ["mul", ["int", sign], row["times"], put(said[side], row["at"])]


def excess(said: Mapping[str, Any]) -> Tree:
    """The side of a relation that is above, less the other; of an equation, the first."""
    if said["op"] in ("<", "<="):
        return minus(said["rhs"], said["lhs"])
    return minus(said["lhs"], said["rhs"])


def _powers(node: Any) -> Iterator[Tree]:
    if isinstance(node, Mapping):
        node = list(node.values())
    if isinstance(node, (list, tuple)):
        if _fraction(node):
            yield node
        for part in node:
            yield from _powers(part)


def _fraction(tree: Any) -> Fraction | None:
    """The exponent of a power, if it is a fraction other than 1/2."""
    if len(tree) == 3 and tree[0] == "pow" and tree[2][0] == "rat":
        exponent = Fraction(*map(int, tree[2][1:]))
        return exponent if abs(exponent) != HALF else None
    return None


def point(step: Step, certificate: Certificate) -> dict[str, float]:
    """Values of the variables inside of their domains."""
    place: dict[str, float] = {}
    for row in (*certificate["statement"]["parameters"], *step["domain"]):
        lower, upper = (_end(row[key], place) for key in ("lower", "upper"))
        if lower == -inf:
            lower = upper - 2 if upper != inf else 0
        place[row["name"]] = (lower + upper) / 2 if upper != inf else lower + 1
    return place


def _end(tree: Tree, place: Mapping[str, float]) -> float:
    if is_infinite(tree):
        return inf if tree[0] == "oo" else -inf
    return about(tree, place)


def about(tree: Tree, place: Mapping[str, float]) -> float:
    """About the value of a tree."""
    tag, *parts = tree
    if tag in ("int", "rat"):
        return float(Fraction(*map(int, parts)))
    if tag == "sym" and parts[0] in place:
        return place[parts[0]]
    if tag not in _VALUES:
        raise UnsupportedExpression(f"no value of the node {tag!r} in steps with roots")
    return float(_VALUES[tag]([about(part, place) for part in parts]))


_VALUES: dict[str, Callable[[list[float]], float]] = {
    "add": sum,
    "exp": lambda row: exp(row[0]),
    "log": lambda row: log(row[0]) if row[0] > 0 else 0.0,
    "mul": prod,
    "pow": lambda row: row[0] ** row[1],
}

METHODS: dict[str, Write] = {"entailment": entailment, "identity": identity, "instance": instance}
