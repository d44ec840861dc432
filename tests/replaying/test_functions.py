"""Functions beyond exp and log: what is known of them, their slopes, and limits at infinity."""

import pytest
from checked import established
from handmade import (
    PI,
    F,
    Proof,
    accepted,
    add,
    ap,
    asin,
    atan,
    cos,
    derivative,
    erf,
    exp,
    gamma,
    integral,
    log,
    lowerbeta,
    lowergamma,
    minus,
    mul,
    power,
    proof,
    refused,
    rel,
    sin,
    step,
    tree,
    var,
)
from hypothesis import strategies as st
from numerics import number
from numerics import value as ball
from test_domains import accepted_are_true, accepts, relation_holds

from dpproofs.replaying import reader, special
from dpproofs.replaying.algebra import Fields
from dpproofs.replaying.infinity import Far
from dpproofs.replaying.reader import Rejected

Y = var("y", 0)


def slope(node, x):
    """The derivative of a tree, as somebody would propose it."""
    tag, *parts = node
    if node == ["sym", x]:
        return tree(1)
    if x not in str(node):
        return tree(0)
    inner = slope(parts[-1], x)
    if tag == "add":
        return add(*(slope(part, x) for part in parts))
    if tag == "mul":
        rows = [mul(*parts[:i], slope(p, x), *parts[i + 1 :]) for i, p in enumerate(parts)]
        return add(*rows)
    if tag == "pow":
        base, n = parts
        less = mul(n, power(base, minus(n, 1)), slope(base, x))
        return add(less, mul(node, log(base), inner)) if x in str(n) else less
    u = parts[-1]
    outer = {
        "exp": lambda: node,
        "log": lambda: power(u, -1),
        "erf": lambda: mul(2, power(PI, F(-1, 2)), exp(mul(-1, power(u, 2)))),
        "atan": lambda: power(add(1, power(u, 2)), -1),
        "asin": lambda: power(minus(1, power(u, 2)), F(-1, 2)),
        "sin": lambda: cos(u),
        "cos": lambda: mul(-1, sin(u)),
        "lowergamma": lambda: mul(power(u, minus(parts[0], 1)), exp(mul(-1, u))),
        "lowerbeta": lambda: mul(
            power(u, minus(parts[0], 1)), power(minus(1, u), minus(parts[1], 1))
        ),
    }
    return mul(outer[tag](), inner)


def integrated(f, value, *domain, low=0, high=None, integrand=None):
    """The integral of the slope of f."""
    change = slope(f, "x") if integrand is None else integrand
    return [step(integral(change, "x", low, high, value), list(domain), "integral",
                 antiderivative=tree(f))]  # fmt: skip


def said(lhs, op, rhs, *domain, by=None):
    return [step(rel(lhs, op, rhs), list(domain), by or ("identity" if op == "==" else "sign"))]


# -- what is accepted -----------------------------------------------------------------------------

