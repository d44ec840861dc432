"""False statements of calculus, each of which one guard alone refuses."""

import pytest
from handmade import (
    OO,
    PI,
    F,
    Proof,
    add,
    ap,
    derivative,
    exp,
    fact,
    index,
    integral,
    limit,
    log,
    minimum,
    minus,
    mul,
    power,
    program,
    proof,
    refused,
    rel,
    series,
    step,
    total,
    tree,
    var,
)

Y, HALF_LINE = var("y", 0), var("x", 0)


def hollow(variable):
    return {**variable, "hollow": True}


def integrated(f, value, antiderivative, *domain, low=0, high=None):
    return [step(integral(f, "x", low, high, value), list(domain), "integral",
                 antiderivative=tree(antiderivative))]  # fmt: skip


def summed(term, high, value, ratio, quotient, *domain):
    return [step(total(term, "k", 0, high, value), list(domain), "sum", ratio=tree(ratio),
                 quotient=tree(quotient))]  # fmt: skip


def expanded(f, *coefficients, domain=()):
    return [step(series(f, "x", *coefficients), list(domain), "series")]


def far(exponent):
    """What exp(x) is beyond x^12, divided by a power of x."""
    taylor = [mul(power("x", n), power(tree(1), 1), F(-1, factorial(n))) for n in range(1, 13)]
    return mul(add(exp("x"), -1, *taylor), power("x", -exponent))


def factorial(n):
    return n * factorial(n - 1) if n else 1


def grows(gap, slope, *domain, by="increasing", sign=None):
    """0 < gap, as it grows (or falls)."""
    return [
        step(derivative(gap, "x", slope), list(domain), "derivative"),
        step(sign or rel(0, "<", slope), list(domain), "sign"),
        step(rel(0, "<", gap), list(domain), by, uses=["1", "2"]),
    ]


def between(low, high, expression, value, domain, point, side="-", around=()):
    """A limit between two bounds that are assumed."""
    return [
        step(rel(low, "<=", expression), list(domain), "assume"),
        step(rel(expression, "<=", high), list(domain), "assume"),
        step(limit(expression, "y", point, side, value), list(around), "squeeze", uses=["1", "2"]),
    ]


