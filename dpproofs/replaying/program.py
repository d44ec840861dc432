"""The checker of certificates: every step again, then the verdict that follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dpproofs.replaying import bracket, composition, divergence, reader
from dpproofs.replaying import methods as _methods  # noqa: F401  (enters the methods)
from dpproofs.replaying.algebra import Fields
from dpproofs.replaying.methods.definition import sound
from dpproofs.replaying.names import Names, moving
from dpproofs.replaying.reader import Certificate, Goal, Rejected, Statement, Step, need, nodes
from dpproofs.replaying.release import GRADES, Released, released
from dpproofs.replaying.report import Report
from dpproofs.replaying.table import rules
from dpproofs.replaying.task import METHODS, Evidence, Shown, Task

BROKEN = (ValueError, ArithmeticError, LookupError, TypeError, AttributeError, MemoryError,
          RecursionError, OverflowError)  # what a stranger's certificate may lead to  # fmt: skip

#: Certificates that have no steps, and the module that decides them.
OTHER_KINDS = {"bracket": bracket, "cactus": divergence, "composition": composition}

#: What this program does not check, and a reader has to believe.
UNCHECKED = (
    "that the formal statement says what the sentence of the paper means",
    "the textbook rules listed under 'trusts'",
    "FLINT and Arb, python-flint, Python, and the machine",
)


def statement_digest(statement: Mapping[str, Any]) -> str:
    """The digest by which the table of the release knows a statement of a certificate."""
    return reader.digest(dict(statement))


def replay(
    document: Any,
    *,
    statements: Mapping[str, str | Released] | None = None,
    any_statement: bool = False,
    cited: Mapping[str, Any] | None = None,
) -> Report:
    """Do what `dpproofs.replaying.limited.replay` describes in this process, without its limits.

    Raises
    ------
    Rejected
        When the document is not a well-formed certificate.
    """
    kind = document.get("kind") if isinstance(document, dict) else None
    if isinstance(kind, str) and kind in OTHER_KINDS:
        found: Report = OTHER_KINDS[kind].report(document)
        return found
    accepted = released() if statements is None else statements
    return Session(accepted, any_statement, {} if cited is None else cited).report(
        reader.read(document)
    )


@dataclass
class Session:
    """The replay of a certificate, and once of each that it cites."""

    statements: Mapping[str, str | Released]
    any_statement: bool
    cited: Mapping[str, Any]
    reports: dict[str, tuple[Certificate, Report]] = field(default_factory=dict)
    under_way: list[str] = field(default_factory=list)

    def report(self, found: Certificate) -> Report:
        """What is found about a certificate that is well-formed."""
        name = found.statement.id
        row = self.statements.get(name)
        release = row if isinstance(row, Released) else None
        is_known = found.digest == (release.statement if release else row)
        differs = release.differs(found.verdict, found.grade) if release and is_known else ""
        own = is_known and release is not None and release.certificate == found.signature
        run, reason = Run(found, self), ""
        self.under_way.append(name)
        try:
            where = "of this release" if release else "whose digest was given"
            what = f"is not the one {where}" if row else "is not known"
            need(is_known or self.any_statement, f"statement: {name} {what}")
            run.all()
            said = f"{found.verdict}, {found.grade or 'no grade'}"
            need(not differs or self.any_statement, f"verdict: {said}, but {differs}")
        except BROKEN as problem:
            reason = str(problem) if isinstance(problem, Rejected) else _odd(problem)
        self.under_way.pop()
        return Report(
            not reason, name, found.verdict, found.grade, len(run.earlier), run.failing, reason,
            tuple(sorted({*found.trusts, *run.trusts})), is_known, differs, own,
            own and release is not None and release.coq,
        )  # fmt: skip

    def cite(self, name: str, digest: str) -> tuple[Certificate, Report]:
        """Another claim's certificate, which is accepted and about the statement expected."""
        need(name not in self.under_way, f"the claim {name} is cited by what it cites")
        if name not in self.reports:
            need(name in self.cited, f"the cited claim {name} is not at hand")
            try:
                found = reader.read(self.cited[name])
            except Rejected as problem:
                raise Rejected(f"the cited claim {name}: {problem}") from None
            need(found.statement.id == name, f"what is given as {name} is another claim")
            self.reports[name] = found, self.report(found)
        found, report = self.reports[name]
        need(report.accepted, f"the cited claim {name} is rejected: {report.reason}")
        need(found.digest == digest, f"the cited claim {name} has another statement")
        return found, report


def _odd(problem: BaseException) -> str:
    return f"{type(problem).__name__}: {problem}".replace("\n", " ")[:200]


