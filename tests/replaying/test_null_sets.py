"""Sets without mass: some shift of noise misses one without length, and a finite divergence."""

import pytest
from handmade import (
    F,
    Proof,
    accepted,
    add,
    anyset,
    ap,
    between,
    exp,
    function,
    given,
    goal,
    mass,
    minus,
    moved,
    mul,
    noise,
    power,
    rejected,
    rel,
    some,
    tree,
    var,
)

A = some("A")
HALF = power(2, -1)
POSITIVE = var("h", 0)
GIVEN = [given("X"), given("Y"), given("L"), given("M", arity=1), anyset("A"), anyset("B"),
         function("c", 0)]  # fmt: skip


def divergence(of="X", than="X", shift="a", op="<=", value=5, l="l", **more):  # noqa: E741
    return {"kind": "loss", "noise": noise(of), "than": noise(than), "shift": tree(shift),
            "count": tree(1), "variable": l, "loss": tree(l), "op": op, "value": tree(value),
            **more}  # fmt: skip


def at_least(bound):
    return between("[)", bound, None)


def laplace(of="L"):
    """That noise has the density exp(-|x|)/2."""
    tail = mul(HALF, exp(mul(-1, "h")))
    return [(rel(mass(of, at_least("h")), "==", tail), POSITIVE),
            (rel(mass(of, at_least(mul(-1, "h"))), "==", minus(1, tail)), POSITIVE)]  # fmt: skip


# -- a shift that misses a set --------------------------------------------------------------------


def missed(rows=None, facts=None, domain=(), name="t", **changed):
    """A shift of X up to 2 that misses A."""
    proof = Proof(given=GIVEN)
    rows = [*laplace(), (rel(mass("L", A), "==", 0), *domain)] if rows is None else rows
    used = [proof.assume(claim, *around) for claim, *around in rows]
    t = ap(name, *(v["name"] for v in domain))
    if facts is None:
        facts = [rel(-2, "<=", t), rel(t, "<=", 2), rel(mass("X", moved(A, mul(-1, t))), "==", 0)]
    letters = {"noise": noise("X"), "gauge": noise("L"), "set": A, "width": 2, **changed}
    found = proof.obtain("shifts of a null set", name, [(fact,) for fact in facts], domain, used,
                         **letters)  # fmt: skip
    known = proof.fact(found, 1)
    proof.sentence["printed"] = [goal(rel(0, "==", 0))]  # a number that is found is no goal itself
    proof.step(rel(0, "==", 0), by="identity", uses=[known])
    return proof


def test_some_shift_misses_a_set_without_length():
    report = accepted(missed())
    assert report.trusts == ("shifts of a null set",)


def test_the_shift_may_be_another_one_everywhere():
    around = (var("x", 0, 1),)
    moving = moved(A, "x")
    rows = [*((claim, *around, h) for claim, h in laplace()),
            (rel(mass("L", moving), "==", 0), *around)]  # fmt: skip
    t = ap("t", "x")
    facts = [rel(-2, "<=", t), rel(t, "<=", 2),
             rel(mass("X", moved(moving, mul(-1, t))), "==", 0)]  # fmt: skip
    accepted(missed(rows, facts, around, set=moving))


