"""What a paper prints against what is derived: the printed formula is no input to the derivation.

A goal of a claim says that something (an expected cost, an integral, a sum, a limit, a place of a
minimum, a series) is a formula. The formula is found again from that something alone, decided, and
only then compared with what is printed. Where they differ at an exact point, the claim is
``corrected`` and the formula that was found stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property, partial
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.functions.elementary.hyperbolic import HyperbolicFunction

from dpproofs.deriving.finding import find
from dpproofs.deriving.formula import Found
from dpproofs.deriving.normalised import representable
from dpproofs.deriving.slots import Slot, formula_of, slots
from dpproofs.deriving.strips import points
from dpproofs.deriving.unlike import Unlike, unlike
from dpproofs.kernel.derivation import (
    Claim,
    Derivation,
    Goal,
    Statement,
    Step,
)
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.errors import BadInput, shortened
from dpproofs.kernel.proof import Proof
from dpproofs.kernel.proposition import (
    Relation,
    that,
)
from dpproofs.kernel.scope import applied, uses
from dpproofs.kernel.verdict import Decision, Verdict
from dpproofs.tactics.budget import within
from dpproofs.verifying import verify

TRIES, DIGITS = 24, 40
SECONDS = 2.0  # for seeing that two parts are equal
DIFFERS = (
    "The formula is another one than what was found, which no example of the given functions shows."
)


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
    def proved(self) -> Found | None:
        """The formula of the goal, where none is found that certificates can say in plain
        functions, as the claim's own derivation shows it.
        """
        said = self.found is not None and representable([self.found.value])
        if self.found is not None and said and not self.found.value.has(sp.lowergamma):
            return self.found
        return self._shown or (self.found if said else None)

    @cached_property
    def _shown(self) -> Found | None:
        """The formula of the goal as the claim's own derivation shows it, if it does."""
        for step in self.claim.derivation.steps:
            if step.goal == self.slot.goal:
                hints = {**step.hints, "uses": step.uses}
                value = formula_of(step.goal.proposition)
                return Found(value, step.method, hints, "the derivation of the claim itself")
        return None

    @cached_property
    def spelled_out(self) -> sp.Expr:
        """The formula in the symbols of the goal, without hyperbolic functions."""
        formula = self.slot.told.spelled_out(_as_written(self.formula, self.slot.printed))
        return formula.replace(lambda e: isinstance(e, HyperbolicFunction),
                               lambda e: e.rewrite(sp.exp))  # fmt: skip

    @cached_property
    def differs(self) -> dict[sp.Symbol, sp.Expr] | None:
        """A point at which the printed formula is another number than the one found."""
        if self.proved is None:
            return None
        gap = self.spelled_out - self.proved.value
        for point in points(self.slot.variables, tries=TRIES):
            value = _number(gap, point)
            size = abs(_number(self.proved.value, point)) + 1
            if value.is_number and not (value.is_real and abs(value) < size * sp.Float("1e-25")):
                return point
        return None

    def verify(self, *, digits: int = 30) -> FoundVerdict:
        """The verdict: ``holds`` when the formula is the one found, ``corrected`` when it is not,
        ``open`` when that is not decided.
        """
        if self.proved is None:
            return self._open("No formula was derived.")
        try:
            verdict = self._decided(self.proved, digits)
        except BadInput as problem:
            return self._open(f"{problem}.")
        values = {item.name: getattr(verdict, item.name) for item in fields(Verdict)}
        if self.differs and self._is_about_objects and verdict.decision is not Decision.holds:
            told = f"The values compared are {self._unlike.told}." if self._unlike else DIFFERS
            values["note"] = f"{told} {verdict.note}"
        return FoundVerdict(**values, found=self.proved.value)

    def _decided(self, found: Found, digits: int) -> Verdict:
        """The verdict on the formula as it stands; where its form is in the way, on the one that
        was found and that the two are equal.
        """
        own = self._shown
        told_apart = not self._is_about_objects or self._unlike is not None
        if self.differs and not told_apart and own and own.value == self.spelled_out:
            return verify(self._holding(own, in_form=True), digits=digits)
        if self.differs is not None:
            return verify(self._corrected(found, self.differs), digits=digits)
        verdict = verify(self._holding(found, in_form=True), digits=digits)
        if verdict.decision is Decision.open and self.spelled_out != found.value:
            return verify(self._holding(found, in_form=False), digits=digits)
        return verdict

    def _open(self, reason: str) -> FoundVerdict:
        base = verify(self._nothing())
        values = {item.name: getattr(base, item.name) for item in fields(Verdict)}
        return FoundVerdict(**{**values, "note": reason}, found=None)

    def _nothing(self) -> Claim:
        """A claim without steps, which stays open."""
        statement = replace(
            self.claim.printed, printed=(self.slot.put(self.spelled_out),), corrected=(),
            corrected_latex="", also=(), definition=False, formulas=(),
        )  # fmt: skip
        return Claim(statement, lambda: Derivation(()))

    @property
    def _is_about_objects(self) -> bool:
        """Whether the two formulas speak of objects that are given or defined."""
        return any(uses(self._same))

    @cached_property
    def _unlike(self) -> Unlike | None:
        """How values of given functions tell the two formulas apart, if these speak of such."""
        return unlike(self._same, self.claim.printed) if self._is_about_objects else None

    @property
    def _same(self) -> Goal:
        """That what was found is what is printed."""
        assert self.proved is not None  # noqa: S101  # asked of what was found only
        return Goal(that(self.proved.value) == self.spelled_out, self.slot.variables)

    def _holding(self, found: Found, *, in_form: bool) -> Claim:
        """The claim whose formula is right: as it stands, or as a second goal says it."""
        true = self.slot.put(self.spelled_out if in_form else found.value)
        goals = (true,) if in_form else (true, self._same)

        def derive(proof: Proof) -> None:
            self._conclude(proof, true, found)
            for same in goals[1:]:
                _equate(proof, same)

        return self._claim(found, goals, (), derive)

    def _corrected(self, found: Found, point: Mapping[sp.Symbol, sp.Expr]) -> Claim:
        """The claim whose formula is another number, with what was found instead.

        Where what was found rests on given objects, which may depend on parameters, the formulas
        are compared in letters of their own; where the formulas speak of them, at values that an
        example takes.
        """
        true, printed = self.slot.put(found.value), self._same
        if (valued := self._unlike) is not None:
            printed, point = valued.goal, valued.point
        if self._alone(found).given and not any(uses(printed)):
            printed, point = _in_letters_of_its_own(printed, point)

        def derive(proof: Proof) -> None:
            self._conclude(proof, true, found)
            proof.fails(printed, point, because="the formula printed is another number")

        return self._claim(found, (printed,), (true,), derive)

    def _claim(
        self,
        found: Found,
        printed: tuple[Goal, ...],
        corrected: tuple[Goal, ...],
        write: Callable[[Proof], None],
    ) -> Claim:
        """A claim about the formula alone."""
        statement = replace(
            self._alone(found), printed=printed, corrected=corrected, also=(), definition=False,
            printed_latex=sp.latex(self.formula), formulas=(),
            corrected_latex=sp.latex(found.value) if corrected else "",
            printed_text=str(self.formula), corrected_text=str(found.value) if corrected else "",
            note=f"Found from {'the definition: ' * (found is self.found)}{found.how}.",
        )  # fmt: skip

        def derive() -> Derivation:
            proof = Proof(self.slot.variables, statement)
            write(proof)
            return proof.done()

        return Claim(statement, derive)

    def _alone(self, found: Found) -> Statement:
        """The statement without given objects, when neither the goal nor what decides it speaks of
        them: a formula is then decided for itself.
        """
        whole = self.claim.printed
        if any(step.method in ("assume", "rule", "privacy") for step in self._earlier(found)):
            return whole
        given = {one.name for one in whole.given}
        known = {name for name, *_ in uses(self.slot.goal)}
        kept = []
        for definition in reversed(whole.definitions):
            if definition.name in known:
                kept.append(definition)
                known |= {name for name, *_ in applied(definition)}
        if given & (known | {str(f.func) for f in self.spelled_out.atoms(AppliedUndef)}):
            return whole
        return replace(
            whole, given=(), hypotheses=(), examples=(), definitions=tuple(reversed(kept)),
            printed=(self.slot.goal,), corrected=(), corrected_latex="", also=(), formulas=(),
        )  # fmt: skip

    def _conclude(self, proof: Proof, goal: Goal, found: Found) -> None:
        """Append the steps on which a formula rests, and the one that finds it."""
        hints = {key: value for key, value in found.hints.items() if key != "uses"}
        names: dict[str, str] = {}
        for step in self._earlier(found):
            names[step.name] = proof.shows(
                step.goal.proposition, on=step.goal.domain, by=step.method,
                because=step.reason, uses=[names[name] for name in step.uses],
                latex=step.latex, **_renamed(step.hints, names),
            )  # fmt: skip
        proof.concludes(
            goal, by=found.by, because=f"derived: {found.how}",
            uses=tuple(names[name] for name in found.hints.get("uses", ())),
            **_renamed(hints, names),
        )  # fmt: skip

    def _earlier(self, found: Found) -> Iterator[Step]:
        """The steps on which the last one rests."""
        wanted = set(found.hints.get("uses", ()))
        needed: list[Step] = []
        for step in reversed(self.claim.derivation.steps):
            if step.name in wanted:
                wanted |= set(step.uses)
                needed.append(step)
        yield from reversed(needed)


