"""Claims as Python objects: what a paper says, how it is derived, and what was found about it."""

from __future__ import annotations

import fnmatch
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

from dpproofs.kernel.erratum import by_severity
from dpproofs.kernel.errors import BadInput, shortened
from dpproofs.notebook import shown
from dpproofs.stored import Stored, stored
from dpproofs.theorems.registry import catalogue, find, formalised, in_order, papers

if TYPE_CHECKING:
    import sympy as sp

    from dpproofs.deriving.printed import Reprint
    from dpproofs.kernel.derivation import Claim as Formal
    from dpproofs.kernel.derivation import Derivation, Statement
    from dpproofs.kernel.verdict import Verdict
    from dpproofs.render.proofs.form import ClaimStatus


@dataclass(frozen=True)
class Claim:
    """A claim of a paper.

    Parameters
    ----------
    formal
        The claim as theorems define it; `claim` finds one by its id.

    Examples
    --------
    >>> import dpproofs as dp
    >>> dp.claim("staircase.thm4.cost")
    <Claim staircase.thm4.cost: the least expected amplitude (Theorem 4, (44)): holds, proved>
    """

    formal: Formal

    @property
    def id(self) -> str:
        """The permanent id, such as ``staircase.thm4.cost``.

        >>> import dpproofs as dp
        >>> dp.claim("staircase.thm4.cost").id
        'staircase.thm4.cost'
        """
        return self.formal.id

    @property
    def statement(self) -> Statement:
        """The closed sentence: parameters, given objects, definitions, hypotheses, goals.

        >>> import dpproofs as dp
        >>> len(dp.claim("staircase.thm4.cost").statement.printed)  # goals
        2
        """
        return self.formal.statement

    @property
    def derivation(self) -> Derivation:
        """The steps that lead to it.

        >>> import dpproofs as dp
        >>> len(dp.claim("staircase.thm4.cost").derivation.steps) > 0
        True
        """
        return self.formal.derivation

    @property
    def paper(self) -> str:
        """The paper's name here, such as ``staircase``.

        >>> import dpproofs as dp
        >>> dp.claim("staircase.thm4.cost").paper
        'staircase'
        """
        return self.statement.paper

    @property
    def item(self) -> str:
        """Where in its paper it is made.

        >>> import dpproofs as dp
        >>> dp.claim("staircase.thm4.cost").item
        'Theorem 4, (44)'
        """
        return self.statement.item

    @property
    def title(self) -> str:
        """What it says, in a few words.

        >>> import dpproofs as dp
        >>> dp.claim("staircase.thm4.cost").title
        'the least expected amplitude'
        """
        return self.statement.title

    @property
    def sentence(self) -> str:
        """What is proved, with all its quantifiers, as text.

        >>> import dpproofs as dp
        >>> "Q(b, Delta, gamma)" in dp.claim("staircase.thm4.cost").sentence
        True
        """
        from dpproofs.render.sentence import text

        decided = self.found is not None and self.found.verdict != "open"
        return text(self.statement, self.derivation if decided else None)

    @property
    def formulas(self) -> tuple[sp.Basic, ...]:
        """The equations and inequalities among its goals, as SymPy objects.

        Those that are true: what holds instead, where the paper is wrong. Goals of other kinds
        (privacy, existence, expected costs) are in ``statement``.

        >>> import dpproofs as dp
        >>> claim = dp.claim("staircase.thm4.gamma")
        >>> [type(formula).__name__ for formula in claim.formulas]
        ['Equality']
        """
        from dpproofs.kernel.proposition import Relation

        goals = self.statement.corrected or self.statement.printed
        found = (goal.proposition for goal in goals)
        return tuple(_relational(p) for p in found if isinstance(p, Relation))

    @cached_property
    def found(self) -> Stored | None:
        """What was found when the claims were last checked; None if that was another statement.

        >>> import dpproofs as dp
        >>> dp.claim("staircase.thm4.cost").found.verdict
        'holds'
        """
        results, _ = stored([self.id])
        return results[0] if results else None

    def verify(self, *, digits: int = 50) -> Verdict:
        """Check it now, with formulas compared to some ``digits``; see `verify`.

        >>> import dpproofs as dp
        >>> dp.claim("additive.lem2").verify().decision.value
        'holds'
        """
        from dpproofs.verifying import verify as check

        return check(self.formal, digits=digits)

    @cached_property
    def verdict(self) -> Verdict:
        """What `verify` finds, found once and kept.

        >>> import dpproofs as dp
        >>> dp.claim("additive.lem2").verdict
        <Verdict additive.lem2: holds, proved; 14 steps, 6 of 6 twins rejected>
        """
        return self.verify()

    @property
    def certificate(self) -> dict[str, Any]:
        """The certificate of that verdict, which `replay` checks again.

        >>> import dpproofs as dp
        >>> dp.replay(dp.claim("additive.lem2").certificate).accepted
        True
        """
        return self.verdict.certificate

    @property
    def printed_formula(self) -> sp.Expr:
        """What the paper prints, of a claim about a formula; otherwise :class:`BadInput`.

        >>> import dpproofs as dp
        >>> dp.claim("staircase.thm4.cost").printed_formula
        Delta*exp(epsilon/2)/(exp(epsilon) - 1)
        """
        from dpproofs.deriving.printed import printed_formula

        return printed_formula(self.formal)

    @property
    def printed_formulas(self) -> tuple[sp.Expr, ...]:
        """All formulas of the claim, the one that is meant by default first.

        >>> import dpproofs as dp
        >>> len(dp.claim("staircase.thm4.cost").printed_formulas)
        1
        """
        from dpproofs.deriving.slots import slots

        return tuple(slot.printed for slot in slots(self.formal.printed))

    def with_printed(self, formula: sp.Expr, number: int = 0) -> Reprint:
        """The claim as it would be had the paper printed another ``formula``.

        ``number`` says in the place of which one, counted as in ``printed_formulas``.

        The formula is no input to the derivation: ``verify()`` derives it from the definition, and
        says ``holds`` or ``corrected``.

        >>> import dpproofs as dp
        >>> claim = dp.claim("staircase.thm4.cost")
        >>> false = claim.with_printed(2 * claim.printed_formula)
        >>> false.verify().decision.value
        'corrected'
        """
        from dpproofs.deriving.printed import with_printed

        return with_printed(self.formal, formula, number)

    def latex(self) -> str:
        """What it says and its proof, as LaTeX that needs amsmath alone, to be taken into a paper.

        >>> import dpproofs as dp
        >>> "gamma" in dp.claim("staircase.thm4.gamma").latex()
        True
        """
        from dpproofs.render.snippet import snippet

        known = on_paper(self.found, self.derivation) if self.found else None
        return snippet(self.statement, self.derivation, known)

    @property
    def state(self) -> str:
        """The verdict and its grade as they were last found, in words.

        >>> import dpproofs as dp
        >>> dp.claim("staircase.thm4.cost").state
        'holds, proved'
        """
        if self.found is None:
            return "not checked as it stands"
        return ", ".join(filter(None, (self.found.verdict, self.found.grade)))

    def __repr__(self) -> str:
        return f"<Claim {self.id}: {self.title} ({self.item}): {self.state}>"

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.statement.corrected_latex or self.statement.printed_latex}$"

    def _repr_html_(self) -> str:
        from dpproofs.render.html import block, told

        printed, corrected = self.statement.printed_latex, self.statement.corrected_latex
        rows = [("printed", block(printed))]
        rows += [("corrected", block(corrected))] if corrected else []
        return shown(told(self.title) + f" ({self.item}, {self.id}): {self.state}", rows=rows)


