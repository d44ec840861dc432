"""Claims that are false where a range hides something, and that somebody could mistake for true."""

import pytest
from handmade import (
    F,
    Proof,
    accepted,
    add,
    ap,
    between,
    derivative,
    exp,
    function,
    given,
    index,
    integral,
    isnoise,
    law,
    limit,
    log,
    mass,
    minimum,
    minus,
    mul,
    noise,
    pieces,
    power,
    proof,
    rejected,
    rel,
    series,
    step,
    total,
    tree,
    var,
)

G, H = ap("G"), ap("H")  # numbers of which nothing is known
M = mass("P", between("[]", 0, 1))
CURVE = add(1, "n", mul(-15, power("n", 2)), mul(10, power("n", 3)))  # 1 at 0, -3 at 1
SLOPE = add(1, mul(-30, "n"), mul(30, power("n", 2)))  # 1 at both


INNER = var("x", 0, exp(G), "()")  # the first thing of which this range speaks is G
NEVER = {**var("x", 1, 0, "()"), "hollow": True}


FORGED = {
    "ladder: the first unknown number": (
        "not a sum of polynomials times exponentials",
        [step(rel(0, "<", G), [INNER], "ladder")],
    ),
    "ladder: its exponential": (
        "an exponential that is not exp(k x)",
        [step(rel(1, "<", exp(G)), [INNER], "ladder")],
    ),
    "ladder: a polynomial in it": (
        "not a sum of polynomials times exponentials",
        [step(rel(0, "<", add(G, power(G, 3))), [INNER], "ladder")],
    ),
    "ladder: a mass": (
        "not a sum of polynomials times exponentials",
        [step(rel(0, "<", minus(M, 1)), [var("x", 0, exp(minus(M, 1)))], "ladder")],
    ),
    "ladder: beside a logarithm": (
        "not a sum of polynomials times exponentials",
        [step(rel(0, "<", G), [var("x", 0, log(add(2, exp(G))))], "ladder")],
    ),
    "ladder: a root": (
        "a ladder starts at 0",
        [
            step(
                rel(0, "<", minus("x", 5)),
                [var("x", 0, add(1, exp(G)), root=(2, exp(G)))],
                "ladder",
            )
        ],
    ),
    "ladder: integers": (
        "a ladder starts at 0",
        [step(rel(0, "<", minus("x", 1)), [index("x", 0)], "ladder")],
    ),
    "ladder: nowhere": (
        "x is not shown to have lower < upper",
        [
            step(rel(0, "<", add(1, "x")), [{**var("x", 0, -1, "()"), "hollow": True}], "ladder"),
            step(rel(0, "<", add(1, "x")), [var("x", 0, -1)], "cases", ["1"]),
        ],
    ),
    "increasing: in what bounds the variable": (
        "the difference does not move so with x",
        [
            step(derivative("y", "y", 1), [var("y"), var("x", 0, exp("y"))], "derivative"),
            step(rel(0, "<", 1), [var("y"), var("x", 0, exp("y"))], "sign"),
            step(rel(0, "<", "y"), [var("y"), var("x", 0, exp("y"))], "increasing", ["1", "2"]),
        ],
    ),
    "increasing: what another variable's bound holds": (
        "the difference does not move so with y",
        [
            step(derivative("x", "x", 1), [var("x", -1), var("y", 0, add("x", 2))], "derivative"),
            step(rel(0, "<", 1), [var("x", -1), var("y", 0, add("x", 2))], "sign"),
            step(
                rel(0, "<", "x"), [var("x", -1), var("y", 0, add("x", 2))], "increasing", ["1", "2"]
            ),
        ],
    ),
    "increasing: integers": (
        "n does not move freely",
        [
            step(derivative("n", "n", 1), [index("n", 0)], "derivative"),
            step(rel(0, "<", 1), [index("n", 0)], "sign"),
            step(rel(0, "<", "n"), [index("n", 0)], "increasing", ["1", "2"]),
        ],
    ),
    "decreasing: from an end that a number bounds": (
        "not shown to be right at the end",
        [
            step(derivative(mul(-1, "x"), "x", -1), [INNER], "derivative"),
            step(rel(-1, "<", 0), [INNER], "sign"),
            step(rel(0, "<", mul(-1, "x")), [INNER], "decreasing", ["1", "2"]),
        ],
    ),
    "minimum: at an unknown number": (
        "t is not shown to have lower < upper",
        [
            step(minimum(power(minus("t", G), 2), "t", 0, exp(G), "()", G), [], "minimum"),
        ],
    ),
    "minimum: of the variable of the domain": (
        "x is bound twice",
        [
            step(minimum(power("x", 2), "x", -1, 1, "[]", 0), [var("x", 5, 6)], "minimum"),
            step(rel(1, "<", 0), [], "sign"),
        ],
    ),
    "minimum: in a range that is not in order": (
        "t is not shown to have lower < upper",
        [
            step(minimum("t", "t", G, exp(H), "[]", G), [], "minimum"),
        ],
    ),
    "limit: of what bounds a variable": (
        "y occurs twice or is bounded too early",
        [
            step(limit("y", "t", 0, "+", 0), [var("y", 0, "t")], "limit", rate=None),
        ],
    ),
    "limit: of a variable of the domain": (
        "x is bound twice",
        [
            step(limit("x", "x", 0, "+", 0), [var("x", 1, 2)], "limit", rate=None),
            step(rel(1, "<", 0), [], "sign"),
        ],
    ),
    "limit: something else moves": (
        "something else than y itself moves with y",
        [
            step(limit(mul("t", ap("F", "t")), "t", 0, "+", 0), [], "limit", rate=None),
        ],
    ),
    "squeeze: where the parameter is bounded by the variable": (
        "no bounds on both sides that have the stated limit",
        [
            step(rel(0, "<", "y"), [var("t", 0, 1), var("y", 0, "t")], "sign"),
            step(rel("y", "<", "t"), [var("t", 0, 1), var("y", 0, "t")], "sign"),
            step(limit("t", "t", 0, "+", 0), [var("y", 0, 1)], "limit", rate=None),
            step(limit("y", "t", 0, "+", 0), [var("y", 0, 1)], "squeeze", ["1", "2", "3"]),
        ],
    ),
    "series: in a number that is not its variable": (
        "the series has parameters",
        [
            step(series("y", "x", 0, 1), [var("y")], "series"),
        ],
    ),
    "region: an unknown number": (
        "something of which nothing is known has no value",
        [step(rel(0, "<", G), [var("x", 0, 1)], "region")],
    ),
    "region: a box that a number bounds": (
        "a region is a box with rational ends",
        [step(rel(-1, "<", "x"), [INNER], "region")],
    ),
    "region: integers, by a slope between them": (
        "n does not move freely",
        [
            step(derivative(CURVE, "n", SLOPE), [index("n", 0, 1)], "derivative"),
            step(rel(0, "<", SLOPE), [index("n", 0, 0)], "sign"),
            step(rel(0, "<", SLOPE), [index("n", 1, 1)], "sign"),
            step(rel(0, "<", SLOPE), [index("n", 0, 1)], "cases", ["2", "3"]),
            step(rel(0, "<", CURVE), [index("n", 0, 1)], "region", ["1", "4"]),
        ],
    ),
    "cases: pieces of another variable": (
        "x is not shown to have lower < upper",
        [
            step(rel(0, "<", 1), [var("y", 0, G)], "sign"),
            step(rel(0, "<", 1), [var("x", 0, G)], "cases", ["1"]),
        ],
    ),
    "cases: a cut at an unknown number": (
        "the pieces leave a gap",
        [
            step(rel("x", "<=", G), [{**var("x", 0, G, "(]"), "hollow": True}], "sign"),
            step(rel("x", "<=", G), [var("x", 0, 1)], "cases", ["1"]),
        ],
    ),
    "cases: empty pieces step over a point": (
        "the pieces leave a gap",
        [
            step(rel("x", "<", 1), [var("x", 0, 1, "[)")], "sign"),
            step(rel("x", "<", 1), [{**var("x", 1, F(1, 2), "[]"), "hollow": True}], "sign"),
            step(rel("x", "<", 1), [var("x", F(1, 2), 1, "()")], "sign"),
            step(rel("x", "<", 1), [var("x", 0, 1, "[]")], "cases", ["1", "2", "3"]),
        ],
    ),
    "sum: to an unknown end": (
        "an end of the sum is not an integer",
        [
            step(total(1, "k", 0, G, add(G, 1)), [], "sum", ratio=tree(1), quotient=tree("k")),
        ],
    ),
    "sum: with an unknown ratio": (
        "the ratio is not shown to lie between 0 and 1",
        [
            step(
                total(mul(power(exp(G), "k"), minus(exp(G), 1)), "k", 0, None, -1),
                [INNER],
                "sum",
                ratio=exp(G),
                quotient=tree(1),
            ),
        ],
    ),
    "sum: over a variable of the domain": (
        "x is bound twice",
        [
            step(
                total(1, "x", 0, 1, 2), [var("x", 5, 6)], "sum", ratio=tree(1), quotient=tree("x")
            ),
            step(rel(1, "<", 0), [], "sign"),
        ],
    ),
    "integral: between numbers that are not in order": (
        "the ends of the integral are not shown to be in order",
        [
            step(integral(1, "t", G, H, minus(H, G)), [], "integral", antiderivative=tree("t")),
        ],
    ),
    "integral: over a pole that a bound hides": (
        "a division by something that is not shown to differ from 0",
        [
            step(
                integral(
                    mul(-1, power("t", -2)), "t", mul(-1, exp(G)), exp(G), mul(2, exp(mul(-1, G)))
                ),
                [],
                "integral",
                antiderivative=power("t", -1),
            ),
        ],
    ),
    "integral: of what moves with the variable of the domain": (
        "x is bound twice",
        [
            step(integral(1, "x", 0, "x", "x"), [INNER], "integral", antiderivative=tree("x")),
            step(rel(1, "<", 0), [], "sign"),
        ],
    ),
    "derivative: a root that moves": (
        "a root moves with x",
        [
            step(
                derivative("y", "x", 0),
                [var("x", 1, 2), var("y", 0, 3, root=(2, "x"))],
                "derivative",
            ),
        ],
    ),
    "derivative: among integers": (
        "n does not move freely",
        [
            step(derivative("n", "n", 1), [index("n", 0, 3)], "derivative"),
        ],
    ),
    "derivative: nowhere": (
        "a range in the statement may be empty",
        [step(derivative("x", "x", 1), [NEVER], "derivative")],
    ),
    "derivative: an unknown function": (
        "no derivative of what nothing is known of",
        [
            step(derivative(ap("F", "x"), "x", 0), [INNER], "derivative"),
        ],
    ),
}