RIGHT = var("y", mul(F(-1, 2), PI), mul(F(1, 2), PI))
SOFT = log(add(1, exp(mul(-1, "x"))))
ACCEPTED = {
    "Cauchy": integrated(mul(atan(mul("x", power("y", -1))), power(PI, -1)), F(1, 2), Y),
    "a power falls": integrated(mul(-1, power(add("x", "y"), mul(-1, "a"))),
                                power("y", mul(-1, "a")), Y, var("a", 0)),
    "a fraction": integrated(mul(power("x", 2), power(add("y", power("x", 2)), -1)), 1, Y),
    "Gamma": integrated(lowergamma("y", "x"), gamma("y"), Y),
    "Gamma of a power": integrated(lowergamma(power("y", -1), power("x", "y")),
                                   gamma(power("y", -1)), Y),
    "a Beta integral": integrated(
        lowerbeta("y", "a", mul("x", power(add(1, "x"), -1))),
        mul(gamma("y"), gamma("a"), power(gamma(add("y", "a")), -1)), Y, var("a", 0),
    ),
    "a Beta integral up to 1": integrated(
        lowerbeta("y", F(1, 2), power("x", 2)),
        mul(gamma("y"), power(PI, F(1, 2)), power(gamma(add("y", F(1, 2))), -1)), Y, high=1,
    ),
    "a Cauchy moment": integrated(
        lowerbeta(mul(F(1, 2), add("a", 1)), mul(F(1, 2), minus(1, "a")),
                  mul(power("x", 2), power(add(power("x", 2), power("y", 2)), -1))),
        mul(gamma(mul(F(1, 2), add("a", 1))), gamma(mul(F(1, 2), minus(1, "a")))),
        Y, var("a", 0, 1), integrand=mul(
            2, power("x", "a"), power("y", minus(1, "a")),
            power(add(power("x", 2), power("y", 2)), -1),
        ),
    ),
    "a Weibull tail": integrated(mul(-1, exp(mul(-1, power("x", "y")))), 1, Y),
    "Gumbel": integrated(exp(mul(-1, exp(mul(-1, "x")))), 1, low=None),
    "a soft maximum": integrated(add(mul(-1, "x", power(add(1, exp("x")), -1)), mul(-1, SOFT)),
                                 log(2)),
    "a root of powers": integrated(mul("x", power(add("y", power("x", 2)), F(-1, 2))), 1, Y),
    "a sine": integrated(sin(mul(PI, "x", power("y", -1))), 0, Y, high="y"),
    "an arc sine": integrated(asin(mul("x", power("y", -1))), mul(F(1, 2), PI), Y, high="y"),
    "an order that is brought down": said(gamma(add("y", 2)), "==",
                                          mul("y", add("y", 1), gamma("y")), Y),
    "Gamma of 5/2": said(gamma(F(5, 2)), "==", mul(F(3, 4), power(PI, F(1, 2)))),
    "a power of a power": said(power(power("y", "a"), power("a", -1)), "==", "y", Y, var("a", 0)),
    "a power of a root": said(power(power("y", F(1, 2)), "a"), "==", power("y", mul(F(1, 2), "a")),
                              Y, var("a", 0)),
    "the logarithm of an exponential": said(log(exp(mul("a", "y"))), "==", mul("a", "y"), Y,
                                            var("a")),
    "Gamma of 4": said(gamma(4), "==", 6),
    "Gamma of what is large": said(0, "<", gamma("y"), var("y", 100)),
    "a constant": integrated(tree("y"), 0, Y),
    "a parameter that is called Gamma": said(gamma(add("Gamma", 1)), "==",
                                             mul("Gamma", gamma("Gamma")), var("Gamma", 0)),
    "odd": said(add(atan(mul(-1, "y")), sin(mul(-1, "y"))), "==",
                mul(-1, add(atan("y"), sin("y"))), Y),
    "even": said(cos(mul(-1, "y")), "==", cos("y"), Y),
    "right angles": said(add(sin(mul(F(-1, 2), PI)), cos(mul(3, PI)), asin(-1), atan(1)), "==",
                         add(-2, mul(F(-1, 4), PI))),
    "angles of simple roots": said(
        add(atan(power(3, F(1, 2))), mul(3, atan(mul(-1, power(3, F(-1, 2))))), asin(F(1, 2)),
            asin(power(2, F(-1, 2))), asin(mul(F(1, 2), power(3, F(1, 2)))), asin(0), atan(0)),
        "==", mul(F(7, 12), PI),
    ),
    "lowergamma of nothing": said(lowergamma("y", 0), "==", 0, Y),
    "lowerbeta of nothing": said(lowerbeta("y", 3, 0), "==", 0, Y),
    "lowerbeta is positive": said(0, "<", lowerbeta("y", 3, "a"), Y, var("a", 0, 1, "(]")),
    "lowergamma by parts": said(
        lowergamma(add("y", 1), "a"), "==",
        minus(mul("y", lowergamma("y", "a")), mul(power("a", "y"), exp(mul(-1, "a")))),
        Y, var("a", 0),
    ),
    "lowergamma of 2": said(lowergamma(2, "y"), "==", minus(1, mul(add(1, "y"), exp(mul(-1, "y")))),
                            Y),
    "a sum of logarithms": said(0, ">", add(mul("a", log(2)), mul("a", log(minus(1, "u")))),
                                var("a", 0), var("u", F(1, 2), 1)),
    "fractions of logarithms": said(0, "<", minus(mul(F(1, 2), log(add(2, "y"))),
                                                  mul(F(1, 3), log(2))), Y),
    "functions with the sign of their argument": said(
        0, "<", mul(erf("y"), atan(power("y", 2)), mul(-1, asin(minus(power(add(1, "y"), -1), 1)))),
        Y,
    ),
    "a sine within half a turn": said(0, "<", sin("y"), var("y", 0, PI)),
    "a sine up to half a turn": said(0, "<=", sin(mul(PI, "y")), var("y", 0, 1, "[]")),
    "a cosine within right angles": said(
        0, "<", cos(mul(F(1, 2), PI, "y")), var("y", -1, 1)
    ),
    "half right angles": said(
        add(sin(mul(F(3, 4), PI)), cos(mul(F(3, 4), PI)),
            mul(power(cos(mul(F(1, 4), PI)), -1), sin(mul(F(5, 4), PI)))), "==", -1
    ),
    "a cosine beyond a right angle": said(
        0, ">", cos("y"), var("y", mul(F(1, 2), PI), mul(F(3, 2), PI))
    ),
    "an arc tangent of a tangent": said(
        atan(mul(sin("y"), power(cos("y"), -1))), "==", "y", RIGHT
    ),
    "an arc tangent of a cotangent": said(
        atan(mul(-1, cos("y"), power(sin("y"), -1))), "==", minus("y", mul(F(1, 2), PI)),
        var("y", 0, PI),
    ),
    "a cosine up to a right angle": said(0, "<=", cos("y"), var("y", 0, mul(F(1, 2), PI), "[]")),
    "a power that grows": said(power("s", minus(1, "a")), "<=", power("x", minus(1, "a")),
                               var("s", 0), var("a", 0, 1, "(]"), var("x", "s", None, "[)")),
    "a power that falls": said(power("x", mul(-1, "a")), "<", power("s", mul(-1, "a")),
                               var("s", 0), var("a", 0), var("x", "s")),
    "a root and a number": said(power("u", F(1, 2)), "<", power(2, F(-1, 2)),
                                var("u", 0, F(1, 2))),
    "two exponentials": said(exp(mul(-2, "a", "y")), "<", exp(mul(-1, "a", "y")), Y, var("a", 0)),
    "a logarithm that powers outgrow": integrated(mul(log(add(1, "x")), power(add(1, "x"), -1)), 0),
    "logarithms of powers that cancel": integrated(
        minus(log(add(1, power("x", 4))), mul(2, log(add(1, power("x", 2))))), 0
    ),
    "a logarithm at 0": integrated(mul("x", log("x")), mul("y", log("y")), Y, high="y"),
    "a log-normal mass": integrated(erf(mul(log("x"), power("y", -1))), 2, Y),
    "a log-normal moment": integrated(erf(minus(log("x"), "y")), 2, Y, integrand=mul(
        2, power(PI, F(-1, 2)), power("x", minus(mul(2, "y"), 1)),
        exp(minus(mul(-1, power(log("x"), 2)), power("y", 2))),
    )),
    "an exponential of a logarithm": said(exp(mul("a", log("y"))), "==", power("y", "a"),
                                          Y, var("a")),
    "a square in a product": said(
        0, "<", add(mul(2, power("y", 2)), mul(-2, "y", "a", "u"),
                    mul(power("a", 2), power("u", 2))), Y, var("a", 0), var("u", 0),
    ),
    "a quotient by a logarithm": said(mul(log(F(3, 2)), power(minus(log(3), log(2)), -1)), "==", 1),
    "a region": said(add(atan("x"), asin("x"), sin("x"), cos("x")), "<", 4,
                     var("x", 0, F(9, 10), "[]"), by="region"),
}  # fmt: skip