def on_paper(found: Stored, derivation: Derivation) -> ClaimStatus:
    """What was found of a claim, as a proof on paper tells it."""
    from dpproofs.render.content import told_by_coq
    from dpproofs.render.proofs.form import ClaimStatus
    from dpproofs.verifying import enclosures

    return ClaimStatus(
        verdict=found.verdict,
        grade=found.grade or "",
        rejected=found.mutants["killed"],
        twins=found.mutants["tried"],
        coq=told_by_coq(found.checked_by_coq, found.trusted_by_coq, found.unproved_by_coq),
        counterexample=(found.erratum or {}).get("counterexample", ""),
        enclosed=enclosures(derivation),
    )


class Claims(tuple[Claim, ...]):
    """Some claims, in the order in which the papers make them.

    Examples
    --------
    >>> import dpproofs as dp
    >>> dp.claims("additive", pattern="*.lem2")
    <Claim additive.lem2: no atoms off the origin (Lemma 2): holds, proved>
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return "\n".join(map(repr, self)) or "<no claims>"

    def _repr_html_(self) -> str:
        from dpproofs.render.html import told

        rows = ((c.id, c.item, told(c.title), c.state) for c in self)
        return shown("", ("claim", "where", "what it says", "verdict"), rows)


@dataclass(frozen=True)
class Erratum:
    """Where a paper is wrong.

    Attributes
    ----------
    id
        The claim.
    item
        Where its paper makes it.
    printed
        What is printed.
    counterexample
        Why that is false.
    corrected
        What holds instead; empty when nothing is known.
    severity
        1 where a theorem or a headline is false, 2 where a proof or a hypothesis fails and the
        theorem stands, 3 for a misprint; None where it is not said.
    changes
        What it changes for somebody who uses the result.
    patches
        The paper's lines, each as it is printed and as it should be.

    Examples
    --------
    >>> import dpproofs as dp
    >>> dp.errata("poster")[-1].id
    'poster.constraint'
    """

    id: str
    item: str
    printed: str
    counterexample: str
    corrected: str
    severity: int | None = None
    changes: str = ""
    patches: tuple[tuple[str, str], ...] = ()

    def __repr__(self) -> str:
        return f"<Erratum {self.id} ({self.item}): {shortened(self.printed)}>"

    def _repr_html_(self) -> str:
        return Errata((self,))._repr_html_()


class Errata(tuple[Erratum, ...]):
    """Some errata, those that reach farthest first.

    Examples
    --------
    >>> import dpproofs as dp
    >>> "poster.constraint" in [wrong.id for wrong in dp.errata("poster")]
    True
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return "\n\n".join(
            f"{e.id} ({e.item})\n  printed         {e.printed}\n"
            f"  counterexample  {e.counterexample}\n  corrected       {e.corrected or '-'}\n"
            f"  changes         {e.changes or '-'}"
            for e in self
        )

    def _repr_html_(self) -> str:
        from dpproofs.render.html import told

        told_of = ("printed", "counterexample", "corrected", "changes")
        rows = ((e.id, *(told(getattr(e, part)) for part in told_of)) for e in self)
        return shown("", ("claim", *told_of), rows)


