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
from test_domains import accepted_are_true, accepts

from dpproofs.replay import reader
from dpproofs.replay.algebra import Fields
from dpproofs.replay.infinity import Far
from dpproofs.replay.reader import Rejected

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

SOFT = log(add(1, exp(mul(-1, "x"))))
ACCEPTED = {
    "Cauchy": integrated(mul(atan(mul("x", power("y", -1))), power(PI, -1)), F(1, 2), Y),
    "a power falls": integrated(mul(-1, power(add("x", "y"), mul(-1, "a"))),
                                power("y", mul(-1, "a")), Y, var("a", 0)),
    "a fraction": integrated(mul(power("x", 2), power(add("y", power("x", 2)), -1)), 1, Y),
    "Gamma": integrated(lowergamma("y", "x"), gamma("y"), Y),
    "Gamma of a power": integrated(lowergamma(power("y", -1), power("x", "y")),
                                   gamma(power("y", -1)), Y),
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
    "lowergamma of nothing": said(lowergamma("y", 0), "==", 0, Y),
    "lowergamma by parts": said(
        lowergamma(add("y", 1), "a"), "==",
        minus(mul("y", lowergamma("y", "a")), mul(power("a", "y"), exp(mul(-1, "a")))),
        Y, var("a", 0),
    ),
    "lowergamma of 2": said(lowergamma(2, "y"), "==", minus(1, mul(add(1, "y"), exp(mul(-1, "y")))),
                            Y),
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
    "Gamma does not move": (
        [step(derivative(gamma("y"), "y", 0), [Y], "derivative")], "no derivative of 'Gamma'"
    ),
    "lowergamma does not move with its order": (
        [step(derivative(lowergamma("y", 1), "y", 0), [Y], "derivative")], "where its order moves"
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
    "a logarithm of infinity is 0": (integrated(log(add(1, "x")), 0), UNSEEN),
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


@pytest.mark.parametrize("node", [ap("H", "x"), lowergamma("x", 2)])
def test_what_moves_has_no_limit_unless_it_is_seen(node):
    with pytest.raises(Rejected, match=UNSEEN):
        far(node)


# -- random claims --------------------------------------------------------------------------------

RATES = st.sampled_from([F(1, 3), F(1, 2), 1, 2, F(5, 2)]).map(tree)


def moving(own):
    """What moves with x, and what does not, in a parameter y."""
    rate = st.one_of(RATES, st.just(tree("y")))
    grows = st.one_of(
        st.just(tree("x")), st.builds(lambda q: power(add("x", 1), q), rate),
        st.builds(lambda q: power(add(power("x", 2), "y"), q), rate),
    )  # fmt: skip
    bounded = st.one_of(
        grows.map(lambda u: power(u, -1)), st.builds(lambda q: exp(mul(-1, q, "x")), rate),
        st.builds(lambda q: power(add("x", "y"), mul(-1, q)), rate),
        st.builds(lambda q, u: exp(mul(-1, q, u)), rate, grows), grows.map(atan), grows.map(erf),
        st.builds(lambda q: power(add(1, exp(mul(q, "x"))), -1), rate), st.just(SOFT),
        st.builds(lowergamma, rate, grows), st.just(exp(exp(mul(-1, "x")))),
        st.just(exp(mul(-1, exp("x")))), st.just(minus(log(add(1, exp("x"))), "x")),
        st.just(minus(atan("x"), mul(F(1, 2), PI))), st.just(sin("x")),
        st.just(asin(power(add(1, "x"), -1))),
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
