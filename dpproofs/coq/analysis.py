"""Proofs of steps about limits, functions that move one way, and pieces of intervals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dpproofs.coq.ladders import ladder
from dpproofs.coq.names import local
from dpproofs.coq.premises import HERE, Step, Write, earlier, intros, plain, used, used_at
from dpproofs.coq.propositions import Row, function
from dpproofs.coq.quotients import limit
from dpproofs.coq.sentence import Certificate
from dpproofs.coq.terms import end, number
from dpproofs.kernel.errors import UnsupportedExpression

ZERO = ["int", "0"]

#: Of so many variables a region is proved.
BISECTED = 2


def has_products(certificate: Certificate) -> bool:
    """Whether a step says where a product of powers is least."""
    return any(
        step["method"] == "minimum" and _is_product(step["proposition"])
        for step in certificate["steps"]
    )


def _is_product(said: Row) -> bool:
    tag, *parts = said["function"]
    powers = [part for part in parts if part[0] == "pow" and said["variable"] in _names(part[1])]
    return tag == "mul" and len(powers) > 1


def _monotone(lemma: str, of: str) -> Write:
    """From the derivative of the difference and its sign, two earlier steps."""

    def write(step: Step, certificate: Certificate) -> str:
        (slope, sign), said = step["uses"], step["proposition"]
        change = earlier(slope, certificate)["proposition"]
        if change["kind"] != "derivative" or said["op"] != "<":
            raise UnsupportedExpression(f"no proof in Coq for what is {of} in this form")
        variable = _row(change["variable"], step)
        difference = function(variable["name"], change["function"])
        derived = function(variable["name"], change["value"])
        ends = f"{end(variable['lower'])} {end(variable['upper'])}"
        at = {variable["name"]: HERE}
        return (
            f"{intros(step, certificate)}"
            f"assert (K_ : 0 < {difference} {local(variable['name'])}); "
            f"[eapply ({lemma} {difference} {derived} {ends}); "
            f"[ends | intros {HERE} A_ B_; ends_in A_ B_; "
            f"pose proof ({used_at(slope, at, certificate)}) as D_; exact D_ "
            f"| intros {HERE} A_ B_; ends_in A_ B_; "
            f"pose proof ({used_at(sign, at, certificate)}) as D_; cbv beta; by_instance D_ "
            f"| at_end | not_below | ends | ends] | cbv beta in K_; finish K_]."
        )

    return write


def _row(name: str, step: Step) -> Row:
    """What the domain of a step says of a variable.

    Raises
    ------
    UnsupportedExpression
        When it says nothing.
    """
    found: list[Row] = [row for row in step["domain"] if row["name"] == name]
    if not found:
        raise UnsupportedExpression(f"no proof in Coq for a step that does not bound {name!r}")
    return found[0]


def _squeeze(step: Step, certificate: Certificate) -> str:
    """Two bounds near the point, and their limits."""
    said = step["proposition"]
    above = said["side"] == "+"
    rows = [(name, earlier(name, certificate)) for name in step["uses"]]
    low = _bound(rows, said, "rhs", "lhs")
    high = _bound(rows, said, "lhs", "rhs")
    limits = [
        _tends(part[1]["proposition"][side], said, rows, certificate)
        for part, side in ((low, "lhs"), (high, "rhs"))
    ]
    inside = [
        _near(name, row, said, certificate, "near_above" if above else "near_below")
        for name, row in (low, high)
    ]
    shown = [
        function(said["variable"], low[1]["proposition"]["lhs"]),
        function(said["variable"], said["expression"]),
        function(said["variable"], high[1]["proposition"]["rhs"]),
    ]
    return (
        f"{intros(step, certificate)}"
        f"apply (squeezed {' '.join(shown)} {number(said['value'], 0)}); "
        f"[{inside[0]} | {inside[1]} | {limits[0]} | {limits[1]}]."
    )


def _bound(rows: Sequence[tuple[str, Step]], said: Row, same: str, other: str) -> tuple[str, Step]:
    """The step that bounds an expression on one side by something that has its limit."""
    for name, row in rows:
        claim = row["proposition"]
        if claim["kind"] == "relation" and claim[same] == said["expression"]:
            bound = claim[other]
            tends = bound == said["value"] or any(_limit_of(bound, said, at) for _, at in rows)
            if tends:
                return name, row
    raise UnsupportedExpression("no proof in Coq for a limit whose bounds are not among the steps")


def _limit_of(bound: object, said: Row, row: Step) -> bool:
    claim = row["proposition"]
    same = ("variable", "point", "side", "value")
    return claim["kind"] == "limit" and claim["expression"] == bound and all(
        claim[key] == said[key] for key in same
    )  # fmt: skip


def _tends(
    bound: object, said: Row, rows: Sequence[tuple[str, Step]], certificate: Certificate
) -> str:
    if bound == said["value"]:
        return "apply limit_const"
    name = next(name for name, row in rows if _limit_of(bound, said, row))
    return f"exact ({used(name, {}, certificate)})"


def _near(name: str, row: Step, said: Row, certificate: Certificate, lemma: str) -> str:
    """That a bound holds near the point."""
    variable = _row(said["variable"], row)
    fact = used_at(name, {said["variable"]: HERE}, certificate)
    ends = f"{end(variable['lower'])} {end(variable['upper'])}"
    return (
        f"apply ({lemma} _ {ends}); [ends | intros {HERE} A_ B_; ends_in A_ B_; "
        f"pose proof ({fact}) as D_; cbv beta; first [exact D_ | apply Rlt_le; exact D_]]"
    )


def _cases(step: Step, certificate: Certificate) -> str:
    """A piece of an interval after the other: of the variable of which a piece says something else.

    Raises
    ------
    UnsupportedExpression
        When this is more than one.
    """
    *first, last = step["uses"]
    pieces = [earlier(name, certificate) for name in step["uses"]]
    names = {
        row["name"] for row in step["domain"] for one in pieces if row != _row(row["name"], one)
    }
    if len(names) > 1:
        raise UnsupportedExpression("no proof in Coq for pieces of more than one interval")
    text = intros(step, certificate)
    for place, (name, one) in enumerate(zip(first, pieces, strict=False)):
        (moving,) = names
        x, piece = local(moving), _row(moving, one)
        split = "Rlt_le_dec" if piece["ends"][1] == ")" else "Rle_lt_dec"
        bound, after = number(piece["upper"], 0), f"C{place}_"
        shown = f"[exact ({used(name, {}, certificate)})|]"
        text += f"destruct ({split} {x} {bound}) as [?|{after}]; {shown}. "
        if piece["integer"] and split == "Rle_lt_dec":
            text += f"apply integer_le in {after}; [|integers|integers]. "
    return f"{text}exact ({used(last, {}, certificate)})."


def _multiples(step: Step, certificate: Certificate) -> str:
    """At the multiple of the width below the point."""
    (name,), evidence = step["uses"], step["evidence"]
    x, width = local(evidence["variable"]), number(evidence["width"], 0)
    share = f"({x} / ({width}))"
    return (
        f"{intros(step, certificate)}assert (H_ : 0 < {width}) by (condition || by_sign). "
        f"destruct (base_Int_part {share}) as [A_ B_]. "
        f"assert (E_ : {share} * ({width}) = {x}) by (field; Lra.lra). "
        f"assert (Q_ : 0 <= {share}) by (apply Rdiv_le_0_compat; Lra.lra). "
        f"assert (I_ : integer (IZR (Int_part {share}))) by (eexists; reflexivity). "
        f"assert (Z_ : 0 <= IZR (Int_part {share})) by (apply IZR_le, Z.lt_succ_r, lt_IZR; "
        "rewrite succ_IZR; Lra.lra). "
        f"revert A_ B_ I_ Z_; generalize (IZR (Int_part {share})); "
        f"intros {HERE} A_ B_ I_ Z_. "
        f"assert (C_ : {HERE} * ({width}) <= {x}) by Lra.nra. "
        f"assert (D_ : {x} < ({HERE} + 1) * ({width})) by Lra.nra. "
        f"exact ({used_at(name, {evidence['index']: HERE}, certificate)})."
    )


def _region(step: Step, certificate: Certificate) -> str:
    """By interval arithmetic; Coq cuts the box itself."""
    rows = [*certificate["statement"]["parameters"], *step["domain"]]
    named = set(_names(step["proposition"]))
    moving = [local(name) for name in dict.fromkeys(row["name"] for row in rows) if name in named]
    if len(moving) > BISECTED:
        raise UnsupportedExpression(f"no proof in Coq for a region of {len(moving)} variables")
    return f"{intros(step, certificate)}by_region_{len(moving)} {' '.join(moving)}".rstrip() + "."


def _names(node: object) -> Iterator[str]:
    if isinstance(node, Mapping):
        node = list(node.values())
    if isinstance(node, (list, tuple)):
        if len(node) == 2 and node[0] == "sym":
            yield str(node[1])
        for part in node:
            yield from _names(part)


METHODS: dict[str, Write] = {
    "cases": _cases,
    "decreasing": _monotone("falls", "decreasing"),
    "increasing": _monotone("rises", "increasing"),
    "ladder": ladder,
    "limit": limit,
    "minimum": plain("by_minimum"),
    "multiples": _multiples,
    "region": _region,
    "squeeze": _squeeze,
}
