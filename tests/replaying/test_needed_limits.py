"""Limits of size and time, each small enough to be met; and domains that are in no order."""

import sys

import pytest
from flint import arb
from handmade import (
    F,
    Proof,
    accepted,
    add,
    ap,
    derivative,
    exp,
    fails,
    function,
    goal,
    index,
    integral,
    log,
    mul,
    power,
    refused,
    rel,
    series,
    tree,
    var,
)
from test_steps import cells, steps

from dpproofs.replaying import Rejected, algebra, balls
from dpproofs.replaying.algebra import Fields
from dpproofs.replaying.methods import steps as method

AROUND = [var(name, 0) for name in "xyzw"]
SUM = add("x", "y", "z", "w")


def signed(claim, *domain):
    proof = Proof()
    proof.step(claim, domain or AROUND)
    return proof


LIMITS = {
    "a sum that grows too large": ("TERMS", 3, rel(0, "<", SUM)),
    "a product that grows too large": (
        "WORK", 3, rel(0, "<", mul(add("x", "y"), add("x", "y")))),
    "a power that grows too large": ("BITS", 12, rel(0, "<", power(mul(1000, "x"), 2))),
    "a polynomial that grows too large": (
        "TERMS", 3, rel(0, "<", mul(add("x", "y"), add("z", "w")))),
    "a polynomial that grows too large ": ("POWER", 2, rel(0, "<", mul(*["x"] * 5))),
    "a polynomial that grows too large  ": ("BITS", 8, rel(0, "<", mul(1000, "x"))),
    "an exponent beyond": ("POWER", 2, rel(0, "<", power("x", 3))),
    "an exponent with too large a denominator": ("POWER", 2, rel(0, "<", power("x", F(1, 3)))),
    "the sign is not shown": (
        "FACES", 1, rel(0, "<", add("p", 1)), var("p", 0, 1, "[]")),
    "not checked within -1 seconds": ("SECONDS", -1, rel(0, "<", "x")),
}  # fmt: skip


@pytest.mark.parametrize("words", LIMITS)
def test_what_would_grow_is_refused(words, monkeypatch):
    limit, most, claim, *domain = LIMITS[words]
    proof = signed(claim, *domain)
    accepted(proof)
    monkeypatch.setattr(algebra, limit, most)
    refused(proof, words.strip())


def test_generators_are_few():
    many = add(*(exp(power("x", n)) for n in range(1, 40)))
    proof = signed(rel(0, "<", many))
    refused(proof, "too many generators")


def test_boxes_are_few(monkeypatch):
    proof = Proof()
    proof.step(rel(mul("x", add(1, mul(-1, "x"))), "<", F(1, 2)), [var("x", 0, 1)], "region")
    accepted(proof)
    monkeypatch.setattr(balls, "BOXES", 1)
    refused(proof, "boxes remain that are not enclosed")


def test_cells_are_few(monkeypatch):
    proof = steps(cells(), 0, F(1, 2), 2)
    accepted(proof)
    monkeypatch.setattr(method, "CELLS", 1)
    refused(proof, "is not shown to be that of up to 1 cells")


TIMED = {
    "value": (rel(0, "<", "x"), "sign", AROUND),
    "_on_face": (rel(0, "<", "x"), "sign", AROUND),
    "covered": (rel("x", "<", 2), "region", [var("x", 0, 1)]),
    "series": (series("x", "x", 0, 1), "series", ()),
    "_lead": (integral(exp(mul(-1, "x")), "x", 0, None, 1), "integral", ()),
}


@pytest.mark.parametrize("where", TIMED)
def test_time_is_looked_at_in_every_loop(where, monkeypatch):
    def tick(_):
        if sys._getframe(1).f_code.co_name == where:
            raise Rejected(f"over in {where}")

    claim, by, domain = TIMED[where]
    proof, by_parts = Proof(), {"antiderivative": mul(-1, exp(mul(-1, "x")))}
    proof.step(claim, domain, by, **(by_parts if by == "integral" else {}))
    accepted(proof)
    monkeypatch.setattr(Fields, "tick", tick)
    refused(proof, f"over in {where}")


