"""Noise that is defined: that it is a probability, and what its definition says of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from dpproofs.replaying.calculus import ONE, ZERO, minus, number, put, times
from dpproofs.replaying.methods.definition import periods, piece
from dpproofs.replaying.reader import (
    Definition,
    Domain,
    End,
    Proposition,
    Rejected,
    Step,
    Tree,
    Variable,
    fields,
    need,
    text,
)
from dpproofs.replaying.task import Evidence, Shown, Task, method, related


@dataclass(frozen=True)
class Half:
    """The half of defined noise on the positive side, piece by piece, on the domain of a step."""

    task: Task
    density: Definition
    integers: bool
    at: dict[str, Tree]  # the noise's arguments

    @property
    def around(self) -> Domain:
        """The domain of the step, with the index of the periods."""
        return (*self.task.domain, *periods(self.density))

    def ends(self, i: int) -> tuple[Tree, End]:
        """The ends of a piece; on the integers, the first and the last of its integers."""
        low, high = piece(self.density, i)
        high = minus(high, ONE) if high and self.integers else high
        return put(low, self.at), high and put(high, self.at)

    def value(self, i: int, x: Tree) -> Tree:
        """The density on a piece."""
        return put(self.density.pieces[i][0], {**self.at, self.density.variable: x})

    def total(self, weight: Tree | None, facts: Iterator[Shown], *, apart: bool = False) -> Tree:
        """The integral of a weight (in x) times the density over all pieces.

        The facts are those of the pieces in order, without a weight the sign of the density before
        each, and that of the periods at the end. A piece may be empty. With the first period
        ``apart`` its facts come first, told without an index; then those of period n + 1, n being
        the index, and their sum over n = 0, 1, 2, ...
        """
        task, d, first, later = self.task, self.density, ZERO, self
        free = not {d.variable, d.index} & {v.name for v in task.domain}
        need(free, f"a variable of the density {d.name} is one of the domain")
        if apart:
            need(d.index is not None, "without periods none of them is the first")
            first = self._of_period(ZERO).pieces(weight, facts, task.domain)
            later = self._of_period(("add", ("sym", d.index), ONE))
        found = later.pieces(weight, facts, self.around)
        if d.index is None:
            return found
        fact = following(facts)
        need(fact.goal.claim.kind == "sum", "a step used is no sum over the periods")
        total: Tree = fact.goal.claim["value"]
        claim = proposition("sum", term=found, index=d.index, lower=ZERO, upper=None, value=total)
        need(task.says(fact, claim, task.domain), "a step used is no sum over the periods")
        return ("add", first, total) if apart else total

    def _of_period(self, n: Tree) -> Half:
        """The same with the index at a value."""
        return replace(self, at={**self.at, str(self.density.index): n})

    def pieces(self, weight: Tree | None, facts: Iterator[Shown], around: Domain) -> Tree:
        """The integral over the pieces of a period, or over all of them where there are none."""
        task, d, parts, x = self.task, self.density, [ZERO, ZERO], ("sym", self.density.variable)
        for i in range(len(d.pieces)):
            low, high = self.ends(i)
            integrand = self.value(i, x)
            if weight is None:
                end = piece(d, i)[1]
                end = end and put(end, self.at)
                over = (*around, Variable(d.variable, low, end, "[)", hollow=bool(end)))
                positive = task.says(following(facts), related(ZERO, "<=", integrand), over)
                need(positive, "the density is not shown to be no less than 0 on a piece")
            else:
                integrand = times(weight, integrand)
            parts.append(self._share(following(facts), integrand, low, high, around))
        return ("add", *parts)

    def _share(self, fact: Shown, integrand: Tree, low: Tree, high: End, around: Domain) -> Tree:
        """The integral, or on the integers the sum, over one piece."""
        kind = "sum" if self.integers else "integral"
        need(fact.goal.claim.kind == kind, f"a step used is no {kind} over a piece")
        total: Tree = fact.goal.claim["value"]
        words = ("term", "index") if self.integers else ("integrand", "variable")
        said = dict(zip(words, (integrand, self.density.variable), strict=True))
        claim = proposition(kind, **said, lower=low, upper=high, value=total)
        need(self.task.says(fact, claim, around), f"not the {kind} over a piece")
        return total

    def doubled(self, total: Tree, weight: Tree | None, atom: Tree) -> Tree:
        """The whole from a half, to which the mass of 0 belongs on the integers."""
        both, d = times(number(2), total), self.density
        here = ONE if weight is None else put(weight, {d.variable: ZERO})
        if self.integers:
            return minus(both, times(here, self.at_zero()))
        return ("add", both, times(here, atom))

    def at_zero(self) -> Tree:
        """On the integers, the mass of 0: the first piece has to hold it."""
        d, upper = self.density, self.density.pieces[0][1]
        room = upper is None or self.task.shows(ZERO, "<", put(upper, self.at))
        need(room, "the first piece is not shown to hold the integer 0")
        return put(self.value(0, ZERO), {d.index: ZERO} if d.index else {})


def proposition(kind: str, **parts: object) -> Proposition:
    """A proposition of some kind."""
    return Proposition(kind, tuple(parts.items()))


def half(task: Task, noise: Tree) -> tuple[Half, Tree]:
    """The positive half of defined noise, and its atom."""
    d, density = task.defining(noise)
    at = dict(zip(density.arguments, noise[2:], strict=True))
    return Half(task, density, d.on == "integers", at), put(d.atom, at)


def facts(task: Task, start: int = 0) -> Iterator[Shown]:
    """The steps used, in order."""
    for name in task.step.uses[start:]:
        yield task.earlier[name]


def following(facts: Iterator[Shown]) -> Shown:
    """The next of the steps used."""
    found = next(facts, None)
    if found is None:
        raise Rejected("too few steps are used")
    return found


@method("existence", "noise")
def existence(task: Task, claim: Proposition, _: Evidence) -> None:
    """The density and the atom are not negative, and have the mass 1 together."""
    noise, domain = claim["noise"], task.domain
    d, density = task.defining(noise)
    own = tuple(("sym", argument) for argument in d.arguments)
    need(noise[2:] == own, f"not {d.name} at its own arguments")
    for target in (d.domain, density.domain):
        task.inside(target, {}, domain)
    side, atom = half(task, noise)
    if side.integers:
        ends = [upper for _, upper in density.pieces if upper]
        whole = all(task.is_integer(end, domain) for end in (*ends, density.period or ZERO))
        need(whole, "the pieces are not shown to end at integers")
        need(task.shows(atom, "==", ZERO), "noise on the integers has its masses and no atom")
    need(task.shows(ZERO, "<=", atom), "the atom is not shown to be no less than 0")
    given = facts(task)
    total = side.total(None, given)
    need(next(given, None) is None, "more steps are used than the pieces need")
    one = task.shows(side.doubled(total, None, atom), "==", ONE)
    need(one, "the masses are not shown to have the sum 1")


def _told(step: Step) -> Evidence:
    """The existence, and perhaps that the first period stands apart."""
    more = {"apart": _yes} if "apart" in step.evidence else {}
    return {"apart": False, **fields(step.evidence, "evidence", {"existence": text, **more})}


def _yes(value: Any, place: str) -> bool:
    need(value is True, f"{place}: not true")
    return True


@method("expectation", "expected", read=_told)
def expectation(task: Task, claim: Proposition, evidence: Evidence) -> None:
    """The sum of the cost times the density over all pieces, and of the cost at the atom."""
    need(claim["op"] == "==", "an expectation is equal to its value")
    uses = task.step.uses
    need(uses[:1] == (evidence["existence"],), "the existence is not the first of the steps used")
    existing(task, claim["noise"], evidence["existence"])
    side, atom = half(task, claim["noise"])
    x, u = side.density.variable, claim["variable"]
    weight = put(claim["cost"], {u: ("sym", x)})
    given = facts(task, 1)
    positive = related(ZERO, "<=", claim["cost"])
    ends = "()" if atom == ZERO and not side.integers else "[)"  # where 0 has no mass, but for 0
    over, sign = (*task.domain, Variable(u, ZERO, None, ends)), following(given)
    own = {v.name for v in sign.goal.domain} - {v.name for v in task.domain}
    at = {name: ("sym", u) for name in own if len(own) == 1}
    need(task.says(sign, positive, over, at), "the cost is not shown to be no less than 0")
    total = side.total(weight, given, apart=evidence["apart"])
    whole = task.shows(side.doubled(total, weight, atom), "==", claim["value"])
    need(whole, "the expectation is another")


def existing(task: Task, noise: Tree, step: str) -> None:
    """Reject unless a step used shows that noise exists."""
    task.about(task.used(step, "noise"), noise, task.domain)


@method("evenness", "even")
def evenness(task: Task, claim: Proposition, _: Evidence) -> None:
    """Defined noise is even, since its density is and its atom is at 0."""
    task.defining(claim["noise"])
    task.exists(claim["noise"], task.domain)


@method("atom", "relation", existence=text)
def atom(task: Task, claim: Proposition, evidence: Evidence) -> None:
    """The mass of 0."""
    noise = mass_of(claim)
    existing(task, noise, evidence["existence"])
    need(task.names.on(noise) == "line", "noise on the integers has its masses and no atom")
    point = ("between", "[]", ZERO, ZERO)
    stated = related(("mass", noise, point), "==", half(task, noise)[1])
    need(task.same(claim, stated, task.domain), "not the mass of the atom")


def mass_of(claim: Proposition) -> Tree:
    """The noise of the mass on the left."""
    left: Tree = claim["lhs"]
    need(left[0] == "mass", "the left side is not the mass of a set")
    noise: Tree = left[1]
    return noise