@pytest.mark.parametrize("name", ACCEPTED)
def test_true_statements_about_functions_are_accepted(name):
    accepted(proof(ACCEPTED[name]), verdict="holds")


# -- what is refused ------------------------------------------------------------------------------

UNSEEN = "whose limit at infinity is not seen"
SLOW = power("x", mul(-1, power("x", -1)))
REFUSED = {
    "an angle with the sign of another": (
        said(atan(mul(-1, power(3, F(1, 2)))), "==", mul(F(1, 3), PI)), ""
    ),
    "Gamma does not move": (
        [step(derivative(gamma("y"), "y", 0), [Y], "derivative")], "no derivative of 'Gamma'"
    ),
    "lowergamma does not move with its order": (
        [step(derivative(lowergamma("y", 1), "y", 0), [Y], "derivative")], "where its order moves"
    ),
    "lowerbeta does not move with its order": (
        [step(derivative(lowerbeta("y", 1, F(1, 2)), "y", 0), [Y], "derivative")],
        "where its order moves",
    ),
    "lowerbeta of a negative order": (
        said(0, "<", lowerbeta("y", 1, F(1, 2)), var("y", -1, 1)), "lowerbeta of an order"
    ),
    "lowerbeta of a negative second order": (
        said(0, "<", lowerbeta(1, "y", F(1, 2)), var("y", -1, 1)), "lowerbeta of an order"
    ),
    "lowerbeta from a negative place": (
        said(0, "<", lowerbeta(1, 1, "y"), var("y", -1, 1)), "lowerbeta up to what"
    ),
    "lowerbeta up to 2": (
        said(0, "<", lowerbeta(1, 1, "y"), var("y", 1, 2)), "lowerbeta up to what"
    ),
    "a Beta integral of another order": (
        integrated(
            lowerbeta("y", 2, mul("x", power(add(1, "x"), -1))),
            mul(gamma("y"), power(gamma(add("y", 1)), -1)), Y,
        ), "end values"
    ),
    "an arc sine of 2": (said(asin("y"), "<", 2, var("y", 0, 3)), "[-1, 1]"),
    "an arc sine of -2": (said(-2, "<", asin("y"), var("y", -3, 0)), "[-1, 1]"),
    "Gamma is positive": (said(0, "<", gamma("y"), var("y", -1, 1)), "Gamma of what is not"),
    "lowergamma of a negative order": (
        said(0, "<", lowergamma("y", 1), var("y", -1, 1)), "lowergamma of an order"
    ),
    "lowergamma up to a negative place": (
        said(0, "<", lowergamma(1, "y"), var("y", -1, 1)), "lowergamma up to what"
    ),
    "the sine tends to a right angle": (integrated(sin("x"), mul(F(1, 2), PI)), UNSEEN),
    "a power of any exponent grows": (
        integrated(mul(-1, exp(mul(-1, power("x", "a")))), exp(-1), var("a", -1, 1), low=1),
        "a term that may grow at infinity, and may not",
    ),
    "a moving root of x tends to 0": (integrated(SLOW, -1, low=1), UNSEEN),
    "a logarithm of infinity is 0": (integrated(log(add(1, "x")), 0), "a term grows"),
    "a logarithm of a logarithm of infinity is 0": (
        integrated(log(log(add(3, "x"))), mul(-1, log(log(3)))), UNSEEN
    ),
    "a power that grows slowly falls fast": (
        integrated(mul("x", exp(mul(-1, power(log(add(2, "x")), F(1, 2))))), 0),
        "a term that may grow at infinity, and may not",
    ),
    "of two negative terms the one that is larger in size": (
        said(0, "<", minus(mul("u", power(2, F(1, 2))), "v"),
             var("u", -3, 0), var("v", mul(F(7, 5), "u"), 0)), "sign"
    ),
    "a logarithm of 0 is 0": (integrated(log("x"), log("y"), Y, high="y"), "a term grows"),
    "two powers of any exponents": (
        integrated(mul(-1, power(add(power("x", "a"), power("x", "b")), -1)), F(1, 2),
                   var("a", 0), var("b", 0), low=1),
        "no term is shown to outgrow the others",
    ),
    "two exponentials of any rates": (
        integrated(
            mul(-1, power(add(exp(mul("a", "x")), exp(mul("b", "x"))), -1)), F(1, 2),
            var("a", 0), var("b", 0),
        ),
        "no term is shown to outgrow the others",
    ),
    "a Cauchy mass of 1": (integrated(mul(atan("x"), power(PI, -1)), 1), "end values"),
    "a Weibull tail that rises": (
        integrated(mul(-1, exp(mul(-1, power("x", "a")))), 1, var("a", -1, 0)), ""
    ),
    "a logarithm of less than 1": (said(0, "<", log("y"), Y), ""),
    "a sum of logarithms on both sides of 0": (
        said(0, "<", add(log(2), log(minus(1, "u"))), var("u", 0, 1)), ""
    ),
    "a logarithm times another one": (
        said(0, "<", add(mul(log(2), log("y")), log(3)), Y), ""
    ),
    "a power whose exponent has both signs": (
        said(power("s", minus("b", "a")), "<=", power("x", minus("b", "a")), var("s", 0),
             var("a", 0), var("b", 0), var("x", "s", None, "[)")), ""
    ),
    "a power that does not grow at 0": (
        said(power("s", minus(1, "a")), "<", power("x", minus(1, "a")), var("s", 0),
             var("a", 0, 1, "(]"), var("x", "s")), ""
    ),
    "a root that is larger": (
        said(power("u", F(1, 2)), "<", power(3, F(-1, 2)), var("u", 0, F(1, 2))), ""
    ),
    "two exponentials, and a number": (
        said(mul(2, exp(mul(-2, "a", "y"))), "<", exp(mul(-1, "a", "y")), Y, var("a", 0)), ""
    ),
    "a power and an unknown number": (
        said(mul(ap("G"), exp("y")), "<", mul(ap("G"), exp(mul(2, "y"))), Y), ""
    ),
    "a logarithm and more": (said(0, "<", add(1, log("y")), Y), ""),
    "a sum of logarithms that is too long": (
        said(0, "<", add(mul(100, log(3)), mul(-100, log(2)), log(add(2, "y"))), Y), ""
    ),
    "a square in a product that is too small": (
        said(0, "<", add(mul(2, power("y", 2)), mul(-3, "y", "a", "u"),
                         mul(power("a", 2), power("u", 2))), Y, var("a", 0), var("u", 0)), ""
    ),
    "an arc tangent of either sign": (said(0, "<", atan("y"), var("y", -1, 1)), ""),
    "an error function of 0": (said(0, "<", erf("y"), var("y", 0, 1, "[]")), ""),
    "a sine beyond half a turn": (said(0, "<=", sin("y"), var("y", 0, 4)), ""),
    "a sine at half a turn": (said(0, "<", sin("y"), var("y", 1, PI, "[]")), ""),
    "a sine of either sign": (said(0, "<=", sin("y"), var("y", -1, 1)), ""),
    "a cosine on both sides of a right angle": (said(0, "<=", cos("y"), var("y", 0, 2)), ""),
    "a cosine beyond three right angles": (
        said(0, ">", cos("y"), var("y", mul(F(1, 2), PI), mul(2, PI))), ""
    ),
    "half a right angle has the sine 1/2": (said(sin(mul(F(1, 4), PI)), "==", F(1, 2)), ""),
    "an arc tangent of a tangent beyond a right angle": (
        said(atan(mul(sin("y"), power(cos("y"), -1))), "==", "y",
             var("y", mul(F(1, 2), PI), mul(F(3, 2), PI))), ""
    ),
    "an arc tangent of a tangent with the other sign": (
        said(atan(mul(-1, sin("y"), power(cos("y"), -1))), "==", "y", RIGHT), ""
    ),
    "an arc tangent of a cotangent beyond two right angles": (
        said(atan(mul(cos("y"), power(sin("y"), -1))), "==", minus(mul(F(1, 2), PI), "y"),
             var("y", PI, mul(2, PI))), ""
    ),
    "an arc tangent of a quotient of two angles": (
        said(atan(mul(sin("y"), power(cos(mul(F(1, 2), "y")), -1))), "==", "y", RIGHT), ""
    ),
    "a cosine at a right angle": (
        said(0, "<", cos("y"), var("y", 0, mul(F(1, 2), PI), "[]")), ""
    ),
    "a power of 0 is 0": (integrated(power("x", "a"), 1, var("a"), high=1), ""),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_false_statements_about_functions_are_refused(name):
    rows, words = REFUSED[name]
    refused(proof(rows), words)


def far(node, *domain):
    """The limit of a tree at infinity, in replay's algebra."""
    over, found = reader.domain([*domain, var("x", 1)], "here"), reader.tree(node, "here")
    return Fields().over(over, lambda field: Far(field, "x", 1).limit(field.value(found)))


@pytest.mark.parametrize("node", [ap("H", "x"), lowergamma(power(add(1, "x"), -1), 2)])
def test_what_moves_has_no_limit_unless_it_is_seen(node):
    with pytest.raises(Rejected, match=UNSEEN):
        far(node)


SIDES = [name for name, rows in ACCEPTED.items() if rows[0][2] == "sign"]
CROSSED = [name for name, (rows, _) in REFUSED.items() if rows[0][2] == "sign"]


@pytest.mark.parametrize("name", SIDES)
def test_the_checkers_know_the_same_signs(name):
    assert established(proof(ACCEPTED[name]))


@pytest.mark.parametrize("name", CROSSED)
def test_the_checkers_refuse_the_same_signs(name):
    assert not established(proof(REFUSED[name][0]))


# -- random claims --------------------------------------------------------------------------------

RATES = st.sampled_from([F(1, 3), F(1, 2), 1, 2, F(5, 2)]).map(tree)


def moving(own):
    """What moves with x, and what does not, in a parameter y."""
    rate = st.one_of(RATES, st.just(tree("y")))
    grows = st.one_of(
        st.just(tree("x")), st.builds(lambda q: power(add("x", 1), q), rate),
        st.builds(lambda q: power(add(power("x", 2), "y"), q), rate), st.just(log(add("x", 2))),
    )  # fmt: skip
    bounded = st.one_of(
        grows.map(lambda u: power(u, -1)), st.builds(lambda q: exp(mul(-1, q, "x")), rate),
        st.builds(lambda q: power(add("x", "y"), mul(-1, q)), rate),
        st.builds(lambda q, u: exp(mul(-1, q, u)), rate, grows), grows.map(atan), grows.map(erf),
        st.builds(lambda q: power(add(1, exp(mul(q, "x"))), -1), rate), st.just(SOFT),
        st.builds(lowergamma, rate, grows), st.just(exp(exp(mul(-1, "x")))),
        st.builds(lambda y, z: lowerbeta(y, z, mul("x", power(add("x", "y"), -1))), rate, rate),
        st.just(exp(mul(-1, exp("x")))), st.just(minus(log(add(1, exp("x"))), "x")),
        st.just(minus(atan("x"), mul(F(1, 2), PI))), st.just(sin("x")),
        st.just(asin(power(add(1, "x"), -1))), st.just(exp(mul(-1, power(log(add(1, "x")), 2)))),
        st.just(minus(log(add(1, power("x", 2))), mul(2, log(add(2, "x"))))),
    )  # fmt: skip
    fraction = st.builds(lambda u, v: mul(u, power(add(1, v), -1)), grows, grows)
    part = st.one_of(bounded, bounded, st.builds(mul, grows, bounded), fraction,
                     st.builds(mul, bounded, bounded))  # fmt: skip
    return st.builds(add, part, st.one_of(part, st.just(tree(own)), bounded))


RIGHT = mul(F(1, 2), PI)
ENDS = [tree(n) for n in (0, 1, -1, 2, F(1, 2))]
ENDS += [RIGHT, PI, log(2), gamma("y"), tree("y"), power("y", -1), gamma(2), gamma(F(3, 2))]
ENDS += [add(1, RIGHT), add(1, gamma("y")), add(RIGHT, gamma("y"))]
AT = (F(7, 4), F(2, 3), F(31, 10))
FAR = (10**9, 10**27)


@st.composite
def improper(draw):
    """The integral of a slope up to infinity, with the value that fits at one place, or any."""
    f = draw(moving(1))

    def off(end, y, x):
        where = {"y": number(y), "x": number(x)}
        return abs(ball(f, where) - ball(end, where))

    best = min(ENDS, key=lambda end: float(off(end, AT[0], FAR[1]).mid()))
    end = draw(st.sampled_from([best, best, best, *ENDS[:2]]))
    made = Proof()
    stated = integral(slope(f, "x"), "x", 1, None, minus(end, put_one(f)))
    made.step(stated, [Y], "integral", antiderivative=f)

    def holds(_):
        before, later = ([off(end, y, x) for y in AT] for x in FAR)
        return not any(
            new > number(F(1, 1000)) and new > old / 2
            for old, new in zip(before, later, strict=True)
        )

    return made, [Y], holds


def put_one(node):
    return tree(1) if node == ["sym", "x"] else [
        put_one(part) if isinstance(part, list) else part for part in node
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("by", "examples", "least"), [(accepts, 150, 40), (established, 80, 20)],
    ids=["replay", "checkers"],
)  # fmt: skip
def test_limits_at_infinity_that_are_believed_are_true(by, examples, least):
    assert accepted_are_true(improper(), by=by, examples=examples, points=1) >= least


LINEAR = st.builds(
    lambda a, b: add(a, mul(b, "y")), st.sampled_from([-2, -1, 0, F(1, 2), 1, 2, PI]),
    st.sampled_from([F(-1, 2), F(1, 3), 1, mul(F(1, 2), PI), mul(-1, PI)]),
)  # fmt: skip
ABOVE = st.sampled_from([
    add(1, "y"), power("y", 2), add(F(1, 2), "y"), power(add(1, "y"), -1), mul(3, "y"), tree(2),
    minus(3, "y"), add(2, power("y", 2)),
])  # fmt: skip
COUNT = st.sampled_from([-2, -1, F(-1, 2), F(1, 3), 1, 3])


@st.composite
def one_sided(draw):
    """The sign of a function, or of a sum of logarithms, as it is at one place."""
    ends = sorted(
        draw(st.lists(st.sampled_from([0, F(1, 3), 1, 2, 3]), min_size=2, max_size=2, unique=True))
    )
    domain = [var("y", *ends, draw(st.sampled_from(["()", "[]", "[)"])) if ends[0] else "()")]
    some = st.sampled_from([sin, cos, atan, erf, lambda u: asin(mul(F(1, 20), u))])
    rate = st.sampled_from([tree("y"), mul(-2, "y"), minus("y", 1), power("y", 2), tree(F(1, 2))])
    raised = st.builds(power, ABOVE, rate) | rate.map(exp)
    lhs = draw(st.one_of(
        st.builds(lambda c, u, v: minus(mul(abs(c), u), v), COUNT, raised, raised),
        st.builds(lambda f, u: f(u), some, LINEAR),
        st.builds(lambda *m: add(mul(m[0], log(m[1])), mul(m[2], log(m[3]))), *[COUNT, ABOVE] * 2),
    ))  # fmt: skip
    strict = draw(st.booleans())
    high = bool(ball(lhs, {"y": number((ends[0] + 2 * ends[1]) / F(3))}) > 0)
    op = {True: ">", False: "<"}[high] + ("" if strict else "=")
    proof = Proof()
    proof.step(rel(lhs, op, 0), domain, "sign")
    return proof, domain, relation_holds(lhs, op, 0)


@pytest.mark.parametrize("by", [accepts, established], ids=["replay", "checkers"])
def test_signs_of_functions_that_are_believed_are_right(by):
    assert accepted_are_true(one_sided(), by=by, examples=150, points=40) >= 40


class Unsigned:
    """A field in which no sign is known."""

    def canonical(self, value):
        return value

    constant = canonical

    def sign(self, value):
        del value
        return 0, False


def test_an_angle_whose_sign_is_not_shown_is_not_known():
    assert special._simple(Unsigned(), F(1), special.TANGENTS) is None
