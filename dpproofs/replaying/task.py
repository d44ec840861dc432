"""What a method is given: a step to be shown, the steps it uses, and ways to use them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from dpproofs.replaying.algebra import Field, Fields
from dpproofs.replaying.calculus import ZERO, minus, number, put
from dpproofs.replaying.names import Names
from dpproofs.replaying.reader import (
    BODY,
    Certificate,
    Definition,
    Domain,
    End,
    Goal,
    Proposition,
    Reader,
    Rejected,
    Step,
    Tree,
    Variable,
    bound_by,
    fields,
    need,
    symbols,
)

Evidence: TypeAlias = dict[str, Any]
Values: TypeAlias = Mapping[str, Tree]
Cite: TypeAlias = Callable[[str, str], tuple[Certificate, str]]

NOTHING: Values = MappingProxyType({})


@dataclass(frozen=True)
class Shown:
    """A step that was shown.

    It is *universal* when it and all that it rests on speak of no name: then parameters are
    variables like others in it. It is *free* when it rests on no hypothesis.
    """

    goal: Goal
    method: str
    universal: bool
    free: bool


@dataclass(frozen=True)
class Task:
    """One step to be shown, what may be used for it, and the algebra of the certificate."""

    step: Step
    sentence: Certificate
    earlier: Mapping[str, Shown]
    names: Names
    algebra: Fields
    cite: Cite

    @property
    def domain(self) -> Domain:
        """The domain of the step."""
        return self.step.goal.domain

    def used(self, name: str, *kinds: str) -> Shown:
        """A step that is among those used, of one of some kinds."""
        need(name in self.step.uses, f"step {name[:20]} is not among the steps used")
        found = self.earlier[name]
        fits = not kinds or found.goal.claim.kind in kinds
        need(fits, f"step {name} is not of kind {' or '.join(kinds)}")
        return found

    # -- the algebra ------------------------------------------------------------------------------

    def shows(self, a: Tree, op: str, b: Tree, *more: Variable) -> bool:
        """Whether a relation is shown on the step's domain and further variables."""
        return self.algebra.shows(a, op, b, (*self.domain, *more))

    def defined(self, node: Tree, *more: Variable) -> Field:
        """Show that a tree has a value on the step's domain and further variables."""
        return self.algebra.over((*self.domain, *more), lambda field: (field.value(node), field)[1])

    def known(self, node: Tree, over: Domain, *, strict: bool) -> bool:
        """Whether a tree is positive (or not negative): it is shown, or a step used says so."""
        if self.algebra.shows(node, ">" if strict else ">=", ZERO, over):
            return True
        goals = [self.earlier[used].goal for used in self.step.uses]
        said = [
            slack(goal.claim["lhs"], goal.claim["op"], goal.claim["rhs"])
            for goal in goals
            if set(goal.domain) <= set(over)
            and goal.claim.kind == "relation"
            and goal.claim["op"] in (("<", ">") if strict else ("<", ">", "<=", ">="))
        ]
        return any(self.algebra.shows(gap, "==", node, over) for gap in said)

    def is_integer(self, node: Tree, over: Domain) -> bool:
        """Whether a tree is shown to be an integer."""
        return self.algebra.over(over, lambda field: field.is_integer(field.value(node)))

    # -- places in domains ------------------------------------------------------------------------

    def inside(self, target: Domain, at: Values, over: Domain) -> dict[str, Tree]:
        """The values of all variables of a domain, shown to lie in it everywhere on another one.

        A variable without a value keeps its name. A parameter that is bounded as it is declared,
        and is not replaced, lies there.
        """
        here, names = {v.name for v in over}, {v.name for v in target}
        need(set(at) <= names, "a value for a variable that is not there")
        values = {name: at.get(name, ("sym", name)) for name in names}
        for v in target:
            value, same = values[v.name], self.names.parameters.get(v.name) == v
            if same and v.name not in here and v.name not in at:
                continue
            whole = not v.integer or self.is_integer(value, over)
            self.algebra.over(over, lambda field, value=value: field.value(value))  # type: ignore[misc]
            fits = whole and (
                self._as_here(v, values, over)
                or all(
                    self.known(gap, over, strict=strict) for gap, strict in gaps(v, value, values)
                )
            )
            if v.root:
                power = ("pow", value, number(v.root[0]))
                fits = fits and self.algebra.shows(power, "==", put(v.root[1], values), over)
            need(fits, f"the value of {v.name} is not shown to lie where it has to")
        return values

    def _as_here(self, v: Variable, values: Values, over: Domain) -> bool:
        """Whether a variable keeps its name, and has its bounds in a domain or narrower ones."""
        here = [w for w in over if values[v.name] == ("sym", w.name)]
        pairs = [
            (mine and put(mine, values), end, v.ends[i] in ("[]"[i], w.ends[i]))
            for w in here
            for i, (mine, end) in enumerate(((v.lower, w.lower), (v.upper, w.upper)))
        ]
        return bool(pairs) and all(
            not mine or (inside and self.same_end(mine, end, over)) for mine, end, inside in pairs
        )

    def instance(self, fact: Shown, at: Values, over: Domain) -> dict[str, Tree]:
        """The values at which a fact is used: parameters stay, unless the fact is universal."""
        for name in self.names.parameters:
            stays = fact.universal or at.get(name, ("sym", name)) == ("sym", name)
            need(stays, f"a fact is used at another value of the parameter {name}")
        return self.inside(fact.goal.domain, at, over)

    # -- what is said -----------------------------------------------------------------------------

    def same_noise(self, a: Tree, b: Tree, over: Domain) -> bool:
        """Whether two noises are one by name, with equal arguments."""
        return a[1] == b[1] and all(
            self.algebra.shows(v, "==", w, over) for v, w in zip(a[2:], b[2:], strict=True)
        )

    def same_end(self, a: End, b: End, over: Domain) -> bool:
        """Whether two ends are both infinite or equal."""
        return a == b or bool(a and b and self.algebra.shows(a, "==", b, over))

    def same_domain(self, a: Domain, b: Domain) -> bool:
        """Whether two domains are one, or the first is where the second may be empty."""
        return len(a) == len(b) and all(
            (v.name, v.ends, v.integer, v.root) == (w.name, w.ends, w.integer, w.root)
            and (w.hollow or not v.hollow)
            and self.same_end(v.lower, w.lower, a[:i])
            and self.same_end(v.upper, w.upper, a[:i])
            for i, (v, w) in enumerate(zip(a, b, strict=True))
        )

    def same(self, a: Proposition, b: Proposition, over: Domain) -> bool:
        """Whether two propositions say the same over a domain, however they are written."""
        if a.kind != b.kind or a.kind not in SAME:
            return False
        bound, inner = bound_by(b), over
        if bound:
            need(not set(bound) & {v.name for v in over}, f"{bound[0]} is bound twice")
            (body,) = BODY[a.kind]
            taken = bound[0] != bound_by(a)[0] and bound[0] in symbols(a[body])
            need(not taken, f"{bound[0]} is spoken of already")
            renamed = put(a[body], {bound_by(a)[0]: ("sym", bound[0])})
            a = a.changed(**{body: renamed, SAME[a.kind][0]: bound[0]})
            inner = (*over, self.range(b))

        def equal(key: str) -> bool:
            one, other = a[key], b[key]
            if key in ("noise", "than", "vector"):
                return self.same_noise(one, other, over)
            if type(one) is str:
                return bool(one == other)
            if key in ("lower", "upper"):
                return self.same_end(one, other, over)
            on = inner if key in BODY.get(a.kind, ()) else over
            return self.algebra.shows(one, "==", other, on)

        return all(equal(key) for key, _ in b.parts)

    def range(self, claim: Proposition) -> Variable:
        """The variable that a proposition binds, where it moves."""
        if claim.kind in ("expected", "expected_norm"):
            return Variable(claim["variable"], ZERO, None, "[)")
        if claim.kind == "loss":
            return Variable(claim["variable"], None, None)
        if claim.kind == "levels":
            return Variable(claim["variable"], ZERO, None)
        if claim.kind == "sum":
            return Variable(claim["index"], claim["lower"], None, "[)", integer=True)
        ends = claim["lower"], claim["upper"]
        return Variable(claim["variable"], *ends, hollow=None not in ends)

    def says(self, fact: Shown, claim: Proposition, over: Domain, at: Values = NOTHING) -> bool:
        """Whether a fact, at some values or about some noise, says a proposition over a domain."""
        said = fact.goal.claim
        of_noise = said.kind == claim.kind and "noise" in dict(said.parts)
        values = (
            self.about(fact, claim["noise"], over) if of_noise else self.instance(fact, at, over)
        )
        return self.same(put_all(said, values), claim, over)

    # -- noise ------------------------------------------------------------------------------------

    def about(self, fact: Shown, noise: Tree, over: Domain) -> dict[str, Tree]:
        """The values at which a fact about noise is one about that noise."""
        of = fact.goal.claim["noise"]
        need(of[1] == noise[1], "a step used is about other noise")
        own = [v.name for v in fact.goal.domain]
        plain = all(part[0] == "sym" and part[1] in own for part in of[2:])
        at: dict[str, Tree] = {}
        if plain and len(set(of[2:])) == len(of[2:]):
            at = {of[i][1]: noise[i] for i in range(2, len(noise))}
        at = {key: value for key, value in at.items() if value != ("sym", key)}
        values = self.instance(fact, at, over)
        need(self.same_noise(put(of, values), noise, over), "a step used is about other noise")
        return values

    def exists(self, noise: Tree, over: Domain) -> None:
        """Noise that is defined is used only where a step used shows that it exists."""
        if not self.names.noise(noise):
            return
        reason = f"no step used shows that the noise {noise[1]} exists"
        for name in self.step.uses:
            if self.earlier[name].goal.claim.kind == "noise":
                try:
                    self.about(self.earlier[name], noise, over)
                except Rejected as problem:
                    reason = str(problem)
                else:
                    return
        raise Rejected(reason)

    def defining(self, noise: Tree) -> tuple[Definition, Definition]:
        """The definition of noise, and that of its density in pieces."""
        definition = self.names.noise(noise)
        if definition is None:
            raise Rejected(f"the noise {noise[1]} is not defined but given")
        return definition, self.names.definitions[definition.density]


