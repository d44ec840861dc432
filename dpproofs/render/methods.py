"""What each method of checking does, in a sentence for the reader of a page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

METHODS: Mapping[str, str] = {
    "assume": "a hypothesis of the statement, assumed as it stands there.",
    "atom": "the mass of defined noise at the origin is the atom of its definition.",
    "cases": "what holds on each of some pieces of an interval holds on the whole of it.",
    "cite": "a goal of another claim, which establishes it; the grade is that of the claim.",
    "counterexample": "the statement is false at one point, given exactly.",
    "cover": "what holds on every piece of a function in pieces holds on all of [0, oo).",
    "decreasing": "an inequality holds at the right end, and the difference of its sides decreases "
    "towards it.",
    "define": "a name is introduced for something that is there: its value has a meaning on the "
    "whole domain, and no other thing has the name.",
    "definition": "what a definition says, on its domain or on a part of it.",
    "density": "the mass of an interval inside one piece of a density is the integral over it.",
    "derivative": "the derivative is taken, and compared by normal form.",
    "duality": "a feasible point of a linear program and one of its dual give the same value.",
    "entailment": "a combination of earlier steps, each at values inside its domain, with "
    "multipliers that are not negative.",
    "evenness": "noise with an even density, and an atom at the origin only, is symmetric.",
    "existence": "defined noise is a probability: density and atom are not negative, and the "
    "integrals over the pieces, summed over all periods, and the atom add up to 1.",
    "expectation": "an expected cost is the integral of the cost times the density over all "
    "pieces, and what the atom adds; of a density with periods the first may stand apart.",
    "falling": "a function that is constant on its pieces does not increase, as no piece is higher "
    "than the one before.",
    "identity": "both sides have the same normal form, in a field of rational functions or in an "
    "algebraic tower over it.",
    "increasing": "an inequality holds at the left end, and the difference of its sides increases.",
    "instance": "a special case of an earlier step, at values that lie in its domain.",
    "integral": "an antiderivative is differentiated back, and taken at both ends.",
    "ladder": "an exponential polynomial is positive, as it is not negative at 0 and its "
    "derivative is positive; exponential factors are taken out in between.",
    "limit": "after a change of variable the expression is continuous at the point.",
    "measure": "a probability is additive: the same combination of indicators is right at every "
    "point of the line, whichever of the sets hold it.",
    "minimum": "the derivative is negative before the place and positive after it.",
    "mirror": "symmetric noise gives a set and its reflection the same mass.",
    "multiples": "what holds from each multiple of a width to the next holds on all of [0, oo).",
    "obtained": "one of the properties with which a rule found an object.",
    "privacy": "the definition of privacy, for one set and one shift.",
    "refutation": "for one noise, at exact parameters, every hypothesis holds and the statement "
    "fails: both are earlier steps.",
    "region": "ball arithmetic over a box that is cut into smaller ones until each is decided.",
    "rule": "a textbook theorem whose premises are earlier steps; they are matched with its "
    "wording, and nothing else is taken from it.",
    "series": "coefficients found by exact arithmetic with power series.",
    "sign": "all coefficients have one sign after a positive change of variables.",
    "squeeze": "what lies between two expressions with the same limit has that limit.",
    "steps": "for noise whose density is constant on cells of one width, no shift by whole cells "
    "gains more than delta; other shifts lie between these.",
    "sum": "a difference of two neighbouring values gives the term, and is taken at both ends.",
    "weaken": "a bound on an expected cost is followed by a weaker one; the least value of a "
    "function bounds its other values.",
    "witness": "values are given for what is said to exist; they lie in their ranges, and earlier "
    "steps say what is promised of them.",
}  # fmt: skip


def explained(method: str) -> str:
    """What a method does; nothing for a method that is not known here."""
    return METHODS.get(method, "")


def used(methods: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """The methods among some, each once, with what they do."""
    return tuple((name, METHODS[name]) for name in sorted(set(methods)) if name in METHODS)