T = ap("t")
NOTHING = rel(mass("L", A), "==", 0)
LOW, HIGH = rel(-2, "<=", T), rel(T, "<=", 2)
MISSES = rel(mass("X", moved(A, mul(-1, T))), "==", 0)
LESS = {
    "of another set": {"rows": [*laplace(), (rel(mass("L", some("B")), "==", 0),)]},
    "of other noise": {"rows": [*laplace(), (rel(mass("X", A), "==", 0),)]},
    "with a little mass": {"rows": [*laplace(), (rel(mass("L", A), "==", F(1, 9)),)]},
    "with a bound in the place of a mass": {"rows": [*laplace(), (rel(mass("L", A), ">=", 0),)]},
    "with the tails of other noise": {"rows": [*laplace("Y"), (NOTHING,)]},
    "with one tail": {"rows": [laplace()[0], laplace()[0], (NOTHING,)]},
    "with a tail at some places": {
        "rows": [(laplace()[0][0], var("h", 0, 1)), laplace()[1], (NOTHING,)]
    },
    "with a tail at a place": {
        "rows": [(rel(mass("L", at_least(1)), "==", mul(HALF, exp(-1))),), laplace()[1],
                 (NOTHING,)]
    },
    "without a width": {"width": 0},
    "with a width of which nothing is known": {"width": ap("c")},
    "with a negative width": {
        "width": -2,
        "facts": [rel(2, "<=", T), rel(T, "<=", -2), MISSES],
    },
    "closer than the width": {"facts": [rel(-1, "<=", T), rel(T, "<=", 1), MISSES]},
    "on one side": {"facts": [rel(0, "<=", T), HIGH, MISSES]},
    "moved the other way": {"facts": [LOW, HIGH, rel(mass("X", moved(A, T)), "==", 0)]},
    "at home": {"facts": [LOW, HIGH, rel(mass("X", A), "==", 0)]},
    "with one fact more": {"facts": [LOW, HIGH, MISSES, rel(T, "==", 0)]},
    "with one fact less": {"facts": [HIGH, LOW]},
    "of other noise that is missed": {
        "facts": [LOW, HIGH, rel(mass("Y", moved(A, mul(-1, T))), "==", 0)]
    },
    "called as the set": {"name": "A"},
    "called as the noise": {"name": "X"},
    "of any set": {
        "rows": [*laplace(), (rel(mass("L", some()), "==", 0),)], "set": some(),
        "facts": [LOW, HIGH, rel(mass("X", moved(some(), mul(-1, T))), "==", 0)],
    },
    "of a set with a variable that is not around": {"set": moved(A, "x")},
    "of a set with the variable of the rule": {"set": between("()", 0, "h")},
    "of a set that is none": {"set": noise("X")},
    "of a number for a set": {"set": tree(1)},
    "by a set for noise": {"gauge": A},
    "by a family for noise": {"gauge": noise("M")},
}  # fmt: skip


@pytest.mark.parametrize("name", LESS)
def test_no_shift_misses_a_set(name):
    report = missed(**LESS[name]).report()
    assert not report.accepted
    assert report.failing in ("4", None), report.reason


def test_a_set_that_the_number_itself_places_is_not_known_before():
    """With A - t for the set that has no length the shift would be a fixed point."""
    placed = moved(A, T)
    rows = [*laplace(), (rel(mass("L", placed), "==", 0),)]
    facts = [LOW, HIGH, rel(mass("X", moved(placed, mul(-1, T))), "==", 0)]
    rejected(missed(rows, facts, set=placed), step=None)


# -- a finite divergence --------------------------------------------------------------------------


def continuous(loss=None, empty=None, claim=None, domain=(), **changed):
    """X gives A no mass, because Y + 3 gives it none and D(X || Y + 3) is at most 5."""
    proof = Proof(given=GIVEN)
    used = [proof.assume(loss or divergence("X", "Y", 3), *domain),
            proof.assume(empty or rel(mass("Y", moved(A, -3)), "==", 0), *domain)]  # fmt: skip
    letters = {"noise": noise("X"), "other": noise("Y"), "shift": 3, "bound": 5, "set": A}
    proof.rule("finite divergence", claim or rel(mass("X", A), "==", 0), domain, used,
               **{**letters, **changed})  # fmt: skip
    return proof


def test_where_the_divergence_is_finite_sets_without_mass_have_none():
    report = accepted(continuous())
    assert report.trusts == ("finite divergence",)
    accepted(continuous(divergence("X", "Y", 3, l="x")))


def test_the_set_may_be_any_one():
    anywhere = some()
    accepted(continuous(empty=rel(mass("Y", moved(anywhere, -3)), "==", 0),
                        claim=rel(mass("X", anywhere), "==", 0), set=anywhere))  # fmt: skip