NO_BOUNDS = "no bounds on both sides"
G = ap("G", "y")
MOVED = mul(power(add(1, power("x", 2)), -1), "x")  # falls to 0 as x grows
REFUSED = {
    "a minimum at a pole": (
        [step(minimum(mul(-1, power("x", -2)), "x", -1, 1, "[]", 0), [], "minimum")],
        "a division by something that is not shown to differ from 0",
    ),
    "a minimum where a function rises": (
        [step(minimum("x", "x", -1, 1, "[]", 0), [], "minimum")],
        "the slope before the point is not negative",
    ),
    "a minimum where a function falls": (
        [step(minimum(mul(-1, "x"), "x", 0, 1, "[]", 0), [], "minimum")],
        "the slope after the point is not positive",
    ),
    "a minimum at an end that is left out": (
        [step(minimum("x", "x", 0, 1, "()", 0), [], "minimum")], "lower < upper"
    ),
    "a minimum at a right end that is left out": (
        [step(minimum(mul(-1, "x"), "x", 0, 1, "()", 1), [], "minimum")], "lower < upper"
    ),
    "a minimum beyond the right end": (
        [step(minimum(power(add("x", -2), 2), "x", 0, 1, "[]", 2), [], "minimum")],
        "lower < upper",
    ),
    "a minimum beyond the left end": (
        [step(minimum(power(add("x", 1), 2), "x", 0, 1, "[]", -1), [], "minimum")],
        "lower < upper",
    ),
    "a region of slopes": (
        [step(derivative("x", "x", 1), [HALF_LINE], "region")], "no method 'region'"
    ),
    "a logarithm of infinity is 1": (
        integrated(power(add(1, "x"), -1), 1, log(add(1, "x"))), "a term grows at infinity"
    ),
    "infinity is 1": (integrated(1, 1, "x"), "a term grows at infinity"),
    "exp of what tends to 0 tends to 0": (
        integrated(
            mul(exp(mul(-1, MOVED)), minus(power("x", 2), 1),
                power(add(1, power("x", 2)), -2)),
            -1, exp(mul(-1, MOVED)),
        ),
        "the end values do not give the value",
    ),
    "exp(-a x) tends to 0 for a = 0": (
        integrated(mul("a", exp(mul(-1, "a", "x"))), 1, mul(-1, exp(mul(-1, "a", "x"))),
                   var("a", 0, None, "[)")),
        "the sign of a leading coefficient",
    ),
    "a function nothing is known of is continuous": (
        integrated(0, minus(ap("H", 1), ap("H", 0)), add(ap("H", "x"), mul(-1, ap("H", "x")),
                                                         ap("H", mul("x", 0))), high=1),
        "",
    ),
    "exp(1 + x) begins with 1": (expanded(exp(add(1, "x")), 1), "does not tend to 0"),
    "1/x begins with 0": (expanded(power("x", -1), 0), "the expression has a pole"),
    "x is 2 x": (expanded("x", 0, 2), "other coefficients"),
    "exp(1/x) begins with 1": (expanded(exp(power("x", -1)), 1), "does not tend to 0"),
    "the root of x begins with 1": (
        expanded(power("x", F(1, 2)), 1), "a power that is not a known series"
    ),
    "the root of 2 is 1": (
        expanded(power(add(2, "x"), F(1, 2)), 1), "a leading coefficient that is not rational"
    ),
    "a logarithm is its argument": (expanded(log(add(1, "x")), 1, 1), "no power series for 'log'"),
    "a wrong slope": (
        [step(derivative("x", "x", 2), [HALF_LINE], "derivative")], "not the derivative"
    ),
    "what is 0 at an end to a negative power": (
        integrated(mul(-1, power("x", -2)), 1, power("x", -1), low=-1, high=0),
        "a division by something that is not shown to differ from 0",
    ),
    "a sum that begins with 0 is 0": (
        integrated(1, 2, add("x", 1), high=1), "the end values do not give the value"
    ),
    "a power of what is no 0 at an end": (
        integrated(mul(F(1, 2), power(add("x", 1), F(-1, 2))), 0,
                   power(add("x", 1), F(1, 2)), high=1),
        "the end values do not give the value",
    ),
    "an antiderivative without a value inside": (
        integrated(1, 2, add("x", mul(0, power("x", -1))), low=-1, high=1),
        "a division by something that is not shown to differ from 0",
    ),
    "exp of what is lost begins with 1": (expanded(exp(far(13)), 1), "does not tend to 0"),
    "more coefficients than are known": (expanded(far(13), 0), "too many coefficients are lost"),
    "a power of nothing": (
        expanded(power(minus("x", "x"), 2), 0), "a power that is not a known series"
    ),
    "a power beyond the limit": (expanded(power(add(1, "x"), 201), 1), "a power that is not real"),
    "a root beyond the limit": (
        expanded(power(add(1, "x"), F(1, 201)), 1), "a power that is not real"
    ),
    "a root of -1": (expanded(power(add(-1, "x"), F(1, 3)), -1), "a power that is not real"),
    "a coefficient that is a name": (
        expanded("x", 0, "a", domain=[var("a", 0)]), "are not rational numbers"
    ),
    "a + x is 2 x": (
        expanded(add("a", "x"), 0, 2, domain=[var("a", 0)]), "the series has parameters"
    ),
    "a slope along the integers": (
        [step(derivative("x", "x", 1), [index("x")], "derivative")], "does not move freely"
    ),
    "a slope along a range that may be empty": (
        [
            step(derivative("x", "x", 1), [hollow(var("x", 0, 1))], "derivative"),
            step(derivative("y", "y", 1), [Y], "derivative", uses=["1"]),
        ],
        "does not move freely",
    ),
    "the slope of what has no value": (
        [step(derivative(mul(0, log("x")), "x", 0), [var("x")], "derivative")],
        "of what is not shown to be positive",
    ),
    "x - 1 is positive since it grows": (
        grows(add("x", -1), 1, HALF_LINE), "not shown to be right at the end"
    ),
    "nothing grows": (
        [
            step(derivative("x", "x", 1), [HALF_LINE], "derivative"),
            step(rel(0, "<", 1), [HALF_LINE], "sign"),
            step(rel(0, "<", 1), [], "increasing", uses=["1", "2"]),
        ],
        "needs a variable and two earlier steps",
    ),
    "growth from one step": (
        [
            step(derivative("x", "x", 1), [HALF_LINE], "derivative"),
            step(rel(0, "<", "x"), [HALF_LINE], "increasing", uses=["1"]),
        ],
        "needs a variable and two earlier steps",
    ),
    "x is positive at 0, since it grows": (
        grows("x", 1, var("x", 0, None, "[)")), "does not move freely"
    ),
    "infinity from above": (
        [step(limit(power("x", -1), "x", None, "+", 0), [], "limit", rate=None)],
        "infinity is not approached from above",
    ),
    "a rate below 0": (
        [step(limit(exp("x"), "x", None, "-", 0), [], "limit", rate=tree(-1))],
        "the rate is not a positive number",
    ),
    "a rate at another point than 0": (
        [step(limit(exp("x"), "x", 1, "+", 1), [], "limit", rate=tree(1))],
        "the change of variable does not fit",
    ),
    "a rate below 0 itself": (
        [step(limit(exp("x"), "x", 0, "-", 1), [], "limit", rate=tree(1))],
        "the change of variable does not fit",
    ),
    "1/x tends to 0 at 0": (
        [step(limit(power("x", -1), "x", 0, "+", 0), [], "limit", rate=None)],
        "the denominator may vanish at the point",
    ),
    "a rate that is no number": (
        [step(limit(exp(mul(-1, "x")), "x", None, "-", 0), [], "limit", rate=exp(1))],
        "the rate is not a positive number",
    ),
    "a point that is no number": (
        [step(limit("x", "x", PI, "+", PI), [], "limit", rate=None)],
        "the point is not a rational number",
    ),
    "a squeeze without one of the parameters": (
        between(0, 0, G, 0, [Y], None, around=[var("a", 0)]), NO_BOUNDS
    ),
    "a squeeze with another parameter": (
        between(0, 0, G, 0, [Y, var("b", 0)], None, around=[var("a", 0)]), NO_BOUNDS
    ),
    "a squeeze at the wrong infinity": (
        between(0, 0, G, 0, [var("y", None, 0)], None, "+"), NO_BOUNDS
    ),
    "a squeeze along another variable": (
        between(0, 0, ap("H"), 0, [var("z", 0)], None), NO_BOUNDS
    ),
    "a squeeze somewhere else": (between(0, 0, G, 0, [var("y", 1, 2)], 0, "+"), NO_BOUNDS),
    "a squeeze at one point": (
        between(0, 0, G, 0, [var("y", 1, 1, "[]")], 1, "+"), NO_BOUNDS
    ),
    "the sum of powers of 3/2": (
        summed(mul(F(1, 2), power(F(3, 2), "k")), None, -1, F(1, 2), power(3, "k")),
        "itself moves with k",
    ),
    "a telescoper that is no polynomial": (
        summed(
            minus(mul(power(F(1, 2), add("k", 1)), power(add("k", 2), -1)),
                  mul(power(F(1, 2), "k"), power(add("k", 1), -1))),
            None, -1, F(1, 2), power(add("k", 1), -1),
        ),
        "the quotient is not a polynomial",
    ),
    "another sum": (summed(1, 2, 4, 1, "k"), "the telescoper does not give the value"),
    "a sum to one half": (summed(1, F(1, 2), F(3, 2), 1, "k"), "an end of the sum is not an int"),
    "a ratio that moves": (
        [step(
            total(minus(power(add("k", 1), add("k", 1)), power("k", "k")), "k", 1, 2, 26), [],
            "sum", ratio=tree("k"), quotient=tree(1),
        )],
        "speaks of k",
    ),
    "a ratio below 0": (summed(0, None, 0, -2, 0), "between 0 and 1"),
    "a program with a value too many": (
        [step(program("z", ["z"], [add(-1, "z")], [], 1), [], "duality",
              point={"z": tree(1), "w": tree(0)}, multipliers=[tree(1)])],
        "not a value for each name and row",
    ),
    "a program without a multiplier": (
        [step(program("z", ["z"], [add(-1, "z")], [], 1), [], "duality", point={"z": tree(1)},
              multipliers=[])],
        "not a value for each name and row",
    ),
    "a program whose point is itself": (
        [step(program("z", ["z"], [add(-1, "z")], [], 1), [], "duality", point={"z": tree("z")},
              multipliers=[tree(1)])],
        "the variables occur in their values",
    ),
    "a program that is not affine": (
        [step(program(add(1, mul(3, "z"), mul(-1, exp("z"))), ["z"], [], [], 0), [], "duality",
              point={"z": tree(0)}, multipliers=[])],
        "the program is not affine",
    ),
    "what is at least 0 is positive": (
        [
            step(rel(0, "<=", ap("H")), [], "assume"),
            step(rel(0, "<", ap("H")), [], "entailment", uses=["1"], facts=[fact("1", 1)]),
        ],
        "what remains after the facts is not shown",
    ),
    "what is at least 0 is 0": (
        [
            step(rel(0, "<=", ap("H")), [], "assume"),
            step(rel(ap("H"), "==", 0), [], "entailment", uses=["1"], facts=[fact("1", 1)]),
        ],
        "a multiplier is not shown to be of the right sign",
    ),
    "a ladder of two variables": (
        [step(rel(0, "<", "x"), [Y, HALF_LINE], "ladder")], "a ladder has one variable"
    ),
    "a ladder from below 0": ([step(rel(0, "<", "x"), [var("x", -1)], "ladder")], "starts at 0"),
    "a ladder from 0 itself": (
        [step(rel(0, "<", "x"), [var("x", 0, None, "[)")], "ladder")], "a ladder starts at 0"
    ),
    "a ladder of a root": (
        [step(rel(0, "<", "x"), [var("x", 0, 1, root=[2, F(1, 4)])], "ladder")],
        "a ladder starts at 0",
    ),
    "a ladder from below the ground": (
        [step(rel(0, "<", add("x", -1)), [HALF_LINE], "ladder")], "the ladder starts below 0"
    ),
    "an unknown method": ([step(rel(0, "<", "x"), [HALF_LINE], "magic")], "no method 'magic'"),
    "an identity that is none": (
        [step(rel(0, "<", "x"), [HALF_LINE], "identity")], "not a relation ('==',)"
    ),
    "a ladder over a sum of exponentials": (
        [step(rel(0, "<", power(add(1, exp("x")), -1)), [HALF_LINE], "ladder")],
        "not a sum of exponentials over one",
    ),
    "a ladder over x": (
        [step(rel(0, "<", power("x", -1)), [HALF_LINE], "ladder")],
        "not a sum of exponentials over one",
    ),
    "a ladder of a logarithm": (
        [step(rel(0, "<", log(add(1, "x"))), [HALF_LINE], "ladder")],
        "not a sum of polynomials times exponentials",
    ),
    "a ladder over a denominator": (
        [step(rel(0, "<", power(add("x", 1), -1)), [HALF_LINE], "ladder")],
        "not a sum of exponentials over one",
    ),
}  # fmt: skip
del REFUSED["a function nothing is known of is continuous"]