# -- domains --------------------------------------------------------------------------------------


def hollow(variable):
    return {**variable, "hollow": True}


ROOT = "the root x is not shown to lie in its open bounds"
QUARTER = [2, F(1, 4)]


@pytest.mark.parametrize(
    ("variable", "words"),
    [
        (var("x", 0, None, "[]"), "x cannot be infinite"),
        (var("x", None, 0, "[]"), "x cannot be infinite"),
        (var("x", 0, None, "()", integer=True), "the bounds of x are not integers"),
        (var("x", F(1, 2), None, "[)", integer=True), "the bounds of x are not integers"),
        (var("x", 0, 1, "(]", integer=True), "the bounds of x are not integers"),
        (var("x", 1, 1), "lower < upper"),
        (var("x", None, 1, root=QUARTER), ROOT),
        (var("x", 0, None, root=QUARTER), ROOT),
        (var("x", 0, 1, "[)", root=QUARTER), ROOT),
        (var("x", 0, 1, "(]", root=QUARTER), ROOT),
        (var("x", F(-1, 4), 1, root=QUARTER), ROOT),
        (var("x", F(3, 4), 1, root=QUARTER), ROOT),
        (var("x", 0, F(1, 4), root=QUARTER), ROOT),
        (var("x", 0, 1, "[]", integer=True, root=[2, 1]), ROOT),
        (var("x", 0, 2, "()", integer=True, root=[2, 1]), "the bounds of x are not integers"),
    ],
)
def test_a_domain_is_in_order(variable, words):
    proof = Proof()
    proof.step(rel("x", "==", "x"), [variable], "identity")
    refused(proof, words)


def test_a_root_is_in_no_range_that_may_be_empty():
    proof = Proof()
    one = proof.step(rel("x", "==", "x"), [hollow(var("x", 0, 1, root=QUARTER))], "identity")
    proof.step(rel(0, "<", 1), (), "entailment", [one], facts=[])
    refused(proof, ROOT)


# -- values ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (["max", tree("x"), tree(0)], "'max' has no value"),
        (log(0), "a logarithm or power of what is not shown to be positive"),
        (log(-2), "a logarithm or power of what is not shown to be positive"),
        (log(add("x", -1)), "a logarithm or power of what is not shown to be positive"),
        (power(add("x", -1), -1), "a division by something"),
        (power("x", 201), "an exponent beyond 200"),
        (power("x", F(1, 211)), "an exponent with too large a denominator"),
    ],
)
def test_what_has_no_value(value, words):
    proof = Proof()
    proof.step(rel(value, "==", value), [var("x", 0)], "identity")
    refused(proof, words)


@pytest.mark.parametrize("claim", [
    rel(exp(mul(log("x"), power(add(1, "y"), -1))), "==", "x"),
    rel(power("x", power(add(1, "y"), -1)), "==", "x"),
    rel(exp(mul(-1, "z")), "<", 1), rel(exp("z"), ">", 1), rel(exp("x"), "<", 2),
    rel(exp("w"), "<", 1),
    rel(exp(mul(-1, "x")), ">", 1), rel(power("x", log("y")), "==", "y"),
    rel(power("x", F(1, 2)), "==", 1),
    rel(mul(exp("y"), power("x", F(1, 2))), "==", exp(mul(F(3, 2), "y"))),
])  # fmt: skip
def test_a_power_is_none_with_another_exponent(claim):
    proof = Proof()
    proof.step(claim, [var("x", 0), var("y", 0), var("z", 0, None, "[)"), var("w", None, 0, "(]")])
    refused(proof, "the sign is not shown")


def test_a_number_that_may_be_0_has_no_logarithm():
    proof = Proof()
    proof.step(rel(log("x"), "==", log("x")), [var("x", 0, 1, "[]")], "identity")
    refused(proof, "a logarithm or power of what is not shown to be positive")