@pytest.mark.parametrize(
    "changed",
    [
        {"loss": divergence("X", "Y", 3, op=">=")},
        {"loss": divergence("X", "Y", 3, op="<")},
        {"loss": divergence("X", "Y", 3, op="==")},
        {"loss": divergence("Y", "X", 3)},
        {"loss": divergence("X", "X", 3)},
        {"loss": divergence("X", "Y", -3)},
        {"loss": divergence("X", "Y", 3, value=6)},
        {"loss": divergence("X", "Y", 3, count=tree(2))},
        {"loss": divergence("X", "Y", 3, count=tree(0))},
        {"loss": divergence("X", "Y", 3, loss=tree(0))},
        {"loss": divergence("X", "Y", 3, loss=mul(-1, "l"))},
        {"loss": divergence("X", "Y", 3, loss=mul(2, "l"))},
        {"loss": divergence("X", "Y", 3, loss=exp(mul(-1, "l")))},
        {"loss": divergence("X", "Y", 3, loss=tree("x")), "domain": [var("x", 0, 1)]},
        {"loss": rel(0, "<=", 5)},
        {"empty": rel(mass("Y", A), "==", 0)},
        {"empty": rel(mass("Y", moved(A, 3)), "==", 0)},
        {"empty": rel(mass("X", moved(A, -3)), "==", 0)},
        {"empty": rel(mass("Y", moved(A, -3)), "<=", F(1, 2))},
        {"empty": rel(mass("Y", moved(some("B"), -3)), "==", 0)},
        {"claim": rel(mass("X", some("B")), "==", 0)},
        {"claim": rel(mass("X", moved(A, -3)), "==", 0)},
        {"claim": rel(mass("Y", A), "==", 0)},
        {"claim": rel(mass("X", some()), "==", 0)},
        {"claim": rel(mass("X", A), "==", 1)},
        {"shift": -3},
        {"bound": 4},
        {"set": some("B")},
        {"set": between("()", 0, "x")},
        {"other": noise("X")},
        {"noise": noise("Y")},
    ],
)
def test_a_set_has_mass_where_anything_else_is_known(changed):
    report = continuous(**changed).report()
    assert not report.accepted
    assert report.failing in ("3", None), report.reason


def test_a_divergence_of_some_shifts_is_that_of_each_of_them():
    """And of no other: at a place of its range, which is shown, and not as it stands."""
    shifts = var("a", -1, 1, "[]")

    def made(at, shift):
        proof = Proof(given=GIVEN)
        one = proof.assume(divergence(), shifts)
        proof.step(divergence(shift=shift), (), "instance", [one], at=at)
        return proof

    accepted(made({"a": tree(F(1, 2))}, F(1, 2)))
    rejected(made({"a": tree(2)}, 2))
    rejected(made({"a": tree(F(1, 2))}, 1))
    rejected(made({}, "a"), step=None)
    proof = Proof(given=GIVEN)
    used = [proof.assume(divergence(), shifts),
            proof.assume(rel(mass("X", moved(A, mul(-1, "a"))), "==", 0), shifts)]  # fmt: skip
    proof.rule("finite divergence", rel(mass("X", A), "==", 0), (), used, noise=noise("X"),
               other=noise("X"), shift=F(1, 2), bound=5, set=A)  # fmt: skip
    rejected(proof)


def test_the_variable_of_a_loss_is_no_variable_around():
    """A loss may have another letter for it, and not one that is taken."""
    proof = Proof(given=GIVEN)
    one = proof.assume(divergence(shift=2))
    proof.step(divergence(shift=2, l="k"), (), "instance", [one], at={})
    accepted(proof)
    proof = Proof(given=GIVEN)
    around = [var("k", 0, 1)]
    one = proof.assume(divergence(shift=2, loss=add("l", "k")), *around)
    other = divergence(shift=2, loss=add("k", "k"), l="k")
    proof.step(other, around, "instance", [one], at={})
    rejected(proof, step=None)
