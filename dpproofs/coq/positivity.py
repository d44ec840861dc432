"""Signs of fractions by coefficients: what is between bounds is written in what is positive.

A variable above a bound is the bound and a positive number, one between two bounds is the lower and
a share of the distance. The variables are taken from the last, whose bounds speak of the others.
FLINT factors the difference then; where no coefficient of a factor is negative, Coq sees its sign.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product

from flint import fmpq_mpoly

from dpproofs.coq.factors import ORDERS, entailment
from dpproofs.coq.factors import applies as factored
from dpproofs.coq.fractions import Variables, exact, rational, times
from dpproofs.coq.names import local
from dpproofs.coq.powers import has_powers
from dpproofs.coq.premises import Step, Write, intros, minus
from dpproofs.coq.propositions import Row
from dpproofs.coq.roots import excess
from dpproofs.coq.sentence import Certificate
from dpproofs.coq.terms import Tree, is_infinite, number, put
from dpproofs.kernel.errors import UnsupportedExpression

NEGATIVE = "no coefficients without a negative one"
#: So many ways are tried to write the variables.
CHOICES = 64


@dataclass(frozen=True)
class Shift:
    """A variable in terms of a number that is positive, or not negative.

    Attributes
    ----------
    name
        The variable.
    lemma
        The lemma of ``coq/tactics.v`` by which there is such a number.
    bounds
        The bounds of which it speaks.
    value
        What the variable is.
    """

    name: str
    lemma: str
    bounds: tuple[Tree, ...]
    value: Tree

    def text(self) -> str:
        """The variable is replaced."""
        new, ends = local(_new(self.name)), " ".join(number(bound, 0) for bound in self.bounds)
        known = " ".join(["ltac:(assumption)"] * len(self.bounds))
        return (
            f"destruct ({self.lemma} {local(self.name)} {ends} {known}) "
            f"as [{new} [P{new} E{new}]]; "
            f"subst {local(self.name)}; "
        )


def applies(step: Step, certificate: Certificate) -> bool:
    """Whether a sign is shown by coefficients, where all is tried."""
    if not certificate.get("everywhere") or step["method"] not in METHODS:
        return False
    try:
        METHODS[step["method"]](step, certificate)
    except UnsupportedExpression:
        return False
    return True


def _sign(step: Step, certificate: Certificate) -> str:
    """The difference as a product of factors without negative coefficients.

    Raises
    ------
    UnsupportedExpression
        Where no way to write the variables gives one.
    """
    said = step["proposition"]
    if said["kind"] != "relation" or said["op"] not in ORDERS:
        raise UnsupportedExpression("no coefficients of what is no inequality")
    known = _RelatedFractions(step, certificate)
    lead, shown, above = known.product(excess(said))
    if not above:
        raise UnsupportedExpression(NEGATIVE)
    shown_by = f"{known.text}{lead}by_coefficients_of {number(shown, 0)}"
    return f"{intros(step, certificate)}first [solve [{shown_by}] | by_sign]."


def _identity(step: Step, certificate: Certificate) -> str:
    """An equation of fractions of which no denominator is 0."""
    known = _RelatedFractions(step, certificate)
    lead = known.text + known.by_root()
    if not lead:
        raise UnsupportedExpression("no denominators of which a sign is known, and no root")
    shown_by = f"{lead}field; repeat split; other_than_zero"
    return f"{intros(step, certificate)}first [solve [{shown_by}] | by_identity]."


def _entailment(step: Step, certificate: Certificate) -> str:
    """What facts leave, where coefficients show the signs of multipliers and of what is left."""
    known = _RelatedFractions(step, certificate)
    text = entailment(step, certificate, known.signs)
    if not factored(step, certificate) or text == entailment(step, certificate):
        raise UnsupportedExpression("no signs by coefficients that an entailment needs")
    return text


class _RelatedFractions:
    """What is known of the fractions that a step relates.

    Attributes
    ----------
    text
        That the denominators are not 0 of which this is seen.
    """

    def __init__(self, step: Step, certificate: Certificate) -> None:
        rows = {row["name"]: row for row in certificate["statement"]["parameters"]}
        rows |= {row["name"]: row for row in step["domain"]}
        self.roots = [row for row in rows.values() if row["root"] is not None]
        if len(self.roots) > (step["method"] == "identity"):
            raise UnsupportedExpression("no coefficients where a variable is a root")
        self.ways = [[*_shifts(row)] for row in reversed(rows.values())]
        self.variables = Variables([name for row in rows for name in (row, _new(row))])
        self.powers = has_powers({**certificate, "steps": [step]})
        self.text = ""
        if step["method"] == "entailment":
            return
        self.whole = excess(step["proposition"])
        self.variables.value(self.whole)
        for tree in denominators(self.whole):
            try:
                lead, shown, above = self.product(tree)
            except UnsupportedExpression:
                continue
            side = "above" if above else "below"
            shown_by = f"({lead}apart_by {side} {number(shown, 0)})"
            self.text += f"assert ({number(tree, 50)} <> 0) by {shown_by}; "

    def signs(self, trees: Sequence[Tree]) -> str:
        """That numbers are positive of which coefficients show it."""
        text, usual = "", self.variables.names
        for tree in trees:
            hard = self.powers and " - " in number(tree)  # a sum of what is positive needs no more
            self.variables = Variables([*usual, *sorted(_symbols(tree) if hard else ())])
            try:
                lead, shown, above = self.product(tree)
            except UnsupportedExpression:
                continue
            if above and "add" in str(tree):
                by = f"{lead}by_coefficients_of {number(shown, 0)}"
                text += f"try assert (0 < {number(tree, 50)}) by ({by}). "
        return text

    def by_root(self) -> str:
        """That two sides differ by a multiple of the equation of a root, if there is one."""
        for row in self.roots:
            order, base = row["root"]
            power = ["pow", ["sym", row["name"]], ["int", str(order)]]
            whole, equation = map(self.variables.value, (self.whole, minus(power, base)))
            below, parts = self._below(whole.below)
            above, left = divmod(whole.above * equation.below * below, equation.above * whole.below)
            if left:
                raise UnsupportedExpression("no multiple of the equation of a root")
            multiple = number(times([self.variables.tree(above)], parts), 0)
            found = f"E_ : {number(power, 50)} = _ |- _ => apply (equal_by E_ {multiple})"
            return f"match goal with {found} end; "
        return ""

    def _below(self, least: fmpq_mpoly) -> tuple[fmpq_mpoly, list[tuple[Tree, int]]]:
        """A multiple of a denominator, as a product of what stands below a bar."""
        whole, parts = self.variables.one, []
        for tree in denominators(self.whole):
            base, count = self.variables.value(tree).above, 0
            while not (common := least.gcd(base)).is_constant():
                least, whole, count = least / common, whole * base, count + 1
            parts.append((tree, -count))
        return whole, parts

    def product(self, tree: Tree) -> tuple[str, Tree, bool]:
        """How variables are replaced, the size of a fraction then, and whether it is above 0."""
        for shifts in islice(product(*self.ways), CHOICES):
            chosen = [shift for shift in shifts if shift]
            try:
                shown, above = _signed(tree, chosen, self.variables)
            except (UnsupportedExpression, ZeroDivisionError):
                continue
            return "".join(shift.text() for shift in chosen), shown, above
        raise UnsupportedExpression(NEGATIVE)


def _symbols(node: Tree) -> set[str]:
    """The variables in some trees."""
    if not isinstance(node, (list, tuple)):
        return set()
    if len(node) == 2 and node[0] == "sym":
        return {node[1]}
    return {name for part in node for name in _symbols(part)}


def _new(name: str) -> str:
    return f"{name}_t"


def _shifts(row: Row) -> Iterator[Shift | None]:
    """The ways to write a variable; None is the variable itself."""
    name, lower, upper = row["name"], row["lower"], row["upper"]
    low, high = not is_infinite(lower), not is_infinite(upper)
    new: Tree = ["sym", _new(name)]
    under = ["pow", ["add", ["int", "1"], new], ["int", "-1"]]
    first, last = row["ends"]
    if low and high and row["ends"] != "[]":
        share = under if last == "]" else ["mul", new, under]
        value = ["add", lower, ["mul", minus(upper, lower), share]]
        lemma = {"()": "shift_inside", "[)": "shift_from_inside", "(]": "shift_inside_to"}
        yield Shift(name, lemma[row["ends"]], (lower, upper), value)
    if low and lower == ["int", "0"]:
        yield None
    elif low:
        lemma_ = "shift_from" if first == "[" else "shift_above"
        yield Shift(name, lemma_, (lower,), ["add", lower, new])
    if high:
        lemma_ = "shift_to" if last == "]" else "shift_below"
        yield Shift(name, lemma_, (upper,), minus(upper, new))


def _signed(tree: Tree, shifts: Sequence[Shift], variables: Variables) -> tuple[Tree, bool]:
    """A fraction but for its sign as a product without negative coefficients, and the sign."""
    for shift in shifts:
        tree = put(tree, {shift.name: shift.value})
    found = variables.value(tree)
    content, parts = Fraction(1), []
    for side, n in ((found.above, 1), (found.below, -1)):
        factor, rows = side.factor()
        content *= exact(factor) ** n
        for one, power in rows:
            signs = {coefficient > 0 for coefficient in one.coeffs()}
            if len(signs) > 1:
                raise UnsupportedExpression(NEGATIVE)
            sign = 1 if signs == {True} else -1
            content *= sign ** int(power)
            parts.append((variables.tree(sign * one), n * int(power)))
    if not content:
        raise UnsupportedExpression("nothing is left of an inequality")
    return times([rational(abs(content))], parts), content > 0


def denominators(node: Tree) -> list[Tree]:
    """The sums that stand below a bar in a tree, each once."""
    found: list[Tree] = []
    if isinstance(node, (list, tuple)):
        if node[0] == "pow" and node[2][0] == "int" and int(node[2][1]) < 0 and node[1][0] == "add":
            found.append(node[1])
        found += [tree for part in node[1:] for tree in denominators(part)]
    return [tree for place, tree in enumerate(found) if tree not in found[:place]]


METHODS: dict[str, Write] = {"entailment": _entailment, "identity": _identity, "sign": _sign}
