"""What was derived: a formula with its verdict, its certificate, and certified values."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar

import sympy as sp

from dpproofs.deriving.asked import asked
from dpproofs.deriving.asymptotics import PartialSum, expansion_of, limit_of
from dpproofs.deriving.balls import NoEnclosure
from dpproofs.deriving.quantity import Quantity
from dpproofs.deriving.reasons import reason
from dpproofs.deriving.sentences import ProofLine, extended, joined
from dpproofs.deriving.strips import points
from dpproofs.deriving.values import (
    CLOSE,
    agreement,
    at_point,
    case_of,
    formula_enclosure,
)
from dpproofs.kernel.derivation import Claim, Goal
from dpproofs.kernel.errors import BadInput, shortened
from dpproofs.kernel.proposition import that
from dpproofs.kernel.verdict import Decision, Mutation, Verdict
from dpproofs.notebook import shown
from dpproofs.render.book import Result, to_html, to_latex
from dpproofs.render.html import block
from dpproofs.tactics.budget import SECONDS, OutOfTime, entire
from dpproofs.tactics.tidy import signed
from dpproofs.verifying import verify

DIGITS = 30
NO_FORM = "No closed form was found; enclosure() gives certified values."
NOT_DECIDED = "The checkers do not decide this formula"


@dataclass(frozen=True)
class Derived(Quantity):
    """A formula that was found, what was decided about it, and how it was found.

    Attributes
    ----------
    name
        By which it is called, such as ``triangular.cost_2``.
    domain
        The parameters on which it depends.
    value
        The formula, or None where no closed form was found.
    path
        What was done to find it, in order.
    claim
        The sentence with its derivation; None when there is no formula, or when it has functions
        that certificates do not know.
    definition
        What the formula is compared with, and what encloses values where there is none.
    note
        Why the formula is not decided; empty where it is.

    Examples
    --------
    >>> from dpproofs.deriving.examples import box
    >>> cost = box.cost(2)
    >>> cost.value, cost.verdict.decision.value
    (s**2/3, 'holds')
    """

    @cached_property
    def verdict(self) -> Verdict:
        """What the checkers decide about the formula; ``open`` when they do not.

        >>> from dpproofs.deriving.examples import box
        >>> box.cost(1).verdict.decision.value
        'holds'
        """
        if self.claim is not None:
            try:
                return self._decided(self.claim)
            except OutOfTime:
                return replace(self, claim=None, note=f"{NOT_DECIDED} in time.").verdict
            except Exception as problem:  # noqa: BLE001  (of SymPy, mpmath or FLINT)
                note = f"{NOT_DECIDED}: {reason(problem)}."
                return replace(self, claim=None, note=note).verdict
        why = self.note or (NO_FORM if self.value is None else f"{NOT_DECIDED}.")
        return Verdict(
            id=self.name, paper=self.name.split(".", maxsplit=1)[0], item="derived",
            decision=Decision.open, grade=None, findings=(), mutation=Mutation(), digits=None,
            seconds=0.0, erratum=None, note=why, certificate={},
        )  # fmt: skip

    def _decided(self, claim: Claim) -> Verdict:
        """What the checkers decide about the claim."""
        return entire(lambda: self._compared(verify(claim)))

    def _compared(self, found: Verdict) -> Verdict:
        """The verdict with the digits to which the formula agrees with its definition; open when
        it does not.
        """
        if self.definition is None or self.value is None or found.decision is Decision.open:
            return found
        digits = agreement(self.value, self.definition, self.domain)
        if digits is not None and digits < CLOSE:
            reason = f"The formula agrees with its definition to {digits} digits only."
            return replace(found, decision=Decision.open, grade=None, note=reason)
        return replace(found, digits=digits if found.digits is None else found.digits)

    @property
    def certificate(self) -> dict[str, Any]:
        """The document that ``dpproofs replay --any-statement`` accepts; empty without a claim.

        >>> import dpproofs as dp
        >>> from dpproofs.deriving.examples import box
        >>> cost = box.cost(2)
        >>> dp.replay(cost.certificate, any_statement=True).accepted
        True
        """
        return self.verdict.certificate

    @property
    def holds(self) -> bool:
        """Whether the formula is established.

        >>> from dpproofs.deriving.examples import box
        >>> box.cost(2).holds
        True
        """
        return self.verdict.decision is Decision.holds

    def enclosure(
        self, *, digits: int = DIGITS, seconds: float = 4 * SECONDS, **parameters: Any
    ) -> tuple[Fraction, Fraction]:
        """A certified interval that contains the value at some parameters.

        It comes from the formula where that is established, and from the definition otherwise.

        Parameters
        ----------
        digits
            Relative width that is aimed at, in decimal digits, 1 to 1000.
        seconds
            How long this may take; the interval is wider when that is too short.
        parameters
            A value for each parameter: an integer, fraction, float (its binary value) or a text
            such as ``"3/10"`` or ``"0.3"``.

        Raises
        ------
        BadInput
            For a parameter that is missing, unknown or outside its domain, or when no enclosure is
            found.

        Examples
        --------
        >>> import sympy as sp
        >>> from dpproofs.deriving.examples import box, s
        >>> low, high = box.cost(1).enclosure(s="1/3")
        >>> low <= sp.Rational(1, 6) <= high
        True
        """
        if not 1 <= digits <= 1000:
            raise BadInput("digits", digits, "an integer from 1 to 1000")
        values = at_point(self.domain, parameters)
        value = None if self.value is None else case_of(self.value, values)
        if value is sp.oo:
            raise BadInput(self.name, parameters, "finite to be enclosed, and it is infinite")
        try:
            meant = self.definition is None and self.claim is None  # the formula is what is meant
            if value is not None and (meant or self.holds):
                return formula_enclosure(value, values, digits)
            if self.definition is not None:
                return self.definition.enclose(values, digits, seconds)
        except NoEnclosure as problem:
            raise BadInput(self.name, parameters, f"where it can be enclosed: {problem}") from None
        raise BadInput(self.name, parameters, "something whose value is established")

    def limit(self, symbol: sp.Symbol, point: Any, side: str | None = None) -> Derived:
        """The limit as a parameter ``symbol`` tends to a point, by default from inside its range.

        A ``side`` is "+" for from above, and "-" for from below.

        Raises
        ------
        BadInput
            When there is no such parameter, or no formula.

        Examples
        --------
        >>> from dpproofs.deriving.examples import box, s
        >>> box.cost(2).limit(s, 0).value
        0
        """
        blank = Quantity(f"{self.name}.limit", self.domain, None, self.path)
        return _with_questions(Derived, asked(lambda: limit_of(self, symbol, point, side), blank))

    def expansion(self, symbol: sp.Symbol, point: Any = 0, terms: int = 3) -> Expanded:
        """The first terms that are not 0 of the expansion in a parameter ``symbol``.

        The ``point`` is a place of the closed range, which is approached from above (the upper end
        from below), or infinity. ``remainder`` has bounds of what is left, over a range;
        ``unbounded`` says why there are none.

        Raises
        ------
        BadInput
            As :meth:`limit`, and for a point elsewhere.

        Examples
        --------
        >>> from dpproofs.deriving.examples import box, s
        >>> box.cost(2).expansion(s).value
        s**2/3
        """
        blank = PartialSum(f"{self.name}.expansion", self.domain, None, self.path)
        partial_sum = asked(lambda: expansion_of(self, symbol, point, terms), blank)
        return _with_questions(Expanded, partial_sum)

    def over(self, other: Derived | sp.Expr, name: str = "ratio") -> Derived:
        """The quotient of this formula and an ``other``, of which limits can be asked.

        It is called by its ``name``.

        Raises
        ------
        BadInput
            When one of the two has no formula.

        Examples
        --------
        >>> from dpproofs.deriving.examples import box
        >>> box.cost(2).over(box.cost(1)).value
        2*s/3
        """
        below = other.value if isinstance(other, Derived) else sp.S(other)
        if self.value is None or below is None:
            raise BadInput("other", self.name, "two quantities with closed forms")
        value = sp.factor(sp.together(self.value / below))
        called, claim, note = f"{self.name}.{name}", self.claim, self.note
        if isinstance(other, Derived):
            claim, note = joined(self.claim, other.claim, called), note or other.note
        if claim is not None and self.value / below != value:
            line = ProofLine(
                Goal(that(self.value / below) == value, self.domain), "identity", "a quotient"
            )
            claim = extended(claim, called, self.name, "a quotient", sp.latex(value), [line])
        return Derived(called, self.domain, value, (*self.path, "a quotient"), claim, None, note)

    def latex(self, *, snippet: bool = True) -> str:
        r"""The formula as LaTeX; with ``snippet=False`` the derivation, as a section of a book.

        >>> from dpproofs.deriving.examples import box
        >>> box.cost(2).latex()
        '\\frac{s^{2}}{3}'
        """
        if snippet or self.claim is None:
            return NO_FORM if self.value is None else str(sp.latex(self.value))
        return to_latex(self._result(self.claim))

    def html(self) -> str:
        """A page with the derivation, the verdict and the steps.

        Raises
        ------
        BadInput
            When no sentence was made of the formula.

        Examples
        --------
        >>> from dpproofs.deriving.examples import box
        >>> box.cost(1).html().startswith("<!DOCTYPE html>")
        True
        """
        if self.claim is None:
            raise BadInput("claim", self.name, "a formula that the checkers can decide")
        return to_html([self._result(self.claim)])

    def _result(self, claim: Claim) -> Result:
        return Result(claim.statement, claim.derivation, self.verdict)

    def __repr__(self) -> str:
        value = "no closed form" if self.value is None else str(self.value)
        return f"<{type(self).__name__} {self.name}: {shortened(value)}>"

    def _repr_latex_(self) -> str:
        if self.value is None:
            return rf"$\text{{{NO_FORM}}}$"
        return rf"$\displaystyle {sp.latex(self.value)}$"

    def _repr_html_(self) -> str:
        formula = NO_FORM if self.value is None else block(sp.latex(self.value))
        decided = self.note if self.claim is None else repr(self.verdict)[1:-1]
        rows = [("formula", formula), ("verdict", decided), ("found by", "; ".join(self.path))]
        return shown(self.name, rows=[row for row in rows if row[1]])


@dataclass(frozen=True, repr=False)
class Expanded(PartialSum, Derived):
    """A partial sum of an expansion, with its remainder where one was bounded.

    Attributes
    ----------
    variable
        What tends to the point.
    remainder
        Bounds of what the function is above the partial sum, or None when none was found.
    unbounded
        Why there is no remainder; empty where there is one.
    """


Kind = TypeVar("Kind", bound=Derived)


def _with_questions(kind: type[Kind], quantity: Quantity) -> Kind:
    """Return a quantity as one of which more can be asked."""
    return kind(**{each.name: getattr(quantity, each.name) for each in fields(kind)})


def kept(found: Derived, finite: sp.Basic | None = sp.true) -> Derived:
    """What was derived, without its formula unless that agrees with enclosures of the definition.

    The value is ``finite`` for the parameters for which that is true, and infinite for all others;
    where it is None, the checkers have to establish the formula.
    """
    if found.definition is None or found.value is None:
        return found
    if finite not in (sp.true, None):
        inside = [at for at in points(found.domain) if sp.S(finite).subs(at) == sp.true]
        formula = signed(found.value, inside[0]) if inside else found.value
        value = sp.Piecewise((formula, finite), (sp.oo, True))
        when = " and ".join(map(str, sp.And.make_args(value.args[0][1])))
        note = f"It is finite where {when}, and infinite elsewhere. "
        note += found.note or f"{NOT_DECIDED}."
        found = replace(found, value=value, claim=None, note=note)
    digits = agreement(found.value, found.definition, found.domain)
    if digits is None or digits < CLOSE:
        why = "it could not be compared with enclosures of the definition at three points"
        if digits is not None:
            why = f"it misses enclosures of the definition, agreeing to {digits} digits only"
        return _withheld(found, why)
    if finite is None and not found.holds:
        return _withheld(found, "it is not seen for which parameters it is finite")
    if found.claim is None and not found.note:
        note = f"{NOT_DECIDED}; at three points it agrees with enclosures of its definition, "
        return replace(found, note=f"{note}to {digits} digits.")
    return found


def _withheld(found: Derived, why: str) -> Derived:
    """The same without its formula."""
    note = f"The formula that was found is not given: {why}. enclosure() gives certified values."
    return replace(found, value=None, path=(), claim=None, note=note)