def test_what_nothing_is_known_of_may_jump_at_an_end():
    proof = Proof(given=[function("H")])
    x, h = [var("x", 0)], ap("H", "x")
    slope = proof.step(derivative("x", "x", 1), x, "derivative")
    sign = proof.step(rel(0, "<", 1), x)
    proof.step(rel(0, "<", add("x", h, mul(-1, h))), x, "increasing", [slope, sign])
    refused(proof, "need not be continuous")


def test_a_bound_is_finite():
    with pytest.raises(Rejected, match="a bound is not finite"):
        balls.end(arb("inf"))


# -- points and boxes -----------------------------------------------------------------------------


def counterexample(claim, domain=(), **point):
    proof = Proof(printed=[goal(claim, *domain)])
    proof.step(fails(claim, **point), domain, "counterexample", graded="enclosed")
    return proof


def test_what_is_not_decided_is_not_false():
    """log(3 + 2 sqrt(2)) is 2 log(1 + sqrt(2)), which ball arithmetic cannot tell."""
    root = power(2, F(1, 2))
    claim = rel(log(add(3, mul(2, root))), "==", mul(2, log(add(1, root))))
    refused(counterexample(claim), "not shown to be false at the point", verdict="refuted")


def test_an_integer_at_a_point_is_one():
    proof = counterexample(rel("n", "<", "n"), [index("n")], n=exp(1))
    refused(proof, "not shown to lie in the domain", verdict="refuted")


@pytest.mark.parametrize(
    "variable",
    [var("x", 0), var("x", 0, ["pi"]), var("x", None, 0), var("x", 0, 1, root=QUARTER)],
)
def test_a_region_is_a_box(variable):
    proof = Proof()
    proof.step(rel(-1, "<", "x"), [variable], "region")
    refused(proof, "a region is a box with rational ends")


def test_a_region_of_one_point_is_not_cut_further():
    proof = Proof()
    proof.step(rel(["pi"], "<", 3), (), "region")
    refused(proof, "boxes remain that are not enclosed")


@pytest.mark.parametrize("sides", [("-inf", 1), (0, "inf"), ("nan", 1)])
def test_what_is_not_finite_decides_nothing(sides, monkeypatch):
    monkeypatch.setattr(balls.Enclosures, "at", lambda *_: [arb(side) for side in sides])
    proof = Proof()
    proof.step(rel(0, "<", 1), (), "region")
    refused(proof, "boxes remain that are not enclosed")
    monkeypatch.setattr(balls.Enclosures, "at", lambda *_: [arb("inf")])
    assert balls.truth(Fields(), ("pi",), ">", ("num", F(3))) is None


@pytest.mark.parametrize("product", [
    mul("x", add("x", 1)), mul("x", add("x", 1), add("x", 2)), mul("x", add(2, mul(-1, "x"))),
    mul(add(1, mul(-1, "x")), "y"), mul("x", add(1, "y")), mul("y", add(1, mul(-1, "y"))),
])  # fmt: skip
def test_a_product_is_positive_where_every_factor_is(product):
    unit = [var("x", 0, 1, "[]"), var("y", 0, 1, "[]")]
    proof = Proof()
    proof.step(rel(product, ">=", 0), unit)
    accepted(proof)
    proof = Proof()
    proof.step(rel(product, ">", 0), unit)
    refused(proof, "the sign is not shown")


def test_a_point_is_one_of_the_domain():
    claim, x = rel("x", "<", 1), [var("x", 0)]
    other = "the point is not one of the domain"
    refused(counterexample(claim, x), other, verdict="refuted")
    refused(counterexample(claim, x, x=2, z=1), other, verdict="refuted")


def test_a_region_shows_that_sides_are_apart():
    proof = Proof()
    proof.step(rel("x", "<=", 1), [var("x", 0, 1)], "region")
    refused(proof, "only a strict relation can be enclosed")