class Verdicts(tuple["Verdict", ...]):
    """Some verdicts.

    Examples
    --------
    >>> import dpproofs as dp
    >>> [verdict.id for verdict in dp.verify("additive.lem2", "additive.eq4")]
    ['additive.lem2', 'additive.eq4']
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return "\n".join(map(repr, self)) or "<no verdicts>"

    def _repr_html_(self) -> str:
        rows = ((v.id, v.decision.value, v.grade.name if v.grade else "") for v in self)
        return shown("", ("claim", "verdict", "grade"), rows)


def claim(name: str) -> Claim:
    """The claim with an id.

    Parameters
    ----------
    name
        A permanent id, such as ``staircase.thm6.gamma``.

    Raises
    ------
    BadInput
        When there is none; the message names the nearest id.

    Examples
    --------
    >>> import dpproofs as dp
    >>> dp.claim("staircase.thm6.gamma").item
    'Theorem 6, (50), (303)'
    """
    return Claim(find(name))


def claims(paper: str | None = None, *, pattern: str = "*") -> Claims:
    """The claims that have been formalised.

    Parameters
    ----------
    paper
        Only those of a paper: ``staircase``, ``additive``, ``trunclap``, ``poster``, ``cactus`` or
        ``vector``.
    pattern
        Only those whose id fits, such as ``*.thm6.*``.

    Raises
    ------
    BadInput
        For an unknown paper.

    Examples
    --------
    >>> import dpproofs as dp
    >>> [found.id for found in dp.claims("staircase", pattern="*.thm4.*")]
    ['staircase.thm4.gamma', 'staircase.thm4.cost']
    """
    return Claims(claim(name) for name in _names(paper) if fnmatch.fnmatchcase(name, pattern))


@overload
def verify(claim: str | Claim | Formal, /, *, digits: int = 50) -> Verdict: ...
@overload
def verify(
    *claims: str | Claim | Formal, paper: str | None = None, digits: int = 50
) -> Verdicts: ...
def verify(
    *claims: str | Claim | Formal, paper: str | None = None, digits: int = 50
) -> Verdict | Verdicts:
    """Check claims and their false twins.

    Parameters
    ----------
    *claims
        Ids, or claims. None mean all of a paper, or all there are, which takes minutes.
    paper
        A paper, when no claims are named.
    digits
        Digits to which formulas are compared numerically, 1 to 1000.

    Returns
    -------
    The verdict of the one claim that is named, otherwise a tuple of verdicts.

    Raises
    ------
    BadInput
        For an unknown id or paper, or digits out of range.

    Examples
    --------
    >>> import dpproofs as dp
    >>> dp.verify("additive.lem2").decision.value
    'holds'
    """
    from dpproofs.verifying import verify as check

    verdicts = [check(each.formal, digits=digits) for each in chosen(claims, paper)]
    return verdicts[0] if len(claims) == 1 else Verdicts(verdicts)


def errata(paper: str | None = None) -> Errata:
    """Where the papers are wrong, as it was found when the claims were last checked.

    Parameters
    ----------
    paper
        Only those of a paper.

    Raises
    ------
    BadInput
        For an unknown paper.

    Examples
    --------
    >>> import dpproofs as dp
    >>> [wrong.id for wrong in dp.errata("staircase")]
    ['staircase.heur.quality', 'staircase.appB.lem23.proof', 'staircase.appF.lem31.proof']
    """
    results, _ = stored(_names(paper))
    found = ({"id": r.id, "item": r.item, **r.erratum} for r in results if r.erratum)
    return Errata(map(_erratum, by_severity(found)))


def _erratum(found: Mapping[str, Any]) -> Erratum:
    """An erratum as it is stored."""
    patches = tuple((line["printed"], line["corrected"]) for line in found.get("patches", ()))
    return Erratum(**{**found, "patches": patches})


def chosen(claims: Sequence[str | Claim | Formal], paper: str | None) -> Claims:
    """The claims that are named, or else those of a paper, or all.

    Raises
    ------
    BadInput
        For an unknown id or paper, or when claims and a paper are named.
    """
    if claims and paper is not None:
        raise BadInput("paper", paper, "left out when claims are named")
    return Claims(map(_claim, claims or _names(paper)))


def _claim(named: str | Claim | Formal) -> Claim:
    from dpproofs.kernel.derivation import Claim as Formalised

    if isinstance(named, Claim):
        return named
    return Claim(named if isinstance(named, Formalised) else find(named))


def _names(paper: str | None) -> Sequence[str]:
    if paper is None:
        return formalised()
    if paper not in papers():
        raise BadInput("paper", paper, f"one of {', '.join(papers())}")
    return in_order(name for name in formalised() if catalogue()[name].paper == paper)


def _relational(relation: Any) -> sp.Basic:
    import sympy as sp

    return sp.Rel(relation.lhs, relation.rhs, relation.op, evaluate=False)
