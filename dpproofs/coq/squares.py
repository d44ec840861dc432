"""Signs by what FLINT factors the difference into, where a factor is a square or a bound is closer.

A square has a sign whatever its base, and of two bounds of a variable, one a parameter's and one
the step's own, the closer one counts. Without this a sign is that of the coefficients when each
variable is written in one that is positive, which squares and far bounds hide.
"""

from __future__ import annotations

from dpproofs.coq.factors import ORDERS, Factors, is_erratum
from dpproofs.coq.premises import Step, Write, intros
from dpproofs.coq.roots import excess, has_roots, point
from dpproofs.coq.sentence import Certificate
from dpproofs.coq.terms import Tree, number
from dpproofs.kernel.errors import UnsupportedExpression


def about_squares(certificate: Certificate) -> bool:
    """Whether a claim has signs that are shown by squares or closer bounds."""
    return any(applies(step, certificate) for step in certificate["steps"])


def applies(step: Step, certificate: Certificate) -> bool:
    """Whether a sign is shown by squares or closer bounds; errata have a way of their own."""
    if step["method"] not in METHODS or is_erratum(certificate):
        return False
    try:
        found = product(step, certificate)
    except UnsupportedExpression:
        return False
    return _has_square(found) or _has_closer_bound(step, certificate)


def product(step: Step, certificate: Certificate) -> Tree:
    """The difference of an inequality of fractions as a product.

    Raises
    ------
    UnsupportedExpression
        For something other than an inequality of fractions of the variables.
    """
    said = step["proposition"]
    if said["kind"] != "relation" or said["op"] not in ORDERS or has_roots(said):
        raise UnsupportedExpression("no product of what is no inequality of fractions")
    found = Factors([said["lhs"], said["rhs"]], point(step, certificate))
    if found.atoms or found.exponents.found:
        raise UnsupportedExpression("no product of what is no inequality of fractions")
    return found.rest(excess(said), [])


def _has_square(tree: Tree) -> bool:
    """Whether an even power of a sum is a factor of a product."""
    parts = tree[1:] if tree[0] == "mul" else [tree]
    return any(
        part[0] == "pow" and part[1][0] == "add" and int(part[2][1]) % 2 == 0 for part in parts
    )


def _has_closer_bound(step: Step, certificate: Certificate) -> bool:
    """Whether a step bounds a parameter beside the parameter's own bounds."""
    own = {row["name"]: row for row in certificate["statement"]["parameters"]}
    return any(own.get(row["name"], row) != row for row in step["domain"])


def _sign(step: Step, certificate: Certificate) -> str:
    found = number(product(step, certificate), 0)
    return f"{intros(step, certificate)}first [by_product {found} | by_sign]."


METHODS: dict[str, Write] = {"sign": _sign}