@pytest.mark.parametrize("name", REFUSED)
def test_false_calculus_is_refused(name):
    rows, words = REFUSED[name]
    refused(proof(rows), words)


def test_a_ladder_over_a_range_that_may_be_empty():
    made = Proof()
    made.step(rel(0, "<", "x"), [hollow(var("x", 0, 1))], "ladder")
    made.step(rel(0, "<", 1), (), "entailment", ["1"], facts=[])
    refused(made, "a ladder starts at 0")


UNIT, WIDER = [var("x", 0, 1)], [var("x", 0, 2)]
ABOUT, SLOPE = "about something else", "not the derivative of the difference and its sign"
FIRST, SIGN = (derivative("x", "x", 1), UNIT), (rel(0, "<", 1), UNIT)


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ([FIRST], "the steps used do not come in pairs"),
        ([(derivative("x", "x", 1), WIDER), SIGN], ABOUT),
        ([(derivative("x", "x", 1), WIDER), (rel(0, "<", 1), WIDER)], ABOUT),
        ([SIGN, SIGN], ABOUT),
        ([FIRST, (rel(1, "<", 2), UNIT)], SLOPE),
        ([FIRST, (rel(0, "<", 2), UNIT)], SLOPE),
        ([(derivative(mul(2, "x"), "x", 2), UNIT), (rel(0, "<", 2), UNIT)], SLOPE),
    ],
)
def test_the_slope_of_a_difference_and_its_sign(steps, words):
    made = Proof()
    ways = {"derivative": "derivative", "relation": "sign"}
    uses = [made.step(claim, domain, ways[claim["kind"]]) for claim, domain in steps]
    made.step(rel(-1, "<", "x"), UNIT, "region", uses)
    made.steps[-1]["proposition"] = rel(0, "<", "x")
    refused(made, words)


