"""What a paper prints against what is derived: the printed formula is no input to the derivation.

A goal of a claim says that something (an expected cost, an integral, a sum, a limit, a place of a
minimum, a series) is a formula. The formula is found again from that something alone, decided, and
only then compared with what is printed. Where they differ at an exact point, the claim is
``corrected`` and the formula that was found stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from dpproofs.deriving.finding import find, with_formula
from dpproofs.deriving.found import Found
from dpproofs.deriving.strips import points
from dpproofs.kernel.assertions import Expected
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement, Step
from dpproofs.kernel.domain import Domain, positive
from dpproofs.kernel.errors import BadInput, shortened
from dpproofs.kernel.proof import Proof
from dpproofs.kernel.proposition import Integral, Limit, Minimum, Proposition, Series, Sum, that
from dpproofs.kernel.verdict import Decision, Verdict
from dpproofs.verify import verify

KINDS = (Minimum, Expected, Limit, Series, Integral, Sum)  # the first of these is meant by default
TRIES = 24
DIFFERS = (
    "The formula is another one than what was found, which no certificate says of given functions."
)


@dataclass(frozen=True)
class Slot:
    """A goal of a claim with its formula.

    Attributes
    ----------
    goal
        The goal.
    printed
        The formula that the paper prints there.
    """

    goal: Goal
    printed: sp.Expr

    def put(self, value: sp.Expr) -> Goal:
        """The goal with another formula."""
        return with_formula(self.goal, value)

    @property
    def variables(self) -> Domain:
        """What the formula may speak of."""
        claim = self.goal.proposition
        if isinstance(claim, Series):
            return Domain((positive(claim.variable),))
        return self.goal.domain


def slots(statement: Statement) -> list[Slot]:
    """The formulas of the printed goals, the most telling kind first."""
    found: list[tuple[int, bool, int, Slot]] = []
    for place, goal in enumerate(statement.printed):
        claim = goal.proposition
        kind = next((n for n, kind in enumerate(KINDS) if isinstance(claim, kind)), None)
        if kind is None or (isinstance(claim, Expected) and claim.op != "=="):
            continue
        formula = _formula(claim)
        found.append((kind, not formula.free_symbols, place, Slot(goal, formula)))
    return [slot for *_, slot in sorted(found, key=lambda row: row[:3])]


def _formula(claim: Proposition) -> sp.Expr:
    if isinstance(claim, Series):
        return sp.Add(*(c * claim.variable**n for n, c in enumerate(claim.coefficients)))
    value: sp.Expr = claim.at if isinstance(claim, Minimum) else claim.value  # type: ignore[attr-defined]
    return value


# -- comparing it with what is printed -------------------------------------------------------------


@dataclass(frozen=True)
class FoundVerdict(Verdict):
    """A verdict with the formula that was derived.

    Attributes
    ----------
    found
        The formula; None when none was found.
    """

    found: sp.Expr | None = None


@dataclass(frozen=True)
class Reprint:
    """A claim as it would be had its paper printed another formula."""

    claim: Claim
    slot: Slot
    formula: sp.Expr

    def __repr__(self) -> str:
        return f"<Reprint of {self.id}: {shortened(str(self.formula))}>"

    @property
    def id(self) -> str:
        """The claim's identifier."""
        return self.claim.id

    @property
    def printed_formula(self) -> sp.Expr:
        """The formula that is meant to be printed."""
        return self.formula

    @cached_property
    def found(self) -> Found | None:
        """The formula that is derived, whatever is printed."""
        return find(self.slot.goal, self.claim)

    @cached_property
    def differs(self) -> dict[sp.Symbol, sp.Expr] | None:
        """A point at which the printed formula is another number than the one found."""
        if self.found is None:
            return None
        gap = self.formula - self.found.value
        for point in points(self.slot.variables, tries=TRIES):
            value = _number(gap.subs(point))
            size = abs(_number(self.found.value.subs(point))) + 1
            if value.is_number and not (value.is_real and abs(value) < size * sp.Float("1e-25")):
                return point
        return None

    def verify(self, *, digits: int = 30) -> FoundVerdict:
        """The verdict: ``holds`` when the formula is the one found, ``corrected`` when it is not,
        ``open`` when that is not decided.
        """
        if self.found is None:
            return self._open("No formula was derived.")
        try:
            verdict = verify(self._claim(self.found), digits=digits)
        except BadInput as problem:
            return self._open(f"{problem}.")
        values = {item.name: getattr(verdict, item.name) for item in fields(Verdict)}
        if verdict.decision is Decision.open and self.differs and self.formula.has(AppliedUndef):
            values["note"] = f"{DIFFERS} {verdict.note}"
        return FoundVerdict(**values, found=self.found.value)

    def _open(self, reason: str) -> FoundVerdict:
        base = verify(self._nothing())
        values = {item.name: getattr(base, item.name) for item in fields(Verdict)}
        return FoundVerdict(**{**values, "note": reason}, found=None)

    def _nothing(self) -> Claim:
        """A claim without steps, which stays open."""
        statement = replace(
            self.claim.printed, printed=(self.slot.put(self.formula),), corrected=(),
            corrected_latex="", also=(), definition=False,
        )  # fmt: skip
        return Claim(statement, lambda: Derivation(()))

    def _claim(self, found: Found) -> Claim:
        true, point = self.slot.put(found.value), self.differs
        domain = self.slot.variables
        shown = sp.latex(found.value)
        if point is None:
            printed, corrected = self.slot.put(self.formula), tuple[Goal, ...]()
        else:
            printed, corrected = Goal(that(found.value) == self.formula, domain), (true,)
        statement = replace(
            self.claim.printed, printed=(printed,), corrected=corrected, also=(), definition=False,
            printed_latex=sp.latex(self.formula), corrected_latex=shown if corrected else "",
            printed_text=str(self.formula), corrected_text=str(found.value) if corrected else "",
            note=f"Found from the definition: {found.how}.",
        )  # fmt: skip

        def derive() -> Derivation:
            proof = Proof(domain, statement)
            hints = {key: value for key, value in found.hints.items() if key != "uses"}
            names: dict[str, str] = {}
            for step in self._earlier(found):
                names[step.name] = proof.shows(
                    step.goal.proposition, on=step.goal.domain, by=step.method,
                    because=step.reason, uses=[names[name] for name in step.uses],
                    latex=step.latex, **_renamed(step.hints, names),
                )  # fmt: skip
            uses = tuple(names[name] for name in found.hints.get("uses", ()))
            hints = _renamed(hints, names)
            proof.concludes(
                true if point is not None else printed, by=found.by, uses=uses,
                because=f"derived: {found.how}", **hints,
            )  # fmt: skip
            if point is not None:
                proof.fails(printed, point, because="the formula printed is another number")
            return proof.done()

        return Claim(statement, derive)

    def _earlier(self, found: Found) -> Iterator[Step]:
        """The steps on which the last one rests."""
        wanted = set(found.hints.get("uses", ()))
        needed: list[Step] = []
        for step in reversed(self.claim.derivation.steps):
            if step.name in wanted:
                wanted |= set(step.uses)
                needed.append(step)
        yield from reversed(needed)