@pytest.mark.parametrize("name", FORGED)
def test_what_a_range_hides_is_seen(name):
    words, rows = FORGED[name]
    made = proof(rows)
    known = {row["name"] for row in made.sentence["given"]}
    made.sentence["given"] += [function(n, 0) for n in "GH" if n not in known] + [given("P")]
    report = made.report()
    assert not report.accepted
    assert words in report.reason


# -- noise and masses -----------------------------------------------------------------------------


def level(width, height=None):
    """Noise that is level up to a width, with the steps that show that it exists."""
    height = mul(F(1, 2), power(width, -1)) if height is None else height
    rows = [(height, width), (0, None)]
    made = Proof(
        given=[function("G", 0), function("H", 0), given("P")],
        definitions=[pieces("f", [], [], rows), law("Q", "f")],
    )
    inside = {**var("x", 0, width, "[)"), "hollow": True}
    uses = [
        made.step(rel(0, "<=", height), [inside], "sign"),
        made.step(
            integral(height, "x", 0, width, F(1, 2)),
            [],
            "integral",
            antiderivative=mul(height, "x"),
        ),
        made.step(rel(0, "<=", 0), [var("x", width, None, "[)")], "sign"),
        made.step(integral(0, "x", width, None, 0), [], "integral", antiderivative=tree(0)),
    ]
    made.exists = made.step(isnoise("Q"), [], "existence", uses)
    return made