def test_a_root_does_not_tend_to_its_lower_bound():
    """T = 1/2 lies in (0, 1), and is no variable that reaches 0."""
    root, made = [var("T", 0, 1, root=[2, F(1, 4)])], Proof()
    square = made.step(rel(power("T", 2), "==", F(1, 4)), root, "identity")
    share = power(add("T", F(1, 2)), -1)
    low = made.combine(rel(F(1, 2), "<=", "T"), root, (square, {}, share))
    high = made.combine(rel("T", "<=", F(1, 2)), root, (square, {}, mul(-1, share)))
    made.step(limit("T", "T", 0, "+", F(1, 2)), (), "squeeze", [low, high])
    refused(made, NO_BOUNDS)


def test_bounds_where_a_range_is_empty():
    """On (0, -1) everything holds: so x lies between 5 and 5 near 0."""
    nowhere, made = [hollow(var("x", 0, -1))], Proof()
    curve = made.step(rel(0, "<", add(power("x", 2), mul(-2, "x"), -2)), nowhere)
    above = made.step(rel(F(-1, 2), "<", "x"), nowhere)
    low = made.combine(
        rel(5, "<=", "x"), nowhere, (curve, {}, 8), (above, {}, add(20, mul(-8, "x")))
    )
    high = made.step(rel("x", "<=", 5), nowhere)
    made.step(limit("x", "x", 0, "+", 5), (), "squeeze", [low, high])
    refused(made, NO_BOUNDS)


def test_infinity_stands_nowhere_in_a_tree():
    made = Proof()
    made.step(minimum(power("x", 2), "x", 0, None, "[)", OO), (), "minimum")
    refused(made, "no 'oo'")
