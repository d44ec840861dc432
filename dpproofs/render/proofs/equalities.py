"""Equalities that are proved as two inequalities, as a reader wants them: as one step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import takewhile
from typing import Any

import sympy as sp

from dpproofs.kernel.derivation import Derivation, Statement, Step
from dpproofs.kernel.domain import Variable
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.proposition import Relation
from dpproofs.kernel.terms import Mass
from dpproofs.render.proofs.factors import difference

LARGEST = 150  # operations of the difference of two sides that are compared
NOTHING = Relation(sp.S.Zero, "==", sp.S.Zero)


def joined(statement: Statement, derivation: Derivation) -> tuple[Statement, Derivation]:
    """A claim whose pairs of opposite inequalities are equalities.

    The equality stands where the first inequality did if all that proves the second was there by
    then, and else in the place of the second. Where it stands for another step, that one is left
    without a content. What follows from equalities alone is an equality too. A claimed inequality
    whose opposite is not claimed stays as it is.
    """
    found = _Joined(statement, derivation)

    def equal(goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
        return tuple(dict.fromkeys(found.goals.get(goal, goal) for goal in goals))

    printed, corrected = equal(statement.printed), equal(statement.corrected)
    formulas = tuple(one for one in statement.formulas if one.goal in printed)
    claim = replace(statement, printed=printed, corrected=corrected, formulas=formulas)
    return claim, replace(derivation, steps=found.steps)


class _Joined:
    """Goes through the steps of a derivation, and joins each with an earlier one if it can."""

    def __init__(self, statement: Statement, derivation: Derivation) -> None:
        self.derivation = derivation
        self.claimed = {*statement.printed, *statement.corrected}
        self.goals: dict[Goal, Goal] = {}  # equalities, by the inequalities that they replace
        self.stands: dict[str, str] = {}  # for a step: the one that says the same
        self.known: dict[tuple[sp.Expr, Ranges], str] = {}  # steps by the difference of their sides
        self.found: list[Step] = []
        for step in derivation.steps:
            self.found.append(self._exact(step))
            self._compare(self.found[-1])
        self.steps = tuple(map(self._rerouted, self.found))

    def _step(self, name: str) -> Step:
        """What became of a step, or what now stands for it."""
        return self.found[int(self.stands.get(name, name)) - 1]

    def _exact(self, step: Step) -> Step:
        """A step that adds up equalities, or bounds a mass by 0, as the equality that it is."""
        claim = step.goal.proposition
        if step.method == "assume" or not isinstance(claim, Relation) or claim.op != "<=":
            return step
        is_null = isinstance(claim.lhs, Mass) and claim.rhs == 0
        if is_null or (step.goal not in self.claimed and self._adds_equalities(step, claim)):
            return self._equal(step)
        return step

    def _adds_equalities(self, step: Step, claim: Relation) -> bool:
        facts = step.hints.get("facts", ()) if step.method == "entailment" else ()
        rest = difference(claim)
        for name, at, times in facts:
            said = self.derivation.step(name).goal.proposition
            if _op(self._step(name)) != "==" or not isinstance(said, Relation):
                return False
            rest -= times * difference(said).xreplace({s: sp.S(v) for s, v in at.items()})
        return bool(facts) and _expanded(rest) == 0

    def _equal(self, step: Step) -> Step:
        claim = step.goal.proposition
        if not isinstance(claim, Relation):
            return step
        left, right = claim.lhs, claim.rhs
        if left == 0:
            left, right = right, left
        if _minuses(left, right) > _minuses(-left, -right):
            left, right = -left, -right
        goal = Goal(Relation(left, "==", right), step.goal.domain)
        if step.goal in self.claimed:
            self.goals[step.goal] = goal
        return replace(step, goal=goal)

    def _compare(self, step: Step) -> None:
        """Join a step with an earlier one that compares the same, in the same ranges."""
        gap = _gap(step)
        if gap is None:
            return
        ranges = _ranges(step)
        for looked_for in (gap, -gap):
            if other := self.known.get((looked_for, ranges)):
                self._join(self._step(other), step, is_opposite=looked_for != gap)
        self.known.setdefault((gap, ranges), step.name)

    def _join(self, first: Step, second: Step, *, is_opposite: bool) -> None:
        """Let an equality stand for two steps, if no claimed inequality is lost."""
        claimed = [step.goal in self.claimed for step in (first, second)]
        if _op(first) == "==":
            is_weaker = _op(second) != "==" or (claimed[0] and first.goal != second.goal)
            if not (claimed[1] and is_weaker):
                self._put(_told_by(first, second, is_claimed=claimed[1]))
                self._leave(second, first.name)
        elif not claimed[0] if _op(second) == "==" else is_opposite and claimed[0] == claimed[1]:
            self._both(first, second)

    def _both(self, first: Step, second: Step) -> None:
        """Put the equality in the place of one of two opposite inequalities."""
        goal = second.goal if _op(second) == "==" else self._equal(first).goal
        if goal != second.goal and second.goal in self.claimed:
            self.goals[second.goal] = goal
        needed = [self._step(name).name for name in second.uses]
        if all(int(name) < int(first.name) for name in needed):
            uses = tuple(dict.fromkeys((*first.uses, *needed)))
            reason = both(first.reason, second.reason)
            self._put(replace(first, goal=goal, uses=uses, reason=reason))
            self._leave(second, first.name)
        elif _op(second) != "==":
            self._put(replace(second, goal=goal, uses=(*second.uses, first.name)))

    def _put(self, step: Step) -> None:
        self.found[int(step.name) - 1] = step

    def _leave(self, step: Step, other: str) -> None:
        """Leave a step without a content, as another one stands for it."""
        self.stands[step.name] = other
        goal = Goal(NOTHING, step.goal.domain)
        self._put(Step(step.name, goal, "instance", "", uses=(other,)))

    def _rerouted(self, step: Step) -> Step:
        """A step that names the equalities in place of what they stand for."""
        uses = tuple(dict.fromkeys(self._step(name).name for name in step.uses))
        if "facts" not in step.hints:
            return replace(step, uses=uses)
        facts = [self._fact(*fact) for fact in step.hints["facts"]]
        if _op(step) == "==" and any(_op(self._step(name)) != "==" for name, _, _ in facts):
            facts = []  # they prove one of the two directions
        return replace(step, uses=uses, hints={**step.hints, "facts": facts})

    def _fact(self, name: str, values: Mapping[sp.Symbol, Any], times: Any) -> tuple[Any, ...]:
        """A fact of a combination, with the sign that its multiplier has for an equality."""
        now = self._step(name)
        before = self.derivation.step(name)
        is_same = now == before or _gap(now) == _gap(before)
        return now.name, values, times if is_same else -sp.S(times)


Ranges = frozenset[Variable]


def _op(step: Step) -> str:
    claim = step.goal.proposition
    return claim.op if isinstance(claim, Relation) else ""


def _expanded(value: sp.Expr) -> sp.Expr | None:
    return sp.expand(value) if sp.count_ops(value) <= LARGEST else None


def _gap(step: Step) -> sp.Expr | None:
    """What a step says is not negative, or is 0; None for what is not compared."""
    claim = step.goal.proposition
    if step.method == "assume" or not isinstance(claim, Relation) or claim.op not in ("<=", "=="):
        return None
    return _expanded(difference(claim)) or None


def _minuses(*sides: sp.Expr) -> int:
    """How many terms have a minus sign."""
    terms = [term for side in sides for term in sp.Add.make_args(side)]
    return sum(bool(term.could_extract_minus_sign()) for term in terms)


def _ranges(step: Step) -> Ranges:
    """The ranges that matter for a step: those of its variables, and what is assumed."""
    wanted = set(step.goal.proposition.free())
    found = []
    for variable in reversed(step.goal.domain.variables):
        if variable.symbol in wanted or variable.hollow:
            found.append(variable)
            ends = (variable.lower, variable.upper, *((variable.root or ())[1:]))
            wanted |= {symbol for end in ends for symbol in end.free_symbols}
    return frozenset(found)


def _told_by(first: Step, second: Step, *, is_claimed: bool) -> Step:
    """An equality with the sides and the reason of the step for which it stands, where these say
    more.
    """
    if is_claimed or second.hints.get("rule") == "antisymmetry":
        return replace(first, goal=second.goal, reason=second.reason)
    if first.method == second.method == "entailment" and first.reason[:4] == second.reason[:4]:
        return replace(first, reason=both(first.reason, second.reason))
    return first


def both(first: str, second: str) -> str:
    """The reasons of two inequalities as the reason of the equality.

    >>> both("the mean is at least the gain", "the mean is at most the gain")
    'the mean is at least and at most the gain'
    """
    if first == second:
        return first
    one, two = first.split(), second.split()
    head, tail = _alike(one, two), _alike(one[::-1], two[::-1])
    head -= bool(head) and one[head - 1] == "at"
    tail = min(tail, len(one) - head, len(two) - head)
    if not head:
        return f"{first}, and {second.removeprefix('and ')}"
    link = "or" if "not" in one[:head] else "and"
    return " ".join(
        (*one[: len(one) - tail], link, *two[head : len(two) - tail], *one[len(one) - tail :])
    )


def _alike(one: list[str], two: list[str]) -> int:
    """How many words two sentences have in common at their beginnings."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False)))