class Run:
    """The steps of one certificate, one after the other."""

    def __init__(self, found: Certificate, session: Session) -> None:
        self.found, self.session = found, session
        self.algebra = Fields()
        self.earlier: dict[str, Shown] = {}
        self.failing: str | None = None
        self.trusts: set[str] = set()
        self.spoken: list[frozenset[str]] = []

    def all(self) -> None:
        """The statement, its steps, and the verdict that they have."""
        self.names = Names(self.found.statement, introduced(self.found.steps))
        sentence(self.found.statement, self.names, self.algebra)
        last = 0
        for step in self.found.steps:
            self.failing = step.name
            number = int(step.name) if step.name.isascii() and step.name.isdigit() else 0
            fits = last < number and (number == last + 1 or self.found.verdict == "open")
            need(fits and str(number) == step.name, "the steps are not numbered in order")
            need(set(step.uses) <= set(self.earlier), "rests on a step that does not come earlier")
            self.one(step)
            last = number
        self.failing = None
        self.compare()

    def one(self, step: Step) -> None:
        """Do the mathematics of one step again."""
        goal, method = step.goal, METHODS.get(step.method)
        if method is None or goal.claim.kind not in method.kinds:
            raise Rejected(
                f"no method '{step.method[:20]}' for a proposition of kind {goal.claim.kind}"
            )
        evidence = method.read(step)
        self.algebra.begin()
        self.declare(step, evidence)
        uses = [self.earlier[name] for name in step.uses]
        spoken = self.names.spoken(goal, evidence)
        assumed, introduces = step.method == "assume", goal.claim.kind in ("define", "obtain")
        universal = not (spoken or assumed or introduces) and all(u.universal for u in uses)
        moved = moving(goal).union(*(moving(used.goal) for used in uses))
        if step.method == "rule":
            moved |= set(rules()[evidence["rule"]]["own"])
        moved = moved & self.names.parameters.keys()
        need(universal or not moved, f"{', '.join(sorted(moved))}: a parameter does not move")
        task = Task(step, self.found, self.earlier, self.names, self.algebra, self.cite)
        grade = method.show(task, goal.claim, evidence) or "proved"
        need(grade == step.grade, f"the grade is {grade}, not {step.grade}")
        free = not assumed and all(u.free for u in uses)
        self.earlier[step.name] = Shown(goal, step.method, universal, free)
        self.spoken.append(spoken)

    def declare(self, step: Step, evidence: Evidence) -> None:
        """Every name that a step speaks of is declared, what it introduces is new; and its domain
        is in order, and not empty.
        """
        claim = step.goal.claim
        self.names.check(evidence)
        if claim.kind == "define":
            self.names.define(claim["definition"])
        elif claim.kind == "obtain":
            used = [self.earlier[name].goal for name in step.uses]
            self.names.obtain(claim, self.names.rests(evidence, used))
        self.names.goal(step.goal)
        self.algebra.over(step.goal.domain, lambda field: field)

    def cite(self, name: str, digest: str) -> tuple[Certificate, str]:
        """A claim that is cited, and the grade of what it says."""
        found, report = self.session.cite(name, digest)
        self.trusts |= set(report.trusts)
        return found, str(report.grade)

    # -- what follows -----------------------------------------------------------------------------

    def compare(self) -> None:
        """The rules, the verdict and the grade that follow from the steps."""
        found = self.found
        used = {str(s.evidence["rule"]) for s in found.steps if s.method == "rule"}
        if found.verdict == "open":  # claims nothing; steps not established are left out
            fits = found.grade is None and used <= set(found.trusts)
            need(fits, "grade or trusts of an open claim")
            return
        need(sorted(used) == list(found.trusts), "trusts: not the rules that the steps use")
        self.all_used()
        verdict = self.verdict()
        need(verdict == found.verdict, f"verdict: {verdict} follows, not {found.verdict}")
        grade = min((step.grade for step in found.steps), key=GRADES.index, default=None)
        need(grade == found.grade, f"grade: the weakest step has {grade}, not {found.grade}")

    def all_used(self) -> None:
        """Every step concludes something, or is used, or introduces a name that is spoken of."""
        statement = self.found.statement
        goals = {*statement.printed, *statement.corrected, *statement.also}
        steps = self.found.steps
        for i, step in enumerate(steps):
            claim = step.goal.claim
            concludes = step.goal in goals and step.method != "assume"
            if claim.kind == "fails":
                concludes = Goal(claim["proposition"], step.goal.domain) in statement.printed
            if claim.kind in ("define", "obtain"):
                name = claim["name"] if claim.kind == "obtain" else claim["definition"].name
                concludes = any(name in said for said in self.spoken[i + 1 :])
            used = any(step.name in later.uses for later in steps[i + 1 :])
            need(concludes or used, f"step {step.name} is used by nothing")

    def verdict(self) -> str:
        """What follows from the goals that are established and refuted."""
        statement, shown, failing = self.found.statement, set(), set()
        for step in self.earlier.values():
            claim = step.goal.claim
            if claim.kind == "fails":
                failing.add(Goal(claim["proposition"], step.goal.domain))
            elif step.method != "assume" and claim.kind not in ("define", "obtain"):
                shown.add(step.goal)
        need(not failing & shown, "verdict: a goal is both established and refuted")
        wanted = {*statement.corrected, *statement.also}
        if failing & set(statement.printed) and wanted <= shown:
            return "corrected" if statement.corrected else "refuted"
        wanted.update(statement.printed)
        if not (statement.printed or statement.also) or not wanted <= shown:
            return "open"
        return "definition" if statement.definition else "holds"


def introduced(steps: tuple[Step, ...]) -> list[str]:
    """The names that steps introduce."""
    claims = [step.goal.claim for step in steps]
    defined = [claim["definition"].name for claim in claims if claim.kind == "define"]
    return defined + [claim["name"] for claim in claims if claim.kind == "obtain"]


def sentence(statement: Statement, names: Names, algebra: Fields) -> None:
    """A statement is closed, and its definitions define something."""
    need(not list(_named(statement)), "a bound of a parameter speaks of an object")
    algebra.over(statement.parameters, lambda field: field)
    for definition in statement.definitions:
        names.define(definition)
        sound(definition, algebra)
    for hypothesis in statement.hypotheses:
        names.hypothesis(hypothesis)
        algebra.over(hypothesis.domain, lambda field: field)
    goals = (*statement.printed, *statement.corrected, *statement.also)
    for goal in goals:
        names.goal(goal)
        algebra.over(goal.domain, lambda field: field)
    domains = [statement.parameters, *(d.domain for d in statement.definitions)]
    domains += [goal.domain for goal in (*goals, *statement.hypotheses)]
    room = not any(v.hollow for domain in domains for v in domain)
    need(room, "a range in the statement may be empty")


def _named(statement: Statement) -> Any:
    return (n for n in nodes(statement.parameters) if n[0] in ("apply", "mass"))