def _in_letters_of_its_own(
    goal: Goal, point: Mapping[sp.Symbol, sp.Expr]
) -> tuple[Goal, dict[sp.Symbol, sp.Expr]]:
    """A goal and a point with other letters for all variables."""
    new = {v.symbol: sp.Symbol(f"{v.symbol.name}_0", **v.symbol.assumptions0) for v in goal.domain}

    def put(value: sp.Expr) -> sp.Expr:
        return value.xreplace(new)

    domain = Domain(tuple(
        replace(v, symbol=new[v.symbol], lower=put(v.lower), upper=put(v.upper),
            root=v.root and (v.root[0], put(v.root[1]))) for v in goal.domain
    ))  # fmt: skip
    return Goal(goal.proposition.map(put), domain), {new[s]: value for s, value in point.items()}


def _equate(proof: Proof, same: Goal) -> None:
    """Append that two formulas are equal: by an identity, and where a variable is a root by its
    name, by one after it is spelled out.
    """
    because = "and that is what is printed"
    claim = same.proposition
    assert isinstance(claim, Relation)  # noqa: S101  # made as one
    facts, left = [], claim.lhs
    for variable in same.domain:
        T = variable.symbol
        if variable.root is None or T not in left.free_symbols:
            continue
        order, radicand = variable.root
        root = radicand ** sp.Rational(1, order)
        power = proof.shows(that(T**order) == root**order, on=same.domain, by="identity",
            because=f"{T} is this root")  # fmt: skip
        slope = sp.Add(*(T ** (order - 1 - n) * root**n for n in range(order)))
        equal = proof.follows(that(T) == root, (power, 1 / slope), on=same.domain,
            because="as both are positive")  # fmt: skip
        spelled_out = left.xreplace({T: root})
        facts.append((equal, sp.cancel((left - spelled_out) / (T - root))))
        left = spelled_out
    if not facts:
        proof.concludes(same, by="identity", because=because)
        return
    rest = proof.shows(that(left) == claim.rhs, on=same.domain, by="identity",
        because="with the root spelled out")  # fmt: skip
    proof.follows(same, *facts, rest, because=because)


