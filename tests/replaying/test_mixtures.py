"""Mixtures of noise: what they cost, and what they lose, is at most the mixture of two bounds."""

import pytest
from handmade import (
    F,
    Proof,
    accepted,
    add,
    ap,
    expected,
    function,
    given,
    mass,
    minus,
    mul,
    noise,
    rejected,
    rel,
    some,
    tree,
    var,
)

GIVEN = [*map(given, "MNPQRT"), given("Z", on="integers"), given("K", arity=1),
         function("c", 1), function("b", 0)]  # fmt: skip
SHARE, REST = F(1, 4), F(3, 4)
FROM_0, LATER = var("x", 0, None, "[)"), var("h", 0)


def mixture(of="M", one="P", other="Q", share=SHARE, rest=REST, op="==", where=None):
    where = some() if where is None else where
    parts = mul(share, mass(one, where)), mul(rest, mass(other, where))
    return rel(mass(of, where), op, add(*parts))


def bound(one, other, share=SHARE, rest=REST):
    return add(mul(share, one), mul(rest, other))


# -- the cost -------------------------------------------------------------------------------------


def cheap(of="P", value=2, op="<=", cost=None):
    return expected(of, ap("c", "u") if cost is None else cost, op, value)


GROWS = rel(ap("c", "x"), "<=", ap("c", add("x", "h")))


def costs(rows=None, claim=None, domain=(), **changed):
    """E c(|M|) <= 2/4 + 3 * 10/4, because E c(|P|) <= 2 and E c(|Q|) <= 10."""
    proof = Proof(given=GIVEN)
    found = {"mixture": (mixture(),), "positive": (rel(0, "<=", ap("c", "x")), FROM_0),
             "grows": (GROWS, FROM_0, LATER), "one": (cheap(),), "other": (cheap("Q", 10),),
             **(rows or {})}  # fmt: skip
    used = [proof.assume(said, *domain, *around) for said, *around in found.values()]
    letters = {"mixed": noise("M"), "one": noise("P"), "other": noise("Q"), "share": SHARE,
               "rest": REST, "cost": ap("c", "x"), "one_bound": 2, "other_bound": 10}  # fmt: skip
    proof.rule("cost of a mixture", claim or cheap("M", bound(2, 10)), domain, used,
               **{**letters, **changed})  # fmt: skip
    return proof


def test_a_mixture_costs_at_most_the_mixture_of_what_both_cost():
    assert accepted(costs()).trusts == ("cost of a mixture",)
    accepted(costs(claim=cheap("M", 8)))
    accepted(costs({"mixture": (mixture(share=0, rest=1),)}, cheap("M", 10), share=0, rest=1))


@pytest.mark.parametrize(
    "changed",
    [
        {"rows": {"mixture": (mixture(op="<="),)}},
        {"rows": {"mixture": (mixture(op=">="),)}},
        {"rows": {"mixture": (mixture(share=REST, rest=SHARE),)}},
        {"rows": {"mixture": (mixture(one="Q", other="P"),)}},
        {"rows": {"mixture": (mixture(of="N"),)}},
        {"rows": {"mixture": (mixture(where=["between", "()", tree(0), tree(1)]),)}},
        {"rows": {"positive": (rel(-1, "<=", ap("c", "x")), FROM_0)}},
        {"rows": {"positive": (rel(0, "<=", ap("c", "x")), var("x", 1, None, "[)"))}},
        {"rows": {"grows": (rel(ap("c", add("x", "h")), "<=", ap("c", "x")), FROM_0, LATER)}},
        {"rows": {"grows": (GROWS, FROM_0, var("h", 0, 1))}},
        {"rows": {"one": (cheap(op=">="),)}},
        {"rows": {"one": (cheap("Q"),)}},
        {"rows": {"one": (cheap(value=3),)}},
        {"rows": {"other": (cheap("Q", 10, op="<"),)}},
        {"rows": {"other": (cheap("R", 10),)}},
        {"rows": {"other": (cheap("Q", 10, cost=mul(F(1, 2), ap("c", "u"))),)}},
        {"claim": cheap("M", 7)},
        {"claim": cheap("M", 8, op="<")},
        {"claim": cheap("M", 8, op="==")},
        {"claim": cheap("M", 8, op=">=")},
        {"claim": cheap("N", 8)},
        {"claim": cheap("M", 8, cost=mul(2, ap("c", "u")))},
        {"share": -SHARE},
        {"share": ap("b")},
        {"rest": SHARE},
        {"one": noise("Q"), "other": noise("P")},
        {"mixed": noise("N")},
    ],
)
def test_no_mixture_costs_anything_else(changed):
    report = costs(**changed).report()
    assert not report.accepted
    assert report.failing in ("6", None), report.reason


def test_a_negative_share_is_no_mixture():
    """P - Q + Q is P, and costs more than a difference of two bounds."""
    rows = {"mixture": (mixture(share=-1, rest=2),)}
    rejected(costs(rows, cheap("M", 18), share=-1, rest=2))
    rejected(costs({"mixture": (mixture(share=2, rest=-1),)}, cheap("M", -6), share=2, rest=-1))


# -- the divergence -------------------------------------------------------------------------------