def _renamed(hints: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Hints that speak of steps by the names that these have now."""
    found = dict(hints)
    if "facts" in found:
        found["facts"] = [(names[name], at, factor) for name, at, factor in found["facts"]]
    return found


def _number(value: sp.Expr) -> sp.Expr:
    """A value, with functions of which nothing is known as numbers of their own: roots of primes,
    of which no combination with rational factors is 0.
    """
    unknown = sorted(value.atoms(AppliedUndef), key=str)
    return sp.N(value.xreplace({f: sp.sqrt(sp.prime(n + 4)) for n, f in enumerate(unknown)}), 40)


def printed_formula(claim: Claim, slot: int = 0) -> sp.Expr:
    """What the paper prints, where a claim is about a formula.

    Raises
    ------
    BadInput
        When the claim is about no formula.
    """
    return _slot(claim, slot).printed


def with_printed(claim: Claim, formula: sp.Expr, slot: int = 0) -> Reprint:
    """The claim as if another formula were printed.

    Parameters
    ----------
    claim
        A claim about a formula.
    formula
        A SymPy expression in the same symbols.
    slot
        Which formula, when the claim is about several.

    Raises
    ------
    BadInput
        When the claim is about no formula, or the new one speaks of other symbols.
    """
    if not isinstance(formula, sp.Expr):
        raise BadInput("formula", formula, "a SymPy expression")
    place = _slot(claim, slot)
    known = {v.symbol for v in place.variables}
    if not formula.free_symbols <= known:
        raise BadInput("formula", str(formula), f"an expression in {sorted(map(str, known))}")
    return Reprint(claim, place, formula)


def _slot(claim: Claim, number: int) -> Slot:
    found = slots(claim.printed)
    if not 0 <= number < len(found):
        accepted = (
            f"a claim with a formula of number {number}" if found else "a claim with a formula"
        )
        raise BadInput("claim", claim.id, accepted)
    return found[number]