def _renamed(hints: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Hints that speak of steps by the names that these have now."""
    found = dict(hints)
    if "facts" in found:
        found["facts"] = [(names[name], at, factor) for name, at, factor in found["facts"]]
    return found


def _number(value: sp.Expr, at: Mapping[sp.Symbol, sp.Expr]) -> sp.Expr:
    """A value at a point, with functions of which nothing is known as numbers of their own: roots
    of primes, of which no combination with rational factors is 0.
    """
    if not value.has(AppliedUndef):
        return value.evalf(DIGITS, subs=at)
    value = value.subs(at)
    unknown = sorted(value.atoms(AppliedUndef), key=str)
    known = {f: sp.sqrt(sp.prime(n + 4)) for n, f in enumerate(unknown)}
    return sp.N(value.xreplace(known), DIGITS)


def _as_written(formula: sp.Expr, printed: sp.Expr) -> sp.Expr:
    """A formula with the logarithms and sums that are printed for those that are equal to them:
    these may be letters of a paper.
    """
    for head in (sp.log, sp.Sum):
        for found in formula.atoms(head) - printed.atoms(head):
            for known in printed.atoms(head):
                gap = found.args[0] - known.args[0]
                alike = found.args[1:] == known.args[1:]
                if alike and within(SECONDS, partial(sp.simplify, gap)) == 0:
                    formula = formula.xreplace({found: known})
    return formula


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
    if not formula.free_symbols <= place.symbols:
        accepted = f"an expression in {sorted(map(str, place.symbols))}"
        raise BadInput("formula", str(formula), accepted)
    return Reprint(claim, place, formula)


def _slot(claim: Claim, number: int) -> Slot:
    found = slots(claim.printed)
    if not 0 <= number < len(found):
        accepted = (
            f"a claim with a formula of number {number}" if found else "a claim with a formula"
        )
        raise BadInput("claim", claim.id, accepted)
    return found[number]