def divergence(of="P", than="R", value=2, shift=5, op="<=", l="l", **more):  # noqa: E741
    return {"kind": "loss", "noise": noise(of), "than": noise(than), "shift": tree(shift),
            "count": tree(1), "variable": l, "loss": tree(l), "op": op, "value": tree(value),
            **more}  # fmt: skip


def loses(rows=None, claim=None, domain=(), **changed):
    """D(M || N + 5) <= 2/4 + 3 * 10/4, because D(P || R + 5) <= 2 and D(Q || T + 5) <= 10."""
    proof = Proof(given=GIVEN)
    found = {"mixture": mixture(), "than": mixture("N", "R", "T"), "one": divergence(),
             "other": divergence("Q", "T", 10), **(rows or {})}  # fmt: skip
    used = [proof.assume(said, *domain) for said in found.values()]
    letters = {"mixed": noise("M"), "one": noise("P"), "other": noise("Q"),
               "mixed_than": noise("N"), "one_than": noise("R"), "other_than": noise("T"),
               "shift": 5, "share": SHARE, "rest": REST, "one_bound": 2,
               "other_bound": 10}  # fmt: skip
    claim = claim or divergence("M", "N", bound(2, 10))
    proof.rule("divergence of a mixture", claim, domain, used, **{**letters, **changed})
    return proof


def test_a_mixture_loses_at_most_the_mixture_of_what_both_lose():
    assert accepted(loses()).trusts == ("divergence of a mixture",)
    accepted(loses(claim=divergence("M", "N", 8, l="x")))
    whole = {"mixture": mixture(share=1, rest=0), "than": mixture("N", "R", "T", 1, 0)}
    accepted(loses(whole, divergence("M", "N", 2), share=1, rest=0))


def test_shares_and_bounds_may_move_with_what_is_around():
    t = var("t", 0, 1, "[]")
    parts = {"share": tree("t"), "rest": minus(1, "t")}
    rows = {"mixture": mixture(**parts), "than": mixture("N", "R", "T", **parts)}
    accepted(loses(rows, divergence("M", "N", bound(2, 10, **parts)), [t], **parts))
    wide = var("t", 0, 2, "[]")
    rejected(loses(rows, divergence("M", "N", bound(2, 10, **parts)), [wide], **parts))


@pytest.mark.parametrize(
    "changed",
    [
        {"rows": {"mixture": mixture(op="<=")}},
        {"rows": {"mixture": mixture(share=REST, rest=SHARE)}},
        {"rows": {"mixture": mixture("N", "R", "T")}},
        {"rows": {"mixture": mixture(where=["between", "()", tree(0), tree(1)])}},
        {"rows": {"than": mixture("N", "R", "T", op=">=")}},
        {"rows": {"than": mixture("N", "R", "T", REST, SHARE)}},
        {"rows": {"than": mixture("N", "T", "R")}},
        {"rows": {"than": mixture()}},
        {"rows": {"one": divergence(op=">=")}},
        {"rows": {"one": divergence(op="<")}},
        {"rows": {"one": divergence(value=3)}},
        {"rows": {"one": divergence(shift=-5)}},
        {"rows": {"one": divergence("R", "P")}},
        {"rows": {"one": divergence("P", "T")}},
        {"rows": {"one": divergence(count=tree(2))}},
        {"rows": {"one": divergence(loss=mul(2, "l"))}},
        {"rows": {"one": divergence(loss=mul("l", "l"))}},
        {"rows": {"other": divergence("Q", "T", 10, shift=4)}},
        {"rows": {"other": divergence("P", "R", 10)}},
        {"claim": divergence("M", "N", 7)},
        {"claim": divergence("M", "N", 8, op="<")},
        {"claim": divergence("M", "N", 8, op="==")},
        {"claim": divergence("M", "N", 8, op=">=")},
        {"claim": divergence("N", "M", 8)},
        {"claim": divergence("M", "M", 8)},
        {"claim": divergence("M", "N", 8, shift=-5)},
        {"claim": divergence("M", "N", 8, shift=0)},
        {"claim": divergence("M", "N", 8, count=tree(2))},
        {"claim": divergence("M", "N", 8, loss=mul(2, "l"))},
        {"claim": divergence("M", "N", 8, loss=tree(0))},
        {"claim": rel(0, "<=", 8)},
        {"share": -SHARE},
        {"share": ap("b")},
        {"rest": SHARE},
        {"shift": -5},
        {"shift": "x"},
        {"one_bound": 1},
        {"mixed": noise("N")},
        {"one_than": noise("T"), "other_than": noise("R")},
        {"one_than": noise("Z")},
        {"mixed": noise("K")},
        {"mixed": some()},
    ],
)
def test_no_mixture_loses_anything_else(changed):
    report = loses(**changed).report()
    assert not report.accepted
    assert report.failing in ("5", None), report.reason


def test_a_mixture_that_moves_the_other_way_is_another_one():
    """With a negative share the bound would be a difference, and false."""
    rows = {"mixture": mixture(share=2, rest=-1), "than": mixture("N", "R", "T", 2, -1)}
    rejected(loses(rows, divergence("M", "N", -6), share=2, rest=-1))
    rows = {"mixture": mixture(share=-1, rest=2), "than": mixture("N", "R", "T", -1, 2)}
    rejected(loses(rows, divergence("M", "N", 18), share=-1, rest=2))
