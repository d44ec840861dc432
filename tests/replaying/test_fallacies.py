"""Arguments that look right and are wrong."""

import pytest
from handmade import (
    OO,
    PI,
    F,
    add,
    ap,
    derivative,
    exp,
    fact,
    fails,
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
    rel,
    series,
    step,
    total,
    tree,
    var,
)

MANY = add(*(ap(f"G{i}") for i in range(40)))

FALLACIES = {
    "0 to the power 0, over a region": [
        step(rel(power("x", 0), ">", F(1, 2)), [var("x", -1, 1)], "region"),
    ],
    "0 to the power 0, at a point": [step(rel(power(0, add(1, -1)), ">", F(1, 2)), [], "region")],
    "0 to the power 0, where a power is to be small": [
        step(
            fails(rel(power("x", "y"), "<", F(1, 2)), x=0, y=0),
            [var("x", 0, 1, "[]"), var("y", 0, 1, "[]")],
            "counterexample",
            graded="enclosed",
        ),
    ],
    "a program that is not affine": [
        step(
            program(power(add(-1, "z"), 2), ["z"], [], [], 1),
            [],
            "duality",
            point={"z": tree(0)},
            multipliers=[],
        ),
    ],
    "a program with a product of variables": [
        step(
            program(mul(add(2, mul(-1, "z")), "z"), ["z"], [], [], 0),
            [],
            "duality",
            point={"z": tree(0)},
            multipliers=[],
        ),
    ],
    "a program whose point is not feasible": [
        step(
            program("z", ["z"], [add(-1, "z")], [], 0),
            [],
            "duality",
            point={"z": tree(0)},
            multipliers=[tree(0)],
        ),
    ],
    "a program whose point is negative": [
        step(
            program("z", ["z"], [], [add(1, "z")], -1),
            [],
            "duality",
            point={"z": tree(-1)},
            multipliers=[tree(1)],
        ),
    ],
    "a program with a negative multiplier": [
        step(
            program(mul(-1, "z"), ["z"], [add(-1, "z")], [], -1),
            [],
            "duality",
            point={"z": tree(1)},
            multipliers=[tree(-1)],
        ),
    ],
    "a program with another value": [
        step(
            program("z", ["z"], [add(-1, "z")], [], 0),
            [],
            "duality",
            point={"z": tree(1)},
            multipliers=[tree(1)],
        ),
    ],
    "a program that is not bounded by its multipliers": [
        step(
            program(mul(-1, "z"), ["z"], [add(1, mul(-1, "z"))], [], -1),
            [],
            "duality",
            point={"z": tree(1)},
            multipliers=[tree(0)],
        ),
    ],
    "a program without a multiplier for each row": [
        step(
            program("z", ["z"], [add(-1, "z")], [], 1),
            [],
            "duality",
            point={"z": tree(1)},
            multipliers=[],
        ),
    ],
    "a program whose point is its variable": [
        step(
            program("z", ["z"], [add(-1, "z")], [], 1),
            [],
            "duality",
            point={"z": tree("z")},
            multipliers=[tree(1)],
        ),
    ],
    "a program that binds a parameter": [
        step(
            program("y", ["y"], [add(-1, "y")], [], 1),
            [var("y", 0)],
            "duality",
            point={"y": tree(1)},
            multipliers=[tree(1)],
        ),
    ],
    "a division that cancels where it is undefined": [
        step(rel(mul(ap("H"), "x"), "==", 0), [var("x")], "assume"),
        step(
            rel(ap("H"), "==", 0),
            [var("x")],
            "entailment",
            uses=["1"],
            facts=[fact("1", power("x", -1))],
        ),
    ],
    "both sides undefined at 0": [
        step(rel(add(1, power("x", -1)), "==", add(1, power("x", -1))), [var("x")], "identity"),
    ],
    "an undefined argument": [
        step(rel(ap("H", power("x", -1)), "==", ap("H", power("x", -1))), [var("x")], "identity"),
    ],
    "a variable that differs": [
        step(rel(exp("y"), "==", "x"), [var("x"), var("y", 0)], "identity"),
    ],
    "a root that does not move": [
        step(
            derivative("T", "y", 0), [var("y", 1, 2), var("T", 0, 2, root=[2, "y"])], "derivative"
        ),
    ],
    "a derivative in a root": [
        step(
            derivative(add(mul(-1, "T", "y"), mul(power("T", 3), F(2, 3))), "T", power("T", 2)),
            [var("y", 1, 2), var("T", 0, 2, root=[2, "y"])],
            "derivative",
        ),
        step(rel(0, "<", power("T", 2)), [var("y", 1, 2), var("T", 0, 2, root=[2, "y"])], "sign"),
        step(
            rel(0, "<", add(mul(-1, "T", "y"), mul(power("T", 3), F(2, 3)))),
            [var("y", 1, 2), var("T", 0, 2, root=[2, "y"])],
            "increasing",
            uses=["1", "2"],
        ),
    ],
    "a root carried over to another radicand": [
        step(
            rel(power("T", 2), "==", "y"),
            [var("y", F(1, 4), 2), var("T", 0, 2, root=[2, "y"])],
            "identity",
        ),
        step(
            rel(power("T", 2), "==", mul(F(1, 2), "y")),
            [var("y", 1, 2), var("T", 0, 2, root=[2, "y"])],
            "entailment",
            uses=["1"],
            facts=[fact("1", 1, y=mul(F(1, 2), "y"))],
        ),
    ],
    "an antiderivative that jumps at its end": [
        step(
            integral(
                mul(
                    add(
                        mul(log("y"), power(add(1, mul(-1, log("y"))), -2), power("y", -1)),
                        mul(power(add(1, mul(-1, log("y"))), -1), power("y", -1)),
                    ),
                    power("y", power(add(1, mul(-1, log("y"))), -1)),
                ),
                "y",
                0,
                1,
                0,
            ),
            [],
            "integral",
            antiderivative=tree(power("y", power(add(1, mul(-1, log("y"))), -1))),
        ),
    ],
    "an antiderivative that grows at infinity": [
        step(
            integral(
                mul(add(-1, mul(2, "y")), exp(add(mul(-1, "y"), power("y", 2)))), "y", 0, None, -1
            ),
            [],
            "integral",
            antiderivative=tree(exp(add(mul(-1, "y"), power("y", 2)))),
        ),
    ],
    "a sum that runs downwards": [
        step(
            total("k", "k", 0, "n", mul(add(1, "n"), F(1, 2), "n")),
            [index("n", -5)],
            "sum",
            ratio=tree(1),
            quotient=tree(mul(add(-1, "k"), F(1, 2), "k")),
        ),
    ],
    "a series lost to cancellation": [
        step(
            series(
                exp(
                    mul(
                        add(
                            exp("y"),
                            -1,
                            mul(-1, "y"),
                            mul(power("y", 10), F(-1, 3628800)),
                            mul(power("y", 11), F(-1, 39916800)),
                            mul(power("y", 12), F(-1, 479001600)),
                            mul(power("y", 2), F(-1, 2)),
                            mul(power("y", 3), F(-1, 6)),
                            mul(power("y", 4), F(-1, 24)),
                            mul(power("y", 5), F(-1, 120)),
                            mul(power("y", 6), F(-1, 720)),
                            mul(power("y", 7), F(-1, 5040)),
                            mul(power("y", 8), F(-1, 40320)),
                            mul(power("y", 9), F(-1, 362880)),
                        ),
                        power("y", -20),
                    )
                ),
                "y",
                1,
            ),
            [],
            "series",
        ),
    ],
    "a minimum at infinity": [
        step(minimum(exp(mul(-1, "y")), "y", 0, None, "(]", OO), [], "minimum"),
    ],
    "a homogeneous polynomial that vanishes": [
        step(
            rel(0, "<", add(power("x", 2), mul(-2, "x", "y"), power("y", 2))),
            [var("x", 0), var("y", 0)],
            "sign",
        ),
    ],
    "a homogeneous polynomial of both signs": [
        step(
            rel(0, "<", add(power("x", 2), mul(F(-5, 2), "x", "y"), power("y", 2))),
            [var("x", 0), var("y", 0)],
            "sign",
        ),
    ],
    "a homogeneous polynomial where a variable may be negative": [
        step(
            rel(0, "<", add(power("x", 2), mul("x", "y"), power("y", 2), mul("x", "y"))),
            [var("x"), var("y", 0)],
            "sign",
        ),
    ],
    "a counterexample at infinity": [
        step(fails(rel(exp(mul(-1, "x")), ">", 0), x=OO), [var("x")], "counterexample"),
    ],
    "an integer domain without a point": [
        step(rel("n", "==", 17), [index("n", F(1, 3), F(1, 2))], "sign"),
    ],
    "an empty domain": [
        step(rel(1, "<", 0), [var("y", 2, 1)], "region"),
    ],
    "a limit with something else moving": [
        step(limit(exp(mul(-1, "y")), "y", None, "-", 1), [], "limit", rate=None),
    ],
    "a multiplier that a step says is negative": [
        step(rel(0, "<=", ap("H", "y")), [var("y", 0)], "assume"),
        step(rel(ap("G", "y"), "<=", 0), [var("y", 0)], "assume"),
        step(
            rel(0, "<=", mul(ap("G", "y"), ap("H", "y"))),
            [var("y", 0)],
            "entailment",
            uses=["1", "2"],
            facts=[fact("1", ap("G", "y"))],
        ),
    ],
    "a strict product from a weak fact": [
        step(rel(0, "<", ap("H", "y")), [var("y", 0)], "assume"),
        step(rel(0, "<=", ap("G", "y")), [var("y", 0)], "assume"),
        step(
            rel(0, "<", mul(ap("G", "y"), ap("H", "y"))),
            [var("y", 0)],
            "entailment",
            uses=["1", "2"],
            facts=[fact("1", ap("G", "y"))],
        ),
    ],
    "a multiplier that is positive elsewhere": [
        step(rel(0, "<=", ap("H", "y")), [var("y", 0)], "assume"),
        step(rel(0, "<=", ap("G", "y")), [var("y", 1, 2)], "assume"),
        step(
            rel(0, "<=", mul(ap("G", "y"), ap("H", "y"))),
            [var("y", 0)],
            "entailment",
            uses=["1", "2"],
            facts=[fact("1", ap("G", "y"))],
        ),
    ],
    "a squeeze from one side": [
        step(rel(0, "<", exp(mul(-1, "y"))), [var("y", 0)], "sign"),
        step(limit(exp(mul(-1, "y")), "y", None, "-", 0), [], "squeeze", uses=["1"]),
    ],
    "a squeeze by bounds that have other limits": [
        step(rel(0, "<", exp(mul(-1, "y"))), [var("y", 0)], "sign"),
        step(rel(exp(mul(-1, "y")), "<", 1), [var("y", 0)], "sign"),
        step(limit(exp(mul(-1, "y")), "y", None, "-", 0), [], "squeeze", uses=["1", "2"]),
    ],
    "a squeeze on the other side of the point": [
        step(rel(0, "<", exp(mul(-1, "y"))), [var("y", 0)], "sign"),
        step(rel(exp(mul(-1, "y")), "<", 1), [var("y", 0)], "sign"),
        step(limit(exp(mul(-1, "y")), "y", 0, "-", 0), [], "squeeze", uses=["1", "2"]),
    ],
    "a squeeze at integers": [
        step(rel(0, "<=", ap("F", "n")), [index("n", 0)], "assume"),
        step(rel(ap("F", "n"), "<=", 0), [index("n", 0)], "assume"),
        step(limit(ap("F", "n"), "n", None, "-", 0), [], "squeeze", uses=["1", "2"]),
    ],
    "a squeeze with a parameter too many": [
        step(rel(0, "<=", ap("F", "y")), [var("y", 0), var("u", 0)], "assume"),
        step(rel(ap("F", "y"), "<=", 0), [var("y", 0), var("u", 0)], "assume"),
        step(limit(ap("F", "y"), "y", None, "-", 0), [], "squeeze", uses=["1", "2"]),
    ],
    "more generators than there is room for": [
        step(rel(MANY, "==", MANY), [], "identity"),
    ],
    "a ladder without an end": [
        step(rel("y", "<", "y"), [var("y", 0)], "ladder"),
    ],
    "a ladder of something else": [
        step(rel(0, "<", exp(power("y", 2))), [var("y", 0)], "ladder"),
    ],
    "an increase from minus infinity": [
        step(derivative(add(exp("x"), -1), "x", exp("x")), [var("x")], "derivative"),
        step(rel(0, "<", exp("x")), [var("x")], "sign"),
        step(rel(0, "<", add(exp("x"), -1)), [var("x")], "increasing", uses=["1", "2"]),
    ],
    "a decrease to a negative limit": [
        step(
            derivative(add(exp(mul(-1, "y")), -1), "y", mul(exp(mul(-1, "y")), -1)),
            [var("y", 0)],
            "derivative",
        ),
        step(rel(mul(exp(mul(-1, "y")), -1), "<", 0), [var("y", 0)], "sign"),
        step(rel(0, "<", add(exp(mul(-1, "y")), -1)), [var("y", 0)], "decreasing", uses=["1", "2"]),
    ],
    "a decrease that is an increase": [
        step(
            derivative(mul(exp(mul(-1, "y")), -1), "y", exp(mul(-1, "y"))),
            [var("y", 0)],
            "derivative",
        ),
        step(rel(0, "<", exp(mul(-1, "y"))), [var("y", 0)], "sign"),
        step(rel(0, "<", mul(exp(mul(-1, "y")), -1)), [var("y", 0)], "decreasing", uses=["1", "2"]),
    ],
    "a decrease to a limit that is too low": [
        step(
            derivative(minus(power("y", -1), 1), "y", mul(-1, power("y", -2))),
            [var("y", 0)],
            "derivative",
        ),
        step(rel(mul(-1, power("y", -2)), "<", 0), [var("y", 0)], "sign"),
        step(rel(1, "<", power("y", -1)), [var("y", 0)], "decreasing", uses=["1", "2"]),
    ],
    "a limit whose exponents cancel": [
        step(
            integral(
                add(
                    mul(
                        add(mul(-1, power(add(1, "y"), -2), "y"), power(add(1, "y"), -1)),
                        exp(mul(power(add(1, "y"), -1), "y")),
                        exp(power(add(1, "y"), -1)),
                    ),
                    mul(
                        exp(mul(power(add(1, "y"), -1), "y")),
                        exp(power(add(1, "y"), -1)),
                        -1,
                        power(add(1, "y"), -2),
                    ),
                ),
                "y",
                0,
                None,
                add(1, mul(exp(1), -1)),
            ),
            [],
            "integral",
            antiderivative=tree(
                mul(exp(mul(power(add(1, "y"), -1), "y")), exp(power(add(1, "y"), -1)))
            ),
        ),
    ],
    "an unknown function continued to its end": [
        step(
            integral(0, "y", 0, 1, add(ap("H", 1), mul(ap("H", 0), -1))),
            [],
            "integral",
            antiderivative=tree(ap("H", "y")),
        ),
    ],
    "an unknown method": [
        step(rel(0, "<", "y"), [var("y", 0)], "magic"),
    ],
    "a method for something else": [
        step(rel(0, "<", "y"), [var("y", 0)], "series"),
    ],
    "a counterexample to a sum": [
        step(fails(total("k", "k", 0, 2, 4)), [], "counterexample"),
    ],
    "a counterexample without a value": [
        step(fails(rel(1, "<", log("x")), x=-1), [var("x")], "counterexample"),
    ],
    "a counterexample between integers": [
        step(fails(rel("n", "<", "n"), n=F(1, 2)), [index("n", 0)], "counterexample"),
    ],
    "a region that is not enclosed": [
        step(rel("y", "<", 1), [var("y", 0, 1)], "region"),
    ],
    "a corner from one step": [
        step(rel(0, "<", 1), [var("y", 0, 1)], "sign"),
        step(rel(0, "<", "y"), [var("y", 0, 1)], "region", uses=["1"]),
    ],
    "a corner of another difference": [
        step(derivative(mul(2, "y"), "y", 2), [var("y", 0, 1)], "derivative"),
        step(rel(0, "<", 2), [var("y", 0, 1)], "sign"),
        step(rel(0, "<", "y"), [var("y", 0, 1)], "region", uses=["1", "2"]),
    ],
    "a corner at the wrong end": [
        step(
            derivative(exp(mul(-1, "y")), "y", mul(exp(mul(-1, "y")), -1)),
            [var("y", 0, 1)],
            "derivative",
        ),
        step(rel(mul(exp(mul(-1, "y")), -1), "<", 0), [var("y", 0, 1)], "sign"),
        step(rel(F(1, 2), "<", exp(mul(-1, "y"))), [var("y", 0, 1)], "region", uses=["1", "2"]),
    ],
    "a region at one point": [
        step(rel(PI, "<", 3), [], "region"),
    ],
    "a power of what may be negative": [
        step(rel(power("x", F(1, 2)), "==", power("x", F(1, 2))), [var("x")], "identity"),
    ],
    "an exponent that is too fine": [
        step(rel(power("y", F(1, 211)), "==", power("y", F(1, 211))), [var("y", 0)], "identity"),
    ],
    "a sign on too many faces": [
        step(
            rel(0, "<", add(1, "s0", "s1", "s2", "s3", "s4", "s5")),
            [
                var("s0", 0, 1, ends="[]"),
                var("s1", 0, 1, ends="[]"),
                var("s2", 0, 1, ends="[]"),
                var("s3", 0, 1, ends="[]"),
                var("s4", 0, 1, ends="[]"),
                var("s5", 0, 1, ends="[]"),
            ],
            "sign",
        ),
    ],
}


@pytest.mark.parametrize("name", FALLACIES)
def test_fallacies_are_rejected(name):
    made = proof(FALLACIES[name])
    report = made.report("refuted" if name.startswith("a counterexample") else "holds")
    assert not report.accepted
    assert report.failing in ("1", str(len(made.steps)), None), report.reason
