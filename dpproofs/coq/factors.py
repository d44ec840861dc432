"""Signs, identities and entailments by what FLINT finds to be left of them, in factors.

Exponentials are products of powers of a few variables, one for each monomial of their exponents;
logarithms, values of given functions, masses and the like are variables as well. What is left of an
identity is an equation of fractions. The difference of an inequality is a sum of facts, each times
its multiplier, and a product, of which Coq shows that each factor has its sign. A fact may be that
a variable lies above its bound.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import erf, exp, log
from typing import Any, TypeAlias

from dpproofs.coq import bounds
from dpproofs.coq.exponents import Exponents, at_equals, at_numbers, exponents, replaced
from dpproofs.coq.fractions import Variables, times
from dpproofs.coq.names import local
from dpproofs.coq.powers import Powers, powers_in
from dpproofs.coq.premises import Step, Write, earlier, intros, minus, used
from dpproofs.coq.roots import Roots, about, excess, has_roots, point
from dpproofs.coq.sentence import Certificate
from dpproofs.coq.terms import Tree, number, put
from dpproofs.kernel.errors import UnsupportedExpression

FIGURES = frozenset(("staircase.heur.quality.powers",))
ORDERS = frozenset(("<", "<=", ">", ">="))
FRACTIONS = frozenset(("int", "rat", "sym", "add", "mul"))
Signs: TypeAlias = Callable[[Sequence[Tree]], str]
ATOMS = frozenset(("log", "erf"))
VALUES = {"exp": exp, "log": log, "erf": erf}


class Factors(Roots):
    """The exponentials in some trees, and what else is no fraction.
    Parameters
    ----------
    trees
        What occurs in a step: what it says, the facts where they are used, their multipliers.
    place
        Values of the variables at a point of the step's domain.
    opened
        Whether logarithms of products are sums.
    powers
        Whether powers of which the exponent is no number are products of variables.
    """

    def __init__(
        self,
        trees: Sequence[Any],
        place: Mapping[str, float],
        *,
        opened: bool = False,
        powers: bool = False,
    ) -> None:
        self.found, self.names, self.trees, self.orders = {}, {}, {}, {}
        self.place = dict(place)
        plain = Variables(sorted(place))
        self.powers = Powers(trees if powers else [], plain, lambda one: self._factored(one, plain))
        self.place |= {name: self._value(tree) for name, tree in self.powers.units().items()}
        trees = [self.powers.put(tree) for tree in trees]
        self.exponents = Exponents(trees)
        self.place |= {
            name: self._value(["exp", ["mul", *self._unit(monomial)]])
            for monomial, name in self.exponents.names.items()
        }
        self.plain = Variables(sorted(self.place))
        self.inverse = dict(self._inverse()) if opened else {}
        self.opened, self.logarithms = opened, dict[str, tuple[Tree, Tree, Tree]]()
        self.atoms: dict[str, tuple[str, Tree]] = {}
        for tree in trees:
            for atom in _atoms(self._without_exponentials(tree)):
                key = self._key(atom)
                self.atoms.setdefault(key, (f"A{len(self.atoms)}_", self._inside(atom)))
        self.place |= {name: self._value(atom) for name, atom in self.atoms.values()}
        self.all = Variables(sorted(self.place))

    def put(self, tree: Any) -> Any:
        """A tree with variables in the place of exponentials and of what is no fraction."""
        return self._with_atoms(self._without_exponentials(tree))

    def _inverse(self) -> Iterator[tuple[str, Tree]]:
        """The variables for exponentials of logarithms, and what they are."""
        for monomial, name in self.exponents.names.items():
            if len(monomial) == 1 and self.exponents.units[monomial] == 1:
                ((key, power),) = monomial
                tag, *parts = json.loads(key)
                if tag == "log" and power == 1:
                    yield name, parts[0]

    def _without_exponentials(self, tree: Any) -> Any:
        tree = self.exponents.put(self.powers.put(tree))
        return self._with_logarithms(put(tree, self.inverse))

    def text(self) -> str:
        """The variables for powers and exponentials; one of a logarithm is what is known."""
        return (
            self.powers.text()
            + super().text()
            + "".join(
                f"exponential_of_logarithm {local(name)} {number(tree, 0)} Q{name}. "
                for name, tree in self.inverse.items()
            )
        )

    def put_in(self, fact: str = "") -> str:
        """Powers and exponentials in a fact, or in the goal, are written in the variables."""
        if self.powers.found:
            return f"powers_in {fact}. " if fact else "to_variables. "
        return f"in_powers {fact}. " if fact else "to_powers. "

    def facts_put_in(self, said: Sequence[Any], facts: Sequence[Any]) -> str:
        """So are all facts; those that say what an exponential is come first, as others hold it."""
        rows = list(enumerate(zip(said, facts, strict=True)))
        if self.powers.found:
            rows.sort(key=lambda row: row[1][0]["op"] != "==" or row[1][0]["lhs"][0] != "exp")
        return "".join(
            self.numbered(f"F{place}_", one, fact["at"]) + self.put_in(f"F{place}_")
            for place, (one, fact) in rows
        )

    def numbered(self, fact: str, said: Mapping[str, Any], at: Mapping[str, Tree]) -> str:
        """The powers of a fact whose exponents are 0 or 1 where it is used are written out."""
        exponents = (
            [tree[2] for tree in powers_in(list(said.values()))] if self.powers.found else []
        )
        numbers = any(put(tree, at) in (["int", "0"], ["int", "1"]) for tree in exponents)
        return f"rewrite ?power_0, ?power_1 in {fact}. " if numbers else ""

    def bounded(self, name: str) -> str:
        """The bound of a variable is written in the variables."""
        return f"try bound_in_variables {local(name)}. " if self.powers.found else ""

    def cleared(self) -> str:
        """Only the variables are left."""
        return self.powers.cleared() + super().cleared()

    def named(self) -> str:
        """The variables for what is no fraction, those first that stand in others."""
        opened = "".join(
            f"assert (L{place}_ : ln {number(inside, 0)} = {number(total)}) by "
            f"(logarithm_of {number(factors, 0)}). "
            for place, (inside, factors, total) in enumerate(self.logarithms.values())
        )
        return opened + "".join(
            f"atom_as ({number(atom)}) {local(name)} E{name}. "
            for name, atom in self.atoms.values()
        )

    def unnamed(self) -> str:
        """Only these variables are left."""
        names = [f"E{name}" for name, _ in self.atoms.values()]
        names += [f"L{place}_" for place in range(len(self.logarithms))]
        return (f"clear {' '.join(names)}. " if names else "") + "only_numbers. " * self.opened

    def _with_atoms(self, tree: Any) -> Any:
        if not isinstance(tree, (list, tuple)):
            return tree
        if _is_atom(tree):
            return ["sym", self.atoms[self._key(tree)][0]]
        return [self._with_atoms(part) for part in tree]

    def _with_logarithms(self, tree: Any) -> Any:
        """A tree with sums in the place of logarithms of products."""
        if not isinstance(tree, (list, tuple)):
            return tree
        parts = [self._with_logarithms(part) for part in tree]
        if not self.opened or tree[:1] != ["log"]:
            return parts
        try:
            found = self.plain.value(parts[1])
        except UnsupportedExpression:
            return parts
        above, below = (self._factored(side, self.plain) for side in (found.above, found.below))
        content, powers = above[0] / below[0], above[1] + [(one, -n) for one, n in below[1]]
        own = ((content.numerator, 1), (content.denominator, -1))
        rows = [*((["int", str(whole)], n) for whole, n in own if whole != 1), *powers]
        if content <= 0 or [n for _, n in rows] in ([], [1]):
            return parts
        total = ["add", *(["mul", ["int", str(n)], ["log", one]] for one, n in rows)]
        self.logarithms[self._key(parts)] = parts[1], times([], rows), total
        return total

    def _inside(self, atom: Tree) -> Tree:
        """An atom with the variables that stand in it."""
        if atom[0] == "mass":
            return atom
        try:
            return [atom[0], *map(self._with_atoms, atom[1:])]
        except (KeyError, UnsupportedExpression):
            return atom

    def _key(self, atom: Tree) -> str:
        """One for all ways to write the same."""
        tag, *parts = atom
        if tag == "mass":
            (kind, *ends), noise = parts[1], parts[0]
            return json.dumps([tag, noise, kind, *map(self._written, ends)])
        head = parts.pop(0) if tag == "apply" else ""
        return json.dumps([tag, head, *map(self._written, parts)])

    def _written(self, tree: Tree) -> str:
        """One for all ways to write a fraction, of other atoms too."""
        inner: set[str] = set()
        try:
            tree = self._with_keys(tree, inner)
            found = Variables([*self.plain.names, *sorted(inner)]).value(tree)
        except UnsupportedExpression:
            return json.dumps(tree)
        lead = found.below.leading_coefficient()
        return f"{found.above / lead} over {found.below / lead} of {sorted(inner)}"

    def _with_keys(self, tree: Any, inner: set[str]) -> Any:
        """A tree with the key of each atom as a variable."""
        if not isinstance(tree, (list, tuple)):
            return tree
        if _is_atom(tree):
            inner.add(key := self._key(tree))
            return ["sym", key]
        return [self._with_keys(part, inner) for part in tree]

    def _value(self, atom: Tree) -> float:
        """About the value of something; of what is not known, any."""
        tag, *parts = atom
        try:
            return float(VALUES[tag](about(parts[0], self.place))) if tag in VALUES else 1.5
        except UnsupportedExpression:
            return 1.5


def about_factors(certificate: Certificate) -> bool:
    """Whether a claim has steps that are better factored here."""
    return any(applies(step, certificate) for step in certificate["steps"])


def has_errors(certificate: Certificate) -> bool:
    """Whether a step speaks of the error function."""
    return is_erratum(certificate) and any(
        "'erf'" in repr(step["proposition"]) for step in certificate["steps"]
    )


def is_erratum(certificate: Certificate) -> bool:
    """Whether a claim is wrong as printed, or has the figures of one that is; of others this is
    tried last, where it is to be tried everywhere.
    """
    wrong = certificate.get("verdict") in ("corrected", "refuted")
    return wrong or certificate["statement"]["id"] in FIGURES


def applies(step: Step, certificate: Certificate) -> bool:
    """Whether a step is one of fractions that are better factored here."""
    said = step["proposition"]
    if not (is_erratum(certificate) or certificate.get("everywhere")):
        return False
    if step["method"] not in METHODS or said["kind"] != "relation" or has_roots(said):
        return False
    if step["method"] != "entailment" and not any(map(_is_sum, exponents(said))):
        return False
    try:
        METHODS[step["method"]](step, certificate)
    except UnsupportedExpression:
        return False
    return True


def _is_sum(tree: Tree) -> bool:
    """Whether something stands in a tree that is no product of a number and a variable."""
    return tree[0] != "sym" and any(part[0] not in ("int", "rat", "sym") for part in tree[1:])


def _is_atom(tree: Tree) -> bool:
    """Whether a tree is a number and no fraction of others.
    Raises
    ------
    UnsupportedExpression
        For what has no variable here.
    """
    tag, *parts = tree
    if tag in ("apply", "mass") or tag in ATOMS:
        return True
    if tag in FRACTIONS or (tag == "pow" and parts[1][0] == "int"):
        return False
    if isinstance(tag, str) and len(tree) > 1 and tag != "oo":
        raise UnsupportedExpression(f"no variable for the node {tag!r} in factors")
    return False


def _atoms(tree: Any) -> Iterator[Tree]:
    """What is no fraction in a tree, each after what stands in it."""
    if not isinstance(tree, (list, tuple)) or not tree or not isinstance(tree[0], str):
        return
    if not _is_atom(tree):
        for part in tree[1:]:
            yield from _atoms(part)
        return
    if tree[0] != "mass":
        with suppress(UnsupportedExpression):
            yield from [one for part in tree[1:] for one in _atoms(part)]
    yield tree


def _identity(step: Step, certificate: Certificate) -> str:
    """An equation of fractions."""
    said = step["proposition"]
    opened = bool(certificate.get("everywhere"))
    found = Factors([said["lhs"], said["rhs"]], point(step, certificate), opened=opened)
    return (
        f"{intros(step, certificate)}{found.text()}to_powers. {found.cleared()}"
        f"{found.named()}to_atoms. {found.unnamed()}modulo []."
    )


def _sign(step: Step, certificate: Certificate) -> str:
    """The difference as a product.
    Raises
    ------
    UnsupportedExpression
        For something other than an inequality of fractions.
    """
    said = step["proposition"]
    if said["op"] not in ORDERS:
        raise UnsupportedExpression("no factors of what is no inequality")
    rows = {row["name"]: row["lower"] for row in step["domain"] if row["lower"][0] == "add"}
    found = Factors([said["lhs"], said["rhs"], *rows.values()], point(step, certificate))
    whole = found.put(excess(said))
    rest, known = found.rest(whole, []), "assert (F_ : 0 = 0) by reflexivity. "
    for name, lower in rows.items():
        above = minus(["sym", name], found.put(lower))
        share = found.rest(["mul", whole, ["pow", above, ["int", "-1"]]], [])
        if len(number(share)) < len(number(rest)):
            known, rest = _from_bound(name, lower, share, found), ["int", "0"]
    return (
        f"{intros(step, certificate)}{found.text()}{known}to_powers. {found.cleared()}"
        f"{found.named()}to_atoms. {found.unnamed()}by_rest_of F_ {number(rest, 0)} []."
    )


def _from_bound(name: str, lower: Tree, share: Tree, found: Factors) -> str:
    """That a variable lies above its bound and, if so does this, above 0; times a factor."""
    value = number(found.rest(found.put(lower), []), 0)
    return (
        f"assert (F_ : {number(lower, 50)} <= {local(name)}) by at_bound. in_powers F_. "
        f"try (assert (0 < {local(name)}) by (apply (above_bound F_ {value}); "
        f"[modulo [] | sign_of_rest])). multiplied {number(share, 0)} F_. "
    )


def entailment(step: Step, certificate: Certificate, signs: Signs | None = None) -> str:
    """The facts where they are used, each times its multiplier, and what they leave.

    With ``signs`` the signs of multipliers and of what is left are shown before they are needed.

    Raises
    ------
    UnsupportedExpression
        When something else than relations between fractions occurs.
    """
    facts, said = step["evidence"]["facts"], step["proposition"]
    spoken = [earlier(str(row["fact"]), certificate)["proposition"] for row in facts]
    names = {str(row["fact"]) for row in facts}
    others = {name: earlier(name, certificate)["proposition"] for name in step["uses"]}
    ends = bounds.of_exponentials(step) if signs else {}
    ends = {**ends, **(bounds.of_powers(step) if certificate.get("powers") else {})}
    beside = [
        name
        for name, one in others.items()
        if name not in names and one["kind"] == "relation"  # by which a factor may have its sign
    ]
    known_beside = [others[name] for name in beside]
    if not facts or any(one["kind"] != "relation" for one in spoken):
        raise UnsupportedExpression("no factors of what is no relation")
    known = [put(excess(one), row["at"]) for one, row in zip(spoken, facts, strict=True)]
    pairs = [at_numbers(one) if certificate.get("everywhere") else [] for one in known]
    known = [replaced(one, own) for one, own in zip(known, pairs, strict=True)]
    equal = [at_equals(one, said) if certificate.get("powers") else [] for one in known]
    known = [replaced(one, own) for one, own in zip(known, equal, strict=True)]
    pairs = [[*first, *then] for first, then in zip(pairs, equal, strict=True)]
    times = [row["times"] for row in facts]
    found = Factors(
        [
            *(excess(said), *known, *times, *ends.values()),
            *(one[side] for one in known_beside for side in ("lhs", "rhs")),
        ],
        point(step, certificate),
        opened=bool(certificate.get("everywhere")),
        powers=bool(certificate.get("powers")),
    )
    text = intros(step, certificate) + found.text()
    for name in beside:
        text += f"try (pose proof ({used(name, {}, certificate)}) as G{name}_). "
    for place, row in sorted(enumerate(facts), key=lambda item: bool(item[1]["at"])):
        shown = used(str(row["fact"]), row["at"], certificate)
        text += f"pose proof ({shown}) as F{place}_. "  # by which conditions of others hold
        for before, after in pairs[place]:
            same = f"replace {number(before, 0)} with {number(after, 0)} in F{place}_"
            text += f"{same} by (f_equal; ring). "
    text += "".join(f"try {found.put_in(f'G{name}_')}" for name in beside)
    text += found.facts_put_in(spoken, facts)
    text += "".join(
        f"{found.bounded(name)}try {bounds.cleared(name, found.fraction(bound), found.all)}. "
        for name, bound in zip(ends, map(found.put, ends.values()), strict=True)
    )
    text += f"{found.put_in()}{found.cleared()}{found.named()}to_atoms. "
    text += "".join(f"try in_atoms G{name}_. " for name in beside)
    text += "".join(f"in_atoms F{place}_. " for place in range(len(facts)))
    text += found.unnamed()
    left, factors = found.put(excess(said)), [found.put(row["times"]) for row in facts]
    gained = ["add", *(["mul", *pair] for pair in zip(factors, map(found.put, known), strict=True))]
    if said["op"] == "==":
        if found.rest(minus(left, gained), []) == ["int", "0"]:  # it is said the other way round
            factors = [["mul", ["int", "-1"], factor] for factor in factors]
            gained = ["mul", ["int", "-1"], gained]
        left = ["mul", ["int", "-1"], left]
    rest = found.rest(minus(left, gained), [])
    if signs:
        orders = [tree for one, tree in zip(spoken, factors, strict=True) if one["op"] != "=="]
        text += signs([*orders, *found.factors(rest)])
    for place, factor in enumerate(factors):
        text += f"scaled {number(factor, 0)} F{place}_. "
        text += f"added F{place}_ F{place - 1}_. " if place else ""
    return f"{text}by_rest_of F{len(facts) - 1}_ {number(rest, 0)} []."


METHODS: dict[str, Write] = {"entailment": entailment, "identity": _identity, "sign": _sign}