def test_noise_as_wide_as_an_unknown_number_exists():
    accepted(level(exp(G)))


@pytest.mark.parametrize(
    ("width", "height", "words"),
    [
        (G, exp(H), "are not shown to be in order"),
        (mul(-1, exp(G)), exp(H), "are not shown to be in order"),
        (exp(G), mul(F(1, 2), exp(G)), "the end values do not give the value"),
        (exp(G), G, "the sign is not shown"),
        (exp(G), power(G, -1), "a division by something"),
    ],
)
def test_noise_that_does_not_exist_for_some_number(width, height, words):
    report = level(width, height).report()
    assert not report.accepted
    assert words in report.reason


@pytest.mark.parametrize(
    ("end", "words"),
    [(exp(H), "ends outside of the piece"), (exp(G), None), (exp(minus(G, 1)), None)],
)
def test_an_interval_ends_within_the_piece_whatever_the_number(end, words):
    made = level(exp(G))
    height = mul(F(1, 2), exp(mul(-1, G)))
    share = mul(height, end)
    part = made.step(
        integral(height, "x", 0, end, share), [], "integral", antiderivative=mul(height, "x")
    )
    made.step(
        rel(mass("Q", between("()", 0, end)), "==", share), [], "density", [made.exists, part],
        existence=made.exists, integral=part, piece=0, period_index=None,
    )  # fmt: skip
    if words:
        rejected(made, words)
    else:
        accepted(made)


