"""Small true claims, each shown by one method or by a few steps."""

from handmade import (
    PI,
    F,
    add,
    ap,
    derivative,
    erf,
    exp,
    fact,
    fails,
    index,
    integral,
    limit,
    log,
    minimum,
    mul,
    power,
    program,
    rel,
    series,
    step,
    total,
    tree,
    var,
)

ACCEPTED = {
    "algebra": [
        step(
            rel(power(add("x", "y"), 2), "==", add(mul(2, "x", "y"), power("x", 2), power("y", 2))),
            [var("x", 0), var("y", 0)],
            "identity",
        ),
        step(
            rel(
                mul(power("x", F(5, 4)), power("y", F(5, 4))),
                "==",
                mul(power("x", F(5, 4)), power("y", F(5, 4))),
            ),
            [var("x", 0), var("y", 0)],
            "identity",
        ),
        step(rel(1, "==", 1), [var("x", 0), var("y", 0)], "identity"),
        step(
            rel(log(mul("x", "y")), "==", add(log("x"), log("y"))),
            [var("x", 0), var("y", 0)],
            "identity",
        ),
        step(
            rel(power(mul(2, "x"), "y"), "==", mul(power(2, "y"), power("x", "y"))),
            [var("x", 0), var("y", 0)],
            "identity",
        ),
    ],
    "roots": [
        step(
            rel(mul(2, power("T", 3)), "==", add(power("b", 2), "b")),
            [var("b", 0, 1), var("T", 0, 1, root=[3, mul(add(1, "b"), F(1, 2), "b")])],
            "identity",
        ),
        step(
            rel(
                mul(erf("y"), exp(mul(F(1, 2), "x")), -1),
                "==",
                mul(erf("y"), exp(mul(F(1, 2), "x")), -1),
            ),
            [var("x", 0), var("y", 0)],
            "identity",
        ),
        step(
            rel(log(F(4, 9)), "==", add(mul(-2, log(3)), mul(2, log(2)))),
            [var("x", 0), var("y", 0)],
            "identity",
        ),
        step(
            rel(
                add(ap("G", add(mul("x", "y"), "x")), mul(ap("G", mul(add(1, "y"), "x")), -1)),
                "==",
                0,
            ),
            [var("x", 0), var("y", 0)],
            "identity",
        ),
        step(rel(0, "<", PI), [], "sign"),
    ],
    "signs": [
        step(rel(add(mul(-1, "x"), power("x", 2)), "<", 0), [var("x", 0, 1)], "sign"),
        step(
            rel(0, "<", "T"),
            [var("b", 0, 1), var("T", 0, 1, root=[3, mul(add(1, "b"), F(1, 2), "b")])],
            "sign",
        ),
        step(
            rel(power("w", 2), "<=", "w"),
            [var("w", 0, 1, ends="[]"), var("v", 0, add(1, "w"), ends="[)")],
            "sign",
        ),
        step(
            rel("v", ">=", 0),
            [var("w", 0, 1, ends="[]"), var("v", 0, add(1, "w"), ends="[)")],
            "sign",
        ),
        step(rel(add(1, mul(exp(mul(-1, "x")), -1)), ">", 0), [var("x", 0), var("y", 0)], "sign"),
        step(rel(1, "<", exp("x")), [var("x", 0), var("y", 0)], "sign"),
        step(rel(add(1, "x"), "!=", 0), [var("x", 0), var("y", 0)], "sign"),
        step(rel(0, "<", add(1, mul(-1, "x"), power("x", 2))), [var("x", 0)], "sign"),
        step(
            rel(0, "<", add(power("x", 2), mul(-1, "x", "y"), power("y", 2))),
            [var("x", 0), var("y", 0), var("z", 0)],
            "sign",
        ),
    ],
    "derivatives": [
        step(
            derivative(
                add(exp(mul("x", "y")), mul(log("x"), power("x", "y"))),
                "x",
                add(
                    mul(exp(mul("x", "y")), "y"),
                    mul(log("x"), power("x", -1), power("x", "y"), "y"),
                    mul(power("x", -1), power("x", "y")),
                ),
            ),
            [var("x", 0), var("y", 0)],
            "derivative",
        ),
        step(
            derivative(power("x", "x"), "x", mul(add(1, log("x")), power("x", "x"))),
            [var("x", 0)],
            "derivative",
        ),
        step(
            derivative(erf("x"), "x", mul(exp(mul(-1, power("x", 2))), 2, power(PI, F(-1, 2)))),
            [var("x", 0)],
            "derivative",
        ),
    ],
    "integrals": [
        step(
            integral(
                power("x", "a"), "x", 0, "b", mul(power(add(1, "a"), -1), power("b", add(1, "a")))
            ),
            [var("a", 0), var("b", 0)],
            "integral",
            antiderivative=tree(mul(power(add(1, "a"), -1), power("x", add(1, "a")))),
        ),
        step(
            integral(mul(exp(mul(-1, "a", "x")), "x"), "x", 0, None, power("a", -2)),
            [var("a", 0)],
            "integral",
            antiderivative=tree(
                add(
                    mul(exp(mul(-1, "a", "x")), -1, power("a", -1), "x"),
                    mul(exp(mul(-1, "a", "x")), -1, power("a", -2)),
                )
            ),
        ),
        step(
            integral(exp(mul(-1, power("u", 2))), "u", None, None, power(PI, F(1, 2))),
            [],
            "integral",
            antiderivative=tree(mul(erf("u"), power(PI, F(1, 2)), F(1, 2))),
        ),
    ],
    "limits": [
        step(
            limit(
                mul(
                    add(1, mul(exp(mul(-1, "x")), -1)),
                    power(add(2, mul(exp(mul(-2, "x")), -1)), -1),
                ),
                "x",
                None,
                "-",
                F(1, 2),
            ),
            [],
            "limit",
            rate=tree(1),
        ),
        step(
            limit(
                mul(
                    add(1, mul(exp(mul(-1, "x")), -1)),
                    power(add(1, mul(exp(mul(-2, "x")), -1)), -1),
                ),
                "x",
                0,
                "+",
                F(1, 2),
            ),
            [],
            "limit",
            rate=tree(1),
        ),
        step(
            limit(mul(add("a", "x"), power(add(1, mul(2, "x")), -1)), "x", None, "-", F(1, 2)),
            [var("a", 0)],
            "limit",
            rate=None,
        ),
        step(
            limit(mul(add(-1, power("x", 2)), power(add(-1, "x"), -1)), "x", 1, "+", 2),
            [],
            "limit",
            rate=None,
        ),
        step(
            limit(mul(add(-1, power("x", 2)), power(add(-1, "x"), -1)), "x", 1, "-", 2),
            [],
            "limit",
            rate=None,
        ),
    ],
    "minima": [
        step(
            series(mul(add(exp("x"), -1), power("x", -1)), "x", 1, F(1, 2), F(1, 6)), [], "series"
        ),
        step(
            series(
                add(mul(exp("x"), power(add(4, "x"), F(1, 2))), power(add(1, "x"), 2)),
                "x",
                3,
                F(17, 4),
            ),
            [],
            "series",
        ),
        step(
            minimum(power(add(mul(-1, "a"), "x"), 2), "x", 0, None, "()", "a"),
            [var("a", 0)],
            "minimum",
        ),
        step(minimum(add("a", "w"), "w", 0, 1, "[]", 0), [var("a", 0)], "minimum"),
        step(minimum(add(mul(-1, "w"), "a"), "w", 0, 1, "[]", 1), [var("a", 0)], "minimum"),
    ],
    "sums": [
        step(
            total("k", "k", 0, "m", mul(add(1, "m"), F(1, 2), "m")),
            [index("m", 0)],
            "sum",
            ratio=tree(1),
            quotient=tree(add(mul(power("k", 2), F(1, 2)), mul(F(-1, 2), "k"))),
        ),
        step(
            total(
                mul(power("r", "k"), "k"), "k", 0, None, mul(power(add(1, mul(-1, "r")), -2), "r")
            ),
            [var("r", 0, 1)],
            "sum",
            ratio=tree("r"),
            quotient=tree(
                add(mul(-1, power(add(-1, "r"), -2), "r"), mul(power(add(-1, "r"), -1), "k"))
            ),
        ),
        step(
            total(mul(2, "k"), "k", 1, 4, 20),
            [],
            "sum",
            ratio=tree(1),
            quotient=tree(add(mul(-1, "k"), power("k", 2))),
        ),
    ],
    "balls": [
        step(rel(exp("x"), "<", 3), [var("x", 0, 1)], "region"),
        step(rel(add(erf("x"), log(2)), ">", mul(F(-1, 2), "x")), [var("x", 0, 1)], "region"),
        step(rel(PI, "!=", 3), [], "region"),
        step(rel(add(1, "x"), "<", exp("x")), [var("x", 0)], "ladder"),
        step(rel(exp("x"), ">", add(1, mul(power("x", 2), F(1, 2)), "x")), [var("x", 0)], "ladder"),
        step(rel("x", "<", add(exp("x"), mul(exp(mul(-1, "x")), -1))), [var("x", 0)], "ladder"),
    ],
    "increasing": [
        step(
            derivative(
                add(mul(-1, log(add(1, "x"))), "x"), "x", add(1, mul(-1, power(add(1, "x"), -1)))
            ),
            [var("x", 0)],
            "derivative",
        ),
        step(rel(0, "<", add(1, mul(-1, power(add(1, "x"), -1)))), [var("x", 0)], "sign"),
        step(rel(log(add(1, "x")), "<", "x"), [var("x", 0)], "increasing", uses=["1", "2"]),
    ],
    "squeezed": [
        step(
            rel(0, "<", mul(exp(mul(-1, "a", "x")), power(add(1, power("x", 2)), -1))),
            [var("a", 0), var("x", 0)],
            "sign",
        ),
        step(
            rel(
                mul(exp(mul(-1, "a", "x")), power(add(1, power("x", 2)), -1)),
                "<",
                power(add(1, power("x", 2)), -1),
            ),
            [var("a", 0), var("x", 0)],
            "sign",
        ),
        step(
            limit(power(add(1, power("x", 2)), -1), "x", None, "-", 0),
            [var("a", 0)],
            "limit",
            rate=None,
        ),
        step(
            limit(mul(exp(mul(-1, "a", "x")), power(add(1, power("x", 2)), -1)), "x", None, "-", 0),
            [var("a", 0)],
            "squeeze",
            uses=["1", "2", "3"],
        ),
    ],
    "programs": [
        step(
            program(
                add(mul("a", "x"), "w"),
                ["x", "w"],
                [add(-1, "w", "x")],
                [add(mul(-1, "w"), "x")],
                add(mul(F(1, 2), "a"), F(1, 2)),
            ),
            [var("a", 0)],
            "duality",
            point={"x": tree(F(1, 2)), "w": tree(F(1, 2))},
            multipliers=[
                tree(add(mul(F(1, 2), "a"), F(1, 2))),
                tree(add(mul(F(1, 2), "a"), F(-1, 2))),
            ],
        ),
        step(
            program(mul(2, "x"), ["x"], [add(-3, mul(2, "x"))], [], 3),
            [],
            "duality",
            point={"x": tree(F(3, 2))},
            multipliers=[tree(1)],
        ),
    ],
    "decreasing": [
        step(
            derivative(
                add(exp(mul(-1, "a", "x")), 1, mul(erf("x"), -1)),
                "x",
                add(
                    mul(exp(mul(-1, power("x", 2))), -2, power(PI, F(-1, 2))),
                    mul(exp(mul(-1, "a", "x")), -1, "a"),
                ),
            ),
            [var("a", 0), var("x", 0)],
            "derivative",
        ),
        step(
            rel(
                add(
                    mul(exp(mul(-1, power("x", 2))), -2, power(PI, F(-1, 2))),
                    mul(exp(mul(-1, "a", "x")), -1, "a"),
                ),
                "<",
                0,
            ),
            [var("a", 0), var("x", 0)],
            "sign",
        ),
        step(
            rel(0, "<", add(exp(mul(-1, "a", "x")), 1, mul(erf("x"), -1))),
            [var("a", 0), var("x", 0)],
            "decreasing",
            uses=["1", "2"],
        ),
        step(
            derivative(add(2, mul(-1, power("x", 2)), mul(-1, "x")), "x", add(-1, mul(-2, "x"))),
            [var("x", 0, 1)],
            "derivative",
        ),
        step(rel(add(-1, mul(-2, "x")), "<", 0), [var("x", 0, 1)], "sign"),
        step(
            rel(power("x", 2), "<", add(2, mul(-1, "x"))),
            [var("x", 0, 1)],
            "decreasing",
            uses=["4", "5"],
        ),
    ],
    "corners": [
        step(
            derivative(
                add(exp(mul(-1, "x")), F(-99, 100), "x"), "x", add(1, mul(exp(mul(-1, "x")), -1))
            ),
            [var("x", 0, 1)],
            "derivative",
        ),
        step(rel(0, "<", add(1, mul(exp(mul(-1, "x")), -1))), [var("x", 0, 1)], "sign"),
        step(derivative(add(3, mul(-1, "x")), "x", -1), [var("x", 0, 1)], "derivative"),
        step(rel(-1, "<", 0), [var("x", 0, 1)], "sign"),
        step(
            rel(0, "<", add(exp(mul(-1, "x")), F(-99, 100), "x")),
            [var("x", 0, 1)],
            "region",
            uses=["1", "2"],
        ),
        step(rel("x", "<", 3), [var("x", 0, 1)], "region", uses=["3", "4"]),
    ],
    "cases": [
        step(rel("x", "<", add(1, power("x", 2))), [var("x", 0, 1, ends="(]")], "sign"),
        step(rel("x", "<", add(1, power("x", 2))), [var("x", 1)], "sign"),
        step(rel("x", "<", add(1, power("x", 2))), [var("x", 0)], "cases", uses=["1", "2"]),
    ],
    "entailment": [
        step(rel(ap("G", add("x", "y")), "<=", ap("G", "x")), [var("x", 0), var("y", 0)], "assume"),
        step(
            rel(ap("G", add(mul(2, "y"), "x")), "<=", ap("G", "x")),
            [var("x", 0), var("y", 0)],
            "entailment",
            uses=["1"],
            facts=[fact("1", 1), fact("1", 1, x=add("x", "y"))],
        ),
        step(
            rel(ap("G", add("x", "y")), "<", add(ap("G", "x"), "x")),
            [var("x", 0), var("y", 0)],
            "entailment",
            uses=["1"],
            facts=[fact("1", 1)],
        ),
        step(
            rel(0, "<=", power(add(ap("G", "x"), mul(ap("G", add("x", "y")), -1)), 2)),
            [var("x", 0), var("y", 0)],
            "entailment",
            uses=["1"],
            facts=[fact("1", add(ap("G", "x"), mul(ap("G", add("x", "y")), -1)))],
        ),
    ],
    "wrong": [
        step(fails(rel(power("x", 2), "<", "x"), x=2), [var("x", 0)], "counterexample"),
        step(
            fails(integral("y", "y", 0, "x", power("x", 2)), x=1),
            [var("x", 0)],
            "counterexample",
            instead=tree(mul(power("x", 2), F(1, 2))),
            shown={"antiderivative": tree(mul(power("y", 2), F(1, 2)))},
        ),
        step(
            fails(minimum(power(add(-2, "y"), 2), "y", 0, None, "()", 3), y=2), [], "counterexample"
        ),
        step(
            fails(limit(mul(power(add(1, "x"), -1), "x"), "x", None, "-", 2)),
            [],
            "counterexample",
            instead=tree(1),
            shown={"rate": None},
        ),
        step(
            fails(derivative(power("x", 2), "x", "x"), x=1),
            [var("x", 0)],
            "counterexample",
            instead=tree(mul(2, "x")),
            shown={},
        ),
        step(fails(rel(exp("x"), "<", 1), x=1), [var("x", 0)], "counterexample", graded="enclosed"),
        step(
            fails(rel("T", "<", "b"), T=mul(power(3, F(1, 3)), F(1, 2)), b=F(1, 2)),
            [var("b", 0, 1), var("T", 0, 1, root=[3, mul(add(1, "b"), F(1, 2), "b")])],
            "counterexample",
            graded="enclosed",
        ),
    ],
}
