"""Which steps of a derivation are displayed, and from which displayed ones each follows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import sympy as sp

from dpproofs.kernel.assertions import Define, Even, Obtain, Private, Proper
from dpproofs.kernel.derivation import Derivation, Statement, Step
from dpproofs.kernel.proposition import Integral, Limit, Proposition, Relation, Sum
from dpproofs.render.proofs import limits

#: What a step of a method is worth to a reader, from 0 to 3.
WORTH: Mapping[str, float] = {
    "assume": 0, "atom": 0.3, "cases": 0.6, "cite": 2, "counterexample": 3, "cover": 1,
    "decreasing": 2.7, "define": 3, "definition": 0.6, "density": 0.4, "derivative": 2.6,
    "duality": 3, "evenness": 0.4, "existence": 1.1, "expectation": 2.4, "falling": 0.5,
    "identity": 2.2, "increasing": 2.7, "instance": 0.35, "integral": 3, "ladder": 2.4, "limit": 3,
    "measure": 0.2, "minimum": 3, "mirror": 0.15, "multiples": 0.5, "obtained": 0.7,
    "privacy": 1.2, "refutation": 3, "region": 2.5, "series": 3, "squeeze": 2, "steps": 3,
    "sum": 3, "weaken": 0.8, "witness": 2,
}  # fmt: skip
SMALL_RULES = frozenset(
    (
        "Archimedes", "antisymmetry", "either order", "nothing between integers", "order",
        "reciprocal", "tails vanish", "without the first term", "first term of a sum",
    )
)  # fmt: skip
#: What is shown by each such step is its own, whatever reason it has in common with others.
OWN = frozenset(
    (
        "integral", "sum", "minimum", "limit", "derivative", "identity", "ladder", "increasing",
        "decreasing",
    )
)  # fmt: skip
MONOTONE = frozenset(("increasing", "decreasing"))  # they tell a derivative and its sign
FEWEST = 7  # displays of a proof that has as many steps
ROOM = 42  # displays of the longest
ENOUGH = 1.4
CONCLUDES = 4.0  # what a step is worth that shows what the claim says,
LEADS = 2.5  # one that leads to such a step through many others,
AGAIN = 2.0  # and one that concludes as an earlier one did, where the claim says more
FEW_GOALS = 10  # than so much
INTRODUCES = 8.0  # what a step is worth of which later formulas may speak


def chosen(statement: Statement, derivation: Derivation, room: int) -> frozenset[str]:
    """The names of the steps that are displayed, so many at most."""
    goals = {*statement.printed, *statement.corrected}
    told = {name for step in derivation.steps for name in _told_by(step, derivation)}
    seen: set[object] = set()
    worth: dict[str, float] = {}
    for step in derivation.steps:
        value = 0.0 if step.name in told else _worth(step)
        if step.goal in goals and step.method != "assume":
            again = len(goals) > FEW_GOALS and _likeness(step) in seen
            value = max(value, AGAIN if again else CONCLUDES)
        if step.key:
            value = 9.0
        if is_void(step.goal.proposition) and step.goal not in goals:
            value = 0.0
        concludes = step.goal in goals and step.method != "duality"  # its display repeats the goal
        alike: set[object] = {step.goal} if concludes else {_likeness(step), _renamed(step)}
        if alike & seen and value < INTRODUCES:
            value = min(value, 0.1)
        seen |= {step.goal, _likeness(step), _renamed(step)}
        worth[step.name] = value
    for _ in range(ROUNDS):
        worth |= _raised(derivation, worth, _best(worth, room), told)
    return _best(worth, room)


def _told_by(step: Step, derivation: Derivation) -> Iterator[str]:
    """The steps that one uses of which its own display tells: the slope of what is monotone, both
    inequalities of an equality, and limits that a reader sees at once.
    """
    for name in step.uses:
        claim = derivation.step(name).goal.proposition
        is_limit = isinstance(claim, Limit) and limits.is_plain(claim)
        if (
            step.method in MONOTONE
            or (step.method == "squeeze" and is_limit)
            or _is_half(claim, step.goal.proposition)
        ):
            yield name


def _is_half(claim: Proposition, whole: Proposition) -> bool:
    """Whether a claim is an inequality between the sides of an equality."""
    return (
        isinstance(claim, Relation)
        and isinstance(whole, Relation)
        and whole.op == "==" != claim.op
        and {claim.lhs, claim.rhs} == {whole.lhs, whole.rhs}
    )


def _best(worth: Mapping[str, float], room: int) -> frozenset[str]:
    """The names of the steps that are worth most, so many at most."""
    order = sorted(worth, key=lambda name: (-worth[name], int(name)))
    wanted = [name for name in order if worth[name] >= ENOUGH]
    if len(wanted) < FEWEST:
        wanted = [name for name in order if worth[name] > 0.1][:FEWEST]
    return frozenset(wanted[:room])


def _raised(
    derivation: Derivation,
    worth: Mapping[str, float],
    shown: frozenset[str],
    told: Collection[str],
) -> dict[str, float]:
    """What steps that are displayed follow from, where much that is not displayed leads to them."""
    _, through = grounds(derivation, shown)
    claims = {step.goal.proposition for step in derivation.steps}
    whole = {step.name for step in derivation.steps if _turned(step) not in claims}
    raised: dict[str, float] = {}
    for name in shown:
        arguments = {n for n in through[name] if _carries(derivation.step(n))}
        hidden = arguments & whole - set(told)
        value = LEADS if worth[name] >= CONCLUDES else PROMOTED
        if len(hidden) > MOST_HIDDEN:
            for found in _nearest(derivation, name, hidden, shown):
                raised[found] = max(value, raised.get(found, worth[found]))
    return raised


def _turned(step: Step) -> Proposition | None:
    """The other half of the equality of which an inequality is one half."""
    claim = step.goal.proposition
    if not isinstance(claim, Relation) or claim.op != "<=":
        return None
    return Relation(claim.rhs, claim.op, claim.lhs)


def _nearest(
    derivation: Derivation, name: str, hidden: set[str], shown: Collection[str]
) -> set[str]:
    """The first of some steps on each way back from one, none of which is displayed."""
    found: set[str] = set()
    rest = list(derivation.step(name).uses)
    while rest:
        used = rest.pop()
        if used in hidden:
            found.add(used)
        elif used not in shown:
            rest += derivation.step(used).uses
    return found


def _carries(step: Step) -> bool:
    """Whether a step is part of an argument, and neither bookkeeping nor a special case."""
    facts = step.hints.get("facts", ())
    is_case = step.method == "entailment" and len(facts) == 1 and abs(sp.S(facts[0][2])) == 1
    claim = step.goal.proposition
    return (
        step.method in ARGUMENTS
        and isinstance(claim, Relation)
        and not is_case
        and not is_void(claim)
    )


ARGUMENTS = frozenset(("cases", "entailment", "rule"))
MOST_HIDDEN = 1  # steps of an argument that lead to one that is displayed
ROUNDS = 2
PROMOTED = 1.7  # what a step is worth that leads to one through many others


def _worth(step: Step) -> float:
    claim = step.goal.proposition
    if isinstance(claim, Obtain | Define):
        return 0.0 if is_reciprocal(step) else INTRODUCES
    if step.method == "rule":
        if isinstance(claim, Private | Even | Proper):
            return 2.0
        return 0.5 if step.hints.get("rule") in SMALL_RULES else 1.9
    if step.method == "entailment":
        facts = step.hints.get("facts", ())
        numbers = sum(abs(sp.S(times)) != 1 for _, _, times in facts)
        return 2.1 if len(facts) >= 3 and numbers else 1.6 if len(facts) >= 2 else 1.0
    if step.method == "sign" and isinstance(claim, Relation):
        trivial = claim.lhs.is_number and claim.rhs.is_number
        simple = sp.count_ops(claim.lhs) + sp.count_ops(claim.rhs) < 4
        return 0.0 if trivial or claim.lhs == claim.rhs else 0.5 if simple else 1.3
    if step.method == "integral" and isinstance(claim, Integral):
        return 3.0 if claim.integrand.has(claim.variable) else 1.5 * (claim.integrand != 0)
    if step.method == "sum" and isinstance(claim, Sum):
        return 3.0 if claim.term.has(claim.index) else 1.2
    return WORTH.get(step.method, 1.0)


def is_void(claim: Proposition) -> bool:
    """Whether a formula says nothing: equal sides, an integral over nothing, a sum of zeros."""
    match claim:
        case Relation():
            return bool(claim.lhs == claim.rhs)
        case Integral():
            return bool(claim.lower == claim.upper or claim.integrand == 0)
        case Sum():
            return bool(claim.term == 0)
    return False


def is_reciprocal(step: Step) -> bool:
    """Whether a step introduces 1 over something, which is written so and gets no letter."""
    return isinstance(step.goal.proposition, Obtain) and step.hints.get("rule") == "reciprocal"


def _likeness(step: Step) -> tuple[object, ...]:
    """What steps have in common of which one is told: the reason, the method, and the kind."""
    numbers = sp.S.Zero
    claim = step.goal.proposition
    if step.method in OWN:
        return (step.goal,)
    if isinstance(claim, Relation):
        numbers = sp.count_ops(claim.lhs) + sp.count_ops(claim.rhs)
    return step.reason, step.method, type(claim), numbers


def _renamed(step: Step) -> tuple[object, ...]:
    """What a step says in other letters than its own: one of those that agree in it is told."""
    claim = step.goal.proposition
    if not isinstance(claim, Integral | Sum):
        return (step.goal,)
    body = claim.integrand if isinstance(claim, Integral) else claim.term
    parts = (body, claim.lower, claim.upper, claim.value)
    letters: dict[sp.Basic, sp.Symbol] = {}
    for part in parts:
        for node in sp.preorder_traversal(part):
            if isinstance(node, sp.Symbol):
                letters.setdefault(node, sp.Symbol(f"_{len(letters)}"))
    return (type(claim), *(part.xreplace(letters) for part in parts))


def grounds(
    derivation: Derivation, shown: frozenset[str]
) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """From which displayed steps or hypotheses each step follows, and through which others."""
    ends: dict[str, dict[str, None]] = {}
    through: dict[str, dict[str, None]] = {}
    for step in derivation.steps:
        found: dict[str, None] = {}
        passed: dict[str, None] = {}
        for name in step.uses:
            used = derivation.step(name)
            if name in shown or used.method == "assume":
                found[name] = None
            else:
                found |= ends[name]
                passed |= {**through[name], name: None}
        ends[step.name], through[step.name] = found, passed
    return (
        {name: tuple(sorted(found, key=int)) for name, found in ends.items()},
        {name: tuple(sorted(found, key=int)) for name, found in through.items()},
    )


def cuts(derivation: Derivation, shown: frozenset[str]) -> tuple[str, ...]:
    """The displayed steps through which everything later passes that rests on what is earlier.

    Hypotheses and definitions do not count: they are there from the start.
    """
    free = {s.name for s in derivation.steps if s.method in ("assume", "define")}
    last_use: dict[str, int] = {}
    for step in derivation.steps:
        for name in step.uses:
            last_use[name] = int(step.name)
    found = []
    reach = 0  # how far what came before is used
    for step in derivation.steps:
        place = int(step.name)
        if step.name in shown and reach <= place:
            found.append(step.name)
        if step.name not in free:
            reach = max(reach, last_use.get(step.name, 0) if step.name not in found else 0)
    return tuple(found)
