"""Powers of what may be 0: defined, and not negative, where the exponent is positive."""

import pytest
from handmade import (
    F,
    Proof,
    accepted,
    add,
    derivative,
    expected,
    given,
    log,
    minimum,
    minus,
    mul,
    power,
    refused,
    rel,
    var,
)

P, X, Y = var("p", 0), var("x", 0, None, "[)"), var("y", 0, None, "[)")
VANISHES = "a power of what may be 0, with an exponent that is not shown to be positive"
UNSIGNED = "a logarithm or power of what is not shown to be positive"
BETWEEN = minus("x", "y")


def claimed(said, *domain):
    proof = Proof()
    proof.step(said, domain)
    return proof


@pytest.mark.parametrize(
    ("said", "domain"),
    [
        (rel(0, "<=", power("x", "p")), [P, X]),
        (rel(0, "<=", power("x", F(1, 2))), [X]),
        (rel(0, "<", power("x", "p")), [P, var("x", 0)]),
        (rel(0, "<", power("x", "p")), [var("p"), var("x", 0)]),
        (rel(power("x", add("p", 1)), "==", mul("x", power("x", "p"))), [P, X]),
        (rel(power(mul("x", "y"), "p"), "==", mul(power("x", "p"), power("y", "p"))), [P, X, Y]),
        (rel(power(power("x", "p"), F(1, 2)), "==", power("x", mul(F(1, 2), "p"))), [P, X]),
        (rel(power("x", "p"), "==", power(power("x", F(1, 2)), mul(2, "p"))), [P, X]),
        (rel(0, "<=", power(BETWEEN, "p")), [P, Y, var("x", "y", None, "[)")]),
        (rel(0, "<=", power(minus(2, "x"), "p")), [P, var("x", 0, 2, "[]")]),
        (rel(power(0, "p"), "==", 0), [P]),
        (rel(power(0, F(1, 2)), "==", 0), []),
        (rel(0, "<", power(add("x", 1), mul(-1, "p"))), [P, X]),
    ],
)  # fmt: skip
def test_a_power_with_a_positive_exponent_is_not_negative(said, domain):
    accepted(claimed(said, *domain))


@pytest.mark.parametrize(
    ("said", "domain", "words"),
    [
        (rel(0, "<=", power("x", "p")), [P, var("x", -1, None, "[)")], UNSIGNED),
        (rel(0, "<=", power("x", "p")), [P, var("x")], UNSIGNED),
        (rel(0, "<=", power(mul(-1, "x"), "p")), [P, X], UNSIGNED),
        (rel(0, "<=", power(power("x", 2), "p")), [P, var("x")], UNSIGNED),
        (rel(0, "<=", power("x", "p")), [var("p", 0, None, "[)"), X], VANISHES),
        (rel(0, "<=", power("x", "p")), [var("p", -1), X], VANISHES),
        (rel(0, "<=", power("x", mul(-1, "p"))), [P, X], VANISHES),
        (rel(0, "<=", power("x", F(-1, 2))), [X], VANISHES),
        (rel(0, "<=", power("x", minus("p", 1))), [var("p", 1), X], VANISHES),
        (rel(0, "<=", power("x", add("p", "q"))), [P, var("q", mul(-1, "p")), X], VANISHES),
        (rel(power("x", minus("p", "p")), "==", 1), [P, X], "not shown to differ from 0"),
        (rel(mul(power("x", "p"), power(power("x", "p"), -1)), "==", 1), [P, X],
         "not shown to differ from 0"),
        (rel(power(0, "p"), "==", 0), [var("p", 0, None, "[)")], VANISHES),
        (rel(power(0, F(-1, 2)), "==", 0), [], VANISHES),
        (rel(log(power("x", "p")), "==", mul("p", log("x"))), [P, X], UNSIGNED),
        (rel(0, "<", power("x", "p")), [P, X], ""),
        (rel(0, "<", power("x", F(1, 2))), [X], ""),
        (rel(1, "<=", add(1, mul(-1, power("x", "p")))), [P, X], ""),
    ],
)  # fmt: skip
def test_no_more_is_said_of_it(said, domain, words):
    """A negative base, an exponent that may be 0, a quotient, a logarithm: nothing is believed."""
    refused(claimed(said, *domain), words)


def grows(slope, on, gap=None):
    """x**p < (x + h)**p, since that grows with h."""
    here, beyond = power("x", "p"), power(add("x", "h"), "p")
    proof = Proof()
    change = proof.step(derivative(gap or minus(beyond, here), "h", slope), on, "derivative")
    sign = proof.step(rel(0, "<", slope), on)
    proof.step(rel(here, "<", beyond), on, "increasing", [change, sign])
    return proof


def test_a_power_grows_from_zero_on():
    slope = mul("p", power(add("x", "h"), minus("p", 1)))
    accepted(grows(slope, [P, X, var("h", 0)]))
    refused(grows(slope, [P, X, var("h", 0, None, "[)")]), VANISHES)
    refused(grows(slope, [var("p", 0, None, "[)"), X, var("h", 0)]), VANISHES)


def test_a_power_has_a_slope_where_its_base_is_positive():
    slope = mul("p", power("x", minus("p", 1)))
    for x, believed in ((var("x", 0), True), (X, False)):
        proof = Proof()
        proof.step(derivative(power("x", "p"), "x", slope), [var("p", 1), x], "derivative")
        accepted(proof) if believed else refused(proof, VANISHES)


# -- the least value of a function bounds an expectation ------------------------------------------

A = var("a", 0, 3, "[)")
SQUARE = add(power(minus("a", 1), 2), "q")


def bounded(*, value="q", op=">=", where=A, said=SQUARE, ends="[)", q=None):
    """E u is (a - 1)**2 + q, which is q at least."""
    proof = Proof(given=[given("Z")])
    q = q or var("q")
    known = proof.assume(expected("Z", "u", "==", said), q, where)
    least = proof.step(minimum(SQUARE, "a", 0, 3, ends, 1), [var("q")], "minimum")
    proof.step(expected("Z", "u", op, value), [q, where], "weaken", [known, least])
    return proof


def test_an_expectation_is_no_less_than_the_least_value():
    accepted(bounded())
    accepted(bounded(where=var("a", 1, 2)))
    direction = "the bound is of another direction, or not strict"
    refused(bounded(op=">"), direction)
    refused(bounded(op="=="), direction)
    between = "the bound is not between the two values"
    refused(bounded(op="<="), between)
    refused(bounded(value=add("q", F(1, 100))), between)
    refused(bounded(said=add(SQUARE, 1)), between)


def test_the_least_value_is_one_of_an_interval():
    """(a - 1)**2 is least among a in [0, 3): nothing follows for other a."""
    nowhere = "the value of a is not shown to lie where it has to"
    refused(bounded(where=var("a", 0, 4, "[)")), nowhere)
    refused(bounded(where=var("a", 0, 3, "[]")), nowhere)
    refused(bounded(where=var("a")), nowhere)


def test_the_least_value_is_one_at_its_own_parameters():
    proof = bounded()
    proof.steps[-2]["domain"] = [var("q", 1)]
    refused(proof, "the value of q is not shown to lie where it has to")


def test_of_another_variable_nothing_is_least():
    proof = Proof(given=[given("Z")])
    known = proof.assume(expected("Z", "u", "==", "b"), var("b"))
    least = proof.step(minimum("b", "b", 0, 3, "[)", 0), (), "minimum")
    proof.step(expected("Z", "u", ">=", 0), [var("b")], "weaken", [known, least])
    refused(proof, "the value of b is not shown to lie where it has to")