@pytest.mark.parametrize(
    ("order", "domain"),
    [([G, H], []), ([0, G], [INNER]), ([0, "x", G], [INNER]), ([G, "x"], [INNER]), ([M, 1], [])],
)
def test_points_are_in_order_whatever_the_numbers(order, domain):
    made = Proof(given=[function("G", 0), function("H", 0), given("P")])
    low, high = map(tree, (order[0], order[-1]))
    terms = [(-1, between("(]", None, low)), (1, between("(]", None, high))]
    claim = rel(mass("P", terms[0][1]), "<=", mass("P", terms[1][1]))
    made.step(
        claim, domain, "measure", noise=noise("P"), order=[tree(p) for p in order],
        constant=tree(0), terms=[[tree(c), each] for c, each in terms],
    )  # fmt: skip
    rejected(made, "not shown to be in order")


@pytest.mark.parametrize("name", ["y", "x"])
def test_a_half_line_is_covered_in_the_variable_of_the_pieces(name):
    """In another variable of the same range nothing was shown."""
    domain = [var("y", 0, None, "[)"), var("x", 0, None, "[)")]
    domain = domain if name == "x" else domain[::-1]
    made = Proof(definitions=[pieces("f", [], [], [(2, 1), (1, None)])])
    claim, uses = rel(ap("f", "x"), "<=", 2), []
    for i, (low, high, height) in enumerate(((0, 1, 2), (1, None, 1))):
        place = var("x", low, high, "[)") | ({"hollow": True} if high else {})
        over = [domain[0], place] if name == "x" else [place, domain[1]]
        equal = made.step(rel(ap("f", "x"), "==", height), [place], "definition", name="f", piece=i)
        uses.append(made.combine(claim, over, (equal, {}, -1)))
    made.step(claim, domain, "cover", uses, name="f")
    if name == "x":
        accepted(made)
    else:
        rejected(made, "a variable of f is one of the domain")
