"""Proofs that noise is private whose density is constant on cells of one width."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dpproofs.coq.fractions import Quotient, Variables, exact
from dpproofs.coq.laws import Law, law
from dpproofs.coq.premises import Step, Write, intros, used
from dpproofs.coq.sentence import Certificate
from dpproofs.coq.terms import Tree, is_infinite, number, put
from dpproofs.kernel.errors import UnsupportedExpression


def has_cells(certificate: Certificate) -> bool:
    """Whether a claim has a step about such noise."""
    return any(step["method"] == "steps" for step in certificate["steps"])


def _steps(step: Step, certificate: Certificate) -> str:
    """At no shift by whole cells more is gained than delta; other shifts gain what lies between."""
    said, evidence = step["proposition"], step["evidence"]
    own, width = law(said["noise"], certificate), evidence["width"]
    count = _Counter([row["name"] for row in step["domain"]], width)
    values = "::".join([*(number(c, 35) for c in _values(own, count)), "nil"])
    reach = count(said["sensitivity"])
    if reach < 1:
        raise UnsupportedExpression("no proof in Coq for shifts by less than a cell")
    shown = used(evidence["existence"], {}, certificate)
    return (
        f"{intros(step, certificate)}pose proof ({shown}) as N_. revert N_. defined_noise. "
        f"intros N_. refine (@cells_private {own.applied} {own.atom or '0'} {number(width, 0)} "
        f"_ _ _ ({values})%list {reach - 1} N_ _ _ _ _ _ _ _); "
        "[even_density | condition | condition | in_cells | condition | by_identity "
        f"| little_gains ({values})%list]."
    )


class _Counter:
    """How many cells a length has."""

    def __init__(self, names: Sequence[str], width: Tree) -> None:
        self.variables = Variables(names)
        self.width = width

    def __call__(self, length: Tree) -> int:
        ratio = self.variables.value(["mul", length, ["pow", self.width, ["int", "-1"]]])
        return _whole(ratio)


def _whole(ratio: Quotient) -> int:
    """A whole number of cells.

    Raises
    ------
    UnsupportedExpression
        When it is none.
    """
    parts = [list(side.terms()) for side in (ratio.above, ratio.below)]
    if not parts[0]:
        return 0
    plain = all(len(terms) == 1 and not any(terms[0][0]) for terms in parts)
    found = exact(parts[0][0][1]) / exact(parts[1][0][1]) if plain else None
    if found is None or found.denominator != 1 or found < 0:
        raise UnsupportedExpression("no proof in Coq for noise that is not constant on cells")
    return int(found)


def _values(own: Law, count: _Counter) -> Iterator[Tree]:
    """The value in each cell of the half line, up to where there is no more."""
    before = 0
    for piece in own.density["pieces"]:
        upper = put(piece["upper"], own.at)
        if is_infinite(upper):
            return
        end = count(upper)
        yield from [put(piece["value"], own.at)] * (end - before)
        before = end


METHODS: dict[str, Write] = {"steps": _steps}