SAME: dict[str, tuple[str, ...]] = {
    "relation": (), "private": (), "even": (), "noise": (), "cheaper": (),
    "expected": ("variable",), "integral": ("variable",), "sum": ("index",),
    "loss": ("variable",), "private_vector": (), "expected_norm": ("variable",), "staircase": (),
    "levels": ("variable",),
}  # the kinds that are compared, and what they bind  # fmt: skip


def gaps(v: Variable, value: Tree, values: Values) -> list[tuple[Tree, bool]]:
    """What is positive, or not negative, when a value lies within the bounds of a variable."""
    found = []
    if v.lower:
        found.append((minus(value, put(v.lower, values)), v.ends[0] == "("))
    if v.upper:
        found.append((minus(put(v.upper, values), value), v.ends[1] == ")"))
    return found


def slack(left: Tree, op: str, right: Tree) -> Tree:
    """What a relation says is >= 0, > 0 or == 0."""
    return minus(right, left) if op in ("<", "<=") else minus(left, right)


def put_all(claim: Proposition, values: Values) -> Proposition:
    """A proposition, but not what it binds, at some values of its variables."""
    bound = set(bound_by(claim))
    free = {key: value for key, value in values.items() if key not in bound}
    need(not bound & symbols(tuple(free.values())), "a value speaks of what is bound")
    parts = {key: put(part, free) if type(part) is tuple else part for key, part in claim.parts}
    return claim.changed(**parts)


def relation(claim: Proposition, *operators: str) -> tuple[Tree, str, Tree]:
    """The two sides of a relation, with one of some operators between them."""
    need(claim.kind == "relation" and claim["op"] in operators, f"not a relation {operators}")
    return claim["lhs"], claim["op"], claim["rhs"]


def related(a: Tree, op: str, b: Tree) -> Proposition:
    """A relation."""
    return Proposition("relation", (("lhs", a), ("op", op), ("rhs", b)))


Show: TypeAlias = Callable[[Task, Proposition, Evidence], str | None]


class Method(NamedTuple):
    """The kinds of proposition that a method shows, how it reads its evidence, and how it shows."""

    kinds: tuple[str, ...]
    show: Show
    read: Callable[[Step], Evidence]


METHODS: dict[str, Method] = {}


def method(
    called: str, /, *kinds: str, read: Callable[[Step], Evidence] | None = None, **evidence: Reader
) -> Callable[[Show], Show]:
    """Enter a function in the table of methods."""

    def plain(step: Step) -> Evidence:
        return fields(step.evidence, "evidence", evidence)

    def enter(show: Show) -> Show:
        METHODS[called] = Method(kinds, show, read or plain)
        return show

    return enter
